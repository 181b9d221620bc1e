#include "core/synth/plan.h"

#include "core/synth/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::synth {

namespace {

Error usage(std::string message, std::string place, std::string hint) {
    return {ErrorCode::Usage, std::move(message), std::move(place), std::move(hint)};
}

std::string kindList() {
    std::string out;
    for (const KindInfo& k : kinds()) out += fmt::format("{}{}", out.empty() ? "" : ", ", k.id);
    return out;
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

void setFault(Faults& f, std::string_view id, std::int64_t s) {
    if (id == "launch-bound") f.launchBound = s;
}

std::string rankList(unsigned n) {
    std::string out = "[";
    for (unsigned r = 0; r < n; ++r) out += fmt::format("{}{}", r ? ", " : "", r);
    return out + "]";
}

TrainingPlan trainingPlan(const Plan& plan) {
    TrainingPlan t;
    t.dims.layers = plan.layers;
    t.withStack = plan.options.withStack;
    t.hostPermille = 1700;
    t.worldSize = plan.worldSize;
    t.groupText = fmt::format("\"Process Group Name\": \"0\", \"Process Group Description\": \"default_pg\", \"Process "
                              "Group Ranks\": \"{}\"",
                              rankList(plan.worldSize));
    const Faults& f = plan.faults;
    if (f.launchBound > 0) { // a model too small for the machine
        t.dims.hidden = f.launchBound >= 750 ? 512 : f.launchBound >= 250 ? 1024 : 2048;
        t.dims.heads = t.dims.hidden / 128;
        t.dims.sequence =
            std::max<std::uint64_t>(32, 1024'000 / (1000 + 9 * static_cast<std::uint64_t>(f.launchBound)) / 8 * 8);
    }
    t.input = f.input;
    t.sync = f.sync;
    t.alloc = f.alloc;
    t.deferredComm = f.deferredComm;
    t.memoryBound = f.memoryBound;
    return t;
}

Result<std::monostate> checkNumbers(const SynthOptions& o) {
    if (!std::isfinite(o.strength) || o.strength < 0 || o.strength > 4)
        return usage(fmt::format("expected a strength from 0 to 4, found {}", o.strength), "--strength", "");
    if (o.ranks > 1024) return usage(fmt::format("expected at most 1024 ranks, found {}", o.ranks), "--ranks", "");
    return {};
}

} // namespace

const Program& Plan::programFor(std::uint32_t rank, std::uint32_t) const { return programs[programOfRank[rank]]; }

bool Plan::missing(unsigned rank) const {
    return std::find(options.missingRanks.begin(), options.missingRanks.end(), rank) != options.missingRanks.end();
}

Result<Plan> makePlan(const SynthOptions& options) {
    if (auto ok = checkNumbers(options); !ok) return ok.error();
    Plan plan;
    plan.options = options;
    for (const std::string& id : split(options.kind, '+')) {
        if (findKind(id) == nullptr)
            return usage(fmt::format("there is no kind '{}'", id), "synth", "Kinds: " + kindList() + ".");
        plan.ids.push_back(id);
        setFault(plan.faults, id, std::llround(options.strength * 1000));
    }
    plan.ranks = options.ranks != 0 ? options.ranks : findKind(plan.ids[0])->defaultRanks;
    plan.worldSize = plan.ranks > 1 ? plan.ranks : 8;
    if (options.targetBytes >= (std::uint64_t{64} << 20)) plan.layers = 32;
    plan.programs.push_back(trainingStep(plan.catalog, trainingPlan(plan)));
    plan.programOfRank.assign(plan.ranks, 0);
    plan.groups.emplace_back();
    for (std::uint32_t r = 0; r < plan.ranks; ++r) plan.groups[0].push_back(r);
    plan.groupsText = fmt::format("\"pg_count\": 1, \"pg_config\": [{{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", "
                                  "\"backend_config\": \"cuda:nccl\", \"pg_size\": {}, \"ranks\": {}}}]",
                                  plan.worldSize, rankList(plan.worldSize));
    for (std::uint32_t r = 0; r < plan.ranks; ++r) {
        RankTraits t;
        t.rank = r;
        t.seed = options.seed * 1000003 + r;
        plan.traits.push_back(t);
    }
    plan.firstRecorded.assign(plan.ranks, 0);
    plan.lastStepsMissed.assign(plan.ranks, 0);
    return plan;
}

} // namespace lanescope::synth
