// What a person types to go somewhere: "step 12", "12" (a step's number), or a time from the zero of the ruler such as
// "95.1 ms", "+2s", "-300 us". Pure; any thread.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <variant>

namespace lanescope::models {

struct GoToStep {
    std::int64_t number = 0;
};
struct GoToTime {
    std::int64_t offsetNs = 0; // from the zero of the ruler
};
using GoTo = std::variant<GoToStep, GoToTime>;

// None when it is neither.
std::optional<GoTo> parseGoTo(const QString& text);

} // namespace lanescope::models
