// Restart points that any process may use: the start of a deflate block and the 32 KiB of text before it. Found from
// raw ones by inflating on in small steps until a block begins, and tried out before they are believed. Any thread.
#pragma once

#include "core/io/restart_points.h"
#include "core/io/source.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace lanescope::io {

inline constexpr std::uint64_t kSavedInterval = std::uint64_t{2} << 20; // text between saved points

// The first block start at or after `from`; nothing when none is near.
Result<std::optional<RestartPoint>> findBlockStart(const Source& source, const RestartPoint& from);

// Portable points, at least kSavedInterval apart, in place of `points`. Cancelled when stopped.
Result<std::vector<RestartPoint>> portablePoints(const Source& source, const std::vector<RestartPoint>& points,
                                                 const std::stop_token& stop);

} // namespace lanescope::io
