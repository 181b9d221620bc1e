#include "widgets/ranks/ranks_document.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lanescope::ranksview {

namespace {
constexpr std::size_t kMostUndo = 100;
}

void RanksDocument::open(std::shared_ptr<const RankJob> job) {
    ++m_revision;
    ++m_generation;
    m_job = std::move(job);
    m_set = m_job->set;
    m_filesLeftOut = false;
    m_events = eventsOf(m_set);
    m_measuring = false;
    m_shifted.assign(m_set.records.size(), 0);
    m_event.clear();
    m_eventStarts.clear();
    m_undo.clear();
    m_opened.clear();
    m_slices.clear();
    m_slice.reset();
    m_collective.reset();
    m_filter = {};
    m_givenLayout.clear();
    m_perNode.reset();
    m_steps = stepNumbers(m_set);
    m_step = typicalRankStep(m_set);
    m_companions = m_job->companions ? m_job->companions : std::make_shared<const RankCompanions>();
    m_beside = companionFigures(*m_companions);
    m_measures = m_job->measures ? m_job->measures : std::make_shared<RankMeasures>(measureRanks(m_set));
    showAtFirst();
    emit changed();
}

void RanksDocument::leaveFilesOut() {
    lanescope::leaveFilesOut(m_set);
    m_filesLeftOut = true;
}

void RanksDocument::close() {
    ++m_revision;
    if (!m_job) return;
    ++m_generation;
    m_slice.reset();
    m_collective.reset();
    m_shown.clear();
    m_opened.clear();
    m_slices.clear();
    m_measures = std::make_shared<RankMeasures>();
    m_companions = std::make_shared<const RankCompanions>();
    m_measuring = false;
    m_filter = {};
    m_set = {};
    m_job.reset();
    emit changed();
}

const align::MatchedCollective& RanksDocument::matched(std::size_t measured) const {
    return m_set.matching.collectives[m_measures->measured[measured].index];
}

std::string RanksDocument::label(std::size_t record) const {
    const std::string label = m_set.label(record);
    const bool number = !label.empty() && label.find_first_not_of("0123456789") == std::string::npos;
    return number ? "rank " + label : label.substr(label.find_last_of('/') + 1);
}

bool RanksDocument::isAtFault(std::size_t record) const {
    const auto& slow = verdict().slow;
    return std::find(slow.begin(), slow.end(), record) != slow.end();
}

bool RanksDocument::isAnalysed(std::size_t record) const {
    for (const align::Discovery::Twice& twice : m_set.discovery.twice)
        if (std::find(twice.records.begin() + 1, twice.records.end(), record) != twice.records.end()) return false;
    return true;
}

std::string RanksDocument::placeText(std::size_t record) const {
    if (record >= m_set.layout.places.size()) return {};
    std::string out;
    bool more = false; // than ranks of one kind
    for (const align::Layout::Dimension& d : m_set.layout.dimensions) {
        const auto at = m_set.layout.places[record].find(d.parallel);
        if (d.size < 2 || at == m_set.layout.places[record].end()) continue;
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", align::parallelWord(d.parallel), at->second);
        more = more || d.parallel != align::Parallel::Data;
    }
    return more ? out : std::string();
}

// The first ranks, and the straggler whatever its number.
void RanksDocument::showAtFirst() {
    m_shown.clear();
    for (std::size_t r = 0; r < m_set.records.size() && m_shown.size() < kShownAtFirst; ++r) m_shown.push_back(r);
    const auto& slow = verdict().slow;
    if (!slow.empty() && slow.front() >= m_shown.size()) m_shown.back() = slow.front();
}

void RanksDocument::setShown(std::vector<std::size_t> records) {
    ++m_revision;
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
    ++m_revision;
    if (!isOpen() || !trace || !placeOf(record)) return;
    Opened& opened = m_opened[record];
    opened.names = std::make_unique<ShortNames>(*trace->trace.store);
    opened.kept = std::make_unique<scene::PieceCache>();
    m_slices[record] = trace->trace.store->slices().size();
    opened.trace = std::move(trace);
    opened.failed.clear();
    placeEvents(record);
    emit traceChanged(record);
}

void RanksDocument::setFailed(std::size_t record, const QString& why) {
    ++m_revision;
    if (!isOpen()) return;
    m_opened[record].failed = why;
    emit traceChanged(record);
}

void RanksDocument::letGoBut(const std::vector<std::size_t>& keep, std::size_t most) {
    std::vector<std::size_t> gone;
    for (const auto& [record, opened] : m_opened)
        if (m_opened.size() - gone.size() > most && std::find(keep.begin(), keep.end(), record) == keep.end())
            gone.push_back(record);
    if (gone.empty()) return;
    ++m_revision;
    for (const std::size_t record : gone) m_opened.erase(record);
    for (const std::size_t record : gone) emit traceChanged(record);
}

std::size_t RanksDocument::slicesOf(std::size_t record) const {
    const auto at = m_slices.find(record);
    return at == m_slices.end() ? 0 : at->second;
}

const RankTrace* RanksDocument::trace(std::size_t record) const { return sharedTrace(record).get(); }

std::shared_ptr<const RankTrace> RanksDocument::sharedTrace(std::size_t record) const {
    const auto it = m_opened.find(record);
    return it == m_opened.end() ? nullptr : it->second.trace;
}

bool RanksDocument::wantsTrace(std::size_t record) const { return !m_opened.contains(record); }

void RanksDocument::setStep(std::optional<std::int64_t> number) {
    ++m_revision;
    if (number == m_step) return;
    m_step = number;
    emit stepChanged();
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
