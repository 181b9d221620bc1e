#include "core/query/kernel_families.h"

#include "core/query/name_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::names {

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// "ncclDevKernel_AllGather_RING_LL(...)" -> "AllGather"
std::optional<std::string> collective(std::string_view name) {
    for (const std::string_view prefix : {"ncclDevKernel_", "ncclKernel_", "ncclDevFunc_"}) {
        if (!name.starts_with(prefix)) continue;
        const std::string_view rest = name.substr(prefix.size());
        const std::string_view word = rest.substr(0, rest.find_first_of("_(< "));
        if (!word.empty()) return std::string(word);
    }
    return std::nullopt;
}

// "Memcpy HtoD (Pageable -> Device)" -> "HtoD"; "Memset (Device)" -> "Memset"
std::optional<std::string> copy(std::string_view name) {
    if (name.starts_with("Memset")) return "Memset";
    if (!cutPrefix(name, "Memcpy ")) return std::nullopt;
    const std::string_view word = name.substr(0, name.find(' '));
    return word.empty() ? std::string("Memcpy") : std::string(word);
}

// "triton_poi_fused_silu_mul_7" -> "silu_mul (triton)"
std::optional<std::string> triton(std::string_view name) {
    if (!cutPrefix(name, "triton_")) return std::nullopt;
    const std::size_t number = name.find_last_not_of("0123456789");
    if (number != std::string_view::npos && number + 1 < name.size() && name[number] == '_')
        name = name.substr(0, number);
    const std::size_t fused = name.find("fused_");
    if (fused != std::string_view::npos) name = name.substr(fused + 6);
    while (!name.empty() && name.front() == '_') name.remove_prefix(1);
    if (name.empty()) return std::nullopt;
    return std::string(name) + " (triton)";
}

// The operation a matrix kernel's name speaks of.
std::string_view operation(std::string_view name) {
    for (const std::string_view word : {"wgrad", "dgrad", "fprop", "sgemm", "hgemm", "dgemm", "cgemm", "zgemm", "igemm",
                                        "gemm", "scudnn", "hcudnn", "cudnn", "conv"})
        if (has(name, word)) return word;
    return {};
}

// The string of a library kernel, wherever it stands: alone or as the argument of cutlass::Kernel.
std::string_view libraryWord(std::string_view name) {
    for (const std::string_view start :
         {"cutlass_", "cutlass3x_", "sm80_xmma", "sm86_xmma", "sm90_xmma", "sm100_xmma"}) {
        for (std::size_t at = name.find(start); at != std::string_view::npos; at = name.find(start, at + 1)) {
            const std::string_view word = name.substr(at, name.find_first_of("<>(),: ", at) - at);
            if (tileOf(word)) return word;
        }
    }
    return name;
}

std::optional<std::string> matrixLibrary(std::string_view name) {
    const std::string_view word = libraryWord(name);
    const auto tile = tileOf(word);
    if (!tile) return std::nullopt;
    if (word.starts_with("nvjet_")) {
        // nvjet_sm103_tst_32x64_...: the chip is the same for all kernels of a trace
        const std::size_t at = word.find("_" + *tile);
        std::string_view family = word.substr(0, at);
        const std::size_t cut = family.rfind('_');
        if (family.starts_with("nvjet_sm")) return "nvjet" + std::string(family.substr(cut)) + "_" + *tile;
        return fmt::format("{}_{}", family, *tile);
    }
    if (word.starts_with("Cijk_")) return "Cijk " + *tile;
    if (word.starts_with("igemm_")) {
        const std::size_t cut = word.find('_', 6);
        return fmt::format("{} {}", word.substr(0, cut), *tile);
    }
    std::string_view op = operation(word);
    if (op.empty()) return std::nullopt;
    std::string family;
    if (word.starts_with("cutlass_") || word.starts_with("cutlass3x_")) {
        const std::string_view rest = word.substr(word.find('_') + 1);
        const std::string_view chip = rest.substr(0, rest.find('_'));
        const bool number = !chip.empty() && chip.find_first_not_of("0123456789") == std::string_view::npos;
        family = number                   ? "sm" + std::string(chip)
                 : chip.starts_with("sm") ? std::string(chip)
                                          : std::string("cutlass");
    } else {
        for (const std::string_view chip : {"volta_", "turing_", "ampere_", "hopper_", "maxwell_", "sm"})
            if (word.starts_with(chip)) family = word.substr(0, word.find('_'));
    }
    if (family.empty()) return std::nullopt;
    return fmt::format("{} {} {}", family, op, *tile);
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kWrappers{{
    {"vectorized_elementwise_kernel", "vectorized"},
    {"vectorized_templated_elementwise_kernel", "vectorized"},
    {"unrolled_elementwise_kernel", "unrolled"},
    {"unrolled_elementwise_kernel_for_multi_outputs", "unrolled"},
    {"elementwise_kernel", "elementwise"},
    {"elementwise_kernel_with_index", "elementwise"},
    {"elementwise_kernel_manual_unroll", "unrolled"},
    {"legacy_elementwise_kernel", "elementwise"},
    {"index_elementwise_kernel", "index"},
    {"reduce_kernel", "reduce"},
    {"multi_tensor_apply_kernel", "foreach"},
}};

// Carriers of the real operation: looked through.
bool isCarrier(std::string_view word) {
    constexpr std::array<std::string_view, 16> words{"gpu_kernel_impl",
                                                     "gpu_kernel_impl_nocast",
                                                     "gpu_index_kernel",
                                                     "AUnaryFunctor",
                                                     "BUnaryFunctor",
                                                     "BinaryFunctor",
                                                     "UnaryOpFunctor",
                                                     "ReduceOp",
                                                     "PointwiseOpScalarFunctor",
                                                     "PointwiseOpListFunctor",
                                                     "TernaryOpListFunctor",
                                                     "TernaryOpScalarFunctor",
                                                     "gpu_kernel_multiple_outputs_impl",
                                                     "launch_legacy_kernel",
                                                     "opmath_gpu_kernel_with_scalars",
                                                     "opmath_symmetric_gpu_kernel_with_scalars"};
    return std::find(words.begin(), words.end(), word) != words.end() || word.starts_with("BinaryOp");
}

std::string standardOperation(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> words{
        {{"plus", "add"}, {"minus", "sub"}, {"multiplies", "mul"}, {"divides", "div"}, {"power_functor", "pow"}}};
    for (const auto& [name, short_] : words)
        if (word == name) return std::string(short_);
    return {};
}

std::string operationWord(std::string_view word) {
    if (std::string known = standardOperation(word); !known.empty()) return known;
    for (const std::string_view prefix : {"CUDAFunctorOnOther_", "CUDAFunctorOnSelf_", "CUDAFunctor_"})
        if (cutPrefix(word, prefix)) return std::string(word);
    constexpr std::array<std::string_view, 14> endings{
        "_kernel_cuda_impl", "_kernel_cuda", "_kernel_impl", "_cuda_kernel",       "_kernel_out", "_kernel", "_cuda",
        "_functor",          "_stub",        "Functor",      "KernelImplInternal", "KernelImpl",  "Kernel",  "Ops"};
    for (const std::string_view ending : endings)
        if (cutSuffix(word, ending)) return snakeCase(word);
    return {};
}

} // namespace

std::optional<std::string> familyName(std::string_view name) {
    if (auto found = collective(name)) return found;
    if (auto found = copy(name)) return found;
    if (auto found = triton(name)) return found;
    return matrixLibrary(name);
}

std::optional<std::string> wrappedName(std::string_view base, std::string_view args) {
    const auto wrapper =
        std::find_if(kWrappers.begin(), kWrappers.end(), [&](const auto& w) { return w.first == base; });
    if (wrapper == kWrappers.end()) return std::nullopt;
    std::string fallback;
    for (const std::string_view word : identifiers(args)) {
        std::string found = operationWord(word);
        if (found.empty()) continue;
        if (!isCarrier(word)) return fmt::format("{} ({})", found, wrapper->second);
        if (fallback.empty()) fallback = std::move(found);
    }
    if (fallback.empty()) return std::nullopt;
    return fmt::format("{} ({})", fallback, wrapper->second);
}

} // namespace lanescope::names
