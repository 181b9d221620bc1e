#include "core/export/redact.h"

#include "core/export/name_forms.h"

#include <algorithm>
#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
constexpr std::size_t kShortest = 3, kMostWords = 200;

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lowered(c);
    return out;
}

bool isInWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

// Visits the words of a text, and what stands between them, in order.
template <class Word, class Between>
void eachWord(std::string_view text, Word&& word, Between&& between) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(name_forms::kBetweenWords, at), text.size());
        if (end > at) word(text.substr(at, end - at));
        if (end < text.size()) between(text[end]);
        at = end + 1;
    }
}

bool isNcclLine(std::string_view text) {
    return text.find("NCCL") != std::string_view::npos || text.find("RCCL") != std::string_view::npos;
}

std::size_t findWord(std::string_view lower, std::string_view word, std::size_t from) {
    for (std::size_t at = lower.find(word, from); at != std::string_view::npos; at = lower.find(word, at + 1)) {
        const bool begins = at == 0 || !isInWord(lower[at - 1]);
        const std::size_t end = at + word.size();
        if (begins && (end == lower.size() || !isInWord(lower[end]))) return at;
    }
    return std::string_view::npos;
}

// By its form alone. `other` stands for user@host, addresses and full names of machines.
std::string byForm(std::string_view text, std::string_view other) {
    std::string out;
    const bool nccl = isNcclLine(text);
    eachWord(
        text,
        [&](std::string_view word) {
            if (name_forms::userAtHost(word) || name_forms::isAddress(word) || name_forms::isFullHostName(word)) {
                out += other;
            } else if (name_forms::isPath(word)) {
                out += name_forms::lastPart(word);
            } else if (const auto host = nccl ? name_forms::ncclHost(word) : std::nullopt) {
                out += other;
                out += word.substr(host->size());
            } else {
                out += word;
            }
        },
        [&](char c) { out += c; });
    return out;
}

} // namespace

std::string_view hostNameOf(const TraceInfo& info) {
    for (const auto& [key, value] : info.versions)
        if (key == kHostNameKey) return value;
    return {};
}

void Redactor::hide(std::string_view name, std::string_view kind, std::size_t& count) {
    const std::string lower = lowered(name);
    if (lower.size() < kShortest || m_words.size() >= kMostWords || name_forms::isCommon(lower)) return;
    for (const Word& word : m_words)
        if (word.lower == lower) return;
    Word word{lower, fmt::format("{}{}", kind, ++count)};
    const auto place = std::find_if(m_words.begin(), m_words.end(),
                                    [&](const Word& other) { return other.lower.size() < lower.size(); });
    m_words.insert(place, std::move(word));
}

void Redactor::hideHost(std::string_view name) {
    hide(name, "host", m_hosts);
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos || name_forms::isAddress(name)) return;
    const std::string_view first = name.substr(0, dot); // the machine without its domain, when that is a name
    if (first.size() >= 6 || first.find_first_of("0123456789") != std::string_view::npos) hide(first, "host", m_hosts);
}

void Redactor::hideUser(std::string_view name) { hide(name, "user", m_users); }

void Redactor::learnText(std::string_view text) {
    for (std::size_t at = text.find_first_of("/\\"); at != std::string_view::npos;
         at = text.find_first_of("/\\", at + 1))
        if (const auto owner = name_forms::homeOwner(text.substr(at)); !owner.empty()) {
            const auto both = name_forms::userAtHost(owner); // a home folder may be named by an address
            hideUser(both ? both->user : owner);
        }
    const bool nccl = isNcclLine(text);
    eachWord(
        text,
        [&](std::string_view word) {
            if (const auto both = name_forms::userAtHost(word)) {
                hideUser(both->user);
                hideHost(both->host);
            } else if (name_forms::isFullHostName(word)) {
                hideHost(word);
            } else if (const auto host = nccl ? name_forms::ncclHost(word) : std::nullopt) {
                hideHost(*host);
            }
        },
        [](char) {});
    const std::string lower = lowered(text);
    for (const std::string_view key : {"hostname", "host_name", "nodename", "host"})
        for (std::size_t at = findWord(lower, key, 0); at != std::string::npos; at = findWord(lower, key, at + 1)) {
            std::size_t begin = at + key.size();
            if (begin >= text.size() || (text[begin] != '=' && text[begin] != ':')) continue;
            begin = text.find_first_not_of(" ", begin + 1);
            if (begin == std::string_view::npos) continue;
            const std::size_t end = std::min(text.find_first_of(": \t\n,;\"'()[]{}<>=|/", begin), text.size());
            hideHost(text.substr(begin, end - begin));
        }
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
    for (const Thread& thread : store.threads())
        for (const StringId id : {thread.processName, thread.processLabels, thread.name}) learnText(store.text(id));
    // Home folders and addresses may stand in any name: one pass over all of them, looking only at those places.
    const std::string_view all = store.parts().stringBytes;
    for (const std::string_view home : name_forms::kHomes)
        for (std::size_t at = all.find(home); at != std::string_view::npos; at = all.find(home, at + 1))
            if (at > 0) hideUser(name_forms::homeOwner(all.substr(at - 1, 200)));
    std::size_t looked = 0;
    for (std::size_t at = all.find('@'); at != std::string_view::npos && looked < 10'000; at = all.find('@', at + 1)) {
        const std::size_t begin = at > 100 ? at - 100 : 0;
        const std::size_t first = all.substr(begin, at - begin).find_last_of(name_forms::kBetweenWords);
        const std::size_t from = first == std::string_view::npos ? begin : begin + first + 1;
        const std::size_t end = std::min(all.find_first_of(name_forms::kBetweenWords, at), all.size());
        learnText(all.substr(from, std::min(end - from, std::size_t{300})));
        ++looked;
    }
}

bool Redactor::leavesAlone(std::string_view text) const {
    if (text.find_first_of("/\\@") != std::string_view::npos || std::count(text.begin(), text.end(), '.') > 1 ||
        std::count(text.begin(), text.end(), ':') > 1)
        return false;
    if (m_words.empty()) return true;
    const std::string lower = lowered(text);
    return std::none_of(m_words.begin(), m_words.end(),
                        [&](const Word& word) { return findWord(lower, word.lower, 0) != std::string::npos; });
}

std::string Redactor::withoutWords(std::string text) const {
    for (const Word& word : m_words) {
        if (text.size() < word.lower.size()) continue;
        const std::string lower = lowered(text);
        std::size_t at = findWord(lower, word.lower, 0);
        if (at == std::string::npos) continue;
        std::string out;
        std::size_t done = 0;
        for (; at != std::string::npos; at = findWord(lower, word.lower, done)) {
            out += text.substr(done, at - done) + word.shown;
            done = at + word.lower.size();
        }
        text = out + text.substr(done);
    }
    return text;
}

std::string Redactor::operator()(std::string_view text) const {
    if (leavesAlone(text)) return std::string(text);
    return byForm(withoutWords(std::string(text)), "host");
}

std::string Redactor::label(std::string_view text) const {
    const std::size_t cut = text.find(kEllipsis);
    if (cut == std::string_view::npos) return (*this)(text);
    std::string head = (*this)(text.substr(0, cut)), tail = (*this)(text.substr(cut + kEllipsis.size()));
    const std::string lowHead = lowered(head), lowTail = lowered(tail);
    std::size_t fromHead = 0, fromTail = 0;
    for (const Word& word : m_words)
        for (std::size_t n = word.lower.size() - 1; n >= kShortest; --n) {
            const std::string_view begin = std::string_view(word.lower).substr(0, n);
            const std::string_view end = std::string_view(word.lower).substr(word.lower.size() - n);
            const bool starts =
                lowHead.size() == n || (lowHead.size() > n && !isInWord(lowHead[lowHead.size() - n - 1]));
            if (starts && lowHead.ends_with(begin)) fromHead = std::max(fromHead, n);
            const bool ends = lowTail.size() == n || (lowTail.size() > n && !isInWord(lowTail[n]));
            if (ends && lowTail.starts_with(end)) fromTail = std::max(fromTail, n);
        }
    return head.substr(0, head.size() - fromHead) + std::string(kEllipsis) + tail.substr(fromTail);
}

std::string withoutPaths(std::string_view text) { return byForm(text, kEllipsis); }

} // namespace lanescope
