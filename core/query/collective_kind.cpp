#include "core/query/collective_kind.h"

#include <algorithm>
#include <array>
#include <string>

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

constexpr std::array<std::string_view, 13> kWords{
    "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "reduce", "gather",
    "scatter",    "barrier",    "send",           "recv",       "send_recv", "other"};

} // namespace

std::string_view collectiveWord(CollectiveKind kind) { return kWords[static_cast<std::size_t>(kind)]; }

std::optional<CollectiveKind> collectiveKindOfWord(std::string_view word) {
    const auto at = std::find(kWords.begin(), kWords.end(), word);
    if (at == kWords.end()) return std::nullopt;
    return static_cast<CollectiveKind>(at - kWords.begin());
}

CollectiveKind collectiveKind(std::string_view name) {
    const std::string text = squeezed(name);
    for (const KindName& kind : kKinds)
        if (text.find(kind.part) != std::string::npos) return kind.kind;
    return CollectiveKind::Other;
}

bool waitsForAll(CollectiveKind kind) {
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::AllGather ||
           kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::AllToAll || kind == CollectiveKind::Barrier;
}

bool isSendOrReceive(CollectiveKind kind) {
    return kind == CollectiveKind::Send || kind == CollectiveKind::Recv || kind == CollectiveKind::SendRecv;
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

} // namespace lanescope
