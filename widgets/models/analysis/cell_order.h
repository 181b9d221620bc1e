// Cells by value: numbers of either kind together, texts without regard to case, what is not applicable last whichever
// way round. Any thread.
#pragma once

#include "core/analysis/table.h"

#include <algorithm>
#include <cctype>
#include <compare>
#include <string_view>

namespace lanescope::models {

inline bool isMissing(const Cell& cell) { return std::holds_alternative<std::monostate>(cell); }

inline std::weak_ordering compareText(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (const int x = lower(a[i]), y = lower(b[i]); x != y) return x <=> y;
    return a.size() <=> b.size();
}

// Of two that are there; a number comes before a text.
inline std::weak_ordering compareValues(const Cell& a, const Cell& b) {
    const auto* s = std::get_if<std::string>(&a);
    const auto* t = std::get_if<std::string>(&b);
    if (s && t) return compareText(*s, *t);
    if (s || t) return s ? std::weak_ordering::greater : std::weak_ordering::less;
    const auto* i = std::get_if<std::int64_t>(&a);
    const auto* j = std::get_if<std::int64_t>(&b);
    if (i && j) return *i <=> *j;
    const double x = i ? static_cast<double>(*i) : std::get<double>(a);
    const double y = j ? static_cast<double>(*j) : std::get<double>(b);
    if (x < y) return std::weak_ordering::less;
    return y < x ? std::weak_ordering::greater : std::weak_ordering::equivalent;
}

} // namespace lanescope::models
