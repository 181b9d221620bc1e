// Linked timelines: views that follow each other, and the trace compared with below the open one.
#include "app/gui/window/linked_compare.h"
#include "tests/gui/window_fixture.h"

#include <QSignalSpy>

using namespace lanescope;
using namespace lanescope::testing;
using app::LinkedPane;
using app::LinkedViews;

namespace {

// us: step 1 at `from`, step 2 300 later; a gemm of 40 us in each, and one more kernel of this name in step 2.
QByteArray trace(int from, const char* kernel) {
    QStringList events;
    const auto slice = [&](const char* cat, const char* name, int pid, int tid, int ts, int dur, const QString& args) {
        events << QStringLiteral(R"({"ph":"X","cat":"%1","name":"%2","pid":%3,"tid":%4,"ts":%5,"dur":%6,"args":{%7}})")
                      .arg(QLatin1String(cat), QLatin1String(name))
                      .arg(pid)
                      .arg(tid)
                      .arg(from + ts)
                      .arg(dur)
                      .arg(args);
    };
    const auto launch = [&](int id, const char* name, int call, int start, int dur) {
        slice("cuda_runtime", "cudaLaunchKernel", 99, 1, call, 5, QStringLiteral("\"correlation\":%1").arg(id));
        slice("kernel", name, 0, 7, start, dur, QStringLiteral("\"correlation\":%1,\"device\":0,\"stream\":7").arg(id));
    };
    slice("user_annotation", "ProfilerStep#1", 99, 1, 0, 300, {});
    slice("user_annotation", "ProfilerStep#2", 99, 1, 300, 300, {});
    slice("cpu_op", "aten::mm", 99, 1, 10, 50, {});
    launch(1, "gemm", 20, 30, 40);
    launch(2, "gemm", 320, 330, 40);
    launch(3, kernel, 340, 380, 10);
    launch(4, "tail", 560, 570, 20);
    return "{\"traceEvents\":[" + events.join(",\n").toUtf8() + "]}";
}

struct Linked : WindowFixture {
    Linked() {
        opened = WindowFixture::open(write("after.json", trace(1'000, "new_k"))) && compare();
        if (opened) pane = app::linkedPane(w());
    }
    QString write(const char* name, const QByteArray& json) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size()) qFatal("no folder");
        return file.fileName();
    }
    bool compare() {
        act("analyse.list");
        panel().options().setPer(PerWhat::Trace);
        panel().compareWith(write("before.json", trace(5'000, "old_k")));
        return waitUntilQuiet();
    }
    panels::AnalysisPanel& panel() { return window->page().bottom().analyses(); }
    bool clickRow(const char* tableId, const QString& name) {
        auto& table = panel().table();
        for (int i = 0; i < panel().tables().count(); ++i) {
            panel().tables().setCurrentIndex(i);
            if (!table.table() || table.table()->id != tableId) continue;
            for (int r = 0; r < table.rowCount(); ++r) {
                const auto columns = panel().tableView().shownColumns();
                if (table.index(r, columns.front()).data().toString() != name) continue;
                const QRect cell = panel().tableView().visualRect(table.index(r, columns.front()));
                QTest::mouseClick(panel().tableView().viewport(), Qt::LeftButton, {}, cell.center());
                return true;
            }
        }
        return false;
    }
    LinkedPane* pane = nullptr;
    bool opened = false;
};

// The same stretch of time, to the column: columns start at the first event of each trace.
bool isAlike(const timeline::ViewState& a, const timeline::ViewState& b, std::int64_t apartNs) {
    const TimeRange x = a.scale().visible(), y = b.scale().visible();
    const auto px = static_cast<std::int64_t>(a.scale().nsPerPx()) + 1;
    const bool begins = std::abs((y.begin - x.begin).count() - apartNs) <= px;
    const bool ends = std::abs((y.end - x.end).count() - apartNs) <= px;
    if (!begins || !ends)
        qWarning("%lld..%lld and %lld..%lld", static_cast<long long>(count(x.begin)),
                 static_cast<long long>(count(x.end)), static_cast<long long>(count(y.begin)),
                 static_cast<long long>(count(y.end)));
    return begins && ends && std::abs(a.scale().nsPerPx() - b.scale().nsPerPx()) < 0.01 * a.scale().nsPerPx();
}

std::vector<std::string> namesOf(const TraceStore& store, const std::vector<SliceId>& slices) {
    std::vector<std::string> out;
    for (const SliceId s : slices) out.emplace_back(store.name(s));
    return out;
}

} // namespace

class LinkedCompareTest : public QObject {
    Q_OBJECT
private slots:
    void linkedViewsShowTheSameStretchFromTheirOrigins() {
        struct One {
            timeline::ViewState view;
            timeline::Selection selection;
            QWidget canvas;
            explicit One(std::int64_t from) {
                canvas.resize(1'000, 100);
                view.setMotion(timeline::Motion::Instant);
                view.setCanvasWidth(800);
                view.setExtent(timeRange(from, from + 1'000'000), timeline::ViewState::Keep::Nothing);
            }
        };
        One a(0), b(5'000'000), c(70'000'000);
        LinkedViews links;
        for (One* one : {&a, &b, &c}) links.add({&one->view, &one->selection, &one->canvas}, one->view.extent().begin);
        a.view.show(timeRange(200'000, 600'000), timeline::Motion::Instant);
        QVERIFY(isAlike(a.view, b.view, 5'000'000));
        QVERIFY(isAlike(a.view, c.view, 70'000'000));
        c.view.zoomAt(400, 4); // from any of them
        QVERIFY(a.view.scale().nsPerPx() < 200);
        QVERIFY(isAlike(a.view, b.view, 5'000'000));
        QVERIFY(isAlike(a.view, c.view, 70'000'000));

        // The pointer: 100 us after the origins.
        a.view.show(timeRange(0, 800'000), timeline::Motion::Instant); // 1 us is 1 px
        a.selection.setPointer(rankTime(100'000));
        QVERIFY(!links.lineOf(a.view));
        QCOMPARE(links.lineOf(b.view), std::optional(b.view.headerWidth() + 100));
        QCOMPARE(links.lineOf(c.view), std::optional(c.view.headerWidth() + 100));
        a.selection.setPointer(std::nullopt);
        QVERIFY(!links.lineOf(b.view));

        // Another origin moves that one alone; one that is left out stays.
        links.setOrigin(b.view, rankTime(5'000'000 + 50'000));
        QVERIFY(isAlike(a.view, b.view, 5'050'000));
        QVERIFY(a.view.scale().visible().begin == rankTime(0));
        links.remove(c.view);
        const TimeRange before = c.view.scale().visible();
        a.view.panBy(120);
        QVERIFY(c.view.scale().visible() == before);
        QVERIFY(isAlike(a.view, b.view, 5'050'000));
    }

    void theTraceFromBeforeIsShownBelowFromTheSameStep() {
        Linked f;
        QVERIFY(f.opened && f.pane && f.pane->isShowing() && f.pane->isVisible());
        QCOMPARE(f.pane->origin(), LinkedPane::Origin::Step);
        QVERIFY(f.pane->document().facts() && !f.pane->document().facts()->idle.empty()); // its idle row has owners
        // Both start with their step; the files lie 4 ms apart.
        f.w().view().show(timeRange(1'000'000, 1'300'000), timeline::Motion::Instant);
        QVERIFY(isAlike(f.w().view(), f.pane->view(), 4'000'000));
        f.pane->view().zoomAt(100, 3);
        QVERIFY(isAlike(f.w().view(), f.pane->view(), 4'000'000));

        // From ranges: where each begins.
        f.w().selection().setRange(timeRange(1'030'000, 1'070'000));
        f.pane->selection().setRange(timeRange(5'330'000, 5'370'000));
        f.pane->setOrigin(LinkedPane::Origin::Range);
        f.w().view().show(timeRange(1'030'000, 1'070'000), timeline::Motion::Instant);
        QVERIFY(isAlike(f.w().view(), f.pane->view(), 4'300'000));
    }

    void aRowOfTheComparisonSelectsItsSlicesInBoth() {
        Linked f;
        QVERIFY(f.opened && f.pane);
        QVERIFY(f.clickRow("compare_kernels", "gemm"));
        QCOMPARE(namesOf(f.store(), f.w().selection().slices()), std::vector<std::string>({"gemm", "gemm"}));
        const TraceStore& before = f.pane->document().store();
        QCOMPARE(namesOf(before, f.pane->selection().slices()), std::vector<std::string>({"gemm", "gemm"}));
        for (const SliceId s : f.pane->selection().slices()) QVERIFY(count(before.start(s)) >= 5'000'000);

        // What only one of them has is selected there alone.
        QVERIFY(f.clickRow("compare_kernels", "old_k"));
        QCOMPARE(namesOf(before, f.pane->selection().slices()), std::vector<std::string>({"old_k"}));
        QVERIFY(f.clickRow("compare_kernels", "new_k"));
        QVERIFY(f.pane->selection().slices().empty());
        QCOMPARE(namesOf(f.store(), f.w().selection().slices()), std::vector<std::string>({"new_k"}));
    }

    void itIsClosedAndComesBackAndGoesWithTheOpenTrace() {
        Linked f;
        QVERIFY(f.opened && f.pane);
        f.act("analyse.linked");
        QVERIFY(!f.pane->isShowing() && !f.pane->isVisible());
        f.w().view().fitAll(timeline::Motion::Instant); // nothing is linked with what is gone
        f.act("analyse.linked");
        QVERIFY(f.waitUntilQuiet() && f.pane->isShowing());
        f.act("file.close");
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(!f.pane->isShowing());
    }
};

QTEST_MAIN(LinkedCompareTest)
#include "tst_linked_compare.moc"
