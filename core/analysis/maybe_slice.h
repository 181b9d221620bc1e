// std::optional<SliceId> in four bytes, for lists that may hold millions. A value.
#pragma once

#include "core/store/columns.h"

#include <optional>

namespace lanescope {

class MaybeSlice {
public:
    constexpr MaybeSlice() = default;
    constexpr MaybeSlice(SliceId slice) : m_row(slice.value) {}
    constexpr MaybeSlice(std::optional<SliceId> slice) : m_row(slice ? slice->value : kNoRow) {}
    constexpr explicit operator bool() const { return m_row != kNoRow; }
    constexpr std::optional<SliceId> get() const {
        if (m_row == kNoRow) return std::nullopt;
        return SliceId{m_row};
    }
    friend constexpr bool operator==(MaybeSlice, MaybeSlice) = default;

private:
    std::uint32_t m_row = kNoRow;
};

} // namespace lanescope
