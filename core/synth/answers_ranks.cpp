#include "core/synth/answers_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace lanescope::synth {

namespace {

constexpr std::size_t kMaxListed = 5'000;

// End of the rank's collectives minus the end of the reference's, in the files' clocks: the lower median.
std::int64_t medianEndDifference(const Ledger& own, const Ledger& reference) {
    std::vector<std::int64_t> diffs;
    std::size_t at = 0;
    const auto& ref = reference.collectives;
    for (const CollectiveAnswer& c : own.collectives) {
        if (!c.collective) continue;
        while (at < ref.size() && (!ref[at].collective || ref[at].seq < c.seq)) ++at;
        if (at < ref.size() && ref[at].seq == c.seq) diffs.push_back(c.span.end - ref[at].span.end);
    }
    if (diffs.empty()) return 0;
    const auto middle = diffs.begin() + static_cast<std::ptrdiff_t>((diffs.size() - 1) / 2);
    std::nth_element(diffs.begin(), middle, diffs.end());
    return *middle;
}

template <class Value>
void perRank(JsonText& j, std::string_view key, std::size_t count, Value&& value) {
    j.object(key);
    for (std::size_t r = 0; r < count; ++r) j.number(fmt::format("{}", r), value(r));
    j.close();
}

std::vector<WaitTotals> waitTotals(const std::vector<RankOutput>& ranks) {
    struct Arrived {
        std::int64_t latest = 0;
        unsigned ranks = 0;
    };
    std::map<std::uint32_t, Arrived> bySeq;
    const auto each = [&](auto&& body) {
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            if (!ranks[r].writer) continue;
            for (const CollectiveAnswer& c : ranks[r].sim->ledger().collectives)
                if (c.collective) body(r, c);
        }
    };
    each([&](std::size_t, const CollectiveAnswer& c) {
        Arrived& a = bySeq[c.seq];
        a.latest = a.ranks == 0 ? c.trueStart : std::max(a.latest, c.trueStart);
        ++a.ranks;
    });
    std::vector<WaitTotals> out(ranks.size());
    each([&](std::size_t r, const CollectiveAnswer& c) {
        const Arrived& a = bySeq[c.seq];
        if (a.ranks < 2) return;
        ++out[r].count;
        out[r].wait += a.latest - c.trueStart;
        out[r].last += a.latest == c.trueStart ? 1 : 0;
    });
    return out;
}

// METRICS 7: waits least, came last in at least half, the others' mean wait exceeds its own by 1 % of the window.
std::optional<unsigned> stragglerByRule(const std::vector<RankOutput>& ranks, const std::vector<WaitTotals>& totals) {
    std::optional<unsigned> least;
    std::int64_t sum = 0, present = 0;
    for (unsigned r = 0; r < totals.size(); ++r) {
        if (totals[r].count == 0) continue;
        ++present;
        sum += totals[r].wait;
        if (!least || totals[r].wait < totals[*least].wait) least = r;
    }
    if (!least || present < 2) return std::nullopt;
    const WaitTotals& own = totals[*least];
    const auto& whole = ranks[*least].sim->ledger().whole();
    const std::int64_t window = whole ? whole->end - whole->begin : 0;
    const std::int64_t others = (sum - own.wait) / (present - 1);
    if (own.last * 2 < own.count || (others - own.wait) * 100 <= window) return std::nullopt;
    return least;
}

} // namespace

JobFacts jobFacts(const Plan& plan, const std::vector<RankOutput>& ranks, unsigned steps) {
    JobFacts facts;
    facts.steps = steps;
    while (plan.missing(static_cast<unsigned>(facts.reference))) ++facts.reference;
    facts.waits = waitTotals(ranks);
    facts.stragglerByRule = stragglerByRule(ranks, facts.waits);
    const Ledger& reference = ranks[facts.reference].sim->ledger();
    for (const RankOutput& r : ranks)
        facts.medianEndDifference.push_back(medianEndDifference(r.sim->ledger(), reference));
    return facts;
}

void ranksAnswer(JsonText& j, const Plan& plan, const JobFacts& facts) {
    const std::size_t reference = facts.reference, count = plan.ranks;
    j.object("ranks").number("count", plan.ranks).number("reference", static_cast<std::uint64_t>(reference));
    j.list("missing");
    for (unsigned r = 0; r < plan.ranks; ++r)
        if (plan.missing(r)) j.number({}, r);
    j.close();
    const std::int64_t base = plan.traits[reference].clockOffsetNs;
    perRank(j, "clock_offsets_ns", count, [&](std::size_t r) { return plan.traits[r].clockOffsetNs - base; });
    perRank(j, "drift_ppb", count, [&](std::size_t r) { return plan.traits[r].driftPpb; });
    perRank(j, "median_end_difference_ns", count, [&](std::size_t r) { return facts.medianEndDifference[r]; });
    const std::vector<WaitTotals>& totals = facts.waits;
    perRank(j, "total_wait_ns", count, [&](std::size_t r) { return totals[r].wait; });
    perRank(j, "matched", count, [&](std::size_t r) { return totals[r].count; });
    perRank(j, "times_last", count, [&](std::size_t r) { return totals[r].last; });
    if (facts.stragglerByRule)
        j.number("straggler_by_rule", *facts.stragglerByRule);
    else
        j.raw("straggler_by_rule", "null");
    if (plan.straggler)
        j.number("straggler", *plan.straggler);
    else
        j.raw("straggler", "null");
    j.text("cause", causeName(plan.cause));
    if (plan.microbatches > 0)
        j.number("microbatches", plan.microbatches)
            .number("ideal_bubble_permille", (plan.ranks - 1) * 1000 / (plan.microbatches + plan.ranks - 1));
    j.close();
}

void collectivesAnswer(JsonText& j, const Ledger& ledger) {
    j.number("collective_count", static_cast<std::uint64_t>(ledger.collectives.size())).list("collectives");
    for (std::size_t i = 0; i < std::min(kMaxListed, ledger.collectives.size()); ++i) {
        const CollectiveAnswer& c = ledger.collectives[i];
        j.object().text("group", c.collective ? "0" : "1").number("seq", c.seq);
        j.text("kind", c.collective ? "allreduce" : "send/recv").number("step", c.step);
        j.number("start_ns", c.span.begin).number("end_ns", c.span.end).number("wait_ns", c.wait);
        j.number("bytes", c.bytes).close();
    }
    j.close();
}

void phasesAnswer(JsonText& j, const Ledger& ledger) {
    j.list("phases");
    for (const PhaseAnswer& p : ledger.phases) {
        j.object().text("phase", p.prefill ? "prefill" : "decode");
        j.list("host_ns").number({}, p.host.begin).number({}, p.host.end).close();
        j.list("gpu_ns").number({}, p.gpu.begin).number({}, p.gpu.end).close();
        j.number("kernels", p.kernels).number("graph_kernels", p.graphKernels).close();
    }
    j.close();
}

} // namespace lanescope::synth
