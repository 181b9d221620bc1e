// Short names of kernels and host functions (docs/user/names.md): what a slice, a table and a group is called when the
// full name does not fit. Tooltips, copying and searching always use the full name. Any thread; a cache is one
// thread's.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lanescope {

// The symbol in words, or the text itself when it is not a valid mangled name.
std::string demangled(std::string_view name);

// Rules 1 to 6 of "Short names": "fused_ln_gelu<__half, 4>", "add (vectorized)", "silu_mul (triton)", "AllGather".
std::string shortKernelName(std::string_view name);
// What equal kernels are grouped by: demangled, without result, parameters, shape suffixes; numbers stay.
std::string kernelGroupName(std::string_view name);
// Host rows: "train.py(212): step" stays; used by the fitting rules below.
std::string shortHostName(std::string_view name);

enum class NameStyle : std::uint8_t { Gpu, Host };
NameStyle nameStyle(Role role);

// Short names of a store by name id, made when first asked for.
class ShortNames {
public:
    explicit ShortNames(const TraceStore& store) : m_store(&store) {}
    const std::string& of(SliceId slice);
    const std::string& of(StringId name, NameStyle style);

private:
    const TraceStore* m_store;
    std::unordered_map<std::uint64_t, std::string> m_names;
};

} // namespace lanescope
