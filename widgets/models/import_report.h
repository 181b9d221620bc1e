// The import report as plain data: what was strange in the file, what it means, where. Pure; any thread.
#pragma once

#include "core/store/trace_store.h"

#include <QString>

#include <optional>
#include <vector>

namespace lanescope::models {

struct OddityRow {
    OddityKind kind{};
    Severity severity{};
    QString found, done, effect;
    std::uint64_t count = 0;
    std::vector<OdditySample> samples;
};

struct ReportFigure {
    QString label, value;
};

struct ImportReport {
    QString statement;                 // first sentence: is the file shown, what is missing
    QString facts;                     // file, sizes, how long it took
    std::vector<ReportFigure> figures; // kept, repaired, left out, links, clock
    std::vector<OddityRow> rows;       // missing first, then repaired, then strange; by count within
    std::uint64_t missing = 0;         // events or more that are not there
};

ImportReport importReport(const TraceStore& store, qint64 loadMs, bool fromIndex);
QString importMarkdown(const ImportReport& report);

// The slice written at a byte offset, or the nearest one that starts before it; one pass over the rows.
std::optional<SliceId> sliceAtOffset(const TraceStore& store, std::uint64_t offset);

} // namespace lanescope::models
