#include "core/build/builder_state.h"

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/build/device_rows.h"
#include "core/build/name_flags.h"

#include <algorithm>
#include <span>

namespace lanescope::build {
namespace {

constexpr std::uint16_t kNoCategory = 0xffff;

bool isOneOf(char phase, std::string_view phases) { return phases.find(phase) != std::string_view::npos; }

// A correlation of 0 or -1 means that no launch is known. Only -1 is written by recorders; all other numbers are bit
// patterns of 64 bits without a sign, also those from 2^63 on.
std::uint64_t realCorrelation(std::uint64_t value) { return value == UINT64_MAX ? 0 : value; }

} // namespace

struct BatchTaker::Cursor {
    const RawBatch& batch;
    ProducerMap& map;
    std::uint32_t event = 0;
    std::uint64_t offset = 0;
    std::span<const RawArg> args; // of the event
    std::size_t counter = 0;      // the next counter value
    std::uint32_t string(std::uint32_t number) const { return number < map.strings.size() ? map.strings[number] : 0; }
    std::int64_t argValue(const RawArg& arg) const {
        if (info(arg.field).type == ArgType::Integer) return arg.value;
        return string(static_cast<std::uint32_t>(arg.value));
    }
};

void BatchTaker::take(const RawBatch& batch) {
    if (batch.producer >= m_state.producers.size()) m_state.producers.resize(std::size_t{batch.producer} + 1);
    ProducerMap& map = m_state.producers[batch.producer];
    takeNames(batch, map);
    takeThreads(batch, map);
    takeMeta(batch, map);
    m_state.oddities.merge(batch.oddities);
    m_state.counts.elements += batch.counts.elements;
    m_state.counts.empty += batch.counts.empty;
    m_state.counts.nonObjects += batch.counts.nonObjects;
    m_state.counts.dropped += batch.counts.dropped;
    for (std::size_t i = 0; i < m_state.counts.byPhase.size(); ++i)
        m_state.counts.byPhase[i] += batch.counts.byPhase[i];
    m_state.counts.metadata = m_state.counts.byPhase[static_cast<unsigned char>('M')];

    takeEvents(batch, map);
}

void BatchTaker::takeEvents(const RawBatch& batch, ProducerMap& map) {
    Cursor at{batch, map, 0, 0, {}, 0};
    const RawArg* arg = batch.args.data();
    const RawArg* const argsEnd = arg + batch.args.size();
    const auto count = static_cast<std::uint32_t>(batch.events.size());
    for (; at.event < count; ++at.event) {
        const RawEvent& event = batch.events[at.event];
        const RawArg* const first = arg;
        while (arg != argsEnd && arg->event == at.event) ++arg;
        at.args = {first, arg};
        at.offset = batch.textOffset + event.offset;
        takeEvent(at, event);
    }
}

void BatchTaker::takeNames(const RawBatch& batch, ProducerMap& map) {
    for (std::string_view text : batch.newStrings) {
        const std::uint64_t refused = m_state.strings.refused();
        const std::uint32_t id = m_state.strings.intern(text);
        if (m_state.strings.refused() != refused)
            m_state.oddities.add(OddityKind::LimitReached, batch.textOffset, "all names together are too long");
        if (id == m_state.nameFlags.size()) m_state.nameFlags.push_back(nameFlagsOf(text));
        map.strings.push_back(id);
    }
}

void BatchTaker::takeThreads(const RawBatch& batch, ProducerMap& map) {
    const auto string = [&](std::uint32_t n) { return StringId{n < map.strings.size() ? map.strings[n] : 0}; };
    for (const RawThread& thread : batch.newThreads)
        map.threads.push_back(threadNumber(string(thread.pid), string(thread.tid)));
    map.data.resize(map.threads.size(), nullptr);
}

std::uint32_t BatchTaker::threadNumber(StringId pid, StringId tid) {
    const std::uint64_t key = (std::uint64_t{pid.value} << 32) | tid.value;
    const auto known = m_state.threadNumbers.find(key);
    if (known != m_state.threadNumbers.end()) return known->second;
    if (m_state.threads.size() >= limits::kMaxThreads) {
        m_state.oddities.add(OddityKind::LimitReached, 0, "too many threads: the rest share one row");
        return limits::kMaxThreads - 1;
    }
    const auto number = static_cast<std::uint32_t>(m_state.threads.size());
    m_state.threadNumbers.emplace(key, number);
    Thread thread;
    thread.pid = pid;
    thread.tid = tid;
    m_state.threads.push_back(thread);
    m_state.data.emplace_back();
    return number;
}

void BatchTaker::takeMeta(const RawBatch& batch, const ProducerMap& map) {
    for (const RawThreadMeta& meta : batch.threadMeta) {
        if (meta.thread >= map.threads.size()) continue;
        const std::uint32_t text = meta.text < map.strings.size() ? map.strings[meta.text] : 0;
        if (meta.kind == RawThreadMeta::Kind::ProcessName && isDeviceProcess(m_state.text(text)))
            m_state.categories.addDeviceWork();
        m_state.meta.push_back({meta.kind, map.threads[meta.thread], text, meta.sortIndex});
    }
}

RawThreadData& BatchTaker::dataOf(const Cursor& at, const RawEvent& event) {
    RawThreadData*& known = at.map.data[event.thread];
    if (known) return *known;
    auto& data = m_state.data[at.map.threads[event.thread]];
    if (!data) data = std::make_unique<RawThreadData>();
    known = data.get();
    return *known;
}

void BatchTaker::takeEvent(Cursor& at, const RawEvent& event) {
    LANESCOPE_CHECK(event.thread < at.map.threads.size());
    if (event.thread >= at.map.threads.size()) return;
    if (event.ts == kNoTime) {
        ++m_state.counts.dropped;
        return;
    }
    switch (event.phase) {
    case 'X':
        takeBegin(at, event, RecordKind::Slice);
        return;
    case 'B':
        takeBegin(at, event, RecordKind::Begin);
        return;
    case 'E':
        takeSlice(at, event, RecordKind::End);
        return;
    case 'b':
    case 'e':
    case 'S':
    case 'F':
        return takeAsync(at, event);
    case 's':
    case 't':
    case 'f':
        return takeFlow(at, event, event.phase);
    case 'C':
        return takeCounter(at, event);
    case 'T':
        if (event.dur == kNoTime) break;
        takeBegin(at, event, RecordKind::Slice); // a thread's state: its name says which
        return;
    default:
        break;
    }
    if (isOneOf(event.phase, "iIRnTpNODvV")) return takeInstant(at, event);
    m_state.oddities.add(OddityKind::PhaseWithoutRow, at.offset, std::string_view(&event.phase, 1));
}

std::uint8_t BatchTaker::categoryOf(const Cursor& at, const RawEvent& event) {
    std::vector<std::uint16_t>& known = at.map.categories;
    if (event.category < known.size() && known[event.category] != kNoCategory)
        return static_cast<std::uint8_t>(known[event.category]);
    const std::uint32_t text = at.string(event.category);
    const std::uint64_t shared = m_state.categories.shared();
    const std::uint8_t number = m_state.categories.number(text, m_state.text(text));
    if (m_state.categories.shared() != shared)
        m_state.oddities.add(OddityKind::LimitReached, at.offset, "too many categories: they share a name");
    if (event.category >= at.map.strings.size()) return number;
    known.resize(at.map.strings.size(), kNoCategory);
    known[event.category] = number;
    return number;
}

// What the thread says anyway is not kept with each row.
void BatchTaker::packSliceArg(ArgField field, std::int64_t value, RawThreadData& data, bool isGpu) {
    if (isGpu && (field == ArgField::Device || field == ArgField::Stream)) {
        std::optional<std::int64_t>& place = field == ArgField::Device ? data.device : data.stream;
        if (!place && value >= 0) place = value; // below zero: none
        if (place == value) return;
    }
    if (!m_packed.add(field, value)) return;
    const auto index = static_cast<std::size_t>(field);
    ++(*data.argCounts)[index];
    if (value < 0 || value > INT64_C(0xffffffff)) m_state.argIsWide[index] = true;
}

void BatchTaker::packArgs(const Cursor& at, RawThreadData& data, bool isGpu) {
    m_packed.size = 0;
    if (at.args.empty()) return;
    if (!data.argCounts) data.argCounts = std::make_unique<ArgCounts>();
    for (const RawArg& arg : at.args) packSliceArg(arg.field, at.argValue(arg), data, isGpu);
}

// With the arguments in m_packed. Written in place: a record put together elsewhere and copied costs more than its
// fields.
void BatchTaker::append(const Cursor& at, const RawEvent& event, RawStream& stream, const Form& form) {
    const auto number = static_cast<std::uint32_t>(stream.records.size());
    const auto narrow = [&](std::uint64_t value, WideField field) {
        if (value < kWideMark) return static_cast<std::uint32_t>(value);
        stream.wide.push_back({number, field, static_cast<std::int64_t>(value)});
        return kWideMark;
    };
    if (!stream.args.append(m_packed, m_state.pool)) {
        m_state.oddities.add(OddityKind::LimitReached, at.offset, "too many arguments");
        m_packed.size = 0;
    }
    RawRecord& record = stream.records.add(m_state.pool);
    record.start = event.ts;
    record.duration = form.duration;
    record.name = at.string(event.name);
    record.correlation = narrow(realCorrelation(event.correlation), WideField::Correlation);
    record.externalId = narrow(event.externalId, WideField::ExternalId);
    record.offsetLow = static_cast<std::uint32_t>(at.offset);
    record.offsetHigh = static_cast<std::uint8_t>(at.offset >> 32);
    record.category = form.category;
    record.kindAndArgs = static_cast<std::uint16_t>((static_cast<unsigned>(form.kind) << 12) | m_packed.size);
}

// False when the limit is reached and the event is dropped.
bool BatchTaker::takeSlice(const Cursor& at, const RawEvent& event, RecordKind kind) {
    RawThreadData& data = dataOf(at, event);
    if (m_state.slices >= limits::kMaxEvents || data.slices.records.size() >= limits::kMaxEvents) {
        m_state.oddities.add(OddityKind::LimitReached, at.offset, "too many events");
        ++m_state.counts.dropped;
        return false;
    }
    Form form{kind, categoryOf(at, event), 0};
    if (kind == RecordKind::Slice) {
        const std::int64_t duration = event.dur == kNoTime ? 0 : event.dur;
        const bool narrow = duration >= 0 && duration < kWideMark;
        form.duration = narrow ? static_cast<std::uint32_t>(duration) : kWideMark;
        if (!narrow)
            data.slices.wide.push_back(
                {static_cast<std::uint32_t>(data.slices.records.size()), WideField::Duration, duration});
        if (duration < 0 || duration > limits::kImplausibleNs) ++data.odd;
        data.pythons += m_state.categories.role(form.category) == Role::PythonFunction;
    }
    data.begins += kind == RecordKind::Begin;
    data.ends += kind == RecordKind::End;
    data.asyncs += kind == RecordKind::AsyncBegin;
    const bool isGpu = kind != RecordKind::AsyncBegin && isGpuTrack(m_state.categories.trackRole(form.category));
    packArgs(at, data, isGpu);
    if (kind != RecordKind::End) {
        ++m_state.slices;
        m_state.firstStart = std::min(m_state.firstStart, event.ts);
        m_state.lastStart = std::max(m_state.lastStart, event.ts);
    }
    append(at, event, data.slices, form);
    return true;
}

void BatchTaker::takeInstant(const Cursor& at, const RawEvent& event) {
    RawThreadData& data = dataOf(at, event);
    if (!data.instants) data.instants = std::make_unique<RawStream>();
    const Form form{RecordKind::Instant, categoryOf(at, event), static_cast<unsigned char>(event.phase)};
    ++m_state.counts.instants;
    m_packed.size = 0;
    for (const RawArg& arg : at.args) m_packed.add(arg.field, at.argValue(arg));
    append(at, event, *data.instants, form);
}

void BatchTaker::takeAsync(const Cursor& at, const RawEvent& event) {
    const std::uint32_t thread = at.map.threads[event.thread];
    const bool begins = event.phase == 'b' || event.phase == 'S';
    const bool old = event.phase == 'S' || event.phase == 'F';
    RawAsync async{};
    async.time = event.ts;
    async.id = event.id;
    async.name = old ? at.string(event.name) : 0;
    async.pid = event.flags & RawEvent::kIdLocal ? m_state.threads[thread].pid.value : 0;
    async.category = at.string(event.category);
    async.thread = thread;
    async.record = kNoRecord;
    async.phase = event.phase;
    async.flags = event.flags & RawEvent::kIdIsText;
    async.offset = at.offset;
    if (begins) {
        async.record = static_cast<std::uint32_t>(dataOf(at, event).slices.records.size());
        if (!takeBegin(at, event, RecordKind::AsyncBegin)) return;
    }
    m_state.asyncs.push(async, m_state.pool);
}

void BatchTaker::takeFlow(const Cursor& at, const RawEvent& event, char phase) {
    const std::uint8_t category = categoryOf(at, event);
    RawFlow& flow = dataOf(at, event).flows.add(m_state.pool);
    flow.time = event.ts;
    flow.id = event.id;
    flow.offsetLow = static_cast<std::uint32_t>(at.offset);
    flow.offsetHigh = static_cast<std::uint8_t>(at.offset >> 32);
    flow.category = category;
    flow.phase = phase;
    flow.flags = event.flags & RawEvent::kBindEnclosing;
    m_state.flowRanges[category].add(event.id);
    ++m_state.flows;
}

// A slice and the flow points that stand on it.
bool BatchTaker::takeBegin(const Cursor& at, const RawEvent& event, RecordKind kind) {
    if (!takeSlice(at, event, kind)) return false;
    if (event.flags & RawEvent::kFlowOut) bindFlow(at, event, 's');
    if (event.flags & RawEvent::kFlowIn) bindFlow(at, event, 'f');
    return true;
}

// After the slice of the same event was taken.
void BatchTaker::bindFlow(const Cursor& at, const RawEvent& event, char phase) {
    RawThreadData& data = dataOf(at, event);
    data.boundFlows.push_back(
        {static_cast<std::uint32_t>(data.flows.size()), static_cast<std::uint32_t>(data.slices.records.size() - 1)});
    takeFlow(at, event, phase);
}

std::uint32_t BatchTaker::counterNumber(const RawCounterSeries& wanted) {
    const std::array<std::uint32_t, 3> key{m_state.threads[wanted.thread].pid.value, wanted.name, wanted.series};
    const auto [found, isNew] =
        m_state.counterNumbers.try_emplace(key, static_cast<std::uint32_t>(m_state.counterSeries.size()));
    if (isNew) m_state.counterSeries.push_back(wanted);
    return found->second;
}

void BatchTaker::takeCounter(Cursor& at, const RawEvent& event) {
    const std::vector<RawCounterValue>& values = at.batch.counterValues;
    const std::uint32_t thread = at.map.threads[event.thread];
    while (at.counter < values.size() && values[at.counter].event < at.event) ++at.counter;
    for (; at.counter < values.size() && values[at.counter].event == at.event; ++at.counter) {
        const RawCounterValue& value = values[at.counter];
        const std::uint32_t number = counterNumber({thread, at.string(event.name), at.string(value.series)});
        ++m_state.counterSeries[number].samples;
        ++m_state.counts.counterSamples;
        m_state.counterSamples.push({event.ts, value.value, number}, m_state.pool);
    }
}

} // namespace lanescope::build
