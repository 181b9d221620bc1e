#include "core/session/ranks/merged_trace.h"

#include "core/session/ranks/alignment_text.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace lanescope {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;
// Larger than any number of a real trace; a rank's ids are moved by a multiple of it.
constexpr std::int64_t kIdsPerRank = std::int64_t{1} << 40;
constexpr std::int64_t kPidsPerRank = 100'000;

// Whole ns as microseconds with three decimals: exact.
std::string us(std::int64_t ns) {
    const bool negative = ns < 0;
    const std::uint64_t n = negative ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    return fmt::format("{}{}.{:03}", negative ? "-" : "", n / 1000, n % 1000);
}

bool isId(ArgField field) {
    return field == ArgField::PythonId || field == ArgField::PythonParentId || field == ArgField::RecordFunctionId ||
           field == ArgField::WaitRecordCorrelation || field == ArgField::SequenceNumber;
}

// The rank where only this record has it, else the last part of its file's name and its place: no path gets out.
std::string nameOf(const RankSet& set, std::size_t record, const MergedTraceOptions& options) {
    const std::string label = set.label(record);
    if (!label.empty() && label.find_first_not_of("0123456789") == std::string::npos) return label;
    if (options.namesLeftOut) return fmt::format("of trace {}", record + 1);
    return fmt::format("{} {}", label.substr(label.find_last_of('/') + 1), record + 1);
}

} // namespace

struct MergedTraceWriter::Rank {
    const TraceStore& store;
    const align::RankClockFit& clock;
    std::string label;
    std::int64_t number = 0;        // place among the ranks
    std::vector<std::int64_t> pids; // per thread

    std::int64_t tid(std::size_t thread) const { return static_cast<std::int64_t>(thread) + 1; }
    std::string ts(std::int64_t fileNs) const { return us(count(clock.toCommon(fileNs))); }
    std::int64_t moved(std::int64_t id) const { return id > 0 && id < kIdsPerRank ? number * kIdsPerRank + id : id; }
};

MergedTraceWriter::MergedTraceWriter(const RankSet& set, Output output, MergedTraceOptions options)
    : m_set(set), m_output(std::move(output)), m_options(std::move(options)) {}

std::string MergedTraceWriter::quoted(std::string_view text) const {
    return jsonQuoted(m_options.words ? m_options.words(text) : std::string(text));
}

bool MergedTraceWriter::flush(std::size_t above) {
    if (m_text.size() <= above || !m_ok) return m_ok;
    m_ok = m_output(m_text);
    m_text.clear();
    return m_ok;
}

void MergedTraceWriter::event(std::string_view start) {
    m_text += m_first ? "\n" : ",\n";
    m_text += start;
    m_first = false;
}

// How the clocks were laid together, so that the file tells where its times come from.
Json MergedTraceWriter::mergedJson() const {
    const align::Alignment& alignment = m_set.alignment;
    Json merged, ranks = Json::array(), sentences = Json::array();
    merged["alignment"] = align::alignByWord(alignment.by);
    if (!m_options.event.empty())
        merged["event"] = m_options.words ? m_options.words(m_options.event) : m_options.event;
    merged["reference"] = nameOf(m_set, alignment.reference, m_options);
    merged["residual_ns"] = alignment.residualNs;
    for (std::size_t r = 0; r < m_set.records.size(); ++r) {
        const align::RankClockFit& clock = alignment.ranks[r];
        merged["offsets_ns"][nameOf(m_set, r, m_options)] = clock.offsetNs;
        Json one;
        one["rank"] = nameOf(m_set, r, m_options);
        one["offset_ns"] = clock.offsetNs;
        one["drift_ppb"] = static_cast<std::int64_t>(clock.drift * 1e9);
        one["residual_ns"] = clock.residualNs;
        one["aligned"] = clock.aligned || r == alignment.reference;
        if (r < m_options.shiftedNs.size() && m_options.shiftedNs[r] != 0)
            one["shifted_by_hand_ns"] = m_options.shiftedNs[r];
        one["first_pid"] = static_cast<std::int64_t>(r) * kPidsPerRank + 1;
        ranks.push(std::move(one));
    }
    merged["ranks"] = std::move(ranks);
    for (const std::string& sentence : alignmentSentences(m_set, {m_options.event, m_options.shiftedNs, 0, {}}))
        if (!sentence.starts_with("Offsets")) sentences.push(m_options.words ? m_options.words(sentence) : sentence);
    merged["method"] = std::move(sentences);
    return merged;
}

bool MergedTraceWriter::begin() {
    const align::Alignment& alignment = m_set.alignment;
    m_text = "{\n\"schemaVersion\": 1,\n";
    if (const auto base = m_set.records[alignment.reference].baseTimeNs)
        m_text += fmt::format("\"baseTimeNanoseconds\": {},\n", *base);
    m_text += "\"lanescope_merged\": " + mergedJson().dump(Json::Style::Compact) + ",\n\"displayTimeUnit\": \"ms\",\n";
    m_text += "\"traceEvents\": [";
    return flush(0);
}

bool MergedTraceWriter::end() {
    m_text += "\n]}\n";
    return flush(0);
}

bool MergedTraceWriter::addRank(std::size_t record, const TraceStore& store, const std::stop_token& stop) {
    Rank rank{
        store, m_set.alignment.ranks[record], nameOf(m_set, record, m_options), static_cast<std::int64_t>(record), {}};
    std::map<std::string_view, std::int64_t> pids;
    for (const Thread& thread : store.threads()) {
        const auto number = static_cast<std::int64_t>(pids.size());
        const auto at = pids.emplace(store.text(thread.pid), rank.number * kPidsPerRank + number + 1).first;
        rank.pids.push_back(at->second);
    }
    threads(rank);
    slices(rank, stop);
    instants(rank);
    counters(rank);
    flows(rank);
    return flush(0);
}

void MergedTraceWriter::meta(std::string_view what, std::int64_t pid, std::int64_t tid, std::string_view args) {
    event(fmt::format(R"({{"ph": "M", "name": "{}", "pid": {}, "tid": {}, "args": {{{}}}}})", what, pid, tid, args));
}

void MergedTraceWriter::threads(const Rank& rank) {
    const TraceStore& store = rank.store;
    std::set<std::size_t> used; // metadata names rows that hold nothing: they would be empty rows
    for (const Track& track : store.tracks())
        if (track.sliceCount + track.instantCount > 0) used.insert(track.thread.value);
    for (const CounterSeries& series : store.counterSeries()) used.insert(series.thread.value);
    std::set<std::int64_t> named;
    for (const std::size_t t : used) {
        const Thread& thread = store.threads()[t];
        if (named.insert(rank.pids[t]).second) {
            const std::int64_t lastPid = rank.pids[t];
            std::string name = "rank " + rank.label;
            for (const StringId part : {thread.processName, thread.processLabels})
                if (!store.text(part).empty()) name += " " + std::string(store.text(part));
            name += " (" + std::string(store.text(thread.pid)) + ")";
            meta("process_name", lastPid, 0, "\"name\": " + quoted(name));
            meta("process_sort_index", lastPid, 0, fmt::format("\"sort_index\": {}", lastPid));
        }
        const std::string_view title = store.text(thread.name);
        meta("thread_name", rank.pids[t], rank.tid(t),
             "\"name\": " + quoted(title.empty() ? store.text(thread.tid) : title));
        if (thread.hasSortIndex)
            meta("thread_sort_index", rank.pids[t], rank.tid(t), fmt::format("\"sort_index\": {}", thread.sortIndex));
    }
}

void MergedTraceWriter::args(const Rank& rank, SliceId slice) {
    const TraceStore& store = rank.store;
    bool first = true;
    const auto key = [&](std::string_view name) {
        m_text += first ? "" : ", ";
        first = false;
        m_text += jsonQuoted(name) + ": ";
    };
    const auto number = [&](std::string_view name, std::int64_t value) {
        key(name);
        m_text += std::to_string(value);
    };
    if (const auto device = store.device(slice)) number("device", *device);
    if (const auto stream = store.stream(slice)) number("stream", *stream);
    if (const auto id = static_cast<std::int64_t>(store.slices().correlation.at(slice.value)); id != 0)
        number("correlation", rank.moved(id));
    if (const auto id = static_cast<std::int64_t>(store.slices().externalId.at(slice.value)); id != 0)
        number("External id", rank.moved(id));
    for (const ArgFieldInfo& field : argFieldTable()) {
        if (field.field == ArgField::Device || field.field == ArgField::Stream) continue;
        const auto value = store.arg(field.field).find(slice.value);
        if (!value) continue;
        if (field.type == ArgType::Integer) {
            number(field.key, isId(field.field) ? rank.moved(*value) : *value);
        } else {
            key(field.key);
            m_text += quoted(store.text(StringId{static_cast<std::uint32_t>(*value)}));
        }
    }
}

void MergedTraceWriter::slices(const Rank& rank, const std::stop_token& stop) {
    const TraceStore& store = rank.store;
    for (const Track& track : store.tracks()) {
        const std::size_t thread = track.thread.value;
        for (std::uint32_t i = 0; i < track.sliceCount; ++i) {
            const SliceId slice{track.firstSlice + i};
            const std::int64_t begin = count(store.start(slice)), end = count(store.end(slice));
            // Both ends are laid on the common clock, so that what touches goes on touching.
            const std::int64_t length = count(rank.clock.toCommon(end)) - count(rank.clock.toCommon(begin));
            event("{\"ph\": \"X\", \"cat\": " + quoted(store.text(store.category(slice).text)) +
                  ", \"name\": " + quoted(store.name(slice)));
            fmt::format_to(std::back_inserter(m_text),
                           ", \"pid\": {}, \"tid\": {}, \"ts\": {}, \"dur\": {}, \"args\": {{", rank.pids[thread],
                           rank.tid(thread), rank.ts(begin), us(length));
            args(rank, slice);
            m_text += "}}";
            if (!flush(kPiece) || stop.stop_requested()) return;
        }
    }
}

void MergedTraceWriter::instants(const Rank& rank) {
    const TraceStore& store = rank.store;
    const InstantColumns& all = store.instants();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t thread = store.tracks()[all.track[i]].thread.value;
        event("{\"ph\": \"i\", \"s\": \"t\", \"cat\": " + quoted(store.text(store.categories()[all.category[i]].text)) +
              ", \"name\": " + quoted(store.text(StringId{all.name[i]})));
        fmt::format_to(std::back_inserter(m_text), ", \"pid\": {}, \"tid\": {}, \"ts\": {}}}", rank.pids[thread],
                       rank.tid(thread), rank.ts(all.time[i]));
        if (!flush(kPiece)) return;
    }
}

void MergedTraceWriter::counters(const Rank& rank) {
    const TraceStore& store = rank.store;
    for (const CounterSeries& series : store.counterSeries()) {
        const std::string_view key = store.text(series.series);
        for (std::uint64_t i = series.firstSample; i < series.firstSample + series.sampleCount; ++i) {
            const double value = store.counters().value[i];
            if (!std::isfinite(value)) continue;
            event("{\"ph\": \"C\", \"name\": " + quoted(store.text(series.name)));
            fmt::format_to(std::back_inserter(m_text), ", \"pid\": {}, \"ts\": {}, \"args\": {{{}: {}}}}}",
                           rank.pids[series.thread.value], rank.ts(store.counters().time[i]),
                           quoted(key.empty() ? "value" : key), value);
            if (!flush(kPiece)) return;
        }
    }
}

void MergedTraceWriter::flows(const Rank& rank) {
    const TraceStore& store = rank.store;
    const FlowColumns& all = store.flows();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all.slice[i] >= store.slices().size()) {
            ++m_flowsLeftOut;
            continue;
        }
        const std::size_t thread = store.tracks()[store.track(SliceId{all.slice[i]}).value].thread.value;
        const std::string category = quoted(store.text(store.categories()[all.category[i]].text));
        event(fmt::format(R"({{"ph": "{}", "cat": {}, "name": {}, "id": "{}:{}", "bp": "e", "pid": {}, "tid": {}, )",
                          static_cast<char>(all.phase[i]), category, category, rank.number, all.id[i],
                          rank.pids[thread], rank.tid(thread)));
        m_text += "\"ts\": " + rank.ts(all.time[i]) + "}";
        if (!flush(kPiece)) return;
    }
}

} // namespace lanescope
