// The document's times on the ruler, and what a frame of it reads.
#include "core/export/quantity.h"
#include "core/query/clock_axis.h"
#include "widgets/ranks/ranks_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace lanescope::ranksview {

namespace {

const scene::RowLayout kNoLayout;
const scene::RowState kPlainRows;

class Hull {
public:
    void add(RankTime begin, RankTime end) {
        m_begin = std::min(m_begin, count(begin));
        m_end = std::max(m_end, count(end));
    }
    bool empty() const { return m_begin >= m_end; }
    TimeRange range() const { return empty() ? TimeRange{} : timeRange(m_begin, m_end); }

private:
    std::int64_t m_begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_end = std::numeric_limits<std::int64_t>::min();
};

const align::RankStep* stepOf(const align::RankRecord& record, std::int64_t number) {
    const auto it = std::find_if(record.steps.begin(), record.steps.end(),
                                 [&](const align::RankStep& step) { return step.number == number; });
    return it == record.steps.end() ? nullptr : &*it;
}

// "GPU 2", or how many there are.
void addDevices(const RowTree& tree, scene::RankOnView& rank) {
    std::size_t devices = 0;
    std::string name;
    for (const Row& row : tree.rows())
        if (row.kind == RowKind::PartsBand && row.device && row.device->number && devices++ == 0)
            name = fmt::format("GPU {}", *row.device->number);
    if (devices == 0) return;
    if (devices > 1) {
        rank.devices = scene::RankOnView::Devices::Several;
        name = fmt::format("{} GPUs", devices);
    }
    rank.place += fmt::format("{}{}", rank.place.empty() ? "" : ", ", name);
}

// "pp 3, dp 1": of a job whose file says which part of it a rank is.
std::string placesText(const align::Layout& layout, std::size_t record) {
    std::string out;
    const auto isOne = [&](align::Parallel parallel) {
        return std::any_of(layout.dimensions.begin(), layout.dimensions.end(), [&](const auto& dimension) {
            return dimension.parallel == parallel && dimension.size == 1;
        });
    };
    for (const auto& [parallel, at] : layout.places[record])
        if (!isOne(parallel)) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", align::parallelWord(parallel), at);
    return out;
}

} // namespace

TimeRange RanksDocument::extent() const {
    Hull hull;
    for (std::size_t r = 0; r < m_set.records.size(); ++r) {
        const align::RankRecord& record = m_set.records[r];
        const align::RankClockFit& clock = m_set.alignment.ranks[r];
        if (record.begin < record.end)
            hull.add(onRuler(clock.toCommon(record.begin)), onRuler(clock.toCommon(record.end)));
        for (const align::RankStep& step : record.steps)
            hull.add(onRuler(clock.toCommon(step.begin)), onRuler(clock.toCommon(step.end)));
    }
    return hull.empty() ? timeRange(0, 1'000'000) : hull.range();
}

std::optional<TimeRange> RanksDocument::stepRange(std::size_t record, std::int64_t number) const {
    const align::RankStep* step = stepOf(m_set.records[record], number);
    if (!step) return std::nullopt;
    const align::RankClockFit& clock = m_set.alignment.ranks[record];
    return TimeRange{onRuler(clock.toCommon(step->begin)), onRuler(clock.toCommon(step->end))};
}

// Of the reference, where it recorded the step: hosts run ahead of it by different amounts.
std::optional<TimeRange> RanksDocument::stepRange(std::int64_t number) const {
    if (m_set.records.empty()) return std::nullopt;
    if (const auto own = stepRange(m_set.alignment.reference, number)) return own;
    Hull hull;
    for (std::size_t r = 0; r < m_set.records.size(); ++r)
        if (const auto range = stepRange(r, number)) hull.add(range->begin, range->end);
    if (hull.empty()) return std::nullopt;
    return hull.range();
}

TimeRange RanksDocument::collectiveRange(std::size_t measured) const {
    const align::CollectiveTimes& times = m_measures->measured[measured].times;
    return timeRange(*std::min_element(times.startNs.begin(), times.startNs.end()),
                     *std::max_element(times.endNs.begin(), times.endNs.end()));
}

std::optional<TimeRange> RanksDocument::sliceRange(const ChosenSlice& slice) const {
    const RankTrace* open = trace(slice.record);
    if (!open || slice.slice.value >= open->trace.store->slices().size()) return std::nullopt;
    const align::RankClockFit& clock = m_set.alignment.ranks[slice.record];
    return TimeRange{onRuler(clock.toCommon(count(open->trace.store->start(slice.slice)))),
                     onRuler(clock.toCommon(count(open->trace.store->end(slice.slice))))};
}

// Columns count from the origin: with the same origin and the drift in the zoom, column n of every rank is column n of
// the ruler.
TimeScale RanksDocument::scaleOf(std::size_t record, const TimeScale& common) const {
    const align::RankClockFit& clock = m_set.alignment.ranks[record];
    const auto own = [&](RankTime t) { return rankTime(clock.toFile(CommonTime{Ns{count(t)}})); };
    return TimeScale(own(common.origin()), own(common.timeAt(0)), common.nsPerPx() * (1 + clock.drift),
                     common.widthPx());
}

RankTime RanksDocument::zero() const {
    if (m_step) {
        if (const auto own = stepRange(m_set.alignment.reference, *m_step)) return own->begin;
        if (const auto any = stepRange(*m_step)) return any->begin;
    }
    return extent().begin;
}

std::string RanksDocument::zeroName() const { return m_step ? fmt::format("step {}", *m_step) : std::string(); }

TimeAxis RanksDocument::axis(AxisClock clock) const {
    if (!isOpen() || m_set.records.empty()) return {AxisClock::Step, zero(), 0};
    const align::RankRecord& reference = m_set.records[m_set.alignment.reference];
    const align::RankClockFit& fit = m_set.alignment.ranks[m_set.alignment.reference];
    const std::int64_t ahead = reference.begin - count(onRuler(fit.toCommon(reference.begin)));
    std::int64_t base = 0; // of the common clock, instead of the reference's file
    if (__builtin_add_overflow(reference.baseTimeNs.value_or(0), ahead, &base)) base = 0;
    return timeAxis(base, extent().begin, clock, zero());
}

std::int64_t RanksDocument::waitNs(std::size_t record, std::optional<std::int64_t> step) const {
    if (!step) {
        std::int64_t sum = 0;
        for (const scene::RankWait& wait : m_measures->waits[record]) sum += wait.waitNs;
        return sum;
    }
    const auto it = m_measures->stepWaits.find({record, *step});
    return it == m_measures->stepWaits.end() ? 0 : it->second;
}

align::RankFigures RanksDocument::figures(std::size_t record) const {
    if (m_step)
        if (const align::RankStep* step = stepOf(m_set.records[record], *m_step)) return step->figures;
    return m_set.records[record].whole;
}

std::vector<scene::RankFigure> RanksDocument::figureTexts(std::size_t record) const {
    const align::RankFigures f = figures(record);
    const auto weight = isAtFault(record) ? scene::RankFigure::Weight::Strong : scene::RankFigure::Weight::Plain;
    std::vector<scene::RankFigure> out;
    const bool isRecorded = !m_step || stepOf(m_set.records[record], *m_step);
    if (!isRecorded)
        out.push_back({"step", "not recorded"});
    else if (report().refuted())
        out.push_back({"waits", "not known: clocks"});
    else if (isAnalysed(record))
        out.push_back({"waits", formatDuration(waitNs(record, m_step)), weight});
    else
        out.push_back({"a copy", "not compared"});
    if (isRecorded) {
        out.push_back({"compute", formatDuration(f.computeNs), weight});
        out.push_back({"exposed comm", formatDuration(f.exposedCommNs)});
    }
    const align::RankClockFit& clock = m_set.alignment.ranks[record];
    std::string words = clock.offsetNs == 0 ? "0" : formatOffset(clock.offsetNs);
    if (m_set.alignment.reference == record && clock.offsetNs == 0)
        words = "reference";
    else if (!clock.aligned)
        words = "not aligned";
    out.push_back({"clock", words});
    if (const auto rank = m_set.records[record].rank)
        if (const auto beside = m_beside.find(*rank); beside != m_beside.end())
            for (const auto& [name, value] : beside->second) out.push_back({name, value});
    if (m_shifted[record] != 0) out.push_back({"by hand", formatOffset(m_shifted[record])});
    return out;
}

scene::RanksData RanksDocument::sceneData(const TimeScale& common, std::span<const std::size_t> records) const {
    scene::RanksData out;
    for (const std::size_t record : records) {
        scene::RankOnView rank;
        rank.name = label(record);
        rank.place = m_set.records[record].host;
        if (const std::string place = placeText(record); !place.empty())
            rank.place += fmt::format("{}{}", rank.place.empty() ? "" : ", ", place);
        rank.figures = figureTexts(record);
        rank.scale = scaleOf(record, common);
        rank.waits = m_measures->waits[record];
        if (isAtFault(record))
            rank.verdict =
                verdict().record ? scene::RankOnView::Verdict::Straggler : scene::RankOnView::Verdict::SlowStage;
        rank.instead = "opening \u2026";
        const auto opened = m_opened.find(record);
        if (opened != m_opened.end() && opened->second.trace) {
            const RankTrace& trace = *opened->second.trace;
            rank.data.emplace(scene::TimelineData{*trace.trace.store, trace.tree, kNoLayout, kPlainRows, trace.bands,
                                                  *opened->second.names, opened->second.kept.get()});
            addDevices(trace.tree, rank);
            if (!m_set.records[record].coordinates.empty()) rank.place = placesText(m_set.layout, record);
        } else if (opened != m_opened.end() && !opened->second.failed.isEmpty()) {
            rank.instead = opened->second.failed.toStdString();
        }
        const bool reference = record == m_set.alignment.reference;
        if (rank.data && (!out.ruler || reference)) out.ruler = out.ranks.size();
        out.ranks.push_back(std::move(rank));
    }
    return out;
}

} // namespace lanescope::ranksview
