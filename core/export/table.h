// Tables as text. Text and Markdown are for people (units, grouped digits); JSON and CSV hold integers in ns and bytes,
// whatever the language of the machine. Names from a file cannot break out of any of them: control characters are made
// visible, delimiters are quoted or escaped. Any thread.
#pragma once

#include "core/analysis/table.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanescope {

enum class Format : std::uint8_t { Text, Json, Csv, Markdown };

// JSON: {"tables": [{"id", "title", "columns": [{"id", "title", "unit"}], "rows": [{column id: value}], "notes"}]},
//   one row a line, members in the order of the columns; what is not applicable is null.
// CSV: RFC 4180, a header of column ids; several tables are parted by an empty line.
// Text: columns aligned by display width, numbers to the right, at most kTextCellColumns wide (longer names lose their
//   middle). Markdown: GitHub tables, nothing cut.
std::string render(std::span<const Table> tables, Format format);
std::string render(const Table& table, Format format);

inline constexpr std::size_t kTextCellColumns = 80;

// The word of a unit in machine output: "ns", "ns_file_clock", "bytes", "count", "ratio", "bytes_per_second", "text",
// "none".
std::string_view unitWord(Unit unit);

// One column as people read it: durations share one unit, chosen by the largest.
std::vector<std::string> formatCells(const Table& table, std::size_t column);

} // namespace lanescope
