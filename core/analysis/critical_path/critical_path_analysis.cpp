// The critical path of a window: what it consists of, and what the window would take without some of it.
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/critical_path/critical_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxHighlighted = 100'000; // slices that are marked on the timeline
constexpr std::size_t kTriedKernels = 20;        // names that are tried without their time
constexpr std::size_t kCauses = static_cast<std::size_t>(PathCause::Count_);

bool isWork(PathCause cause) {
    return cause == PathCause::Compute || cause == PathCause::Communication || cause == PathCause::Memory ||
           cause == PathCause::Earlier;
}

// What the host did on the way: the operator around the call it led to.
StringId whatOf(const TraceStore& store, const PathPiece& piece) {
    if (!piece.slice) return {};
    if (piece.cause == PathCause::Host) {
        const auto op = operatorAbove(store, *piece.slice);
        if (op) return store.nameId(*op);
    }
    return store.nameId(*piece.slice);
}

Table causesTable(const TraceStore& store, const std::vector<PathPiece>& pieces, std::int64_t whole) {
    Table out = makeTable(store, "critical_path_causes", "What the critical path consists of",
                          {{"cause", "cause", Unit::Text},
                           {"count", "pieces", Unit::Count},
                           {"total_ns", "time", Unit::Nanoseconds},
                           {"share", "of the window", Unit::Ratio}});
    std::array<std::int64_t, kCauses> ns{};
    std::array<std::uint64_t, kCauses> n{};
    std::array<std::vector<SliceId>, kCauses> slices;
    for (const PathPiece& piece : pieces) {
        const auto cause = static_cast<std::size_t>(piece.cause);
        ns[cause] += piece.endNs - piece.beginNs;
        ++n[cause];
        if (piece.slice && slices[cause].size() < 10'000) slices[cause].push_back(*piece.slice);
    }
    std::vector<std::size_t> order;
    for (std::size_t c = 0; c < kCauses; ++c)
        if (n[c] > 0) order.push_back(c);
    std::stable_sort(order.begin(), order.end(), [&ns](std::size_t a, std::size_t b) { return ns[a] > ns[b]; });
    for (const std::size_t c : order) {
        out.rows.push_back(
            {std::string(pathCauseWord(static_cast<PathCause>(c))), countCell(n[c]), ns[c], shareCell(ns[c], whole)});
        out.rowSlices.push_back(std::move(slices[c]));
    }
    out.notes = {fmt::format("the times add up to the window, {} ns", whole)};
    return out;
}

Table namesTable(const TraceStore& store, const std::vector<PathPiece>& pieces, std::int64_t whole) {
    Table out = makeTable(store, "critical_path_names", "On the critical path, by name",
                          {{"cause", "cause", Unit::Text},
                           {"name", "name", Unit::Text},
                           {"count", "pieces", Unit::Count},
                           {"total_ns", "time", Unit::Nanoseconds},
                           {"share", "of the window", Unit::Ratio}});
    struct Sum {
        std::uint64_t count = 0;
        std::int64_t ns = 0;
        std::vector<SliceId> slices;
    };
    std::map<std::pair<PathCause, StringId>, Sum> sums;
    for (const PathPiece& piece : pieces) {
        Sum& sum = sums[{piece.cause, whatOf(store, piece)}];
        ++sum.count;
        sum.ns += piece.endNs - piece.beginNs;
        if (piece.slice && sum.slices.size() < 10'000) sum.slices.push_back(*piece.slice);
    }
    std::vector<std::pair<const std::pair<PathCause, StringId>*, Sum*>> order;
    for (auto& [key, sum] : sums) order.emplace_back(&key, &sum);
    std::sort(order.begin(), order.end(), [&store](const auto& a, const auto& b) {
        if (a.second->ns != b.second->ns) return a.second->ns > b.second->ns;
        if (a.first->first != b.first->first) return a.first->first < b.first->first;
        return store.text(a.first->second) < store.text(b.first->second);
    });
    for (const auto& [key, sum] : order) {
        out.rows.push_back({std::string(pathCauseWord(key->first)), textCell(store.text(key->second)),
                            countCell(sum->count), sum->ns, shareCell(sum->ns, whole)});
        out.rowSlices.push_back(std::move(sum->slices));
    }
    out.notes = {"host time by the operator around the call it led to"};
    return out;
}

Table piecesTable(const TraceStore& store, const std::vector<PathPiece>& pieces, std::size_t maxRows) {
    Table out = makeTable(store, "critical_path", "Critical path, longest pieces",
                          {{"begin_ns", "start", Unit::TimePoint},
                           {"total_ns", "time", Unit::Nanoseconds},
                           {"cause", "cause", Unit::Text},
                           {"name", "what", Unit::Text}});
    std::vector<const PathPiece*> order;
    order.reserve(pieces.size());
    for (const PathPiece& piece : pieces) order.push_back(&piece);
    const std::size_t listed = std::min(order.size(), maxRows);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(listed), order.end(),
                      [](const PathPiece* a, const PathPiece* b) {
                          const std::int64_t nsA = a->endNs - a->beginNs, nsB = b->endNs - b->beginNs;
                          return nsA != nsB ? nsA > nsB : a < b; // of the same length: the earlier one
                      });
    for (std::size_t i = 0; i < listed; ++i) {
        const PathPiece& piece = *order[i];
        const std::string_view what = store.text(whatOf(store, piece));
        out.rows.push_back(
            {piece.beginNs, piece.endNs - piece.beginNs, std::string(pathCauseWord(piece.cause)), textCell(what)});
        out.rowSlices.push_back(piece.slice ? std::vector<SliceId>{*piece.slice} : std::vector<SliceId>{});
    }
    if (order.size() > maxRows) out.notes.push_back(fmt::format("{} more are not listed", order.size() - maxRows));
    return out;
}

// The names with most time on the path are tried one by one.
std::vector<StringId> triedNames(const TraceStore& store, const std::vector<PathPiece>& pieces) {
    std::map<StringId, std::int64_t> ns;
    for (const PathPiece& piece : pieces)
        if (isWork(piece.cause) && piece.slice) ns[store.nameId(*piece.slice)] += piece.endNs - piece.beginNs;
    std::vector<std::pair<StringId, std::int64_t>> order(ns.begin(), ns.end());
    std::stable_sort(order.begin(), order.end(), [&store](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : store.text(a.first) < store.text(b.first);
    });
    std::vector<StringId> out;
    for (std::size_t i = 0; i < std::min(order.size(), kTriedKernels); ++i) out.push_back(order[i].first);
    return out;
}

// What is left of a communication kernel when the time in which no compute kernel of its device ran costs nothing.
std::int64_t coveredNs(const TraceStore& store, std::span<const WindowedDevice> devices, SliceId kernel) {
    const std::int64_t begin = count(store.start(kernel)), end = count(store.end(kernel));
    for (const WindowedDevice& device : devices)
        if (device.work->key.device == store.device(kernel)) return lengthWithin(device.work->compute, begin, end);
    return end - begin;
}

Table whatIfTable(const TraceStore& store, const AnalysisInput& input, const PathGraph& graph,
                  const std::vector<PathPiece>& pieces, RunContext& context) {
    Table out = makeTable(store, "critical_path_what_if", "What the window would take if something took no time",
                          {{"without", "without", Unit::Text},
                           {"window_ns", "window", Unit::Nanoseconds},
                           {"saved_ns", "saved", Unit::Nanoseconds},
                           {"saved_share", "of the window", Unit::Ratio}});
    const std::int64_t whole = graph.lengthNs();
    const auto addLength = [&](std::string what, const std::function<std::int64_t(const PathEdge&)>& length) {
        if (context.stopRequested()) return;
        const std::int64_t ns = graph.lengthWith(length, context.stopToken());
        out.rows.push_back({std::move(what), ns, whole - ns, shareCell(whole - ns, whole)});
    };
    const auto add = [&](std::string what, auto vanishes) {
        addLength(std::move(what),
                  [&vanishes](const PathEdge& edge) { return vanishes(edge) ? std::int64_t{0} : edge.ns; });
    };
    add("all launch gaps (latency and kernel gaps)",
        [](const PathEdge& e) { return e.cause == PathCause::LaunchLatency || e.cause == PathCause::KernelGap; });
    const std::vector<WindowedDevice> devices = devicesOf(store, input);
    addLength("all exposed communication", [&](const PathEdge& e) {
        return e.cause == PathCause::Communication && e.slice
                   ? std::min(e.ns, coveredNs(store, devices, *e.slice.get()))
                   : e.ns;
    });
    add("all communication", [](const PathEdge& e) { return e.cause == PathCause::Communication; });
    add("all copies and sets", [](const PathEdge& e) { return e.cause == PathCause::Memory; });
    add("all compute", [](const PathEdge& e) { return e.cause == PathCause::Compute; });
    add("all host time between calls", [](const PathEdge& e) { return e.cause == PathCause::Host; });
    for (const StringId name : triedNames(store, pieces)) {
        if (context.stopRequested()) return out;
        add(std::string(store.text(name)),
            [&](const PathEdge& e) { return isWork(e.cause) && e.slice && store.nameId(*e.slice.get()) == name; });
    }
    out.notes = {
        fmt::format("estimates: everything else keeps its length and order, and the path may become another; the "
                    "{} names with most time on the path are tried",
                    kTriedKernels)};
    return out;
}

} // namespace

Result<AnalysisResult> analyseCriticalPath(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const TimeRange window = rangeOf(store, input);
    if (auto error = tooMuchWork(store, input)) return std::move(*error);
    const PathGraph graph(store, input, window, context);
    if (context.stopRequested()) return stoppedError();
    const std::vector<PathPiece> pieces = piecesOf(graph);
    if (context.stopRequested()) return stoppedError();
    AnalysisResult out;
    out.tables.push_back(causesTable(store, pieces, graph.lengthNs()));
    if (context.stopRequested()) return stoppedError();
    out.tables.push_back(namesTable(store, pieces, graph.lengthNs()));
    if (context.stopRequested()) return stoppedError();
    out.tables.push_back(piecesTable(store, pieces, input.maxRows));
    out.tables.push_back(whatIfTable(store, input, graph, pieces, context));
    if (context.stopRequested()) return stoppedError();
    Highlight path{window, {}, "critical path"};
    for (const PathPiece& piece : pieces)
        if (piece.slice && path.slices.size() < kMaxHighlighted) path.slices.push_back(*piece.slice);
    out.highlights.push_back(std::move(path));
    return out;
}

} // namespace lanescope
