#include "core/analysis/analysis_common.h"

#include <cmath>

namespace lanescope {

namespace {

constexpr int kMaxAncestors = 4096; // a bound, not a rule: parents of damaged files cannot make this endless

template <class Wanted>
std::optional<SliceId> ancestor(const TraceStore& store, SliceId slice, Wanted wanted) {
    std::optional<SliceId> at = store.parent(slice);
    for (int depth = 0; at && depth < kMaxAncestors; ++depth, at = store.parent(*at))
        if (wanted(store.role(*at))) return at;
    return std::nullopt;
}

} // namespace

std::vector<WindowedDevice> devicesOf(const TraceStore& store, const AnalysisInput& input) {
    const auto work = input.work ? input.work : std::make_shared<const TraceWork>(collectTraceWork(store));
    std::vector<WindowedDevice> out;
    for (const auto& device : work->devices) {
        if (input.device && device->key != *input.device) continue;
        WindowedDevice entry{device, device->key.text(), 0, 0};
        if (input.range) {
            entry.beginNs = count(input.range->begin);
            entry.endNs = count(input.range->end);
        } else if (!device->busy.empty()) {
            entry.beginNs = device->busy.front().begin;
            entry.endNs = device->busy.back().end;
        }
        out.push_back(std::move(entry));
    }
    return out;
}

TimeRange rangeOf(const TraceStore& store, const AnalysisInput& input) { return input.range.value_or(store.extent()); }

// Out of line: with the constructors of the variant inlined, g++ 12 warns of uninitialised strings that are not there.
Cell countCell(std::uint64_t n) { return static_cast<std::int64_t>(n); }

Cell shareCell(std::int64_t part, std::int64_t whole) {
    return ratioCell(static_cast<double>(part), static_cast<double>(whole));
}

Cell ratioCell(double part, double whole) {
    if (whole <= 0) return {};
    return part / whole;
}

Cell maybeCell(const std::optional<double>& value) {
    if (!value) return {};
    return *value;
}

Cell maybeCell(const std::optional<std::int64_t>& value) {
    if (!value) return {};
    return *value;
}

Cell textCell(std::string_view text) {
    if (text.empty()) return {};
    return std::string(text);
}

Cell roundedCell(double ns) { return static_cast<std::int64_t>(std::llround(ns)); }

Cell nameCell(const TraceStore& store, std::optional<SliceId> slice) {
    if (!slice) return {};
    return std::string(store.name(*slice));
}

std::optional<SliceId> operatorAbove(const TraceStore& store, SliceId slice) {
    const auto op = ancestor(store, slice, [](Role role) { return role == Role::CpuOp; });
    return op ? op : ancestor(store, slice, [](Role role) { return role == Role::UserAnnotation; });
}

std::optional<SliceId> frameAbove(const TraceStore& store, SliceId slice) {
    return ancestor(store, slice, [](Role role) { return role == Role::PythonFunction; });
}

Table makeTable(const TraceStore& store, std::string id, std::string title, std::vector<Column> columns) {
    Table out;
    out.id = std::move(id);
    out.title = std::move(title);
    out.columns = std::move(columns);
    out.originNs = count(store.extent().begin);
    return out;
}

Error stoppedError() { return {ErrorCode::Cancelled, "the analysis was stopped", {}, {}}; }

} // namespace lanescope
