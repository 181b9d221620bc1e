#include "core/analysis/step_lookup.h"

#include <algorithm>
#include <tuple>

namespace lanescope {

StepLookup::StepLookup(const TraceStore& store) : m_store(store) {
    for (std::size_t i = 0; i < store.steps().size(); ++i) {
        const SliceId slice{store.steps()[i].slice};
        m_steps.push_back({count(store.start(slice)), count(store.end(slice)), 0, i, pidOf(slice)});
    }
    std::sort(m_steps.begin(), m_steps.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.pid, a.begin, a.step) < std::tie(b.pid, b.begin, b.step);
    });
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const bool first = i == 0 || m_steps[i].pid != m_steps[i - 1].pid;
        m_steps[i].maxEnd = first ? m_steps[i].end : std::max(m_steps[i].end, m_steps[i - 1].maxEnd);
        if (i > 0 && first) m_oneProcess = false;
    }
}

StringId StepLookup::pidOf(SliceId s) const {
    return m_store.threads()[m_store.tracks()[m_store.track(s).value].thread.value].pid;
}

std::optional<std::size_t> StepLookup::stepOfCall(SliceId call) const {
    if (m_steps.empty()) return std::nullopt;
    const StringId pid = m_oneProcess ? m_steps.front().pid : pidOf(call);
    const std::int64_t at = count(m_store.start(call));
    auto it = std::upper_bound(m_steps.begin(), m_steps.end(), std::tie(pid, at),
                               [](const auto& key, const Entry& e) { return key < std::tie(e.pid, e.begin); });
    // Backwards over the steps that began before; normally the first look decides.
    while (it != m_steps.begin()) {
        --it;
        if (it->pid != pid || it->maxEnd <= at) return std::nullopt;
        if (at < it->end) return it->step;
    }
    return std::nullopt;
}

} // namespace lanescope
