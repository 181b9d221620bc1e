#include "core/synth/catalog.h"

#include <fmt/format.h>

namespace lanescope::synth {

namespace {

constexpr unsigned kSms = 132; // an H100

std::uint16_t intern(std::string_view text, std::vector<std::string>& all,
                     std::map<std::string, std::uint16_t, std::less<>>& ids) {
    if (const auto found = ids.find(text); found != ids.end()) return found->second;
    const auto id = static_cast<std::uint16_t>(all.size());
    all.emplace_back(text);
    ids.emplace(std::string(text), id);
    return id;
}

std::string listOf(const Sizes& values) {
    std::string out = "[";
    for (std::size_t i = 0; i < values.size(); ++i) out += fmt::format("{}{}", i ? ", " : "", values[i]);
    return out + "]";
}

Sizes stridesOf(const Sizes& sizes) {
    Sizes out(sizes.size(), 1);
    for (std::size_t i = sizes.size(); i-- > 1;) out[i - 1] = out[i] * sizes[i];
    return out;
}

// Whole thousandths of a millionth, as Kineto prints "blocks per SM" (six decimals).
std::string ratio(std::uint64_t part, std::uint64_t whole) {
    const std::uint64_t millionths = (part * 1'000'000 + whole / 2) / whole;
    return fmt::format("{}.{:06}", millionths / 1'000'000, millionths % 1'000'000);
}

} // namespace

std::uint16_t Catalog::name(std::string_view text) { return intern(text, m_names, m_nameIds); }

std::uint16_t Catalog::args(std::string_view text) { return text.empty() ? 0 : intern(text, m_args, m_argIds); }

std::uint16_t Catalog::kernel(const KernelShape& s) {
    const std::uint64_t blocks = std::uint64_t{s.grid[0]} * s.grid[1] * s.grid[2];
    const std::uint64_t threads = std::uint64_t{s.block[0]} * s.block[1] * s.block[2];
    const std::uint64_t warps = blocks * ((threads + 31) / 32);
    const std::uint64_t occupancy = std::min<std::uint64_t>(100, warps * 100 / (kSms * 64));
    std::string tail =
        fmt::format("\"registers per thread\": {},      \"shared memory\": {},      \"blocks per SM\": {},  "
                    "    \"warps per SM\": {},      \"grid\": [{}, {}, {}],      \"block\": [{}, {}, {}],"
                    "      \"est. achieved occupancy %\": {}",
                    s.registers, s.sharedBytes, ratio(blocks, kSms), ratio(warps, kSms), s.grid[0], s.grid[1],
                    s.grid[2], s.block[0], s.block[1], s.block[2], occupancy);
    const std::string key = s.name + (s.unfused ? "\nunfused\n" : "\n") + tail;
    if (const auto found = m_kernelIds.find(key); found != m_kernelIds.end()) return found->second;
    const auto id = static_cast<std::uint16_t>(m_kernels.size());
    m_kernels.push_back({s.name, std::move(tail), s.work, s.unfused});
    m_kernelIds.emplace(key, id);
    return id;
}

std::uint16_t Catalog::tensors(const std::vector<Sizes>& inputs, std::string_view type) {
    std::string concrete, types, strides, dims;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const char* comma = i ? ", " : "";
        const bool tensor = !inputs[i].empty();
        concrete += fmt::format("{}\"{}\"", comma, tensor ? "" : "1");
        types += fmt::format("{}\"{}\"", comma, tensor ? type : "Scalar");
        strides += comma + listOf(stridesOf(inputs[i]));
        dims += comma + listOf(inputs[i]);
    }
    return args(fmt::format("\"Concrete Inputs\": [{}], \"Input type\": [{}], \"Input Strides\": [{}], \"Input Dims\": "
                            "[{}], ",
                            concrete, types, strides, dims));
}

} // namespace lanescope::synth
