#include "core/query/row_tree.h"
#include "core/session/cut/cut_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace lanescope::cut {
namespace {

bool holdsAny(const std::string& text, const std::vector<std::string>& words) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

std::vector<bool> chosenTracks(const TraceStore& store, const std::vector<std::string>& words) {
    std::vector<bool> out(store.tracks().size(), words.empty());
    if (words.empty()) return out;
    const RowTree tree = buildRowTree(store);
    for (const Row& row : tree.rows()) {
        const bool ofGroup = row.parent && holdsAny(lower(tree.row(*row.parent).name), words);
        if (!ofGroup && !holdsAny(lower(row.name + "\n" + row.key + "\n" + row.subtitle), words)) continue;
        for (const TrackId track : row.tracks) out[track.value] = true;
    }
    return out;
}

// Overlap of half-open ranges; a moment belongs to the range it begins in.
bool lies(TimeRange slice, TimeRange range) {
    return slice.begin < range.end && (slice.end > range.begin || (slice.empty() && slice.begin >= range.begin));
}

std::vector<bool> chosenSlices(const TraceStore& store, const Options& options, const std::vector<bool>& tracks) {
    std::vector<bool> keep(store.slices().size(), false);
    for (const Lane& lane : store.lanes()) {
        if (!tracks[lane.track.value]) continue;
        for (std::uint32_t i = lane.firstSlice; i < lane.firstSlice + lane.sliceCount; ++i)
            keep[i] = lies(store.range(SliceId{i}), options.range);
    }
    for (const Step& step : store.steps())
        if (lies(store.range(SliceId{step.slice}), options.range)) keep[step.slice] = true;
    // Partners of what was chosen, not of what comes in as a partner: one launch of a graph may own thousands.
    const std::vector<bool> chosen = keep;
    const LaunchLinks& links = store.launches();
    for (std::size_t i = 0; i < links.workRows.size(); ++i) {
        if (chosen[links.workRows[i]]) keep[links.callRows[i]] = true;
        if (chosen[links.callRows[i]]) keep[links.workRows[i]] = true;
    }
    return keep;
}

class Flows {
public:
    Flows(const TraceStore& store, const std::vector<bool>& keep, Choice& out)
        : m_store(store), m_keep(keep), m_out(out) {}
    // Chains of one category and id: each begins with its 's'.
    void choose() {
        const FlowColumns& f = m_store.flows();
        for (std::size_t i = 0; i < f.size();) {
            std::size_t end = i + 1;
            while (end < f.size() && f.id[end] == f.id[i] && f.category[end] == f.category[i] && f.phase[end] != 's')
                ++end;
            chain(i, end);
            i = end;
        }
    }

private:
    bool isKept(std::size_t i) const {
        const std::uint32_t row = m_store.flows().slice[i];
        return row != kNoRow && m_keep[row];
    }
    void chain(std::size_t begin, std::size_t end) {
        const FlowColumns& f = m_store.flows();
        std::size_t kept = 0;
        for (std::size_t i = begin; i < end; ++i) kept += isKept(i) ? 1 : 0;
        if (kept < 2 || f.phase[begin] != 's' || !isKept(begin)) return;
        for (std::size_t i = begin; i < end; ++i) {
            if (!isKept(i)) continue;
            const Track& track = m_store.tracks()[m_store.track(SliceId{f.slice[i]}).value];
            const Thread& thread = m_store.threads()[track.thread.value];
            const std::string key = threadKey(m_store.text(thread.pid), m_store.text(thread.tid));
            const std::string_view category = m_store.text(m_store.categories()[f.category[i]].text);
            ++m_out.flows[flowKey(category, static_cast<char>(f.phase[i]), f.time[i], key)];
        }
    }
    const TraceStore& m_store;
    const std::vector<bool>& m_keep;
    Choice& m_out;
};

void addThread(const TraceStore& store, TrackId id, Choice& out) {
    const Thread& thread = store.threads()[store.tracks()[id.value].thread.value];
    out.threads.insert(threadKey(store.text(thread.pid), store.text(thread.tid)));
    out.processes.insert(std::string(store.text(thread.pid)));
}

} // namespace

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string threadKey(std::string_view pid, std::string_view tid) { return fmt::format("{}\n{}", pid, tid); }

std::string flowKey(std::string_view category, char phase, std::int64_t ns, std::string_view thread) {
    return fmt::format("{}\n{}\n{}\n{}", category, phase, ns, thread);
}

Choice choose(const TraceStore& store, const Options& options) {
    Choice out;
    out.range = options.range;
    for (const std::string& word : options.words) out.counterWords.push_back(lower(word));
    const std::vector<bool> tracks = chosenTracks(store, out.counterWords);
    const std::vector<bool> keep = chosenSlices(store, options, tracks);
    for (const Lane& lane : store.lanes()) {
        bool any = false;
        for (std::uint32_t i = lane.firstSlice; i < lane.firstSlice + lane.sliceCount; ++i) {
            if (!keep[i]) continue;
            any = true;
            out.events.push_back({store.eventOffset(SliceId{i}), SliceId{i}});
        }
        if (any) addThread(store, lane.track, out);
    }
    const InstantColumns& instants = store.instants();
    for (std::size_t i = 0; i < instants.size(); ++i) {
        const RankTime time = rankTime(instants.time[i]);
        if (!tracks[instants.track[i]] || time < options.range.begin || time >= options.range.end) continue;
        out.events.push_back({instants.offset[i], std::nullopt});
        addThread(store, TrackId{instants.track[i]}, out);
    }
    std::sort(out.events.begin(), out.events.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
    Flows(store, keep, out).choose();
    return out;
}

} // namespace lanescope::cut
