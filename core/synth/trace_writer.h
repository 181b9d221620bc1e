// Writes the records of one rank as current PyTorch writes Kineto traces, step by step. Counts what it wrote.
// Bounded memory: the text of one step. One thread at a time.
#pragma once

#include "core/base/result.h"
#include "core/synth/record.h"
#include "core/synth/sink.h"
#include "core/synth/text_buffer.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace lanescope::synth {

struct FileFacts { // what the header and the names of the rows say
    std::uint32_t rank = 0, worldSize = 1;
    std::uint32_t device = 0;
    std::uint32_t pid = 0;
    std::string host;
    std::string traceId, traceName;
    std::string groups; // pg_config as JSON text; empty = not distributed
    bool withStack = false;
};

struct WrittenCounts {
    std::uint64_t elements = 0;
    std::map<std::string, std::uint64_t> phases, categories;
};

class TraceWriter {
public:
    TraceWriter(const Catalog& catalog, FileFacts facts, std::unique_ptr<Sink> sink);
    Status header();
    Status step(const StepRecords& records);
    // begin, end: the recording window, file clock.
    Status trailer(std::int64_t begin, std::int64_t end);
    Status commit() { return m_sink->commit(); }
    std::uint64_t bytesWritten() const { return m_bytes; }
    WrittenCounts counts() const;
    std::uint64_t elements() const { return m_elements; }

private:
    enum Category : std::uint8_t {
        CpuOp,
        UserAnnotation,
        PythonFunction,
        Instant,
        Runtime,
        Driver,
        KernelCat,
        MemcpyCat,
        MemsetCat,
        GpuAnnotation,
        SyncCat,
        FlowStart,
        FlowEnd,
        ForwardStart,
        ForwardEnd,
        TraceSpan,
        Meta,
        Mark,
        CategoryCount,
    };
    Status flush();
    void count(Category c) {
        ++m_counts[c];
        ++m_elements;
    }
    void times(const Record& r);
    void host(const Record& r);
    void hostArgs(const Record& r);
    void python(const Record& r);
    void memory(const Record& r);
    void gpu(const Record& r);
    void call(const Record& r);
    void kernel(const Record& r);
    void copy(const Record& r);
    void gpuNote(const Record& r);
    void sync(const Record& r);
    void flow(Category c, std::uint32_t id, const Record& r);
    void meta(std::string_view what, std::int64_t ts, std::uint64_t pid, std::uint64_t tid, std::string_view value);
    void processRows(std::int64_t ts);
    void threadRows(std::int64_t ts);
    std::uint32_t tidOf(const Record& r) const;

    const Catalog& m_catalog;
    FileFacts m_facts;
    std::unique_ptr<Sink> m_sink;
    TextBuffer m_out;
    std::uint64_t m_bytes = 0, m_elements = 0;
    std::array<std::uint64_t, CategoryCount> m_counts{};
    std::array<bool, kStreams> m_streamUsed{}, m_syncRow{};
    bool m_anySync = false;
};

} // namespace lanescope::synth
