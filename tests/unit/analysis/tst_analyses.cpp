// What holds for every analysis of the list, whatever it is about.
#include "core/analysis/analysis.h"
#include "core/export/table.h"
#include "tests/support/work_store.h"

#include <QFile>
#include <QtTest>

#include <set>

using namespace lanescope;
using lanescope::testing::WorkStore;

namespace {

enum class Shape { Full, CpuOnly, GpuOnly, Empty, OneKernel, EmptyCopyOnly };

std::shared_ptr<const TraceStore> storeOf(Shape shape) {
    WorkStore trace;
    if (shape == Shape::Full || shape == Shape::CpuOnly) {
        trace.step(1, 0, 2'000'000);
        trace.step(2, 2'000'000, 2'000'000);
        trace.op("aten::mm", 100, 500);
        trace.op("train.py(3): step", 50, 900, "1", Role::PythonFunction);
    }
    if (shape == Shape::Full) {
        trace.call(200, 10, 1);
        trace.call(1'900'000, 10, 2, "cudaMemcpyAsync");
        trace.call(2'100'000, 900'000, 0, "cudaDeviceSynchronize");
        trace.call(3'100'000, 10, 3, "cudaMalloc");
        trace.call(3'200'000, 10, 4);
        trace.kernel(0, 7, 1'000, 1'000, WorkKind::Gemm, 1, "gemm");
        trace.kernel(0, 7, 1'950'000, 1'000'000, WorkKind::Memory, 2, "Memcpy DtoH (Device -> Pinned)");
        trace.kernel(1, 7, 3'300'000, 1'000, WorkKind::Communication, 4, "ncclDevKernel_AllReduce");
        trace.kernel(0, 7, 3'300'000, 1'000, WorkKind::Gemm, 4, "gemm");
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
        for (const Shape shape :
             {Shape::Full, Shape::CpuOnly, Shape::GpuOnly, Shape::Empty, Shape::OneKernel, Shape::EmptyCopyOnly}) {
            const auto store = storeOf(shape);
            for (const AnalysisInfo& info : builtinAnalyses()) {
                for (const bool withRange : {false, true}) {
                    AnalysisInput input;
                    if (withRange) input.range = timeRange(500, 3'000'000);
                    RunContext run;
                    const auto result = runAnalysis(info, *store, input, run);
                    if (const auto reason = missingNeed(*store, info)) {
                        QVERIFY(!result);
                        QCOMPARE(result.error().code, ErrorCode::MissingData);
                        QCOMPARE(result.error().message, *reason);
                        continue;
                    }
                    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
                    QVERIFY(!result->tables.empty());
                    checkTables(result->tables);
                    if (QTest::currentTestFailed()) return;
                }
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
