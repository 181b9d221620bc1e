#include "core/session/ranks/work_sizes.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 40;
constexpr int kMaxDepth = 32; // operators above a launch that are asked for their shapes

} // namespace

std::int64_t elementsInShapes(std::string_view text) {
    std::int64_t sum = 0, product = 1, number = 0;
    bool inNumber = false, any = false;
    const auto endNumber = [&] {
        if (inNumber) product = number == 0 ? 0 : (product > kMost / number ? kMost : product * number);
        any = any || inNumber;
        inNumber = false;
        number = 0;
    };
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            inNumber = true;
            number = std::min(kMost, number * 10 + (c - '0'));
            continue;
        }
        endNumber();
        if (c != ']') continue;
        if (any) sum = std::min(kMost, sum + product);
        any = false;
        product = 1;
    }
    return sum;
}

std::int64_t WorkSizes::elementsOf(SliceId kernel) {
    std::optional<SliceId> at = m_store.launchOf(kernel);
    if (at) at = m_store.parent(*at);
    if (!at) return 0;
    const std::uint32_t first = at->value;
    if (const auto known = m_ofLaunch.find(first); known != m_ofLaunch.end()) return known->second;
    std::int64_t elements = 0;
    for (int depth = 0; at && depth < kMaxDepth; ++depth, at = m_store.parent(*at)) {
        const auto shapes = m_store.arg(ArgField::InputDims).find(at->value);
        if (!shapes) continue;
        const auto [known, isNew] = m_ofText.emplace(*shapes, 0);
        if (isNew) known->second = elementsInShapes(m_store.text(StringId{static_cast<std::uint32_t>(*shapes)}));
        elements = known->second;
        break;
    }
    m_ofLaunch.emplace(first, elements);
    return elements;
}

} // namespace lanescope
