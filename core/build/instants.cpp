#include "core/build/instants.h"

#include "core/build/natural_sort.h"

namespace lanescope::build {
namespace {

struct Key {
    std::int64_t time;
    std::uint32_t track;
    std::uint32_t record;
    std::uint32_t argsAt;
};

bool isAsync(std::uint32_t phase) { return phase == 'n' || phase == 'T' || phase == 'p'; }

class InstantWriter {
public:
    InstantWriter(const BuilderState& state, StoreMemory& memory, std::vector<Track>& tracks,
                  const std::stop_token& stop)
        : m_state(state), m_out(memory.instants), m_tracks(tracks), m_stop(stop) {}
    // Tracks [first, last) are those of the thread.
    void add(std::uint32_t thread, std::size_t first, std::size_t last) {
        const RawStream& stream = *m_state.data[thread]->instants;
        std::vector<Key> keys(stream.records.size());
        ArgBytes::Position after = 0;
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            const RawRecord& record = stream.records[i];
            const unsigned bytes = record.argBytes();
            const ArgBytes::Position at = bytes == 0 ? after : stream.args.begin(after, bytes);
            after = at + bytes;
            keys[i] = {record.start, trackFor(record, first, last), i, at};
        }
        const auto less = [](const Key& a, const Key& b) {
            return a.track != b.track ? a.track < b.track : a.time < b.time;
        };
        naturalSort(keys, less, m_stop);
        if (m_stop.stop_requested()) return;
        for (const Key& key : keys) write(key, stream);
    }

private:
    std::uint32_t trackFor(const RawRecord& record, std::size_t first, std::size_t last) const {
        const TrackRole wanted =
            isAsync(record.duration) ? TrackRole::Async : m_state.categories.trackRole(record.category);
        for (std::size_t t = first; t < last; ++t)
            if (m_tracks[t].role == wanted) return static_cast<std::uint32_t>(t);
        return static_cast<std::uint32_t>(first);
    }
    void write(const Key& key, const RawStream& stream) {
        const RawRecord& record = stream.records[key.record];
        const std::uint32_t row = m_row++;
        Track& track = m_tracks[key.track];
        if (track.instantCount++ == 0) track.firstInstant = row;
        m_out.time[row] = record.start;
        m_out.track[row] = key.track;
        m_out.name[row] = record.name;
        m_out.offset[row] = record.offset();
        m_out.category[row] = record.category;
        m_out.phase[row] = static_cast<std::uint8_t>(record.duration);
        if (record.argBytes() == 0) return;
        ArgReader args(stream.args.at(key.argsAt), record.argBytes());
        for (PackedArg arg; args.next(arg);) m_out.args[static_cast<std::size_t>(arg.field)].push(row, arg.value);
    }
    const BuilderState& m_state;
    StoreMemory::Instants& m_out;
    std::vector<Track>& m_tracks;
    const std::stop_token& m_stop;
    std::uint32_t m_row = 0;
};

void reserve(StoreMemory::Instants& out, std::size_t count) {
    out.time = ColumnBuffer<std::int64_t>(count);
    out.track = ColumnBuffer<std::uint32_t>(count);
    out.name = ColumnBuffer<std::uint32_t>(count);
    out.offset = ColumnBuffer<std::uint64_t>(count);
    out.category = ColumnBuffer<std::uint8_t>(count);
    out.phase = ColumnBuffer<std::uint8_t>(count);
}

void sealArgs(std::span<SideList> args) {
    for (std::size_t i = 0; i < args.size(); ++i) {
        for (std::size_t before = 0; before < i; ++before)
            if (args[i].shareRowsOf(args[before])) break;
        args[i].seal();
    }
}

} // namespace

void fillInstants(const BuilderState& state, StoreMemory& memory, std::vector<Track>& tracks,
                  const std::stop_token& stop) {
    std::size_t count = 0;
    for (const auto& data : state.data)
        if (data) count += data->instantCount();
    reserve(memory.instants, count);
    InstantWriter writer(state, memory, tracks, stop);
    std::size_t first = 0;
    for (std::uint32_t thread = 0; thread < state.data.size(); ++thread) {
        std::size_t last = first;
        while (last < tracks.size() && tracks[last].thread.value == thread) ++last;
        if (state.data[thread] && state.data[thread]->instantCount() > 0) writer.add(thread, first, last);
        first = last;
    }
    sealArgs(memory.instants.args);
}

} // namespace lanescope::build
