// Header and trailer of the file: device, metadata, names of processes and rows, the recording span.
#include "core/synth/api_names.h"
#include "core/synth/trace_writer.h"

#include <fmt/format.h>

namespace lanescope::synth {

Status TraceWriter::header() {
    m_out << "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n";
    for (unsigned d = 0; d < 8; ++d) {
        m_out << "    {\n      \"id\": " << d
              << ", \"name\": \"NVIDIA H100 80GB HBM3\", \"totalGlobalMem\": 85018279936,\n"
                 "      \"computeMajor\": 9, \"computeMinor\": 0,\n"
                 "      \"maxThreadsPerBlock\": 1024, \"maxThreadsPerMultiprocessor\": 2048,\n"
                 "      \"regsPerBlock\": 65536, \"warpSize\": 32,\n"
                 "      \"sharedMemPerBlock\": 49152, \"numSms\": 132\n"
                 "    , \"regsPerMultiprocessor\": 65536, \"sharedMemPerBlockOptin\": 232448, "
                 "\"sharedMemPerMultiprocessor\": 233472\n"
              << (d + 1 < 8 ? "    },\n" : "    }\n");
    }
    m_out << "  ],\n  \"cupti_version\": 26,\n  \"cuda_runtime_version\": 12080,\n  \"cuda_driver_version\": 12080,\n"
             "  \"profile_memory\": 1,\n  \"record_shapes\": 1,\n";
    if (m_facts.withStack) m_out << "  \"with_stack\": 1,\n";
    m_out << "  \"trace_id\": \"" << m_facts.traceId << "\",\n  \"host_name\": \"" << m_facts.host << "\",\n";
    if (!m_facts.groups.empty())
        m_out << "  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": " << m_facts.rank
              << ", \"world_size\": " << m_facts.worldSize << ", " << m_facts.groups
              << ", \"nccl_version\": \"2.26.2\"},\n";
    m_out << "  \"displayTimeUnit\": \"ms\",\n  \"baseTimeNanoseconds\": 1767189312000000000,\n  \"traceEvents\": [\n";
    return flush();
}

void TraceWriter::meta(std::string_view what, std::int64_t ts, std::uint64_t pid, std::uint64_t tid,
                       std::string_view value) {
    count(Meta);
    m_out << "  {\n    \"name\": \"" << what << "\", \"ph\": \"M\", \"ts\": ";
    m_out.us(ts) << ", \"pid\": " << pid << ", \"tid\": " << tid << ",\n    \"args\": {\n      " << value
                 << "\n    }\n  },\n";
}

void TraceWriter::processRows(std::int64_t ts) {
    const std::uint64_t pid = m_facts.pid;
    meta("process_name", ts, pid, 0, "\"name\": \"python3\"");
    meta("process_labels", ts, pid, 0, "\"labels\": \"CPU\"");
    meta("process_sort_index", ts, pid, 0, fmt::format("\"sort_index\": {}", pid));
    for (std::uint64_t d = 0; d < 16; ++d) {
        meta("process_name", ts, d, 0, "\"name\": \"python3\"");
        meta("process_labels", ts, d, 0, fmt::format("\"labels\": \"GPU {}\"", d));
        meta("process_sort_index", ts, d, 0, fmt::format("\"sort_index\": {}", 16777216 + d));
    }
}

void TraceWriter::threadRows(std::int64_t ts) {
    const auto row = [&](std::uint64_t pid, std::uint64_t tid, const std::string& name) {
        meta("thread_name", ts, pid, tid, "\"name\": \"" + name + "\"");
        meta("thread_sort_index", ts, pid, tid, fmt::format("\"sort_index\": {}", tid));
    };
    for (std::size_t s = 0; s < kStreams; ++s) {
        if (m_streamUsed[s]) row(m_facts.device, kStreamTids[s], fmt::format("stream {} ", kStreamTids[s]));
        if (m_syncRow[s])
            row(m_facts.device, kStreamTids[s] + 1'000'000, fmt::format("stream {} (sync)", kStreamTids[s]));
    }
    if (m_anySync) row(m_facts.device, 999'999, "stream -1 (sync)");
    row(m_facts.pid, m_facts.pid, fmt::format("thread {} (python3)", m_facts.pid));
    row(m_facts.pid, m_facts.pid + 732, fmt::format("thread {} (pt_autograd_0)", m_facts.pid + 732));
}

Status TraceWriter::trailer(std::int64_t begin, std::int64_t end) {
    processRows(begin);
    threadRows(begin);
    count(TraceSpan);
    m_out << "  {\n    \"ph\": \"X\", \"cat\": \"Trace\", \"ts\": ";
    m_out.us(begin) << ", \"dur\": ";
    m_out.us(end - begin) << ",\n    \"pid\": \"Spans\", \"tid\": \"PyTorch Profiler\",\n    \"name\": \"PyTorch "
                             "Profiler (0)\",\n    \"args\": {\n      \"Op count\": 0\n    }\n  },\n";
    count(Meta);
    m_out << "  {\n    \"name\": \"process_sort_index\", \"ph\": \"M\", \"ts\": ";
    m_out.us(begin)
        << ",\n    \"pid\": \"Spans\", \"tid\": 0,\n    \"args\": {\n      \"sort_index\": 536870912\n    }\n  "
           "},\n";
    count(Mark);
    m_out << "  {\n    \"name\": \"Iteration Start: PyTorch Profiler\", \"ph\": \"i\", \"s\": \"g\",\n    \"pid\": "
             "\"Traces\", \"tid\": \"Trace PyTorch Profiler\", \"ts\": ";
    m_out.us(begin) << "\n  },\n";
    count(Mark);
    m_out
        << "  {\n    \"name\": \"Record Window End\", \"ph\": \"i\", \"s\": \"g\",\n    \"pid\": \"\", \"tid\": \"\", "
           "\"ts\": ";
    m_out.us(end) << "\n  }\n  ],\n  \"traceName\": \"" << m_facts.traceName << "\"\n}\n";
    return flush();
}

} // namespace lanescope::synth
