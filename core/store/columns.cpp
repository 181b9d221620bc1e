#include "core/store/columns.h"

#include <algorithm>

namespace lanescope {

std::int64_t NarrowColumn::wideAt(std::uint32_t row) const {
    const auto it = std::lower_bound(wideRows.begin(), wideRows.end(), row);
    if (it == wideRows.end() || *it != row) return kWideMark;
    return wideValues[static_cast<std::size_t>(it - wideRows.begin())];
}

std::optional<std::int64_t> SideColumn::find(std::uint32_t row) const {
    const auto it = std::lower_bound(rows.begin(), rows.end(), row);
    if (it == rows.end() || *it != row) return std::nullopt;
    return valueAt(static_cast<std::size_t>(it - rows.begin()));
}

const char* kindWord(WorkKind kind) {
    switch (kind) {
    case WorkKind::None:
        return "none";
    case WorkKind::Gemm:
        return "gemm";
    case WorkKind::Attention:
        return "attention";
    case WorkKind::Convolution:
        return "convolution";
    case WorkKind::Norm:
        return "norm";
    case WorkKind::Softmax:
        return "softmax";
    case WorkKind::Elementwise:
        return "elementwise";
    case WorkKind::Reduction:
        return "reduction";
    case WorkKind::Optimizer:
        return "optimizer";
    case WorkKind::Moe:
        return "moe";
    case WorkKind::Quantise:
        return "quantise";
    case WorkKind::Embedding:
        return "embedding";
    case WorkKind::Communication:
        return "comm";
    case WorkKind::Memory:
        return "memory";
    case WorkKind::Other:
        return "other";
    case WorkKind::Count_:
        break;
    }
    return "none";
}

const char* className(WorkClass cls) {
    switch (cls) {
    case WorkClass::None:
        return "none";
    case WorkClass::Compute:
        return "compute";
    case WorkClass::Communication:
        return "communication";
    case WorkClass::Memory:
        return "memory";
    }
    return "none";
}

} // namespace lanescope
