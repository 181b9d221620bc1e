#include "core/synth/trace_writer.h"

#include "core/synth/api_names.h"

#include <fmt/format.h>

namespace lanescope::synth {

namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 20;

} // namespace

TraceWriter::TraceWriter(const Catalog& catalog, FileFacts facts, std::unique_ptr<Sink> sink)
    : m_catalog(catalog), m_facts(std::move(facts)), m_sink(std::move(sink)) {}

Status TraceWriter::flush() {
    m_bytes += m_out.text().size();
    Status s = m_sink->write(m_out.text());
    m_out.text().clear();
    return s;
}

Status TraceWriter::step(const StepRecords& records) {
    for (const Record& r : records.host) {
        host(r);
        if (m_out.text().size() < kFlushBytes) continue;
        if (Status s = flush(); !s) return s;
    }
    for (const Record& r : records.gpu) {
        gpu(r);
        if (m_out.text().size() < kFlushBytes) continue;
        if (Status s = flush(); !s) return s;
    }
    return flush();
}

std::uint32_t TraceWriter::tidOf(const Record& r) const { return m_facts.pid + (r.thread == 0 ? 0u : 732u); }

void TraceWriter::times(const Record& r) {
    m_out << "\n    \"ts\": ";
    m_out.us(r.ts) << ", \"dur\": ";
    m_out.us(r.dur);
}

void TraceWriter::host(const Record& r) {
    if (r.kind == RecordKind::Python) return python(r);
    if (r.kind == RecordKind::Memory) return memory(r);
    const bool op = r.kind == RecordKind::Op;
    count(op ? CpuOp : UserAnnotation);
    m_out << (op ? "  {\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \""
                 : "  {\n    \"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"");
    if (r.kind == RecordKind::Step)
        m_out << "ProfilerStep#" << r.seq;
    else
        m_out << m_catalog.nameAt(r.name);
    m_out << "\", \"pid\": " << m_facts.pid << ", \"tid\": " << tidOf(r) << ",";
    times(r);
    m_out << ",\n    \"args\": {\n      \"External id\": " << r.externalId
          << ",\"Record function id\": " << r.externalId << ", ";
    hostArgs(r);
    m_out << "\"Ev Idx\": " << r.index << "\n    }\n  },\n";
    if (op && r.flow != 0) flow(r.seqUse == SeqUse::Define ? ForwardStart : ForwardEnd, r.flow, r);
}

void TraceWriter::hostArgs(const Record& r) {
    m_out << m_catalog.argsAt(r.args);
    if (r.comms)
        m_out << "\"Rank\": " << m_facts.rank << ", \"Seq\": " << r.seq << ", ";
    else if (r.kind == RecordKind::Op && r.seq != 0)
        m_out << "\"Sequence number\": " << r.seq << ", \"Fwd thread id\": " << (r.thread == 0 ? 0 : 1) << ", ";
}

void TraceWriter::python(const Record& r) {
    count(PythonFunction);
    m_out << "  {\n    \"ph\": \"X\", \"cat\": \"python_function\", \"name\": \"" << m_catalog.nameAt(r.name)
          << "\", \"pid\": " << m_facts.pid << ", \"tid\": " << tidOf(r) << ",";
    times(r);
    m_out << ",\n    \"args\": {\n      \"Python parent id\": ";
    if (r.link == 0)
        m_out << "null";
    else
        m_out << r.link;
    m_out << ", \"Python id\": " << r.flow;
    if (r.module != 0) m_out << ", \"Python module id\": " << r.module - 1;
    m_out << ", \"Ev Idx\": " << r.index << "\n    }\n  },\n";
}

void TraceWriter::memory(const Record& r) {
    count(Instant);
    m_out << "  {\n    \"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\",\n    "
             "\"pid\": "
          << m_facts.pid << ", \"tid\": " << tidOf(r) << ",\n    \"ts\": ";
    m_out.us(r.ts) << ",\n    \"args\": {\n      \"Total Reserved\": " << r.reserved
                   << ", \"Total Allocated\": " << r.allocated << ", \"Bytes\": " << r.bytes
                   << ", \"Addr\": " << r.address << ", \"Device Id\": " << m_facts.device
                   << ", \"Device Type\": 1, \"Ev Idx\": " << r.index << "\n    }\n  },\n";
}

void TraceWriter::gpu(const Record& r) {
    switch (r.kind) {
    case RecordKind::Call:
        return call(r);
    case RecordKind::Kernel:
        return kernel(r);
    case RecordKind::GpuNote:
        return gpuNote(r);
    case RecordKind::Sync:
        return sync(r);
    default:
        return copy(r);
    }
}

void TraceWriter::flow(Category c, std::uint32_t id, const Record& r) {
    count(c);
    const char phase = c == FlowStart || c == ForwardStart ? 's' : 'f';
    const bool onHost = r.kind == RecordKind::Call || r.kind == RecordKind::Op;
    const bool forward = c == ForwardStart || c == ForwardEnd;
    const char text[2] = {phase, 0};
    m_out << "  {\n    \"ph\": \"" << text << "\", \"id\": " << id
          << ", \"pid\": " << (onHost ? m_facts.pid : m_facts.device)
          << ", \"tid\": " << (onHost ? tidOf(r) : kStreamTids[static_cast<std::size_t>(r.stream)]) << ", \"ts\": ";
    m_out.us(r.ts) << (forward ? ",\n    \"cat\": \"fwdbwd\", \"name\": \"fwdbwd\""
                               : ",\n    \"cat\": \"ac2g\", \"name\": \"ac2g\"")
                   << (phase == 'f' ? ", \"bp\": \"e\"\n  },\n" : "\n  },\n");
}

void TraceWriter::call(const Record& r) {
    const ApiName& api = apiName(r.api);
    count(api.driver ? Driver : Runtime);
    m_out << (api.driver ? "  {\n    \"ph\": \"X\", \"cat\": \"cuda_driver\", \"name\": \""
                         : "  {\n    \"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"")
          << api.name << "\", \"pid\": " << m_facts.pid << ", \"tid\": " << tidOf(r) << ",";
    times(r);
    m_out << ",\n    \"args\": {\n      ";
    if (r.externalId != 0) m_out << "\"External id\": " << r.externalId << ",      ";
    m_out << "\"cbid\": " << api.cbid << ", \"correlation\": " << r.correlation << "\n    }\n  },\n";
    const bool launches = r.link != 0;
    flow(launches ? FlowStart : FlowEnd, r.correlation, r);
}

void TraceWriter::kernel(const Record& r) {
    count(KernelCat);
    const Kernel& k = m_catalog.kernelAt(r.name);
    const std::uint32_t tid = kStreamTids[static_cast<std::size_t>(r.stream)];
    m_streamUsed[static_cast<std::size_t>(r.stream)] = true;
    m_out << "  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" << k.name << "\", \"pid\": " << m_facts.device
          << ", \"tid\": " << tid << ",";
    times(r);
    m_out << ",\n    \"args\": {\n      ";
    if (r.externalId != 0) m_out << "\"External id\": " << r.externalId << ",      ";
    m_out << "\"queued\": 0, \"device\": " << m_facts.device << ", \"context\": 1,      \"stream\": " << tid
          << ", \"correlation\": " << r.correlation << ",      " << k.tail;
    if (r.module != 0) m_out << ", \"graph id\": " << r.seq << ", \"graph node id\": " << r.module;
    if (r.comms && r.launched)
        m_out << m_catalog.argsAt(r.args) << ", \"Rank\": " << m_facts.rank << ", \"Seq\": " << r.seq;
    m_out << "\n    }\n  },\n";
    if (r.launched) flow(FlowEnd, r.correlation, r);
}

void TraceWriter::copy(const Record& r) {
    const bool set = r.kind == RecordKind::Set;
    count(set ? MemsetCat : MemcpyCat);
    const std::uint32_t tid = kStreamTids[static_cast<std::size_t>(r.stream)];
    m_streamUsed[static_cast<std::size_t>(r.stream)] = true;
    m_out << (set ? "  {\n    \"ph\": \"X\", \"cat\": \"gpu_memset\", \"name\": \""
                  : "  {\n    \"ph\": \"X\", \"cat\": \"gpu_memcpy\", \"name\": \"")
          << (set ? std::string_view("Memset (Device)") : copyName(static_cast<Direction>(r.args)))
          << "\", \"pid\": " << m_facts.device << ", \"tid\": " << tid << ",";
    times(r);
    m_out << ",\n    \"args\": {\n      ";
    if (r.externalId != 0) m_out << "\"External id\": " << r.externalId << ",      ";
    // bytes per ns = GB/s, with six decimals: whole numbers only
    const std::int64_t millionths = r.dur > 0 ? r.bytes * 1'000'000 / r.dur : 0;
    m_out << "\"device\": " << m_facts.device << ", \"context\": 1,      \"stream\": " << tid
          << ", \"correlation\": " << r.correlation << ",      \"bytes\": " << r.bytes
          << fmt::format(", \"memory bandwidth (GB/s)\": {}.{:06}\n    }}\n  }},\n", millionths / 1'000'000,
                         millionths % 1'000'000);
    if (r.launched) flow(FlowEnd, r.correlation, r);
}

void TraceWriter::gpuNote(const Record& r) {
    count(GpuAnnotation);
    m_out << "  {\n    \"ph\": \"X\", \"cat\": \"gpu_user_annotation\", \"name\": \"";
    if (r.launched)
        m_out << "ProfilerStep#" << r.seq;
    else
        m_out << m_catalog.nameAt(r.name);
    m_out << "\", \"pid\": " << m_facts.device << ", \"tid\": " << kStreamTids[static_cast<std::size_t>(r.stream)]
          << ",";
    times(r);
    m_out << ",\n    \"args\": {\n      \"External id\": " << r.externalId << "\n    }\n  },\n";
}

void TraceWriter::sync(const Record& r) {
    count(SyncCat);
    const std::string_view name = syncName(r.sync);
    const bool ofStream = r.sync == SyncKind::StreamSync || r.sync == SyncKind::StreamWait;
    const auto s = static_cast<std::size_t>(r.stream);
    const std::uint64_t tid = ofStream ? kStreamTids[s] + 1'000'000 : 999'999;
    (ofStream ? m_syncRow[s] : m_anySync) = true;
    m_out << "  {\n    \"ph\": \"X\", \"cat\": \"cuda_sync\", \"name\": \"" << name << "\", \"pid\": " << m_facts.device
          << ", \"tid\": " << tid << ",";
    times(r);
    m_out << ",\n    \"args\": {\n      \"cuda_sync_kind\": \"" << name << "\", ";
    if (r.seq != 0)
        m_out << "\"wait_on_stream\": " << kStreamTids[0] << ", \"wait_on_cuda_event_record_corr_id\": " << r.seq
              << ", \"wait_on_cuda_event_id\": " << r.seq << ",      ";
    if (ofStream)
        m_out << "\"stream\": " << kStreamTids[s];
    else
        m_out << "\"stream\": -1";
    m_out << ", \"correlation\": " << r.correlation << ",      \"device\": " << m_facts.device
          << ", \"context\": 1\n    }\n  },\n";
}

WrittenCounts TraceWriter::counts() const {
    static constexpr std::string_view kNames[CategoryCount] = {"cpu_op",
                                                               "user_annotation",
                                                               "python_function",
                                                               "cpu_instant_event",
                                                               "cuda_runtime",
                                                               "cuda_driver",
                                                               "kernel",
                                                               "gpu_memcpy",
                                                               "gpu_memset",
                                                               "gpu_user_annotation",
                                                               "cuda_sync",
                                                               "ac2g",
                                                               "ac2g",
                                                               "fwdbwd",
                                                               "fwdbwd",
                                                               "Trace",
                                                               "",
                                                               ""};
    static constexpr std::string_view kPhases[CategoryCount] = {"X", "X", "X", "i", "X", "X", "X", "X", "X",
                                                                "X", "X", "s", "f", "s", "f", "X", "M", "i"};
    WrittenCounts out;
    for (std::size_t c = 0; c < CategoryCount; ++c) {
        if (m_counts[c] == 0) continue;
        out.elements += m_counts[c];
        out.phases[std::string(kPhases[c])] += m_counts[c];
        out.categories[std::string(kNames[c])] += m_counts[c];
    }
    return out;
}

} // namespace lanescope::synth
