#include "widgets/models/go_to.h"

#include <QRegularExpression>

#include <cmath>

namespace lanescope::models {

namespace {

std::optional<double> unitNs(const QString& unit) {
    if (unit == QLatin1String("ns")) return 1.0;
    if (unit == QLatin1String("us") || unit == QString(QChar(0xb5)) + QLatin1Char('s')) return 1e3;
    if (unit == QLatin1String("ms")) return 1e6;
    if (unit == QLatin1String("s")) return 1e9;
    return std::nullopt;
}

} // namespace

std::optional<GoTo> parseGoTo(const QString& text) {
    static const QRegularExpression step(QStringLiteral("^(?:step\\s*)?(\\d{1,18})$"));
    static const QRegularExpression time(
        QStringLiteral("^([+\\-\\x{2212}]?)\\s*(\\d{1,15}(?:\\.\\d{1,9})?)\\s*(\\S{1,2})$"));
    const QString trimmed = text.trimmed().toLower();
    if (const auto match = step.match(trimmed); match.hasMatch()) return GoToStep{match.captured(1).toLongLong()};
    const auto match = time.match(trimmed);
    if (!match.hasMatch()) return std::nullopt;
    const auto unit = unitNs(match.captured(3));
    if (!unit) return std::nullopt;
    const double ns = match.captured(2).toDouble() * *unit;
    if (!(ns < 9e18)) return std::nullopt;
    const std::int64_t whole = std::llround(ns);
    return GoToTime{match.captured(1).isEmpty() || match.captured(1) == QLatin1String("+") ? whole : -whole};
}

} // namespace lanescope::models
