#include "core/build/merge_oddities.h"

#include <algorithm>

namespace lanescope::build {

OddityList mergedByOffset(const OddityList& a, const OddityList& b) {
    if (b.empty()) return a;
    OddityList out;
    for (std::size_t k = 0; k < static_cast<std::size_t>(OddityKind::Count_); ++k) {
        const auto kind = static_cast<OddityKind>(k);
        std::uint64_t count = 0;
        std::vector<OdditySample> samples;
        for (const OddityList* list : {&a, &b}) {
            for (const OddityEntry& entry : list->entries()) {
                if (entry.kind != kind) continue;
                count += entry.count;
                samples.insert(samples.end(), entry.samples.begin(), entry.samples.end());
            }
        }
        if (count == 0) continue;
        std::stable_sort(samples.begin(), samples.end(),
                         [](const OdditySample& x, const OdditySample& y) { return x.offset < y.offset; });
        samples.resize(std::min(samples.size(), OddityList::kMaxSamples));
        for (const OdditySample& sample : samples) out.add(kind, sample.offset, sample.detail, 0);
        out.addCount(kind, count);
    }
    return out;
}

} // namespace lanescope::build
