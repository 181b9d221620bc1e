#include "widgets/ranks/timelines_held.h"

#include <algorithm>

namespace lanescope::ranksview {

std::vector<std::size_t> timelinesToHold(const std::vector<std::size_t>& inView, const std::vector<std::size_t>& shown,
                                         const std::function<std::size_t(std::size_t)>& slicesOf, HeldLimits most) {
    std::size_t known = 0, slices = 0;
    for (const std::size_t record : shown)
        if (const std::size_t of = slicesOf(record); of > 0) {
            slices += of;
            ++known;
        }
    const std::size_t usual = known > 0 ? slices / known : 0;
    std::vector<std::size_t> out;
    std::size_t held = 0;
    const auto costOf = [&](std::size_t record) {
        const std::size_t of = slicesOf(record);
        return of > 0 ? of : usual;
    };
    const auto take = [&](std::size_t record) {
        if (std::find(out.begin(), out.end(), record) != out.end()) return;
        out.push_back(record);
        held += costOf(record);
    };
    for (const std::size_t record : inView) take(record);
    for (const std::size_t record : shown) {
        if (out.size() >= most.timelines) break;
        if (held + costOf(record) <= most.slices) take(record);
    }
    return out;
}

} // namespace lanescope::ranksview
