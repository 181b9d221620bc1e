#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/side_cursor.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

struct Direction {
    std::uint64_t count = 0;
    std::uint64_t withBytes = 0;
    std::int64_t ns = 0;
    std::int64_t bytes = 0;
    std::int64_t rateBytes = 0; // of those that have both bytes and a length
    std::int64_t rateNs = 0;
    double bestRate = 0;
    std::int64_t exposedNs = 0; // no kernel of the device ran
    std::uint64_t alone = 0;    // serialised: no kernel of the device ran at any time of it
    std::vector<SliceId> slices;
};
constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all

// Bytes: below 0 when they are not known.
void add(const TraceStore& store, Direction& out, SliceId copy, std::int64_t bytes, const WindowedDevice& device) {
    const std::int64_t begin = std::max(count(store.start(copy)), device.beginNs);
    const std::int64_t end = std::min(count(store.end(copy)), device.endNs);
    ++out.count;
    const std::int64_t ns = std::max<std::int64_t>(0, end - begin);
    out.ns += ns;
    const std::int64_t exposed = ns > 0 ? lengthWithin(device.work->exposedMem, begin, end) : 0;
    out.exposedNs += exposed;
    out.alone += ns > 0 && exposed == ns ? 1 : 0;
    if (out.slices.size() < kMaxRowSlices) out.slices.push_back(copy);
    if (bytes < 0) return;
    ++out.withBytes;
    out.bytes += bytes;
    const std::int64_t whole = store.duration(copy).count();
    if (whole <= 0) return;
    out.rateBytes += bytes;
    out.rateNs += whole;
    out.bestRate = std::max(out.bestRate, static_cast<double>(bytes) / static_cast<double>(whole) * 1e9);
}

void addRows(Table& out, const TraceStore& store, const std::string& device,
             const std::map<StringId, Direction>& directions) {
    std::vector<std::pair<StringId, const Direction*>> order;
    for (const auto& [name, direction] : directions) order.emplace_back(name, &direction);
    std::sort(order.begin(), order.end(), [&store](const auto& a, const auto& b) {
        return a.second->ns != b.second->ns ? a.second->ns > b.second->ns : store.text(a.first) < store.text(b.first);
    });
    for (const auto& [name, d] : order) {
        const bool rated = d->rateNs > 0;
        const double rate = rated ? static_cast<double>(d->rateBytes) / static_cast<double>(d->rateNs) * 1e9 : 0;
        out.rows.push_back({device, std::string(store.text(name)), countCell(d->count), d->ns,
                            d->withBytes > 0 ? Cell(d->bytes) : Cell(), rated ? Cell(rate) : Cell(),
                            rated ? Cell(d->bestRate) : Cell(), d->exposedNs, countCell(d->alone)});
        out.rowSlices.push_back(d->slices);
    }
}

bool isSerialised(const TraceStore& store, const WindowedDevice& device, SliceId copy) {
    const std::int64_t begin = std::max(count(store.start(copy)), device.beginNs);
    const std::int64_t end = std::min(count(store.end(copy)), device.endNs);
    return begin < end && lengthWithin(device.work->exposedMem, begin, end) == end - begin;
}

void addSingles(Table& out, const TraceStore& store, const std::string& device, std::vector<SliceId> copies,
                std::size_t maxRows) {
    std::sort(copies.begin(), copies.end(), [&store](SliceId a, SliceId b) {
        return store.duration(a) != store.duration(b) ? store.duration(a) > store.duration(b)
                                                      : store.start(a) < store.start(b);
    });
    for (std::size_t i = 0; i < std::min(copies.size(), maxRows); ++i) {
        const SliceId copy = copies[i];
        const auto call = store.launchOf(copy);
        out.rows.push_back({device, std::string(store.name(copy)), maybeCell(store.stream(copy)),
                            count(store.start(copy)), store.duration(copy).count(),
                            maybeCell(store.arg(ArgField::Bytes).find(copy.value)), nameCell(store, call),
                            nameCell(store, call ? operatorAbove(store, *call) : std::nullopt)});
        out.rowSlices.push_back({copy});
        if (call) out.rowSlices.back().push_back(*call);
    }
    if (copies.size() > maxRows)
        out.notes.push_back("device " + device + ": " + std::to_string(copies.size() - maxRows) +
                            " more are not listed");
}

} // namespace

Result<AnalysisResult> analyseCopies(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    Table table = makeTable(store, "copies", "Memory copies and sets by direction",
                            {{"device", "device", Unit::Text},
                             {"name", "direction", Unit::Text},
                             {"count", "count", Unit::Count},
                             {"total_ns", "time", Unit::Nanoseconds},
                             {"bytes", "bytes", Unit::Bytes},
                             {"bytes_per_second", "rate", Unit::BytesPerSecond},
                             {"best_bytes_per_second", "best rate", Unit::BytesPerSecond},
                             {"exposed_ns", "no kernel beside", Unit::Nanoseconds},
                             {"serialised_count", "serialised", Unit::Count}});
    Table singles = makeTable(store, "serialised_copies", "Copies and sets with no kernel beside them, longest first",
                              {{"device", "device", Unit::Text},
                               {"name", "direction", Unit::Text},
                               {"stream", "stream", Unit::None},
                               {"begin_ns", "start", Unit::TimePoint},
                               {"duration_ns", "time", Unit::Nanoseconds},
                               {"bytes", "bytes", Unit::Bytes},
                               {"call", "call", Unit::Text},
                               {"operator", "operator", Unit::Text}});
    for (const WindowedDevice& device : devicesOf(store, input)) {
        if (context.stopRequested()) return stoppedError();
        std::map<StringId, Direction> directions;
        std::vector<SliceId> alone;
        SideCursor bytes(store.arg(ArgField::Bytes));
        for (const WorkRun& run : device.work->runs)
            for (std::uint32_t row = run.first; row < run.first + run.count; ++row) {
                const SliceId slice{row};
                if (store.role(slice) != Role::Memcpy && store.role(slice) != Role::Memset) continue;
                const std::int64_t start = count(store.start(slice));
                const std::int64_t end = count(store.end(slice));
                const bool atPoint = start == end && start >= device.beginNs && start <= device.endNs;
                if (!atPoint && (end <= device.beginNs || start >= device.endNs)) continue;
                add(store, directions[store.nameId(slice)], slice, bytes.valueOr(row, -1), device);
                if (isSerialised(store, device, slice)) alone.push_back(slice);
            }
        addRows(table, store, device.name, directions);
        addSingles(singles, store, device.name, std::move(alone), input.maxRows);
    }
    table.notes = {"times are plain sums and may overlap each other and kernels; rates are bytes / duration over the "
                   "copies that have both, 1 GB/s = 1e9 bytes per second; pinned or pageable as the names say",
                   "serialised: no kernel of the device ran while the copy did"};
    AnalysisResult out;
    out.tables.push_back(std::move(table));
    out.tables.push_back(std::move(singles));
    return out;
}

} // namespace lanescope
