// Names, argument texts and kernels of a generated trace, interned and rendered to JSON text once, so that writing an
// event is copying pieces. Built before the simulation, then read only.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::synth {

enum class Work : std::uint8_t { Compute, Comm, Memory };
inline constexpr std::size_t kWorkClasses = 3;

struct KernelShape {
    std::string name;
    std::array<unsigned, 3> grid{1, 1, 1};
    std::array<unsigned, 3> block{128, 1, 1};
    unsigned registers = 32;
    unsigned sharedBytes = 0;
    Work work = Work::Compute;
    bool unfused = false; // a pass over memory that a fused kernel would save
};

struct Kernel {
    std::string name;
    std::string tail; // args from "registers per thread" on
    Work work = Work::Compute;
    bool unfused = false;
};

// One tensor argument of an operator: its sizes; empty = not a tensor.
using Sizes = std::vector<std::uint64_t>;

class Catalog {
public:
    std::uint16_t name(std::string_view text);
    // Text of the args, with a trailing ", " when not empty.
    std::uint16_t args(std::string_view text);
    std::uint16_t kernel(const KernelShape& shape);
    // "Concrete Inputs", "Input type", "Input Strides", "Input Dims" as record_shapes writes them.
    std::uint16_t tensors(const std::vector<Sizes>& inputs, std::string_view type = "c10::BFloat16");

    const std::string& nameAt(std::uint16_t id) const { return m_names[id]; }
    const std::string& argsAt(std::uint16_t id) const { return m_args[id]; }
    const Kernel& kernelAt(std::uint16_t id) const { return m_kernels[id]; }
    std::size_t kernelCount() const { return m_kernels.size(); }

private:
    std::vector<std::string> m_names;
    std::vector<std::string> m_args{std::string()};
    std::vector<Kernel> m_kernels;
    std::map<std::string, std::uint16_t, std::less<>> m_nameIds, m_argIds, m_kernelIds;
};

} // namespace lanescope::synth
