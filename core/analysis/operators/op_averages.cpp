#include "core/analysis/operators/op_averages.h"

#include "core/analysis/analysis_common.h"
#include "core/analysis/run_merge.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace lanescope {

namespace {

// Sections of the table, in its order.
enum class Section : std::uint8_t { Operators, Calls, Work, GpuAnnotations };

std::optional<Section> sectionOf(Role role) {
    if (role == Role::CpuOp || role == Role::UserAnnotation) return Section::Operators;
    if (isLaunchCall(role)) return Section::Calls;
    if (isGpuWork(role)) return Section::Work;
    if (role == Role::GpuAnnotation) return Section::GpuAnnotations;
    return std::nullopt;
}

std::string groupName(std::string_view name) {
    return name.starts_with("ProfilerStep#") ? "ProfilerStep*" : std::string(name);
}

std::string textArg(const TraceStore& store, SliceId slice, ArgField field) {
    const auto id = store.arg(field).find(slice.value);
    return id ? std::string(store.text(StringId{static_cast<std::uint32_t>(*id)})) : std::string();
}

// The recorded call stack, else the python frames around the slice; innermost first, joined by newlines.
std::string stackOf(const TraceStore& store, SliceId slice, unsigned depth) {
    std::string out;
    unsigned taken = 0;
    const auto take = [&](std::string_view frame) {
        if (taken++ > 0) out += '\n';
        out += frame;
    };
    const std::string recorded = textArg(store, slice, ArgField::CallStack);
    for (std::size_t at = 0; at < recorded.size() && taken < depth;) {
        const std::size_t end = std::min(recorded.find(';', at), recorded.size());
        take(std::string_view(recorded).substr(at, end - at));
        at = end + 1;
    }
    if (!recorded.empty()) return out;
    for (auto frame = frameAbove(store, slice); frame && taken < depth; frame = frameAbove(store, *frame))
        take(store.name(*frame));
    return out;
}

// Rows by what they are grouped by. The id of the name decides alone where nothing else is asked; names that show as
// one (steps) and texts of stacks are looked up once per name or stack.
class Grouper {
public:
    Grouper(const TraceStore& store, const AnalysisInput& input)
        : m_store(store), m_input(input), m_rowOfName(kKinds * std::max<std::size_t>(store.stringCount(), 1), kNoRow) {}

    OpAverage& rowOf(SliceId slice) {
        const Role role = m_store.role(slice);
        const Section section = *sectionOf(role);
        const bool annotation = role == Role::UserAnnotation || role == Role::GpuAnnotation;
        const bool host = section == Section::Operators || section == Section::Calls;
        const std::size_t kind = annotation && host ? kKinds - 1 : static_cast<std::size_t>(section);
        const bool byShape = host && m_input.operators == OperatorGrouping::NameAndShape;
        const bool byStack = host && m_input.stackDepth > 0;
        std::uint32_t& ofName = m_rowOfName[kKinds * std::size_t{m_store.nameId(slice).value} + kind];
        std::uint32_t index = ofName;
        if (byShape || byStack || index == kNoRow) {
            index = findRow(slice, section, kind, byShape, byStack);
            if (!byShape && !byStack) ofName = index;
        }
        OpAverage& row = m_sections[static_cast<std::size_t>(section)][index];
        row.onDevice = !host;
        row.userAnnotation = annotation;
        ++row.count;
        if (row.slices.size() < OpAverage::kMaxRowSlices) row.slices.push_back(slice);
        return row;
    }

    std::vector<OpAverage> take() {
        std::vector<OpAverage> out;
        for (auto& section : m_sections)
            out.insert(out.end(), std::make_move_iterator(section.begin()), std::make_move_iterator(section.end()));
        return out;
    }

private:
    static constexpr std::size_t kKinds = 5; // the sections, and annotations of the host

    std::uint32_t findRow(SliceId slice, Section section, std::size_t kind, bool byShape, bool byStack) {
        OpAverage fresh;
        fresh.name = groupName(m_store.name(slice));
        std::string key(1, static_cast<char>('0' + static_cast<int>(kind)));
        key += fresh.name;
        if (byShape) {
            fresh.shapes = textArg(m_store, slice, ArgField::InputDims);
            key += '\0' + fresh.shapes;
        }
        if (byStack) {
            fresh.stack = stackOf(m_store, slice, m_input.stackDepth);
            key += '\0' + fresh.stack;
        }
        auto& rows = m_sections[static_cast<std::size_t>(section)];
        const auto [it, added] = m_index.emplace(std::move(key), static_cast<std::uint32_t>(rows.size()));
        if (added) rows.push_back(std::move(fresh));
        return it->second;
    }

    const TraceStore& m_store;
    const AnalysisInput& m_input;
    std::array<std::vector<OpAverage>, 4> m_sections;
    std::vector<std::uint32_t> m_rowOfName;
    std::unordered_map<std::string, std::uint32_t> m_index;
};

// Host calls by start, over all threads: so that first appearance does not depend on the order of threads.
void addCalls(Grouper& rows, OpAverages& out, const TraceStore& store, const OpTree& tree, RunContext& context) {
    std::vector<std::uint32_t> order;
    std::vector<std::size_t> ends; // of the threads
    order.reserve(tree.nodes().size());
    for (const auto& [first, last] : tree.threads()) {
        if (context.stopRequested()) return;
        for (std::size_t i = first; i < last; ++i)
            if (!tree.nodes()[i].merged) order.push_back(static_cast<std::uint32_t>(i));
        ends.push_back(order.size());
    }
    if (context.stopRequested()) return;
    mergeRuns(
        order, std::move(ends),
        [&](std::uint32_t a, std::uint32_t b) {
            return store.start(tree.nodes()[a].slice) < store.start(tree.nodes()[b].slice);
        },
        context.stopToken());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i % 16'384 == 0 && context.stopRequested()) return;
        const OpNode& node = tree.nodes()[order[i]];
        OpAverage& row = rows.rowOf(node.slice);
        row.cpuNs += node.totalNs;
        row.selfCpuNs += node.selfNs();
        row.deviceNs += node.deviceTotalNs;
        row.selfDeviceNs += node.deviceNs;
        out.selfCpuNs += node.selfNs();
        if (!out.hasMemory) continue;
        const OpBytes bytes = tree.bytes(order[i]);
        row.cpuBytes += bytes.cpuTotal;
        row.selfCpuBytes += bytes.cpu;
        row.deviceBytes += bytes.deviceTotal;
        row.selfDeviceBytes += bytes.device;
    }
}

void addDeviceRow(Grouper& rows, OpAverages& out, const TraceStore& store, SliceId slice) {
    OpAverage& row = rows.rowOf(slice);
    const std::int64_t ns = store.duration(slice).count();
    row.deviceNs += ns;
    row.selfDeviceNs += ns;
    if (!row.userAnnotation) out.selfDeviceNs += ns;
}

void addGpuAnnotations(Grouper& rows, OpAverages& out, const TraceStore& store, TimeRange range) {
    std::vector<SliceId> spans;
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::GpuSpans) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row)
            if (store.role(SliceId{row}) == Role::GpuAnnotation && range.contains(store.start(SliceId{row})))
                spans.push_back(SliceId{row});
    }
    std::sort(spans.begin(), spans.end(), [&store](SliceId a, SliceId b) {
        if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
        return store.eventOffset(a) < store.eventOffset(b);
    });
    for (const SliceId span : spans) addDeviceRow(rows, out, store, span);
}

} // namespace

OpAverages opAverages(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    OpAverages out;
    Grouper rows(store, input);
    const OpTree tree(store, input.range, context);
    out.hasMemory = tree.hasMemory();
    if (context.stopRequested()) return out;
    addCalls(rows, out, store, tree, context);
    if (context.stopRequested()) return out;
    const TimeRange everything{store.extent().begin, store.extent().end + Ns{1}}; // spans of no length at the end too
    const TimeRange range = input.range.value_or(everything);
    const auto work = input.work ? input.work : std::make_shared<const TraceWork>(collectTraceWork(store));
    for (std::size_t i = 0; i < work->all->work.size(); ++i) {
        if (i % 16'384 == 0 && context.stopRequested()) return out;
        const SliceId slice = work->all->work[i];
        if (range.contains(store.start(slice))) addDeviceRow(rows, out, store, slice);
    }
    addGpuAnnotations(rows, out, store, range);
    out.rows = rows.take();
    return out;
}

} // namespace lanescope
