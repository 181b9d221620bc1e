#include "core/build/python_frames.h"

#include "core/build/natural_sort.h"

#include <algorithm>
#include <optional>

namespace lanescope::build {
namespace {

bool isFrame(std::uint32_t caller) { return caller < PythonFrames::kRoot; }

struct Frame {
    std::uint32_t record;
    std::optional<std::int64_t> id;
    std::optional<std::int64_t> parentId;
};

std::vector<Frame> readFrames(const RawThreadData& data, const CategoryTable& categories, const ThreadSlices& slices) {
    std::vector<Frame> frames;
    frames.reserve(data.pythons);
    forEachWithArgs(data.slices, [&](std::size_t i, const RawRecord& record, ArgReader args) {
        if (record.kind() != RecordKind::Slice || categories.role(record.category) != Role::PythonFunction) return;
        if (!slices.isSlice(i)) return;
        Frame frame{static_cast<std::uint32_t>(i), {}, {}};
        for (PackedArg arg; args.next(arg);) {
            if (arg.field == ArgField::PythonId) frame.id = arg.value;
            if (arg.field == ArgField::PythonParentId) frame.parentId = arg.value;
        }
        frames.push_back(frame);
    });
    return frames;
}

// Record by python id; the first of several with one id.
class FramesById {
public:
    FramesById(const std::vector<Frame>& frames, const std::stop_token& stop) {
        for (const Frame& frame : frames)
            if (frame.id) m_entries.push_back({*frame.id, frame.record});
        const auto less = [](const Entry& a, const Entry& b) {
            return a.id != b.id ? a.id < b.id : a.record < b.record;
        };
        naturalSort(m_entries, less, stop);
    }
    std::uint32_t find(std::int64_t id) const {
        const auto it = std::lower_bound(m_entries.begin(), m_entries.end(), id,
                                         [](const Entry& e, std::int64_t wanted) { return e.id < wanted; });
        return it != m_entries.end() && it->id == id ? it->record : PythonFrames::kNotPython;
    }

private:
    struct Entry {
        std::int64_t id;
        std::uint32_t record;
    };
    std::vector<Entry> m_entries;
};

// Cuts callers before the frames they call; every chain once, without recursion.
class FrameCutter {
public:
    FrameCutter(PythonFrames& frames, ThreadSlices& slices) : m_frames(frames), m_slices(slices) {
        m_state.resize(slices.records());
    }
    void cut(std::uint32_t record) {
        m_chain.clear();
        std::uint32_t at = record;
        while (isFrame(at) && m_state[at] == State::Untouched) {
            m_state[at] = State::OnChain;
            m_chain.push_back(at);
            at = m_frames.caller[at];
        }
        if (isFrame(at) && m_state[at] == State::OnChain)
            m_frames.caller[m_chain.back()] = PythonFrames::kRoot; // a cycle
        for (; !m_chain.empty(); m_chain.pop_back()) {
            cutAtCaller(m_chain.back());
            m_state[m_chain.back()] = State::Done;
        }
    }

private:
    enum class State : std::uint8_t { Untouched, OnChain, Done };
    void cutAtCaller(std::uint32_t record) {
        const std::uint32_t caller = m_frames.caller[record];
        if (!isFrame(caller)) return;
        const std::int64_t start = m_slices.start(record), end = m_slices.end(record);
        const std::int64_t limit = m_slices.end(caller);
        const bool inside = start >= m_slices.start(caller) && (start < limit || start == m_slices.start(caller));
        if (!inside) { // the ids contradict the times: time decides
            m_frames.caller[record] = PythonFrames::kNotPython;
            return;
        }
        if (end <= limit) return;
        m_frames.uncut.push_back({record, end - start});
        m_slices.setDuration(record, limit - start);
    }
    PythonFrames& m_frames;
    ThreadSlices& m_slices;
    std::vector<State> m_state;
    std::vector<std::uint32_t> m_chain;
};

// Calls above a frame, by ids.
std::vector<std::uint32_t> callDepths(const std::vector<std::uint32_t>& caller) {
    std::vector<std::uint32_t> depth(caller.size(), 0);
    std::vector<std::uint32_t> chain;
    for (std::uint32_t i = 0; i < depth.size(); ++i) {
        std::uint32_t at = i;
        while (isFrame(at) && depth[at] == 0 && caller[at] != PythonFrames::kNotPython) {
            chain.push_back(at);
            at = caller[at];
        }
        std::uint32_t above = isFrame(at) ? depth[at] : 0;
        for (; !chain.empty(); chain.pop_back()) depth[chain.back()] = ++above;
    }
    return depth;
}

bool sameSpan(const ThreadSlices& slices, std::uint32_t a, std::uint32_t b) {
    return slices.start(a) == slices.start(b) && slices.duration(a) == slices.duration(b);
}

} // namespace

void PythonFrames::orderEqualSpans(const ThreadSlices& slices, std::span<std::uint32_t> order) const {
    if (caller.empty()) return;
    // In file order until now: a caller of the same span with a larger number stands behind.
    const auto isEarly = [&](std::uint32_t record) {
        return isFrame(caller[record]) && caller[record] > record && sameSpan(slices, caller[record], record);
    };
    std::vector<std::uint32_t> depth; // only when needed
    std::vector<std::size_t> places;
    std::vector<std::uint32_t> frames;
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && sameSpan(slices, order[i], order[end])) ++end;
        places.clear();
        frames.clear();
        for (std::size_t k = i; end - i > 1 && k < end; ++k) {
            if (caller[order[k]] == kNotPython) continue;
            places.push_back(k);
            frames.push_back(order[k]);
        }
        i = end;
        if (std::none_of(frames.begin(), frames.end(), isEarly)) continue;
        if (depth.empty()) depth = callDepths(caller);
        std::stable_sort(frames.begin(), frames.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return depth[a] < depth[b]; });
        for (std::size_t k = 0; k < places.size(); ++k) order[places[k]] = frames[k];
    }
}

PythonFrames linkPythonFrames(const RawThreadData& data, const CategoryTable& categories, ThreadSlices& slices,
                              const std::stop_token& stop) {
    PythonFrames out;
    if (data.pythons == 0) return out;
    const std::vector<Frame> frames = readFrames(data, categories, slices);
    const bool linked =
        std::any_of(frames.begin(), frames.end(), [](const Frame& f) { return f.parentId.has_value(); });
    if (!linked) return out;
    const FramesById byId(frames, stop);
    if (stop.stop_requested()) return out;
    out.caller.assign(slices.records(), PythonFrames::kNotPython);
    for (const Frame& frame : frames) {
        if (!frame.id) continue;
        out.caller[frame.record] = frame.parentId ? byId.find(*frame.parentId) : PythonFrames::kRoot;
        if (out.caller[frame.record] == frame.record) out.caller[frame.record] = PythonFrames::kNotPython;
    }
    FrameCutter cutter(out, slices);
    for (const Frame& frame : frames) cutter.cut(frame.record);
    std::sort(out.uncut.begin(), out.uncut.end(),
              [](const UncutFrame& a, const UncutFrame& b) { return a.record < b.record; });
    return out;
}

} // namespace lanescope::build
