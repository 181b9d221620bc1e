// From options to what is simulated: the programs, the ranks with their clocks and faults, and what each kind means.
// Immutable once made.
#pragma once

#include "core/base/result.h"
#include "core/synth/catalog.h"
#include "core/synth/program.h"
#include "core/synth/rank_sim.h"
#include "core/synth/synth.h"
#include "core/synth/training.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::synth {

// Strengths of the pathologies in thousandths; 0 = absent.
struct Faults {
    std::int64_t launchBound = 0, input = 0, sync = 0, alloc = 0, deferredComm = 0, memoryBound = 0;
    std::int64_t straggler = 0, pipeline = 0, decodeGap = 0;
    bool decode = false;
};

enum class StragglerCause : std::uint8_t { None, SlowCompute, MoreWork, LateHost, LateInput };
std::string_view causeName(StragglerCause cause);

struct Plan {
    SynthOptions options;
    std::vector<std::string> ids; // the pathologies asked for, by kind id
    Faults faults;
    unsigned ranks = 1, worldSize = 1;
    std::uint64_t layers = 8;
    unsigned microbatches = 0; // of a pipeline
    unsigned defaultSteps = 5;
    unsigned firstStep = 10; // number of the first ProfilerStep
    Catalog catalog;
    std::uint16_t rootName = 0;
    std::vector<Program> programs;
    std::vector<std::size_t> programOfRank;
    std::vector<std::vector<std::uint32_t>> groups; // members of each collective group, simulated ranks only
    std::vector<RankTraits> traits;
    std::vector<unsigned> recordFrom, recordUntil; // steps by index; until 0 = to the end
    std::string groupsText;                        // pg_config
    std::optional<unsigned> straggler;
    StragglerCause cause = StragglerCause::None;

    const Program& programFor(std::uint32_t rank, std::uint32_t step) const;
    bool missing(unsigned rank) const;
    bool records(unsigned rank, unsigned step) const {
        return step >= recordFrom[rank] && (recordUntil[rank] == 0 || step < recordUntil[rank]);
    }
};

// Errors: Usage.
Result<Plan> makePlan(const SynthOptions& options);

// The parts of makePlan.
std::string rankList(unsigned n);
TrainingPlan trainingPlan(const Plan& plan);
void planRanks(Plan& plan);    // clocks, straggler, capture windows
void planPipeline(Plan& plan); // groups and programs by stage
Program pipelineStep(Catalog& catalog, const TrainingPlan& plan, unsigned stage, unsigned stages,
                     unsigned microbatches);
Program prefillStep(Catalog& catalog, Frames frames, std::uint64_t layers);
Program decodeStep(Catalog& catalog, Frames frames, std::uint64_t layers, std::int64_t gapStrength);
inline constexpr unsigned kPrefillEvery = 16; // iterations of inference

} // namespace lanescope::synth
