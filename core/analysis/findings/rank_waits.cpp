#include "core/analysis/findings/rank_waits.h"

#include "core/analysis/analysis_common.h"
#include "core/analysis/findings/tensor_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace lanescope {

namespace {

bool allLeaveTogether(CollectiveKind kind) {
    switch (kind) {
    case CollectiveKind::AllReduce:
    case CollectiveKind::AllGather:
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllToAll:
    case CollectiveKind::Barrier:
        return true;
    default:
        return false;
    }
}

struct Member {
    std::size_t rank = 0; // index
    CommPiece* piece = nullptr;
    const DeviceFacts* device = nullptr;
};
using Matched = std::map<std::string, std::vector<Member>>;

// One key per collective over all ranks; empty when it cannot be matched. `order` counts within group and kind, or
// pair.
std::string keyOf(const CommPiece& piece, std::map<std::string, std::uint64_t>& order) {
    const CollectiveArgs& args = piece.args;
    if (piece.pointToPoint) {
        if (!args.srcRank || !args.dstRank) return {};
        const std::string pair = fmt::format("p2p {} {} {}", args.groupName, std::min(*args.srcRank, *args.dstRank),
                                             std::max(*args.srcRank, *args.dstRank));
        return fmt::format("{} {}", pair, order[pair]++);
    }
    if (!allLeaveTogether(args.kind)) return {};
    const std::string group = fmt::format("{} {} {}", args.groupName, args.groupRanks, collectiveWord(args.kind));
    if (args.seq) return fmt::format("{} seq {}", group, *args.seq);
    return fmt::format("{} nth {}", group, order[group]++);
}

Matched matchAll(std::span<RankTrace> ranks) {
    Matched all;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::map<std::string, std::uint64_t> order;
        for (DeviceFacts& device : ranks[r].facts->devices)
            for (CommPiece& piece : device.comm) {
                const std::string key = keyOf(piece, order);
                if (!key.empty()) all[key].push_back({r, &piece, &device});
            }
    }
    return all;
}

// A rank that shows twice under one key (two communicators of one name) makes the match a guess: left alone.
bool isOneEach(const std::vector<Member>& members) {
    std::set<std::size_t> seen;
    return members.size() >= 2 &&
           std::all_of(members.begin(), members.end(), [&](const Member& m) { return seen.insert(m.rank).second; });
}

using Totals = RankEvidence::Sums;

std::vector<Totals> setWaits(Matched& matched, std::size_t ranks) {
    std::vector<Totals> totals(ranks);
    for (auto& [key, members] : matched) {
        if (!isOneEach(members)) continue;
        std::int64_t shortest = INT64_MAX;
        for (const Member& m : members) shortest = std::min(shortest, m.piece->at.length());
        for (const Member& m : members) {
            m.piece->waitNs = m.piece->at.length() - shortest;
            m.piece->blamedNs = m.piece->waitNs;
            m.piece->matched = true;
            if (m.piece->pointToPoint) continue;
            Totals& t = totals[m.rank];
            ++t.matched;
            t.waitNs += m.piece->waitNs;
            t.last += m.piece->waitNs == 0 ? 1 : 0;
        }
    }
    return totals;
}

// The waits of the common clock in place of those by durations. Collectives are those of the evidence, pairs stay.
void takeWaits(std::span<RankTrace> ranks, const RankEvidence& evidence, Matched& matched) {
    std::erase_if(matched, [](const auto& one) { return !one.second.front().piece->pointToPoint; });
    std::vector<std::map<SliceId, Member>> pieces(ranks.size());
    for (std::size_t r = 0; r < ranks.size(); ++r)
        for (DeviceFacts& device : ranks[r].facts->devices)
            for (CommPiece& piece : device.comm) {
                pieces[r][piece.slice] = {r, &piece, &device};
                if (piece.pointToPoint) continue;
                piece.matched = false; // what only the order matched counts as alone
                piece.waitNs = piece.blamedNs = 0;
            }
    std::size_t n = 0;
    for (const RankEvidence::Work& work : evidence.works) {
        std::vector<Member> members;
        for (const RankEvidence::Part& part : work.parts) {
            const auto at = pieces[part.rank].find(part.slice);
            if (at == pieces[part.rank].end()) continue; // of no length
            CommPiece& piece = *at->second.piece;
            piece.waitNs = std::clamp<std::int64_t>(part.waitNs, 0, piece.at.length());
            piece.blamedNs = piece.waitNs;
            piece.matched = true;
            members.push_back(at->second);
        }
        if (members.size() > 1) matched[fmt::format("aligned {}", n++)] = std::move(members);
    }
}

// See CommPiece::blamedNs. A slow host leaves gaps in which its own communication is exposed: all of it is its fault.
enum class Fault : std::uint8_t { Rank, Host };
void blameStraggler(Matched& matched, Fault fault) {
    for (auto& [key, members] : matched) {
        if (!isOneEach(members) || members.front().piece->pointToPoint) continue;
        const auto last = std::min_element(members.begin(), members.end(), [](const Member& a, const Member& b) {
            return a.piece->waitNs < b.piece->waitNs;
        });
        const Interval at = last->piece->at;
        const std::int64_t exposed =
            fault == Fault::Host ? 0 : lengthWithin(last->device->work->exposedComm, at.begin, at.end);
        for (const Member& m : members)
            m.piece->blamedNs = std::max(
                m.piece->waitNs, m.piece->waitNs > 0 || fault == Fault::Host ? m.piece->at.length() - exposed : 0);
    }
}

constexpr double kResiduals = 5; // of the alignment: less is no difference

struct Named {
    std::optional<std::size_t> straggler;
    std::size_t least = 0;
    std::int64_t othersMean = 0;
};

std::int64_t wholeNs(const TraceFacts& facts) {
    std::int64_t most = 0;
    for (const DeviceFacts& d : facts.devices)
        most = std::max(most, d.work->busy.back().end - d.work->busy.front().begin);
    return most;
}

Named nameStraggler(std::span<const RankTrace> ranks, const std::vector<Totals>& totals, const RankEvidence* evidence) {
    Named out;
    std::int64_t sum = 0, present = 0;
    std::optional<std::size_t> least;
    for (std::size_t r = 0; r < totals.size(); ++r) {
        if (totals[r].matched == 0) continue;
        ++present;
        sum += totals[r].waitNs;
        if (!least || totals[r].waitNs < totals[*least].waitNs) least = r;
    }
    if (!least || present < 2) return out;
    const Totals& own = totals[*least];
    out.least = *least;
    out.othersMean = (sum - own.waitNs) / (present - 1);
    const Thresholds& limits = ranks[*least].facts->limits;
    const bool comesLast =
        static_cast<double>(own.last) >= limits[Limit::StragglerMinLast] * static_cast<double>(own.matched);
    const std::int64_t window = evidence ? evidence->windowNs : wholeNs(*ranks[*least].facts);
    const double needed = std::max(limits[Limit::StragglerMinWait] * static_cast<double>(window),
                                   evidence ? kResiduals * static_cast<double>(evidence->residualNs) : 0.0);
    if (comesLast && static_cast<double>(out.othersMean - own.waitNs) > needed) out.straggler = least;
    return out;
}

struct Share {
    double computeNs = 0, kernels = 0, elements = 0, host = 0, data = 0;
};

// Elements of the input tensors of the operators that launched the kernels; 0 when shapes are not recorded.
double elementsWorkedOn(const TraceFacts& facts, const DeviceFacts& device) {
    const TraceStore& store = *facts.store;
    std::map<std::int64_t, std::int64_t> known; // by text of the shapes
    double sum = 0;
    for (const SliceId s : device.work->work) {
        const auto call = facts.launches->callOf(s);
        const auto op = call && store.role(s) == Role::Kernel ? operatorAbove(store, *call) : std::nullopt;
        const auto dims = op ? store.arg(ArgField::InputDims).find(op->value) : std::nullopt;
        if (!dims || !facts.isCounted({count(store.start(*call)), count(store.start(*call)) + 1})) continue;
        auto [it, isNew] = known.try_emplace(*dims, 0);
        if (isNew) it->second = elementsOf(store.text(StringId{static_cast<std::uint32_t>(*dims)})).value_or(0);
        sum += static_cast<double>(it->second);
    }
    return sum;
}

// Per recorded step, over the whole trace: windows of ranks whose GPU lags the host differently hold different work.
Share workShare(const TraceFacts& facts) {
    Share out;
    const auto steps = static_cast<double>(std::max<std::size_t>(1, facts.windows.size()));
    const auto counted = static_cast<double>(std::max<std::size_t>(1, facts.counted.size()));
    for (const DeviceFacts& d : facts.devices) {
        const IdleSums idle = idleWithin(d.idle, d.work->busy.front().begin, d.work->busy.back().end);
        out.kernels += static_cast<double>(d.launched) / counted;
        out.elements += elementsWorkedOn(facts, d) / counted;
        out.computeNs += static_cast<double>(length(d.work->compute)) / steps;
        out.data += static_cast<double>(idle.main(IdlePart::DataLoading)) / steps;
        out.host += static_cast<double>(idle.main(IdlePart::LateLaunch) + idle.main(IdlePart::LaunchLatency)) / steps;
    }
    return out;
}

// What the straggler did while the others waited: the largest difference to the others' mean.
LateCause causeOf(std::span<const RankTrace> ranks, std::size_t straggler) {
    const Share own = workShare(*ranks[straggler].facts);
    Share others;
    const auto n = static_cast<double>(ranks.size() - 1);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        if (r == straggler) continue;
        const Share s = workShare(*ranks[r].facts);
        others.computeNs += s.computeNs / n;
        others.kernels += s.kernels / n;
        others.elements += s.elements / n;
        others.host += s.host / n;
        others.data += s.data / n;
    }
    const double compute = own.computeNs - others.computeNs, host = own.host - others.host,
                 data = own.data - others.data;
    const double most = std::max({compute, host, data});
    if (most <= 0) return LateCause::Unknown;
    if (most == data) return LateCause::LateInput;
    if (most == host) return LateCause::LateHost;
    const bool more = own.kernels > others.kernels * 1.02 || own.elements > others.elements * 1.02;
    return more ? LateCause::MoreWork : LateCause::SlowCompute;
}

std::string causeText(LateCause cause) {
    switch (cause) {
    case LateCause::SlowCompute:
        return "longer compute: the same kernels took longer";
    case LateCause::MoreWork:
        return "more work: more kernels, or larger tensors";
    case LateCause::LateHost:
        return "later launches: its host was slower";
    case LateCause::LateInput:
        return "later input: the host was loading data";
    case LateCause::Unknown:
        break;
    }
    return {};
}

std::vector<std::int64_t> missingRanks(std::span<const RankTrace> ranks, std::int64_t worldSize) {
    std::vector<std::int64_t> out;
    for (std::int64_t rank = 0; rank < std::min<std::int64_t>(worldSize, 65'536); ++rank)
        if (std::none_of(ranks.begin(), ranks.end(), [rank](const RankTrace& t) { return t.rank == rank; }))
            out.push_back(rank);
    return out;
}

// Outer stages have few exchanges: they are stages all the same when another rank is one.
void shareThePipeline(std::span<RankTrace> ranks) {
    bool any = false;
    for (const RankTrace& rank : ranks)
        for (const DeviceFacts& device : rank.facts->devices) any = any || device.pipeline;
    for (RankTrace& rank : ranks)
        for (DeviceFacts& device : rank.facts->devices)
            device.pipeline = any && std::any_of(device.comm.begin(), device.comm.end(),
                                                 [](const CommPiece& piece) { return piece.pointToPoint; });
}

} // namespace

void matchRanks(std::span<RankTrace> ranks, std::int64_t worldSize, const RankEvidence* evidence) {
    if (ranks.size() < 2) return;
    Matched matched = matchAll(ranks);
    std::vector<Totals> totals = setWaits(matched, ranks.size());
    if (evidence) {
        takeWaits(ranks, *evidence, matched);
        totals = evidence->sums;
    }
    const Named named = nameStraggler(ranks, totals, evidence);
    const std::vector<std::int64_t> missing = missingRanks(ranks, worldSize);
    LateCause cause = LateCause::Unknown;
    if (named.straggler)
        cause =
            evidence && evidence->leastWaiting == named.straggler ? evidence->cause : causeOf(ranks, *named.straggler);
    if (named.straggler) blameStraggler(matched, cause == LateCause::LateHost ? Fault::Host : Fault::Rank);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        RankVerdict verdict;
        verdict.ranks = ranks.size();
        verdict.missing = missing;
        const Totals& about = totals[named.straggler.value_or(r)];
        verdict.matched = about.matched;
        verdict.last = about.last;
        verdict.ownWaitNs = totals[r].waitNs;
        if (evidence) {
            verdict.residualNs = evidence->residualNs;
            verdict.doubts = evidence->doubts;
        }
        if (named.straggler) {
            verdict.straggler = ranks[*named.straggler].rank;
            verdict.isStraggler = r == *named.straggler;
            verdict.stragglerWaitNs = about.waitNs;
            verdict.cause = causeText(cause);
        }
        verdict.othersMeanWaitNs = named.othersMean;
        ranks[r].facts->ranks = std::move(verdict);
        for (DeviceFacts& device : ranks[r].facts->devices) finishComm(device, *ranks[r].facts);
    }
    shareThePipeline(ranks);
}

} // namespace lanescope
