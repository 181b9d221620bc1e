// Sorts what already consists of few sorted stretches in close to one pass; n log n at worst. Stable.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace lanescope::build {

template <class T, class Less>
void naturalSort(std::vector<T>& values, Less less) {
    std::vector<std::size_t> ends; // of sorted stretches
    for (std::size_t i = 1; i < values.size(); ++i)
        if (less(values[i], values[i - 1])) ends.push_back(i);
    if (ends.empty()) return;
    if (ends.size() > values.size() / 8) {
        std::stable_sort(values.begin(), values.end(), less);
        return;
    }
    ends.push_back(values.size());
    std::vector<T> merged(values.size());
    while (ends.size() > 1) {
        std::vector<std::size_t> next;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < ends.size(); i += 2) {
            const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
            const auto middle = values.begin() + static_cast<std::ptrdiff_t>(ends[i]);
            const std::size_t end = i + 1 < ends.size() ? ends[i + 1] : ends[i];
            std::merge(first, middle, middle, values.begin() + static_cast<std::ptrdiff_t>(end),
                       merged.begin() + static_cast<std::ptrdiff_t>(begin), less);
            next.push_back(end);
            begin = end;
        }
        values.swap(merged);
        ends.swap(next);
    }
}

} // namespace lanescope::build
