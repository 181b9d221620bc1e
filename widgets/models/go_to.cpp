#include "widgets/models/go_to.h"

#include <QDate>
#include <QRegularExpression>

#include <cmath>

namespace lanescope::models {

namespace {

using Match = QRegularExpressionMatch;
constexpr std::int64_t kSecond = 1'000'000'000, kDay = 86'400 * kSecond;

std::optional<double> unitNs(const QString& unit) {
    static const std::pair<const char*, double> kUnits[] = {
        {"ns", 1},  {"us", 1e3},  {"\u00b5s", 1e3}, {"\u03bcs", 1e3}, {"ms", 1e6},
        {"s", 1e9}, {"sec", 1e9}, {"min", 60e9},    {"m", 60e9},      {"h", 3600e9}};
    for (const auto& [word, ns] : kUnits)
        if (unit == QString::fromUtf8(word)) return ns;
    return std::nullopt;
}

// Blanks of any width stand between groups of digits and before units; a true minus is one.
QString plain(const QString& text) {
    QString out = text.trimmed().toLower();
    for (QChar& c : out)
        if (c.isSpace() || c == QChar(0x202f) || c == QChar(0xa0) || c == QChar(0x2009)) c = QLatin1Char(' ');
    out.replace(QChar(0x2212), QLatin1Char('-'));
    static const QRegularExpression group(QStringLiteral("(?<=\\d) (?=\\d{3}(?!\\d))"));
    return out.replace(group, QString());
}

std::optional<std::int64_t> rounded(double ns, bool negative) {
    if (!(ns < 9e18)) return std::nullopt;
    const std::int64_t whole = std::llround(ns);
    return negative ? -whole : whole;
}

// "95.1 ms", "2 min 14 s"
std::optional<std::int64_t> withUnits(const QString& text) {
    static const QRegularExpression whole(
        QStringLiteral("^([+-]?) ?((?:\\d{1,15}(?:\\.\\d{1,9})? ?[^\\d\\s.]{1,3} ?){1,4})$"));
    static const QRegularExpression part(QStringLiteral("(\\d+(?:\\.\\d+)?) ?([^\\d\\s.]{1,3})"));
    const Match match = whole.match(text);
    if (!match.hasMatch()) return std::nullopt;
    double ns = 0, last = 1e18;
    for (auto it = part.globalMatch(match.captured(2)); it.hasNext();) {
        const Match one = it.next();
        const auto unit = unitNs(one.captured(2));
        if (!unit || *unit >= last) return std::nullopt; // larger units come first
        last = *unit;
        ns += one.captured(1).toDouble() * *unit;
    }
    return rounded(ns, match.captured(1) == QLatin1String("-"));
}

// "14:03", "14:03:07.123 456": digits after the point may be grouped as the ruler groups them.
const QString kClock = QStringLiteral("(\\d{1,4}):(\\d{2})(?::(\\d{2})(?:\\.([\\d ]{1,11}))?)?");

std::optional<std::int64_t> clockNs(const Match& match, int from) {
    const std::int64_t minutes = match.captured(from + 1).toLongLong(), seconds = match.captured(from + 2).toLongLong();
    const QString digits = match.captured(from + 3).remove(QLatin1Char(' '));
    if (minutes > 59 || seconds > 59 || digits.size() > 9) return std::nullopt;
    const std::int64_t fraction = digits.leftJustified(9, QLatin1Char('0')).toLongLong();
    return (match.captured(from).toLongLong() * 3600 + minutes * 60 + seconds) * kSecond + fraction;
}

// "2026-11-30 12:00:01.5 UTC", "12:00:01.5 UTC"
std::optional<GoTo> worldTime(const QString& text) {
    static const QRegularExpression form(
        QStringLiteral("^(?:(\\d{4})-(\\d{2})-(\\d{2})[t ])?%1 ?(utc|z|gmt)?$").arg(kClock));
    const Match match = form.match(text);
    const bool hasDay = match.hasMatch() && !match.captured(1).isEmpty();
    if (!match.hasMatch() || (!hasDay && match.captured(8).isEmpty())) return std::nullopt;
    const auto ns = clockNs(match, 4);
    if (!ns || *ns >= kDay) return std::nullopt;
    if (!hasDay) return GoToWorldTime{*ns, -1};
    const QDate day(match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3).toInt());
    if (!day.isValid() || day.year() < 1970 || day.year() > 2200) return std::nullopt;
    return GoToWorldTime{*ns, QDate(1970, 1, 1).daysTo(day) * kDay};
}

} // namespace

std::optional<GoTo> parseGoTo(const QString& text) {
    static const QRegularExpression step(QStringLiteral("^(?:step ?)?(\\d{1,18})$"));
    static const QRegularExpression clock(QStringLiteral("^%1$").arg(kClock));
    static const QRegularExpression ofFile(QStringLiteral("^file (-?\\d{1,18}) ?ns$"));
    const QString trimmed = plain(text);
    if (const Match match = step.match(trimmed); match.hasMatch()) return GoToStep{match.captured(1).toLongLong()};
    if (const Match match = ofFile.match(trimmed); match.hasMatch())
        return GoToFileTime{match.captured(1).toLongLong()};
    if (const auto ns = withUnits(trimmed)) return GoToTime{*ns};
    if (const auto world = worldTime(trimmed)) return world;
    const Match match = clock.match(trimmed);
    const auto ns = match.hasMatch() ? clockNs(match, 1) : std::nullopt;
    if (!ns) return std::nullopt;
    return GoToClock{*ns};
}

} // namespace lanescope::models
