// Made-up GPU work of any size, and what joining and summing it costs. Memory: some 150 bytes per kernel.
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <stop_token>

namespace lanescope::cli {

// `kernels` kernels of random length on 8 streams, an eighth of them collectives, each with its launch call. Figures:
// linking launches by correlation, and all unions of busy, exposed and overlapping time.
Result<Json> benchWork(std::uint32_t kernels, unsigned threads, const std::stop_token& stop);

} // namespace lanescope::cli
