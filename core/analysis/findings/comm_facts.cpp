// Communication kernels of a device: sizes, groups, and how long each waited for others.
#include "core/analysis/findings/facts.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace lanescope {

namespace {

bool isExchange(CollectiveKind kind) {
    return kind == CollectiveKind::Send || kind == CollectiveKind::Recv || kind == CollectiveKind::SendRecv;
}

// Point-to-point kernels carry one name for both directions; what is exchanged between neighbours has one size.
using Class = std::tuple<CollectiveKind, std::int64_t, std::string_view, std::string_view>;
Class classOf(const CommPiece& piece) {
    const CollectiveKind kind = piece.pointToPoint ? CollectiveKind::SendRecv : piece.args.kind;
    return {kind, piece.bytes, piece.args.groupName, piece.args.dtype};
}

} // namespace

std::vector<CommPiece> commPieces(const TraceStore& store, const DeviceWork& work) {
    std::vector<CommPiece> out;
    for (const SliceId s : work.work) {
        if (workClass(store.kind(s)) != WorkClass::Communication || store.duration(s).count() <= 0) continue;
        CommPiece piece;
        piece.slice = s;
        piece.at = {count(store.start(s)), count(store.end(s))};
        piece.args = collectiveArgs(store, s);
        if (const auto size = collectiveSize(piece.args, piece.at.length())) piece.bytes = size->bytes;
        // A kernel called SendRecv may be an all-to-all as well: only what was recorded as a send or receive counts.
        piece.pointToPoint = isExchange(piece.args.kind) && (!piece.args.name.empty() || piece.args.srcRank);
        out.push_back(piece);
    }
    return out;
}

void estimateWaits(std::vector<CommPiece>& pieces) {
    struct Fastest {
        std::int64_t ns = INT64_MAX;
        std::uint64_t count = 0;
    };
    std::map<Class, Fastest> fastest;
    for (const CommPiece& piece : pieces) {
        if (piece.bytes == 0) continue; // kernels of unknown size cannot be compared
        Fastest& f = fastest[classOf(piece)];
        f.ns = std::min(f.ns, piece.at.length());
        ++f.count;
    }
    for (CommPiece& piece : pieces) {
        const auto it = fastest.find(classOf(piece));
        piece.waitNs = it == fastest.end() || it->second.count < 2 ? 0 : piece.at.length() - it->second.ns;
        piece.blamedNs = piece.waitNs;
    }
}

void finishComm(DeviceFacts& device, const TraceFacts& facts) {
    std::uint64_t exchanges = 0;
    for (const CommPiece& piece : device.comm)
        if (piece.pointToPoint && facts.isCounted(piece.at)) ++exchanges;
    const double perStep =
        facts.counted.empty() ? 0 : static_cast<double>(exchanges) / static_cast<double>(facts.counted.size());
    device.pipeline = perStep >= facts.limits[Limit::PipelineMinExchanges];
    std::vector<Interval> waits;
    for (CommPiece& piece : device.comm) {
        // Every exchange of a stage may wait, so the fastest of them is no measure: all of it is the pipeline's.
        if (device.pipeline && piece.pointToPoint && !piece.matched) piece.blamedNs = piece.at.length();
        if (piece.blamedNs > 0) waits.push_back({piece.at.begin, piece.at.begin + piece.blamedNs});
    }
    device.exposedWait = intersect(unionOf(std::move(waits)), device.work->exposedComm);
}

} // namespace lanescope
