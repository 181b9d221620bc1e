#include "widgets/models/load_status.h"

#include "core/export/quantity.h"

namespace lanescope::models {

QString loadStatusText(const LoadFigures& f) {
    const auto bytes = [](std::uint64_t n) {
        return QString::fromStdString(formatBytes(static_cast<std::int64_t>(n)));
    };
    if (f.totalBytes > 0 && f.doneBytes >= f.totalBytes)
        return bytes(f.totalBytes) + QStringLiteral(" read, putting the events in order, Esc stops");
    QString out = QStringLiteral("reading ") + bytes(f.doneBytes);
    if (f.totalBytes > 0) out += QStringLiteral(" of ") + bytes(f.totalBytes);
    if (f.secondsLeft)
        out += QStringLiteral(", ") +
               QString::fromStdString(formatDuration(std::int64_t{*f.secondsLeft} * 1'000'000'000, Precision::Slice)) +
               QStringLiteral(" left");
    return out + QStringLiteral(", Esc stops");
}

} // namespace lanescope::models
