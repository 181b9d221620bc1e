#include "core/build/instants.h"

#include <algorithm>

namespace lanescope::build {
namespace {

struct Key {
    std::int64_t time;
    std::uint32_t track;
    std::uint32_t record;
};

bool isAsync(std::uint32_t phase) { return phase == 'n' || phase == 'T' || phase == 'p'; }

class InstantWriter {
public:
    InstantWriter(const BuilderState& state, StoreMemory& memory, std::vector<Track>& tracks)
        : m_state(state), m_out(memory.instants), m_tracks(tracks) {}
    // Tracks [first, last) are those of the thread.
    void add(std::uint32_t thread, std::size_t first, std::size_t last) {
        const RawStream& stream = m_state.data[thread]->instants;
        std::vector<Key> keys;
        std::vector<ArgReader> args;
        forEachWithArgs(stream, [&](std::size_t i, const RawRecord& record, ArgReader reader) {
            keys.push_back({record.start, trackFor(record, first, last), static_cast<std::uint32_t>(i)});
            args.push_back(reader);
        });
        std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
            return a.track != b.track ? a.track < b.track : a.time < b.time;
        });
        for (const Key& key : keys) write(key, stream.records[key.record], args[key.record]);
    }

private:
    std::uint32_t trackFor(const RawRecord& record, std::size_t first, std::size_t last) const {
        const TrackRole wanted =
            isAsync(record.duration) ? TrackRole::Async : trackRoleOf(m_state.categories.role(record.category));
        for (std::size_t t = first; t < last; ++t)
            if (m_tracks[t].role == wanted) return static_cast<std::uint32_t>(t);
        return static_cast<std::uint32_t>(first);
    }
    void write(const Key& key, const RawRecord& record, ArgReader args) {
        const auto row = static_cast<std::uint32_t>(m_out.time.size());
        Track& track = m_tracks[key.track];
        if (track.instantCount++ == 0) track.firstInstant = row;
        m_out.time.push_back(record.start);
        m_out.track.push_back(key.track);
        m_out.name.push_back(record.name);
        m_out.offset.push_back(record.offset());
        m_out.category.push_back(record.category);
        m_out.phase.push_back(static_cast<std::uint8_t>(record.duration));
        for (PackedArg arg; args.next(arg);) m_out.args[static_cast<std::size_t>(arg.field)].push(row, arg.value);
    }
    const BuilderState& m_state;
    StoreMemory::Instants& m_out;
    std::vector<Track>& m_tracks;
};

} // namespace

void fillInstants(const BuilderState& state, StoreMemory& memory, std::vector<Track>& tracks) {
    InstantWriter writer(state, memory, tracks);
    std::size_t first = 0;
    for (std::uint32_t thread = 0; thread < state.data.size(); ++thread) {
        std::size_t last = first;
        while (last < tracks.size() && tracks[last].thread.value == thread) ++last;
        if (state.data[thread] && state.data[thread]->instants.records.size() > 0) writer.add(thread, first, last);
        first = last;
    }
    for (SideMemory& column : memory.instants.args) column.shrink();
}

} // namespace lanescope::build
