// Every limit against hostile or absurd input, in one place. docs/user/limits.md says the same in words.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::limits {

inline constexpr std::size_t kChunkBytes = std::size_t{2} << 20; // decompressed text per chunk
inline constexpr std::size_t kMaxEventBytes = std::size_t{64}
                                              << 20; // one element of traceEvents; longer is dropped and listed
inline constexpr std::size_t kMaxNameBytes = std::size_t{64} << 10; // one interned string; longer is cut and listed
inline constexpr std::uint64_t kMaxInternBytes = std::uint64_t{2} << 30; // all interned strings of a trace
inline constexpr std::uint32_t kMaxThreads = 1u << 18;                   // different (pid, tid) of a trace
inline constexpr std::uint32_t kMaxLanes = 1u << 12; // lanes of one track; further overlaps share the last, listed
inline constexpr unsigned kMaxDepth = 1024;          // nesting of values that is looked into
inline constexpr std::size_t kMaxMetadataBytes = std::size_t{16} << 20; // one top-level value beside traceEvents
inline constexpr unsigned kMaxEventArrays = 64; // arrays of events of one file; each may cost a chunk of reading again
inline constexpr std::uint64_t kMaxEvents = (std::uint64_t{1} << 32) - 16;    // rows are 32 bit
inline constexpr unsigned kMaxUnwrapDepth = 2;                                // gzip inside gzip; deeper is not a trace
inline constexpr std::size_t kMaxArchiveMembers = 100000;                     // of a zip or tar
inline constexpr std::uint64_t kMaxTextBlockBytes = std::uint64_t{256} << 20; // packed text kept for raw events
inline constexpr std::int64_t kImplausibleNs = 86'400'000'000'000;            // one day (METRICS 1)

} // namespace lanescope::limits
