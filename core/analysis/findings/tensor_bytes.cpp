#include "core/analysis/findings/tensor_bytes.h"

#include "core/analysis/analysis_common.h"
#include "core/analysis/collectives/collective_args.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace lanescope {

namespace {

std::string_view textOf(const TraceStore& store, SliceId slice, ArgField field) {
    const auto id = store.arg(field).find(slice.value);
    return id ? store.text(StringId{static_cast<std::uint32_t>(*id)}) : std::string_view();
}

// Elements of each innermost list of numbers, in order; a list without numbers counts as an argument that is no tensor.
std::optional<std::vector<std::int64_t>> tensorsOf(std::string_view text) {
    std::vector<std::int64_t> out;
    std::int64_t product = 1;
    bool any = false, closed = false;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c >= '0' && c <= '9') {
            std::int64_t value = 0;
            const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), value);
            if (error != std::errc() || __builtin_mul_overflow(product, value, &product)) return std::nullopt;
            any = true;
            i = static_cast<std::size_t>(end - text.data());
            continue;
        }
        if (c == '[') {
            product = 1;
            any = closed = false;
        } else if (c == ']') {
            if (!closed) out.push_back(any ? product : 0);
            closed = true;
            any = false;
        } else if (c != ',' && c != ' ') {
            return std::nullopt;
        }
        ++i;
    }
    return out;
}

struct Bandwidth {
    std::string_view name; // part of the device's name
    double gbPerSecond;
};
constexpr Bandwidth kBandwidths[] = {
    {"B200", 8000}, {"H200", 4800},     {"H100 PCIe", 2000}, {"H100", 3350},  {"H800", 3350},  {"A100", 1555},
    {"A800", 1555}, {"A10", 600},       {"V100", 900},       {"L40", 864},    {"L4", 300},     {"T4", 320},
    {"P100", 732},  {"RTX 4090", 1008}, {"RTX 3090", 936},   {"MI300", 5300}, {"MI250", 1638}, {"MI210", 1638}};

} // namespace

std::optional<std::int64_t> elementsOf(std::string_view dims) {
    const auto tensors = tensorsOf(dims);
    if (!tensors) return std::nullopt;
    std::int64_t sum = 0;
    for (const std::int64_t n : *tensors)
        if (__builtin_add_overflow(sum, n, &sum)) return std::nullopt;
    return sum;
}

std::optional<TensorRate> tensorRate(const TraceStore& store, SliceId kernel) {
    const auto call = store.launchOf(kernel);
    const auto op = call ? operatorAbove(store, *call) : std::nullopt;
    const std::int64_t ns = store.duration(kernel).count();
    if (!op || ns <= 0) return std::nullopt;
    const auto tensors = tensorsOf(textOf(store, *op, ArgField::InputDims));
    const std::string_view types = textOf(store, *op, ArgField::InputTypes);
    if (!tensors || tensors->empty()) return std::nullopt;
    // One element size for all: that of the first type named.
    std::int64_t element = 0;
    for (const auto& [word, bytes] : {std::pair<std::string_view, std::int64_t>{"BFloat16", 2},
                                      {"Half", 2},
                                      {"float", 4},
                                      {"double", 8},
                                      {"long", 8},
                                      {"int", 4}})
        if (element == 0 && types.find(word) != std::string_view::npos) element = bytes;
    if (element == 0) return std::nullopt;
    std::int64_t sum = 0;
    for (const std::int64_t n : *tensors)
        if (__builtin_add_overflow(sum, n, &sum)) return std::nullopt;
    if (__builtin_add_overflow(sum, *std::max_element(tensors->begin(), tensors->end()), &sum)) return std::nullopt;
    TensorRate out;
    if (sum <= 0 || __builtin_mul_overflow(sum, element, &out.bytes)) return std::nullopt;
    out.bytesPerSecond = static_cast<double>(out.bytes) / static_cast<double>(ns) * 1e9;
    return out;
}

std::optional<double> memoryBandwidth(const TraceStore& store) {
    for (const DeviceProperties& device : store.info().devices)
        for (const Bandwidth& known : kBandwidths)
            if (device.name.find(known.name) != std::string::npos) return known.gbPerSecond * 1e9;
    return std::nullopt;
}

} // namespace lanescope
