#include "widgets/trainer/practice_results.h"

#include <algorithm>

namespace lanescope::trainer {

namespace {
const QString kKey = QStringLiteral("practice/results");
constexpr int kFields = 5;
} // namespace

QVector<PracticeResult> PracticeResults::all() const {
    QVector<PracticeResult> out;
    for (const QString& line : m_store.value(kKey).toStringList()) {
        const QStringList f = line.split(QLatin1Char(' '));
        if (f.size() != kFields || out.size() >= kMost) continue;
        bool ok[4] = {};
        PracticeResult r;
        r.when = QDateTime::fromString(f[0], Qt::ISODate);
        r.seed = f[1].toULongLong(&ok[0]);
        r.points = f[2].toInt(&ok[1]);
        r.mostPoints = f[3].toInt(&ok[2]);
        r.milliseconds = f[4].toLongLong(&ok[3]);
        if (r.when.isValid() && std::all_of(std::begin(ok), std::end(ok), [](bool b) { return b; })) out << r;
    }
    return out;
}

void PracticeResults::add(const PracticeResult& result) {
    QVector<PracticeResult> list = all();
    list.prepend(result);
    QStringList lines;
    for (const PracticeResult& r : list.mid(0, kMost))
        lines << QString("%1 %2 %3 %4 %5")
                     .arg(r.when.toString(Qt::ISODate))
                     .arg(r.seed)
                     .arg(r.points)
                     .arg(r.mostPoints)
                     .arg(r.milliseconds);
    m_store.setValue(kKey, lines);
    m_store.sync();
}

std::optional<PracticeResult> PracticeResults::best() const {
    const QVector<PracticeResult> list = all();
    if (list.isEmpty()) return std::nullopt;
    return *std::max_element(list.begin(), list.end(), [](const PracticeResult& a, const PracticeResult& b) {
        return a.points != b.points ? a.points < b.points : a.milliseconds > b.milliseconds;
    });
}

} // namespace lanescope::trainer
