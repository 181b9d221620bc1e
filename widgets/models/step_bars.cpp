#include "widgets/models/step_bars.h"

#include <algorithm>
#include <cstdlib>

namespace lanescope::models {

namespace {

constexpr std::int64_t kOutlierDeviations = 3;

std::vector<std::int64_t> typicalWalls(const std::vector<StepBar>& bars) {
    std::vector<std::int64_t> out;
    for (const StepBar& bar : bars)
        if (!bar.warmup && !bar.cutOff) out.push_back(bar.wallNs());
    if (!out.empty()) return out;
    for (const StepBar& bar : bars) out.push_back(bar.wallNs());
    return out;
}

void markOutliers(StepStripData& strip) {
    std::vector<std::int64_t> deviations;
    for (const std::int64_t wall : typicalWalls(strip.bars)) deviations.push_back(std::abs(wall - strip.medianNs));
    const std::int64_t deviation = medianOf(std::move(deviations));
    if (deviation == 0) return; // equal steps: no scale to call anything an outlier
    for (StepBar& bar : strip.bars)
        bar.outlier = !bar.warmup && std::abs(bar.wallNs() - strip.medianNs) > kOutlierDeviations * deviation;
}

} // namespace

Parts partsOf(const FourNumbers& n) { return {n.computeNs, n.exposedCommNs, n.exposedMemNs, n.idleNs}; }

std::int64_t medianOf(std::vector<std::int64_t> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    if (values.size() % 2 == 1) return values[middle];
    return values[middle - 1] + (values[middle] - values[middle - 1]) / 2;
}

StepStripData stepStrip(const TraceStore& store, const DeviceReport* device) {
    StepStripData out;
    for (std::size_t i = 0; i < store.steps().size(); ++i) {
        const Step& step = store.steps()[i];
        StepBar bar;
        bar.step = i;
        bar.number = step.number;
        bar.beginNs = count(store.start(SliceId{step.slice}));
        bar.endNs = count(store.end(SliceId{step.slice}));
        bar.warmup = step.warmup;
        bar.cutOff = step.cutOff;
        bar.parts[3] = bar.wallNs();
        out.bars.push_back(bar);
    }
    for (const StepFigures& figures : device ? std::span(device->steps) : std::span<const StepFigures>{}) {
        if (figures.step >= out.bars.size()) continue;
        StepBar& bar = out.bars[figures.step];
        bar.parts = partsOf(figures.byWindow);
        bar.hasWork = figures.byWindow.busyNs > 0;
    }
    for (const StepBar& bar : out.bars) out.longestNs = std::max(out.longestNs, bar.wallNs());
    out.medianNs = medianOf(typicalWalls(out.bars));
    markOutliers(out);
    return out;
}

std::optional<std::size_t> typicalStep(const TraceStore& store) {
    std::vector<std::pair<std::int64_t, std::size_t>> steps; // length, index
    const auto collect = [&](auto wanted) {
        for (std::size_t i = 0; i < store.steps().size(); ++i)
            if (wanted(store.steps()[i]))
                steps.emplace_back(store.duration(SliceId{store.steps()[i].slice}).count(), i);
    };
    collect([](const Step& s) { return !s.warmup && !s.cutOff; });
    if (steps.empty()) collect([](const Step&) { return true; });
    if (steps.empty()) return std::nullopt;
    std::sort(steps.begin(), steps.end());
    const std::int64_t middle = steps[(steps.size() - 1) / 2].first;
    return std::find_if(steps.begin(), steps.end(), [&](const auto& s) { return s.first == middle; })->second;
}

std::optional<std::size_t> stepAt(const std::vector<StepBar>& bars, std::int64_t ns) {
    for (std::size_t i = 0; i < bars.size(); ++i)
        if (bars[i].beginNs <= ns && ns < bars[i].endNs) return i;
    return std::nullopt;
}

} // namespace lanescope::models
