#include "core/synth/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::synth {

namespace {

Error usage(std::string message, std::string place, std::string hint) {
    return {ErrorCode::Usage, std::move(message), std::move(place), std::move(hint)};
}

const KindInfo* findKind(std::string_view id) {
    for (const KindInfo& k : kinds())
        if (k.id == id) return &k;
    return nullptr;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> out;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t to = std::min(text.find(at, from), text.size());
        out.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return out;
}

struct FaultOfKind {
    std::string_view kind;
    std::int64_t Faults::*strength;
    bool mixes; // may be combined with others
};
constexpr FaultOfKind kFaults[] = {
    {"launch-bound", &Faults::launchBound, true},
    {"input-starvation", &Faults::input, true},
    {"sync-stalls", &Faults::sync, true},
    {"allocator-stalls", &Faults::alloc, true},
    {"unoverlapped-allreduce", &Faults::deferredComm, true},
    {"memory-bound", &Faults::memoryBound, true},
    {"straggler", &Faults::straggler, true},
    {"pipeline-bubbles", &Faults::pipeline, false},
    {"graph-replay-decode", &Faults::decodeGap, false},
};

// Pairs that stay recognisable side by side.
std::vector<std::string> mixtureOf(std::uint64_t seed) {
    static constexpr std::string_view kPairs[][2] = {
        {"input-starvation", "sync-stalls"},       {"input-starvation", "unoverlapped-allreduce"},
        {"sync-stalls", "unoverlapped-allreduce"}, {"allocator-stalls", "input-starvation"},
        {"memory-bound", "input-starvation"},      {"allocator-stalls", "unoverlapped-allreduce"},
    };
    const auto& pair = kPairs[Rng(seed ^ 0x6d69787475726521ULL).below(std::size(kPairs))];
    return {std::string(pair[0]), std::string(pair[1])};
}

Status checkNumbers(const SynthOptions& o) {
    if (!std::isfinite(o.strength) || o.strength < 0 || o.strength > 4)
        return usage(fmt::format("expected a strength from 0 to 4, found {}", o.strength), "strength", "");
    if (o.ranks > 1024) return usage(fmt::format("expected at most 1024 ranks, found {}", o.ranks), "ranks", "");
    if (!std::isfinite(o.clockOffsetSeconds) || o.clockOffsetSeconds > 3600)
        return usage("expected clock offsets of at most 3600 s", "clock offset", "");
    if (!std::isfinite(o.driftPpm) || std::fabs(o.driftPpm) > 1000)
        return usage("expected a drift of at most 1000 ppm", "drift", "");
    return {};
}

Status takeKinds(Plan& plan) {
    std::string all;
    for (const KindInfo& k : kinds()) all += fmt::format("{}{}", all.empty() ? "" : ", ", k.id);
    plan.ids = plan.options.kind == "mixture" ? mixtureOf(plan.options.seed) : split(plan.options.kind, '+');
    const std::int64_t strength = std::llround(plan.options.strength * 1000);
    for (const std::string& id : plan.ids) {
        if (findKind(id) == nullptr || (id == "mixture" && plan.ids.size() > 1))
            return usage(fmt::format("there is no kind '{}'", id), "synth", "Kinds: " + all + ".");
        for (const FaultOfKind& f : kFaults) {
            if (f.kind != id) continue;
            if (!f.mixes && plan.ids.size() > 1)
                return usage(fmt::format("'{}' cannot be mixed with other kinds", id), "synth", "");
            plan.faults.*f.strength = strength;
        }
        if (id == "graph-replay-decode") plan.faults.decode = true;
    }
    return {};
}

Status checkRanks(const Plan& plan) {
    if (plan.options.straggler && *plan.options.straggler >= plan.ranks)
        return usage(fmt::format("there is no rank {} among {}", *plan.options.straggler, plan.ranks), "straggler", "");
    if (plan.faults.pipeline > 0 && (plan.ranks < 2 || plan.ranks > 64))
        return usage(fmt::format("a pipeline needs 2 to 64 ranks, found {}", plan.ranks), "ranks", "");
    unsigned present = 0;
    for (unsigned r = 0; r < plan.ranks; ++r) present += plan.missing(r) ? 0 : 1;
    if (present == 0) return usage("every rank is left out", "missing ranks", "");
    return {};
}

Frames framesOf(const Plan& plan) { return plan.options.withStack ? Frames::With : Frames::Without; }

std::string oneGroup(unsigned n) {
    return fmt::format("\"pg_count\": 1, \"pg_config\": [{{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", "
                       "\"backend_config\": \"cuda:nccl\", \"pg_size\": {}, \"ranks\": {}}}]",
                       n, rankList(n));
}

void planTraining(Plan& plan) {
    plan.programs.push_back(trainingStep(plan.catalog, trainingPlan(plan)));
    plan.programOfRank.assign(plan.ranks, 0);
    plan.groups.emplace_back();
    for (std::uint32_t r = 0; r < plan.ranks; ++r) plan.groups[0].push_back(r);
    plan.groupsText = oneGroup(plan.worldSize);
}

void planDecode(Plan& plan) {
    const std::uint64_t layers = plan.layers * 3;
    plan.programs.push_back(prefillStep(plan.catalog, framesOf(plan), layers));
    plan.programs.push_back(decodeStep(plan.catalog, framesOf(plan), layers, plan.faults.decodeGap));
    plan.programOfRank.assign(plan.ranks, 0);
    plan.groups.emplace_back();
    plan.defaultSteps = 34;
    plan.worldSize = plan.ranks;
    plan.groupsText = oneGroup(plan.worldSize);
}

} // namespace

std::string rankList(unsigned n) {
    std::string out = "[";
    for (unsigned r = 0; r < n; ++r) out += fmt::format("{}{}", r ? ", " : "", r);
    return out + "]";
}

TrainingPlan trainingPlan(const Plan& plan) {
    TrainingPlan t;
    t.dims.layers = plan.layers;
    t.frames = framesOf(plan);
    t.hostPermille = 1700;
    t.worldSize = plan.worldSize;
    t.groupText = fmt::format("\"Process Group Name\": \"0\", \"Process Group Description\": \"default_pg\", \"Process "
                              "Group Ranks\": \"{}\"",
                              rankList(plan.worldSize));
    const Faults& f = plan.faults;
    if (f.launchBound > 0) { // a model too small for the machine
        t.dims.hidden = f.launchBound >= 750 ? 512 : f.launchBound >= 250 ? 1024 : 2048;
        t.dims.heads = t.dims.hidden / 128;
        const auto smaller = static_cast<std::uint64_t>(1000 + 9 * f.launchBound);
        t.dims.sequence = std::max<std::uint64_t>(32, 1'024'000 / smaller / 8 * 8);
    }
    t.input = f.input;
    t.sync = f.sync;
    t.alloc = f.alloc;
    t.deferredComm = f.deferredComm;
    t.memoryBound = f.memoryBound;
    return t;
}

const Program& Plan::programFor(std::uint32_t rank, std::uint32_t step) const {
    if (faults.decode) return programs[step % kPrefillEvery == 0 ? 0 : 1];
    return programs[programOfRank[rank]];
}

bool Plan::missing(unsigned rank) const {
    return std::find(options.missingRanks.begin(), options.missingRanks.end(), rank) != options.missingRanks.end();
}

Result<Plan> makePlan(const SynthOptions& options) {
    if (Status ok = checkNumbers(options); !ok) return ok.error();
    Plan plan;
    plan.options = options;
    if (Status ok = takeKinds(plan); !ok) return ok.error();
    plan.ranks = options.ranks;
    if (plan.ranks == 0)
        for (const std::string& id : plan.ids) plan.ranks = std::max(plan.ranks, findKind(id)->defaultRanks);
    if (Status ok = checkRanks(plan); !ok) return ok.error();
    // One file of a job of eight; a model too small for one GPU is trained on one.
    plan.worldSize = plan.ranks > 1 ? plan.ranks : plan.faults.launchBound > 0 ? 1 : 8;
    if (options.targetBytes >= (std::uint64_t{64} << 20)) plan.layers = 32;
    if (plan.faults.decode)
        planDecode(plan);
    else if (plan.faults.pipeline > 0)
        planPipeline(plan);
    else
        planTraining(plan);
    plan.rootName =
        plan.catalog.name(plan.faults.decode ? "sglang/launch_server.py(21): <module>" : "train.py(204): <module>");
    planRanks(plan);
    return plan;
}

} // namespace lanescope::synth
