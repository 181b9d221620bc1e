// Operations and bytes of an operator from its recorded input shapes: estimates of what the arithmetic needs at least,
// not what the hardware counted. One visible table of rules (docs/user/analyses.md, flops). Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

enum class FlopFamily : std::uint8_t { Gemm, Convolution, Attention, Elementwise, Norm, Reduction, Softmax, Copy };
std::string_view familyWord(FlopFamily family); // "gemm", "convolution" ...

struct OpArguments {
    std::vector<std::vector<std::int64_t>> dims; // one per argument; empty: a scalar or nothing
    std::vector<std::string> types;              // as written: "float", "c10::BFloat16"
    std::vector<std::string> values;             // of arguments that are no tensors: "[1, 1]", "True"
};
// From the texts in the file ("Input Dims", "Input type", "Concrete Inputs"). None when the shapes cannot be read.
std::optional<OpArguments> parseArguments(std::string_view dims, std::string_view types, std::string_view values);

struct FlopEstimate {
    FlopFamily family{};
    double flops = 0;
    double bytes = 0;              // 0: not known
    std::int64_t elementBytes = 0; // of the first input; 0: not known
};
// None: no rule for this operator, or its shapes do not fit the rule.
std::optional<FlopEstimate> estimateFlops(std::string_view op, const OpArguments& arguments);
bool hasFlopRule(std::string_view op);

// Bytes of an element by its C++ name ("c10::BFloat16"); 0 when unknown.
std::int64_t typeBytes(std::string_view type);

} // namespace lanescope
