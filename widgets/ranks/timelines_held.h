// Which timelines of many ranks stay in memory. Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace lanescope::ranksview {

struct HeldLimits {
    std::size_t timelines = 0; // that are opened before they are looked at
    std::size_t slices = 0;    // of all of them together
};

// Those in view, whatever they take, then the others in the order of `shown`, as far as the limits allow. `slicesOf` a
// timeline that was never open is 0: it counts like the mean of the known. The answer depends on what is known of each
// alone, not on which are open now, so that what is let go is not asked for again at once.
std::vector<std::size_t> timelinesToHold(const std::vector<std::size_t>& inView, const std::vector<std::size_t>& shown,
                                         const std::function<std::size_t(std::size_t)>& slicesOf, HeldLimits most);

} // namespace lanescope::ranksview
