#include "widgets/trainer/practice.h"

#include "core/analysis/signatures/signatures.h"

#include <algorithm>
#include <numeric>

namespace lanescope::trainer {

namespace {

constexpr unsigned kSteps = 4, kRanksShown = 3;

// Splitmix64: the same numbers everywhere.
class Numbers {
public:
    explicit Numbers(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next() {
        std::uint64_t z = m_state += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31U);
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }

private:
    std::uint64_t m_state;
};

} // namespace

RoundPlan planOf(std::string_view signature, std::uint64_t seed, double strength) {
    RoundPlan plan;
    plan.signature = signature;
    plan.options.kind = signature;
    plan.options.seed = seed;
    plan.options.strength = strength;
    plan.options.steps = kSteps;
    // Who waits for whom can only be seen with several ranks; so that their number gives nothing away, both are shown
    // so.
    if (signature == "straggler" || signature == "unoverlapped-allreduce") plan.options.ranks = kRanksShown;
    if (signature == "healthy" && seed % 2 == 0) plan.options.ranks = kRanksShown;
    if (signature == "pipeline-bubbles") plan.options.ranks = kRanksShown;
    return plan;
}

std::vector<RoundPlan> planRounds(std::uint64_t seed, std::size_t rounds) {
    Numbers numbers(seed);
    std::vector<RoundPlan> out;
    const auto all = builtinSignatures();
    std::vector<std::size_t> order;
    while (out.size() < rounds) {
        if (order.empty()) {
            order.resize(all.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[numbers.below(i)]);
        }
        const double strength = 0.8 + 0.1 * static_cast<double>(numbers.below(13));
        const std::uint64_t own = numbers.next() % 1'000'000;
        out.push_back(planOf(all[order.back()].id, own, strength));
        order.pop_back();
    }
    return out;
}

bool isRightPlace(const std::vector<Interval>& evidence, Interval picked, std::int64_t toleranceNs) {
    std::int64_t longest = 0;
    for (const Interval& at : evidence) longest = std::max(longest, at.length());
    if (picked.length() > 2 * longest + 2 * toleranceNs) return false;
    return std::any_of(evidence.begin(), evidence.end(), [&](const Interval& at) {
        return picked.begin <= at.end + toleranceNs && picked.end >= at.begin - toleranceNs;
    });
}

Practice::Practice(std::uint64_t seed) : m_seed(seed), m_plans(planRounds(seed)) {}

RoundResult Practice::check(const Answer& answer, const std::vector<Interval>& evidence, std::int64_t toleranceNs,
                            std::int64_t milliseconds) {
    RoundResult result;
    const RoundPlan& now = plan();
    result.milliseconds = milliseconds;
    result.signatureRight = answer.signature == now.signature;
    if (needsPlace(now.signature))
        result.placeRight = answer.place && isRightPlace(evidence, *answer.place, toleranceNs);
    else
        result.placeRight = result.signatureRight;
    m_results.push_back(result);
    m_checked = true;
    return result;
}

void Practice::next() {
    if (m_checked && !isOver()) m_checked = false;
}

int Practice::points() const {
    return std::accumulate(m_results.begin(), m_results.end(), 0,
                           [](int sum, const RoundResult& r) { return sum + r.points(); });
}

std::int64_t Practice::milliseconds() const {
    return std::accumulate(m_results.begin(), m_results.end(), std::int64_t{0},
                           [](std::int64_t sum, const RoundResult& r) { return sum + r.milliseconds; });
}

} // namespace lanescope::trainer
