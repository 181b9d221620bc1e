#include "core/cache/table_codec.h"

#include "core/io/bytes.h"

#include <concepts>
#include <type_traits>
#include <utility>

namespace lanescope::cache {
namespace {

template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

// How many values an enum of the tables has; others are refused.
template <class E>
constexpr std::uint64_t kEnumCount = 0;
template <>
constexpr std::uint64_t kEnumCount<Role> = static_cast<std::uint64_t>(Role::Other) + 1;
template <>
constexpr std::uint64_t kEnumCount<TrackRole> = static_cast<std::uint64_t>(TrackRole::Other) + 1;
template <>
constexpr std::uint64_t kEnumCount<TraceInfo::RankSource> = static_cast<std::uint64_t>(TraceInfo::RankSource::User) + 1;
template <>
constexpr std::uint64_t kEnumCount<OddityKind> = static_cast<std::uint64_t>(OddityKind::Count_);

class Encoder {
public:
    template <class... T>
    void operator()(const T&... values) {
        (put(values), ...);
    }
    std::string take() { return std::move(m_out); }

private:
    template <std::integral T>
    void put(const T& v) {
        io::putNumber(m_out, static_cast<std::uint64_t>(v));
    }
    template <class T>
        requires std::is_enum_v<T>
    void put(const T& v) {
        io::putNumber(m_out, static_cast<std::uint64_t>(v));
    }
    template <class Tag>
    void put(const Id<Tag>& v) {
        put(v.value);
    }
    void put(const std::string& v) {
        put(v.size());
        m_out += v;
    }
    template <class T>
    void put(const std::optional<T>& v) {
        put(v.has_value());
        if (v) put(*v);
    }
    template <class A, class B>
    void put(const std::pair<A, B>& v) {
        (*this)(v.first, v.second);
    }
    template <class T>
    void put(const std::vector<T>& v) {
        put(v.size());
        for (const T& each : v) put(each);
    }
    template <class T, std::size_t N>
    void put(const std::array<T, N>& v) {
        for (const T& each : v) put(each);
    }
    template <class T>
        requires std::is_class_v<T>
    void put(const T& v) {
        fields(*this, v);
    }

    std::string m_out;
};

class Decoder {
public:
    explicit Decoder(std::string_view bytes) : m_in(bytes) {}
    template <class... T>
    void operator()(T&... values) {
        (get(values), ...);
    }
    bool ok() const { return m_in.ok(); }
    bool atEnd() const { return m_in.ok() && m_in.rest().empty(); }
    void fail() { m_in.fail(); }

private:
    template <std::integral T>
    void get(T& v) {
        const auto wide = m_in.number<std::uint64_t>();
        v = static_cast<T>(wide);
        if (static_cast<std::uint64_t>(v) != wide) m_in.fail();
    }
    template <class T>
        requires std::is_enum_v<T>
    void get(T& v) {
        static_assert(kEnumCount<T> > 0);
        const auto wide = m_in.number<std::uint64_t>();
        if (wide >= kEnumCount<T>) m_in.fail();
        v = static_cast<T>(wide < kEnumCount<T> ? wide : 0);
    }
    template <class Tag>
    void get(Id<Tag>& v) {
        get(v.value);
    }
    void get(std::string& v) { v = m_in.piece(m_in.number<std::uint64_t>()); }
    template <class T>
    void get(std::optional<T>& v) {
        bool has = false;
        get(has);
        if (has) get(v.emplace());
    }
    template <class A, class B>
    void get(std::pair<A, B>& v) {
        (*this)(v.first, v.second);
    }
    template <class T>
    void get(std::vector<T>& v) {
        const auto count = m_in.number<std::uint64_t>();
        if (count > m_in.rest().size() / 8) m_in.fail(); // every element takes eight bytes or more
        for (std::uint64_t i = 0; i < count && m_in.ok(); ++i) get(v.emplace_back());
    }
    template <class T, std::size_t N>
    void get(std::array<T, N>& v) {
        for (T& each : v) get(each);
    }
    template <class T>
        requires std::is_class_v<T>
    void get(T& v) {
        fields(*this, v);
    }

    io::ByteReader m_in;
};

template <class A>
void fields(A& a, Is<ProcessGroup> auto& v) {
    auto& [name, description, ranks, size] = v;
    a(name, description, ranks, size);
}
template <class A>
void fields(A& a, Is<DeviceProperties> auto& v) {
    auto& [id, name, memory, major, minor, processors, warp, threads, registers, shared] = v;
    a(id, name, memory, major, minor, processors, warp, threads, registers, shared);
}
template <class A>
void fields(A& a, Is<LogLine> auto& v) {
    auto& [level, text] = v;
    a(level, text);
}
template <class A>
void fields(A& a, Is<TraceInfo> auto& v) {
    auto& [fileName, baseTimeNs, schemaVersion, displayTimeUnit, traceName, rank, rankSource, worldSize, backend,
           ncclVersion, groups, devices, recordShapes, profileMemory, withStack, withModules, withFlops, versions, log,
           otherKeys, vendor, format, compression, fileBytes, textBytes] = v;
    a(fileName, baseTimeNs, schemaVersion, displayTimeUnit, traceName, rank, rankSource, worldSize, backend,
      ncclVersion, groups, devices, recordShapes, profileMemory, withStack, withModules, withFlops, versions, log,
      otherKeys, vendor, format, compression, fileBytes, textBytes);
}
template <class A>
void fields(A& a, Is<Thread> auto& v) {
    auto& [pid, tid, processName, processLabels, name, processSort, sort, hasProcessSort, hasSort] = v;
    a(pid, tid, processName, processLabels, name, processSort, sort, hasProcessSort, hasSort);
}
template <class A>
void fields(A& a, Is<Track> auto& v) {
    auto& [thread, role, firstLane, lanes, firstSlice, slices, firstInstant, instants, device, stream] = v;
    a(thread, role, firstLane, lanes, firstSlice, slices, firstInstant, instants, device, stream);
}
template <class A>
void fields(A& a, Is<Lane> auto& v) {
    auto& [track, firstSlice, slices] = v;
    a(track, firstSlice, slices);
}
template <class A>
void fields(A& a, Is<CounterSeries> auto& v) {
    auto& [thread, name, series, firstSample, samples] = v;
    a(thread, name, series, firstSample, samples);
}
template <class A>
void fields(A& a, Is<Step> auto& v) {
    auto& [slice, number, warmup, cutOff] = v;
    a(slice, number, warmup, cutOff);
}
template <class A>
void fields(A& a, Is<CategoryInfo> auto& v) {
    auto& [text, role] = v;
    a(text, role);
}
template <class A>
void fields(A& a, Is<LoadCounts> auto& v) {
    auto& [elements, empty, nonObjects, dropped, slices, instants, samples, flows, metadata, implausible, byPhase] = v;
    a(elements, empty, nonObjects, dropped, slices, instants, samples, flows, metadata, implausible, byPhase);
}
template <class A>
void fields(A& a, Is<OdditySample> auto& v) {
    auto& [offset, detail] = v;
    a(offset, detail);
}
template <class A>
void fields(A& a, Is<OddityEntry> auto& v) {
    auto& [kind, count, samples] = v;
    a(kind, count, samples);
}
template <class A>
void fields(A& a, Is<io::SourceId> auto& v) {
    auto& [size, mtimeNs, fingerprint] = v;
    a(size, mtimeNs, fingerprint);
}
template <class A>
void fields(A& a, Is<IndexKey> auto& v) {
    auto& [source, fileName, rules, userRank] = v;
    a(source, fileName, rules, userRank);
}

// The same entries again; add() counts the first sample with what the others leave over.
bool restoreOddities(const std::vector<OddityEntry>& entries, OddityList& list) {
    for (const OddityEntry& entry : entries) {
        const std::size_t samples = entry.samples.size();
        if (samples == 0 || samples > OddityList::kMaxSamples || entry.count < samples) return false;
        std::uint64_t count = entry.count - (samples - 1);
        for (const OdditySample& sample : entry.samples) {
            list.add(entry.kind, sample.offset, sample.detail, count);
            count = 1;
        }
    }
    return true;
}

} // namespace

std::string encodeTables(const StoreParts& parts, const IndexKey& key) {
    Encoder a;
    a(key, parts.categories, parts.threads, parts.tracks, parts.lanes, parts.counterSeries, parts.steps, parts.info,
      parts.counts, parts.oddities.entries(), parts.lod.size());
    return a.take();
}

bool decodeTables(std::string_view bytes, StoreParts& parts, IndexKey& key) {
    Decoder a(bytes);
    std::vector<OddityEntry> oddities;
    std::uint64_t levels = 0;
    a(key, parts.categories, parts.threads, parts.tracks, parts.lanes, parts.counterSeries, parts.steps, parts.info,
      parts.counts, oddities, levels);
    constexpr std::uint64_t kMaxLevels = 16; // 16^8 is more than all rows
    if (!a.atEnd() || levels > kMaxLevels) return false;
    parts.lod.resize(levels);
    return restoreOddities(oddities, parts.oddities);
}

} // namespace lanescope::cache
