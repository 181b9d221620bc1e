#include "core/analysis/launches/launch_index.h"

namespace lanescope {

LaunchIndex::LaunchIndex(const TraceStore& store) : m_store(store) {
    const LaunchLinks& links = store.launches();
    if (links.workRows.empty()) return;
    m_firstRow = links.workRows.front();
    const std::size_t range = links.workRows.back() - m_firstRow + std::size_t{1};
    if (range > 4 * links.workRows.size()) return; // the table would be mostly holes
    m_callOf.assign(range, kNoRow);
    for (std::size_t i = 0; i < links.workRows.size(); ++i)
        m_callOf[links.workRows[i] - m_firstRow] = links.callRows[i];
}

std::optional<SliceId> LaunchIndex::callOf(SliceId work) const {
    if (m_callOf.empty()) return m_store.launchOf(work);
    if (work.value < m_firstRow || work.value - m_firstRow >= m_callOf.size()) return std::nullopt;
    const std::uint32_t call = m_callOf[work.value - m_firstRow];
    if (call == kNoRow) return std::nullopt;
    return SliceId{call};
}

} // namespace lanescope
