// Curves over time: the counters of the file, and memory in use as the profiler's [memory] events tell it. Immutable;
// any thread.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

enum class CounterUnit : std::uint8_t { Plain, Bytes };

struct CounterCurve { // holds each value until the next sample
    std::string name;
    std::string series; // beside the name; may be empty
    CounterUnit unit = CounterUnit::Plain;
    std::optional<ThreadId> thread;      // of the file's own counters
    std::optional<std::int64_t> device;  // GPU whose memory it is; none with thread none: memory of the host
    std::span<const std::int64_t> times; // ns, sorted
    std::span<const double> values;
    double least = 0, most = 0; // over the whole trace
};

class CounterSet {
public:
    CounterSet() = default;
    // First the series of the file, in its order; then memory by device.
    static std::shared_ptr<CounterSet> of(const TraceStore& store);
    const std::vector<CounterCurve>& curves() const { return m_curves; }
    // Further curves (a launch queue ...), which keep their own samples.
    std::uint32_t add(CounterCurve curve, std::vector<std::int64_t> times, std::vector<double> values);

private:
    struct Samples {
        std::vector<std::int64_t> times;
        std::vector<double> values;
    };
    std::vector<CounterCurve> m_curves;
    std::vector<std::unique_ptr<Samples>> m_owned;
};

// The value at t: of the last sample at or before it; none before the first.
std::optional<double> valueAt(const CounterCurve& curve, RankTime t);

} // namespace lanescope
