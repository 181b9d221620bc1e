#include "core/analysis/operators/op_averages.h"
#include "core/base/json.h"
#include "core/session/load_trace.h"
#include "tests/support/work_store.h"

#include <QFile>
#include <QtTest>

using namespace lanescope;
using lanescope::testing::WorkStore;

namespace {

OpAverages averagesOf(const TraceStore& store, AnalysisInput input = {}) {
    RunContext run;
    return opAverages(store, input, run);
}

const OpAverage& rowNamed(const OpAverages& all, std::string_view name) {
    for (const OpAverage& row : all.rows)
        if (row.name == name) return row;
    qFatal("no such row");
}

Result<Json> jsonOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return Error{ErrorCode::NotFound, "cannot be read", path.toStdString(), {}};
    return parseJson(file.readAll().toStdString(), path.toStdString());
}

std::int64_t micros(const Json& row, std::string_view key) { return 1'000 * row.find(key)->asInteger().value(); }

QString squeezed(std::string text) { return QString::fromStdString(text).remove(' '); }

} // namespace

class TestOperators : public QObject {
    Q_OBJECT

private slots:
    void theRowsOfTheSampleAreThoseOfKeyAverages() {
        const QString folder = QString(LANESCOPE_SHARED_DIR) + "/samples/synth/";
        if (!QFile::exists(folder + "kineto_keyavg.json")) QSKIP("the sample with its expected rows is not there");
        RunContext run;
        LoadOptions options;
        options.useIndex = false;
        const auto trace = loadTrace((folder + "kineto_keyavg.json").toStdString(), options, run);
        QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
        const auto expected = jsonOf(folder + "misc.expected.json");
        QVERIFY(expected.ok());
        const Json& wanted = *expected->find("kineto_keyavg.json");

        const OpAverages all = averagesOf(*trace->store);
        const Json::Array& rows = wanted.find("rows_us")->elements();
        QCOMPARE(all.rows.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const OpAverage& row = all.rows[i];
            QCOMPARE(row.name, *rows[i].find("name")->asText());
            QCOMPARE(row.onDevice, *rows[i].find("device_type")->asText() != "CPU");
            QCOMPARE(row.userAnnotation, rows[i].find("user_annotation") != nullptr);
            QCOMPARE(static_cast<std::int64_t>(row.count), *rows[i].find("n")->asInteger());
            QCOMPARE(row.cpuNs, micros(rows[i], "cpu_total"));
            QCOMPARE(row.selfCpuNs, micros(rows[i], "cpu_self"));
            QCOMPARE(row.deviceNs, micros(rows[i], "device_total"));
            QCOMPARE(row.selfDeviceNs, micros(rows[i], "device_self"));
        }
        QCOMPARE(all.selfCpuNs, micros(wanted, "self_cpu_total"));
        QCOMPARE(all.selfDeviceNs, micros(wanted, "self_device_total"));

        AnalysisInput byShape;
        byShape.operators = OperatorGrouping::NameAndShape;
        const OpAverages shaped = averagesOf(*trace->store, byShape);
        for (const Json& row : wanted.find("grouped_by_input_shape")->elements()) {
            const QString shapes = squeezed(row.find("shapes")->dump(Json::Style::Compact));
            const auto found = std::find_if(shaped.rows.begin(), shaped.rows.end(), [&](const OpAverage& r) {
                return r.name == *row.find("name")->asText() && squeezed(r.shapes) == shapes;
            });
            QVERIFY2(found != shaped.rows.end(), qPrintable(shapes));
            QCOMPARE(static_cast<std::int64_t>(found->count), *row.find("n")->asInteger());
            QCOMPARE(found->cpuNs, micros(row, "cpu_total"));
            QCOMPARE(found->selfCpuNs, micros(row, "cpu_self"));
            QCOMPARE(found->deviceNs, micros(row, "device_total"));
        }
    }
    void selfTimeIsWithoutTheDirectChildren() {
        WorkStore trace;
        trace.op("aten::linear", 0, 100);
        trace.op("aten::addmm", 10, 50);
        trace.call(20, 10, 1);
        trace.op("aten::relu", 70, 20);
        trace.kernel(0, 7, 200, 400, WorkKind::Gemm, 1);
        const auto store = trace.build();
        const OpAverages all = averagesOf(*store);
        QCOMPARE(rowNamed(all, "aten::linear").selfCpuNs, 30);
        QCOMPARE(rowNamed(all, "aten::addmm").selfCpuNs, 40);
        QCOMPARE(rowNamed(all, "aten::addmm").selfDeviceNs, 400);
        QCOMPARE(rowNamed(all, "aten::linear").deviceNs, 400);
        QCOMPARE(rowNamed(all, "aten::linear").selfDeviceNs, 0);
        QCOMPARE(all.selfCpuNs, 100);
    }
    void anOnlyChildOfTheSameNameIsPartOfItsParent() {
        WorkStore trace;
        trace.op("aten::to", 0, 100);
        trace.op("aten::to", 10, 80);
        trace.op("aten::to", 20, 60);
        trace.op("aten::copy_", 30, 40);
        trace.call(35, 5, 1);
        trace.kernel(0, 7, 200, 9, WorkKind::Memory, 1);
        trace.op("aten::add", 200, 50); // two children of its name stay
        trace.op("aten::add", 200, 20);
        trace.op("aten::add", 220, 20);
        const auto store = trace.build();
        const OpAverages all = averagesOf(*store);
        const OpAverage& to = rowNamed(all, "aten::to");
        QCOMPARE(to.count, std::uint64_t{1});
        QCOMPARE(to.cpuNs, 100);
        QCOMPARE(to.selfCpuNs, 60);
        QCOMPARE(to.deviceNs, 9);
        QCOMPARE(rowNamed(all, "aten::add").count, std::uint64_t{3});
        QCOMPARE(rowNamed(all, "aten::add").cpuNs, 90);
    }
    void aCallThatEndsAfterItsNeighbourIsNotItsChild() {
        WorkStore trace;
        trace.op("outer", 0, 100);
        trace.op("first", 10, 40);
        trace.op("second", 30, 50); // overlaps the first and ends after it
        const auto store = trace.build();
        const OpAverages all = averagesOf(*store);
        QCOMPARE(rowNamed(all, "outer").selfCpuNs, 10);
        QCOMPARE(rowNamed(all, "first").selfCpuNs, 40);
    }
    void bookkeepingOfTheProfilerIsLeftOut() {
        WorkStore trace;
        trace.op("outer", 0, 100);
        trace.op("aten::is_leaf", 10, 40);
        trace.op("profiler::_record_function_enter_new", 60, 10);
        const auto store = trace.build();
        const OpAverages all = averagesOf(*store);
        QCOMPARE(all.rows.size(), std::size_t{1});
        QCOMPARE(rowNamed(all, "outer").selfCpuNs, 100);
    }
    void theFramesAroundAnOperatorPartItsRow() {
        WorkStore trace;
        trace.op("train.py(1): main", 0, 1'000, "1", Role::PythonFunction);
        trace.op("model.py(5): a", 10, 100, "1", Role::PythonFunction);
        trace.op("model.py(9): b", 200, 100, "1", Role::PythonFunction);
        trace.op("aten::mm", 20, 10);
        trace.op("aten::mm", 220, 10);
        const auto store = trace.build();
        AnalysisInput input;
        input.stackDepth = 2;
        const OpAverages all = averagesOf(*store, input);
        QCOMPARE(all.rows.size(), std::size_t{2});
        QCOMPARE(all.rows[0].stack, std::string("model.py(5): a\ntrain.py(1): main"));
        input.stackDepth = 0;
        QCOMPARE(averagesOf(*store, input).rows.size(), std::size_t{1});
    }
    void aRangeTakesTheCallsThatStartInItWithAllTheirWork() {
        WorkStore trace;
        trace.op("aten::mm", 0, 100);
        trace.call(10, 5, 1);
        trace.op("aten::add", 200, 100);
        trace.call(210, 5, 2);
        trace.kernel(0, 7, 500, 70, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 600, 30, WorkKind::Gemm, 2);
        const auto store = trace.build();
        AnalysisInput input;
        input.range = timeRange(0, 150);
        const OpAverages all = averagesOf(*store, input);
        QCOMPARE(rowNamed(all, "aten::mm").deviceNs, 70);
        QCOMPARE(all.rows.size(), std::size_t{2}); // with its launch call; the kernels start later
    }
    void threadsAndTheOrderOfTheFileDoNotMixUpTrees() {
        for (const bool reversed : {false, true}) {
            WorkStore trace;
            std::vector<std::pair<std::int64_t, std::string>> ops{{0, "1"}, {5, "2"}};
            if (reversed) std::swap(ops[0], ops[1]);
            for (const auto& [start, thread] : ops) trace.op("op" + thread, start, 50, thread);
            trace.op("inner", 10, 20, "2");
            const auto store = trace.build();
            const OpAverages all = averagesOf(*store);
            QCOMPARE(all.rows[0].name, std::string("op1"));
            QCOMPARE(rowNamed(all, "op1").selfCpuNs, 50);
            QCOMPARE(rowNamed(all, "op2").selfCpuNs, 30);
        }
    }
};

QTEST_APPLESS_MAIN(TestOperators)
#include "tst_operators.moc"
