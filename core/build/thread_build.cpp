#include "core/build/thread_build.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace lanescope::build {
namespace {

constexpr std::uint32_t kStopEvery = 1u << 16;

// The columns as plain pointers: the compiler need not ask for them again after every write.
struct Columns {
    std::int64_t* start;
    std::uint32_t *duration, *name, *parent, *correlation, *externalId, *offsetLow;
    std::uint8_t *offsetHigh, *category, *kind;
    explicit Columns(StoreMemory& m)
        : start(m.start.data()),
          duration(m.duration.narrow.data()),
          name(m.name.data()),
          parent(m.parent.data()),
          correlation(m.correlation.narrow.data()),
          externalId(m.externalId.narrow.data()),
          offsetLow(m.offsetLow.data()),
          offsetHigh(m.offsetHigh.data()),
          category(m.category.data()),
          kind(m.kind.data()) {}
};

class ThreadBuilder {
public:
    ThreadBuilder(const ThreadBuildContext& context, const ThreadPlace& place, ThreadSlices& slices)
        : m_context(context),
          m_state(context.state),
          m_data(*context.state.data[place.thread]),
          m_slices(slices),
          m_place(place),
          m_scratch(context.memory, slices, place.firstRow) {}

    ThreadOut build() {
        m_python = linkPythonFrames(m_data, m_state.categories, m_slices, m_context.stop);
        const std::size_t count = openingOrder(m_slices, m_scratch, m_context.stop);
        if (stopped()) return {};
        FlowSweep flows(m_data, m_context.stop);
        const LaneSizes sizes =
            nestSlices(m_slices, m_python, m_state.categories, m_scratch, count, flows, m_context.stop);
        m_python.caller = {};
        if (stopped()) return {};
        placeRows({m_scratch.order, count}, sizes);
        m_out.flowRows = flows.finish(m_slices);
        for (std::uint32_t& bound : m_out.flowRows) bound = bound == kNoRecord ? kNoRow : m_scratch.rows[bound];
        findArgs();
        if (stopped()) return {};
        std::uint32_t row = m_place.firstRow;
        for (const TrackOut& track : m_out.tracks) {
            const std::uint32_t end = row + track.rows();
            writeRows(track.role, row, end);
            row = end;
        }
        writeUncut();
        writeLastColumns(m_place.firstRow, row);
        return std::move(m_out);
    }

private:
    bool stopped() const { return m_context.stop.stop_requested(); }
    RareOut& rare() {
        if (!m_out.rare) m_out.rare = std::make_unique<RareOut>();
        return *m_out.rare;
    }
    void placeRows(std::span<const std::uint32_t> order, const LaneSizes& sizes);
    void findArgs();
    void writeRows(TrackRole role, std::uint32_t row, std::uint32_t end);
    void writeRow(const Columns& to, TrackRole role, std::uint32_t row, std::uint32_t record);
    void writeLastColumns(std::uint32_t row, std::uint32_t end);
    ArgReader argsOf(std::uint32_t record) const;
    void writeArg(std::uint32_t row, const PackedArg& arg);
    bool writeArgs(std::uint32_t row, std::uint32_t record);
    bool writeArgsOfPair(std::uint32_t row, std::uint32_t begin, std::uint32_t end);
    void noteName(std::uint32_t row, const RawRecord& record);
    std::uint32_t narrowed(std::uint32_t row, std::int64_t value, WideField field);
    std::uint32_t wideId(std::uint32_t row, std::uint32_t record, WideField field) {
        return narrowed(row, m_slices.stream().wideValue(record, field), field);
    }
    WorkKind kindOf(std::uint32_t record, bool isCollective) const;
    void writeUncut();

    const ThreadBuildContext& m_context;
    const BuilderState& m_state;
    const RawThreadData& m_data;
    ThreadSlices& m_slices;
    const ThreadPlace& m_place;
    ThreadScratch m_scratch;
    PythonFrames m_python;
    ThreadOut m_out;
};

void ThreadBuilder::placeRows(std::span<const std::uint32_t> order, const LaneSizes& sizes) {
    std::array<std::vector<std::uint32_t>, kTrackRoles> nextRow;
    std::uint32_t row = m_place.firstRow;
    for (std::size_t role = 0; role < kTrackRoles; ++role) {
        if (sizes[role].empty()) continue;
        for (const std::uint32_t size : sizes[role]) {
            nextRow[role].push_back(row);
            row += size;
        }
        m_out.tracks.push_back({static_cast<TrackRole>(role), sizes[role]});
    }
    for (const std::uint32_t record : order) {
        const TrackLane lane = m_scratch.lane(record);
        const std::uint32_t at = nextRow[static_cast<std::size_t>(lane.role())][lane.lane()]++;
        m_scratch.rows[record] = at;
        m_scratch.records[at - m_place.firstRow] = record;
    }
}

// Where the arguments of each record begin.
void ThreadBuilder::findArgs() {
    if (m_slices.stream().args.empty()) return;
    std::uint32_t* const argsAt = m_scratch.argsAt;
    ArgBytes::Position after = 0;
    for (std::size_t i = 0; i < m_slices.records(); ++i) {
        if (i % kStopEvery == 0 && stopped()) return;
        const unsigned bytes = m_slices.record(i).argBytes();
        if (bytes == 0) continue;
        argsAt[i] = m_slices.stream().args.begin(after, bytes);
        after = argsAt[i] + bytes;
    }
}

std::uint32_t ThreadBuilder::narrowed(std::uint32_t row, std::int64_t value, WideField field) {
    if (value >= 0 && value < kWideMark) return static_cast<std::uint32_t>(value);
    RareOut::Wide& wide = rare().wide[static_cast<std::size_t>(field)];
    wide.rows.push_back(row);
    wide.values.push_back(value);
    return kWideMark;
}

// Category first, then the event's own collective data, then the name.
WorkKind ThreadBuilder::kindOf(std::uint32_t record, bool isCollective) const {
    if (isCollective) return WorkKind::Communication;
    if (m_state.categories.role(m_slices.category(record)) != Role::Kernel) return WorkKind::Memory;
    return m_context.kinds.kindOf(m_slices.record(record).name);
}

ArgReader ThreadBuilder::argsOf(std::uint32_t record) const {
    const unsigned bytes = m_slices.record(record).argBytes();
    if (bytes == 0) return {nullptr, 0};
    return {m_slices.stream().args.at(m_scratch.argsAt[record]), bytes};
}

void ThreadBuilder::writeArg(std::uint32_t row, const PackedArg& arg) {
    const auto field = static_cast<std::size_t>(arg.field);
    m_context.memory.args[field].set((*m_place.nextArg)[field]++, row, arg.value);
}

// Whether the event carries data of a collective.
bool ThreadBuilder::writeArgs(std::uint32_t row, std::uint32_t record) {
    if (m_slices.record(record).kind() == RecordKind::Begin)
        if (const auto end = m_slices.endWithArgs(record)) return writeArgsOfPair(row, record, *end);
    bool isCollective = false;
    ArgReader args = argsOf(record);
    for (PackedArg arg; args.next(arg);) {
        writeArg(row, arg);
        isCollective |= arg.field == ArgField::CollectiveName;
    }
    return isCollective;
}

// Begin and end may both have arguments: the end's count.
bool ThreadBuilder::writeArgsOfPair(std::uint32_t row, std::uint32_t begin, std::uint32_t end) {
    std::array<std::optional<std::int64_t>, kArgFields> values;
    for (const std::uint32_t record : {begin, end}) {
        ArgReader args = argsOf(record);
        for (PackedArg arg; args.next(arg);) values[static_cast<std::size_t>(arg.field)] = arg.value;
    }
    for (std::size_t field = 0; field < kArgFields; ++field)
        if (values[field]) writeArg(row, {static_cast<ArgField>(field), *values[field]});
    return values[static_cast<std::size_t>(ArgField::CollectiveName)].has_value();
}

void ThreadBuilder::noteName(std::uint32_t row, const RawRecord& record) {
    const std::uint8_t flags = m_state.nameFlags[record.name];
    const Role role = m_state.categories.role(record.category);
    const bool marks = role == Role::UserAnnotation || role == Role::CpuOp;
    if ((flags & NameFlags::kStep) && marks) rare().stepRows.push_back(row);
    if ((flags & NameFlags::kAllocation) && isLaunchCall(role)) rare().allocationRows.push_back(row);
}

// Everything but what holds working memory.
inline void ThreadBuilder::writeRow(const Columns& to, TrackRole role, std::uint32_t row, std::uint32_t record) {
    const RawRecord& r = m_slices.record(record);
    to.duration[row] = narrowed(row, m_slices.duration(record), WideField::Duration);
    const std::uint32_t parent = m_scratch.parents[record];
    to.parent[row] = parent == kNoRecord ? kNoRow : m_scratch.rows[parent];
    to.offsetLow[row] = r.offsetLow;
    if (r.offsetHigh != 0) to.offsetHigh[row] = r.offsetHigh; // columns begin as zeros: pages of zeros cost no memory
    to.category[row] = m_slices.category(record);
    const bool mayHaveArgs = r.argBytes() > 0 || r.kind() == RecordKind::Begin;
    const bool isCollective = mayHaveArgs && writeArgs(row, record);
    static_assert(static_cast<std::uint8_t>(WorkKind::None) == 0);
    if (role == TrackRole::Stream) to.kind[row] = static_cast<std::uint8_t>(kindOf(record, isCollective));
    if (m_state.nameFlags[r.name] != 0) noteName(row, r);
}

void ThreadBuilder::writeRows(TrackRole role, std::uint32_t row, std::uint32_t end) {
    const Columns to(m_context.memory);
    const std::uint32_t* const records = m_scratch.records - m_place.firstRow;
    while (row < end && !stopped()) {
        const std::uint32_t until = std::min(end, row + kStopEvery);
        for (; row < until; ++row) writeRow(to, role, row, records[row]);
    }
}

// The columns that held working memory; nothing but `records` is needed any more, and that only up to its own row.
void ThreadBuilder::writeLastColumns(std::uint32_t row, std::uint32_t end) {
    // The starts held positions as other numbers: no write of one may come before a read of the other.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const Columns to(m_context.memory);
    const std::uint32_t* const records = m_scratch.records - m_place.firstRow;
    while (row < end && !stopped()) {
        for (const std::uint32_t until = std::min(end, row + kStopEvery); row < until; ++row) {
            const std::uint32_t record = records[row];
            const RawRecord& r = m_slices.record(record);
            to.start[row] = r.start;
            to.name[row] = r.name; // where `records` may stand
            to.correlation[row] =
                r.correlation != kWideMark ? r.correlation : wideId(row, record, WideField::Correlation);
            to.externalId[row] = r.externalId != kWideMark ? r.externalId : wideId(row, record, WideField::ExternalId);
        }
    }
}

void ThreadBuilder::writeUncut() {
    std::vector<std::pair<std::uint32_t, std::int64_t>> byRow;
    for (const UncutFrame& frame : m_python.uncut) {
        rare().oddities.add(OddityKind::OutlivesParent, m_slices.record(frame.record).offset());
        byRow.emplace_back(m_scratch.rows[frame.record], frame.duration);
    }
    std::sort(byRow.begin(), byRow.end());
    for (const auto& [row, duration] : byRow) rare().uncut.push(row, duration);
}

} // namespace

std::uint32_t TrackOut::rows() const {
    std::uint32_t sum = 0;
    for (const std::uint32_t size : laneSizes) sum += size;
    return sum;
}

ThreadOut buildThread(const ThreadBuildContext& context, const ThreadPlace& place, ThreadSlices& slices) {
    return ThreadBuilder(context, place, slices).build();
}

} // namespace lanescope::build
