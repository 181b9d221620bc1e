// The document's clocks: how they are laid, the way back, and the figures that follow from them.
#include "widgets/ranks/ranks_document.h"

#include "core/align/layout_given.h"

#include <algorithm>
#include <utility>

namespace lanescope::ranksview {

namespace {
constexpr std::size_t kMostUndo = 100;
}

void RanksDocument::keepForUndo() {
    m_undo.push_back(clocks());
    if (m_undo.size() > kMostUndo) m_undo.erase(m_undo.begin());
}

void RanksDocument::take(const Clocks& clocks) {
    ++m_revision;
    m_set.alignment = clocks.alignment;
    m_shifted = clocks.shifted;
    m_event = clocks.event;
    m_eventStarts = clocks.eventStarts;
}

// The chosen collective stays, wherever it lies in the new order.
void RanksDocument::takeMeasures(std::shared_ptr<RankMeasures> measures) {
    ++m_revision;
    const auto index = m_collective ? std::optional(measured()[*m_collective].index) : std::nullopt;
    m_measures = std::move(measures);
    m_measuring = false;
    m_collective.reset();
    for (std::size_t m = 0; index && m < measured().size() && !m_collective; ++m)
        if (measured()[m].index == *index) m_collective = m;
    for (const auto& [record, opened] : m_opened) placeEvents(record);
    emit alignmentChanged();
    emit selectionChanged();
}

// `clocks` of the set as it was found: on this thread for small jobs, else later; until then nothing moves.
void RanksDocument::move(std::function<Clocks(const RankSet&)> clocks) {
    const std::uint64_t generation = ++m_generation;
    if (!isLarge()) {
        take(clocks(m_set));
        return takeMeasures(std::make_shared<RankMeasures>(measureRanks(m_set, m_perNode)));
    }
    m_measuring = true;
    emit clocksMoved();
    m_later(
        [job = m_job, layout = m_set.layout, perNode = m_perNode, clocks = std::move(clocks)] {
            Moved out;
            RankSet own = job->set;
            own.layout = layout;
            out.clocks = clocks(own);
            own.alignment = out.clocks.alignment;
            out.measures = std::make_shared<RankMeasures>(measureRanks(own, perNode));
            return out;
        },
        [this, generation](const Moved& moved) {
            if (generation != m_generation) return;
            take(moved.clocks);
            takeMeasures(moved.measures);
        });
}

// The clocks have moved already; only the figures come later.
void RanksDocument::measure() {
    if (isLarge()) emit clocksMoved();
    move([now = clocks()](const RankSet&) { return now; });
}

void RanksDocument::alignBy(align::AlignBy by, const std::vector<std::optional<std::int64_t>>& eventStarts,
                            const std::string& event) {
    if (!isOpen()) return;
    keepForUndo();
    move([by, eventStarts, event](const RankSet& set) {
        return Clocks{align::alignRanks(set.records, set.matching, by, eventStarts),
                      std::vector<std::int64_t>(set.records.size(), 0), event, eventStarts};
    });
}

void RanksDocument::setClocks(align::AlignBy by, const std::vector<std::optional<std::int64_t>>& eventStarts,
                              const std::string& event, const std::vector<std::int64_t>& shiftedNs) {
    if (!isOpen()) return;
    m_undo.clear();
    move([by, eventStarts, event, shiftedNs](const RankSet& set) {
        Clocks out{align::alignRanks(set.records, set.matching, by, eventStarts),
                   std::vector<std::int64_t>(set.records.size(), 0), event, eventStarts};
        for (std::size_t r = 0; r < std::min(shiftedNs.size(), out.shifted.size()); ++r) {
            if (shiftedNs[r] == 0) continue;
            align::shiftRank(out.alignment, r, shiftedNs[r]);
            out.shifted[r] = shiftedNs[r];
        }
        return out;
    });
}

void RanksDocument::shiftRank(std::size_t record, std::int64_t byNs, Shift shift) {
    ++m_revision;
    if (!isOpen() || record >= m_set.records.size()) return;
    if (shift == Shift::New) keepForUndo();
    align::shiftRank(m_set.alignment, record, byNs);
    m_shifted[record] += byNs;
    measure();
}

std::int64_t RanksDocument::shiftedBy(std::size_t record) const { return m_shifted[record]; }

void RanksDocument::undo() {
    if (m_undo.empty()) return;
    take(m_undo.back());
    m_undo.pop_back();
    measure();
}

// Rows of a summary's events are known when its trace is there.
void RanksDocument::placeEvents(std::size_t record) {
    ++m_revision;
    const RankTrace* opened = trace(record);
    auto& events = m_set.records[record].events;
    if (!opened || opened->eventSlices.empty() || opened->eventSlices.size() != events.size()) return;
    for (std::size_t i = 0; i < events.size(); ++i) events[i].slice = opened->eventSlices[i];
    placeRank(m_set, record, *m_measures);
}

QString RanksDocument::setLayout(const QString& text) {
    if (!isOpen()) return {};
    ++m_revision; // rows say their place in the job
    if (text.trimmed().isEmpty()) {
        m_set.layout = align::inferLayout(m_set.records, m_set.matching);
        m_givenLayout.clear();
        emit layoutChanged();
        return {};
    }
    auto layout = align::givenLayout(m_set.records, text.trimmed().toStdString());
    if (!layout.ok()) return QString::fromStdString(layout.error().text());
    m_set.layout = std::move(*layout);
    m_givenLayout = text.trimmed();
    emit layoutChanged();
    return {};
}

void RanksDocument::setRanksPerNode(std::optional<std::int64_t> count) {
    if (!isOpen() || count == m_perNode) return;
    m_perNode = count;
    measure();
    emit layoutChanged();
}

} // namespace lanescope::ranksview
