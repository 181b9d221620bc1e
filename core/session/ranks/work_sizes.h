// How large the work of a kernel is, as far as recorded shapes tell: the elements of the input tensors of the operator
// that launched it. One thread's.
#pragma once

#include "core/store/trace_store.h"

#include <string_view>
#include <unordered_map>

namespace lanescope {

class WorkSizes {
public:
    explicit WorkSizes(const TraceStore& store) : m_store(store) {}
    std::int64_t elementsOf(SliceId kernel); // 0 when not recorded

private:
    const TraceStore& m_store;
    std::unordered_map<std::int64_t, std::int64_t> m_ofText;    // string id of the shapes
    std::unordered_map<std::uint32_t, std::int64_t> m_ofLaunch; // row of the call's operator
};

// "[[8, 512], [512], []]" -> 8 x 512 + 512: the elements of all tensors, at most 2^40.
std::int64_t elementsInShapes(std::string_view text);

} // namespace lanescope
