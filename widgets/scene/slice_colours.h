// Which roles a slice or a folded run wears (UI.md 6). Internal to widgets/scene.
#pragma once

#include "core/query/visible_runs.h"
#include "widgets/scene/timeline_view.h"

namespace lanescope::scene {

struct SliceInk {
    Ink fill = Ink::Operator;
    std::uint8_t variant = 0;
    Ink text = Ink::OperatorText;
    std::uint8_t textVariant = 0;
    Rail rail = Rail::None;
    Ink edge = Ink::None;
};

SliceInk inkOf(const TimelineData& data, const TimelineView& view, const Piece& piece);
// The kind a name or a number is shown as when it colours by hash: one of twelve, never communication or memory.
WorkKind hashedKind(std::uint64_t value);
// 0 (short) to 6 (long), by a scale common to all traces: 2 us, 10 us, 50 us, 200 us, 1 ms, 5 ms.
std::uint8_t durationStep(Ns duration);

} // namespace lanescope::scene
