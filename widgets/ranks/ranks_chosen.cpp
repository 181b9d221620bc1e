// What is chosen in the document, and what lists are confined to.
#include "widgets/ranks/ranks_document.h"

#include <algorithm>

namespace lanescope::ranksview {

void RanksDocument::choose(std::optional<ChosenSlice> slice) {
    const auto collective = slice ? collectiveOf(*slice) : std::nullopt;
    if (slice == m_slice && collective == m_collective) return;
    m_slice = slice;
    m_collective = collective;
    emit selectionChanged();
}

void RanksDocument::chooseCollective(std::optional<std::size_t> chosen) {
    if (chosen == m_collective && m_slice) return;
    m_collective = chosen;
    m_slice.reset();
    if (chosen) { // the part of who came last, where it is shown
        const align::MatchedCollective& c = matched(*chosen);
        const auto take = [&](std::size_t i) { m_slice = sliceOf(c.parts[i]); };
        for (std::size_t i = 0; i < c.parts.size() && !m_slice; ++i)
            if (placeOf(c.parts[i].record)) take(i);
        if (placeOf(c.parts[measured()[*chosen].times.lastPart].record)) take(measured()[*chosen].times.lastPart);
    }
    emit selectionChanged();
}

ChosenSlice RanksDocument::sliceOf(const align::CommPlace& part) const {
    return {part.record, SliceId{m_set.records[part.record].events[part.event].slice}};
}

std::optional<std::size_t> RanksDocument::collectiveOf(const ChosenSlice& slice) const {
    if (slice.record >= m_measures->placed.size()) return std::nullopt;
    const auto it = m_measures->placed[slice.record].find(slice.slice.value);
    if (it == m_measures->placed[slice.record].end()) return std::nullopt;
    return it->second;
}

std::optional<std::size_t> RanksDocument::pairOf(const ChosenSlice& slice) const {
    if (slice.record >= m_measures->paired.size()) return std::nullopt;
    const auto it = m_measures->paired[slice.record].find(slice.slice.value);
    if (it == m_measures->paired[slice.record].end()) return std::nullopt;
    return it->second;
}

std::vector<ChosenSlice> RanksDocument::joinedParts() const {
    std::vector<ChosenSlice> out;
    if (m_collective) {
        for (const align::CommPlace& part : matched(*m_collective).parts) out.push_back(sliceOf(part));
        return out;
    }
    const auto pair = m_slice ? pairOf(*m_slice) : std::nullopt;
    if (!pair) return out;
    out.push_back(sliceOf(m_set.matching.pairs[*pair].send));
    out.push_back(sliceOf(m_set.matching.pairs[*pair].recv));
    return out;
}

void RanksDocument::setFilter(const RanksFilter& filter) {
    if (filter == m_filter) return;
    m_filter = filter;
    emit filterChanged();
}

bool RanksDocument::isListed(std::size_t index) const {
    const align::MatchedCollective& c = matched(index);
    if (!m_filter.groups.empty() && !m_filter.groups.contains(c.group)) return false;
    if (m_filter.steps.empty()) return true;
    const auto step = stepOfCollective(m_set, c);
    return step && m_filter.steps.contains(*step);
}

std::vector<std::int64_t> RanksDocument::listedSteps() const {
    if (m_filter.steps.empty()) return m_steps;
    std::vector<std::int64_t> out;
    std::copy_if(m_steps.begin(), m_steps.end(), std::back_inserter(out),
                 [&](std::int64_t step) { return m_filter.steps.contains(step); });
    return out;
}

void RanksDocument::setCompanions(std::shared_ptr<const RankCompanions> companions) {
    ++m_revision;
    if (!isOpen() || !companions) return;
    m_companions = std::move(companions);
    m_beside = companionFigures(*m_companions);
    emit companionsChanged();
}

} // namespace lanescope::ranksview
