// What a window had to wait for: points in time (calls that launch or wait, GPU work) and what each of them could not
// be before. Every point stands exactly as far behind one of the points it depends on as the trace shows, so the way
// back from the last point covers the window without a hole; and with other lengths the times can be worked out again.
// Rules: docs/user/analyses.md, critical_path. Immutable after construction; any thread.
#pragma once

#include "core/analysis/analysis_common.h"
#include "core/analysis/launches/launch_index.h"
#include "core/analysis/maybe_slice.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace lanescope {

enum class PathCause : std::uint8_t {
    Host,          // operators, python, anything between the points of a thread
    HostWait,      // a blocking call, where nothing on the GPU explains it
    SyncReturn,    // from the end of the work a call waited for to its return
    LaunchLatency, // from the start of the call to the start of the work, the stream being free
    KernelGap,     // between neighbours on a stream
    Dependency,    // the same, 1 us and longer: waits of streams and what is not recorded
    Compute,
    Communication,
    Memory,
    Earlier, // work of before the window that was still running
    Count_,
};
std::string_view pathCauseWord(PathCause cause);

struct PathEdge {
    std::uint32_t from = 0, to = 0; // points; from < to
    std::int64_t ns = 0;
    PathCause cause = PathCause::Host;
    MaybeSlice slice; // the work, call or what was going on
};

class PathGraph {
public:
    // Stopped: incomplete; the caller asks.
    PathGraph(const TraceStore& store, const AnalysisInput& input, TimeRange window, RunContext& context);

    const std::vector<std::int64_t>& points() const { return m_points; } // ns of the file clock, ascending
    const std::vector<PathEdge>& edges() const { return m_edges; }       // by `to`
    // From the first point of the window to its last: each edge begins where the one before ends.
    std::vector<std::uint32_t> criticalPath() const; // indices into edges()
    // The length of the window when each edge has this length instead (0 and more).
    std::int64_t lengthWith(const std::function<std::int64_t(const PathEdge&)>& ns,
                            const std::stop_token& stop = {}) const; // stopped: too short; the caller asks
    std::int64_t lengthNs() const { return m_points.empty() ? 0 : m_points.back() - m_points.front(); }
    std::size_t size() const { return m_points.size(); }

private:
    struct Draft;
    std::vector<std::uint32_t> takePoints(Draft& draft, const std::stop_token& stop);
    void takeEdges(Draft& draft, const std::vector<std::uint32_t>& place, const std::stop_token& stop);
    std::vector<std::int64_t> m_points;
    std::vector<PathEdge> m_edges;
};

} // namespace lanescope
