#include "widgets/models/import_report.h"

#include "core/export/quantity.h"

#include <QStringList>

#include <algorithm>

namespace lanescope::models {

namespace {

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
QString countText(std::uint64_t n) { return QString::fromStdString(formatCount(static_cast<std::int64_t>(n))); }
QString bytesText(std::uint64_t n) { return QString::fromStdString(formatBytes(static_cast<std::int64_t>(n))); }

QString doneText(Severity severity) {
    switch (severity) {
    case Severity::Missing:
        return QStringLiteral("left out");
    case Severity::Repaired:
        return QStringLiteral("read as was meant");
    case Severity::Strange:
        return QStringLiteral("kept, nothing lost");
    }
    return {};
}

int rank(Severity severity) { return severity == Severity::Missing ? 0 : severity == Severity::Repaired ? 1 : 2; }

QString statement(const TraceStore& store, const ImportReport& report) {
    const LoadCounts& counts = store.counts();
    if (store.oddities().countOf(OddityKind::Truncated) + store.oddities().countOf(OddityKind::GzipTruncated) > 0)
        return QStringLiteral("The file ends in the middle. What was there before is shown: %1 events.")
            .arg(countText(counts.elements));
    if (report.missing == 0)
        return report.rows.empty() ? QStringLiteral("The file is shown as it was written.")
                                   : QStringLiteral("The file is shown. Nothing is missing.");
    if (counts.dropped == 0) return QStringLiteral("The file is shown. Something is missing: see the list.");
    return QStringLiteral("The file is shown. %1 %2 of %3 could not be read.")
        .arg(countText(counts.dropped), counts.dropped == 1 ? QStringLiteral("event") : QStringLiteral("events"),
             countText(counts.elements));
}

QString fileFacts(const TraceStore& store, qint64 loadMs, bool fromIndex) {
    const TraceInfo& info = store.info();
    QStringList parts{q(info.fileName), bytesText(info.fileBytes)};
    if (info.compression != "none" && !info.compression.empty())
        parts << QStringLiteral("%1 of text, %2").arg(bytesText(info.textBytes), q(info.compression));
    if (!info.format.empty()) parts << q(info.format);
    const QString time = QString::fromStdString(formatDuration(loadMs * 1'000'000, Precision::Slice));
    return parts.join(QStringLiteral(", ")) +
           (fromIndex ? QStringLiteral(". Opened from the index in %1.") : QStringLiteral(". Opened in %1.")).arg(time);
}

std::vector<ReportFigure> figures(const TraceStore& store, const ImportReport& report) {
    std::uint64_t repaired = 0;
    for (const OddityRow& row : report.rows)
        if (row.severity == Severity::Repaired) repaired += row.count;
    const std::uint64_t early = store.oddities().countOf(OddityKind::KernelBeforeLaunch);
    return {{QStringLiteral("elements read"), countText(store.counts().elements)},
            {QStringLiteral("repaired"), countText(repaired)},
            // Slices with a time that cannot be believed are in no figure either.
            {QStringLiteral("left out"), countText(store.counts().dropped + store.counts().implausible)},
            {QStringLiteral("launch links"), countText(store.launches().workRows.size())},
            {QStringLiteral("clock check"), early == 0 ? QStringLiteral("ok, no work before its call")
                                                       : QStringLiteral("%1 before their call").arg(countText(early))}};
}

} // namespace

ImportReport importReport(const TraceStore& store, qint64 loadMs, bool fromIndex) {
    ImportReport out;
    for (const OddityEntry& entry : store.oddities().entries()) {
        const OddityInfo& about = info(entry.kind);
        out.rows.push_back({entry.kind, about.severity, q(about.title), doneText(about.severity), q(about.effect),
                            entry.count, entry.samples});
        if (about.severity == Severity::Missing) out.missing += entry.count;
    }
    std::stable_sort(out.rows.begin(), out.rows.end(), [](const OddityRow& a, const OddityRow& b) {
        if (a.severity != b.severity) return rank(a.severity) < rank(b.severity);
        return a.count > b.count;
    });
    out.statement = statement(store, out);
    out.facts = fileFacts(store, loadMs, fromIndex);
    out.figures = figures(store, out);
    return out;
}

QString importMarkdown(const ImportReport& report) {
    QString out = report.statement + QStringLiteral("\n\n") + report.facts + QStringLiteral("\n\n");
    for (const ReportFigure& f : report.figures) out += QStringLiteral("- %1: %2\n").arg(f.label, f.value);
    if (report.rows.empty()) return out;
    out += QStringLiteral("\n| what was found | count | what was done | effect on the numbers |\n|---|---:|---|---|\n");
    for (const OddityRow& row : report.rows)
        out += QStringLiteral("| %1 | %2 | %3 | %4 |\n").arg(row.found).arg(row.count).arg(row.done, row.effect);
    return out;
}

std::optional<SliceId> sliceAtOffset(const TraceStore& store, std::uint64_t offset) {
    std::optional<SliceId> best;
    std::uint64_t bestOffset = 0;
    for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
        const std::uint64_t at = store.eventOffset(SliceId{row});
        if (at > offset || (best && at < bestOffset)) continue;
        best = SliceId{row};
        bestOffset = at;
    }
    return best;
}

} // namespace lanescope::models
