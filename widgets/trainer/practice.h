// Practising: rounds by seed, what was answered, whether it is right, score and time. Pure logic; any thread.
#pragma once

#include "core/analysis/intervals.h"
#include "core/synth/synth.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::trainer {

inline constexpr std::size_t kRounds = 10;

struct RoundPlan {
    std::string signature;       // the right answer: the id of a signature
    synth::SynthOptions options; // of several ranks: all of them are shown, on one clock
};
// The same seed, the same rounds. Each signature comes once before any comes twice.
std::vector<RoundPlan> planRounds(std::uint64_t seed, std::size_t rounds = kRounds);
// The plan of one signature at full strength, for its walkthrough.
RoundPlan planOf(std::string_view signature, std::uint64_t seed, double strength);

// Whether the picked place (begin == end: a point) shows the evidence: it touches one of the ranges, or misses it by no
// more than the tolerance, and is no longer than twice the longest of them: who marks everything has found nothing.
bool isRightPlace(const std::vector<Interval>& evidence, Interval picked, std::int64_t toleranceNs);

struct Answer {
    std::string signature;
    std::optional<Interval> place; // none: not given
};

struct RoundResult {
    bool signatureRight = false, placeRight = false; // of a healthy trace there is no place: it comes with the answer
    std::int64_t milliseconds = 0;
    int points() const { return (signatureRight ? 1 : 0) + (placeRight ? 1 : 0); }
};

class Practice {
public:
    static constexpr int kPointsPerRound = 2;
    explicit Practice(std::uint64_t seed);
    std::uint64_t seed() const { return m_seed; }
    std::size_t round() const { return m_results.size() - (m_checked ? 1 : 0); } // from 0
    std::size_t rounds() const { return m_plans.size(); }
    const RoundPlan& plan() const { return m_plans[round()]; }
    bool isChecked() const { return m_checked; }
    bool isOver() const { return m_checked && m_results.size() == m_plans.size(); }
    // A place is wanted for every answer but "healthy".
    static bool needsPlace(std::string_view signature) { return signature != "healthy"; }
    // Judges the round. `evidence` is where it is in the trace that was shown. Only while it is not checked.
    RoundResult check(const Answer& answer, const std::vector<Interval>& evidence, std::int64_t toleranceNs,
                      std::int64_t milliseconds);
    void next(); // only when checked, and not over
    const std::vector<RoundResult>& results() const { return m_results; }
    int points() const;
    int mostPoints() const { return kPointsPerRound * static_cast<int>(rounds()); }
    std::int64_t milliseconds() const;

private:
    std::uint64_t m_seed;
    std::vector<RoundPlan> m_plans;
    std::vector<RoundResult> m_results;
    bool m_checked = false;
};

} // namespace lanescope::trainer
