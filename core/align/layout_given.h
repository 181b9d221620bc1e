// The layout of a job as a person gives it, for traces whose groups do not tell: sizes of the parallel dimensions in
// the order in which rank numbers run through them, the innermost first. Any thread.
//
//   "tp=2, pp=2, dp=4": ranks 0 and 1 are one tensor group, 0 and 2 two stages of a pipeline, 0 and 4 two replicas.
#pragma once

#include "core/align/layout.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace lanescope::align {

// Places of the records that have a rank; known by the user. Error (Usage): a word that is no dimension or stands
// twice, a size that is no number of 1 to 2^20, sizes whose product is not the number of ranks (world size, where it is
// known).
Result<Layout> givenLayout(std::span<const RankRecord> records, std::string_view text);

// "tp=2, dp=4" of a layout, as far as it is one of sizes, in the order that givenLayout() reads: what comes back is the
// same layout. For editing and notes.
std::string layoutText(const Layout& layout);

} // namespace lanescope::align
