// The small tables of a store (threads, tracks, lanes, steps, categories, what the trace says about itself, counts,
// oddities) and the index key as bytes. One function per struct names its members for both directions; structured
// bindings break when a member is added. Reading believes nothing. Any thread.
#pragma once

#include "core/cache/index_file.h"

#include <string>
#include <string_view>

namespace lanescope::cache {

std::string encodeTables(const StoreParts& parts, const IndexKey& key);
// Fills the tables of `parts` and sizes its LOD levels. False when the bytes make no sense.
bool decodeTables(std::string_view bytes, StoreParts& parts, IndexKey& key);
// Whether tables and columns fit each other: sizes, ranges, every index. `parts` has its columns by now.
bool tablesFit(const StoreParts& parts);

} // namespace lanescope::cache
