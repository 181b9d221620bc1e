// Which communication kernels of several ranks are one and the same collective (METRICS 7): by process group (name and
// members) and `Seq`; where there is none by order within the group and kind, within a common step where not all
// recorded the same steps, and marked so. Sends are paired with their receives. What stays alone is listed. Any thread.
#pragma once

#include "core/align/rank_record.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::align {

struct CommPlace { // one event of one rank
    std::uint32_t record = 0;
    std::uint32_t event = 0;
    friend bool operator==(const CommPlace&, const CommPlace&) = default;
};

enum class MatchedBy : std::uint8_t { Seq, Order, OrderInStep };
std::string_view matchedByWord(MatchedBy by); // "seq", "order", "order_in_step"

struct SharedGroup { // a group as all its ranks together know it
    std::string name, description;
    std::vector<std::int64_t> members; // as the files say, else the ranks whose events name it
    std::int64_t size = 0;
};

struct MatchedCollective {
    std::uint32_t group = 0; // index in Matching::groups
    CollectiveKind kind = CollectiveKind::Other;
    MatchedBy by = MatchedBy::Seq;
    std::optional<std::int64_t> seq;
    std::vector<CommPlace> parts; // one per rank, by record; at least two
    bool sameKind = true;         // else the ranks call it by different names: `kind` is that of the first
    bool allThere = true;         // every member of the group has its part
};

struct MatchedPair { // a send and its receive
    CommPlace send, recv;
    MatchedBy by = MatchedBy::Seq;
};

enum class UnmatchedWhy : std::uint8_t {
    NoOtherRank, // no file of another member
    NoPartner,
    NoGroup // its group is not recorded (its launch is not, as at the begin of a recording), those of others are
};
std::string_view unmatchedWhyWord(UnmatchedWhy why); // "no_other_rank", "no_partner", "no_group"
struct Unmatched {
    CommPlace place;
    UnmatchedWhy why{};
};

struct Matching {
    std::vector<SharedGroup> groups;
    std::vector<MatchedCollective> collectives; // by begin of their first part
    std::vector<MatchedPair> pairs;
    std::vector<Unmatched> unmatched;
};

// Records with the same rank are kept apart: the first one counts, the events of the others are unmatched.
Matching matchCollectives(std::span<const RankRecord> records);

} // namespace lanescope::align
