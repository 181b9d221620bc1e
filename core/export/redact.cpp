#include "core/export/redact.h"

#include "core/export/name_forms.h"
#include "core/export/redact_parts.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
// Of learned names: two for each of 65,536 ranks, and as many again that texts give away.
constexpr std::size_t kShortest = 3, kMostWords = 262'144;
using redact_parts::eachWord;
using redact_parts::isInWord;
using redact_parts::kLongestName;
using redact_parts::lowered;

// What stands for a machine, and for a person whose home folder a path ends in; how many of each have a number.
struct Shown {
    std::string_view host, person;
    std::size_t hosts = 0, persons = 0;
};

bool isNumbered(std::string_view text, std::string_view kind, std::size_t most) {
    if (!text.starts_with(kind)) return false;
    const std::string_view digits = text.substr(kind.size());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() && number >= 1 && number <= most;
}

// "host2" or "host2:29500" that was put in for a name: it stays without its port, so that machines can be told apart.
bool isPutIn(std::string_view named, const Shown& shown) {
    const std::string_view name = name_forms::withoutPort(named);
    return isNumbered(name, shown.host, shown.hosts) || isNumbered(name, shown.person, shown.persons);
}

// What is left of a path: its last part, as far as that names nobody.
std::string lastOfPath(std::string_view path, const Shown& shown) {
    const std::string_view last = name_forms::lastPart(path);
    const std::string_view owner = name_forms::homeOwnerAtEnd(path);
    if (!owner.empty() && !name_forms::isCommon(lowered(owner)))
        return std::string(shown.person) + std::string(last.substr(owner.size()));
    const std::string_view authority = name_forms::authorityOf(path);
    if (!authority.empty() && authority.data() == last.data())
        return std::string(isPutIn(authority, shown) ? name_forms::withoutPort(authority) : shown.host);
    const std::string_view host = name_forms::hostIn(last);
    if (host.empty()) return std::string(last);
    const auto before = static_cast<std::size_t>(host.data() - last.data());
    std::string out(last);
    return out.replace(before, host.size(), isPutIn(host, shown) ? name_forms::withoutPort(host) : shown.host);
}

// By its form alone.
std::string byForm(std::string_view text, const Shown& shown) {
    std::string out;
    const bool nccl = redact_parts::isNcclLine(text);
    eachWord(
        text,
        [&](std::string_view word) {
            if (const std::string_view named = name_forms::hostIn(word); !named.empty()) {
                const auto before = static_cast<std::size_t>(named.data() - word.data());
                out += word.substr(0, before);
                out += isPutIn(named, shown) ? name_forms::withoutPort(named) : shown.host;
                out += word.substr(before + named.size());
            } else if (name_forms::isPath(word)) {
                out += lastOfPath(word, shown);
            } else if (const auto host = nccl ? name_forms::ncclHost(word) : std::nullopt) {
                out += isPutIn(*host, shown) ? *host : shown.host;
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

bool beginsPort(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon != std::string_view::npos && colon + 1 < text.size() && text[colon + 1] >= '0' &&
           text[colon + 1] <= '9';
}

std::string backwards(std::string_view text) { return std::string(text.rbegin(), text.rend()); }

bool isPathAtEnd(std::string_view text) {
    const std::size_t between = text.find_last_of(name_forms::kBetweenWords);
    return name_forms::isPath(between == std::string_view::npos ? text : text.substr(between + 1));
}

// Up to the last slash of the first word.
std::size_t folderAtBegin(std::string_view text) {
    const std::size_t slash = text.substr(0, text.find_first_of(name_forms::kBetweenWords)).find_last_of("/\\");
    return slash == std::string_view::npos ? 0 : slash + 1;
}

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

std::vector<std::string> Redactor::hidden() const {
    std::vector<std::string> hosts(m_hosts), users;
    for (const auto& [name, shown] : m_words) {
        std::size_t number = 0;
        for (const char c : shown) number = c >= '0' && c <= '9' ? number * 10 + static_cast<std::size_t>(c - '0') : 0;
        if (shown.starts_with("host") && number >= 1 && number <= hosts.size())
            hosts[number - 1] = name;
        else
            users.push_back(name);
    }
    hosts.insert(hosts.end(), users.begin(), users.end());
    return hosts;
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
        std::count(text.begin(), text.end(), ':') > 1 || beginsPort(text))
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
    return byForm(withoutWords(text), {"host", "user", m_hosts, m_users});
}

std::string Redactor::label(std::string_view text) const {
    const std::size_t cut = text.find(kEllipsis);
    if (cut == std::string_view::npos) return (*this)(text);
    std::string head = (*this)(text.substr(0, cut)), tail = (*this)(text.substr(cut + kEllipsis.size()));
    if (isPathAtEnd(text.substr(0, cut))) // "/scratch/team/...am/run.py": what is left of its folders
        tail = tail.substr(folderAtBegin(tail));
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

std::string withoutPaths(std::string_view text) { return byForm(text, {kEllipsis, kEllipsis, 0, 0}); }

} // namespace lanescope
