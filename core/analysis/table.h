// Tables of typed columns with units: what analyses and commands return. They never format text themselves; one
// formatter (core/export) turns quantities into text for the window, the terminal and the exports alike. A value.
#pragma once

#include "core/base/id.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lanescope {

enum class Unit : std::uint8_t {
    None,
    Nanoseconds,
    TimePoint, // ns of the file clock; people see it from Table::originNs
    Bytes,
    Count,
    Ratio, // 0..1, shown as %
    BytesPerSecond,
    Text,
};

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
    std::int64_t originNs = 0;
    std::vector<std::string> notes; // definition, thresholds, what was left out
    // Which slices a row stands for, for selection on the timeline: as many as rows, or empty. Never exported.
    std::vector<std::vector<SliceId>> rowSlices;
};

} // namespace lanescope
