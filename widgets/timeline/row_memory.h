// What is remembered of rows and of a trace's window, as JSON text: read back it gives the same; what is damaged or too
// large is left out. Pure; any thread.
#pragma once

#include "core/query/row_tree.h"
#include "widgets/scene/row_layout.h"

#include <QJsonObject>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope::timeline {

struct RowsMemory {
    scene::RowState state;
    bool pinsChosen = false;
    PythonFrames python = PythonFrames::Shown;
    StreamRows streams = StreamRows::Separate;
    std::vector<FilterRow> filters; // at most kMostFilterRows
};

QJsonObject toJson(const RowsMemory& rows);
RowsMemory rowsFromJson(const QJsonObject& json);

struct NoteMemory {
    std::int64_t beginNs = 0, endNs = 0; // from the start of the trace
    QString text;
};

// Of one trace; times count from its start.
struct TraceMemory {
    RowsMemory rows;
    std::pair<std::int64_t, std::int64_t> view{};
    std::optional<std::pair<std::int64_t, std::int64_t>> range;
    std::optional<std::int64_t> step; // its number
    int colourBy = 0;
    double scrollY = 0;
    std::vector<NoteMemory> notes;
};

QJsonObject toJson(const TraceMemory& memory);
std::optional<TraceMemory> traceFromJson(const QJsonObject& json); // none: not one

} // namespace lanescope::timeline
