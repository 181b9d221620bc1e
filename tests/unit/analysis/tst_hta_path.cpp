// Holds the critical path that Holistic Trace Analysis gives for real traces against ours. The definitions differ, so
// every difference is listed, with its cause, in docs/user/compare-with-hta.md; a difference that is not listed fails.
#include "core/analysis/critical_path/critical_path.h"
#include "core/analysis/intervals.h"
#include "core/base/json.h"
#include "core/session/load_trace.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include <array>
#include <cmath>
#include <map>

using namespace lanescope;

namespace {

const QString kTraces = QString(LANESCOPE_SHARED_DIR) + "/traces/";

struct Figure {
    const char* what;
    std::vector<PathCause> ours;
    std::vector<const char*> theirs; // keys of duration_by_bound
};
const std::vector<Figure>& figures() {
    using enum PathCause;
    static const std::vector<Figure> kFigures{
        {"host", {Host, HostWait, SyncReturn}, {"cpu_bound", "data_loading"}},
        {"GPU work", {Compute, Communication, Memory, Earlier}, {"gpu_compute_bound", "gpu_communication_bound"}},
        {"between kernels", {KernelGap, Dependency}, {"gpu_kernel_kernel_overhead"}},
        {"launch latency", {LaunchLatency}, {"gpu_kernel_launch_overhead"}},
    };
    return kFigures;
}

// The i-th slice of an annotation, those of the GPU among them, whose name contains the text; everything for the empty
// text.
std::optional<TimeRange> windowOf(const TraceStore& store, const QString& annotation, int instance) {
    if (annotation.isEmpty()) return store.extent();
    std::vector<SliceId> found;
    for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
        const Role role = store.role(SliceId{row});
        if (role != Role::UserAnnotation && role != Role::GpuAnnotation) continue;
        if (store.name(SliceId{row}).find(annotation.toStdString()) != std::string_view::npos)
            found.push_back(SliceId{row});
    }
    std::sort(found.begin(), found.end(), [&](SliceId a, SliceId b) { return store.start(a) < store.start(b); });
    if (instance < 0 || static_cast<std::size_t>(instance) >= found.size()) return std::nullopt;
    return store.range(found[static_cast<std::size_t>(instance)]);
}

struct Question {
    QString annotation;
    int instance = 0;
    const Json* result = nullptr;
};
std::vector<Question> questionsOf(const Json& run) {
    static const QRegularExpression kCall(
        R"(^critical_path_analysis\['(.*)',(\d+|None),zero_weight_launch_edges=False\]$)");
    std::vector<Question> out;
    const Json* analyses = run.find("analyses");
    if (analyses == nullptr) return out;
    for (const auto& [key, analysis] : analyses->members()) {
        const auto match = kCall.match(QString::fromStdString(key));
        const Json* result = match.hasMatch() ? analysis.find("result") : nullptr;
        if (result != nullptr && result->find("path_weight") != nullptr)
            out.push_back({match.captured(1), match.captured(2).toInt(), result});
    }
    return out;
}

// The time inside the operators and calls of the thread that has most of it: what its path is where it stays on one
// thread, as the way from one outermost call to the next weighs nothing there.
double insideCallsUs(const TraceStore& store, TimeRange window) {
    std::map<std::uint32_t, std::vector<Interval>> byThread;
    for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
        const SliceId s{row};
        if (store.role(s) != Role::CpuOp && !isLaunchCall(store.role(s))) continue;
        if (store.start(s) < window.begin || store.start(s) > window.end) continue;
        byThread[store.tracks()[store.track(s).value].thread.value].push_back(
            {count(store.start(s)), count(store.end(s))});
    }
    std::int64_t most = 0;
    for (auto& [thread, spans] : byThread) most = std::max(most, length(unionOf(std::move(spans))));
    return static_cast<double>(most) / 1e3;
}

void compare(const QString& file, const TraceStore& store, const Question& question, QStringList& out,
             int& onOneThread) {
    const auto window = windowOf(store, question.annotation, question.instance);
    if (!window) return;
    AnalysisInput input;
    input.range = *window;
    RunContext run;
    const auto path = criticalPath(store, input, run);
    if (!path.ok()) return;
    std::map<PathCause, std::int64_t> ns;
    std::int64_t whole = 0;
    for (const PathPiece& piece : path->pieces) {
        ns[piece.cause] += piece.endNs - piece.beginNs;
        whole += piece.endNs - piece.beginNs;
    }
    const QString where = question.annotation.isEmpty() ? QString("all")
                                                        : question.annotation.section('|', -1).remove(']') + " " +
                                                              QString::number(question.instance);
    const double weight = question.result->find("path_weight")->asNumber().value_or(-1);
    onOneThread += std::abs(insideCallsUs(store, *window) - weight) <= 0.02 ? 1 : 0;
    const auto line = [&](const char* what, double ours, double theirs) {
        if (std::abs(ours - theirs) <= 0.02) return;
        out << QString("%1 critical path of %2, %3: %4 here, %5 in HTA")
                   .arg(file, where, QString(what))
                   .arg(ours, 0, 'f', 3)
                   .arg(theirs, 0, 'f', 3);
    };
    line("length", static_cast<double>(whole) / 1e3, weight);
    const Json* bound = question.result->find("duration_by_bound");
    for (const Figure& figure : figures()) {
        double ours = 0, theirs = 0;
        for (const PathCause cause : figure.ours) ours += static_cast<double>(ns[cause]) / 1e3;
        for (const char* key : figure.theirs)
            if (const Json* value = bound->find(key)) theirs += value->asNumber().value_or(0);
        line(figure.what, ours, theirs);
    }
}

} // namespace

class TestHtaPath : public QObject {
    Q_OBJECT

private slots:
    void everyDifferenceOfTheCriticalPathIsListed() {
        const QDir folder(kTraces + "reference/hta");
        if (!folder.exists()) QSKIP("the figures of Holistic Trace Analysis are not there");
        QStringList found;
        int questions = 0, onOneThread = 0;
        for (const QString& name : folder.entryList({"*.json"}, QDir::Files)) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto json = parseJson(file.readAll().toStdString(), name.toStdString());
            const Json* trace = json.ok() ? json->find("file") : nullptr;
            const Json* runs = json.ok() ? json->find("hta") : nullptr;
            if (trace == nullptr || runs == nullptr) continue;
            for (const char* variant : {"no_round", "default"}) {
                const Json* run = runs->find(variant);
                if (run == nullptr) continue;
                const auto asked = questionsOf(*run);
                if (asked.empty()) break;
                RunContext context;
                LoadOptions options;
                options.useIndex = false;
                const QString path = kTraces + QString::fromStdString(*trace->asText());
                const auto loaded = loadTrace(path.toStdString(), options, context);
                QVERIFY2(loaded.ok(), qPrintable(path));
                for (const Question& question : asked) {
                    compare(QFileInfo(path).fileName(), *loaded->store, question, found, onOneThread);
                    ++questions;
                }
                break;
            }
        }
        QStringList known;
        QFile page(QString(LANESCOPE_SOURCE_DIR) + "/docs/user/compare-with-hta.md");
        QVERIFY(page.open(QIODevice::ReadOnly));
        for (const QString& line : QString::fromUtf8(page.readAll()).split('\n'))
            if (line.startsWith("    ") && line.contains(" critical path of ")) known << line.trimmed();
        for (const QString& difference : found)
            if (!known.contains(difference)) qWarning("%s", qPrintable("    " + difference));
        QCOMPARE(onOneThread, 3); // two steps of one trace, one of another
        QVERIFY2(questions >= 5, qPrintable(QString::number(questions)));
        for (const QString& difference : found) QVERIFY2(known.contains(difference), qPrintable(difference));
        for (const QString& difference : known) QVERIFY2(found.contains(difference), qPrintable(difference));
    }
};

QTEST_APPLESS_MAIN(TestHtaPath)
#include "tst_hta_path.moc"
