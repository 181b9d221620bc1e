// What a stream is used for, by the time its work takes.
#include "core/query/rows_internal.h"
#include "core/query/short_names.h"

#include <array>
#include <unordered_map>

namespace lanescope::rows {

namespace {

struct Totals {
    std::array<std::int64_t, 4> byClass{}; // ns, index WorkClass
    std::unordered_map<std::uint32_t, std::int64_t> commByName;
};

Totals totalsOf(const TraceStore& store, std::span<const TrackId> tracks) {
    Totals out;
    const SliceColumns& slices = store.slices();
    for (const TrackId id : tracks) {
        const Track& track = store.tracks()[id.value];
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            const auto cls = workClass(static_cast<WorkKind>(slices.kind[row]));
            const std::int64_t ns = slices.duration.at(row);
            out.byClass[static_cast<std::size_t>(cls)] += ns + 1; // events without length still tell what it is for
            if (cls == WorkClass::Communication) out.commByName[slices.name[row]] += ns;
        }
    }
    return out;
}

// "AllGather" -> "all-gather", "ReduceScatter" -> "reduce-scatter".
std::string dashed(std::string_view words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char c = words[i];
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper && i > 0 && words[i - 1] >= 'a' && words[i - 1] <= 'z') out += '-';
        out += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

std::string communicationWords(const TraceStore& store, const Totals& totals) {
    std::unordered_map<std::string, std::int64_t> byKind;
    std::string best;
    bool nccl = true;
    for (const auto& [name, ns] : totals.commByName) {
        const std::string_view full = store.text(StringId{name});
        if (full.find("nccl") == std::string_view::npos) {
            nccl = false;
            continue;
        }
        byKind[shortKernelName(full)] += ns;
    }
    if (byKind.empty()) return "communication";
    std::int64_t most = -1;
    for (const auto& [kind, ns] : byKind)
        if (ns > most || (ns == most && kind < best)) {
            most = ns;
            best = kind;
        }
    const std::string library = store.info().vendor == "ROCm" ? "RCCL" : "NCCL";
    if (!nccl && byKind.size() > 1) return "communication";
    return library + " " + dashed(best);
}

} // namespace

UseOfStream useOf(const TraceStore& store, std::span<const TrackId> tracks) {
    const Totals totals = totalsOf(store, tracks);
    const std::int64_t compute = totals.byClass[static_cast<std::size_t>(WorkClass::Compute)];
    const std::int64_t comm = totals.byClass[static_cast<std::size_t>(WorkClass::Communication)];
    const std::int64_t memory = totals.byClass[static_cast<std::size_t>(WorkClass::Memory)];
    if (compute == 0 && comm == 0 && memory == 0) return {};
    if (comm >= compute && comm >= memory) return {StreamUse::Communication, communicationWords(store, totals)};
    if (memory > compute) return {StreamUse::Copies, "memory copies"};
    return {StreamUse::Compute, "compute"};
}

} // namespace lanescope::rows
