#include "widgets/ranks/ranks_document.h"

#include "core/export/quantity.h"

#include <algorithm>
#include <utility>

namespace lanescope::ranksview {

namespace {
constexpr std::size_t kMostUndo = 100;
}

void RanksDocument::open(std::shared_ptr<const RankJob> job) {
    m_job = std::move(job);
    m_set = m_job->set;
    m_shifted.assign(m_set.records.size(), 0);
    m_event.clear();
    m_eventStarts.clear();
    m_undo.clear();
    m_opened.clear();
    m_slice.reset();
    m_collective.reset();
    m_steps = stepNumbers(m_set);
    m_step = typicalRankStep(m_set);
    measure();
    showAtFirst();
    emit changed();
}

void RanksDocument::close() {
    if (!m_job) return;
    m_slice.reset();
    m_collective.reset();
    m_shown.clear();
    m_opened.clear();
    m_measured.clear();
    m_waits.clear();
    m_set = {};
    m_job.reset();
    emit changed();
}

const align::MatchedCollective& RanksDocument::matched(std::size_t measured) const {
    return m_set.matching.collectives[m_measured[measured].index];
}

std::string RanksDocument::label(std::size_t record) const {
    const std::string label = m_set.label(record);
    const bool number = !label.empty() && label.find_first_not_of("0123456789") == std::string::npos;
    return number ? "rank " + label : label.substr(label.find_last_of('/') + 1);
}

// The first ranks, and the straggler whatever its number.
void RanksDocument::showAtFirst() {
    m_shown.clear();
    for (std::size_t r = 0; r < m_set.records.size() && m_shown.size() < kShownAtFirst; ++r) m_shown.push_back(r);
    if (m_report.record && *m_report.record >= m_shown.size()) m_shown.back() = *m_report.record;
}

void RanksDocument::measure() {
    m_measured = measureCollectives(m_set);
    m_report = align::findStraggler(m_set.records, m_set.matching, m_set.alignment);
    m_stepWaits = rankStepValues(m_set, *findRankMetric("waiting"));
    m_waits.assign(m_set.records.size(), {});
    m_placed.assign(m_set.records.size(), {});
    for (std::size_t m = 0; m < m_measured.size(); ++m) {
        const align::MatchedCollective& c = matched(m);
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            const align::CommEvent& event = m_set.records[c.parts[i].record].events[c.parts[i].event];
            m_waits[c.parts[i].record].push_back(
                {SliceId{event.slice}, m_measured[m].times.waitNs[i], c.seq.value_or(-1)});
            m_placed[c.parts[i].record].emplace(event.slice, m);
        }
    }
    for (auto& waits : m_waits)
        std::sort(waits.begin(), waits.end(),
                  [](const auto& a, const auto& b) { return a.slice.value < b.slice.value; });
}

void RanksDocument::keepForUndo() {
    m_undo.push_back(clocks());
    if (m_undo.size() > kMostUndo) m_undo.erase(m_undo.begin());
}

void RanksDocument::alignBy(align::AlignBy by, const std::vector<std::optional<std::int64_t>>& eventStarts,
                            const std::string& event) {
    if (!isOpen()) return;
    keepForUndo();
    m_set.alignment = align::alignRanks(m_set.records, m_set.matching, by, eventStarts);
    m_shifted.assign(m_set.records.size(), 0);
    m_event = event;
    m_eventStarts = eventStarts;
    const auto chosen = m_slice;
    const auto collective = m_collective ? std::optional(m_measured[*m_collective].index) : std::nullopt;
    measure();
    m_collective.reset();
    if (collective)
        for (std::size_t m = 0; m < m_measured.size(); ++m)
            if (m_measured[m].index == *collective) m_collective = m;
    m_slice = chosen;
    emit alignmentChanged();
    emit selectionChanged();
}

void RanksDocument::shiftRank(std::size_t record, std::int64_t byNs, Shift shift) {
    if (!isOpen() || record >= m_set.records.size()) return;
    if (shift == Shift::New) keepForUndo();
    align::shiftRank(m_set.alignment, record, byNs);
    m_shifted[record] += byNs;
    const auto collective = m_collective ? std::optional(m_measured[*m_collective].index) : std::nullopt;
    measure();
    if (collective)
        for (std::size_t m = 0; m < m_measured.size(); ++m)
            if (m_measured[m].index == *collective) m_collective = m;
    emit alignmentChanged();
}

void RanksDocument::setClocks(align::AlignBy by, const std::vector<std::optional<std::int64_t>>& eventStarts,
                              const std::string& event, const std::vector<std::int64_t>& shiftedNs) {
    if (!isOpen()) return;
    alignBy(by, eventStarts, event);
    for (std::size_t r = 0; r < std::min(shiftedNs.size(), m_shifted.size()); ++r)
        if (shiftedNs[r] != 0) shiftRank(r, shiftedNs[r], Shift::Continued);
    m_undo.clear();
    emit alignmentChanged();
}

std::int64_t RanksDocument::shiftedBy(std::size_t record) const { return m_shifted[record]; }

void RanksDocument::undo() {
    if (m_undo.empty()) return;
    Clocks before = std::move(m_undo.back());
    m_undo.pop_back();
    const auto collective = m_collective ? std::optional(m_measured[*m_collective].index) : std::nullopt;
    m_set.alignment = std::move(before.alignment);
    m_shifted = std::move(before.shifted);
    m_event = std::move(before.event);
    m_eventStarts = std::move(before.eventStarts);
    measure();
    if (collective)
        for (std::size_t m = 0; m < m_measured.size(); ++m)
            if (m_measured[m].index == *collective) m_collective = m;
    emit alignmentChanged();
}

void RanksDocument::setShown(std::vector<std::size_t> records) {
    std::sort(records.begin(), records.end());
    records.erase(std::unique(records.begin(), records.end()), records.end());
    std::erase_if(records, [&](std::size_t r) { return r >= m_set.records.size(); });
    if (records.empty() || records == m_shown) return;
    m_shown = std::move(records);
    // What is out of sight is let go: it is opened again from its index.
    std::erase_if(m_opened, [&](const auto& entry) { return !placeOf(entry.first); });
    emit shownChanged();
}

std::optional<std::size_t> RanksDocument::placeOf(std::size_t record) const {
    const auto it = std::find(m_shown.begin(), m_shown.end(), record);
    if (it == m_shown.end()) return std::nullopt;
    return static_cast<std::size_t>(it - m_shown.begin());
}

void RanksDocument::setTrace(std::size_t record, std::shared_ptr<const RankTrace> trace) {
    if (!isOpen() || !trace || !placeOf(record)) return;
    Opened& opened = m_opened[record];
    opened.names = std::make_unique<ShortNames>(*trace->trace.store);
    opened.kept = std::make_unique<scene::PieceCache>();
    opened.trace = std::move(trace);
    opened.failed.clear();
    emit traceChanged(record);
}

void RanksDocument::setFailed(std::size_t record, const QString& why) {
    if (!isOpen()) return;
    m_opened[record].failed = why;
    emit traceChanged(record);
}

const RankTrace* RanksDocument::trace(std::size_t record) const { return sharedTrace(record).get(); }

std::shared_ptr<const RankTrace> RanksDocument::sharedTrace(std::size_t record) const {
    const auto it = m_opened.find(record);
    return it == m_opened.end() ? nullptr : it->second.trace;
}

bool RanksDocument::wantsTrace(std::size_t record) const { return !m_opened.contains(record); }

void RanksDocument::setStep(std::optional<std::int64_t> number) {
    if (number == m_step) return;
    m_step = number;
    emit stepChanged();
}

void RanksDocument::choose(std::optional<ChosenSlice> slice) {
    const auto collective = slice ? collectiveOf(*slice) : std::nullopt;
    if (slice == m_slice && collective == m_collective) return;
    m_slice = slice;
    m_collective = collective;
    emit selectionChanged();
}

void RanksDocument::chooseCollective(std::optional<std::size_t> measured) {
    if (measured == m_collective && m_slice) return;
    m_collective = measured;
    m_slice.reset();
    if (measured) { // the part of who came last, where it is shown
        const align::MatchedCollective& c = matched(*measured);
        const auto take = [&](std::size_t i) {
            const align::CommPlace& part = c.parts[i];
            m_slice = ChosenSlice{part.record, SliceId{m_set.records[part.record].events[part.event].slice}};
        };
        for (std::size_t i = 0; i < c.parts.size() && !m_slice; ++i)
            if (placeOf(c.parts[i].record)) take(i);
        if (placeOf(c.parts[m_measured[*measured].times.lastPart].record)) take(m_measured[*measured].times.lastPart);
    }
    emit selectionChanged();
}

std::optional<std::size_t> RanksDocument::collectiveOf(const ChosenSlice& slice) const {
    if (slice.record >= m_placed.size()) return std::nullopt;
    const auto it = m_placed[slice.record].find(slice.slice.value);
    if (it == m_placed[slice.record].end()) return std::nullopt;
    return it->second;
}

std::optional<std::int64_t> typicalRankStep(const RankSet& set) {
    std::vector<std::int64_t> numbers;
    for (const align::RankRecord& record : set.records)
        for (const align::RankStep& step : record.steps)
            if (!step.warmup && !step.cutOff) numbers.push_back(step.number);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    if (numbers.empty()) return std::nullopt;
    return numbers[numbers.size() / 2];
}

} // namespace lanescope::ranksview
