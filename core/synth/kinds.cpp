// The list of kinds. One line here is one kind in the terminal program, its help and the tests.
#include "core/synth/synth.h"

#include <array>

namespace lanescope::synth {

std::span<const KindInfo> kinds() {
    static constexpr std::array<KindInfo, 11> kKinds{{
        {"healthy", "training without anything wrong: busy GPU, hidden communication, deep queue", 1},
        {"launch-bound", "tiny kernels: the GPU waits for the next launch", 1},
        {"input-starvation", "the data loader is late: a hole at the start of each step", 1},
        {"sync-stalls", "values read back in the middle of the step drain the queue", 1},
        {"allocator-stalls", "cudaFree and cudaMalloc in steady state", 1},
        {"unoverlapped-allreduce", "gradients are exchanged after the backward pass, not during it", 1},
        {"straggler", "one of several ranks is late in every collective; clocks differ by seconds", 4},
        {"pipeline-bubbles", "pipeline stages wait for each other: too few microbatches", 4},
        {"memory-bound", "elementwise kernels over big tensors dominate a busy GPU", 1},
        {"graph-replay-decode", "inference: prefill, then decode steps that replay one CUDA graph", 1},
        {"mixture", "two pathologies at once, chosen by the seed", 1},
    }};
    return kKinds;
}

} // namespace lanescope::synth
