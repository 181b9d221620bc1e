// The list of kinds. One line here is one kind in the terminal program, its help and the tests.
#include "core/synth/synth.h"

#include <array>

namespace lanescope::synth {

std::span<const KindInfo> kinds() {
    static constexpr std::array<KindInfo, 2> kKinds{{
        {"healthy", "a training step without anything wrong", 1},
        {"launch-bound", "many tiny kernels, the GPU waits for launches", 1},
    }};
    return kKinds;
}

} // namespace lanescope::synth
