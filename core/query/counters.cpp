#include "core/query/counters.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr std::string_view kMemoryEvent = "[memory]";

struct MemoryOf { // c10 device type (0 = CPU) and index
    std::int64_t type = 0;
    std::int64_t index = 0;
    friend auto operator<=>(const MemoryOf&, const MemoryOf&) = default;
};
struct MemorySamples {
    std::vector<std::int64_t> times;
    std::vector<double> allocated, reserved;
    bool hasTotals = false;
    double running = 0;
};

std::optional<std::int64_t> argOf(const InstantColumns& instants, ArgField field, std::uint32_t row) {
    return instants.args[static_cast<std::size_t>(field)].find(row);
}

// Instants are sorted by track, so the rows of several threads are put in order of time first.
std::vector<std::uint32_t> memoryEvents(const TraceStore& store) {
    std::vector<std::uint32_t> rows;
    const InstantColumns& instants = store.instants();
    const SideColumn& bytes = instants.args[static_cast<std::size_t>(ArgField::MemoryBytes)];
    for (const std::uint32_t row : bytes.rows)
        if (store.text(StringId{instants.name[row]}) == kMemoryEvent) rows.push_back(row);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return instants.time[a] < instants.time[b]; });
    return rows;
}

std::map<MemoryOf, MemorySamples> memoryByDevice(const TraceStore& store) {
    std::map<MemoryOf, MemorySamples> out;
    const InstantColumns& instants = store.instants();
    for (const std::uint32_t row : memoryEvents(store)) {
        const MemoryOf key{argOf(instants, ArgField::MemoryDeviceType, row).value_or(0),
                           argOf(instants, ArgField::MemoryDeviceId, row).value_or(0)};
        MemorySamples& samples = out[key];
        const auto allocated = argOf(instants, ArgField::TotalAllocated, row);
        const auto reserved = argOf(instants, ArgField::TotalReserved, row);
        samples.running += static_cast<double>(argOf(instants, ArgField::MemoryBytes, row).value_or(0));
        samples.hasTotals |= allocated.has_value();
        samples.times.push_back(instants.time[row]);
        samples.allocated.push_back(allocated ? static_cast<double>(*allocated) : samples.running);
        samples.reserved.push_back(reserved ? static_cast<double>(*reserved) : 0);
    }
    return out;
}

} // namespace

std::uint32_t CounterSet::add(CounterCurve curve, std::vector<std::int64_t> times, std::vector<double> values) {
    m_owned.push_back(std::make_unique<Samples>(Samples{std::move(times), std::move(values)}));
    curve.times = m_owned.back()->times;
    curve.values = m_owned.back()->values;
    if (!curve.values.empty()) {
        const auto [low, high] = std::minmax_element(curve.values.begin(), curve.values.end());
        curve.least = *low;
        curve.most = *high;
    }
    m_curves.push_back(std::move(curve));
    return static_cast<std::uint32_t>(m_curves.size() - 1);
}

std::shared_ptr<CounterSet> CounterSet::of(const TraceStore& store) {
    auto set = std::make_shared<CounterSet>();
    for (const CounterSeries& series : store.counterSeries()) {
        CounterCurve curve;
        curve.name = store.text(series.name);
        curve.series = store.text(series.series);
        curve.thread = series.thread;
        curve.times = store.counters().time.subspan(series.firstSample, series.sampleCount);
        curve.values = store.counters().value.subspan(series.firstSample, series.sampleCount);
        if (!curve.values.empty()) {
            const auto [low, high] = std::minmax_element(curve.values.begin(), curve.values.end());
            curve.least = *low;
            curve.most = *high;
        }
        set->m_curves.push_back(std::move(curve));
    }
    for (auto& [key, samples] : memoryByDevice(store)) {
        CounterCurve curve;
        curve.unit = CounterUnit::Bytes;
        if (key.type != 0) curve.device = key.index;
        const bool hasReserved =
            std::any_of(samples.reserved.begin(), samples.reserved.end(), [](double v) { return v > 0; });
        curve.name = key.type == 0 ? "host memory" : "allocated memory";
        std::vector<std::int64_t> times = samples.times;
        set->add(curve, std::move(times), std::move(samples.allocated));
        curve.name = key.type == 0 ? "reserved host memory" : "reserved memory";
        if (hasReserved) set->add(curve, std::move(samples.times), std::move(samples.reserved));
    }
    return set;
}

std::optional<double> valueAt(const CounterCurve& curve, RankTime t) {
    const auto after = std::upper_bound(curve.times.begin(), curve.times.end(), count(t));
    if (after == curve.times.begin()) return std::nullopt;
    return curve.values[static_cast<std::size_t>(after - curve.times.begin() - 1)];
}

} // namespace lanescope
