// What each phase of the trace event format asks of an event. Pure table; any thread.
#pragma once

#include <array>
#include <cstdint>

namespace lanescope::readers {

enum class PhaseKind : std::uint8_t {
    Unknown,
    Metadata,
    Slice,   // X
    State,   // T: an old async step, or a thread state when it has a duration
    Counter, // C
    HasId,   // flows, async pairs, objects, dumps
    Plain,   // begins, ends, instants, samples
};

inline constexpr std::array<PhaseKind, 256> kPhases = [] {
    std::array<PhaseKind, 256> table{};
    for (const char c : {'B', 'E', 'i', 'I', 'R', 'P', 'c'}) table[static_cast<unsigned char>(c)] = PhaseKind::Plain;
    for (const char c : {'b', 'n', 'e', 'S', 'p', 'F', 's', 't', 'f', 'N', 'O', 'D', 'V', 'v', '(', ')'})
        table[static_cast<unsigned char>(c)] = PhaseKind::HasId;
    table['M'] = PhaseKind::Metadata;
    table['X'] = PhaseKind::Slice;
    table['T'] = PhaseKind::State;
    table['C'] = PhaseKind::Counter;
    return table;
}();
inline PhaseKind phaseKind(char phase) { return kPhases[static_cast<unsigned char>(phase)]; }

} // namespace lanescope::readers
