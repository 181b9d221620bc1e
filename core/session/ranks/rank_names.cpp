#include "core/session/ranks/rank_names.h"

#include <algorithm>
#include <charconv>

namespace lanescope {

namespace {

constexpr std::size_t kMaxMembers = std::size_t{1} << 20;

bool isDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::vector<std::int64_t> membersInText(std::string_view text) {
    std::vector<std::int64_t> out;
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') return out;
    text = text.substr(1, text.size() - 2);
    while (!text.empty() && out.size() < kMaxMembers) {
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc()) return {};
        out.push_back(value);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        if (!text.empty() && text.front() != ',') return {};
        if (!text.empty()) text.remove_prefix(1);
    }
    return out;
}

std::string hostInFileName(std::string_view name) {
    const std::size_t marker = name.find(".pt.trace.json");
    if (marker == std::string_view::npos) return {};
    std::string_view stem = name.substr(0, marker); // HOST_PID.TIME; older ones HOST_PID
    const std::size_t under = stem.rfind('_');
    if (under == std::string_view::npos || under == 0) return {};
    std::string_view pid = stem.substr(under + 1);
    const std::size_t dot = pid.find('.');
    if (dot != std::string_view::npos && !isDigits(pid.substr(dot + 1))) return {};
    if (!isDigits(pid.substr(0, dot))) return {};
    const std::string_view host = stem.substr(0, under);
    for (const std::string_view word :
         {std::string_view("worker"),
          std::string_view("rank")}) { // "worker0_step_12" is named after the rank, not the host
        const std::size_t at = host.find(word);
        if (at != std::string_view::npos && at + word.size() < host.size() &&
            isDigits(host.substr(at + word.size(), 1)))
            return {};
    }
    return std::string(host);
}

} // namespace lanescope
