// The columns of a trace as plain spans: owned by vectors after a load, or mapped from an index file. Immutable.
// Slices are ordered by (track, lane, start); within a lane they never overlap, so starts and ends are both sorted.
#pragma once

#include "core/base/id.h"
#include "core/base/time.h"
#include "core/store/arg_fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace lanescope {

inline constexpr std::uint32_t kNoRow = 0xffffffffu;    // storage only: interfaces use std::optional
inline constexpr std::uint32_t kWideMark = 0xffffffffu; // the value is in the wide side table

// A 32-bit column whose rare larger values live in a sorted side table.
struct NarrowColumn {
    std::span<const std::uint32_t> narrow;
    std::span<const std::uint32_t> wideRows; // sorted rows where narrow == kWideMark
    std::span<const std::int64_t> wideValues;
    std::int64_t at(std::uint32_t row) const { return narrow[row] != kWideMark ? narrow[row] : wideAt(row); }
    std::int64_t wideAt(std::uint32_t row) const;
};

// A column that exists only for some rows.
struct SideColumn {
    std::span<const std::uint32_t> rows;   // sorted
    std::span<const std::uint32_t> narrow; // exactly one of narrow and wide has the size of rows
    std::span<const std::int64_t> wide;
    std::size_t size() const { return rows.size(); }
    std::int64_t valueAt(std::size_t i) const { return wide.empty() ? std::int64_t{narrow[i]} : wide[i]; }
    std::optional<std::int64_t> find(std::uint32_t row) const;
};

enum class Role : std::uint8_t { // what a category is for
    CpuOp,
    UserAnnotation,
    PythonFunction,
    CpuInstant,
    Runtime,
    Driver,
    Kernel,
    Memcpy,
    Memset,
    GpuAnnotation,
    GpuSync,
    GpuEvent,
    Overhead,
    Span,
    Collective,
    Other,
};
constexpr bool isGpuWork(Role r) { return r == Role::Kernel || r == Role::Memcpy || r == Role::Memset; }
constexpr bool isLaunchCall(Role r) { return r == Role::Runtime || r == Role::Driver; }

enum class WorkKind : std::uint8_t { // finer kind of GPU work, for colours and tables
    None,                            // not GPU work
    Gemm,
    Attention,
    Convolution,
    Norm,
    Softmax,
    Elementwise,
    Reduction,
    Optimizer,
    Moe,
    Quantise,
    Embedding,
    Communication,
    Memory,
    Other,
    Count_
};
enum class WorkClass : std::uint8_t { None, Compute, Communication, Memory };
constexpr WorkClass workClass(WorkKind k) {
    switch (k) {
    case WorkKind::None:
        return WorkClass::None;
    case WorkKind::Communication:
        return WorkClass::Communication;
    case WorkKind::Memory:
        return WorkClass::Memory;
    default:
        return WorkClass::Compute;
    }
}
const char* kindWord(WorkKind kind);  // "gemm", "comm", "memory" ... as in the colour tokens
const char* className(WorkClass cls); // "compute", "communication", "memory"

struct CategoryInfo {
    StringId text; // as in the file
    Role role = Role::Other;
};

struct SliceColumns {
    std::span<const std::int64_t> start;   // ns, file clock
    NarrowColumn duration;                 // ns
    std::span<const std::uint32_t> name;   // StringId
    std::span<const std::uint32_t> parent; // row of the shortest slice of the same thread that contains it, or kNoRow
    NarrowColumn correlation;              // 0 = none
    NarrowColumn externalId;               // 0 = none
    std::span<const std::uint32_t> offsetLow; // byte offset of the event in the decompressed text, 40 bits
    std::span<const std::uint8_t> offsetHigh;
    std::span<const std::uint8_t> category; // index into the category table
    std::span<const std::uint8_t> kind;     // WorkKind
    std::size_t size() const { return start.size(); }
};

// Slices whose time cannot be believed (METRICS 1): on no track, in no lane, range or sum; counted, listed, findable.
// In order of thread, then file.
struct SetAsideColumns {
    enum class Reason : std::uint8_t { NegativeDuration, TooLong, FarStart };
    std::span<const std::int64_t> start;    // ns, file clock
    std::span<const std::int64_t> duration; // ns, as in the file
    std::span<const std::uint32_t> name;    // StringId
    std::span<const std::uint32_t> thread;  // ThreadId
    std::span<const std::uint64_t> offset;  // of the event in the decompressed text
    std::span<const std::uint8_t> category;
    std::span<const std::uint8_t> reason; // Reason
    std::size_t size() const { return start.size(); }
};

struct InstantColumns { // i, I, R and other points in time, sorted by (track, start)
    std::span<const std::int64_t> time;
    std::span<const std::uint32_t> track; // TrackId
    std::span<const std::uint32_t> name;
    std::span<const std::uint64_t> offset;
    std::span<const std::uint8_t> category;
    std::span<const std::uint8_t> phase;                                     // as written
    std::array<SideColumn, static_cast<std::size_t>(ArgField::Count_)> args; // rows are instant rows
    std::size_t size() const { return time.size(); }
};

// 64-bit numbers that are kept in 32 bits when all of them fit.
struct IdColumn {
    std::span<const std::uint32_t> narrow; // one of narrow and wide is empty
    std::span<const std::uint64_t> wide;
    std::size_t size() const { return wide.empty() ? narrow.size() : wide.size(); }
    std::uint64_t operator[](std::size_t i) const { return wide.empty() ? narrow[i] : wide[i]; }
};

struct FlowColumns { // s, t, f points, sorted by (category, id, time, file order)
    std::span<const std::int64_t> time;
    std::span<const std::uint32_t> slice; // row it binds to, or kNoRow
    IdColumn id;
    std::span<const std::uint8_t> category;
    std::span<const std::uint8_t> phase; // 's', 't', 'f'
    std::size_t size() const { return time.size(); }
};

// Launch links by correlation: one call may own many pieces of work.
struct LaunchLinks {
    std::span<const std::uint32_t> workRows;  // sorted rows of linked GPU events (work, syncs)
    std::span<const std::uint32_t> callRows;  // launch call of each
    std::span<const std::uint32_t> callIndex; // the same pairs ordered by (call row, work start): index into workRows
};

struct CounterColumns { // all samples, grouped by series, sorted by time within
    std::span<const std::int64_t> time;
    std::span<const double> value;
    std::size_t size() const { return time.size(); }
};

// What a slice is drawn as when many share one pixel: its kind, or for host rows its role. One byte.
constexpr std::uint8_t toneOf(WorkKind kind, Role role) {
    return kind != WorkKind::None ? static_cast<std::uint8_t>(kind)
                                  : static_cast<std::uint8_t>(16 + static_cast<unsigned>(role));
}
inline constexpr std::size_t kTones = 32; // every tone is smaller

// A level of detail over the slices of every lane: groups of 16 rows of the level below (16^(level+1) slices).
// Groups do not cross lanes. Per group: busy ns, row of the longest slice, tone of most time (ties: the smaller tone).
struct LodLevel {
    std::span<const std::uint64_t> laneFirstGroup; // size lanes + 1
    std::span<const std::int64_t> busy;
    std::span<const std::uint32_t> longest; // slice row
    std::span<const std::uint8_t> tone;     // toneOf() with most of the group's busy ns, from its slices
};

} // namespace lanescope
