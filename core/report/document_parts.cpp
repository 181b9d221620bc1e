#include "core/report/document.h"

#include <algorithm>

namespace lanescope::report {

std::vector<std::string_view> pictures(const Document& document) {
    std::vector<std::string_view> out;
    for (const Block& block : document.blocks)
        if (const auto* picture = std::get_if<Picture>(&block)) out.push_back(picture->svg);
    return out;
}

// White to the blue of the program, as steps; dark ones carry white figures.
HeatColour heatColour(double share) {
    constexpr std::uint32_t kRamp[] = {0xf3f7fd, 0xd5e5fa, 0xaecdf5, 0x7fb0ec, 0x4c8fe0, 0x1f6fd0, 0x0a4fa3};
    const int step = std::clamp(static_cast<int>(share * 7), 0, 6);
    return {kRamp[step], step >= 4};
}

} // namespace lanescope::report
