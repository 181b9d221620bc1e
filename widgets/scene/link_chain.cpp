#include "widgets/scene/link_chain.h"

#include "widgets/scene/frame.h"

#include "core/analysis/collectives/collective_args.h"
#include "core/analysis/idle/stream_waits.h"

#include <algorithm>
#include <unordered_set>

namespace lanescope::scene {

namespace {

constexpr std::size_t kMostCounted = 100'000; // links of one slice that are looked at

// Links without doubles, in order.
class Gathered {
public:
    void add(std::vector<Link> more) {
        for (Link& link : more) {
            const std::uint64_t key = std::uint64_t{link.from.value} << 32 | link.to.value;
            if (m_all.size() < kMostCounted && m_known.insert(key).second) m_all.push_back(std::move(link));
        }
    }
    LinkSet take() {
        LinkSet out{std::move(m_all), 0};
        if (out.links.size() > kMostLinks) {
            out.left = out.links.size() - kMostLinks;
            out.links.resize(kMostLinks);
        }
        return out;
    }

private:
    std::vector<Link> m_all;
    std::unordered_set<std::uint64_t> m_known;
};

bool isWait(const TraceStore& store, SliceId slice) {
    return store.role(slice) == Role::GpuSync && store.arg(ArgField::WaitRecordCorrelation).find(slice.value);
}

// The host call that recorded the event: by its correlation.
std::optional<SliceId> recordCall(const TraceStore& store, std::int64_t correlation) {
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::RuntimeCalls) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row)
            if (static_cast<std::int64_t>(store.slices().correlation.at(row)) == correlation) return SliceId{row};
    }
    return std::nullopt;
}

// The last work of the stream whose call came before the record: what the wait is for.
std::optional<SliceId> workBefore(const TraceStore& store, std::optional<std::int64_t> device, std::int64_t stream,
                                  SliceId record) {
    std::optional<SliceId> best;
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Stream || track.device != device || track.stream != stream) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            const SliceId work{row};
            const auto call = store.launchOf(work);
            if (!call || store.start(*call) > store.start(record)) continue;
            if (!best || store.start(work) > store.start(*best)) best = work;
        }
    }
    return best;
}

std::optional<SliceId> workAfter(const TraceStore& store, SliceId wait) {
    std::optional<SliceId> best;
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Stream || track.stream != store.stream(wait)) continue;
        if (track.device != store.device(wait)) continue;
        for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane& lane = store.lanes()[l];
            const auto starts = store.slices().start.subspan(lane.firstSlice, lane.sliceCount);
            const auto it = std::lower_bound(starts.begin(), starts.end(), count(store.end(wait)));
            if (it == starts.end()) continue;
            const SliceId work{lane.firstSlice + static_cast<std::uint32_t>(it - starts.begin())};
            if (!best || store.start(work) < store.start(*best)) best = work;
        }
    }
    return best;
}

std::optional<SliceId> waitBefore(const TraceStore& store, SliceId work) {
    const std::int64_t start = count(store.start(work));
    std::int64_t since = count(store.extent().begin);
    const Lane& lane = store.lanes()[store.lane(work).value];
    if (work.value > lane.firstSlice) since = count(store.end(SliceId{work.value - 1}));
    return StreamWaits(store).endedWithin(store.device(work), store.stream(work), {since, start});
}

} // namespace

std::vector<Link> flowLinks(const TraceStore& store, const std::vector<SliceId>& slices) {
    std::vector<Link> out;
    const auto wanted = [&](std::uint32_t row) {
        return std::find(slices.begin(), slices.end(), SliceId{row}) != slices.end();
    };
    const FlowColumns& flows = store.flows();
    const auto sameFlow = [&](std::size_t a, std::size_t b) {
        return flows.id[a] == flows.id[b] && flows.category[a] == flows.category[b] && flows.slice[a] != kNoRow &&
               flows.slice[b] != kNoRow && flows.slice[a] != flows.slice[b];
    };
    const auto kindOf = [&](std::size_t i) {
        const std::string_view category = store.text(store.categories()[flows.category[i]].text);
        return category.find("fwd") != std::string_view::npos ? LinkKind::ForwardBackward : LinkKind::Chain;
    };
    for (std::size_t i = 0; i < flows.size() && out.size() < kMostCounted; ++i) {
        if (!wanted(flows.slice[i])) continue;
        const SliceId slice{flows.slice[i]};
        if (i > 0 && sameFlow(i - 1, i)) out.push_back({SliceId{flows.slice[i - 1]}, slice, kindOf(i), {}});
        if (i + 1 < flows.size() && sameFlow(i, i + 1))
            out.push_back({slice, SliceId{flows.slice[i + 1]}, kindOf(i), {}});
    }
    return out;
}

std::vector<Link> waitLinks(const TraceStore& store, SliceId slice) {
    std::vector<Link> out;
    std::optional<SliceId> wait;
    std::optional<SliceId> held;
    if (isWait(store, slice)) {
        wait = slice;
        held = workAfter(store, slice);
    } else if (isGpuWork(store.role(slice))) {
        wait = waitBefore(store, slice);
        held = slice;
    }
    if (!wait || !isWait(store, *wait)) return out;
    const auto record = recordCall(store, *store.arg(ArgField::WaitRecordCorrelation).find(wait->value));
    const auto stream = store.arg(ArgField::WaitStream).find(wait->value);
    if (record && stream)
        if (const auto work = workBefore(store, store.device(*wait), *stream, *record))
            out.push_back({*work, *wait, LinkKind::EventWait, {}});
    if (held) out.push_back({*wait, *held, LinkKind::EventWait, {}});
    return out;
}

std::vector<Link> collectiveLinks(const TraceStore& store, SliceId work) {
    std::vector<Link> out;
    const auto isComm = [&](std::uint32_t row) {
        return store.slices().kind[row] == static_cast<std::uint8_t>(WorkKind::Communication);
    };
    if (!isGpuWork(store.role(work)) || !isComm(work.value)) return out;
    const CollectiveArgs own = collectiveArgs(store, work);
    if (!own.seq) return out;
    const LaneId lane = store.lane(work);
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Stream) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            if (!isComm(row) || out.size() >= kMostCounted) continue;
            const SliceId other{row};
            if (store.lane(other) == lane) continue;
            const CollectiveArgs args = collectiveArgs(store, other);
            if (args.seq == own.seq && args.kind == own.kind && args.groupName == own.groupName)
                out.push_back({work, other, LinkKind::Collective, {}});
        }
    }
    return out;
}

LinkSet linkSetOf(const TraceStore& store, SliceId slice) {
    Gathered out;
    out.add(launchLinks(store, slice));
    out.add(flowLinks(store, {slice}));
    out.add(waitLinks(store, slice));
    out.add(collectiveLinks(store, slice));
    // The chain: what the operators around the launch are joined to.
    const SliceId host = store.launchOf(slice).value_or(slice);
    std::vector<SliceId> around;
    for (auto up = store.parent(host); up; up = store.parent(*up))
        if (store.role(*up) == Role::CpuOp) around.push_back(*up);
    if (around.empty()) return out.take();
    std::vector<Link> more = flowLinks(store, around);
    std::erase_if(more, [&](const Link& link) { return link.kind == LinkKind::Chain; }); // launches of others
    for (Link& link : more) link.kind = LinkKind::Chain;
    out.add(std::move(more));
    return out.take();
}

std::vector<Link> linksOf(const TraceStore& store, SliceId slice) { return linkSetOf(store, slice).links; }

LinkSet linkSetInView(const TimelineData& data, const TimelineView& view) {
    LinkSet out;
    std::vector<Piece> pieces;
    for (const PlacedRow& placed : data.layout.rows) {
        const double y = placed.y - view.scrollY;
        if (y + placed.height < 0 || y > view.height) continue;
        const Row& row = data.tree.row(placed.row);
        if (row.kind != RowKind::Stream) continue;
        for (const DisplayLane& lane : row.lanes) {
            piecesOf(data, view.scale, lane, pieces);
            for (const Piece& piece : pieces) {
                if (piece.kind == PieceKind::Run) return {}; // folded: there are too many
                if (piece.x1 < 0 || piece.x0 > view.canvasWidth()) continue;
                const auto call = data.store.launchOf(piece.slice);
                if (!call || view.scale.x(data.store.end(*call)) < 0) continue;
                if (out.links.size() < kMostLinks)
                    out.links.push_back({*call, piece.slice, LinkKind::Launch, {}});
                else
                    ++out.left;
            }
        }
    }
    if (out.left == 0) return out;
    return {{}, out.left + out.links.size()};
}

std::vector<Link> linksInView(const TimelineData& data, const TimelineView& view) {
    return linkSetInView(data, view).links;
}

} // namespace lanescope::scene
