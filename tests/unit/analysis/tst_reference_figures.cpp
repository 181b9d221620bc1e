// Holds every reference figure of the real traces against the whole chain: reader, builder, analysis. Agreement is to
// the nanosecond; the few true differences are listed, with their cause, in docs/dev/reference-differences.md.
#include "core/analysis/four_numbers.h"
#include "core/export/report_json.h"
#include "core/session/load_trace.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QtTest>

#include <map>

using namespace lanescope;

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The name of a figures file is the path of its trace with "__" for "/"; names hold "__" themselves, so the traces
// are asked instead of the names.
std::map<QString, QString> tracesByFiguresName(const QString& folder) {
    std::map<QString, QString> out;
    QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        out[QDir(folder).relativeFilePath(path).replace('/', "__") + ".json"] = path;
    }
    return out;
}

// "whole gpu_busy_ns: 5 instead of 7", one line for each figure that is not the same.
void compareFigures(QStringList& differences, const QString& where, const Json& wanted, const Json& got) {
    for (const auto& [key, value] : wanted.members()) {
        const Json* found = got.find(key);
        if (found && *found == value) continue;
        differences << QString("%1 %2: %3 instead of %4")
                           .arg(where, QString::fromStdString(key),
                                found ? QString::fromStdString(found->dump(Json::Style::Compact)) : "nothing",
                                QString::fromStdString(value.dump(Json::Style::Compact)));
    }
}

QStringList differencesOf(const TraceStore& store, const Json& wanted) {
    const Json got = reportJson(store, reportOf(store, {}));
    QStringList out;
    compareFigures(out, "whole", *wanted.find("whole"), *got.find("whole"));
    const Json::Array& wantedSteps = wanted.find("steps")->elements();
    const Json::Array& gotSteps = got.find("steps")->elements();
    if (wantedSteps.size() != gotSteps.size())
        out << QString("steps: %1 instead of %2").arg(gotSteps.size()).arg(wantedSteps.size());
    for (std::size_t i = 0; i < std::min(wantedSteps.size(), gotSteps.size()); ++i) {
        const QString name = QString::fromStdString(*wantedSteps[i].find("name")->asText());
        if (!(*gotSteps[i].find("name") == *wantedSteps[i].find("name"))) out << name + ": another step stands there";
        compareFigures(out, name, *wantedSteps[i].find("by_window"), *gotSteps[i].find("by_window"));
    }
    return out;
}

// "`file`: `figure` ..." lines of the page: which differences are known, each with its cause in the text around it.
QStringList knownDifferences() {
    QStringList out;
    const QString page = contentOf(QString(LANESCOPE_SOURCE_DIR) + "/docs/dev/reference-differences.md");
    for (const QString& line : page.split('\n'))
        if (line.startsWith("    ")) out << line.trimmed();
    return out;
}

} // namespace

class TestReferenceFigures : public QObject {
    Q_OBJECT

private slots:
    void everyFigureIsTheSameOrADifferenceWithAKnownCause() {
        const QString traces = QString(LANESCOPE_SHARED_DIR) + "/traces";
        const QDir figures(traces + "/reference/four_numbers");
        if (!figures.exists()) QSKIP("the folder with the real traces and their figures is not there");
        const auto paths = tracesByFiguresName(traces);
        const QStringList known = knownDifferences();
        QStringList found;
        for (const QString& name : figures.entryList({"*.json"}, QDir::Files)) {
            QVERIFY2(paths.contains(name), qPrintable(name));
            const auto wanted = parseJson(contentOf(figures.filePath(name)).toStdString(), name.toStdString());
            QVERIFY2(wanted.ok(), wanted.ok() ? "" : wanted.error().text().c_str());
            RunContext run;
            LoadOptions options;
            options.useIndex = false;
            const auto trace = loadTrace(paths.at(name).toStdString(), options, run);
            QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
            for (const QString& difference : differencesOf(*trace->store, *wanted))
                found << QDir(traces).relativeFilePath(paths.at(name)) + " " + difference;
        }
        for (const QString& difference : found)
            if (!known.contains(difference)) QFAIL(qPrintable("not listed: " + difference));
        for (const QString& difference : known)
            QVERIFY2(found.contains(difference), qPrintable("listed, but no longer there: " + difference));
    }
};

QTEST_APPLESS_MAIN(TestReferenceFigures)
#include "tst_reference_figures.moc"
