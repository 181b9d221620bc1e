#include "widgets/timeline/selection.h"

#include <algorithm>

namespace lanescope::timeline {

void Selection::toggle(SliceId slice) {
    std::vector<SliceId> next = m_slices;
    const auto it = std::find(next.begin(), next.end(), slice);
    if (it != next.end()) {
        next.erase(it);
    } else {
        next.push_back(slice);
    }
    setSlices(std::move(next));
}

void Selection::setSlices(std::vector<SliceId> slices) {
    if (slices == m_slices) return;
    m_slices = std::move(slices);
    emit slicesChanged();
}

void Selection::setRange(std::optional<TimeRange> range) {
    if (range == m_range || (range && isRangeLocked())) return;
    m_range = range;
    if (!range) m_hold = RangeHold::Free;
    emit rangeChanged();
}

void Selection::holdRange(RangeHold hold) {
    if (!m_range || hold == m_hold) return;
    m_hold = hold;
    emit rangeChanged();
}

void Selection::setStep(std::optional<std::size_t> step) {
    if (step == m_step) return;
    m_step = step;
    emit stepChanged();
}

void Selection::setPointer(std::optional<RankTime> time) {
    if (time == m_pointer) return;
    m_pointer = time;
    emit pointerChanged();
}

void Selection::clear() {
    clearSlices();
    setRange(std::nullopt);
    setStep(std::nullopt);
    setPointer(std::nullopt);
}

} // namespace lanescope::timeline
