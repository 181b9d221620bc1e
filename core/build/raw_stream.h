// What the builder keeps of each event of one thread until the end of the file: 32 bytes and its typed arguments packed
// behind. In file order; an event's number in its stream is its identity while building. One writer, then many readers.
#pragma once

#include "core/build/block_list.h"
#include "core/store/arg_fields.h"
#include "core/store/columns.h"

#include <cstdint>
#include <vector>

namespace lanescope::build {

inline constexpr std::uint32_t kNoRecord = 0xffffffffu;

enum class RecordKind : std::uint8_t {
    Slice,      // X: has its duration
    Begin,      // B: the duration comes from its E
    End,        // E: no slice of its own
    AsyncBegin, // b, S: the duration comes from its e or F
    Instant,
};

struct RawRecord {
    std::int64_t start;
    std::uint32_t duration; // ns, kWideMark = in the stream's wide values; of an instant its phase
    std::uint32_t name;
    std::uint32_t correlation; // kWideMark = wide
    std::uint32_t externalId;  // kWideMark = wide
    std::uint32_t offsetLow;
    std::uint8_t offsetHigh;
    std::uint8_t category;
    std::uint16_t kindAndArgs; // RecordKind << 12 | bytes of packed arguments
    RecordKind kind() const { return static_cast<RecordKind>(kindAndArgs >> 12); }
    unsigned argBytes() const { return kindAndArgs & 0xfffu; }
    std::uint64_t offset() const { return (std::uint64_t{offsetHigh} << 32) | offsetLow; }
};
static_assert(sizeof(RawRecord) == 32);

enum class WideField : std::uint8_t { Duration, Correlation, ExternalId };
struct WideValue {
    std::uint32_t record;
    WideField field;
    std::int64_t value;
};

// Typed arguments as bytes: field and width in one byte, then 1, 2, 4 or 8 bytes of the value.
class ArgBytes {
public:
    using Position = std::uint32_t; // block << 16 | byte; positions follow from the sizes in file order
    static constexpr std::size_t kMostBytes = 0xfff; // of one event
    struct Packed {
        std::array<std::uint8_t, static_cast<std::size_t>(ArgField::Count_) * 9> bytes;
        std::size_t size = 0;
        bool add(ArgField field, std::int64_t value); // false: no room
    };
    // False when there is no room for more: 4 GiB of arguments on one thread.
    bool append(const Packed& packed, BlockPool& pool);
    // Position after an event of `bytes` that began at `position`; and where such an event begins.
    Position begin(Position after, std::size_t bytes) const;
    const std::uint8_t* at(Position position) const { return m_blocks[position >> 16].data + (position & 0xffff); }
    bool empty() const { return m_blocks.empty(); }
    void clear();
    ArgBytes() = default;
    ArgBytes(const ArgBytes&) = delete;
    ArgBytes& operator=(const ArgBytes&) = delete;
    ~ArgBytes() { clear(); }

private:
    struct Block {
        std::uint8_t* data;
        std::uint32_t size; // capacity
    };
    std::vector<Block> m_blocks; // the first three small
    std::uint32_t m_used = 0;    // of the last block
    BlockPool* m_pool = nullptr;
};

struct PackedArg {
    ArgField field{};
    std::int64_t value = 0;
};

// Reads the packed arguments of one event: while (reader.next(arg)) ...
class ArgReader {
public:
    ArgReader(const std::uint8_t* bytes, std::size_t size) : m_at(bytes), m_end(bytes + size) {}
    bool next(PackedArg& arg);

private:
    const std::uint8_t* m_at;
    const std::uint8_t* m_end;
};

struct RawStream {
    BlockList<RawRecord> records;
    ArgBytes args;
    std::vector<WideValue> wide; // by record
    std::int64_t wideValue(std::size_t record, WideField field) const;
    void clear();
};

// Calls f(record number, record, ArgReader) for every record, in file order.
template <class F>
void forEachWithArgs(const RawStream& stream, F&& f) {
    ArgBytes::Position after = 0;
    for (std::size_t i = 0; i < stream.records.size(); ++i) {
        const RawRecord& record = stream.records[i];
        const unsigned bytes = record.argBytes();
        if (bytes == 0) {
            f(i, record, ArgReader(nullptr, 0));
            continue;
        }
        const ArgBytes::Position begin = stream.args.begin(after, bytes);
        f(i, record, ArgReader(stream.args.at(begin), bytes));
        after = static_cast<ArgBytes::Position>(begin + bytes);
    }
}

} // namespace lanescope::build
