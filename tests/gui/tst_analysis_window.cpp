// The Analyses tab of the real window, driven by keys and mouse over a trace small enough to be worked out by hand.
#include "tests/gui/window_fixture.h"

#include "core/analysis/analysis.h"

#include <QClipboard>
#include <QHeaderView>

using namespace lanescope;
using namespace lanescope::testing;
using models::AnalysisTable;

namespace {

// us: two steps; gemm_a 40 + 30, add_k 10 + 20 (or `addUs` more each).
QByteArray trace(int addUs = 0) {
    QStringList events;
    const auto slice = [&events](const char* cat, const QString& name, int tid, int ts, int dur, const QString& args) {
        events << QStringLiteral(R"({"ph":"X","cat":"%1","name":"%2","pid":%3,"tid":%4,"ts":%5,"dur":%6,"args":{%7}})")
                      .arg(QLatin1String(cat), name, QLatin1String(cat) == "kernel" ? "0" : "99")
                      .arg(tid)
                      .arg(ts)
                      .arg(dur)
                      .arg(args);
    };
    const auto launch = [&](int id, const QString& kernel, int call, int start, int dur) {
        slice("cuda_runtime", "cudaLaunchKernel", 1, call, 5, QStringLiteral("\"correlation\":%1").arg(id));
        slice("kernel", kernel, 7, start, dur, QStringLiteral("\"correlation\":%1,\"device\":0,\"stream\":7").arg(id));
    };
    slice("user_annotation", "ProfilerStep#1", 1, 90, 210, {});
    slice("user_annotation", "ProfilerStep#2", 1, 300, 100, {});
    slice("cpu_op", "aten::mm", 1, 100, 50, {});
    slice("cpu_op", "aten::add", 1, 200, 40, {});
    slice("cpu_op", "aten::mm", 1, 305, 20, {});
    launch(1, "gemm_a", 110, 120, 40);
    launch(2, "add_k", 210, 220, 10 + addUs);
    launch(3, "add_k", 225, 240 + addUs, 20 + addUs);
    launch(4, "gemm_a", 310, 320, 30);
    return "{\"traceEvents\":[" + events.join(",\n").toUtf8() + "]}";
}

struct Analyses : WindowFixture {
    explicit Analyses(const QByteArray& json = trace()) {
        QFile file(folder.filePath("hand.json"));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no folder");
        file.write(json);
        file.close();
        opened = WindowFixture::open(file.fileName());
    }
    panels::AnalysisPanel& panel() { return window->page().bottom().analyses(); }
    AnalysisTable& table() { return panel().table(); }
    bool show(const char* id, const char* tableId = nullptr) {
        act(qPrintable(QString("analyse.") + id));
        if (!waitUntilQuiet()) return false;
        return !tableId || choose(tableId);
    }
    bool choose(const char* tableId) {
        for (int i = 0; i < panel().tables().count(); ++i) {
            panel().tables().setCurrentIndex(i);
            if (table().table() && table().table()->id == tableId) return true;
        }
        return false;
    }
    // The figure of the row that has this text in its first columns; -1: none.
    qlonglong figure(const QString& row, const char* column) {
        for (int r = 0; r < table().rowCount(); ++r)
            for (int c = 0; c < table().columnCount(); ++c)
                if (table().index(r, c).data().toString() == row)
                    for (int k = 0; k < table().columnCount(); ++k)
                        if (table().table()->columns[static_cast<std::size_t>(k)].id == column)
                            return table().index(r, k).data(AnalysisTable::ValueRole).toLongLong();
        return -1;
    }
    int rowNamed(const QString& text) {
        for (int r = 0; r < table().rowCount(); ++r)
            for (int c = 0; c < table().columnCount(); ++c)
                if (table().index(r, c).data().toString() == text) return r;
        return -1;
    }
    void clickRow(int row) {
        const auto columns = panel().tableView().shownColumns();
        const QRect cell = panel().tableView().visualRect(table().index(row, columns.front()));
        QTest::mouseClick(panel().tableView().viewport(), Qt::LeftButton, {}, cell.center());
    }
    std::int64_t startOfCurrent() { return count(store().start(*window->selection().current())); }
    bool opened = false;
};

} // namespace

class AnalysisWindowTest : public QObject {
    Q_OBJECT
private slots:
    void everyAnalysisHasAnEntryInMenuPaletteAndList() {
        Analyses f;
        QVERIFY(f.opened);
        const QStringList shown = f.panel().list().shown();
        for (const AnalysisInfo& info : builtinAnalyses()) {
            const QString id = QString::fromStdString("analyse." + std::string(info.id));
            QVERIFY2(f.w().actionsOfWindow().of(id), qPrintable(id));
            QVERIFY2(shown.contains(QString::fromStdString(std::string(info.title))), qPrintable(id));
        }
    }

    void everyAnalysisAnswersOrSaysWhyNot() {
        Analyses f;
        QVERIFY(f.opened);
        for (const AnalysisInfo& info : builtinAnalyses()) {
            QVERIFY(f.show(std::string(info.id).c_str()));
            QVERIFY2(!f.panel().sentence().isEmpty() && f.panel().sentence() != QStringLiteral("\u2026"),
                     std::string(info.id).c_str());
            QVERIFY2(f.panel().tables().count() > 0, std::string(info.id).c_str());
        }
    }

    void kernelsOfTheTraceHaveTheirExactFigures() {
        Analyses f;
        QVERIFY(f.opened && f.show("kernels", "kernels"));
        QCOMPARE(f.table().rowCount(), 2);
        QCOMPARE(f.figure("gemm_a", "count"), 2);
        QCOMPARE(f.figure("gemm_a", "total_ns"), 70'000);
        QCOMPARE(f.figure("add_k", "total_ns"), 30'000);
        QCOMPARE(f.figure("add_k", "max_ns"), 20'000);
    }

    void aRowSelectsItsSlicesAndEnterGoesToTheNext() {
        Analyses f;
        QVERIFY(f.opened && f.show("kernels", "kernels"));
        f.clickRow(f.rowNamed("gemm_a"));
        QCOMPARE(f.w().selection().slices().size(), std::size_t{2});
        QCOMPARE(f.startOfCurrent(), std::int64_t{120'000});
        QTest::keyClick(&f.panel().tableView(), Qt::Key_Return);
        QCOMPARE(f.startOfCurrent(), std::int64_t{320'000});
        QTest::keyClick(&f.panel().tableView(), Qt::Key_Return); // round
        QCOMPARE(f.startOfCurrent(), std::int64_t{120'000});
        QTest::keyClick(&f.panel().tableView(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(f.startOfCurrent(), std::int64_t{320'000});
    }

    void aSliceSelectedOnTheTimelineMarksItsRow() {
        Analyses f;
        QVERIFY(f.opened && f.show("kernels", "kernels"));
        QVERIFY(!f.table().marked());
        for (std::uint32_t row = 0; row < f.store().slices().size(); ++row)
            if (f.store().name(SliceId{row}) == "add_k") f.w().selection().select(SliceId{row});
        QCOMPARE(f.table().marked(), std::optional(f.rowNamed("add_k")));
        f.w().selection().clearSlices();
        QVERIFY(!f.table().marked());
    }

    void stepRangeAndViewRestrictTheTable() {
        Analyses f;
        QVERIFY(f.opened && f.show("kernels", "kernels"));
        f.w().navigator().selectStep(1);
        f.act("analyse.step");
        QVERIFY(QTest::qWaitFor([&f] { return f.figure("gemm_a", "total_ns") == 30'000; }));
        QCOMPARE(f.rowNamed("add_k"), -1);
        f.w().navigator().selectStep(0); // live
        QVERIFY(QTest::qWaitFor([&f] { return f.figure("gemm_a", "total_ns") == 40'000; }));
        QCOMPARE(f.figure("add_k", "total_ns"), 30'000);
        f.act("analyse.range");
        QVERIFY(QTest::qWaitFor([&f] { return f.table().rowCount() == 0; }));
        QVERIFY(f.panel().sentence().startsWith("no range"));
        f.w().selection().setRange(timeRange(130'000, 225'000)); // cuts gemm_a to 30 us, add_k to 5
        QVERIFY(QTest::qWaitFor([&f] { return f.figure("gemm_a", "total_ns") == 30'000; }));
        QCOMPARE(f.figure("add_k", "total_ns"), 5'000);
        f.w().view().show(timeRange(235'000, 250'000), timeline::Motion::Instant);
        f.act("analyse.visible");
        QVERIFY(QTest::qWaitFor([&f] { return f.rowNamed("gemm_a") == -1 && f.rowNamed("add_k") == 0; }));
    }

    void filteringSortingAndCopyingByKeys() {
        Analyses f;
        QVERIFY(f.opened && f.show("kernels", "kernels"));
        f.panel().filter().setFocus();
        QTest::keyClicks(&f.panel().filter(), "add");
        QCOMPARE(f.table().rowCount(), 1);
        f.panel().filter().clear();
        int total = 0;
        while (f.table().table()->columns[static_cast<std::size_t>(total)].id != "total_ns") ++total;
        QHeaderView* head = f.panel().tableView().horizontalHeader();
        const QPoint at(head->sectionViewportPosition(total) + 12, head->height() / 2);
        QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(f.rowNamed("gemm_a"), 0); // figures begin with the largest
        QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(f.rowNamed("add_k"), 0);
        f.panel().tableView().selectAll();
        QTest::keyClick(&f.panel().tableView(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].contains("name\t") && lines[0].contains("total_ns"));
        QVERIFY(lines[1].contains("add_k\t") && lines[1].contains("\t30000\t"));
    }

    void theShownTableGoesIntoAFile() {
        Analyses f;
        QVERIFY(f.opened && f.show("kernels", "kernels"));
        const QString path = f.folder.filePath("out.csv");
        f.panel().exportTo(path);
        QVERIFY(f.waitUntilQuiet());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(text.startsWith("device,name,kind,count,total_ns"), text.constData());
        QVERIFY2(text.contains("0,gemm_a,") && text.contains(",2,70000,"), text.constData());
    }

    void aHiddenColumnStaysHiddenInTheNextWindow() {
        Analyses f;
        QVERIFY(f.opened && f.show("kernels", "kernels"));
        f.settings.setValue("analysis/columns/kernels", QStringList{"std_ns=0", "name=222"});
        QVERIFY(f.show("copies") && f.show("kernels", "kernels_by_kind") && f.choose("kernels"));
        const auto columns = f.panel().tableView().shownColumns();
        for (const int c : columns) QVERIFY(f.table().table()->columns[static_cast<std::size_t>(c)].id != "std_ns");
        QCOMPARE(f.panel().tableView().columnWidth(1), 222);
    }

    void theChartOfStepsShowsPartsAndLeadsToTheStep() {
        Analyses f;
        QVERIFY(f.opened && f.show("four_numbers"));
        panels::ChartView& chart = f.panel().chart();
        QVERIFY(chart.isVisible() && chart.chart());
        QCOMPARE(chart.chart()->categories, (std::vector<std::string>{"1", "2"}));
        // Step 1: gemm_a 40, add_k 10 + 20: 70 us of 210.
        QCOMPARE(chart.chart()->series[0].points[0].y, 70'000.0);
        QCOMPARE(chart.chart()->series[3].points[0].y, 140'000.0);
        const QPointF at = chart.positionOf({0, 1});
        QCOMPARE(chart.placeAt(at), std::optional(panels::ChartView::Place{0, 1}));
        QVERIFY(chart.textOf({0, 1}).contains("compute 30.0"));
        QTest::mouseClick(&chart, Qt::LeftButton, {}, at.toPoint());
        const TimeRange seen = f.w().view().target().visible();
        QVERIFY(count(seen.begin) <= 300'000 && count(seen.end) >= 400'000);
        QVERIFY(count(seen.begin) > 200'000);
    }

    void theFlameGraphZoomsSearchesAndSelects() {
        Analyses f;
        QVERIFY(f.opened && f.show("call_tree"));
        QVERIFY(f.panel().isShowingFlame());
        panels::FlameView& flame = f.panel().flame();
        const auto mm = flame.nodeNamed("aten::mm"), step = flame.nodeNamed("ProfilerStep*");
        QVERIFY(mm && step);
        const auto boxOf = [&flame](std::uint32_t node) {
            for (const auto& box : flame.boxes())
                if (box.node == node) return box.rect;
            return QRectF();
        };
        QTest::mouseClick(&flame, Qt::LeftButton, {}, boxOf(*mm).center().toPoint());
        QCOMPARE(flame.zoomed(), *mm);
        QCOMPARE(boxOf(*mm).width(), static_cast<double>(flame.width()));
        QTest::keyClick(&flame, Qt::Key_Backspace);
        QCOMPARE(flame.zoomed(), *step);
        f.panel().filter().setText("aten::mm");
        QCOMPARE(flame.hits().count, std::size_t{1});
        QCOMPARE(flame.hits().ns, std::int64_t{70'000}); // 50 + 20
        flame.setCurrent(mm);
        QTest::keyClick(&flame, Qt::Key_Space);
        QCOMPARE(f.w().selection().slices().size(), std::size_t{2});
        QCOMPARE(f.startOfCurrent(), std::int64_t{100'000});
    }

    void theCriticalPathIsDrawnWhileItIsLookedAt() {
        Analyses f;
        QVERIFY(f.opened && f.show("critical_path"));
        const auto& path = f.canvas().path();
        QVERIFY(!path.empty());
        for (std::size_t i = 1; i < path.size(); ++i) QVERIFY(path[i].slice != path[i - 1].slice);
        QCOMPARE(path.back().edge, scene::PathEdge::None);
        QVERIFY(f.show("kernels"));
        QVERIFY(f.canvas().path().empty());
    }

    void whatATraceLacksIsSaidPlainly() {
        Analyses f("{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":1,"
                   "\"dur\":2}]}");
        QVERIFY(f.opened && f.show("kernels"));
        QCOMPARE(f.panel().sentence(), QString("no GPU activity in this trace"));
        QCOMPARE(f.table().rowCount(), 0);
    }

    void twoTracesAreComparedByTheirKernels() {
        Analyses f(trace(10));
        QVERIFY(f.opened);
        QFile before(f.folder.filePath("before.json"));
        QVERIFY(before.open(QIODevice::WriteOnly));
        before.write(trace());
        before.close();
        f.act("analyse.list");
        f.panel().options().setPer(PerWhat::Trace); // both steps, whichever count as steady
        f.panel().compareWith(before.fileName());
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.choose("compare_kernels"));
        QCOMPARE(f.rowNamed("add_k"), 0); // what changed most stands first
        f.clickRow(0);
        QCOMPARE(f.w().selection().slices().size(), std::size_t{2}); // those of the open trace
    }

    void whatOnlyTheOtherTraceHasSelectsNothingHere() {
        Analyses f;
        QVERIFY(f.opened);
        QFile before(f.folder.filePath("before.json"));
        QVERIFY(before.open(QIODevice::WriteOnly));
        before.write(trace().replace("add_k", "gone_k"));
        before.close();
        f.act("analyse.list");
        f.panel().options().setPer(PerWhat::Trace); // both steps, whichever count as steady
        f.panel().compareWith(before.fileName());
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.choose("compare_kernels"));
        const int row = f.rowNamed("gone_k");
        QVERIFY(row >= 0 && f.table().slices(row).empty());
        f.clickRow(row);
        QVERIFY(f.w().selection().slices().empty());
    }

    void tokensAndParametersMayBeWrittenShort() {
        QCOMPARE(panels::figureOf("7e9"), std::optional(7e9));
        QCOMPARE(panels::figureOf(" 7 B "), std::optional(7e9));
        QCOMPARE(panels::figureOf("1.5M"), std::optional(1.5e6));
        QCOMPARE(panels::figureOf("4k"), std::optional(4e3));
        QVERIFY(!panels::figureOf("-3") && !panels::figureOf("many") && !panels::figureOf("0"));
    }
};

QTEST_MAIN(AnalysisWindowTest)
#include "tst_analysis_window.moc"
