#include "core/build/merge_oddities.h"

#include <algorithm>
#include <utility>

namespace lanescope::build {

void mergeByOffset(OddityList& into, const OddityList& from) {
    if (from.empty()) return;
    OddityList out;
    for (std::size_t k = 0; k < static_cast<std::size_t>(OddityKind::Count_); ++k) {
        const auto kind = static_cast<OddityKind>(k);
        std::uint64_t count = 0;
        std::vector<OdditySample> samples;
        for (const OddityList* list : {&std::as_const(into), &from}) {
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
    into = std::move(out);
}

} // namespace lanescope::build
