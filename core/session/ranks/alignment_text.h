// How the clocks of several ranks were laid together, in sentences: what every picture, report and merged trace says
// below. Any thread.
#pragma once

#include "core/session/ranks/rank_set.h"

#include <span>
#include <string>
#include <vector>

namespace lanescope {

struct AlignmentWords {
    std::string event;                       // by whose start, when aligned by an event
    std::span<const std::int64_t> shiftedNs; // by hand, by record; empty: none was
    std::size_t mostOffsets = 16;            // of single ranks; of more only the largest is told
    std::span<const std::size_t> shown;      // whose offsets are told; empty: of all
};

// "collective ends", "step starts", "start of 'NAME'", "base times of the files only".
std::string alignedByText(const align::Alignment& alignment, const std::string& event = {});

// "Clocks laid together by collective ends, reference rank 0: residual 410 ns, drift up to 2 ppm." Offsets, shifts by
// hand and ranks that nothing ties to the others follow.
std::vector<std::string> alignmentSentences(const RankSet& set, const AlignmentWords& words = {});

// How collectives were matched, and what is odd about the set: "108 of 108 communication kernels matched ...", missing
// ranks, ranks found twice.
std::vector<std::string> matchingSentences(const RankSet& set);

} // namespace lanescope
