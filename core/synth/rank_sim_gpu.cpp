// The half of the rank's simulation that touches the GPU: calls, work, events, waiting.
#include "core/synth/rank_sim.h"

#include <algorithm>

namespace lanescope::synth {

namespace {

constexpr std::int64_t kLatencyNs = 1900;  // from the end of the call to the earliest start
constexpr std::int64_t kKernelGapNs = 780; // between two kernels of a stream
constexpr std::int64_t kEventGapNs = 1250; // after an awaited event

} // namespace

RankSim::Call RankSim::call(Api api, std::int64_t ns, Launches what) {
    Call c;
    c.begin = m_now;
    m_now += m_rng.vary(ns * m_traits.hostPermille / 1000, 180);
    c.end = m_now;
    c.correlation = m_nextCorrelation++;
    Record& r = m_records.gpu.emplace_back();
    r.kind = RecordKind::Call;
    r.thread = m_thread;
    r.api = api;
    r.externalId = currentExternal();
    r.correlation = c.correlation;
    r.link = what == Launches::Work ? 1 : 0;
    r.ts = local(c.begin);
    r.dur = local(c.end) - r.ts;
    spend(350);
    return c;
}

// A full queue holds the call back until its oldest launch has started.
RankSim::Call RankSim::launchCall(Api api, StreamState& s, std::int64_t ns) {
    const std::int64_t room = s.launched < s.starts.size() ? 0 : s.starts[s.launched % s.starts.size()];
    Call c = call(api, ns, Launches::Work);
    if (room + 1500 > c.end) {
        Record& r = m_records.gpu.back();
        c.end = room + 1500;
        r.dur = local(c.end) - r.ts;
        m_now = c.end;
        spend(350);
    }
    return c;
}

std::int64_t RankSim::startOn(const StreamState& s, const Call& c) {
    const std::int64_t gap = static_cast<std::int64_t>(m_rng.below(160)) - 80;
    return std::max({c.end + kLatencyNs + gap * 4, s.free + kKernelGapNs + gap, s.ready + kEventGapNs + gap});
}

void RankSim::gpuWork(Record r, std::int64_t start, std::int64_t end, const Call& c, Work work) {
    StreamState& s = stream(r.stream);
    s.starts[s.launched++ % s.starts.size()] = start;
    s.free = end;
    for (OpenNote& note : m_notes[m_thread]) {
        const auto i = static_cast<std::size_t>(r.stream);
        if (note.first[i] == 0) note.first[i] = start;
        note.last[i] = end;
    }
    r.ts = local(start);
    r.dur = local(end) - r.ts;
    m_records.gpu.push_back(r);
    if (m_phase) {
        if (m_phase->kernels == 0) m_phase->gpu.begin = r.ts;
        m_phase->gpu.end = std::max(m_phase->gpu.end, r.ts + r.dur);
        m_phase->kernels += r.kind == RecordKind::Kernel ? 1 : 0;
        m_phase->graphKernels += r.module != 0 ? 1 : 0;
    }
    if (!m_recorded) return;
    m_captureEnd = std::max(m_captureEnd, r.ts + r.dur);
    GpuWork w;
    w.begin = r.ts;
    w.end = r.ts + r.dur;
    w.launchBegin = local(c.begin);
    w.launchEnd = local(c.end);
    w.work = work;
    w.inStep = m_inStep;
    w.step = m_launchStep;
    m_ledger.work(w);
    if (r.kind != RecordKind::Kernel) return;
    m_ledger.kernel(r.name, r.dur);
    if (m_inStep && m_catalog.kernelAt(r.name).unfused) m_ledger.unfused(m_launchStep, r.dur);
}

void RankSim::gpuItem(const Item& item) {
    StreamState& s = stream(item.stream);
    Record r;
    r.stream = item.stream;
    r.externalId = currentExternal();
    r.bytes = static_cast<std::int64_t>(item.bytes);
    std::int64_t ns = 0;
    Call c;
    Work work = Work::Memory;
    if (item.what == Do::Kernel) {
        c = launchCall(item.api, s, 4500);
        r.kind = RecordKind::Kernel;
        r.name = item.name;
        work = m_catalog.kernelAt(item.name).work;
        ns = m_rng.vary(item.ns * m_traits.gpuPermille / 1000, 4);
    } else {
        const bool copy = item.what == Do::Copy;
        c = launchCall(copy ? Api::MemcpyAsync : Api::MemsetAsync, s, copy ? 5600 : 4200);
        r.kind = copy ? RecordKind::Copy : RecordKind::Set;
        r.args = item.args;
        ns = m_rng.vary(item.ns, 40);
    }
    r.correlation = c.correlation;
    const std::int64_t start = startOn(s, c);
    gpuWork(r, start, start + ns, c, work);
    const bool blocks = item.what == Do::Copy && item.args == static_cast<std::uint16_t>(Direction::PageableToDevice);
    if (blocks && start > m_now) m_now = start; // the driver stages the buffer before it returns
}

void RankSim::graph(const Item& item) {
    const auto& nodes = m_program->graphs[item.a];
    StreamState& s = stream(item.stream);
    const Call c = launchCall(Api::GraphLaunch, s, item.ns);
    std::int64_t start = startOn(s, c);
    std::uint32_t id = 0;
    for (const GraphNode& node : nodes) {
        Record r;
        r.kind = RecordKind::Kernel;
        r.stream = item.stream;
        r.correlation = c.correlation;
        r.name = node.kernel;
        r.module = ++id;
        r.seq = item.a + 1;
        const std::int64_t end = start + m_rng.vary(node.ns * m_traits.gpuPermille / 1000, 8);
        gpuWork(r, start, end, c, m_catalog.kernelAt(node.kernel).work);
        start = end + 480 + static_cast<std::int64_t>(m_rng.below(120));
    }
}

void RankSim::collective(const Item& item) {
    StreamState& s = stream(item.stream);
    Waiting w;
    w.call = launchCall(item.api, s, 6500);
    w.record.kind = RecordKind::Kernel;
    w.record.comms = true;
    w.record.stream = item.stream;
    w.record.externalId = currentExternal();
    w.record.correlation = w.call.correlation;
    w.record.name = item.name;
    w.record.args = item.args;
    w.deferred = item.deferred;
    w.record.bytes = static_cast<std::int64_t>(item.bytes);
    w.record.seq = ++m_groupSeq[item.a];
    w.arrival = {item.a, w.record.seq, startOn(s, w.call), item.ns};
    m_waiting = w;
}

void RankSim::finishCollective(std::int64_t endNs, std::int64_t latestStart) {
    const Waiting w = *m_waiting;
    m_waiting.reset();
    gpuWork(w.record, w.arrival.start, endNs, w.call, Work::Comm);
    if (!m_recorded) return;
    CollectiveAnswer a;
    a.group = w.arrival.group;
    a.seq = w.arrival.seq;
    a.step = m_stepNumber;
    a.span = {local(w.arrival.start), local(endNs)};
    a.wait = latestStart - w.arrival.start;
    a.trueStart = w.arrival.start;
    a.bytes = static_cast<std::uint64_t>(w.record.bytes);
    a.deferred = w.deferred;
    a.collective = w.arrival.group == 0;
    m_ledger.collectives.push_back(a);
}

void RankSim::syncRecord(SyncKind kind, Stream s, const Call& c, std::uint32_t event) {
    Record& r = m_records.gpu.emplace_back();
    r.kind = RecordKind::Sync;
    r.sync = kind;
    r.stream = s;
    r.correlation = c.correlation;
    r.seq = event;
    r.ts = local(c.begin);
    r.dur = local(c.end) - r.ts;
}

void RankSim::eventItem(const Item& item) {
    StreamState& s = stream(item.stream);
    if (item.what == Do::EventRecord) {
        const Call c = call(Api::EventRecord, item.ns);
        m_eventTime[item.a] = std::max({c.end, s.free, s.ready});
        m_eventCorrelation[item.a] = c.correlation;
        return;
    }
    const Call c = call(Api::StreamWaitEvent, item.ns);
    s.ready = std::max(s.ready, m_eventTime[item.a]);
    syncRecord(SyncKind::StreamWait, item.stream, c, m_eventCorrelation[item.a]);
}

void RankSim::syncItem(const Item& item) {
    std::int64_t until = lastGpuEnd();
    Api api = Api::DeviceSynchronize;
    SyncKind kind = SyncKind::DeviceSync;
    if (item.what == Do::StreamSync) {
        until = std::max(stream(item.stream).free, stream(item.stream).ready);
        api = Api::StreamSynchronize;
        kind = SyncKind::StreamSync;
    } else if (item.what == Do::EventSync) {
        until = m_eventTime[item.a];
        api = Api::EventSynchronize;
        kind = SyncKind::EventSync;
    }
    Call c = call(api, 2500);
    c.end = std::max(c.end, until + m_rng.vary(item.ns, 200));
    m_now = c.end;
    Record& r = m_records.gpu.back();
    r.dur = local(c.end) - r.ts;
    const std::uint32_t event = item.what == Do::EventSync ? m_eventCorrelation[item.a] : 0;
    syncRecord(kind, item.stream, c, event);
    if (m_recorded) m_ledger.hostSpan(Cause::Synchronisation, local(c.begin), local(c.end));
    spend(400);
}

void RankSim::allocatorItem(const Item& item) {
    Call c;
    c.begin = m_now;
    if (item.what == Do::DeviceMalloc) {
        c = call(Api::Malloc, item.ns);
        m_reserved += static_cast<std::int64_t>(item.bytes);
    } else {
        c = call(Api::Free, 2500);
        c.end = std::max(c.end, lastGpuEnd()) + m_rng.vary(item.ns, 200); // frees wait for the whole device
        m_now = c.end;
        Record& r = m_records.gpu.back();
        r.dur = local(c.end) - r.ts;
        m_reserved = std::max(m_allocated, m_reserved - static_cast<std::int64_t>(item.bytes));
    }
    if (m_recorded) m_ledger.hostSpan(Cause::Allocation, local(c.begin), local(c.end));
}

} // namespace lanescope::synth
