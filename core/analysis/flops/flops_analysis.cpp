// Operations and bytes of operators against what the device can do: estimates from shapes.
#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/flops/device_peaks.h"
#include "core/analysis/flops/flop_rules.h"
#include "core/analysis/launches/launch_index.h"
#include "core/analysis/steady_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all
constexpr int kMaxAncestors = 4096;           // a bound, not a rule

std::uint32_t argId(const TraceStore& store, ArgField field, SliceId s) {
    return static_cast<std::uint32_t>(store.arg(field).find(s.value).value_or(0));
}

using OpKey = std::array<std::uint32_t, 4>; // name, shapes, types, values: as text ids

struct OpSum {
    std::optional<FlopEstimate> estimate;
    std::uint64_t count = 0;
    std::vector<Interval> spans; // of the work of all of them
    std::vector<SliceId> slices;
};

struct DeviceSums {
    std::map<OpKey, OpSum> ops;
    std::uint64_t unknown = 0; // pieces of work without an operator that has a rule
    std::int64_t unknownNs = 0, allNs = 0;
};

// Operators with a rule count whole; what they call inside is part of them.
std::optional<SliceId> ruledOperator(const TraceStore& store, SliceId call,
                                     std::unordered_map<std::uint32_t, bool>& ruled) {
    std::optional<SliceId> found;
    std::optional<SliceId> at = store.parent(call);
    for (int depth = 0; at && depth < kMaxAncestors; ++depth, at = store.parent(*at)) {
        if (store.role(*at) != Role::CpuOp) continue;
        const auto [it, added] = ruled.emplace(store.nameId(*at).value, false);
        if (added) it->second = hasFlopRule(store.name(*at));
        if (it->second && store.arg(ArgField::InputDims).find(at->value)) found = at;
    }
    return found;
}

OpSum& sumOf(const TraceStore& store, DeviceSums& sums, SliceId op) {
    const OpKey key{store.nameId(op).value, argId(store, ArgField::InputDims, op),
                    argId(store, ArgField::InputTypes, op), argId(store, ArgField::ConcreteInputs, op)};
    const auto [it, added] = sums.ops.try_emplace(key);
    if (!added) return it->second;
    const auto text = [&](std::size_t i) { return store.text(StringId{key[i]}); };
    if (const auto arguments = parseArguments(text(1), text(2), text(3)))
        it->second.estimate = estimateFlops(store.name(op), *arguments);
    return it->second;
}

DeviceSums sumsOf(const TraceStore& store, const WindowedDevice& device, RunContext& context) {
    DeviceSums out;
    std::unordered_map<std::uint32_t, bool> ruled;
    std::vector<bool> counted(store.slices().size(), false); // by row of the operator
    OpSum* lastSum = nullptr;                                // kernels of one operator mostly follow each other
    std::uint32_t lastRow = 0;
    const LaunchIndex launches(store);
    std::uint64_t looked = 0;
    for (const SliceId work : device.work->work) {
        if (++looked % 1'024 == 0 && context.stopRequested()) return out;
        const std::int64_t start = count(store.start(work));
        if (start < device.beginNs || start >= device.endNs || store.role(work) != Role::Kernel) continue;
        const std::int64_t ns = store.duration(work).count();
        out.allNs += ns;
        const auto call = launches.callOf(work);
        const auto op = call ? ruledOperator(store, *call, ruled) : std::nullopt;
        OpSum* sum = nullptr;
        if (op) {
            if (lastSum == nullptr || lastRow != op->value) lastSum = &sumOf(store, out, *op);
            lastRow = op->value;
            sum = lastSum;
            if (!counted[op->value]) {
                counted[op->value] = true;
                ++sum->count;
                if (sum->slices.size() < kMaxRowSlices) sum->slices.push_back(*op);
            }
        }
        if (sum == nullptr || !sum->estimate) {
            ++out.unknown;
            out.unknownNs += ns;
            continue;
        }
        sum->spans.push_back({start, count(store.end(work))});
    }
    return out;
}

struct Rates {
    double flops = 0, bytes = 0;
    std::int64_t ns = 0;
};

Cell tera(double flops, std::int64_t ns) {
    if (ns <= 0 || flops <= 0) return {};
    return flops / static_cast<double>(ns) / 1e3; // per ns, in 10^12 per second
}

// What the roof allows for this work, and which side of it holds it back.
void addRoof(std::vector<Cell>& row, const Rates& r, const DevicePeak* peak, std::int64_t elementBytes) {
    const double flopRoof = peak != nullptr ? peakFor(*peak, elementBytes) : 0;
    const double byteRoof = peak != nullptr ? peak->memoryGBs * 1e9 : 0;
    if (flopRoof <= 0 || byteRoof <= 0 || r.ns <= 0 || r.bytes <= 0) {
        row.insert(row.end(), {Cell(), Cell()});
        return;
    }
    const double flopTime = r.flops / flopRoof;
    const double byteTime = r.bytes / byteRoof;
    row.emplace_back(std::string(flopTime >= byteTime ? "compute" : "memory"));
    row.emplace_back(std::max(flopTime, byteTime) / (static_cast<double>(r.ns) / 1e9));
}

std::vector<Column> rateColumns() {
    return {{"count", "count", Unit::Count},
            {"gpu_ns", "GPU time", Unit::Nanoseconds},
            {"flops", "operations", Unit::Count},
            {"moved_bytes", "bytes at least", Unit::Bytes},
            {"tflops", "TFLOP/s", Unit::None},
            {"byte_rate", "rate", Unit::BytesPerSecond},
            {"intensity", "operations per byte", Unit::None}};
}

std::vector<Cell> rateCells(std::uint64_t n, const Rates& r) {
    std::vector<Cell> out{countCell(n), r.ns, roundedCell(r.flops)};
    const bool known = r.bytes > 0;
    out.push_back(known ? roundedCell(r.bytes) : Cell());
    out.push_back(tera(r.flops, r.ns));
    out.push_back(ratioCell(r.bytes * 1e9, known ? static_cast<double>(r.ns) : 0));
    out.push_back(ratioCell(r.flops, r.bytes));
    return out;
}

std::string dtypeText(const TraceStore& store, std::uint32_t types) {
    const auto arguments = parseArguments("[]", store.text(StringId{types}), {});
    return arguments && !arguments->types.empty() ? arguments->types.front() : std::string();
}

struct Row {
    std::vector<Cell> cells;
    std::vector<SliceId> slices;
    std::int64_t ns = 0;
};

void addOperators(Table& table, const TraceStore& store, const WindowedDevice& device, DeviceSums& sums,
                  const DevicePeak* peak, std::map<FlopFamily, std::pair<std::uint64_t, Rates>>& families) {
    std::vector<Row> rows;
    for (auto& [key, sum] : sums.ops) {
        if (!sum.estimate) continue;
        const auto n = static_cast<double>(sum.count);
        const Rates r{sum.estimate->flops * n, sum.estimate->bytes * n, length(unionOf(std::move(sum.spans)))};
        auto& [count, total] = families[sum.estimate->family];
        count += sum.count;
        total.flops += r.flops;
        total.bytes += r.bytes;
        total.ns += r.ns;
        Row row{{device.name, std::string(store.text(StringId{key[0]})), std::string(familyWord(sum.estimate->family)),
                 std::string(store.text(StringId{key[1]})), dtypeText(store, key[2])},
                std::move(sum.slices),
                r.ns};
        for (Cell& cell : rateCells(sum.count, r)) row.cells.push_back(std::move(cell));
        addRoof(row.cells, r, peak, sum.estimate->elementBytes);
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.ns > b.ns; });
    for (Row& row : rows) {
        table.rows.push_back(std::move(row.cells));
        table.rowSlices.push_back(std::move(row.slices));
    }
}

bool hasBackward(const TraceStore& store) {
    for (std::uint32_t id = 0; id < store.stringCount(); ++id)
        if (store.text(StringId{id}).starts_with("autograd::engine::evaluate_function")) return true;
    return false;
}

// Utilisation: what the counted products of matrices, or the model's own arithmetic, would take at the peak.
void addUtilisation(Table& table, const TraceStore& store, const AnalysisInput& input, const WindowedDevice& device,
                    double matrixFlops, double peak) {
    const double seconds = static_cast<double>(device.endNs - device.beginNs) / 1e9;
    const auto add = [&](const char* what, double flops, double time) {
        table.rows.push_back({device.name, std::string(what), roundedCell(flops), roundedCell(time * 1e9),
                              ratioCell(flops / 1e12, time), ratioCell(flops, time * peak)});
    };
    // Without one of them nothing is known, which is not the same as none.
    if (matrixFlops > 0) add("products, convolutions and attention in the window", matrixFlops, seconds);
    if (!input.tokensPerStep || !input.parameters) return;
    const SteadyMean steps = steadyMean(store);
    if (steps.steps == 0) return;
    const double factor = hasBackward(store) ? 6 : 2; // forward and backward, or forward alone
    add(factor == 6 ? "6 x parameters x tokens per step" : "2 x parameters x tokens per step",
        factor * *input.tokensPerStep * *input.parameters, steps.meanNs() / 1e9);
}

std::string deviceName(const TraceStore& store, const DeviceKey& key) {
    for (const DeviceProperties& device : store.info().devices)
        if (!key.device || device.id == *key.device) return device.name;
    return {};
}

} // namespace

Result<AnalysisResult> analyseFlops(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const DevicePeaks& peaks = input.peaks ? *input.peaks : DevicePeaks::builtin();
    Table operators = makeTable(store, "flops", "Operations and bytes by operator and shape (estimates)",
                                {{"device", "device", Unit::Text},
                                 {"name", "operator", Unit::Text},
                                 {"family", "family", Unit::Text},
                                 {"shapes", "input shapes", Unit::Text},
                                 {"dtype", "type", Unit::Text}});
    for (Column& c : rateColumns()) operators.columns.push_back(std::move(c));
    operators.columns.push_back({"bound", "bound by", Unit::Text});
    operators.columns.push_back({"roof_share", "of the roof", Unit::Ratio});
    Table families = makeTable(store, "flops_by_family", "Operations and bytes by family (estimates)",
                               {{"device", "device", Unit::Text}, {"family", "family", Unit::Text}});
    for (Column& c : rateColumns()) families.columns.push_back(std::move(c));
    Table utilisation = makeTable(store, "utilisation", "Utilisation (estimates)",
                                  {{"device", "device", Unit::Text},
                                   {"what", "what", Unit::Text},
                                   {"flops", "operations", Unit::Count},
                                   {"time_ns", "in", Unit::Nanoseconds},
                                   {"tflops", "TFLOP/s", Unit::None},
                                   {"peak_share", "of the peak", Unit::Ratio}});
    for (const WindowedDevice& device : devicesOf(store, input)) {
        DeviceSums sums = sumsOf(store, device, context);
        if (context.stopRequested()) return stoppedError();
        const std::string name = deviceName(store, device.work->key);
        const DevicePeak* peak = peaks.find(name);
        std::map<FlopFamily, std::pair<std::uint64_t, Rates>> byFamily;
        addOperators(operators, store, device, sums, peak, byFamily);
        if (context.stopRequested()) return stoppedError();
        double matrixFlops = 0;
        for (const auto& [family, sum] : byFamily) {
            families.rows.push_back({device.name, std::string(familyWord(family))});
            for (Cell& cell : rateCells(sum.first, sum.second)) families.rows.back().push_back(std::move(cell));
            if (family <= FlopFamily::Attention) matrixFlops += sum.second.flops;
        }
        const double roof = peak != nullptr ? peakFor(*peak, 2) : 0;
        addUtilisation(utilisation, store, input, device, matrixFlops, roof);
        operators.notes.push_back(
            fmt::format("device {}: kernels without an operator that has a rule and shapes: {} ({} ns of "
                        "{} ns)",
                        device.name, sums.unknown, sums.unknownNs, sums.allNs));
        utilisation.notes.push_back(
            peak != nullptr
                ? fmt::format("device {}: {}; peaks: {} GB/s, {} TFLOP/s for 2-byte, {} for 4-byte elements",
                              device.name, name, peak->memoryGBs, peak->float16, peak->float32)
                : fmt::format("device {}: no peaks are known for '{}'; give a table with --peaks", device.name, name));
    }
    if (operators.rows.empty())
        operators.notes.insert(operators.notes.begin(), "no operator here has a rule and recorded shapes (the profiler "
                                                        "records them with record_shapes=True)");
    operators.notes.push_back(
        "estimates from the recorded shapes: what the arithmetic needs at least; an operator counts "
        "whole, with what it calls inside; GPU time: union of its kernels");
    utilisation.notes.push_back("of the peak for 2-byte elements on matrix units, whatever type was used");
    AnalysisResult out;
    out.tables = {std::move(operators), std::move(families), std::move(utilisation)};
    return out;
}

} // namespace lanescope
