#include "core/synth/rank_sim.h"

#include <algorithm>

namespace lanescope::synth {

namespace {

// CUDA keeps about a thousand launches waiting, fewer when their arguments are big. Here at most half a step,
// so that host and GPU of small models do not drift apart by many steps.
std::size_t queueDepth(const Program& program) {
    std::size_t launches = 0;
    for (const Item& item : program.items) launches += item.what == Do::Kernel || item.what == Do::Copy ? 1 : 0;
    return std::clamp<std::size_t>(launches / 2, 96, 1024);
}

} // namespace

RankSim::RankSim(const RankTraits& traits, const Catalog& catalog, std::size_t groups, std::uint16_t rootName,
                 std::int64_t start)
    : m_traits(traits),
      m_catalog(catalog),
      m_rootName(rootName),
      m_rng(traits.seed),
      m_start(start),
      m_now(start),
      m_groupSeq(groups, 0) {
    m_reserved = std::int64_t{6} << 30;
    m_allocated = std::int64_t{4} << 30;
}

std::int64_t RankSim::local(std::int64_t trueNs) const {
    return trueNs + m_traits.clockOffsetNs + (trueNs - m_start) / 1000 * m_traits.driftPpb / 1'000'000;
}

void RankSim::spend(std::int64_t ns, unsigned permille) {
    m_now += m_rng.vary(ns * m_traits.hostPermille / 1000, permille);
}

std::uint32_t RankSim::currentExternal() const {
    const auto& open = m_ops[m_thread];
    return open.empty() ? 0 : open.back().externalId;
}

std::size_t RankSim::hostRecord(RecordKind kind) {
    Record& r = m_records.host.emplace_back();
    r.kind = kind;
    r.thread = m_thread;
    r.index = m_nextIndex++;
    r.ts = local(m_now);
    return m_records.host.size() - 1;
}

void RankSim::beginStep(const Program& program, std::uint32_t number, Keep keep) {
    m_program = &program;
    m_pc = 0;
    m_stepNumber = number;
    m_records.clear();
    m_recorded = keep == Keep::Records;
    if (m_recorded && !m_captureBegin) m_captureBegin = local(m_now);
    m_eventTime.assign(program.events, 0);
    m_eventCorrelation.assign(program.events, 0);
    m_seq.assign(program.seqSlots, 0);
    m_flow.assign(program.seqSlots, 0);
    m_memory.assign(program.memorySlots, {0, 0});
    if (!m_streams[0].starts.empty()) return;
    for (StreamState& s : m_streams) s.starts.assign(queueDepth(program), 0);
}

std::optional<Arrival> RankSim::run() {
    while (m_pc < m_program->items.size()) {
        const Item& item = m_program->items[m_pc++];
        step(item);
        if (m_waiting) return m_waiting->arrival;
    }
    return std::nullopt;
}

void RankSim::step(const Item& item) {
    switch (item.what) {
    case Do::Kernel:
    case Do::Copy:
    case Do::Set:
        return gpuItem(item);
    case Do::Graph:
        return graph(item);
    case Do::Collective:
        return collective(item);
    case Do::EventRecord:
    case Do::StreamWait:
        return eventItem(item);
    case Do::StreamSync:
    case Do::DeviceSync:
    case Do::EventSync:
        return syncItem(item);
    case Do::DeviceMalloc:
    case Do::DeviceFree:
        return allocatorItem(item);
    default:
        return hostItem(item);
    }
}

void RankSim::hostItem(const Item& item) {
    switch (item.what) {
    case Do::OpBegin:
        return opBegin(item, RecordKind::Op);
    case Do::OpEnd:
        return opEnd(item);
    case Do::NoteBegin:
        return opBegin(item, RecordKind::Note);
    case Do::PhaseBegin:
        return phaseBegin(item);
    case Do::StepBegin:
        return opBegin(item, RecordKind::Step);
    case Do::NoteEnd:
    case Do::StepEnd:
        return noteEnd(item);
    case Do::PyBegin:
        return pyBegin(item);
    case Do::PyEnd:
        return pyEnd(item);
    case Do::Thread:
        m_thread = static_cast<std::uint8_t>(item.a);
        return;
    case Do::Alloc:
    case Do::Release:
        return memory(item);
    case Do::Api:
        call(item.api, item.ns);
        return;
    default:
        spend(item.ns);
    }
}

void RankSim::opBegin(const Item& item, RecordKind kind) {
    const std::size_t at = hostRecord(kind);
    Record& r = m_records.host[at];
    r.name = item.name;
    r.args = item.args;
    r.externalId = m_nextExternal++;
    r.seqUse = item.seq;
    if (kind == RecordKind::Step) {
        r.seq = m_stepNumber;
        m_inStep = true;
        m_launchStep = m_ledger.openStep();
        if (m_recorded) m_ledger.beginStep(m_stepNumber, r.ts);
    } else if (item.seq == SeqUse::Define) {
        r.seq = m_seq[item.a] = m_nextSeq++;
        r.flow = m_flow[item.a] = m_nextFlow++;
    } else if (item.seq == SeqUse::Use) {
        r.seq = m_seq[item.a];
        r.flow = m_flow[item.a];
    } else if (item.seq == SeqUse::Mention) {
        r.seq = m_seq[item.a];
    } else if (item.a > 0) { // record_param_comms: the collective that follows
        r.comms = true;
        r.seq = m_groupSeq[item.a - 1] + 1;
    }
    ops().push_back({at, r.externalId, m_now, item.cause});
    if (kind != RecordKind::Op) m_notes[m_thread].push_back({at, {}, {}});
    spend(item.ns);
}

void RankSim::phaseBegin(const Item& item) {
    m_phase.emplace();
    m_phase->prefill = item.a == 1;
    m_phase->host.begin = local(m_now);
    Item note = item;
    note.a = 0;
    opBegin(note, RecordKind::Note);
}

void RankSim::opEnd(const Item& item) {
    spend(item.ns);
    Record& r = m_records.host[ops().back().record];
    r.dur = local(m_now) - r.ts;
    ops().pop_back();
}

// The annotation's twins on the GPU: from its first to its last work on each stream, a nanosecond wider on both sides.
void RankSim::noteEnd(const Item& item) {
    spend(item.ns);
    const OpenOp op = ops().back();
    const OpenNote note = m_notes[m_thread].back();
    ops().pop_back();
    m_notes[m_thread].pop_back();
    Record& host = m_records.host[op.record];
    host.dur = local(m_now) - host.ts;
    for (std::size_t s = 0; s < kStreams; ++s) {
        if (note.first[s] == 0) continue;
        Record r = host;
        r.stream = static_cast<Stream>(s);
        r.kind = RecordKind::GpuNote;
        r.launched = host.kind == RecordKind::Step; // the name is ProfilerStep#N
        r.ts = local(note.first[s]) - 1;
        r.dur = local(note.last[s]) - local(note.first[s]) + 2;
        m_records.gpu.push_back(r);
    }
    if (op.cause != Cause::None && m_recorded) m_ledger.hostSpan(op.cause, host.ts, local(m_now));
    if (m_phase && m_notes[m_thread].empty()) {
        m_phase->host.end = local(m_now);
        if (m_recorded) m_ledger.phases.push_back(*m_phase);
        m_phase.reset();
    }
    if (host.kind == RecordKind::Step) {
        m_inStep = false;
        if (m_recorded) m_ledger.endStep(local(m_now));
    }
    spend(1200);
}

void RankSim::pyBegin(const Item& item) {
    const std::size_t at = hostRecord(RecordKind::Python);
    Record& r = m_records.host[at];
    r.name = item.name;
    r.module = item.a;
    r.flow = ++m_nextPython;
    auto& open = m_frames[m_thread];
    r.link = open.empty() ? (m_thread == 0 ? 1 : 0) : m_records.host[open.back()].flow;
    open.push_back(at);
    spend(item.ns);
}

void RankSim::pyEnd(const Item& item) {
    spend(item.ns);
    auto& open = m_frames[m_thread];
    Record& r = m_records.host[open.back()];
    r.dur = local(m_now) - r.ts;
    open.pop_back();
}

void RankSim::memory(const Item& item) {
    auto& [address, bytes] = m_memory[item.a];
    if (item.what == Do::Alloc) {
        bytes = static_cast<std::int64_t>(item.bytes);
        address = m_nextAddress;
        m_nextAddress += item.bytes;
        if (m_nextAddress > 0x7f7a40000000ULL) m_nextAddress = 0x7f3a40000000ULL;
        m_allocated += bytes;
        m_reserved = std::max(m_reserved, m_allocated);
    } else {
        m_allocated -= bytes;
    }
    spend(300);
    const std::size_t at = hostRecord(RecordKind::Memory);
    Record& r = m_records.host[at];
    r.bytes = item.what == Do::Alloc ? bytes : -bytes;
    r.address = address;
    r.allocated = m_allocated;
    r.reserved = m_reserved;
}

std::int64_t RankSim::lastGpuEnd() const {
    std::int64_t end = 0;
    for (const StreamState& s : m_streams) end = std::max({end, s.free, s.ready});
    return end;
}

void RankSim::recordTail() {
    const std::int64_t from = local(m_now);
    std::erase_if(m_records.gpu, [&](const Record& r) {
        const bool work = r.kind == RecordKind::Kernel || r.kind == RecordKind::Copy || r.kind == RecordKind::Set;
        return !work || r.ts < from;
    });
    m_records.host.clear();
    m_captureBegin = from;
    for (Record& r : m_records.gpu) {
        r.launched = false;
        r.externalId = 0;
        const bool kernel = r.kind == RecordKind::Kernel;
        GpuWork w;
        w.begin = r.ts;
        w.end = r.ts + r.dur;
        m_captureEnd = std::max(m_captureEnd, w.end);
        w.launched = false;
        w.work = kernel ? m_catalog.kernelAt(r.name).work : Work::Memory;
        m_ledger.work(w);
        if (kernel) m_ledger.kernel(r.name, r.dur);
    }
}

void RankSim::endStep() {
    if (!m_recorded) return;
    m_captureEnd = std::max(m_captureEnd, local(m_now));
    if (m_ledger.steps().empty()) m_ledger.settle(local(m_now));
}

// The script's own frame is open during the whole capture.
void RankSim::rootFrame() {
    Record& r = m_records.host.emplace_back();
    r.kind = RecordKind::Python;
    r.name = m_rootName;
    r.flow = 1;
    r.index = m_nextIndex++;
    r.ts = captureBegin();
    r.dur = m_captureEnd - r.ts;
}

void RankSim::endJob() {
    m_records.clear();
    m_ledger.finish();
    if (m_nextPython > 1) rootFrame();
    if (!m_recorded) return;
    const Call c = call(Api::DeviceSynchronize, 4000);
    Record& r = m_records.gpu.back();
    const std::int64_t end = std::max(c.end, lastGpuEnd() + 9000);
    r.dur = local(end) - r.ts;
    m_now = end;
    m_captureEnd = std::max(m_captureEnd, local(end));
    if (!m_records.host.empty()) m_records.host.back().dur = m_captureEnd - m_records.host.back().ts;
}

} // namespace lanescope::synth
