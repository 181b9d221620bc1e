// Answers of analyses, kept: the second question about the same trace with the same options costs nothing, and two who
// ask at once wait for one run. For the window and the terminal alike; any thread. Bounded by bytes: what was not asked
// for longest goes first. Holds no trace alive: answers of a trace that is gone are dropped.
#pragma once

#include "core/analysis/analysis.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lanescope {

class ResultCache {
public:
    static constexpr std::size_t kDefaultBytes = 256u << 20;
    explicit ResultCache(std::size_t maxBytes = kDefaultBytes) : m_maxBytes(maxBytes) {}

    using Answer = std::shared_ptr<const AnalysisResult>;
    // The kept answer, else runs on this thread and keeps what comes. Errors (no data, cancelled) are not kept. The
    // work of the trace is collected once for all analyses unless the input has it.
    Result<Answer> run(const AnalysisInfo& info, const std::shared_ptr<const TraceStore>& store, AnalysisInput input,
                       RunContext& context);
    Answer find(const AnalysisInfo& info, const std::shared_ptr<const TraceStore>& store, const AnalysisInput& input);
    // The work of the trace, collected once. Kept for the kMaxWorks traces asked for last.
    std::shared_ptr<const TraceWork> work(const std::shared_ptr<const TraceStore>& store);

    void forget(const TraceStore& store); // what is kept of it
    std::size_t bytes() const;            // of what is kept; the works of traces not counted
    std::size_t size() const;             // answers

private:
    static constexpr std::size_t kMaxWorks = 4;
    struct Entry {
        std::weak_ptr<const TraceStore> store;
        std::string key;
        Answer answer;
        std::shared_ptr<const DevicePeaks> peaks; // its address is part of the key
        std::size_t bytes = 0;
        std::uint64_t used = 0;
    };
    struct KeptWork {
        std::weak_ptr<const TraceStore> store;
        std::shared_ptr<const TraceWork> work;
        std::uint64_t used = 0;
    };
    struct Running {
        const TraceStore* store = nullptr;
        std::string key;
    };
    Answer findLocked(const TraceStore* store, const std::string& key);
    void keepLocked(Entry entry);
    bool isRunning(const TraceStore* store, const std::string& key) const;
    void finished(const TraceStore* store, const std::string& key);

    const std::size_t m_maxBytes;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<Entry> m_entries;
    std::vector<KeptWork> m_works;
    std::vector<Running> m_running;
    std::uint64_t m_clock = 0;
};

// About what a result holds in memory.
std::size_t bytesOf(const AnalysisResult& result);

} // namespace lanescope
