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

void addOffsets(OddityList& into, OddityKind kind, std::vector<std::uint64_t> offsets) {
    const std::size_t shown = std::min(offsets.size(), OddityList::kMaxSamples);
    std::partial_sort(offsets.begin(), offsets.begin() + static_cast<std::ptrdiff_t>(shown), offsets.end());
    for (std::size_t i = 0; i < shown; ++i) into.add(kind, offsets[i]);
    into.addCount(kind, offsets.size() - shown);
}

} // namespace lanescope::build
