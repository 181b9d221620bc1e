#include "widgets/ranks/pipeline_rank.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::ranksview {
namespace {

std::int64_t numberOf(std::string_view text) {
    std::int64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() ? out : INT64_MAX;
}

// Threads are named "PP rank 3, TP rank 0, dp-comm", a process per replica.
class ThreadsOfRank {
public:
    ThreadsOfRank(const TraceStore& store, const align::RankRecord& record) : m_store(store) {
        const auto place = [&](std::string_view name) {
            for (const auto& [of, at] : record.coordinates)
                if (of == name) return at;
            return std::int64_t{0};
        };
        m_start = fmt::format("PP rank {}, TP rank {}, ", place("pp"), place("tp"));
        m_replica = static_cast<std::size_t>(place("dp"));
        for (const Thread& thread : store.threads())
            if (store.text(thread.name).starts_with("PP rank ")) m_processes.insert(numberOf(store.text(thread.pid)));
    }

    // "compute", "pp-comm"; none: of another rank.
    std::optional<std::string_view> workOf(const Track& track) const {
        const Thread& thread = m_store.threads()[track.thread.value];
        const std::string_view name = m_store.text(thread.name);
        const auto process = m_processes.find(numberOf(m_store.text(thread.pid)));
        if (!name.starts_with(m_start) || process == m_processes.end()) return std::nullopt;
        if (static_cast<std::size_t>(std::distance(m_processes.begin(), process)) != m_replica) return std::nullopt;
        return name.substr(m_start.size());
    }

private:
    const TraceStore& m_store;
    std::string m_start;
    std::size_t m_replica = 0;
    std::set<std::int64_t> m_processes;
};

// The columns that differ from those of the whole store.
struct Memory {
    std::shared_ptr<const TraceStore> whole;
    std::vector<std::uint8_t> category, kind;
    std::vector<std::vector<std::uint8_t>> tones; // by level of detail
};

WorkKind kindOf(std::string_view work, std::string_view name) {
    if (work.ends_with("comm")) return WorkKind::Communication;
    if (work != "compute") return WorkKind::None; // a collection of garbage and the like: of the host
    if (name.starts_with("forward")) return WorkKind::Gemm;
    if (name.starts_with("backward")) return WorkKind::Attention;
    return name.starts_with("optimizer") ? WorkKind::Optimizer : WorkKind::Other;
}

// Categories as they are, then each again as GPU work; more than fit stay as they are.
std::vector<CategoryInfo> withWork(std::vector<CategoryInfo> categories) {
    const std::size_t before = categories.size();
    if (2 * before > 256) return categories;
    for (std::size_t i = 0; i < before; ++i) categories.push_back({categories[i].text, Role::Kernel});
    return categories;
}

std::shared_ptr<const TraceStore> asStreams(std::shared_ptr<const TraceStore> whole, const ThreadsOfRank& threads,
                                            std::int64_t device) {
    const auto memory = std::make_shared<Memory>();
    memory->whole = std::move(whole);
    const TraceStore& store = *memory->whole;
    StoreParts parts = store.parts();
    const std::size_t before = parts.categories.size();
    parts.categories = withWork(std::move(parts.categories));
    if (parts.categories.size() == before) return memory->whole;
    memory->category.assign(parts.slices.category.begin(), parts.slices.category.end());
    memory->kind.assign(parts.slices.kind.begin(), parts.slices.kind.end());
    std::int64_t stream = 0;
    for (Track& track : parts.tracks) {
        const auto work = threads.workOf(track);
        if (!work || kindOf(*work, {}) == WorkKind::None) continue;
        track.role = TrackRole::Stream;
        track.device = device;
        track.stream = stream++;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            memory->category[row] = static_cast<std::uint8_t>(before + parts.slices.category[row]);
            memory->kind[row] = static_cast<std::uint8_t>(kindOf(*work, store.name(SliceId{row})));
        }
    }
    for (LodLevel& level : parts.lod) { // a folded run wears the colour of its longest slice
        auto& tones = memory->tones.emplace_back();
        for (const std::uint32_t row : level.longest)
            tones.push_back(
                toneOf(static_cast<WorkKind>(memory->kind[row]), parts.categories[memory->category[row]].role));
    }
    for (std::size_t i = 0; i < parts.lod.size(); ++i) parts.lod[i].tone = memory->tones[i];
    parts.slices.category = memory->category;
    parts.slices.kind = memory->kind;
    return std::make_shared<const TraceStore>(std::move(parts), memory);
}

RowTree rowsOf(const TraceStore& store, const ThreadsOfRank& threads) {
    const RowTree all = buildRowTree(store);
    std::vector<Row> rows;
    for (const Row& row : all.rows()) {
        const bool isBand = row.kind == RowKind::PartsBand || row.kind == RowKind::IdleBand;
        const auto work = row.tracks.empty() || row.lanes.empty()
                              ? std::nullopt
                              : threads.workOf(store.tracks()[row.tracks.front().value]);
        if (!isBand && !work) continue;
        Row own = row;
        own.level = 1;
        own.parent.reset();
        if (!isBand) {
            own.kind = RowKind::Stream;
            own.name = std::string(*work);
            own.subtitle.clear();
            own.shortSubtitle.clear();
            own.use = own.name == "compute" ? StreamUse::Compute : StreamUse::Communication;
        }
        rows.push_back(std::move(own));
    }
    return {std::move(rows), all.sharedCounters(), 0};
}

} // namespace

PipelineRank pipelineRank(std::shared_ptr<const TraceStore> whole, const align::RankRecord& record) {
    const ThreadsOfRank threads(*whole, record);
    PipelineRank out;
    out.store = asStreams(whole, threads, record.rank.value_or(0));
    out.tree = rowsOf(*out.store, threads);
    return out;
}

} // namespace lanescope::ranksview
