#include "core/build/steps.h"

#include "core/build/name_flags.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>

namespace lanescope::build {
namespace {

struct Span {
    std::int64_t start, end;
    bool allocates;
    std::int64_t length() const { return end - start; }
};

// Median of values that keep coming; twice it, so that it stays whole for an even count.
class RunningMedian {
public:
    void add(std::int64_t value) {
        if (m_low.empty() || value <= m_low.top())
            m_low.push(value);
        else
            m_high.push(value);
        if (m_low.size() > m_high.size() + 1) {
            m_high.push(m_low.top());
            m_low.pop();
        } else if (m_high.size() > m_low.size()) {
            m_low.push(m_high.top());
            m_high.pop();
        }
    }
    std::int64_t twice() const { return m_low.top() + (m_low.size() > m_high.size() ? m_low.top() : m_high.top()); }

private:
    std::priority_queue<std::int64_t> m_low;
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> m_high;
};

// A step is longer than 1.5 x the median of the steps after it, or has allocation calls that none of these has.
std::vector<bool> looksLikeWarmup(const std::vector<Span>& steps, std::size_t whole) {
    std::vector<bool> out(steps.size(), false);
    RunningMedian after;
    bool laterAllocates = false;
    for (std::size_t i = whole; i-- > 0;) {
        if (i + 1 < whole) {
            const bool longer = 4 * static_cast<double>(steps[i].length()) > 3 * static_cast<double>(after.twice());
            out[i] = longer || (steps[i].allocates && !laterAllocates);
        }
        after.add(steps[i].length());
        laterAllocates = laterAllocates || steps[i].allocates;
    }
    return out;
}

struct Found {
    std::int64_t start;
    std::uint32_t row;
    std::int64_t number;
};

// The steps of the thread that has most of them, and those of others with numbers that are still missing: another
// thread may repeat the marks, or have taken over.
std::vector<Found> stepsOfThreads(const StoreMemory& memory, const StringTable& strings, const StepInput& input) {
    std::vector<const std::vector<std::uint32_t>*> threads;
    for (const std::vector<std::uint32_t>& rows : input.stepRows)
        if (!rows.empty()) threads.push_back(&rows);
    std::stable_sort(threads.begin(), threads.end(),
                     [](const auto* a, const auto* b) { return a->size() > b->size(); });
    std::vector<Found> steps;
    std::set<std::int64_t> known;
    for (const auto* rows : threads) {
        const std::size_t first = steps.size();
        for (const std::uint32_t row : *rows) {
            const auto number = stepNumber(strings.text(memory.name[row]));
            if (number && !known.contains(*number)) steps.push_back({memory.start[row], row, *number});
        }
        for (std::size_t i = first; i < steps.size(); ++i) known.insert(steps[i].number);
    }
    std::sort(steps.begin(), steps.end(),
              [](const Found& a, const Found& b) { return a.start != b.start ? a.start < b.start : a.row < b.row; });
    return steps;
}

} // namespace

std::vector<Step> findSteps(const StoreMemory& memory, const StringTable& strings, const StepInput& input) {
    std::vector<Step> steps;
    std::vector<Span> spans;
    const NarrowColumn durations = memory.duration.column();
    for (const auto& [start, row, number] : stepsOfThreads(memory, strings, input)) {
        steps.push_back({row, number});
        const std::int64_t end = start + durations.at(row);
        const auto first = std::lower_bound(input.allocations.begin(), input.allocations.end(), start);
        spans.push_back({start, end, first != input.allocations.end() && *first < end});
    }
    const bool isCut = !spans.empty() && spans.back().end >= input.recordingEnd;
    const std::size_t whole = spans.size() - (isCut ? 1 : 0); // a cut step is no measure of the others
    const std::vector<bool> warm = looksLikeWarmup(spans, whole);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        steps[i].warmup = i < steps.size() / 2 && warm[i] && (i == 0 || steps[i - 1].warmup);
        steps[i].cutOff = isCut && i + 1 == steps.size();
    }
    return steps;
}

} // namespace lanescope::build
