#include "core/readers/neighbours/neighbours.h"

#include <algorithm>
#include <array>
#include <string>

namespace lanescope::readers {
namespace {

using Test = bool (*)(std::string_view head);

struct Row {
    Test matches;
    Neighbour neighbour;
};

bool has(std::string_view head, std::string_view word) { return head.find(word) != std::string_view::npos; }

std::string_view trimmed(std::string_view head) {
    const std::size_t at = head.find_first_not_of(" \t\r\n");
    return at == std::string_view::npos ? std::string_view{} : head.substr(at);
}

// A JSON object that has all these keys, and nothing of a trace in its first part: metadata before the events may be
// long.
bool isObjectWith(std::string_view head, std::initializer_list<std::string_view> keys) {
    return trimmed(head).starts_with('{') && !has(head, "\"traceEvents\"") && !has(head, "\"schemaVersion\"") &&
           !has(head, "\"deviceProperties\"") &&
           std::all_of(keys.begin(), keys.end(), [&](std::string_view key) { return has(head, key); });
}

std::optional<std::size_t> varint(std::string_view bytes, std::size_t& at) {
    std::size_t value = 0;
    for (unsigned shift = 0; shift < 42 && at < bytes.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= static_cast<std::size_t>(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
    return std::nullopt;
}

// Messages of field 1, one behind the other, as protobuf writes repeated ones.
bool isProtobufList(std::string_view head, unsigned atLeast) {
    unsigned count = 0;
    for (std::size_t at = 0; at < head.size();) {
        if (head[at++] != '\n') return false;
        const auto size = varint(head, at);
        if (!size || *size == 0) return false;
        ++count;
        if (*size > head.size() - at) return count >= atLeast; // reaches behind the head
        at += *size;
    }
    return count >= atLeast;
}

bool isXPlane(std::string_view head) {
    return head.starts_with('\n') && isProtobufList(head, 1) &&
           (has(head.substr(0, 200), "/host:") || has(head.substr(0, 200), "/device:") || has(head, "XLA Modules"));
}

bool isCsvWith(std::string_view head, std::initializer_list<std::string_view> columns) {
    const std::string_view line = head.substr(0, head.find('\n'));
    return has(line, ",") &&
           std::all_of(columns.begin(), columns.end(), [&](std::string_view column) { return has(line, column); });
}

bool isPickle(std::string_view head) {
    return head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 && !head.substr(2, 1).starts_with('\0');
}

// {'traceEvents': ... or [{'ph': ...
bool isPythonText(std::string_view head) {
    std::string_view text = trimmed(head);
    for (const char bracket : {'[', '{'})
        if (text.starts_with(bracket)) text = trimmed(text.substr(1));
    return text.data() > trimmed(head).data() && text.starts_with('\'') && has(text.substr(0, 80), "':");
}

// [[time, action, bytes, category], ...
bool isMemoryTimeline(std::string_view head) {
    const std::string_view text = trimmed(head);
    return text.starts_with("[[") &&
           text.substr(0, 200).find_first_not_of("[]-0123456789, \n") == std::string_view::npos;
}

// Names of tables stand in the first page of a database.
bool isNsysDatabase(std::string_view head) {
    return head.starts_with(std::string_view("SQLite format 3\0", 16)) &&
           (has(head, "CUPTI_ACTIVITY_KIND_") || has(head, "TARGET_INFO_") || has(head, "META_DATA_EXPORT") ||
            has(head, "EXPORT_META_DATA"));
}

constexpr std::string_view kNoNsys =
    "it is not read: record the same run with the PyTorch profiler and open what export_chrome_trace() writes";

constexpr std::array<Row, 24> kRows{{
    {[](std::string_view h) {
         return isObjectWith(h, {"\"schema\"", "\"nodes\""});
     },
     {"a PyTorch execution trace", "open the profiler's own trace of the same run, written by export_chrome_trace()"}},
    {isXPlane,
     {"an XPlane profile (JAX, TensorFlow)", "open the trace.json.gz that lies beside it in the same folder"}},
    {[](std::string_view h) { return h.starts_with("NVIDIA Tegra Profiler Report"); },
     {"an Nsight Systems report", kNoNsys}},
    {isNsysDatabase, {"a database of Nsight Systems (nsys export)", kNoNsys}},
    {[](std::string_view h) { return h.starts_with(std::string_view("SQLite format 3\0", 16)); },
     {"an SQLite database", "databases are not read: open the trace that the profiler wrote as JSON"}},
    {[](std::string_view h) { return h.starts_with(std::string_view("NVR\0", 4)); },
     {"an Nsight Compute report", "open it in Nsight Compute, or print it there with ncu --import FILE --csv"}},
    {[](std::string_view h) {
         return isCsvWith(h, {"KernelName", "gpu-id"});
     },
     {"a rocprof table", "run rocprof with --hip-trace and open the .json file that it writes beside the tables, or "
                         "record with the PyTorch profiler"}},
    {[](std::string_view h) {
         return isCsvWith(h, {"\"Kind\"", "Start_Timestamp", "End_Timestamp"});
     },
     {"a rocprofv3 table", "run rocprofv3 with --output-format pftrace and convert that: traceconv json FILE OUT.json; "
                           "or record with the PyTorch profiler"}},
    {[](std::string_view h) { return isObjectWith(h, {"\"rocprofiler-sdk-tool\""}); },
     {"the JSON results of rocprofv3",
      "run rocprofv3 with --output-format pftrace and convert that: traceconv json FILE "
      "OUT.json; or record with the PyTorch profiler"}},
    {isMemoryTimeline,
     {"a raw memory timeline of the PyTorch profiler", "open the trace of the same run, written by "
                                                       "export_chrome_trace()"}},
    {[](std::string_view h) {
         return isObjectWith(h, {"\"version\"", "\"entries\"", "\"pg_config\""});
     },
     {"a flight recorder dump of torch.distributed",
      "it holds the last collectives, no timeline: give the dumps of all ranks to lanescope-cli flight"}},
    {[](std::string_view h) { return has(h, "NCCL INFO") && !trimmed(h).starts_with('{'); },
     {"an NCCL debug log", "it holds no timeline: lanescope-cli nccl tells what is in it"}},
    {[](std::string_view h) { return has(h.substr(0, 400), "speedscope.app/file-format-schema"); },
     {"a speedscope profile", "open it at speedscope.app"}},
    {[](std::string_view h) {
         return isObjectWith(h, {"\"nodes\"", "\"timeDeltas\""});
     },
     {"a V8 CPU profile", "open it in the browser's developer tools"}},
    {[](std::string_view h) {
         return isObjectWith(h, {"\"segments\"", "\"device_traces\""});
     },
     {"a memory snapshot of PyTorch", "open it at pytorch.org/memory_viz"}},
    {isPythonText,
     {"a Python dictionary or list as text", "write it with json.dump() instead of print(), str() or repr()"}},
    {isPickle,
     {"a Python pickle", "a trace is JSON, written by export_chrome_trace(); of pickles, flight recorder dumps go to "
                         "lanescope-cli flight and memory snapshots to pytorch.org/memory_viz"}},
    {[](std::string_view h) { return has(h.substr(0, 64), "brain.Event:2"); },
     {"a TensorBoard event file", "open the .pt.trace.json file that lies beside it"}},
    {[](std::string_view h) { return h.starts_with("PAR1"); },
     {"a Parquet table", "open the trace that it was made from"}},
    {[](std::string_view h) { return h.starts_with("PERFILE2"); }, {"a perf.data file", "open it with perf report"}},
    {[](std::string_view h) { return has(h.substr(0, 400), "# tracer:"); },
     {"an ftrace text log", "open it at ui.perfetto.dev"}},
    {[](std::string_view h) {
         return h.starts_with("\x7f"
                              "ELF");
     },
     {"a program", "open the trace that it wrote"}},
    {[](std::string_view h) { return h.starts_with("%PDF") || h.starts_with("\x89PNG"); },
     {"a picture or document", "open the trace itself"}},
    {[](std::string_view h) { return isProtobufList(h, 2); },
     {"a Perfetto trace (protobuf)", "convert it first: traceconv json FILE OUT.json"}},
}};

std::string_view viewOf(std::span<const char> head) { return {head.data(), head.size()}; }

} // namespace

std::optional<Neighbour> recogniseNeighbour(std::span<const char> head) {
    const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.matches(viewOf(head)); });
    return row == kRows.end() ? std::nullopt : std::optional(row->neighbour);
}

int sniffNeighbour(std::span<const char> head) { return recogniseNeighbour(head) ? 30 : 0; }

Result<TraceInfo> loadNeighbour(io::InputFile&, std::span<const char> head, EventSink&, const ReadOptions&,
                                RunContext&) {
    const Neighbour n = recogniseNeighbour(head).value_or(Neighbour{"another format", ""});
    return Error{ErrorCode::UnsupportedFormat, "expected a trace, found " + std::string(n.what), "",
                 std::string(n.hint)};
}

} // namespace lanescope::readers
