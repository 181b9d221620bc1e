// What the user has chosen: slices, a range of time, a step; and what the pointer is at. GUI thread.
#pragma once

#include "core/base/id.h"
#include "core/base/time.h"

#include <QObject>

#include <optional>
#include <vector>

namespace lanescope::timeline {

class Selection final : public QObject {
    Q_OBJECT
public:
    explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

    const std::vector<SliceId>& slices() const { return m_slices; }
    std::optional<SliceId> current() const { // the last one
        if (m_slices.empty()) return std::nullopt;
        return m_slices.back();
    }
    std::optional<TimeRange> range() const { return m_range; }
    std::optional<std::size_t> step() const { return m_step; } // index in store.steps()
    std::optional<RankTime> pointer() const { return m_pointer; }

    void select(SliceId slice) { setSlices({slice}); }
    void toggle(SliceId slice); // with Ctrl: added, or taken out
    void setSlices(std::vector<SliceId> slices);
    void clearSlices() { setSlices({}); }
    // None: clears it, and its lock. While it is locked no other range takes its place.
    void setRange(std::optional<TimeRange> range);
    enum class RangeHold : std::uint8_t { Free, Locked };
    RangeHold rangeHold() const { return m_hold; }
    bool isRangeLocked() const { return m_hold == RangeHold::Locked; }
    void holdRange(RangeHold hold); // nothing happens without a range
    void setStep(std::optional<std::size_t> step);
    void setPointer(std::optional<RankTime> time);
    void clear(); // another trace

signals:
    void slicesChanged();
    void rangeChanged();
    void stepChanged();
    void pointerChanged();

private:
    std::vector<SliceId> m_slices;
    std::optional<TimeRange> m_range;
    RangeHold m_hold = RangeHold::Free;
    std::optional<std::size_t> m_step;
    std::optional<RankTime> m_pointer;
};

} // namespace lanescope::timeline
