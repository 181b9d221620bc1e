// Which ranks there are: missing ones, ranks found twice, files without a rank. Any thread.
#pragma once

#include "core/align/rank_record.h"

#include <span>
#include <string>
#include <vector>

namespace lanescope::align {

struct Discovery {
    struct Twice {
        std::int64_t rank = 0;
        std::vector<std::size_t> records;
    };
    std::int64_t worldSize = 0; // the largest that a file names; 0 = none does
    std::vector<std::int64_t> present;
    std::vector<std::int64_t> missing; // below the world size, or members of a group; at most kMaxListed
    std::int64_t missingCount = 0;
    std::vector<Twice> twice;
    std::vector<std::size_t> withoutRank; // records
    std::vector<std::string> mixed;       // why these may be files of several jobs: sentences
    bool complete() const { return missingCount == 0 && twice.empty() && withoutRank.empty(); }
    std::vector<std::string> notes(std::span<const RankRecord> records) const; // "rank 0 twice: a.json, b.json"
};
inline constexpr std::size_t kMaxListed = 4096;

Discovery discover(std::span<const RankRecord> records);

// Recordings that were cut: "the recording of rank 1 is not whole: file ends in the middle". Without file names.
std::vector<std::string> lossesOf(std::span<const RankRecord> records);

// The names of records among others: the rank where only one has it, else the file.
std::vector<std::string> labelsOf(std::span<const RankRecord> records);

} // namespace lanescope::align
