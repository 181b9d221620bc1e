// What a load delivered, as plain text: numbers of strings and threads resolved, so that two loads can be compared
// whatever their producers and batches were.
#pragma once

#include "core/build/event_batch.h"
#include "core/build/event_sink.h"
#include "core/store/trace_info.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::test {

struct PlainEvent {
    char phase = 0;
    std::int64_t ts = kNoTime, dur = kNoTime;
    std::string name, category, pid, tid;
    std::string id; // decimal; "text" when it was none that means a number
    unsigned flags = 0;
    std::uint64_t correlation = 0, externalId = 0;
    std::uint64_t offset = 0;
    std::map<std::string, std::string> args; // key of today's Kineto -> text of the value
    std::vector<std::pair<std::string, double>> counters;

    std::string line() const;
};

struct PlainMeta {
    RawThreadMeta::Kind kind{};
    std::string pid, tid, text;
    std::int64_t sortIndex = 0;

    std::string line() const;
};

struct Recording {
    std::vector<std::string> events; // PlainEvent::line()
    std::vector<std::string> metas;
    std::vector<std::string> strings; // in order of first appearance in the file
    ElementCounts counts;
    OddityList oddities;
    TraceInfo info;
    std::string error; // word of the error, empty when there was none

    std::map<std::string, std::uint64_t> oddityCounts() const;
    std::string countsLine() const;
    // Everything, for comparing; the first lines that differ are easy to find in it.
    std::vector<std::string> lines() const;
};

// A sink that records, and checks the contract of batches while it does: sequence without holes, numbers that were
// announced, views that stay valid (it reads them again at the end).
class RecordingSink final : public EventSink {
public:
    void consume(const RawBatch& batch) override;
    void finish(const TraceInfo& info, const OddityList& fileOddities) override;
    Recording& recording() { return m_recording; }
    const std::string& contractBreach() const { return m_breach; } // empty when all is well
    std::uint64_t batches() const { return m_nextSequence; }

private:
    struct Producer {
        std::vector<std::string_view> strings{std::string_view{}};
        std::vector<std::string> copies{std::string{}};
        std::vector<RawThread> threads;
    };
    std::string text(const Producer& producer, std::uint64_t number);
    void addEvent(const RawBatch& batch, const Producer& producer, std::uint32_t index, std::size_t& arg,
                  std::size_t& counter);
    void breach(const std::string& what);

    std::map<std::uint32_t, Producer> m_producers;
    std::map<std::string, int> m_seenStrings;
    Recording m_recording;
    std::uint64_t m_nextSequence = 0;
    std::string m_breach;
};

// "" when equal, else the first difference with its surroundings.
std::string firstDifference(const Recording& a, const Recording& b);

} // namespace lanescope::test
