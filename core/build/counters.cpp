#include "core/build/counters.h"

#include "core/build/natural_sort.h"

#include <algorithm>
#include <vector>

namespace lanescope::build {
namespace {

struct Sample {
    std::int64_t time;
    double value;
};

void sortSeries(StoreMemory& memory, std::size_t first, std::size_t count, const std::stop_token& stop) {
    std::int64_t* const times = memory.counterTime.data() + first;
    if (std::is_sorted(times, times + count)) return;
    std::vector<Sample> samples(count);
    for (std::size_t i = 0; i < count; ++i) samples[i] = {times[i], memory.counterValue[first + i]};
    naturalSort(
        samples, [](const Sample& a, const Sample& b) { return a.time < b.time; }, stop);
    for (std::size_t i = 0; i < count; ++i) {
        times[i] = samples[i].time;
        memory.counterValue[first + i] = samples[i].value;
    }
}

} // namespace

void fillCounters(const BuilderState& state, StoreMemory& memory, StoreParts& parts, const std::stop_token& stop) {
    const std::size_t count = state.counterSamples.size();
    memory.counterTime = ColumnBuffer<std::int64_t>(count);
    memory.counterValue = ColumnBuffer<double>(count);
    std::vector<std::uint64_t> next;
    std::uint64_t first = 0;
    for (const RawCounterSeries& series : state.counterSeries) {
        parts.counterSeries.push_back(
            {ThreadId{series.thread}, StringId{series.name}, StringId{series.series}, first, series.samples});
        next.push_back(first);
        first += series.samples;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const RawCounterSample& sample = state.counterSamples[i];
        const std::uint64_t at = next[sample.series]++;
        memory.counterTime[at] = sample.time;
        memory.counterValue[at] = sample.value;
    }
    for (const CounterSeries& series : parts.counterSeries)
        sortSeries(memory, series.firstSample, series.sampleCount, stop);
}

} // namespace lanescope::build
