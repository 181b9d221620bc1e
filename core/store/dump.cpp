#include "core/store/dump.h"

#include <fmt/format.h>

#include <array>

namespace lanescope {
namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;

void appendQuoted(std::string& out, std::string_view text) {
    out += '"';
    const auto at = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const unsigned byte = at(i);
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (byte < 0x20 || byte == 0x7f)
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
        else if (byte == 0xc2 && at(i + 1) >= 0x80 && at(i + 1) < 0xa0) // controls above ASCII: terminals obey them
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", at(++i));
        else if (byte == 0xe2 && ((at(i + 1) == 0x80 && at(i + 2) >= 0xaa && at(i + 2) <= 0xae) ||
                                  (at(i + 1) == 0x81 && at(i + 2) >= 0xa6 && at(i + 2) <= 0xa9))) {
            // Marks that turn text around.
            fmt::format_to(std::back_inserter(out), "\\u20{:02x}", (at(i + 1) == 0x80 ? 0U : 0x40U) + at(i + 2) - 0x80);
            i += 2;
        } else
            out += c;
    }
    out += '"';
}

const char* roleText(Role role) {
    static constexpr std::array kWords{
        "cpu_op", "user_annotation", "python_function", "cpu_instant", "runtime",  "driver", "kernel",     "memcpy",
        "memset", "gpu_annotation",  "gpu_sync",        "gpu_event",   "overhead", "span",   "collective", "other"};
    static_assert(kWords.size() == static_cast<std::size_t>(Role::Other) + 1);
    return kWords[static_cast<std::size_t>(role)];
}

const char* trackRoleText(TrackRole role) {
    static constexpr std::array kWords{"host",     "runtime_calls", "stream", "gpu_spans", "gpu_syncs",
                                       "overhead", "spans",         "async",  "other"};
    static_assert(kWords.size() == static_cast<std::size_t>(TrackRole::Other) + 1);
    return kWords[static_cast<std::size_t>(role)];
}

class Dumper {
public:
    Dumper(const TraceStore& store, const DumpOutput& out) : m_store(store), m_out(out) {}
    void dump() {
        facts();
        threads();
        tracks();
        for (std::size_t t = 0; m_going && t < m_store.tracks().size(); ++t) slicesOf(m_store.tracks()[t]);
        setAside();
        instants();
        counters();
        flows();
        steps();
        lod();
        oddities();
        flush();
    }

private:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
        endLine();
    }
    void endLine() {
        m_text += '\n';
        if (m_text.size() >= kPiece) flush();
    }
    void flush() {
        if (m_going && !m_text.empty()) m_going = m_out(m_text);
        m_text.clear();
    }
    void quoted(StringId id) { appendQuoted(m_text, m_store.text(id)); }
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }
    void place(const Track& track) {
        if (track.device) add(" device={}", *track.device);
        if (track.stream) add(" stream={}", *track.stream);
    }
    void argsOf(std::uint32_t row, const std::array<SideColumn, static_cast<std::size_t>(ArgField::Count_)>& columns,
                std::array<std::size_t, static_cast<std::size_t>(ArgField::Count_)>& next);

    void facts();
    void threads();
    void tracks();
    void slicesOf(const Track& track);
    void slice(std::uint32_t row);
    void setAside();
    void instants();
    void counters();
    void flows();
    void steps();
    void lod();
    void oddities();

    const TraceStore& m_store;
    const DumpOutput& m_out;
    std::string m_text;
    bool m_going = true;
    std::array<std::size_t, static_cast<std::size_t>(ArgField::Count_)> m_nextArg{};
};

void Dumper::facts() {
    const LoadCounts& c = m_store.counts();
    line("lanescope dump 1");
    line("partial {}", m_store.partial() ? "yes" : "no");
    line("rank {}", m_store.info().rank ? std::to_string(*m_store.info().rank) : "none");
    line("elements {} empty {} non_objects {} dropped {}", c.elements, c.empty, c.nonObjects, c.dropped);
    line("slices {} implausible {} instants {} counter_samples {} flows {} metadata {}", c.slices, c.implausible,
         c.instants, c.counterSamples, c.flows, c.metadata);
    for (std::size_t i = 0; i < c.byPhase.size(); ++i)
        if (c.byPhase[i] > 0) line("phase {} {}", i, c.byPhase[i]);
    for (std::size_t i = 0; i < m_store.categories().size(); ++i) {
        add("category {} {} ", i, roleText(m_store.categories()[i].role));
        quoted(m_store.categories()[i].text);
        endLine();
    }
}

void Dumper::threads() {
    for (std::size_t i = 0; i < m_store.threads().size(); ++i) {
        const Thread& thread = m_store.threads()[i];
        add("thread {} pid ", i);
        quoted(thread.pid);
        add(" tid ");
        quoted(thread.tid);
        add(" process ");
        quoted(thread.processName);
        add(" labels ");
        quoted(thread.processLabels);
        add(" name ");
        quoted(thread.name);
        if (thread.hasProcessSortIndex) add(" process_sort {}", thread.processSortIndex);
        if (thread.hasSortIndex) add(" sort {}", thread.sortIndex);
        endLine();
    }
}

void Dumper::tracks() {
    for (std::size_t i = 0; i < m_store.tracks().size(); ++i) {
        const Track& track = m_store.tracks()[i];
        add("track {} thread {} {} lanes {} slices {} instants {}", i, track.thread.value, trackRoleText(track.role),
            track.laneCount, track.sliceCount, track.instantCount);
        place(track);
        endLine();
    }
}

void Dumper::slicesOf(const Track& track) {
    for (std::uint32_t lane = 0; m_going && lane < track.laneCount; ++lane) {
        const Lane& rows = m_store.lanes()[track.firstLane + lane];
        line("lane {} track {} rows {}..{}", lane, rows.track.value, rows.firstSlice,
             rows.firstSlice + rows.sliceCount);
        for (std::uint32_t row = rows.firstSlice; m_going && row < rows.firstSlice + rows.sliceCount; ++row) slice(row);
    }
}

void Dumper::slice(std::uint32_t row) {
    const SliceColumns& s = m_store.slices();
    add("s {} {}+{} {} ", row, s.start[row], s.duration.at(row), s.category[row]);
    quoted(StringId{s.name[row]});
    if (s.kind[row] != 0) add(" {}", kindWord(static_cast<WorkKind>(s.kind[row])));
    if (s.parent[row] != kNoRow) add(" in {}", s.parent[row]);
    if (const std::int64_t correlation = s.correlation.at(row)) add(" corr {}", correlation);
    if (const std::int64_t external = s.externalId.at(row)) add(" ext {}", external);
    if (const auto call = m_store.launchOf(SliceId{row})) add(" by {}", call->value);
    if (const auto uncut = m_store.uncutDuration(SliceId{row})) add(" uncut {}", *uncut);
    add(" @{}", m_store.eventOffset(SliceId{row}));
    argsOf(row, m_store.parts().args, m_nextArg);
    endLine();
}

// Rows come in order, so one cursor a column is enough.
void Dumper::argsOf(std::uint32_t row,
                    const std::array<SideColumn, static_cast<std::size_t>(ArgField::Count_)>& columns,
                    std::array<std::size_t, static_cast<std::size_t>(ArgField::Count_)>& next) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const SideColumn& column = columns[i];
        while (next[i] < column.size() && column.rows[next[i]] < row) ++next[i];
        for (; next[i] < column.size() && column.rows[next[i]] == row; ++next[i]) {
            const auto field = static_cast<ArgField>(i);
            add(" {}=", info(field).key);
            if (info(field).type == ArgType::Text)
                quoted(StringId{static_cast<std::uint32_t>(column.valueAt(next[i]))});
            else
                add("{}", column.valueAt(next[i]));
        }
    }
}

void Dumper::setAside() {
    static constexpr std::array<std::string_view, 3> kReasons{"negative", "too_long", "far"};
    const SetAsideColumns& a = m_store.setAside();
    for (std::size_t i = 0; m_going && i < a.size(); ++i) {
        add("aside {}+{} thread {} {} {} ", a.start[i], a.duration[i], a.thread[i], a.category[i],
            kReasons[a.reason[i]]);
        quoted(StringId{a.name[i]});
        line(" @{}", a.offset[i]);
    }
}

void Dumper::instants() {
    const InstantColumns& in = m_store.instants();
    std::array<std::size_t, static_cast<std::size_t>(ArgField::Count_)> next{};
    for (std::uint32_t i = 0; m_going && i < in.size(); ++i) {
        add("i {} track {} {} {} ", in.time[i], in.track[i], static_cast<char>(in.phase[i]), in.category[i]);
        quoted(StringId{in.name[i]});
        add(" @{}", in.offset[i]);
        argsOf(i, in.args, next);
        endLine();
    }
}

void Dumper::counters() {
    for (const CounterSeries& series : m_store.counterSeries()) {
        add("counter thread {} ", series.thread.value);
        quoted(series.name);
        add(" ");
        quoted(series.series);
        endLine();
        for (std::uint64_t i = series.firstSample; m_going && i < series.firstSample + series.sampleCount; ++i)
            line("c {} {}", m_store.counters().time[i], m_store.counters().value[i]);
    }
}

void Dumper::flows() {
    const FlowColumns& f = m_store.flows();
    for (std::size_t i = 0; m_going && i < f.size(); ++i) {
        add("f {} {} {} {}", f.category[i], f.id[i], static_cast<char>(f.phase[i]), f.time[i]);
        if (f.slice[i] != kNoRow) add(" on {}", f.slice[i]);
        endLine();
    }
}

void Dumper::steps() {
    for (const Step& step : m_store.steps())
        line("step {} row {}{}{}", step.number, step.slice, step.warmup ? " warmup" : "", step.cutOff ? " cut" : "");
}

void Dumper::lod() {
    for (std::size_t level = 0; level < m_store.lod().size(); ++level) {
        const LodLevel& groups = m_store.lod()[level];
        line("lod {} groups {}", level, groups.busy.size());
        for (std::size_t i = 0; m_going && i < groups.busy.size(); ++i)
            line("g {} {} {}", groups.busy[i], groups.longest[i], groups.tone[i]);
    }
}

void Dumper::oddities() {
    for (const OddityEntry& entry : m_store.oddities().entries()) {
        line("oddity {} {}", info(entry.kind).word, entry.count);
        for (const OdditySample& sample : entry.samples) {
            add("at {} ", sample.offset);
            appendQuoted(m_text, sample.detail);
            endLine();
        }
    }
}

} // namespace

void dumpStore(const TraceStore& store, const DumpOutput& out) { Dumper(store, out).dump(); }

std::string dumpStore(const TraceStore& store) {
    std::string text;
    dumpStore(store, [&](std::string_view piece) {
        text += piece;
        return true;
    });
    return text;
}

} // namespace lanescope
