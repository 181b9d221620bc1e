#include "core/align/pipeline_study.h"

#include "core/align/robust_fit.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace lanescope::align {

namespace {

using Kind = StageOpKind;

constexpr std::size_t kMostRanks = 1024;
constexpr std::int64_t kMostPlaces = 1024;
constexpr std::size_t kMostOps = std::size_t{1} << 20;       // of a rank
constexpr std::int64_t kLongestOpNs = std::int64_t{1} << 42; // an hour; so that sums of operations stay in range

struct Op {
    Kind kind{};
    std::int64_t ns = 0;
    std::uint32_t microbatch = 0;
};
struct Rank {
    std::int64_t stage = 0, replica = 0, tensor = 0;
    std::vector<std::vector<Op>> steps;
};

bool isTransfer(Kind kind) { return kind == Kind::ForwardTransfer || kind == Kind::BackwardTransfer; }
bool isPass(Kind kind) { return kind == Kind::Forward || kind == Kind::Backward; }
bool isComputation(Kind kind) { return isPass(kind) || kind == Kind::Optimizer; }

std::int64_t coordinate(const RankRecord& record, std::string_view name) {
    for (const auto& [key, value] : record.coordinates)
        if (key == name) return value;
    return 0;
}

// The operations of a record by step; the n-th forward pass of a step is that of microbatch n.
Rank rankOf(const RankRecord& record) {
    Rank out{coordinate(record, "pp"), coordinate(record, "dp"), coordinate(record, "tp"), {}};
    out.steps.resize(record.steps.size());
    std::vector<std::array<std::uint32_t, kStageOpKinds>> counts(record.steps.size());
    for (const StageOp& op : record.ops) {
        if (op.step < 0 || static_cast<std::size_t>(op.step) >= out.steps.size()) continue;
        const auto step = static_cast<std::size_t>(op.step);
        const std::uint32_t n = counts[step][static_cast<std::size_t>(op.kind)]++;
        out.steps[step].push_back({op.kind, std::clamp<std::int64_t>(op.end - op.begin, 0, kLongestOpNs), n});
    }
    return out;
}

// Who takes part in a collective beside a rank; itself included.
bool together(Kind kind, const Rank& a, const Rank& b, std::int64_t lastStage) {
    switch (kind) {
    case Kind::GatherParameters:
    case Kind::ReduceGradients:
        return a.stage == b.stage && a.tensor == b.tensor;
    case Kind::ReduceNorms:
        return a.stage == b.stage && a.replica == b.replica;
    case Kind::ReduceEmbeddings:
        return a.replica == b.replica && a.tensor == b.tensor && (b.stage == 0 || b.stage == lastStage);
    case Kind::ClipGradients:
        return true;
    default:
        return false;
    }
}

class Player {
public:
    using Keeps = std::function<bool(std::size_t rank, Kind kind)>; // whether its durations stay as recorded

    Player(std::span<const RankRecord> records, const PlayLimits& limits) : m_limits(limits) {
        for (const RankRecord& record : records) m_ranks.push_back(rankOf(record));
        for (const Rank& rank : m_ranks) {
            m_lastStage = std::max(m_lastStage, rank.stage);
            m_replicas.insert(rank.replica);
            m_steps = std::min(m_steps, rank.steps.size());
        }
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            m_at[{m_ranks[r].stage, m_ranks[r].replica, m_ranks[r].tensor}] = r;
        findMembers();
        findIdeal();
    }

    std::size_t stages() const { return static_cast<std::size_t>(m_lastStage + 1); }
    const std::set<std::int64_t>& replicas() const { return m_replicas; }
    const std::vector<Rank>& ranks() const { return m_ranks; }
    const std::vector<std::size_t>& playable() const { return m_playable; }
    const PlayLimits& limits() const { return m_limits; }
    bool stopped() const { return m_limits.stop.stop_requested(); }
    std::size_t recorded() const { return m_steps; }

    // Keeps steps that can be played to their end, so many that all variants of them stay within the limit; those
    // that are too many are left out evenly. True: at least one step with that many variants is within it.
    bool choose(std::size_t variants) {
        std::vector<std::size_t> all, playable;
        std::size_t operations = 0;
        for (std::size_t s = 0; s < m_steps; ++s) {
            all.push_back(s);
            operations += sizeOf(s);
        }
        if (operations > m_limits.most) thin(all, std::max<std::size_t>(1, all.size() * m_limits.most / operations));
        for (const std::size_t s : all)
            if (lengthOf(s, [](std::size_t, Kind) { return true; })) playable.push_back(s);
        std::size_t each = 1;
        for (const std::size_t s : playable) each = std::max(each, sizeOf(s) * std::max<std::size_t>(1, variants));
        thin(playable, std::max<std::size_t>(1, m_limits.most / each));
        m_playable = std::move(playable);
        return each <= m_limits.most;
    }

    double mean(const Keeps& keeps) const {
        double sum = 0;
        for (const std::size_t step : m_playable) sum += static_cast<double>(lengthOf(step, keeps).value_or(0));
        return sum / static_cast<double>(m_playable.size());
    }

private:
    std::size_t sizeOf(std::size_t step) const {
        std::size_t size = 0;
        for (const Rank& rank : m_ranks) size += rank.steps[step].size();
        return size;
    }

    static void thin(std::vector<std::size_t>& steps, std::size_t most) {
        if (steps.size() <= most) return;
        std::vector<std::size_t> some;
        for (std::size_t i = 0; i < most; ++i) some.push_back(steps[i * steps.size() / most]);
        steps = std::move(some);
    }

    void findMembers() {
        m_members.resize(m_ranks.size());
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            for (std::size_t k = 0; k < kStageOpKinds; ++k)
                for (std::size_t o = 0; o < m_ranks.size(); ++o)
                    if (together(static_cast<Kind>(k), m_ranks[r], m_ranks[o], m_lastStage))
                        m_members[r][k].push_back(o);
    }

    void findIdeal() {
        std::array<std::vector<std::int64_t>, kStageOpKinds> all;
        for (const Rank& rank : m_ranks)
            for (std::size_t s = 0; s < m_steps; ++s)
                for (const Op& op : rank.steps[s]) all[static_cast<std::size_t>(op.kind)].push_back(op.ns);
        for (std::size_t k = 0; k < kStageOpKinds; ++k) {
            if (all[k].empty()) continue;
            if (!isComputation(static_cast<Kind>(k))) {
                m_ideal[k] = lowerMedian(all[k]);
                continue;
            }
            const double sum = std::accumulate(all[k].begin(), all[k].end(), 0.0);
            m_ideal[k] = static_cast<std::int64_t>(sum / static_cast<double>(all[k].size()));
        }
    }

    struct State {                                                  // of a step that is played
        std::vector<std::size_t> next;                              // by rank
        std::vector<std::int64_t> free;                             // by rank: end of its last operation
        std::vector<std::array<std::vector<std::int64_t>, 2>> done; // by rank: ends of forward and backward passes
    };

    const Op* headOf(const State& state, std::size_t rank, std::size_t step) const {
        const auto& ops = m_ranks[rank].steps[step];
        return state.next[rank] < ops.size() ? &ops[state.next[rank]] : nullptr;
    }

    // When the pass of the neighbour is over: what this one waits for. None: not yet.
    std::optional<std::int64_t> neighbourDone(const State& state, std::size_t rank, const Op& op, Kind pass) const {
        const Rank& own = m_ranks[rank];
        const std::int64_t stage = own.stage + (pass == Kind::Forward ? -1 : 1);
        if (stage < 0 || stage > m_lastStage) return 0;
        const auto at = m_at.find({stage, own.replica, own.tensor});
        if (at == m_at.end()) return std::nullopt;
        const auto& ends = state.done[at->second][pass == Kind::Forward ? 0 : 1];
        return op.microbatch < ends.size() ? std::optional(ends[op.microbatch]) : std::nullopt;
    }

    // Plays the operation at the head of a rank, and with a collective those of its members; false: it has to wait.
    bool play(State& state, std::size_t rank, std::size_t step, const Keeps& keeps) const {
        const Op* op = headOf(state, rank, step);
        if (!op) return false;
        const auto kind = static_cast<std::size_t>(op->kind);
        const auto length = [&](std::size_t r, const Op& o) { return keeps(r, o.kind) ? o.ns : m_ideal[kind]; };
        if (isPass(op->kind) || isTransfer(op->kind)) {
            const bool forward = op->kind == Kind::Forward || op->kind == Kind::ForwardTransfer;
            const auto ready = neighbourDone(state, rank, *op, forward ? Kind::Forward : Kind::Backward);
            if (!ready) return false;
            state.free[rank] = std::max(state.free[rank], *ready) + length(rank, *op);
            if (isPass(op->kind)) state.done[rank][forward ? 0 : 1].push_back(state.free[rank]);
            ++state.next[rank];
            return true;
        }
        const std::vector<std::size_t> alone{rank};
        const auto& members = m_members[rank][kind].empty() ? alone : m_members[rank][kind];
        std::int64_t start = 0, longest = 0;
        for (const std::size_t r : members) {
            const Op* other = headOf(state, r, step);
            if (!other || other->kind != op->kind) return false;
            start = std::max(start, state.free[r]);
            longest = std::max(longest, length(r, *other));
        }
        for (const std::size_t r : members) {
            state.free[r] = start + longest;
            ++state.next[r];
        }
        return true;
    }

    // Of a step from the start of all ranks to the last end; none when it does not come to its end.
    std::optional<std::int64_t> lengthOf(std::size_t step, const Keeps& keeps) const {
        State state;
        state.next.assign(m_ranks.size(), 0);
        state.free.assign(m_ranks.size(), 0);
        state.done.resize(m_ranks.size());
        if (sizeOf(step) == 0) return std::nullopt;
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t r = 0; r < m_ranks.size() && !stopped(); ++r)
                while (play(state, r, step, keeps)) moved = true;
        }
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            if (headOf(state, r, step)) return std::nullopt;
        return *std::max_element(state.free.begin(), state.free.end());
    }

    std::vector<Rank> m_ranks;
    std::int64_t m_lastStage = 0;
    std::set<std::int64_t> m_replicas;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::size_t> m_at;
    std::vector<std::array<std::vector<std::size_t>, kStageOpKinds>> m_members;
    std::array<std::int64_t, kStageOpKinds> m_ideal{};
    std::size_t m_steps = SIZE_MAX;
    PlayLimits m_limits;
    std::vector<std::size_t> m_playable;
};

// Mean computation per step of the ranks that belong.
std::int64_t computeOf(const Player& player, const std::function<bool(std::size_t)>& belongs) {
    double sum = 0, n = 0;
    for (std::size_t r = 0; r < player.ranks().size(); ++r) {
        if (!belongs(r)) continue;
        for (const std::size_t step : player.playable()) {
            for (const Op& op : player.ranks()[r].steps[step])
                sum += isComputation(op.kind) ? static_cast<double>(op.ns) : 0;
            ++n;
        }
    }
    return n > 0 ? static_cast<std::int64_t>(sum / n) : 0;
}

enum class Tried : std::uint8_t { Nothing, Parts, PartsAndRanks };

class Study {
public:
    Study(Player player, Tried tried) : m_player(std::move(player)), m_tried(tried) {
        m_played = m_player.mean([](std::size_t, Kind) { return true; });
        m_ideal = m_player.mean([](std::size_t, Kind) { return false; });
    }

    PipelineStudy take() {
        m_out.steps = m_player.playable().size();
        m_out.recorded = m_player.recorded();
        m_out.stages = m_player.stages();
        m_out.replicas = m_player.replicas().size();
        m_out.playedNs = static_cast<std::int64_t>(m_played);
        m_out.idealNs = static_cast<std::int64_t>(m_ideal);
        if (m_tried != Tried::Nothing) tryParts();
        if (m_tried == Tried::PartsAndRanks) tryRanks();
        decide();
        return std::move(m_out);
    }

private:
    void tryParts() {
        const auto& ranks = m_player.ranks();
        for (std::size_t s = 0; s < m_player.stages(); ++s) {
            const auto id = static_cast<std::int64_t>(s);
            m_out.byStage.push_back(part(id, [&](std::size_t r) { return ranks[r].stage == id; }));
        }
        for (const std::int64_t id : m_player.replicas())
            m_out.byReplica.push_back(part(id, [&](std::size_t r) { return ranks[r].replica == id; }));
        for (std::size_t k = 0; k < kStageOpKinds; ++k) {
            const auto kind = static_cast<Kind>(k);
            PipelineStudy::Part& one = m_out.byKind.emplace_back();
            one.id = static_cast<std::int64_t>(k);
            one.alone = m_player.mean([&](std::size_t, Kind o) { return o == kind; }) / m_ideal;
            one.recovered = recovered(m_player.mean([&](std::size_t, Kind o) { return o != kind; }));
        }
    }

    void tryRanks() {
        for (std::size_t r = 0; r < m_player.ranks().size(); ++r) {
            PipelineStudy::Part& one = m_out.byRank.emplace_back();
            one.id = static_cast<std::int64_t>(r);
            one.computeNs = computeOf(m_player, [&](std::size_t o) { return o == r; });
            one.recovered = recovered(m_player.mean([&](std::size_t o, Kind) { return o != r; }));
        }
    }

    double recovered(double without) const {
        return m_played > m_ideal ? (m_played - without) / (m_played - m_ideal) : 0;
    }

    PipelineStudy::Part part(std::int64_t id, const std::function<bool(std::size_t)>& belongs) const {
        PipelineStudy::Part out;
        out.id = id;
        out.computeNs = computeOf(m_player, belongs);
        out.alone = m_player.mean([&](std::size_t r, Kind) { return belongs(r); }) / m_ideal;
        out.recovered = recovered(m_player.mean([&](std::size_t r, Kind) { return !belongs(r); }));
        return out;
    }

    // A single rank before its stage: a stage of one slow rank recovers as much as the rank alone.
    void decide() {
        using Slow = PipelineStudy::Slow;
        if (m_out.slowdown() < PipelineStudy::kEvenBelow) return;
        m_out.slow = Slow::Spread;
        if (m_out.byStage.empty()) return;
        const auto most = [](const std::vector<PipelineStudy::Part>& parts) {
            return *std::max_element(parts.begin(), parts.end(),
                                     [](const auto& a, const auto& b) { return a.recovered < b.recovered; });
        };
        const PipelineStudy::Part stage = most(m_out.byStage);
        if (stage.recovered >= kDecides) {
            m_out.slow = Slow::Stage;
            m_out.slowest = stage.id;
        }
        if (m_out.byRank.empty()) return;
        const PipelineStudy::Part rank = most(m_out.byRank);
        if (rank.recovered >= kDecides && rank.recovered * 4 >= stage.recovered * 3 && m_out.replicas > 1) {
            m_out.slow = Slow::Rank;
            m_out.slowest = rank.id;
        }
    }

    static constexpr double kDecides = 0.5; // of what is lost

    Player m_player;
    Tried m_tried;
    double m_played = 0, m_ideal = 0;
    PipelineStudy m_out;
};

} // namespace

std::string_view stageOpWord(StageOpKind kind) {
    constexpr std::string_view kWords[kStageOpKinds] = {
        "forward",          "backward",     "forward_transfer",  "backward_transfer", "gather_parameters",
        "reduce_gradients", "reduce_norms", "reduce_embeddings", "clip_gradients",    "optimizer"};
    return kWords[static_cast<std::size_t>(kind)];
}

double PipelineStudy::slowdown() const {
    return idealNs > 0 ? static_cast<double>(playedNs) / static_cast<double>(idealNs) : 1;
}

std::optional<PipelineStudy> studyPipeline(std::span<const RankRecord> records, const PlayLimits& limits) {
    if (records.size() < 2 || records.size() > kMostRanks) return std::nullopt;
    for (const RankRecord& record : records) {
        if (record.ops.empty() || record.ops.size() > kMostOps) return std::nullopt;
        for (const auto& [name, place] : record.coordinates)
            if (place < 0 || place >= kMostPlaces) return std::nullopt;
    }
    Player player(records, limits);
    if (player.stages() < 2 || player.stages() > records.size()) return std::nullopt;
    const std::size_t parts = 2 + 2 * (player.stages() + player.replicas().size() + kStageOpKinds);
    Tried tried = Tried::PartsAndRanks;
    if (!player.choose(parts + records.size())) tried = player.choose(parts) ? Tried::Parts : Tried::Nothing;
    if (tried == Tried::Nothing) (void)player.choose(2);
    if (player.playable().empty() || player.stopped()) return std::nullopt;
    PipelineStudy out = Study(std::move(player), tried).take();
    return limits.stop.stop_requested() ? std::nullopt : std::optional(std::move(out));
}

} // namespace lanescope::align
