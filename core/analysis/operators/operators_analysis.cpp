#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/operators/op_averages.h"
#include "core/analysis/operators/operator_kernels.h"

#include <fmt/format.h>

namespace lanescope {

namespace {

bool hasDevice(const OpAverages& all) { return all.selfDeviceNs > 0; }

std::vector<Column> columnsOf(const OpAverages& all, const AnalysisInput& input) {
    std::vector<Column> out{{"name", "name", Unit::Text},
                            {"device_type", "on", Unit::Text},
                            {"self_cpu_share", "self CPU %", Unit::Ratio},
                            {"self_cpu_ns", "self CPU", Unit::Nanoseconds},
                            {"cpu_total_share", "CPU total %", Unit::Ratio},
                            {"cpu_total_ns", "CPU total", Unit::Nanoseconds},
                            {"cpu_mean_ns", "CPU time avg", Unit::Nanoseconds}};
    if (hasDevice(all)) {
        out.push_back({"self_device_ns", "self GPU", Unit::Nanoseconds});
        out.push_back({"self_device_share", "self GPU %", Unit::Ratio});
        out.push_back({"device_total_ns", "GPU total", Unit::Nanoseconds});
        out.push_back({"device_mean_ns", "GPU time avg", Unit::Nanoseconds});
    }
    if (all.hasMemory) {
        out.push_back({"cpu_bytes", "CPU memory", Unit::Bytes});
        out.push_back({"self_cpu_bytes", "self CPU memory", Unit::Bytes});
        out.push_back({"device_bytes", "GPU memory", Unit::Bytes});
        out.push_back({"self_device_bytes", "self GPU memory", Unit::Bytes});
    }
    out.push_back({"count", "calls", Unit::Count});
    if (input.operators == OperatorGrouping::NameAndShape) out.push_back({"shapes", "input shapes", Unit::Text});
    if (input.stackDepth > 0) out.push_back({"stack", "source location", Unit::Text});
    return out;
}

std::vector<Cell> cellsOf(const OpAverage& row, const OpAverages& all, const AnalysisInput& input) {
    const auto mean = [&row](std::int64_t ns) {
        return roundedCell(static_cast<double>(ns) / static_cast<double>(row.count));
    };
    const bool host = !row.onDevice;
    std::vector<Cell> out{row.name,
                          std::string(host ? "CPU" : "GPU"),
                          host ? shareCell(row.selfCpuNs, all.selfCpuNs) : Cell(),
                          row.selfCpuNs,
                          host ? shareCell(row.cpuNs, all.selfCpuNs) : Cell(),
                          row.cpuNs,
                          mean(row.cpuNs)};
    if (hasDevice(all)) {
        // Annotations on the GPU are spans around work, not work: a share of the work would say nothing.
        const bool isSpan = row.onDevice && row.userAnnotation;
        out.emplace_back(row.selfDeviceNs);
        out.push_back(isSpan ? Cell() : shareCell(row.selfDeviceNs, all.selfDeviceNs));
        out.emplace_back(row.deviceNs);
        out.push_back(mean(row.deviceNs));
    }
    if (all.hasMemory)
        for (const std::int64_t bytes : {row.cpuBytes, row.selfCpuBytes, row.deviceBytes, row.selfDeviceBytes})
            out.push_back(host ? Cell(bytes) : Cell());
    out.push_back(countCell(row.count));
    if (input.operators == OperatorGrouping::NameAndShape) out.emplace_back(row.shapes);
    if (input.stackDepth > 0) out.emplace_back(row.stack);
    return out;
}

} // namespace

Result<AnalysisResult> analyseOperators(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    OpAverages all = opAverages(store, input, context);
    if (context.stopRequested()) return stoppedError();
    Table table = makeTable(store, "operators", "Operators, runtime calls and GPU work", columnsOf(all, input));
    for (OpAverage& row : all.rows) {
        table.rows.push_back(cellsOf(row, all, input));
        table.rowSlices.push_back(std::move(row.slices));
    }
    table.notes = {
        fmt::format("self CPU time total: {} ns; self GPU time total: {} ns", all.selfCpuNs, all.selfDeviceNs),
        "as PyTorch's key_averages(): totals hold the children, so the shares of totals do not sum to 100 %; "
        "GPU time of an operator is the sum of the durations of the work it launched"};
    if (input.range)
        table.notes.push_back("calls that start inside the range, whole; their GPU work counts wherever it runs");
    AnalysisResult out;
    out.tables.push_back(std::move(table));
    out.tables.push_back(operatorKernels(store, input, context));
    if (context.stopRequested()) return stoppedError();
    return out;
}

} // namespace lanescope
