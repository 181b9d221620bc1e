#include "core/build/thread_build.h"

#include "core/build/flow_binding.h"
#include "core/build/parents.h"
#include "core/build/python_frames.h"
#include "core/build/slice_order.h"

#include <algorithm>
#include <charconv>

namespace lanescope::build {
namespace {

constexpr std::size_t kStopEvery = 1u << 16;

// The value most entries have, found in one pass; without a majority some frequent one. Deterministic. Negative numbers
// say "none".
class Majority {
public:
    void add(std::int64_t value) {
        if (value < 0) return;
        if (m_lead == 0) m_value = value;
        m_lead += value == m_value ? 1 : -1;
        m_any = true;
    }
    std::optional<std::int64_t> value() const { return m_any ? std::optional(m_value) : std::nullopt; }

private:
    std::int64_t m_value = 0;
    std::int64_t m_lead = 0;
    bool m_any = false;
};

class ThreadBuilder {
public:
    ThreadBuilder(const ThreadBuildContext& context, std::uint32_t thread, ThreadSlices& slices, std::uint32_t firstRow)
        : m_context(context),
          m_state(context.state),
          m_data(*context.state.data[thread]),
          m_slices(slices),
          m_firstRow(firstRow) {}

    ThreadOut build() {
        m_python = linkPythonFrames(m_data, m_state.categories, m_slices);
        std::vector<std::uint32_t> order = openingOrder(m_slices, m_context.stop);
        m_parents = findParents(m_slices, m_python, order, m_context.stop);
        if (stopped()) return {};
        m_python.caller = {};
        ThreadLanes lanes = assignLanes(m_slices, m_state.categories, order, m_parents, m_context.stop);
        if (stopped()) return {};
        placeRows(order, lanes);
        bindFlowRows(order);
        order = {};
        lanes.lane = {};
        writeRows();
        for (const UncutFrame& frame : m_python.uncut)
            m_out.oddities.add(OddityKind::OutlivesParent, m_slices.record(frame.record).offset());
        writeUncut();
        return std::move(m_out);
    }

private:
    bool stopped() const { return m_context.stop.stop_requested(); }
    void placeRows(const std::vector<std::uint32_t>& order, const ThreadLanes& lanes);
    void bindFlowRows(const std::vector<std::uint32_t>& order);
    void writeRows();
    void writeRow(std::uint32_t row, std::uint32_t record, ArgReader args);
    std::uint32_t narrowed(std::uint32_t row, std::int64_t value, WideField field);
    WorkKind kindOf(const RawRecord& record, Role role, bool isCollective);
    void writeUncut();

    const ThreadBuildContext& m_context;
    const BuilderState& m_state;
    const RawThreadData& m_data;
    ThreadSlices& m_slices;
    const std::uint32_t m_firstRow;
    PythonFrames m_python;
    std::vector<std::uint32_t> m_parents;  // record by record
    std::vector<std::uint32_t> m_rowOf;    // by record
    std::vector<std::uint32_t> m_recordOf; // by row from m_firstRow
    ThreadOut m_out;
};

void ThreadBuilder::placeRows(const std::vector<std::uint32_t>& order, const ThreadLanes& lanes) {
    std::array<std::vector<std::uint32_t>, kTrackRoles> nextRow;
    std::uint32_t row = m_firstRow;
    for (std::size_t role = 0; role < kTrackRoles; ++role) {
        const std::vector<std::uint32_t>& sizes = lanes.laneSizes[role];
        if (sizes.empty()) continue;
        for (const std::uint32_t size : sizes) {
            nextRow[role].push_back(row);
            row += size;
        }
        TrackOut track;
        track.role = static_cast<TrackRole>(role);
        track.laneSizes = sizes;
        m_out.tracks.push_back(std::move(track));
    }
    m_rowOf.assign(m_slices.records(), kNoRow);
    m_recordOf.resize(m_slices.rows());
    for (const std::uint32_t record : order) {
        const auto role = static_cast<std::size_t>(trackRoleOf(m_slices.record(record), m_state.categories));
        const std::uint32_t at = nextRow[role][lanes.lane[record]]++;
        m_rowOf[record] = at;
        m_recordOf[at - m_firstRow] = record;
    }
}

void ThreadBuilder::bindFlowRows(const std::vector<std::uint32_t>& order) {
    m_out.flowRows = bindFlows(m_data, m_slices, order);
    for (std::uint32_t& bound : m_out.flowRows) bound = bound == kNoRecord ? kNoRow : m_rowOf[bound];
}

std::uint32_t ThreadBuilder::narrowed(std::uint32_t row, std::int64_t value, WideField field) {
    if (value >= 0 && value < kWideMark) return static_cast<std::uint32_t>(value);
    ThreadOut::Wide& wide = m_out.wide[static_cast<std::size_t>(field)];
    wide.rows.push_back(row);
    wide.values.push_back(value);
    return kWideMark;
}

// Category first, then the event's own collective data, then the name.
WorkKind ThreadBuilder::kindOf(const RawRecord& record, Role role, bool isCollective) {
    if (!isGpuWork(role)) return WorkKind::None;
    if (isCollective) return WorkKind::Communication;
    if (role != Role::Kernel) return WorkKind::Memory;
    return m_context.kinds.kindOf(record.name);
}

void ThreadBuilder::writeRow(std::uint32_t row, std::uint32_t record, ArgReader args) {
    const RawRecord& r = m_slices.record(record);
    const RawStream& stream = m_slices.stream();
    StoreMemory& m = m_context.memory;
    m.start[row] = r.start;
    m.duration.narrow[row] = narrowed(row, m_slices.duration(record), WideField::Duration);
    m.name[row] = r.name;
    const std::uint32_t parent = m_parents[record];
    m.parent[row] = parent == kNoRecord ? kNoRow : m_rowOf[parent];
    const auto wide = [&](std::uint32_t narrow, WideField field) {
        return narrow != kWideMark ? narrow : narrowed(row, stream.wideValue(record, field), field);
    };
    m.correlation.narrow[row] = wide(r.correlation, WideField::Correlation);
    m.externalId.narrow[row] = wide(r.externalId, WideField::ExternalId);
    m.offsetLow[row] = r.offsetLow;
    m.offsetHigh[row] = r.offsetHigh;
    m.category[row] = r.category;
    bool isCollective = false;
    for (PackedArg arg; args.next(arg);) {
        m_out.args[static_cast<std::size_t>(arg.field)].push(row, arg.value);
        isCollective |= arg.field == ArgField::CollectiveName;
    }
    const Role role = m_state.categories.role(r.category);
    m.kind[row] = static_cast<std::uint8_t>(kindOf(r, role, isCollective));
    const std::uint8_t flags = m_state.nameFlags[r.name];
    if (flags == 0) return;
    const bool marks = role == Role::UserAnnotation || role == Role::CpuOp;
    if ((flags & NameFlags::kStep) && marks) m_out.stepRows.push_back(row);
    if ((flags & NameFlags::kAllocation) && isLaunchCall(role)) m_out.allocationRows.push_back(row);
}

void ThreadBuilder::writeRows() {
    std::vector<ArgBytes::Position> argAt; // by record, where it has arguments
    if (!m_slices.stream().args.empty()) {
        argAt.resize(m_slices.records());
        ArgBytes::Position after = 0;
        for (std::size_t i = 0; i < argAt.size(); ++i) {
            const unsigned bytes = m_slices.record(i).argBytes();
            if (bytes == 0) continue;
            argAt[i] = m_slices.stream().args.begin(after, bytes);
            after = argAt[i] + bytes;
        }
    }
    std::uint32_t row = m_firstRow;
    for (TrackOut& track : m_out.tracks) {
        Majority device, stream;
        const std::size_t firstDevice = m_out.args[static_cast<std::size_t>(ArgField::Device)].size();
        const std::size_t firstStream = m_out.args[static_cast<std::size_t>(ArgField::Stream)].size();
        for (const std::uint32_t end = row + track.rows(); row < end; ++row) {
            if (row % kStopEvery == 0 && stopped()) return;
            const std::uint32_t record = m_recordOf[row - m_firstRow];
            const unsigned bytes = m_slices.record(record).argBytes();
            writeRow(row, record,
                     bytes == 0 ? ArgReader(nullptr, 0) : ArgReader(m_slices.stream().args.at(argAt[record]), bytes));
        }
        if (!isGpuTrack(track.role)) continue;
        const SideMemory& devices = m_out.args[static_cast<std::size_t>(ArgField::Device)];
        const SideMemory& streams = m_out.args[static_cast<std::size_t>(ArgField::Stream)];
        for (std::size_t i = firstDevice; i < devices.size(); ++i) device.add(devices.value(i));
        for (std::size_t i = firstStream; i < streams.size(); ++i) stream.add(streams.value(i));
        track.device = device.value();
        track.stream = stream.value();
    }
}

void ThreadBuilder::writeUncut() {
    std::vector<std::pair<std::uint32_t, std::int64_t>> byRow;
    for (const UncutFrame& frame : m_python.uncut) byRow.emplace_back(m_rowOf[frame.record], frame.duration);
    std::sort(byRow.begin(), byRow.end());
    for (const auto& [row, duration] : byRow) m_out.uncut.push(row, duration);
}

} // namespace

std::uint32_t TrackOut::rows() const {
    std::uint32_t sum = 0;
    for (const std::uint32_t size : laneSizes) sum += size;
    return sum;
}

ThreadOut buildThread(const ThreadBuildContext& context, std::uint32_t thread, ThreadSlices& slices,
                      std::uint32_t firstRow) {
    return ThreadBuilder(context, thread, slices, firstRow).build();
}

} // namespace lanescope::build
