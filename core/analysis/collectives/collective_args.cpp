#include "core/analysis/collectives/collective_args.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr int kDeepestCaller = 64; // more than any stack of operators between a launch and what it belongs to

std::string_view textArg(const TraceStore& store, SliceId slice, ArgField field) {
    const auto id = store.arg(field).find(slice.value);
    return id ? store.text(StringId{static_cast<std::uint32_t>(*id)}) : std::string_view();
}

bool hasCollectiveArgs(const TraceStore& store, SliceId slice) {
    return store.arg(ArgField::CollectiveName).find(slice.value) || store.arg(ArgField::InElements).find(slice.value);
}

// The slice itself, else the nearest operator above its launch call that has the arguments.
std::optional<SliceId> sourceOf(const TraceStore& store, SliceId work) {
    if (hasCollectiveArgs(store, work)) return work;
    std::optional<SliceId> at = store.launchOf(work);
    for (int depth = 0; at && depth < kDeepestCaller; ++depth) {
        if (hasCollectiveArgs(store, *at)) return at;
        at = store.parent(*at);
    }
    return std::nullopt;
}

// Old builds record no arguments, and NCCL has one kernel for sends, receives and exchanges among all: what it was says
// the call around its launch, "nccl:all_to_all".
CollectiveKind kindByCaller(const TraceStore& store, SliceId work) {
    std::optional<SliceId> at = store.launchOf(work);
    for (int depth = 0; at && depth < kDeepestCaller; ++depth) {
        if (store.name(*at).starts_with("nccl:")) return collectiveKind(store.name(*at));
        at = store.parent(*at);
    }
    return CollectiveKind::Other;
}

} // namespace

CollectiveArgs collectiveArgs(const TraceStore& store, SliceId work) {
    CollectiveArgs out;
    out.source = sourceOf(store, work);
    if (out.source) {
        const SliceId s = *out.source;
        const auto number = [&](ArgField field) { return store.arg(field).find(s.value); };
        out.name = textArg(store, s, ArgField::CollectiveName);
        out.dtype = textArg(store, s, ArgField::Dtype);
        out.groupName = textArg(store, s, ArgField::GroupName);
        out.groupDescription = textArg(store, s, ArgField::GroupDescription);
        out.groupRanks = textArg(store, s, ArgField::GroupRanks);
        out.inSplit = textArg(store, s, ArgField::InSplit);
        out.outSplit = textArg(store, s, ArgField::OutSplit);
        out.inElements = number(ArgField::InElements);
        out.outElements = number(ArgField::OutElements);
        out.groupSize = number(ArgField::GroupSize);
        out.seq = number(ArgField::CollectiveSeq);
        out.srcRank = number(ArgField::SrcRank);
        out.dstRank = number(ArgField::DstRank);
    }
    out.kind = collectiveKind(out.name.empty() ? store.name(work) : out.name);
    if (out.name.empty() && out.kind == CollectiveKind::SendRecv)
        if (const CollectiveKind called = kindByCaller(store, work); called != CollectiveKind::Other) out.kind = called;
    return out;
}

std::optional<CollectiveSize> collectiveSize(const CollectiveArgs& args, std::int64_t durationNs) {
    if (!args.inElements && !args.outElements) return std::nullopt;
    const auto element = elementBytes(args.dtype);
    if (!element || durationNs <= 0) return std::nullopt;
    const std::int64_t elements = std::max(args.inElements.value_or(0), args.outElements.value_or(0));
    CollectiveSize out;
    // A count from a damaged file may not fit: no size is better than a wrong one.
    if (elements < 0 || __builtin_mul_overflow(elements, *element, &out.bytes)) return std::nullopt;
    out.algorithmRate = static_cast<double>(out.bytes) / static_cast<double>(durationNs) * 1e9;
    if (const auto factor = busFactor(args.kind, args.groupSize)) out.busRate = out.algorithmRate * *factor;
    return out;
}

} // namespace lanescope
