#include "core/session/load_traces.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

namespace lanescope {
namespace {

class TraceLoads {
public:
    TraceLoads(std::span<const TraceSource> sources, const LoadOptions& options, RunContext& context,
               const std::function<void(std::size_t)>& onLoaded)
        : m_sources(sources),
          m_options(options),
          m_context(context),
          m_onLoaded(onLoaded),
          m_results(sources.size()),
          m_unfinished(sources.size()) {
        m_options.onPreview = {};
        if (m_options.threads == 0) m_options.threads = std::max(1u, std::thread::hardware_concurrency());
        m_context.progress().total = sources.size();
    }

    std::vector<Result<LoadedTrace>> run() {
        {
            std::vector<std::jthread> helpers;
            const std::size_t atOnce = std::min<std::size_t>(m_options.threads, m_sources.size());
            for (std::size_t i = 1; i < atOnce; ++i) helpers.emplace_back([this] { work(); });
            work();
        }
        std::vector<Result<LoadedTrace>> out;
        for (auto& result : m_results) out.push_back(std::move(*result));
        return out;
    }

private:
    struct Turn {
        std::size_t source;
        unsigned threads;
    };
    std::optional<Turn> nextTurn() {
        const std::lock_guard lock(m_mutex);
        if (m_next == m_sources.size()) return std::nullopt;
        return Turn{m_next++, shareOfThreads(m_options.threads, m_unfinished)};
    }
    void work() {
        while (const auto turn = nextTurn()) {
            const TraceSource& source = m_sources[turn->source];
            LoadOptions options = m_options;
            options.threads = turn->threads;
            options.member = source.member;
            RunContext context(m_context.stopToken());
            auto result = loadTrace(source.path, options, context);
            const std::lock_guard lock(m_mutex);
            for (std::size_t s = 0; s < static_cast<std::size_t>(Stage::Count_); ++s)
                m_context.stages().add(static_cast<Stage>(s), context.stages().cpuNs(static_cast<Stage>(s)));
            m_context.progress().events += context.progress().events;
            ++m_context.progress().done;
            --m_unfinished;
            m_results[turn->source] = std::move(result);
            if (m_onLoaded) m_onLoaded(turn->source);
        }
    }

    std::span<const TraceSource> m_sources;
    LoadOptions m_options;
    RunContext& m_context;
    const std::function<void(std::size_t)>& m_onLoaded;
    std::mutex m_mutex;
    std::vector<std::optional<Result<LoadedTrace>>> m_results; // by source
    std::size_t m_next = 0, m_unfinished;
};

} // namespace

unsigned shareOfThreads(unsigned threads, std::size_t unfinished) {
    return std::max(1u, static_cast<unsigned>(threads / std::max<std::size_t>(unfinished, 1)));
}

std::vector<Result<LoadedTrace>> loadTraces(std::span<const TraceSource> sources, const LoadOptions& options,
                                            RunContext& context, const std::function<void(std::size_t)>& onLoaded) {
    return TraceLoads(sources, options, context, onLoaded).run();
}

} // namespace lanescope
