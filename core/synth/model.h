// The transformer that is trained or served: sizes, and how long its kernels take on an H100-like device (roofline
// in whole numbers: 550 TFLOP/s for matrix products, 2500 GB/s for everything else). ns. Any thread.
#pragma once

#include "core/synth/catalog.h"

#include <cstdint>
#include <string_view>

namespace lanescope::synth {

struct Dims {
    std::uint64_t layers = 6, hidden = 2048, batch = 2, sequence = 1024, heads = 16, vocabulary = 8192;
    std::uint64_t tokens() const { return batch * sequence; }
    std::uint64_t headDim() const { return hidden / heads; }
};

inline std::int64_t gemmNs(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    return 1900 + static_cast<std::int64_t>(2 * m * n * k / 550'000);
}
inline std::int64_t bytesNs(std::uint64_t bytes) { return 1500 + static_cast<std::int64_t>(bytes / 2500); }

// Kernels by role; names as such kernels are called in public traces.
KernelShape gemmKernel(std::uint64_t m, std::uint64_t n, std::string_view layout);
KernelShape elementwiseKernel(std::string_view functor, unsigned arrays, std::uint64_t elements);
KernelShape layerNormKernel(std::uint64_t rows);
KernelShape layerNormInputGradKernel(std::uint64_t rows);
KernelShape layerNormWeightGradKernel(std::uint64_t hidden);
KernelShape flashForwardKernel(const Dims& d);
KernelShape flashBackwardDotKernel(const Dims& d);
KernelShape flashBackwardKernel(const Dims& d);
KernelShape flashBackwardConvertKernel(const Dims& d);
KernelShape softmaxKernel(std::string_view direction, std::uint64_t rows);
KernelShape lossKernel(std::string_view direction);
KernelShape embeddingKernel(std::string_view direction, std::uint64_t tokens);
KernelShape columnSumKernel(std::uint64_t n);
KernelShape fusedAdamKernel(std::uint64_t elements);
KernelShape unfused(KernelShape shape); // marked so
KernelShape namedKernel(std::string_view name, unsigned blocks, unsigned threads, unsigned registers,
                        unsigned sharedBytes = 0);

} // namespace lanescope::synth
