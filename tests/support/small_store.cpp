#include "tests/support/small_store.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <random>
#include <set>

namespace lanescope::test {
namespace {

struct Memory { // columns never move once they are in a deque
    std::deque<std::vector<std::int64_t>> i64;
    std::deque<std::vector<std::uint64_t>> u64;
    std::deque<std::vector<std::uint32_t>> u32;
    std::deque<std::vector<std::uint8_t>> u8;
    std::deque<std::vector<double>> f64;
    std::string text;
};

class Maker {
public:
    Maker(std::uint32_t seed, std::uint32_t slices) : m_random(seed), m_rows(slices) {}

    std::shared_ptr<const TraceStore> make() {
        strings();
        tables();
        sliceColumns();
        for (const ArgFieldInfo& field : argFieldTable()) {
            const auto at = static_cast<std::size_t>(field.field);
            m_p.args[at] = side(m_rows, field.type == ArgType::Text);
            m_p.instants.args[at] = side(kInstants, field.type == ArgType::Text);
        }
        m_p.uncut = side(m_rows, false);
        otherColumns();
        lod();
        info();
        return std::make_shared<const TraceStore>(std::move(m_p), m_m);
    }

private:
    static constexpr std::uint32_t kInstants = 23, kStrings = 31, kFlows = 40, kSetAside = 5, kSamples = 17;

    std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : m_random() % limit; }
    template <class T>
    std::span<const T> keep(std::deque<std::vector<T>>& all, std::vector<T> column) {
        return all.emplace_back(std::move(column));
    }
    template <class T>
    std::span<const T> column(std::deque<std::vector<T>>& all, std::size_t size, std::uint64_t limit) {
        std::vector<T> values(size);
        for (T& v : values) v = static_cast<T>(below(limit));
        return keep(all, std::move(values));
    }
    std::span<const std::uint32_t> someRows(std::uint32_t rows) {
        std::set<std::uint32_t> chosen;
        for (std::uint32_t i = 0; i < rows / 8; ++i) chosen.insert(static_cast<std::uint32_t>(below(rows)));
        return keep(m_m->u32, std::vector<std::uint32_t>(chosen.begin(), chosen.end()));
    }
    SideColumn side(std::uint32_t rows, bool text) {
        SideColumn c;
        c.rows = someRows(rows);
        if (text || below(2) == 0)
            c.narrow = column(m_m->u32, c.rows.size(), text ? kStrings : ~std::uint32_t{0});
        else
            c.wide = column(m_m->i64, c.rows.size(), ~std::uint64_t{0});
        return c;
    }
    NarrowColumn narrow(std::vector<std::uint32_t> values) {
        NarrowColumn c;
        std::vector<std::uint32_t> rows;
        for (std::uint32_t i = 0; i < values.size(); ++i)
            if (values[i] == kWideMark) rows.push_back(i);
        c.wideValues = column(m_m->i64, rows.size(), std::uint64_t{1} << 40);
        c.wideRows = keep(m_m->u32, std::move(rows));
        c.narrow = keep(m_m->u32, std::move(values));
        return c;
    }

    void strings() {
        std::vector<std::uint64_t> ends{0};
        for (std::uint32_t i = 1; i < kStrings; ++i) {
            m_m->text += fmt::format("text {} {}", i, below(1000));
            ends.push_back(m_m->text.size());
        }
        m_p.stringEnds = keep(m_m->u64, std::move(ends));
        m_p.stringBytes = m_m->text;
    }

    void tables() {
        const auto string = [&] { return StringId{static_cast<std::uint32_t>(below(kStrings))}; };
        for (unsigned role = 0; role <= static_cast<unsigned>(Role::Other); ++role)
            m_p.categories.push_back({string(), static_cast<Role>(role)});
        for (int i = 0; i < 3; ++i)
            m_p.threads.push_back({string(), string(), string(), string(), string(), -i, 5 * i, i == 1, i == 2});
        std::uint32_t slice = 0, instant = 0;
        for (std::uint32_t t = 0; t < 5; ++t) {
            Track track;
            track.thread = ThreadId{t % 3};
            track.role = static_cast<TrackRole>(t % 9);
            track.firstLane = static_cast<std::uint32_t>(m_p.lanes.size());
            track.laneCount = t + 1;
            track.firstSlice = slice;
            track.firstInstant = instant;
            track.instantCount = t == 4 ? kInstants - instant : static_cast<std::uint32_t>(below(5));
            if (t % 2 == 1) track.device = -static_cast<std::int64_t>(t);
            if (t % 2 == 0) track.stream = std::int64_t{1} << 40;
            if (track.instantCount == 0) track.firstInstant = 0; // as the builder leaves it
            instant += track.instantCount;
            for (std::uint32_t l = 0; l <= t; ++l) {
                const bool last = t == 4 && l == t;
                const auto count = l == 1 ? 0 : static_cast<std::uint32_t>(last ? m_rows - slice : m_rows / 12);
                m_p.lanes.push_back({TrackId{t}, slice, count});
                slice += count;
            }
            track.sliceCount = slice - track.firstSlice;
            m_p.tracks.push_back(track);
        }
        m_p.counterSeries = {{ThreadId{1}, string(), string(), 0, 7},
                             {ThreadId{2}, string(), string(), 7, kSamples - 7}};
        for (int i = 0; i < 3 && m_rows > 0; ++i)
            m_p.steps.push_back({static_cast<std::uint32_t>(below(m_rows)), i - 1, i == 0, i == 2});
    }

    void sliceColumns() {
        std::vector<std::int64_t> start(m_rows);
        std::vector<std::uint32_t> duration(m_rows);
        std::vector<std::int64_t> wide;
        std::vector<std::uint32_t> wideRows;
        for (const Lane& lane : m_p.lanes) {
            std::int64_t at = 1'700'000'000'000'000'000 + static_cast<std::int64_t>(below(1000));
            for (std::uint32_t row = lane.firstSlice; row < lane.firstSlice + lane.sliceCount; ++row) {
                start[row] = at;
                std::int64_t length = static_cast<std::int64_t>(below(5000));
                duration[row] = static_cast<std::uint32_t>(length);
                if (below(20) == 0) {
                    length = (std::int64_t{1} << 32) + static_cast<std::int64_t>(below(1'000'000));
                    duration[row] = kWideMark;
                    wideRows.push_back(row);
                    wide.push_back(length);
                }
                at += length + static_cast<std::int64_t>(below(3));
            }
        }
        SliceColumns& s = m_p.slices;
        s.start = keep(m_m->i64, std::move(start));
        s.duration = {keep(m_m->u32, std::move(duration)), keep(m_m->u32, std::move(wideRows)),
                      keep(m_m->i64, std::move(wide))};
        s.name = column(m_m->u32, m_rows, kStrings);
        std::vector<std::uint32_t> parents(m_rows);
        for (auto& p : parents) p = below(3) == 0 ? kNoRow : static_cast<std::uint32_t>(below(m_rows));
        s.parent = keep(m_m->u32, std::move(parents));
        for (NarrowColumn* c : {&s.correlation, &s.externalId}) {
            std::vector<std::uint32_t> values(m_rows);
            for (auto& v : values) v = below(10) == 0 ? kWideMark : static_cast<std::uint32_t>(below(1u << 30));
            *c = narrow(std::move(values));
        }
        s.offsetLow = column(m_m->u32, m_rows, ~std::uint32_t{0});
        s.offsetHigh = column(m_m->u8, m_rows, 256);
        s.category = column(m_m->u8, m_rows, m_p.categories.size());
        s.kind = column(m_m->u8, m_rows, static_cast<std::uint64_t>(WorkKind::Count_));
    }

    void otherColumns() {
        SetAsideColumns& a = m_p.setAside;
        a.start = column(m_m->i64, kSetAside, ~std::uint64_t{0});
        a.duration = column(m_m->i64, kSetAside, ~std::uint64_t{0});
        a.name = column(m_m->u32, kSetAside, kStrings);
        a.thread = column(m_m->u32, kSetAside, m_p.threads.size());
        a.offset = column(m_m->u64, kSetAside, 1u << 30);
        a.category = column(m_m->u8, kSetAside, m_p.categories.size());
        a.reason = column(m_m->u8, kSetAside, 3);
        InstantColumns& i = m_p.instants;
        i.time = column(m_m->i64, kInstants, ~std::uint64_t{0});
        i.track = column(m_m->u32, kInstants, m_p.tracks.size());
        i.name = column(m_m->u32, kInstants, kStrings);
        i.offset = column(m_m->u64, kInstants, 1u << 30);
        i.category = column(m_m->u8, kInstants, m_p.categories.size());
        i.phase = column(m_m->u8, kInstants, 128);
        FlowColumns& f = m_p.flows;
        f.time = column(m_m->i64, kFlows, ~std::uint64_t{0});
        std::vector<std::uint32_t> bound(kFlows, kNoRow);
        for (auto& row : bound)
            if (m_rows > 0 && below(3) > 0) row = static_cast<std::uint32_t>(below(m_rows));
        f.slice = keep(m_m->u32, std::move(bound));
        const std::size_t wide = below(2) * kFlows;
        f.id = {column(m_m->u32, kFlows - wide, std::uint64_t{1} << 32), column(m_m->u64, wide, ~std::uint64_t{0})};
        f.category = column(m_m->u8, kFlows, m_p.categories.size());
        f.phase = column(m_m->u8, kFlows, 128);
        LaunchLinks& l = m_p.launches;
        l.workRows = someRows(m_rows);
        l.callRows = column(m_m->u32, l.workRows.size(), m_rows);
        std::vector<std::uint32_t> index(l.workRows.size());
        for (std::uint32_t k = 0; k < index.size(); ++k) index[k] = k;
        std::stable_sort(index.begin(), index.end(), [&](auto x, auto y) { return l.callRows[x] < l.callRows[y]; });
        l.callIndex = keep(m_m->u32, std::move(index));
        m_p.counters.time = column(m_m->i64, kSamples, ~std::uint64_t{0});
        std::vector<double> values(kSamples);
        for (double& v : values) v = static_cast<double>(below(1000)) / 8;
        m_p.counters.value = keep(m_m->f64, std::move(values));
    }

    void lod() {
        for (std::uint64_t group = 16; group <= 256; group *= 16) {
            std::vector<std::uint64_t> first{0};
            for (const Lane& lane : m_p.lanes) first.push_back(first.back() + (lane.sliceCount + group - 1) / group);
            const std::size_t groups = first.back();
            LodLevel level;
            level.laneFirstGroup = keep(m_m->u64, std::move(first));
            level.busy = column(m_m->i64, groups, 1u << 30);
            level.longest = column(m_m->u32, groups, m_rows);
            level.tone = column(m_m->u8, groups, kTones);
            m_p.lod.push_back(level);
        }
    }

    void info() {
        TraceInfo& i = m_p.info;
        i = {"rank3.json.gz",
             1'700'000'000'000'000'000,
             1,
             "ms",
             "name",
             3,
             TraceInfo::RankSource::DistributedInfo,
             8,
             "nccl",
             "2.20",
             {{"0", "default", {0, 1, -2}, 8}},
             {{0, "GPU é", 1ll << 36, 9, 0, 132, 32, 2048, 65536, 1 << 17}},
             true,
             false,
             std::nullopt,
             true,
             false,
             {{"cupti_version", "24"}},
             {{"WARNING", "lost records"}},
             {"other"},
             "CUDA",
             "chrome_json",
             "gzip",
             123456,
             7654321};
        m_p.counts.elements = 1000;
        m_p.counts.slices = m_rows;
        m_p.counts.byPhase['X'] = 77;
        m_p.oddities.add(OddityKind::Bom, 0, "UTF-8");
        for (int k = 0; k < 12; ++k) m_p.oddities.add(OddityKind::BadEvent, 100u * static_cast<unsigned>(k), "cut", 3);
    }

    std::mt19937_64 m_random;
    std::uint32_t m_rows;
    std::shared_ptr<Memory> m_m = std::make_shared<Memory>();
    StoreParts m_p;
};

class Compare {
public:
    template <class T>
    void column(const char* name, std::span<const T> a, std::span<const T> b) {
        if (!std::equal(a.begin(), a.end(), b.begin(), b.end())) differ(name);
    }
    void narrow(const char* name, const NarrowColumn& a, const NarrowColumn& b) {
        column(name, a.narrow, b.narrow);
        column(name, a.wideRows, b.wideRows);
        column(name, a.wideValues, b.wideValues);
    }
    void side(const char* name, const SideColumn& a, const SideColumn& b) {
        column(name, a.rows, b.rows);
        column(name, a.narrow, b.narrow);
        column(name, a.wide, b.wide);
    }
    template <class T, class Key>
    void table(const char* name, const T& a, const T& b, Key&& key) {
        if (a.size() != b.size()) return differ(name);
        for (std::size_t i = 0; i < a.size(); ++i)
            if (key(a[i]) != key(b[i])) differ(name);
    }
    void differ(const char* name) {
        if (m_first.empty()) m_first = name;
    }
    std::string take() { return m_first; }

private:
    std::string m_first;
};

void compareSlices(Compare& c, const SliceColumns& a, const SliceColumns& b) {
    c.column("start", a.start, b.start);
    c.narrow("duration", a.duration, b.duration);
    c.column("name", a.name, b.name);
    c.column("parent", a.parent, b.parent);
    c.narrow("correlation", a.correlation, b.correlation);
    c.narrow("externalId", a.externalId, b.externalId);
    c.column("offsetLow", a.offsetLow, b.offsetLow);
    c.column("offsetHigh", a.offsetHigh, b.offsetHigh);
    c.column("category", a.category, b.category);
    c.column("kind", a.kind, b.kind);
}

void compareRest(Compare& c, const StoreParts& a, const StoreParts& b) {
    c.column("setAside.start", a.setAside.start, b.setAside.start);
    c.column("setAside.duration", a.setAside.duration, b.setAside.duration);
    c.column("setAside.name", a.setAside.name, b.setAside.name);
    c.column("setAside.thread", a.setAside.thread, b.setAside.thread);
    c.column("setAside.offset", a.setAside.offset, b.setAside.offset);
    c.column("setAside.category", a.setAside.category, b.setAside.category);
    c.column("setAside.reason", a.setAside.reason, b.setAside.reason);
    c.column("instants.time", a.instants.time, b.instants.time);
    c.column("instants.track", a.instants.track, b.instants.track);
    c.column("instants.name", a.instants.name, b.instants.name);
    c.column("instants.offset", a.instants.offset, b.instants.offset);
    c.column("instants.category", a.instants.category, b.instants.category);
    c.column("instants.phase", a.instants.phase, b.instants.phase);
    c.column("flows.time", a.flows.time, b.flows.time);
    c.column("flows.slice", a.flows.slice, b.flows.slice);
    c.column("flows.id", a.flows.id.narrow, b.flows.id.narrow);
    c.column("flows.id (wide)", a.flows.id.wide, b.flows.id.wide);
    c.column("flows.category", a.flows.category, b.flows.category);
    c.column("flows.phase", a.flows.phase, b.flows.phase);
    c.column("workRows", a.launches.workRows, b.launches.workRows);
    c.column("callRows", a.launches.callRows, b.launches.callRows);
    c.column("callIndex", a.launches.callIndex, b.launches.callIndex);
    c.column("counters.time", a.counters.time, b.counters.time);
    c.column("counters.value", a.counters.value, b.counters.value);
    c.column("stringEnds", a.stringEnds, b.stringEnds);
    if (a.stringBytes != b.stringBytes || a.lod.size() != b.lod.size()) c.differ("stringBytes or lod");
    for (std::size_t i = 0; i < std::min(a.lod.size(), b.lod.size()); ++i) {
        c.column("lod.first", a.lod[i].laneFirstGroup, b.lod[i].laneFirstGroup);
        c.column("lod.busy", a.lod[i].busy, b.lod[i].busy);
        c.column("lod.longest", a.lod[i].longest, b.lod[i].longest);
        c.column("lod.tone", a.lod[i].tone, b.lod[i].tone);
    }
}

void compareTables(Compare& c, const StoreParts& a, const StoreParts& b) {
    c.table("categories", a.categories, b.categories, [](auto& v) { return std::pair(v.text, v.role); });
    c.table("threads", a.threads, b.threads, [](auto& t) {
        return std::tuple(t.pid, t.tid, t.processName, t.processLabels, t.name, t.processSortIndex, t.sortIndex,
                          t.hasProcessSortIndex, t.hasSortIndex);
    });
    c.table("tracks", a.tracks, b.tracks, [](auto& t) {
        return std::tuple(t.thread, t.role, t.firstLane, t.laneCount, t.firstSlice, t.sliceCount, t.firstInstant,
                          t.instantCount, t.device, t.stream);
    });
    c.table("lanes", a.lanes, b.lanes, [](auto& l) { return std::tuple(l.track, l.firstSlice, l.sliceCount); });
    c.table("counterSeries", a.counterSeries, b.counterSeries,
            [](auto& s) { return std::tuple(s.thread, s.name, s.series, s.firstSample, s.sampleCount); });
    c.table("steps", a.steps, b.steps, [](auto& s) { return std::tuple(s.slice, s.number, s.warmup, s.cutOff); });
    const auto counts = [](const LoadCounts& n) {
        return std::tuple(n.elements, n.empty, n.nonObjects, n.dropped, n.slices, n.instants, n.counterSamples, n.flows,
                          n.metadata, n.implausible, n.byPhase);
    };
    if (counts(a.counts) != counts(b.counts)) c.differ("counts");
    c.table("oddities", a.oddities.entries(), b.oddities.entries(), [](auto& e) {
        std::string text = fmt::format("{} {}", static_cast<int>(e.kind), e.count);
        for (const OdditySample& s : e.samples) text += fmt::format("; {} {}", s.offset, s.detail);
        return text;
    });
}

void compareInfo(Compare& c, const TraceInfo& a, const TraceInfo& b) {
    const auto plain = [](const TraceInfo& i) {
        return std::tuple(i.fileName, i.baseTimeNs, i.schemaVersion, i.displayTimeUnit, i.traceName, i.rank,
                          i.rankSource, i.worldSize, i.backend, i.ncclVersion, i.recordShapes, i.profileMemory,
                          i.withStack, i.withModules, i.withFlops, i.versions, i.otherKeys, i.vendor, i.format,
                          i.compression, i.fileBytes, i.textBytes);
    };
    if (plain(a) != plain(b)) c.differ("info");
    c.table("log", a.log, b.log, [](auto& l) { return l.level + ":" + l.text; });
    c.table("groups", a.groups, b.groups, [](auto& g) { return std::tuple(g.name, g.description, g.ranks, g.size); });
    c.table("devices", a.devices, b.devices, [](auto& d) {
        return std::tuple(d.id, d.name, d.totalMemory, d.computeMajor, d.computeMinor, d.multiprocessors, d.warpSize,
                          d.maxThreadsPerMultiprocessor, d.registersPerMultiprocessor, d.sharedMemoryPerMultiprocessor);
    });
}

} // namespace

std::shared_ptr<const TraceStore> smallStore(std::uint32_t seed, std::uint32_t slices) {
    return Maker(seed, slices).make();
}

std::string storeDifference(const TraceStore& a, const TraceStore& b) {
    Compare c;
    compareSlices(c, a.slices(), b.slices());
    for (std::size_t at = 0; at < kArgFields; ++at) {
        c.side("args", a.parts().args[at], b.parts().args[at]);
        c.side("instants.args", a.instants().args[at], b.instants().args[at]);
    }
    c.side("uncut", a.parts().uncut, b.parts().uncut);
    compareRest(c, a.parts(), b.parts());
    compareTables(c, a.parts(), b.parts());
    compareInfo(c, a.info(), b.info());
    if (a.partial() != b.partial()) c.differ("partial");
    return c.take();
}

} // namespace lanescope::test
