// What every analysis says to eight kinds of traces: an answer with rows, an answer that says there is nothing of the
// kind, or the reason why it cannot answer. The table below is what a person expects from the events alone.
#include "core/analysis/analysis.h"
#include "tests/support/json_store.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <map>
#include <set>

using namespace lanescope;
using lanescope::testing::storeFromEvents;
using lanescope::testing::WorkStore;

namespace {

QString event(const char* cat, const char* name, int pid, int tid, int ts, int dur, const QString& args = {}) {
    return QStringLiteral(R"({"ph":"X","cat":"%1","name":"%2","pid":%3,"tid":%4,"ts":%5,"dur":%6,"args":{%7}})")
        .arg(QLatin1String(cat), QLatin1String(name))
        .arg(pid)
        .arg(tid)
        .arg(ts)
        .arg(dur)
        .arg(args);
}
QString kernel(int ts, int dur, int correlation, const char* name = "gemm_k") {
    return event("kernel", name, 0, 7, ts, dur,
                 QStringLiteral("\"device\":0,\"stream\":7,\"correlation\":%1").arg(correlation));
}
QString call(const char* name, int ts, int dur, int correlation) {
    return event("cuda_runtime", name, 9, 1, ts, dur, QStringLiteral("\"correlation\":%1").arg(correlation));
}
QString step(int number, int ts, int dur) {
    return event("user_annotation", qPrintable(QStringLiteral("ProfilerStep#%1").arg(number)), 9, 1, ts, dur);
}
QString matmul(int ts, int dur) {
    return event("cpu_op", "aten::mm", 9, 1, ts, dur,
                 R"("Input Dims":[[4,8],[8,2]],"Input type":["float","float"],"Concrete Inputs":["",""])");
}

// Two products, each launching one kernel.
QStringList twoProducts(const char* launch) {
    return {matmul(10, 20),  call(launch, 15, 5, 1),  kernel(30, 40, 1),
            matmul(110, 20), call(launch, 115, 5, 2), kernel(130, 40, 2)};
}

struct Input {
    const char* name;
    QString events;
};
std::vector<Input> inputs() {
    const QStringList gpu = twoProducts("cudaLaunchKernel");
    // An NPU: the GPU work and the calls carry no categories of the profiler of PyTorch; rows are told by their names.
    return {
        {"CPU only", QStringList({step(1, 0, 100), matmul(10, 20), matmul(50, 20)}).join(',')},
        {"GPU only", QStringList({kernel(30, 40, 0), kernel(100, 40, 0)}).join(',')},
        {"no steps", gpu.join(',')},
        {"one step", (QStringList(step(1, 0, 200)) + gpu).join(',')},
        {"ROCm", (QStringList({step(1, 0, 100), step(2, 100, 100)}) + twoProducts("hipLaunchKernel")).join(',')},
        {"graph only",
         QStringList({call("cudaGraphLaunch", 0, 5, 1), kernel(10, 10, 1), kernel(25, 10, 1), kernel(40, 10, 1)})
             .join(',')},
        {"Ascend",
         QStringLiteral(
             R"({"ph":"M","name":"process_name","pid":7,"args":{"name":"Ascend Hardware"}},)"
             R"({"ph":"M","name":"process_labels","pid":7,"args":{"labels":"NPU"}},)"
             R"({"ph":"M","name":"thread_name","pid":7,"tid":5,"args":{"name":"Stream 5"}},)"
             R"({"ph":"M","name":"process_name","pid":8,"args":{"name":"CANN"}},)"
             R"({"ph":"M","name":"process_labels","pid":8,"args":{"labels":"CPU"}},)"
             R"({"ph":"X","name":"MatMulV2","pid":7,"tid":5,"ts":"100.000","dur":40.5,"args":{"Task Type":"AI_CORE","Stream Id":5,"Task Id":1,"connection_id":1}},)"
             R"({"ph":"X","name":"Add","pid":7,"tid":5,"ts":"160.000","dur":10,"args":{"Task Type":"AI_VECTOR_CORE","Stream Id":5,"Task Id":2,"connection_id":2}},)"
             R"({"ph":"X","name":"aclnnMatmul","pid":8,"tid":3,"ts":"50.000","dur":20,"args":{"connection_id":1}})")},
        {"empty", QString()}};
}

const std::string kGpu = "no GPU activity in this trace";
const std::string kLaunch = "no launch call of any GPU work in this trace";
const std::string kCalls = "no calls of the GPU runtime or driver in this trace";
const std::string kOps = "no operators in this trace";
const std::string kRanges = "no user ranges in this trace";
const std::string kRows = "rows";    // an answer
const std::string kNone = "nothing"; // an answer that says that there is nothing of the kind

// By input, in the order above.
using Expected = std::vector<std::string>;
const std::map<std::string_view, Expected> kExpected{
    // CPU only, GPU only, no steps, one step, ROCm, graph only, Ascend, empty
    {"four_numbers", {kGpu, kRows, kRows, kRows, kRows, kRows, kRows, kGpu}},
    {"idle", {kGpu, kRows, kRows, kRows, kRows, kRows, kRows, kGpu}},
    {"kernels", {kGpu, kRows, kRows, kRows, kRows, kRows, kRows, kGpu}},
    {"operators", {kRows, kOps, kRows, kRows, kRows, kOps, kOps, kOps}},
    {"copies", {kGpu, kNone, kNone, kNone, kNone, kNone, kNone, kGpu}},
    {"syncs", {kCalls, kCalls, kNone, kNone, kNone, kNone, kCalls, kCalls}},
    {"launches", {kGpu, kLaunch, kRows, kRows, kRows, kRows, kLaunch, kGpu}},
    {"collectives", {kGpu, kNone, kNone, kNone, kNone, kNone, kNone, kGpu}},
    {"call_tree", {kRows, kOps, kRows, kRows, kRows, kOps, kOps, kOps}},
    {"user_ranges", {kRows, kRanges, kRanges, kRows, kRows, kRanges, kRanges, kRanges}},
    {"sequences", {kGpu, kNone, kNone, kNone, kNone, kNone, kNone, kGpu}},
    {"flops", {kGpu, kNone, kRows, kRows, kRows, kNone, kNone, kGpu}},
    {"critical_path", {kGpu, kLaunch, kRows, kRows, kRows, kRows, kLaunch, kGpu}},
    {"inference", {kGpu, kNone, kNone, kRows, kRows, kNone, kNone, kGpu}},
    {"profiler_ranges", {kGpu, kNone, kNone, kNone, kNone, kNone, kNone, kGpu}},
};

std::string answerOf(const AnalysisInfo& info, const TraceStore& store) {
    RunContext run;
    const auto result = runAnalysis(info, store, {}, run);
    if (!result.ok()) return result.error().message;
    for (const Table& table : result->tables)
        if (!table.rows.empty()) return kRows;
    const bool says = !result->tables.empty() && !result->tables.front().notes.empty() &&
                      result->tables.front().notes.front().starts_with("no ");
    return says ? kNone : "nothing, and does not say so";
}

} // namespace

class TestAnalysisInputs : public QObject {
    Q_OBJECT

private slots:
    void everyAnalysisWorksOrSaysWhyNot_data() {
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<int>("input");
        const auto all = inputs();
        for (const AnalysisInfo& info : builtinAnalyses())
            for (std::size_t i = 0; i < all.size(); ++i)
                QTest::addRow("%s, %s", std::string(info.id).c_str(), all[i].name)
                    << QString::fromStdString(std::string(info.id)) << static_cast<int>(i);
    }
    void everyAnalysisWorksOrSaysWhyNot() {
        QFETCH(QString, analysis);
        QFETCH(int, input);
        const std::string id = analysis.toStdString();
        QVERIFY2(kExpected.contains(id), "an analysis that this table does not know");
        const QString events = inputs()[static_cast<std::size_t>(input)].events;
        const auto store = events.isEmpty() ? WorkStore().build() : storeFromEvents(events); // no file of nothing opens
        QVERIFY(store != nullptr);
        QCOMPARE(QString::fromStdString(answerOf(*findAnalysis(id), *store)),
                 QString::fromStdString(kExpected.at(id)[static_cast<std::size_t>(input)]));
    }
    void theTableHasNoAnalysisThatIsGone() {
        for (const auto& [id, expected] : kExpected) {
            QVERIFY(findAnalysis(id) != nullptr);
            QCOMPARE(expected.size(), inputs().size());
        }
    }
};

QTEST_APPLESS_MAIN(TestAnalysisInputs)
#include "tst_analysis_inputs.moc"
