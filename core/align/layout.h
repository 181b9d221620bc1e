// How a job is split over its ranks (tensor, pipeline, data, context, expert parallel), from its process groups: by
// their names and descriptions, else by their shape, marked so. Any thread.
#pragma once

#include "core/align/matching.h"

#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace lanescope::align {

enum class Parallel : std::uint8_t { Tensor, Pipeline, Data, Context, Expert };
inline constexpr std::size_t kParallels = 5;
std::string_view parallelWord(Parallel p); // "tp", "pp", "dp", "cp", "ep"

// What a group's name or description says, in the order of Parallel: "TENSOR_MODEL_PARALLEL_GROUP" {Tensor},
// "mesh_dp_cp" {Data, Context}, "default_pg" nothing.
std::vector<Parallel> parallelsInName(std::string_view name);

enum class KnownBy : std::uint8_t { Name, Shape, Timeline, User };

struct Layout {
    struct Dimension {
        Parallel parallel{};
        KnownBy by{};
        std::int64_t size = 0;   // ranks in a group of it; the largest
        std::int64_t stride = 0; // from a rank to that of the next place; 0: they do not tell
    };
    std::vector<Dimension> dimensions; // in the order of Parallel
    // Per record: its place in its group of that dimension.
    std::vector<std::map<Parallel, std::int64_t>> places;
};

// By name: a group of one dimension is that. Groups of data parallelism that share a rank are one (shards and
// replicas), apart where another dimension differs ("dp_cp" beside "cp"); of several others at once: only where nothing
// else tells. By shape: groups whose ranks only send and receive are pipelines, joined where they share a rank (stages
// in the order of ranks); neighbouring ranks are tensor parallel, others data parallel. A group of all ranks is data
// parallel when nothing else is.
Layout inferLayout(std::span<const RankRecord> records, const Matching& matching);

} // namespace lanescope::align
