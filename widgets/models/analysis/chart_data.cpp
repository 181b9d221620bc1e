#include "widgets/models/analysis/chart_data.h"

#include "core/analysis/launches/launch_delays.h"
#include "core/analysis/launches/queue_length.h"
#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lanescope::models {

namespace {

constexpr std::size_t kMostPoints = 20'000; // of one series; queues keep the highest of each stretch
constexpr int kPerDecade = 4;

std::int64_t binFrom(int bin) {
    return bin <= 0 ? 0
                    : static_cast<std::int64_t>(std::llround(std::pow(10.0, static_cast<double>(bin) / kPerDecade)));
}

struct Wanted { // a device in the window that is asked for
    const DeviceWork* work;
    Interval window;
};

std::vector<Wanted> devicesIn(const ChartInput& in) {
    std::vector<Wanted> out;
    for (const auto& device : in.input.work->devices) {
        if (in.input.device && device->key != *in.input.device) continue;
        Interval window = device->extent;
        if (in.input.range) window = {count(in.input.range->begin), count(in.input.range->end)};
        if (window.begin < window.end) out.push_back({device.get(), window});
    }
    return out;
}

Chart histogramChart(std::string id, std::string title, const LogHistogram& histogram, const char* what,
                     ChartColour colour) {
    Chart out{std::move(id), std::move(title), ChartKind::Bars, {}, {what, Unit::Count, Scaling::Log}};
    out.series.push_back({what, colour, 0, {}});
    double x = 0;
    for (const LogBin& bin : histogram.bins()) {
        out.categories.push_back(formatDuration(static_cast<std::int64_t>(bin.from), Precision::Slice));
        out.series[0].points.push_back(
            {x++, static_cast<double>(bin.count), bin.target,
             fmt::format("{} to {}, together {}", formatDuration(static_cast<std::int64_t>(bin.from), Precision::Slice),
                         formatDuration(static_cast<std::int64_t>(bin.to), Precision::Slice),
                         formatDuration(bin.sum))});
    }
    return out;
}

// At most kMostPoints: of each stretch of points the highest stays, and the last one.
std::vector<ChartPoint> thinned(const std::vector<QueuePoint>& points, Interval window, std::int64_t originNs) {
    std::vector<ChartPoint> out;
    std::vector<QueuePoint> inside;
    QueuePoint before{window.begin, 0};
    for (const QueuePoint& p : points) {
        if (p.ns < window.begin) before.length = p.length;
        if (p.ns >= window.begin && p.ns < window.end) inside.push_back(p);
    }
    if (inside.empty()) return out;
    inside.insert(inside.begin(), before);
    const std::size_t stride = inside.size() / kMostPoints + 1;
    for (std::size_t i = 0; i < inside.size(); i += stride) {
        QueuePoint best = inside[i];
        for (std::size_t k = i; k < std::min(i + stride, inside.size()); ++k)
            if (inside[k].length > best.length) best = inside[k];
        ChartTarget target;
        target.range = timeRange(best.ns, best.ns + 1);
        out.push_back({static_cast<double>(best.ns - originNs), static_cast<double>(best.length), target, {}});
    }
    return out;
}

} // namespace

void LogHistogram::add(std::int64_t value, const ChartTarget& target) {
    int bin = value < 1 ? 0 : static_cast<int>(std::floor(std::log10(static_cast<double>(value)) * kPerDecade));
    while (bin > 0 && value < binFrom(bin)) --bin;
    while (value >= binFrom(bin + 1)) ++bin;
    if (m_bins.size() <= static_cast<std::size_t>(bin)) m_bins.resize(static_cast<std::size_t>(bin) + 1);
    LogBin& to = m_bins[static_cast<std::size_t>(bin)];
    ++to.count;
    to.sum += value;
    if (value <= to.largest) return;
    to.largest = value;
    to.target = target;
}

std::vector<LogBin> LogHistogram::bins() const {
    std::vector<LogBin> out;
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
        if (out.empty() && m_bins[i].count == 0) continue;
        out.push_back(m_bins[i]);
        out.back().from = static_cast<double>(binFrom(static_cast<int>(i)));
        out.back().to = static_cast<double>(binFrom(static_cast<int>(i) + 1));
    }
    return out;
}

std::vector<Chart> gapHistogram(const ChartInput& in) {
    LogHistogram histogram;
    for (const Wanted& device : devicesIn(in)) {
        std::int64_t last = -1;
        for (const Interval& busy : device.work->busy) {
            if (busy.begin >= device.window.end) break;
            if (busy.end <= device.window.begin) continue;
            if (last >= 0 && busy.begin > last) {
                ChartTarget target;
                target.range = timeRange(last, busy.begin);
                histogram.add(busy.begin - last, target);
            }
            last = busy.end;
        }
    }
    return {histogramChart("gaps", "Gaps by length", histogram, "gaps", ChartColour::Idle)};
}

std::vector<Chart> launchCharts(const ChartInput& in) {
    const LaunchIndex launches(in.store);
    LogHistogram delays;
    Chart queue{"queue", "Work waiting, per stream", ChartKind::Curve, {"", Unit::TimePoint}, {"", Unit::Count}};
    for (const Wanted& device : devicesIn(in)) {
        for (const SliceId work : device.work->work) {
            const std::int64_t start = count(in.store.start(work));
            if (start < device.window.begin || start >= device.window.end) continue;
            const auto call = launches.callOf(work);
            if (!call) continue;
            delays.add(start - count(in.store.end(*call)), {work, {}});
        }
        if (in.context.stopRequested()) return {};
        for (const StreamQueue& q : queueLengths(in.store, *device.work, launches, QueueKind::Pending)) {
            ChartSeries series{q.stream ? fmt::format("stream {}", *q.stream) : "no stream", ChartColour::Kind,
                               static_cast<std::uint8_t>(1 + queue.series.size() % 12),
                               thinned(q.points, device.window, count(in.store.extent().begin))};
            if (!series.points.empty()) queue.series.push_back(std::move(series));
        }
    }
    std::stable_sort(queue.series.begin(), queue.series.end(),
                     [](const auto& a, const auto& b) { return a.points.size() > b.points.size(); });
    if (queue.series.size() > 8) {
        queue.note = fmt::format("the 8 of {} streams with most work", queue.series.size());
        queue.series.resize(8);
    }
    Chart histogram = histogramChart("delays", "Launch delay: end of the call to start of the work", delays, "launches",
                                     ChartColour::Plain);
    histogram.note = "work that began before its call returned is in the first bar";
    return {std::move(queue), std::move(histogram)};
}

std::vector<Chart> copyRates(const ChartInput& in) {
    Chart out{"copy_rates",
              "Each copy: size and rate",
              ChartKind::Dots,
              {"", Unit::Bytes, Scaling::Log},
              {"", Unit::BytesPerSecond, Scaling::Log}};
    std::map<std::string, ChartSeries> directions;
    const SideColumn& bytes = in.store.arg(ArgField::Bytes);
    for (const Wanted& device : devicesIn(in))
        for (const SliceId work : device.work->work) {
            const std::int64_t start = count(in.store.start(work)), ns = in.store.duration(work).count();
            if (in.store.role(work) == Role::Kernel || ns <= 0) continue;
            if (start < device.window.begin || start >= device.window.end) continue;
            const auto size = bytes.find(work.value);
            if (!size || *size <= 0) continue;
            ChartSeries& series = directions[std::string(in.store.name(work))];
            if (series.points.size() >= kMostPoints) continue;
            series.points.push_back({static_cast<double>(*size),
                                     static_cast<double>(*size) * 1e9 / static_cast<double>(ns),
                                     {work, {}},
                                     {}});
        }
    std::uint8_t variant = 0;
    constexpr WorkKind kColours[] = {WorkKind::Memory, WorkKind::Gemm, WorkKind::Norm, WorkKind::Moe, WorkKind::Other};
    for (auto& [name, series] : directions) {
        series.name = name;
        series.colour = ChartColour::Kind;
        series.variant = static_cast<std::uint8_t>(kColours[variant++ % std::size(kColours)]);
        out.series.push_back(std::move(series));
    }
    return {out};
}

Chart variationChart(const TraceStore& store, std::span<const SliceId> slices, const std::string& name) {
    Chart out{"variation", name, ChartKind::Dots, {"", Unit::TimePoint}, {"", Unit::Nanoseconds}};
    if (slices.size() < 3) return out;
    out.series.push_back({"each one", ChartColour::Plain, 0, {}});
    const std::size_t stride = slices.size() / kMostPoints + 1;
    std::vector<std::int64_t> lengths;
    for (std::size_t i = 0; i < slices.size(); i += stride) {
        const SliceId s = slices[i];
        lengths.push_back(store.duration(s).count());
        out.series[0].points.push_back({static_cast<double>((store.start(s) - store.extent().begin).count()),
                                        static_cast<double>(lengths.back()),
                                        {s, {}},
                                        {}});
    }
    const WorkKind kind = store.kind(slices.front());
    if (kind != WorkKind::None) {
        out.series[0].colour = ChartColour::Kind;
        out.series[0].variant = static_cast<std::uint8_t>(kind);
    }
    std::sort(out.series[0].points.begin(), out.series[0].points.end(),
              [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
    std::nth_element(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2), lengths.end());
    const auto median = static_cast<double>(lengths[lengths.size() / 2]);
    const auto& points = out.series[0].points;
    out.guides.push_back({"median", {{points.front().x, median, {}, {}}, {points.back().x, median, {}, {}}}});
    return out;
}

} // namespace lanescope::models
