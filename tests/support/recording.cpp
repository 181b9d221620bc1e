#include "tests/support/recording.h"

#include <fmt/format.h>

namespace lanescope::test {

std::string PlainEvent::line() const {
    std::string out = fmt::format("{} @{} ts={} dur={} name={} cat={} pid={} tid={} id={} flags={} corr={} ext={}",
                                  phase, offset, ts, dur, name, category, pid, tid, id, flags, correlation, externalId);
    for (const auto& [key, value] : args) out += fmt::format(" {}={}", key, value);
    for (const auto& [series, value] : counters) out += fmt::format(" <{}>={}", series, value);
    return out;
}

std::string PlainMeta::line() const {
    return fmt::format("meta {} pid={} tid={} text={} sort={}", static_cast<int>(kind), pid, tid, text, sortIndex);
}

std::map<std::string, std::uint64_t> Recording::oddityCounts() const {
    std::map<std::string, std::uint64_t> out;
    for (const OddityEntry& e : oddities.entries()) out[std::string(lanescope::info(e.kind).word)] = e.count;
    return out;
}

std::string Recording::countsLine() const {
    std::string out = fmt::format("elements={} empty={} nonObjects={} dropped={}", counts.elements, counts.empty,
                                  counts.nonObjects, counts.dropped);
    for (unsigned phase = 0; phase < 128; ++phase)
        if (counts.byPhase[phase]) out += fmt::format(" {:#x}:{}", phase, counts.byPhase[phase]);
    return out;
}

std::vector<std::string> Recording::lines() const {
    std::vector<std::string> out{"error=" + error, countsLine()};
    for (const OddityEntry& e : oddities.entries()) {
        out.push_back(fmt::format("oddity {} x{}", lanescope::info(e.kind).word, e.count));
        for (const OdditySample& s : e.samples) out.push_back(fmt::format("  @{} {}", s.offset, s.detail));
    }
    out.push_back(fmt::format("rank={} base={} vendor={} world={} groups={} devices={} log={} other={}",
                              info.rank ? std::to_string(*info.rank) : "none",
                              info.baseTimeNs ? std::to_string(*info.baseTimeNs) : "none", info.vendor,
                              info.worldSize ? std::to_string(*info.worldSize) : "none", info.groups.size(),
                              info.devices.size(), info.log.size(), info.otherKeys.size()));
    out.insert(out.end(), metas.begin(), metas.end());
    out.insert(out.end(), events.begin(), events.end());
    for (const std::string& s : strings) out.push_back("string " + s);
    return out;
}

void RecordingSink::breach(const std::string& what) {
    if (m_breach.empty()) m_breach = what;
}

std::string RecordingSink::text(const Producer& producer, std::uint64_t number) {
    if (number < producer.strings.size()) return std::string(producer.strings[number]);
    breach("string number that was never announced");
    return "?";
}

void RecordingSink::addEvent(const RawBatch& batch, const Producer& producer, std::uint32_t index, std::size_t& arg,
                             std::size_t& counter) {
    const RawEvent& e = batch.events[index];
    PlainEvent plain;
    plain.phase = e.phase;
    plain.ts = e.ts;
    plain.dur = e.dur;
    plain.name = text(producer, e.name);
    plain.category = text(producer, e.category);
    if (e.thread < producer.threads.size()) {
        plain.pid = text(producer, producer.threads[e.thread].pid);
        plain.tid = text(producer, producer.threads[e.thread].tid);
    } else {
        breach("thread number that was never announced");
    }
    plain.id = e.flags & RawEvent::kIdIsText ? "text" : std::to_string(e.id);
    plain.flags = e.flags;
    plain.correlation = e.correlation;
    plain.externalId = e.externalId;
    plain.offset = batch.textOffset + e.offset;
    for (; arg < batch.args.size() && batch.args[arg].event == index; ++arg) {
        const RawArg& a = batch.args[arg];
        const bool isText = info(a.field).type == ArgType::Text;
        plain.args[std::string(info(a.field).key)] =
            isText ? text(producer, static_cast<std::uint64_t>(a.value)) : std::to_string(a.value);
    }
    for (; counter < batch.counterValues.size() && batch.counterValues[counter].event == index; ++counter)
        plain.counters.emplace_back(text(producer, batch.counterValues[counter].series),
                                    batch.counterValues[counter].value);
    m_recording.events.push_back(plain.line());
}

void RecordingSink::consume(const RawBatch& batch) {
    if (batch.sequence != m_nextSequence++) breach("batches out of sequence");
    Producer& producer = m_producers[batch.producer];
    for (const std::string_view s : batch.newStrings) {
        producer.strings.push_back(s);
        producer.copies.emplace_back(s);
        if (m_seenStrings[std::string(s)]++ == 0) m_recording.strings.emplace_back(s);
    }
    producer.threads.insert(producer.threads.end(), batch.newThreads.begin(), batch.newThreads.end());
    std::size_t arg = 0, counter = 0;
    for (std::uint32_t i = 0; i < batch.events.size(); ++i) addEvent(batch, producer, i, arg, counter);
    if (arg != batch.args.size()) breach("arguments not sorted by event");
    if (counter != batch.counterValues.size()) breach("counter values not sorted by event");
    for (const RawThreadMeta& m : batch.threadMeta) {
        if (m.thread >= producer.threads.size()) {
            breach("metadata of a thread that was never announced");
            continue;
        }
        const RawThread& t = producer.threads[m.thread];
        m_recording.metas.push_back(
            PlainMeta{m.kind, text(producer, t.pid), text(producer, t.tid), text(producer, m.text), m.sortIndex}
                .line());
    }
    ElementCounts& sum = m_recording.counts;
    sum.elements += batch.counts.elements;
    sum.empty += batch.counts.empty;
    sum.nonObjects += batch.counts.nonObjects;
    sum.dropped += batch.counts.dropped;
    for (unsigned phase = 0; phase < 128; ++phase) sum.byPhase[phase] += batch.counts.byPhase[phase];
    m_recording.oddities.merge(batch.oddities);
}

void RecordingSink::finish(const TraceInfo& traceInfo, const OddityList& fileOddities) {
    m_recording.info = traceInfo;
    m_recording.oddities.merge(fileOddities);
    for (const auto& [number, producer] : m_producers)
        for (std::size_t i = 0; i < producer.strings.size(); ++i)
            if (producer.strings[i] != producer.copies[i]) breach("a string view changed before the end of the load");
}

std::string firstDifference(const Recording& a, const Recording& b) {
    const std::vector<std::string> left = a.lines(), right = b.lines();
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
        const std::string x = i < left.size() ? left[i] : "(nothing)", y = i < right.size() ? right[i] : "(nothing)";
        if (x != y) return fmt::format("line {}:\n  {}\n  {}", i, x, y);
    }
    return {};
}

} // namespace lanescope::test
