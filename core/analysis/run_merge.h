// Several lists, each in order already or nearly so, made into one: lanes of a track, threads of a trace. Merging them
// costs a fraction of sorting everything. Any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <vector>

namespace lanescope {

// `items` are runs one behind the other: run i ends before ends[i], the last at items.size(). Afterwards all are in
// order; of equal items those of earlier runs come first. A run that is not in order is sorted first. Stopped: not all
// in order; the caller asks.
template <class T, class Before>
void mergeRuns(std::vector<T>& items, std::vector<std::size_t> ends, Before before, const std::stop_token& stop) {
    const auto at = [](std::vector<T>& v, std::size_t i) { return v.begin() + static_cast<std::ptrdiff_t>(i); };
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
        if (stop.stop_requested()) return;
        if (!std::is_sorted(at(items, begin), at(items, end), before))
            std::stable_sort(at(items, begin), at(items, end), before);
        begin = end;
    }
    if (ends.size() < 2) return;
    std::vector<T> other(items.size());
    while (ends.size() > 1) {
        std::vector<std::size_t> merged;
        begin = 0;
        for (std::size_t r = 0; r < ends.size(); r += 2) {
            if (stop.stop_requested()) return;
            const std::size_t middle = ends[r];
            const std::size_t end = r + 1 < ends.size() ? ends[r + 1] : middle;
            std::merge(at(items, begin), at(items, middle), at(items, middle), at(items, end), at(other, begin),
                       before);
            merged.push_back(end);
            begin = end;
        }
        items.swap(other);
        ends = std::move(merged);
    }
}

} // namespace lanescope
