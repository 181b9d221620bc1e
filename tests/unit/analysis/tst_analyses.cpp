// What holds for every analysis of the list, whatever it is about.
#include "core/analysis/analysis.h"
#include "core/export/table.h"
#include "core/session/load_trace.h"
#include "tests/support/json_store.h"
#include "tests/support/random_trace.h"

#include <QDir>
#include <QFile>
#include <QtTest>

#include <random>
#include <set>

using namespace lanescope;
using lanescope::testing::storeFromEvents;
using lanescope::testing::WorkStore;
namespace twins = lanescope::testing::twins;

namespace {

enum class Shape { Full, OneStep, NoSteps, Rocm, GraphOnly, CpuOnly, GpuOnly, Empty, OneKernel, EmptyCopyOnly };
constexpr Shape kShapes[] = {Shape::Full,    Shape::OneStep, Shape::NoSteps, Shape::Rocm,      Shape::GraphOnly,
                             Shape::CpuOnly, Shape::GpuOnly, Shape::Empty,   Shape::OneKernel, Shape::EmptyCopyOnly};

std::shared_ptr<const TraceStore> storeOf(Shape shape) {
    WorkStore trace;
    const bool full =
        shape == Shape::Full || shape == Shape::OneStep || shape == Shape::NoSteps || shape == Shape::Rocm;
    const std::string api = shape == Shape::Rocm ? "hip" : "cuda";
    if (full || shape == Shape::CpuOnly) {
        if (shape != Shape::NoSteps) trace.step(1, 0, 2'000'000);
        if (shape != Shape::NoSteps && shape != Shape::OneStep) trace.step(2, 2'000'000, 2'000'000);
        if (shape == Shape::NoSteps) trace.op("my range", 0, 3'000'000, "1", Role::UserAnnotation);
        trace.op("aten::mm", 100, 500);
        trace.op("train.py(3): step", 50, 900, "1", Role::PythonFunction);
    }
    if (full) {
        trace.call(200, 10, 1, api + "LaunchKernel");
        trace.call(1'900'000, 10, 2, api + "MemcpyAsync");
        trace.call(2'100'000, 900'000, 0, api + "DeviceSynchronize");
        trace.call(3'100'000, 10, 3, api + "Malloc");
        trace.call(3'200'000, 10, 4, api + "LaunchKernel");
        trace.kernel(0, 7, 1'000, 1'000, WorkKind::Gemm, 1, "gemm");
        trace.kernel(0, 7, 1'950'000, 1'000'000, WorkKind::Memory, 2, "Memcpy DtoH (Device -> Pinned)");
        trace.kernel(1, 7, 3'300'000, 1'000, WorkKind::Communication, 4, "ncclDevKernel_AllReduce");
        trace.kernel(0, 7, 3'300'000, 1'000, WorkKind::Gemm, 4, "gemm");
    }
    if (shape == Shape::GraphOnly) {
        trace.call(0, 100, 1, "cudaGraphLaunch");
        trace.call(5'000, 100, 2, "cudaGraphLaunch");
        for (int i = 0; i < 6; ++i) trace.kernel(0, 7, 1'000 + 900 * i, 500, WorkKind::Gemm, i < 3 ? 1 : 2, "gemm");
    }
    if (shape == Shape::GpuOnly)
        for (int i = 0; i < 4; ++i) trace.kernel(0, 7 + i % 2, 1'000 * i, 800, WorkKind::Gemm, 0, "gemm");
    if (shape == Shape::OneKernel) trace.kernel(0, 7, 5, 5);
    if (shape == Shape::EmptyCopyOnly) trace.kernel(0, 7, 5, 0, WorkKind::Memory);
    return trace.build();
}

} // namespace

class TestAnalyses : public QObject {
    Q_OBJECT

private slots:
    void everyAnalysisHasAnIdOfItsOwnATitleAndAPage() {
        std::set<std::string_view> ids;
        QFile file(QString(LANESCOPE_SOURCE_DIR) + "/docs/user/analyses.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(file.readAll());
        for (const AnalysisInfo& info : builtinAnalyses()) {
            const QString id = QString::fromUtf8(info.id.data(), static_cast<qsizetype>(info.id.size()));
            QVERIFY2(ids.insert(info.id).second, qPrintable(id));
            QVERIFY(!info.title.empty());
            QVERIFY2(page.contains("\n## " + id + "\n"), qPrintable("no heading in docs/user/analyses.md: " + id));
            QCOMPARE(findAnalysis(info.id), &info);
        }
        QVERIFY(findAnalysis("nothing_like_it") == nullptr);
    }
    void everyAnalysisAnswersOrSaysWhyNotOnEveryShapeOfTrace() {
        for (const Shape shape : kShapes) {
            checkAll(*storeOf(shape), timeRange(500, 3'000'000));
            if (QTest::currentTestFailed()) return;
        }
    }
    void everyAnalysisAnswersOrSaysWhyNotOnRealTracesOfEveryKind() {
        const QDir folder(QString(LANESCOPE_SHARED_DIR) + "/traces");
        if (!folder.exists()) QSKIP("the real traces are not there");
        for (const char* name :
             {"ascend/level0_rank0_trace_view.json.gz", "hta/amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz",
              "hta/cpu_only__rank-34.Jul_15_10_52_41.1074.pt.trace.v2.json.gz",
              "hta/rank_non_gpu__rank_non_gpu.json.gz", "hta/trace_file_list__inference_rank_1.json.gz",
              "hta/critical_path__simple_add__benchmark_result_493459_1694039959_trace.json.gz"}) {
            RunContext run;
            LoadOptions options;
            options.useIndex = false;
            const auto trace = loadTrace(folder.filePath(name).toStdString(), options, run);
            QVERIFY2(trace.ok(), name);
            const TimeRange whole = trace->store->extent();
            checkAll(*trace->store, {whole.begin + whole.length() / 3, whole.begin + whole.length() / 2});
            if (QTest::currentTestFailed()) qFatal("%s", name);
        }
    }
    void theOrderOfEventsInTheFileChangesNothing() {
        std::mt19937_64 random(3);
        for (int round = 0; round < 5; ++round) {
            std::vector<WorkStore::Event> events = randomEvents(random);
            const auto first = storeFrom(events);
            std::shuffle(events.begin(), events.end(), random);
            const auto second = storeFrom(events);
            for (const AnalysisInfo& info : builtinAnalyses()) {
                RunContext run;
                const auto a = runAnalysis(info, *first, {}, run);
                const auto b = runAnalysis(info, *second, {}, run);
                QCOMPARE(a.ok(), b.ok());
                if (!a.ok()) continue;
                QCOMPARE(QString::fromStdString(render(b->tables, Format::Csv)),
                         QString::fromStdString(render(a->tables, Format::Csv)));
            }
        }
    }
    void theOrderOfEventsInTheTextOfTheFileChangesNothing() {
        std::mt19937_64 random(9);
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            twins::Events events = twins::randomTrace(seed);
            const auto first = storeFromEvents(QString::fromStdString(twins::jsonOf(events)));
            std::shuffle(events.begin(), events.end(), random);
            const auto second = storeFromEvents(QString::fromStdString(twins::jsonOf(events)));
            QVERIFY(first != nullptr && second != nullptr);
            for (const AnalysisInfo& info : builtinAnalyses()) {
                RunContext run;
                const auto a = runAnalysis(info, *first, {}, run);
                const auto b = runAnalysis(info, *second, {}, run);
                QVERIFY(a.ok() && b.ok());
                QVERIFY(!a->tables.empty());
                QCOMPARE(QString::fromStdString(render(b->tables, Format::Csv)),
                         QString::fromStdString(render(a->tables, Format::Csv)));
            }
        }
    }
    void aFullTraceHasNoMissingNeeds() {
        const auto store = storeOf(Shape::Full);
        for (const AnalysisInfo& info : builtinAnalyses()) QVERIFY(!missingNeed(*store, info));
        const auto cpu = storeOf(Shape::CpuOnly);
        QCOMPARE(*missingNeed(*cpu, *findAnalysis("kernels")), std::string("no GPU activity in this trace"));
        QVERIFY(!missingNeed(*cpu, *findAnalysis("operators")));
    }
    void aDeviceMayBeAskedForAlone() {
        const auto store = storeOf(Shape::Full);
        for (const AnalysisInfo& info : builtinAnalyses()) {
            AnalysisInput input;
            input.device = DeviceKey{1, {}};
            RunContext run;
            const auto result = runAnalysis(info, *store, input, run);
            QVERIFY(result.ok());
            for (const Table& table : result->tables) {
                if (table.columns.front().id != "device") continue;
                for (const auto& row : table.rows) QCOMPARE(std::get<std::string>(row.front()), std::string("1"));
            }
        }
    }
    void theSameWorkMayBeHandedInAgain() {
        const auto store = storeOf(Shape::Full);
        AnalysisInput fresh;
        AnalysisInput kept;
        kept.work = std::make_shared<const TraceWork>(collectTraceWork(*store));
        for (const AnalysisInfo& info : builtinAnalyses()) {
            RunContext run;
            const auto a = runAnalysis(info, *store, fresh, run);
            const auto b = runAnalysis(info, *store, kept, run);
            QCOMPARE(render(a->tables, Format::Json), render(b->tables, Format::Json));
        }
    }
    void aStoppedAnalysisSaysSo() {
        const auto store = storeOf(Shape::Full);
        std::stop_source source;
        source.request_stop();
        for (const AnalysisInfo& info : builtinAnalyses()) {
            RunContext run(source.get_token());
            const auto result = runAnalysis(info, *store, {}, run);
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::Cancelled);
        }
    }

private:
    // No two of one start: what begins together has no order but that of the file.
    static std::vector<WorkStore::Event> randomEvents(std::mt19937_64& random) {
        WorkStore t;
        std::int64_t at = 0;
        const auto below = [&random](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
        t.step(1, 0, 40'000);
        t.step(2, 40'000, 40'000);
        for (std::uint64_t i = 1; i <= 40; ++i) {
            at += 1'000;
            t.op("aten::op" + std::to_string(below(3)), at, 600);
            t.call(at + 100, 50, i, below(4) == 0 ? "cudaStreamSynchronize" : "cudaLaunchKernel");
            const std::int64_t kernel = below(4); // one kind per name, as in real traces
            t.kernel(below(2), 7 + below(2), at + 301 + below(200), 100 + below(2'000),
                     static_cast<WorkKind>(1 + 4 * kernel), i, "kernel" + std::to_string(kernel));
        }
        std::vector<WorkStore::Event> out;
        for (std::size_t i = 0; i < t.size(); ++i) out.push_back(t.event(i));
        return out;
    }
    static std::shared_ptr<const TraceStore> storeFrom(const std::vector<WorkStore::Event>& events) {
        WorkStore t;
        for (const WorkStore::Event& event : events) t.add(event);
        return t.build();
    }
    static void checkAll(const TraceStore& store, TimeRange range) {
        for (const AnalysisInfo& info : builtinAnalyses()) {
            for (const bool withRange : {false, true}) {
                AnalysisInput input;
                if (withRange) input.range = range;
                RunContext run;
                const auto result = runAnalysis(info, store, input, run);
                if (const auto reason = missingNeed(store, info)) {
                    QVERIFY(!result);
                    QCOMPARE(result.error().code, ErrorCode::MissingData);
                    QCOMPARE(result.error().message, *reason);
                    continue;
                }
                QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
                QVERIFY(!result->tables.empty());
                const bool anything = std::any_of(result->tables.begin(), result->tables.end(),
                                                  [](const Table& t) { return !t.rows.empty(); });
                if (!anything) { // then it says so
                    const std::string note = result->tables[0].notes.empty() ? "" : result->tables[0].notes[0];
                    QVERIFY2(note.starts_with("no "), note.c_str());
                }
                checkTables(result->tables);
                if (QTest::currentTestFailed()) return;
            }
        }
    }
    static void checkTables(const std::vector<Table>& tables) {
        std::set<std::string> ids;
        for (const Table& table : tables) {
            QVERIFY2(ids.insert(table.id).second, table.id.c_str());
            std::set<std::string> columns;
            for (const Column& column : table.columns) {
                QVERIFY2(columns.insert(column.id).second, column.id.c_str());
                QVERIFY(!column.title.empty());
                if (column.unit == Unit::Nanoseconds || column.unit == Unit::TimePoint)
                    QVERIFY2(column.id.ends_with("_ns"), column.id.c_str());
            }
            QVERIFY(table.rowSlices.empty() || table.rowSlices.size() == table.rows.size());
            for (const auto& row : table.rows) {
                QCOMPARE(row.size(), table.columns.size());
                for (std::size_t c = 0; c < row.size(); ++c) {
                    const Unit unit = table.columns[c].unit;
                    const bool text = std::holds_alternative<std::string>(row[c]);
                    if (!std::holds_alternative<std::monostate>(row[c])) QCOMPARE(text, unit == Unit::Text);
                    if (unit == Unit::Nanoseconds || unit == Unit::Bytes)
                        QVERIFY2(!std::holds_alternative<double>(row[c]), table.columns[c].id.c_str());
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestAnalyses)
#include "tst_analyses.moc"
