#include "core/analysis/collectives/collective_args.h"

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

// Lower case without underscores: "_reduce_scatter_base" and "ReduceScatter" are one spelling.
std::string squeezed(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '_') continue;
        out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

struct KindName {
    std::string_view part;
    CollectiveKind kind;
};
// The first part that occurs decides: longer names before those they contain.
constexpr std::array<KindName, 15> kKinds{{{"allreduce", CollectiveKind::AllReduce},
                                           {"allgather", CollectiveKind::AllGather},
                                           {"reducescatter", CollectiveKind::ReduceScatter},
                                           {"alltoall", CollectiveKind::AllToAll},
                                           {"barrier", CollectiveKind::Barrier},
                                           {"broadcast", CollectiveKind::Broadcast},
                                           {"sendrecv", CollectiveKind::SendRecv},
                                           {"scatter", CollectiveKind::Scatter},
                                           {"gather", CollectiveKind::Gather},
                                           {"crossdevicereduce", CollectiveKind::AllReduce},
                                           {"reduce", CollectiveKind::Reduce},
                                           {"isend", CollectiveKind::Send},
                                           {"irecv", CollectiveKind::Recv},
                                           {"send", CollectiveKind::Send},
                                           {"recv", CollectiveKind::Recv}}};

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
    for (int depth = 0; at && depth < 64; ++depth) { // deeper than any stack of operators between the two
        if (hasCollectiveArgs(store, *at)) return at;
        at = store.parent(*at);
    }
    return std::nullopt;
}

std::optional<double> busFactor(CollectiveKind kind, std::optional<std::int64_t> groupSize) {
    switch (kind) {
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce:
    case CollectiveKind::Send:
    case CollectiveKind::Recv:
    case CollectiveKind::SendRecv:
        return groupSize == 1 ? std::nullopt : std::optional<double>(1.0);
    case CollectiveKind::Barrier:
    case CollectiveKind::Other:
        return std::nullopt;
    default:
        break;
    }
    if (!groupSize || *groupSize < 2) return std::nullopt;
    const auto n = static_cast<double>(*groupSize);
    return (kind == CollectiveKind::AllReduce ? 2 : 1) * (n - 1) / n;
}

} // namespace

std::string_view collectiveWord(CollectiveKind kind) {
    static constexpr std::array<std::string_view, 13> kWords{
        "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "reduce", "gather",
        "scatter",    "barrier",    "send",           "recv",       "send_recv", "other"};
    return kWords[static_cast<std::size_t>(kind)];
}

CollectiveKind collectiveKind(std::string_view name) {
    const std::string text = squeezed(name);
    for (const KindName& kind : kKinds)
        if (text.find(kind.part) != std::string::npos) return kind.kind;
    return CollectiveKind::Other;
}

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
    return out;
}

std::optional<std::int64_t> elementBytes(std::string_view dtype) {
    const std::string name = squeezed(dtype);
    const auto isOneOf = [&name](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (isOneOf({"byte", "char", "bool", "int8", "uint8"}) || name.starts_with("float8")) return 1;
    if (isOneOf({"short", "half", "bfloat16", "float16", "int16", "uint16"})) return 2;
    if (isOneOf({"int", "float", "int32", "uint32", "float32", "complexhalf"})) return 4;
    if (isOneOf({"long", "double", "complexfloat", "int64", "uint64", "float64", "complex64"})) return 8;
    if (isOneOf({"complexdouble", "complex128"})) return 16;
    return std::nullopt;
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
