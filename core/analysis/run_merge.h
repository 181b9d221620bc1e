// Several lists, each in order already or nearly so, made into one: lanes of a track, threads of a trace. Merging them
// costs a fraction of sorting everything. Any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <vector>

namespace lanescope {

// As std::merge, with a look at the stop token now and then. False: stopped, not all is written.
template <class In, class Out, class Before>
bool mergeTwo(In a, In aEnd, In b, In bEnd, Out out, Before before, const std::stop_token& stop) {
    constexpr std::size_t kBetweenChecks = 65'536;
    for (std::size_t n = 0; a != aEnd && b != bEnd; ++n) {
        if (n % kBetweenChecks == 0 && stop.stop_requested()) return false;
        *out++ = before(*b, *a) ? *b++ : *a++;
    }
    std::copy(b, bEnd, std::copy(a, aEnd, out));
    return true;
}

// As std::is_sorted; false as well when stopped.
template <class It, class Before>
bool isInOrder(It begin, It end, Before before, const std::stop_token& stop) {
    constexpr std::ptrdiff_t kBetweenChecks = 16'384;
    while (end - begin > 1) {
        if (stop.stop_requested()) return false;
        const It until = begin + std::min<std::ptrdiff_t>(kBetweenChecks, end - begin);
        if (!std::is_sorted(begin, until, before)) return false;
        begin = until - 1; // the neighbours across the edge
    }
    return true;
}

// `items` are runs one behind the other: run i ends before ends[i], the last at items.size(). Afterwards all are in
// order; of equal items those of earlier runs come first. A run that is not in order is sorted first, in pieces.
// Stopped: not all in order; the caller asks. It stops within milliseconds, however many there are.
template <class T, class Before>
void mergeRuns(std::vector<T>& items, const std::vector<std::size_t>& runs, Before before,
               const std::stop_token& stop) {
    constexpr std::size_t kPiece = 32'768;
    const auto at = [](std::vector<T>& v, std::size_t i) { return v.begin() + static_cast<std::ptrdiff_t>(i); };
    std::vector<std::size_t> ends;
    std::size_t begin = 0;
    for (const std::size_t end : runs) {
        if (!isInOrder(at(items, begin), at(items, end), before, stop))
            for (; begin < end; begin = ends.back()) {
                if (stop.stop_requested()) return;
                ends.push_back(std::min(begin + kPiece, end));
                std::stable_sort(at(items, begin), at(items, ends.back()), before);
            }
        else
            ends.push_back(end);
        begin = end;
    }
    if (ends.size() < 2) return;
    std::vector<T> other(items.size());
    while (ends.size() > 1) {
        std::vector<std::size_t> merged;
        begin = 0;
        for (std::size_t r = 0; r < ends.size(); r += 2) {
            const std::size_t middle = ends[r];
            const std::size_t end = r + 1 < ends.size() ? ends[r + 1] : middle;
            if (stop.stop_requested() || !mergeTwo(at(items, begin), at(items, middle), at(items, middle),
                                                   at(items, end), at(other, begin), before, stop))
                return;
            merged.push_back(end);
            begin = end;
        }
        items.swap(other);
        ends = std::move(merged);
    }
}

// A stable sort that stops within milliseconds. Stopped: not all in order; the caller asks.
template <class T, class Before>
void sortStoppable(std::vector<T>& items, Before before, const std::stop_token& stop) {
    mergeRuns(items, {items.size()}, before, stop);
}

} // namespace lanescope
