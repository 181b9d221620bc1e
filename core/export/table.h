// Tables of typed columns with units: what analyses and commands return. They never format text themselves; one
// formatter turns quantities into text for the window, the terminal and the exports alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lanescope {

enum class Unit : std::uint8_t { None, Nanoseconds, Bytes, Count, Ratio /* 0..1, shown as % */, BytesPerSecond, Text };

using Cell = std::variant<std::monostate, std::int64_t, double, std::string>; // monostate = not applicable

struct Column {
    std::string id;    // stable machine name with unit suffix: "gpu_busy_ns"
    std::string title; // for people: "busy"
    Unit unit = Unit::None;
};

struct Table {
    std::string id;
    std::string title;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
    std::vector<std::string> notes; // definition, thresholds, what was left out
};

enum class Format : std::uint8_t { Text, Json, Csv, Markdown };

// Text and Markdown are for people (units, thousands separators); JSON and CSV hold integers in ns and bytes.
std::string render(const std::vector<Table>& tables, Format format);

} // namespace lanescope
