// Sorting that uses the sorted stretches it finds, is stable, n log n at worst, and ends soon after a stop request.
// Stopped: the values are all there, in any order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <vector>

namespace lanescope::build {

template <class T, class Less>
class NaturalSort {
public:
    NaturalSort(std::vector<T>& values, Less less, const std::stop_token& stop)
        : m_values(values), m_less(less), m_stop(stop) {}
    void sort() {
        findStretches();
        if (m_ends.size() <= 1) return;
        if (m_ends.size() > m_values.size() / 8) sortBlocks();
        std::vector<T> merged(m_values.size());
        while (m_ends.size() > 1 && !m_stop.stop_requested()) mergePairs(merged);
    }

private:
    static constexpr std::size_t kBlock = std::size_t{1} << 15; // sorted at once: about a millisecond

    auto at(std::size_t i) { return m_values.begin() + static_cast<std::ptrdiff_t>(i); }
    void findStretches() {
        for (std::size_t i = 1; i < m_values.size(); ++i)
            if (m_less(m_values[i], m_values[i - 1])) m_ends.push_back(i);
        m_ends.push_back(m_values.size());
    }
    // There is no order worth using.
    void sortBlocks() {
        m_ends.clear();
        for (std::size_t begin = 0; begin < m_values.size() && !m_stop.stop_requested(); begin += kBlock) {
            const std::size_t end = std::min(begin + kBlock, m_values.size());
            std::stable_sort(at(begin), at(end), m_less);
            m_ends.push_back(end);
        }
    }
    void mergePairs(std::vector<T>& merged) {
        std::vector<std::size_t> next;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < m_ends.size(); i += 2) {
            const std::size_t end = i + 1 < m_ends.size() ? m_ends[i + 1] : m_ends[i];
            if (m_stop.stop_requested()) return;
            std::merge(at(begin), at(m_ends[i]), at(m_ends[i]), at(end),
                       merged.begin() + static_cast<std::ptrdiff_t>(begin), m_less);
            next.push_back(end);
            begin = end;
        }
        m_values.swap(merged);
        m_ends.swap(next);
    }

    std::vector<T>& m_values;
    Less m_less;
    const std::stop_token& m_stop;
    std::vector<std::size_t> m_ends; // of sorted stretches
};

template <class T, class Less>
void naturalSort(std::vector<T>& values, Less less, const std::stop_token& stop) {
    NaturalSort<T, Less>(values, less, stop).sort();
}

} // namespace lanescope::build
