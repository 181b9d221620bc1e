// Holds the GPU timeline that TraceLens gives for real traces against ours, computed by its rules from our unions. What
// differs is listed, with its cause, in docs/user/compare-with-tracelens.md.
#include "core/analysis/four_numbers.h"
#include "core/base/json.h"
#include "core/session/load_trace.h"

#include <QDir>
#include <QFile>
#include <QtTest>

#include <cmath>
#include <map>

using namespace lanescope;

namespace {

struct Reference {
    QString trace; // path
    std::map<std::string, double> us;
};

constexpr std::string_view kTimeline = "gpu_timeline[micro_idle_thresh_us=50,include_unlinked_kernels=True]";

std::map<std::string, double> timelineOf(const Json& document) {
    const Json* at = &document;
    for (const std::string_view key : {std::string_view("tracelens"), std::string_view("analyses"),
                                       std::string_view("tree"), std::string_view("result"), kTimeline}) {
        at = at->find(key);
        if (at == nullptr) return {};
    }
    std::map<std::string, double> out;
    const Json* rows = at->find("rows");
    for (const Json& row : rows != nullptr ? rows->elements() : Json::Array())
        out[*row.elements()[0].asText()] = 1e3 * row.elements()[1].asNumber().value_or(std::nan(""));
    return out;
}

std::vector<Reference> references() {
    std::vector<Reference> out;
    const QString traces = QString(LANESCOPE_SHARED_DIR) + "/traces/";
    for (const char* folder : {"reference/tracelens", "reference/hta"})
        for (const QString& name : QDir(traces + folder).entryList({"*.json"}, QDir::Files)) {
            QFile file(traces + folder + "/" + name);
            if (!file.open(QIODevice::ReadOnly)) continue;
            const auto json = parseJson(file.readAll().toStdString(), name.toStdString());
            const Json* trace = json.ok() ? json->find("file") : nullptr;
            if (trace == nullptr || trace->asText() == nullptr) continue;
            auto figures = timelineOf(*json);
            const QString path = traces + QString::fromStdString(*trace->asText());
            if (!figures.empty() && QFile::exists(path)) out.push_back({path, std::move(figures)});
        }
    return out;
}

// Sets count as computation there; copies are the category alone.
std::map<std::string, double> ours(const TraceStore& store) {
    const TraceWork work = collectTraceWork(store);
    const auto whole = wholeWindow(*work.all, {});
    if (!whole) return {};
    std::vector<Interval> computation, comm, copies;
    for (const SliceId s : work.all->work) {
        const Interval span{count(store.start(s)), count(store.end(s))};
        if (store.role(s) == Role::Memcpy && workClass(store.kind(s)) != WorkClass::Communication)
            copies.push_back(span);
        else if (workClass(store.kind(s)) == WorkClass::Communication)
            comm.push_back(span);
        else
            computation.push_back(span);
    }
    const IntervalList c = unionOf(computation);
    const IntervalList m = unionOf(comm);
    const IntervalList k = unionOf(copies);
    const auto us = [](std::int64_t ns) { return static_cast<double>(ns) / 1e3; };
    return {{"computation_time", us(length(c))},
            {"exposed_comm_time", us(length(subtract(m, c)))},
            {"exposed_memcpy_time", us(length(subtract(k, unionOf(c, m))))},
            {"busy_time", us(whole->busyNs)},
            {"micro_idle_time", us(whole->launchGapNs)},
            {"macro_idle_time", us(whole->midGapNs + whole->largeGapNs)},
            {"total_time", us(whole->wallNs)},
            {"total_comm_time", us(length(m))},
            {"total_memcpy_time", us(length(k))}};
}

QStringList knownDifferences() {
    QStringList out;
    QFile file(QString(LANESCOPE_SOURCE_DIR) + "/docs/user/compare-with-tracelens.md");
    if (!file.open(QIODevice::ReadOnly)) return out;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n'))
        if (line.startsWith("    ")) out << line.trimmed();
    return out;
}

} // namespace

class TestTraceLensFigures : public QObject {
    Q_OBJECT

private slots:
    void theTimelineByItsRulesIsTheSame() {
        const std::vector<Reference> all = references();
        if (all.empty()) QSKIP("the figures of TraceLens are not there");
        QStringList found;
        int checks = 0;
        for (const Reference& reference : all) {
            RunContext run;
            LoadOptions options;
            options.useIndex = false;
            const auto trace = loadTrace(reference.trace.toStdString(), options, run);
            QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
            const auto figures = ours(*trace->store);
            for (const auto& [name, theirs] : reference.us) {
                const auto mine = figures.find(name);
                if (mine == figures.end()) continue;
                ++checks;
                // It adds floating-point microseconds of absolute time: a quarter of one is lost per interval.
                if (std::abs(mine->second - theirs) <= 10.0) continue;
                found << QString("%1 %2: %3 here, %4 in TraceLens")
                             .arg(QFileInfo(reference.trace).fileName(), QString::fromStdString(name))
                             .arg(mine->second, 0, 'f', 3)
                             .arg(theirs, 0, 'f', 3);
            }
        }
        QVERIFY2(checks > 100, "most figures must have been compared");
        const QStringList known = knownDifferences();
        for (const QString& difference : found)
            if (!known.contains(difference)) qWarning("%s", qPrintable("    " + difference));
        for (const QString& difference : found)
            if (!known.contains(difference)) QFAIL(qPrintable("not listed: " + difference));
        for (const QString& difference : known)
            QVERIFY2(found.contains(difference), qPrintable("listed, but no longer there: " + difference));
    }
};

QTEST_APPLESS_MAIN(TestTraceLensFigures)
#include "tst_tracelens_figures.moc"
