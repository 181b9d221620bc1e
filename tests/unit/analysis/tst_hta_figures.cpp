// Holds what Holistic Trace Analysis gives for real traces against our analyses, wherever the definitions are the same.
// The variant of its run that keeps times exact and drops no step is taken where there is one. What differs is listed,
// with its cause, in docs/user/compare-with-hta.md.
#include "core/analysis/analysis.h"
#include "core/analysis/idle/stream_idle.h"
#include "core/analysis/launches/queue_length.h"
#include "core/base/json.h"
#include "core/session/load_trace.h"

#include <QDir>
#include <QFile>
#include <QtTest>

#include <cmath>

using namespace lanescope;

namespace {

struct Reference {
    QString name;
    QString trace; // path
    Json analyses;
    double toleranceUs = 0; // of one time: HTA computes in floating-point microseconds
};

std::vector<Reference> references() {
    std::vector<Reference> out;
    const QString traces = QString(LANESCOPE_SHARED_DIR) + "/traces/";
    const QDir folder(traces + "reference/hta");
    for (const QString& name : folder.entryList({"*.json"}, QDir::Files)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) continue;
        auto json = parseJson(file.readAll().toStdString(), name.toStdString());
        const Json* trace = json.ok() ? json->find("file") : nullptr;
        const Json* runs = json.ok() ? json->find("hta") : nullptr;
        if (trace == nullptr || runs == nullptr) continue;
        for (const char* variant : {"no_round_incl_last", "incl_last", "no_round", "default"}) {
            const Json* run = runs->find(variant);
            if (run == nullptr) continue;
            const bool exact = QString(variant).startsWith("no_round");
            out.push_back(
                {name, traces + QString::fromStdString(*trace->asText()), *run->find("analyses"), exact ? 0.02 : 0.0});
            break;
        }
    }
    return out;
}

// Rows of a result as maps from column to value; empty when HTA failed there.
const Json* resultOf(const Reference& reference, std::string_view call, std::string_view part = {}) {
    const Json* analysis = reference.analyses.find(call);
    const Json* result = analysis ? analysis->find("result") : nullptr;
    return result && !part.empty() ? result->find(part) : result;
}
double numberIn(const Json& table, const Json& row, std::string_view column) {
    const Json::Array& columns = table.find("columns")->elements();
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (*columns[c].asText() == column) return row.elements()[c].asNumber().value_or(std::nan(""));
    return std::nan("");
}
std::string textIn(const Json& table, const Json& row, std::string_view column) {
    const Json::Array& columns = table.find("columns")->elements();
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (*columns[c].asText() == column) return row.elements()[c].asText() ? *row.elements()[c].asText() : "";
    return {};
}

double micros(std::int64_t ns) { return static_cast<double>(ns) / 1e3; }

class Comparison {
public:
    Comparison(const Reference& reference, const TraceStore& store, QStringList& differences)
        : m_reference(reference), m_store(store), m_differences(differences), m_work(collectTraceWork(store)) {}

    void all() {
        temporal();
        overlap();
        kernels();
        streams();
        queues();
        launches();
        annotations("get_gpu_user_annotation_breakdown[use_gpu_annotation=True]", "gpu_user_ranges", "GPU range ");
    }

private:
    void check(const QString& what, double ours, double theirs, double tolerance) {
        ++m_checks;
        if (std::abs(ours - theirs) <= tolerance) return;
        m_differences << QString("%1 %2: %3 here, %4 in HTA")
                             .arg(QFileInfo(m_reference.trace).fileName(), what)
                             .arg(ours, 0, 'f', 3)
                             .arg(theirs, 0, 'f', 3);
    }
    void temporal() {
        const Json* table = resultOf(m_reference, "get_temporal_breakdown");
        const auto whole = wholeWindow(*m_work.all, {});
        if (table == nullptr || !whole) return;
        const Json& row = table->find("rows")->elements().at(0);
        const double t = m_reference.toleranceUs;
        check("kernel time", micros(whole->wallNs), numberIn(*table, row, "kernel_time(us)"), t);
        check("idle time", micros(whole->idleNs), numberIn(*table, row, "idle_time(us)"), t);
        check("compute time", micros(whole->computeNs), numberIn(*table, row, "compute_time(us)"), t);
    }
    void overlap() {
        const Json* table = resultOf(m_reference, "get_comm_comp_overlap");
        const auto whole = wholeWindow(*m_work.all, {});
        if (table == nullptr || !whole || !whole->overlapShare()) return;
        const double theirs = numberIn(*table, table->find("rows")->elements().at(0), "comp_comm_overlap_pctg");
        check("overlap %", *whole->overlapShare() * 100, theirs, 0.00501); // two decimals
    }
    void kernels() {
        const Json* table = resultOf(m_reference, "get_gpu_kernel_breakdown[all_kernels]", "kernels");
        if (table == nullptr) return;
        RunContext run;
        AnalysisInput input;
        const auto result = runAnalysis(*findAnalysis("kernels"), m_store, input, run);
        if (!result) return;
        std::map<std::string, const std::vector<Cell>*> ours;
        for (const auto& row : result->tables[0].rows) ours[std::get<std::string>(row[1])] = &row;
        for (const Json& row : table->find("rows")->elements()) {
            const auto found = ours.find(textIn(*table, row, "name"));
            if (found == ours.end()) continue; // a copy, or in another device's table
            const auto us = [&](std::size_t column) {
                return micros(std::get<std::int64_t>((*found->second)[column]));
            };
            const double n = static_cast<double>(std::get<std::int64_t>((*found->second)[3]));
            const QString name = QString::fromStdString(found->first).left(40);
            check(name + " sum", us(4), numberIn(*table, row, "sum (us)"), n * 0.0011);
            check(name + " mean", us(6), numberIn(*table, row, "mean (us)"), 0.0011);
            check(name + " min", us(7), numberIn(*table, row, "min (us)"), 0.0011);
            check(name + " max", us(10), numberIn(*table, row, "max (us)"), 0.0011);
            check(name + " std", us(11), numberIn(*table, row, "stddev"), 0.0011);
        }
    }
    void streams() {
        const Json* table = resultOf(m_reference, "get_idle_time_breakdown", "idle");
        if (table == nullptr || m_work.devices.empty()) return;
        const auto ours = streamIdle(m_store, *m_work.devices.front(), LaunchIndex(m_store));
        for (const Json& row : table->find("rows")->elements()) {
            const auto stream = static_cast<std::int64_t>(numberIn(*table, row, "stream"));
            const std::string category = textIn(*table, row, "idle_category");
            for (const StreamIdle& s : ours) {
                if (s.stream != stream) continue;
                const std::int64_t ns = category == "host_wait"     ? s.hostWaitNs
                                        : category == "kernel_wait" ? s.kernelWaitNs
                                                                    : s.otherNs;
                check(QString("stream %1 %2").arg(stream).arg(QString::fromStdString(category)), micros(ns),
                      numberIn(*table, row, "idle_time"), m_reference.toleranceUs > 0 ? 0.03 : 0.0);
            }
        }
    }
    void queues() {
        const Json* table = resultOf(m_reference, "get_queue_length_summary");
        if (table == nullptr || m_work.devices.empty() || table->find("rows") == nullptr) return;
        const auto ours = queueLengths(m_store, *m_work.devices.front(), LaunchIndex(m_store), QueueKind::Pending);
        for (const Json& row : table->find("rows")->elements())
            for (const StreamQueue& queue : ours) {
                const auto stream = static_cast<std::int64_t>(numberIn(*table, row, "stream"));
                if (queue.stream != stream) continue;
                check(QString("stream %1 changes of the queue").arg(stream), static_cast<double>(queue.points.size()),
                      numberIn(*table, row, "queue_length/count"), 0);
                check(QString("stream %1 longest queue").arg(stream), static_cast<double>(figuresOf(queue).max),
                      numberIn(*table, row, "queue_length/max"), 0);
            }
    }

    void launches() {
        const Json* ranks = resultOf(m_reference, "get_cuda_kernel_launch_stats[include_memory_events=True]");
        if (ranks == nullptr || ranks->members().size() != 1 || m_work.devices.size() != 1) return;
        const Json& theirs = ranks->members().front().second;
        RunContext run;
        const auto result = runAnalysis(*findAnalysis("launches"), m_store, {}, run);
        if (!result || theirs.find("n") == nullptr) return;
        for (const Table& table : result->tables) {
            if (table.id != "launch_outlier_counts") continue;
            const auto ours = [&](std::size_t c) {
                return static_cast<double>(std::get<std::int64_t>(table.rows[0][c]));
            };
            const auto number = [&](const char* key) { return theirs.find(key)->asNumber().value_or(-1); };
            check("launches", ours(1), number("n"), 0);
            check("long calls", ours(2), number("runtime_outliers_gt50"), 0);
            check("long delays", ours(3), number("launch_delay_outliers_gt100"), 0);
            check("short kernels", ours(4), number("short_kernels_runtime_le_cutoff"), 0);
        }
    }
    void annotations(std::string_view call, std::string_view id, const QString& what) {
        const Json* table = resultOf(m_reference, call);
        RunContext run;
        const auto result = runAnalysis(*findAnalysis("user_ranges"), m_store, {}, run);
        if (table == nullptr || table->find("rows") == nullptr || !result) return;
        std::map<std::string, std::int64_t> ours;
        for (const Table& mine : result->tables)
            if (mine.id == id)
                for (const auto& row : mine.rows) ours[std::get<std::string>(row[0])] = std::get<std::int64_t>(row[2]);
        for (const Json& row : table->find("rows")->elements()) {
            const std::string name = textIn(*table, row, "name");
            if (name == "others") continue;
            check(what + QString::fromStdString(name).left(40) + " sum", micros(ours[name]),
                  numberIn(*table, row, "sum (us)"), 1.0);
        }
    }

    const Reference& m_reference;
    const TraceStore& m_store;
    QStringList& m_differences;
    TraceWork m_work;

public:
    int m_checks = 0;
};

QStringList knownDifferences() {
    QStringList out;
    QFile file(QString(LANESCOPE_SOURCE_DIR) + "/docs/user/compare-with-hta.md");
    if (!file.open(QIODevice::ReadOnly)) return out;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n'))
        if (line.startsWith("    ") && !line.contains(" critical path of ")) out << line.trimmed();
    return out;
}

} // namespace

class TestHtaFigures : public QObject {
    Q_OBJECT

private slots:
    void figuresOfTheSameDefinitionAreTheSame() {
        const std::vector<Reference> all = references();
        if (all.empty()) QSKIP("the figures of Holistic Trace Analysis are not there");
        QStringList found;
        int checks = 0;
        for (const Reference& reference : all) {
            RunContext run;
            LoadOptions options;
            options.useIndex = false;
            const auto trace = loadTrace(reference.trace.toStdString(), options, run);
            QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
            Comparison comparison(reference, *trace->store, found);
            comparison.all();
            checks += comparison.m_checks;
        }
        QVERIFY2(checks > 500, "most figures must have been compared");
        const QStringList known = knownDifferences();
        for (const QString& difference : found)
            if (!known.contains(difference)) qWarning("%s", qPrintable("    " + difference));
        for (const QString& difference : found)
            if (!known.contains(difference)) QFAIL(qPrintable("not listed: " + difference));
        for (const QString& difference : known)
            QVERIFY2(found.contains(difference), qPrintable("listed, but no longer there: " + difference));
    }
};

QTEST_APPLESS_MAIN(TestHtaFigures)
#include "tst_hta_figures.moc"
