// The table that prof.key_averages().table() prints, from a trace: the same columns, widths, units, sort keys and
// totals, so that people and scripts that know it find everything in its place. Any thread.
#pragma once

#include "core/analysis/operators/op_averages.h"
#include "core/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lanescope {

struct KeyAveragesLayout {
    std::string sortBy; // a sort key of PyTorch ("self_cuda_time_total", "count" ...); empty: order of first appearance
    std::size_t rowLimit = 100;
    std::size_t maxNameColumnWidth = 55;
    std::size_t maxShapesColumnWidth = 80;
    std::size_t maxSourceColumnWidth = 75;
    std::string device = "CUDA"; // word of the columns of the device
    bool shapes = false;         // the rows are grouped by input shape
};

// Sort keys as PyTorch names them today; the older names of device keys ("cuda_time_total") are known as well.
std::span<const std::string_view> keyAveragesSortKeys();

// Error: Usage for an unknown sort key; its hint lists them.
Result<std::string> keyAveragesText(OpAverages averages, const KeyAveragesLayout& layout);

} // namespace lanescope
