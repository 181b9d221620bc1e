// Charts whose points are in no table: gaps, queues, delays, single copies. Internal to this folder. Any thread.
#pragma once

#include "widgets/models/analysis/chart.h"

namespace lanescope::models {

struct ChartInput {
    const TraceStore& store;
    const AnalysisInput& input; // `work` is set
    const AnalysisResult& result;
    RunContext& context;
};

std::vector<Chart> gapHistogram(const ChartInput& in);
std::vector<Chart> launchCharts(const ChartInput& in); // queue length over time, delays
std::vector<Chart> copyRates(const ChartInput& in);    // bytes and rate of each copy

// Values from one decade to the next in four steps: 1, 1.8, 3.2, 5.6. A bin holds what it counted and where the largest
// of it is. Values below 1 are in the first bin.
struct LogBin {
    double from = 0, to = 0;
    std::uint64_t count = 0;
    std::int64_t sum = 0, largest = -1;
    ChartTarget target; // of the largest
};
class LogHistogram {
public:
    void add(std::int64_t value, const ChartTarget& target);
    std::vector<LogBin> bins() const; // from the first that holds something to the last, none left out

private:
    std::vector<LogBin> m_bins;
};

} // namespace lanescope::models
