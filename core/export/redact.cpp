#include "core/export/redact.h"

#include "core/export/name_forms.h"

#include <algorithm>
#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
// Of learned names: two for each of 65,536 ranks, and as many again that texts give away.
constexpr std::size_t kShortest = 3, kMostWords = 262'144, kLongestName = 200;

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

// What stands for a machine, and for a person whose home folder a path ends in.
struct Shown {
    std::string_view host, person;
};

// What is left of a path: its last part, as far as that names nobody.
std::string lastOfPath(std::string_view path, const Shown& shown) {
    const std::string_view last = name_forms::lastPart(path);
    const std::string_view owner = name_forms::homeOwnerAtEnd(path);
    if (!owner.empty() && !name_forms::isCommon(lowered(owner)))
        return std::string(shown.person) + std::string(last.substr(owner.size()));
    const std::string_view authority = name_forms::authorityOf(path);
    if (!authority.empty() && authority.data() == last.data()) return std::string(shown.host);
    const std::string_view host = name_forms::hostIn(last);
    if (host.empty()) return std::string(last);
    const auto before = static_cast<std::size_t>(host.data() - last.data());
    std::string out(last);
    return out.replace(before, host.size(), shown.host);
}

// By its form alone.
std::string byForm(std::string_view text, const Shown& shown) {
    std::string out;
    const bool nccl = isNcclLine(text);
    eachWord(
        text,
        [&](std::string_view word) {
            if (const std::string_view named = name_forms::hostIn(word); !named.empty()) {
                const auto before = static_cast<std::size_t>(named.data() - word.data());
                out += word.substr(0, before);
                out += shown.host;
                out += word.substr(before + named.size());
            } else if (name_forms::isPath(word)) {
                out += lastOfPath(word, shown);
            } else if (const auto host = nccl ? name_forms::ncclHost(word) : std::nullopt) {
                out += shown.host;
                out += word.substr(host->size());
            } else {
                out += word;
            }
        },
        [&](char c) { out += c; });
    return out;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Letters and digits up to the next other sign; that sign alone when a text begins with one.
std::string_view beginOf(std::string_view text) {
    std::size_t n = 0;
    while (n < text.size() && isInWord(text[n])) ++n;
    return text.substr(0, std::max<std::size_t>(n, 1));
}

std::string backwards(std::string_view text) { return std::string(text.rbegin(), text.rend()); }

// How many letters at the end of `text` begin a name, from a word's begin on; 0 when fewer than the shortest.
template <class Begins>
std::size_t unfinished(std::string_view text, const Begins& begins) {
    std::size_t out = 0;
    for (std::size_t n = kShortest; n <= text.size() && n < kLongestName; ++n)
        if ((n == text.size() || !isInWord(text[text.size() - n - 1])) && begins(text.substr(text.size() - n))) out = n;
    return out;
}

} // namespace

std::string_view hostNameOf(const TraceInfo& info) {
    for (const auto& [key, value] : info.versions)
        if (key == kHostNameKey) return value;
    return {};
}

void Redactor::keep(std::string lower, std::string shown) {
    m_backwards.insert(backwards(lower));
    std::vector<std::size_t>& lengths = m_lengths[std::string(beginOf(lower))];
    const auto place = std::lower_bound(lengths.begin(), lengths.end(), lower.size(), std::greater<>());
    if (place == lengths.end() || *place != lower.size()) lengths.insert(place, lower.size());
    m_words.emplace(std::move(lower), std::move(shown));
}

void Redactor::hide(std::string_view name, std::string_view kind, std::size_t& count) {
    std::string lower = lowered(trimmed(name));
    if (lower.size() < kShortest || m_words.size() >= kMostWords || name_forms::isCommon(lower)) return;
    if (!m_words.contains(lower)) keep(std::move(lower), fmt::format("{}{}", kind, ++count));
}

void Redactor::hideWord(std::string_view word) {
    std::string lower = lowered(trimmed(word));
    if (!lower.empty() && !m_words.contains(lower)) keep(std::move(lower), fmt::format("host{}", ++m_hosts));
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
            const std::string_view authority = name_forms::authorityOf(word);
            const std::string_view named = name_forms::hostIn(authority.empty() ? word : authority);
            const std::string_view host = name_forms::withoutPort(named.empty() ? authority : named);
            if (const auto both = name_forms::userAtHost(named)) {
                hideUser(both->user);
                hideHost(both->host);
            } else if (name_forms::isFullHostName(host) || host.size() < authority.size()) {
                if (!name_forms::isAddress(host)) hideHost(host);
            } else if (const auto first = nccl ? name_forms::ncclHost(word) : std::nullopt) {
                hideHost(*first);
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
    const auto& parts = store.parts();
    const std::string_view all = parts.stringBytes;
    // The own string of a place: what stands in the next one is of no meaning here.
    const auto bounds = [&](std::size_t at) {
        const auto end = std::upper_bound(parts.stringEnds.begin(), parts.stringEnds.end(), at);
        return std::pair<std::size_t, std::size_t>(end == parts.stringEnds.begin() ? 0 : *(end - 1),
                                                   end == parts.stringEnds.end() ? all.size() : *end);
    };
    for (const std::string_view home : name_forms::kHomes)
        for (std::size_t at = all.find(home); at != std::string_view::npos; at = all.find(home, at + 1)) {
            const auto [begin, end] = bounds(at);
            if (at > begin) hideUser(name_forms::homeOwner(all.substr(at - 1, std::min(end - at + 1, kLongestName))));
        }
    std::size_t looked = 0;
    for (std::size_t at = all.find('@'); at != std::string_view::npos && looked < 10'000; at = all.find('@', at + 1)) {
        const auto [first, last] = bounds(at);
        const std::size_t begin = std::max(first, at > 100 ? at - 100 : 0);
        const std::size_t between = all.substr(begin, at - begin).find_last_of(name_forms::kBetweenWords);
        const std::size_t from = between == std::string_view::npos ? begin : begin + between + 1;
        const std::size_t end = std::min(all.find_first_of(name_forms::kBetweenWords, at), last);
        learnText(all.substr(from, std::min(end - from, std::size_t{300})));
        ++looked;
    }
}

std::optional<Redactor::Hit> Redactor::hitAt(std::string_view lower, std::size_t at) const {
    const std::string_view rest = lower.substr(at);
    const auto lengths = m_lengths.find(beginOf(rest));
    if (lengths == m_lengths.end()) return std::nullopt;
    for (const std::size_t size : lengths->second) {
        if (size > rest.size() || (size < rest.size() && isInWord(rest[size]) && isInWord(rest[size - 1]))) continue;
        if (const auto word = m_words.find(rest.substr(0, size)); word != m_words.end()) return Hit{size, word->second};
    }
    return std::nullopt;
}

bool Redactor::leavesAlone(std::string_view text) const {
    if (text.find_first_of("/\\@") != std::string_view::npos || std::count(text.begin(), text.end(), '.') > 1 ||
        std::count(text.begin(), text.end(), ':') > 1)
        return false;
    if (m_words.empty()) return true;
    const std::string lower = lowered(text);
    for (std::size_t at = 0; at < lower.size(); at += beginOf(std::string_view(lower).substr(at)).size())
        if (hitAt(lower, at)) return false;
    return true;
}

std::string Redactor::withoutWords(std::string_view text) const {
    const std::string lower = lowered(text);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (const auto hit = hitAt(lower, at)) {
            out += hit->shown;
            at += hit->size;
            continue;
        }
        const std::size_t size = beginOf(std::string_view(lower).substr(at)).size();
        out += text.substr(at, size);
        at += size;
    }
    return out;
}

std::string Redactor::operator()(std::string_view text) const {
    if (leavesAlone(text)) return std::string(text);
    return byForm(withoutWords(text), {"host", "user"});
}

std::string Redactor::label(std::string_view text) const {
    const std::size_t cut = text.find(kEllipsis);
    if (cut == std::string_view::npos) return (*this)(text);
    std::string head = (*this)(text.substr(0, cut)), tail = (*this)(text.substr(cut + kEllipsis.size()));
    const std::size_t fromHead = unfinished(lowered(head), [&](std::string_view begin) {
        const auto it = m_words.upper_bound(begin); // the first longer name, if one begins so
        return it != m_words.end() && it->first.starts_with(begin);
    });
    const std::size_t fromTail = unfinished(backwards(lowered(tail)), [&](std::string_view end) {
        const auto it = m_backwards.upper_bound(end);
        return it != m_backwards.end() && it->starts_with(end);
    });
    return head.substr(0, head.size() - fromHead) + std::string(kEllipsis) + tail.substr(fromTail);
}

std::string withoutPaths(std::string_view text) { return byForm(text, {kEllipsis, kEllipsis}); }

} // namespace lanescope
