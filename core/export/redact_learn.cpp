// How a Redactor learns names: from texts, file names and whole traces.
#include "core/export/name_forms.h"
#include "core/export/redact.h"
#include "core/export/redact_parts.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

using redact_parts::isInWord;
using redact_parts::lowered;

// What stands before a name. As "key=name" anywhere; with a colon only where nothing else is likely to follow: texts
// such as "copy host: pinned" are no names.
struct Key {
    std::string_view word;
    bool isUser = false, withColon = true;
};
constexpr std::array<Key, 10> kKeys{{{"hostname"},
                                     {"host_name"},
                                     {"nodename"},
                                     {"nodelist"},
                                     {"master_addr"},
                                     {"host", false, false},
                                     {"addr", false, false},
                                     {"username", true},
                                     {"logname", true},
                                     {"user", true, false}}};

// Where the value behind a key begins: of host=node7, "host": "node7", hostname: node7; npos when none does.
std::size_t valueBehind(std::string_view text, std::size_t at, Redactor::Text kind, const Key& key) {
    const bool quoted = at < text.size() && text[at] == '"';
    if (quoted) ++at;
    if (at >= text.size() || (text[at] != '=' && text[at] != ':')) return std::string_view::npos;
    if (text[at] == ':' && !quoted && !key.withColon && kind == Redactor::Text::OfEvent) return std::string_view::npos;
    return text.find_first_not_of(" \"'", at + 1);
}

} // namespace

void Redactor::learnKeys(std::string_view text, Text kind) {
    if (text.find_first_of("=:") == std::string_view::npos) return;
    const std::string lower = lowered(text);
    for (const Key& key : kKeys)
        for (std::size_t at = lower.find(key.word); at != std::string::npos; at = lower.find(key.word, at + 1)) {
            if (at > 0 && isInWord(lower[at - 1])) continue;
            const std::size_t begin = valueBehind(text, at + key.word.size(), kind, key);
            if (begin == std::string_view::npos) continue;
            const std::size_t end = std::min(text.find_first_of(": \t\n,;\"'()[]{}<>=|/\\", begin), text.size());
            const std::string_view name = text.substr(begin, end - begin);
            if (!name_forms::isPlainName(name)) continue;
            if (key.isUser)
                hideUser(name);
            else
                hideHost(name);
        }
}

// "backbone.head.net" of an event may be no machine: that must not hide every "backbone".
void Redactor::learnHost(std::string_view host, Text kind) {
    if (name_forms::isAddress(host)) return; // goes by its form
    const std::string_view first = host.substr(0, host.find('.'));
    if (kind == Text::OfEvent && first.find_first_of("0123456789") == std::string_view::npos)
        hide(host, "host", m_hosts);
    else
        hideHost(host);
}

void Redactor::learnText(std::string_view text, Text kind) {
    for (std::size_t at = text.find_first_of("/\\"); at != std::string_view::npos;
         at = text.find_first_of("/\\", at + 1))
        if (const auto owner = name_forms::homeOwner(text.substr(at)); !owner.empty()) {
            const auto both = name_forms::userAtHost(owner); // a home folder may be named by an address
            hideUser(both ? both->user : owner);
        }
    const bool nccl = redact_parts::isNcclLine(text);
    redact_parts::eachWord(
        text,
        [&](std::string_view word) {
            const std::string_view authority = name_forms::authorityOf(word);
            const std::string_view named = name_forms::hostIn(authority.empty() ? word : authority);
            const std::string_view host = name_forms::withoutPort(named.empty() ? authority : named);
            if (const auto both = name_forms::userAtHost(named)) {
                hideUser(both->user);
                hideHost(both->host);
            } else if (name_forms::isFullHostName(host) || name_forms::isHostWithPort(named) ||
                       host.size() < authority.size()) {
                learnHost(host, authority.empty() ? kind : Text::OfLabel); // behind tcp:// nothing else stands
            } else if (const auto first = nccl ? name_forms::ncclHost(word) : std::nullopt) {
                hideHost(*first);
            }
        },
        [](char) {});
    learnKeys(text, kind);
}

void Redactor::learnFileName(std::string_view name) {
    const std::size_t end = name.find(".pt.trace.json");
    if (end == std::string_view::npos) return;
    std::string_view stem = name.substr(0, end); // host_pid.time, or host_pid.time.span
    std::size_t sign = std::string_view::npos;
    for (std::size_t i = stem.find('_'); i != std::string_view::npos; i = stem.find('_', i + 1)) {
        const std::size_t dot = stem.find_first_not_of("0123456789", i + 1);
        if (dot != std::string_view::npos && dot > i + 1 && stem[dot] == '.') sign = i;
    }
    if (sign == std::string_view::npos) return;
    const std::string_view before = stem.substr(0, sign); // names of machines have no underscore
    hideHost(before.substr(before.rfind('_') + 1));
}

void Redactor::learn(const TraceStore& store, std::string_view path) {
    const TraceInfo& info = store.info();
    hideHost(hostNameOf(info));
    learnFileName(info.fileName);
    learnText(path);
    for (const LogLine& line : info.log) learnText(line.text);
    for (const ProcessGroup& group : info.groups) learnText(group.description, Text::OfEvent);
    for (const DeviceProperties& device : info.devices) learnText(device.name, Text::OfEvent);
    for (const Thread& thread : store.threads())
        for (const StringId id : {thread.processName, thread.processLabels, thread.name}) learnText(store.text(id));
    // Names may stand in any text of an event; most have none of the signs they stand behind.
    const auto& parts = store.parts();
    const std::string_view all = parts.stringBytes;
    std::size_t begin = 0;
    for (const std::size_t end : parts.stringEnds) {
        const std::string_view text = all.substr(begin, end - begin);
        begin = end;
        if (text.find_first_of("/\\@=:.") != std::string_view::npos) learnText(text, Text::OfEvent);
    }
}

} // namespace lanescope
