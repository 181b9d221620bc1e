// Guided walkthroughs, one per signature: a generated trace and steps that mark a place on it and say what is to be
// seen there. The table is data; places are looked up in the trace that is shown. Pure; any thread.
#pragma once

#include "widgets/trainer/practice_trace.h"

#include <QString>

#include <optional>
#include <span>
#include <string_view>

namespace lanescope::trainer {

enum class Where : std::uint8_t {
    Whole,    // the whole trace
    Step,     // a typical step
    Evidence, // the longest range of the finding
    Slice,    // the longest slice with this in its name that touches that range; else of the typical step
};
enum class Says : std::uint8_t {
    Text,     // as it stands
    Measured, // and what was measured
    Advice,   // and what to try
};

struct WalkStep {
    std::string_view title, text;
    Where where = Where::Whole;
    std::string_view name = {}; // of Where::Slice
    Says says = Says::Text;
};

struct Walkthrough {
    std::string_view signature;
    std::uint64_t seed = 1;
    double strength = 1;
    std::span<const WalkStep> steps;
};
std::span<const Walkthrough> walkthroughs(); // in the order of the signatures
const Walkthrough* findWalkthrough(std::string_view signature);

struct Marked {
    TimeRange range{};
    std::optional<SliceId> slice;
};
// None: the trace has no such place.
std::optional<Marked> placeOf(const WalkStep& step, const PracticeTrace& trace);
QString textOf(const WalkStep& step, const PracticeTrace& trace);

} // namespace lanescope::trainer
