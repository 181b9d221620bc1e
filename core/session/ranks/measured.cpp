#include "core/session/ranks/measured.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lanescope {
namespace {

using align::CommEvent;
using align::CommPlace;
using align::MatchedCollective;
using align::RankFigures;
using align::RankStep;

template <std::size_t Part>
std::int64_t idlePart(const RankFigures& f) {
    return f.idlePartNs[Part];
}
constexpr RankMetric kMetrics[] = {
    {"step_time", "step time", [](const RankFigures& f) { return f.wallNs; }},
    {"busy", "busy", [](const RankFigures& f) { return f.busyNs; }},
    {"compute", "compute", [](const RankFigures& f) { return f.computeNs; }},
    {"comm", "communication", [](const RankFigures& f) { return f.commNs; }},
    {"exposed_comm", "exposed communication", [](const RankFigures& f) { return f.exposedCommNs; }},
    {"exposed_mem", "exposed copies", [](const RankFigures& f) { return f.exposedMemNs; }},
    {"waiting", "waiting in collectives", nullptr},
    {"idle", "idle", [](const RankFigures& f) { return f.idleNs; }},
    {"idle_late_launch", "idle: late launch", idlePart<0>},
    {"idle_synchronisation", "idle: synchronisation", idlePart<1>},
    {"idle_allocation", "idle: allocation", idlePart<2>},
    {"idle_data_loading", "idle: data loading", idlePart<3>},
    {"idle_launch_latency", "idle: launch latency", idlePart<4>},
    {"idle_dependency", "idle: dependency", idlePart<5>},
    {"idle_kernel_gap", "idle: kernel gap", idlePart<6>},
    {"idle_unknown", "idle: unknown", idlePart<7>},
};

RankStepValues waitingOf(const RankSet& set) {
    RankStepValues out;
    if (!align::clocksRefuted(set.records, set.matching, set.alignment).empty()) return out;
    for (std::size_t r = 0; r < set.records.size(); ++r)
        for (const RankStep& step : set.records[r].steps) out[{r, step.number}] = 0;
    for (const align::Discovery::Twice& twice : set.discovery.twice) // 0 would say that a copy waits least
        for (std::size_t i = 1; i < twice.records.size(); ++i)
            std::erase_if(out, [&](const auto& entry) { return entry.first.first == twice.records[i]; });
    for (const align::MatchedCollective& c : set.matching.collectives) {
        const align::CollectiveTimes times = align::timesOf(set.records, set.alignment, c);
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            const align::RankRecord& record = set.records[c.parts[i].record];
            const std::int32_t step = record.events[c.parts[i].event].step;
            if (step >= 0)
                out[{c.parts[i].record, record.steps[static_cast<std::size_t>(step)].number}] += times.waitNs[i];
        }
    }
    return out;
}

const CommEvent& eventAt(const RankSet& set, const CommPlace& place) {
    return set.records[place.record].events[place.event];
}

std::optional<double> imbalanceOf(const RankSet& set, const MatchedCollective& c) {
    if (c.kind != CollectiveKind::AllToAll) return std::nullopt;
    double sum = 0, most = 0;
    for (const CommPlace& part : c.parts) {
        const std::int64_t bytes = eventAt(set, part).inBytes;
        if (bytes < 0) return std::nullopt;
        sum += static_cast<double>(bytes);
        most = std::max(most, static_cast<double>(bytes));
    }
    return sum > 0 ? std::optional(most * static_cast<double>(c.parts.size()) / sum) : std::nullopt;
}

} // namespace

std::vector<MeasuredCollective> measureCollectives(const RankSet& set) {
    std::vector<MeasuredCollective> out;
    for (std::size_t index = 0; index < set.matching.collectives.size(); ++index) {
        const MatchedCollective& c = set.matching.collectives[index];
        MeasuredCollective m;
        m.index = index;
        m.times = align::timesOf(set.records, set.alignment, c);
        m.rates = align::ratesOf(set.records, set.matching, c, m.times);
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            m.meanWaitNs += m.times.waitNs[i];
            m.maxWaitNs = std::max(m.maxWaitNs, m.times.waitNs[i]);
            m.exposedNs += eventAt(set, c.parts[i]).exposedNs;
        }
        m.meanWaitNs /= static_cast<std::int64_t>(c.parts.size());
        m.exposedNs /= static_cast<std::int64_t>(c.parts.size());
        m.imbalance = imbalanceOf(set, c);
        out.push_back(std::move(m));
    }
    std::stable_sort(out.begin(), out.end(), [](const MeasuredCollective& a, const MeasuredCollective& b) {
        return a.times.latestStartNs < b.times.latestStartNs;
    });
    return out;
}

std::string sharedGroupText(const RankSet& set, std::uint32_t group) {
    const align::SharedGroup& g = set.matching.groups[group];
    std::string out = g.name;
    if (!g.description.empty() && g.description != g.name) out += (out.empty() ? "" : " ") + g.description;
    return out;
}

std::optional<std::int64_t> stepOfCollective(const RankSet& set, const MatchedCollective& c) {
    for (const CommPlace& part : c.parts)
        if (const std::int32_t step = eventAt(set, part).step; step >= 0)
            return set.records[part.record].steps[static_cast<std::size_t>(step)].number;
    return std::nullopt;
}

std::span<const RankMetric> rankMetrics() { return kMetrics; }

const RankMetric* findRankMetric(std::string_view id) {
    const auto it =
        std::find_if(std::begin(kMetrics), std::end(kMetrics), [&](const RankMetric& m) { return m.id == id; });
    return it == std::end(kMetrics) ? nullptr : it;
}

RankStepValues rankStepValues(const RankSet& set, const RankMetric& metric) {
    RankStepValues out;
    if (metric.of) {
        for (std::size_t r = 0; r < set.records.size(); ++r)
            for (const RankStep& step : set.records[r].steps) out[{r, step.number}] = metric.of(step.figures);
    } else {
        out = waitingOf(set);
    }
    for (std::size_t r = 0; r < set.records.size();
         ++r) // a recording that was cut: what is left of the step is no figure
        for (const RankStep& step : set.records[r].steps)
            if (step.cutOff && !set.records[r].losses.empty()) out.erase({r, step.number});
    return out;
}

std::vector<std::int64_t> stepNumbers(const RankSet& set) {
    std::set<std::int64_t> numbers;
    for (const align::RankRecord& record : set.records)
        for (const RankStep& step : record.steps) numbers.insert(step.number);
    return {numbers.begin(), numbers.end()};
}

} // namespace lanescope
