// What the collection of cases says about the window: names, jumps, search, order of rows, a big trace, hidden rows,
// lanes inside a stream. Each is opened in the real window and held against what its note says.
#include "tests/gui/window_fixture.h"
#include "tests/support/sanitized.h"

#include <QClipboard>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QToolButton>

#include <algorithm>
#include <map>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

QString casePath(const QString& name, const QString& file = "input.json") {
    return QStringLiteral(LANESCOPE_SHARED_DIR "/cases/") + name + '/' + file;
}

SliceId named(const TraceStore& store, std::string_view name, std::size_t nth = 0) {
    for (std::uint32_t row = 0; row < store.slices().size(); ++row)
        if (store.name(SliceId{row}) == name && nth-- == 0) return SliceId{row};
    qFatal("no slice of that name");
}

std::vector<std::string> hitNames(WindowFixture& f) {
    std::vector<std::string> out;
    if (const auto* hits = f.w().searching().hits())
        for (const SliceId slice : hits->byTime) out.emplace_back(f.store().name(slice));
    return out;
}

void search(WindowFixture& f, const char* text) {
    f.key(Qt::Key_Escape);
    f.w().toolBar().omnibox().clear();
    f.canvas().setFocus();
    f.key(Qt::Key_Slash);
    QTest::keyClicks(QApplication::focusWidget(), text);
    f.key(Qt::Key_Return);
    QVERIFY(f.waitUntilQuiet());
}

// Rows as they are drawn, top to bottom, groups left out.
QStringList shownRows(WindowFixture& f) {
    QStringList out;
    const RowTree& tree = f.w().document().tree();
    for (const scene::PlacedRow& placed : f.canvas().layout().rows) {
        const Row& row = tree.row(placed.row);
        if (row.kind == RowKind::Group) continue;
        const std::string group = row.parent ? tree.row(*row.parent).name : std::string();
        out << QString::fromStdString(group + " / " + row.name);
    }
    return out;
}

// Of those: host threads by their name in the file, streams with their GPU, whatever else their group is called.
QStringList threadsAndStreams(WindowFixture& f) {
    QStringList out;
    const RowTree& tree = f.w().document().tree();
    for (const scene::PlacedRow& placed : f.canvas().layout().rows) {
        const Row& row = tree.row(placed.row);
        const QString name = QString::fromStdString(row.name);
        if (row.kind == RowKind::HostThread) {
            const Lane& lane = f.store().lanes()[row.lanes.at(0).lane.value];
            const Thread& thread = f.store().threads()[f.store().tracks()[lane.track.value].thread.value];
            out << QString::fromStdString(std::string(f.store().text(thread.name)));
        }
        if (row.kind == RowKind::Stream) out << QStringLiteral("GPU %1 / %2").arg(*row.device->number).arg(name);
    }
    return out;
}

// What is written on the rows.
QStringList labelsOfCanvas(WindowFixture& f) {
    QStringList out;
    for (const scene::Layer& layer : f.canvas().frameScene().layers)
        for (const scene::Label& label : layer.labels) out << QString::fromStdString(label.text);
    return out;
}

std::map<std::string, std::pair<std::int64_t, std::int64_t>> countAndTotal(const models::TableModel& model) {
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> out;
    const auto column = [&](std::string_view id) {
        const auto& columns = model.table().columns;
        return static_cast<std::size_t>(
            std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.id == id; }) -
            columns.begin());
    };
    for (const auto& row : model.table().rows)
        out[std::get<std::string>(row[column("name")])] = {std::get<std::int64_t>(row[column("count")]),
                                                           std::get<std::int64_t>(row[column("total_ns")])};
    return out;
}

#define NEEDS_CASE(name)                                                                                               \
    if (!QDir(casePath(name, {})).exists()) QSKIP("the folder with cases is not here");                                \
    WindowFixture f;                                                                                                   \
    QVERIFY(f.open(casePath(name)))

} // namespace

class TestWindowCases : public QObject {
    Q_OBJECT
private slots:
    void kernelNamesAreShortOnScreenAndFullWhereTheyAreCopied() { // d01
        NEEDS_CASE("d01-kernel-names");
        const SliceId mangled = named(f.store(), "_ZN5mylib13fused_ln_geluI6__halfLi4EEEvPKT_PS2_i");
        QCOMPARE(f.w().document().names().of(mangled), std::string("fused_ln_gelu<__half, 4>"));
        f.w().navigator().select(mangled);
        const auto& facts = f.w().page().bottom().details().facts();
        QVERIFY(facts);
        const QString full = "void mylib::fused_ln_gelu<__half, 4>(__half const*, __half*, int)";
        QCOMPARE(facts->shortName, QString("fused_ln_gelu<__half, 4>"));
        QCOMPARE(facts->fullName, full);
        f.canvas().setFocus();
        f.key(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), full);
        search(f, "fused_ln");
        const auto found = hitNames(f);
        QVERIFY(std::find(found.begin(), found.end(), f.store().name(mangled)) != found.end());
        // Label on the bar.
        f.bringIntoView(mangled);
        QVERIFY(labelsOfCanvas(f).contains("fused_ln_gelu<__half, 4>"));
        const SliceId broken = named(f.store(), "_Zbroken_symbol");
        QCOMPARE(f.w().document().names().of(broken), std::string("_Zbroken_symbol")); // shown as it is
    }

    void spellingsAndShapesOfAKernelAreOneRow() { // d01
        NEEDS_CASE("d01-kernel-names");
        QCOMPARE(f.store().slices().size(), std::size_t{7});
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().analysis() && f.w().document().analysis()->device(), 20'000);
        QCOMPARE(f.w().document().analysis()->device()->whole->busyNs, 70'000);
        f.w().page().bottom().showTab(panels::BottomPanel::Tab::Range);
        QVERIFY(f.waitUntilQuiet());
        const std::map<std::string, std::pair<std::int64_t, std::int64_t>> expected = {
            {"fused_ln_gelu<__half, 4>", {2, 20'000}}, {"eltwise_bwd", {2, 20'000}},
            {"tiled_gemm_run<...>", {1, 10'000}},      {"chunked_scan<...>", {1, 10'000}},
            {"_Zbroken_symbol", {1, 10'000}},          {"idle", {6, 60'000}}};
        QTRY_VERIFY(f.w().page().bottom().range().model().rowCount() > 0);
        QCOMPARE(countAndTotal(f.w().page().bottom().range().model()), expected);
        f.w().page().bottom().showTab(panels::BottomPanel::Tab::Kernels);
        QVERIFY(f.waitUntilQuiet());
        auto kernels = expected;
        kernels.erase("idle");
        QCOMPARE(countAndTotal(f.w().page().bottom().kernels().model()), kernels);
    }

    void oneKeyLeadsFromTheKernelToItsLaunchAndBack() { // d02
        NEEDS_CASE("d02-jump-chain");
        const SliceId k2 = named(f.store(), "bias"), r2 = named(f.store(), "cudaLaunchKernel", 1);
        const SliceId op = named(f.store(), "aten::linear");
        f.w().navigator().select(k2);
        f.bringIntoView(k2); // the call is out of view
        QVERIFY(f.store().start(r2) < f.w().view().target().visible().begin);
        f.canvas().setFocus();
        f.key(Qt::Key_L);
        QCOMPARE(f.w().selection().current(), std::optional(r2));
        const TimeRange view = f.w().view().target().visible();
        QVERIFY(f.store().start(r2) >= view.begin && f.store().end(r2) <= view.end);
        QVERIFY(f.canvas().rectOf(r2) && f.canvas().rect().contains(f.canvas().rectOf(r2)->center().toPoint()));
        f.key(Qt::Key_L);
        QCOMPARE(f.w().selection().current(), std::optional(k2));
        // And the other one, on its own.
        const SliceId k1 = named(f.store(), "gemm_a"), r1 = named(f.store(), "cudaLaunchKernel");
        f.w().navigator().select(k1);
        f.key(Qt::Key_L);
        QCOMPARE(f.w().selection().current(), std::optional(r1));
        f.key(Qt::Key_L);
        QCOMPARE(f.w().selection().current(), std::optional(k1));
        // Up: addmm, linear, the frame, the annotation, the step.
        f.key(Qt::Key_L);
        std::vector<std::string> above;
        for (int i = 0; i < 5; ++i) {
            f.key(Qt::Key_Up);
            above.emplace_back(f.store().name(*f.w().selection().current()));
        }
        QCOMPARE(above, (std::vector<std::string>{"aten::addmm", "aten::linear", "model.py(20): forward",
                                                  "## forward ##", "ProfilerStep#3"}));
        f.key(Qt::Key_Up); // nothing is above the step
        QCOMPARE(f.store().name(*f.w().selection().current()), std::string_view("ProfilerStep#3"));
        f.w().navigator().select(op);
        QVERIFY(f.waitUntilQuiet());
        const QString figures = f.w().page().bottom().details().figures();
        QVERIFY2(figures.startsWith("2 kernels started inside, 25.00\u202f\u00b5s of GPU time"), qPrintable(figures));
    }

    void searchIsByTextOrExpressionAndWalksInTime() { // d03
        NEEDS_CASE("d03-search");
        search(f, "gemm");
        QCOMPARE(hitNames(f), (std::vector<std::string>{"gemm_utils.py(3): plan", "ampere_like_gemm_128", "Gemm_tail",
                                                        "gemm (fused) [x]"}));
        f.w().view().fitAll(timeline::Motion::Instant);
        f.w().searching().search("gemm");
        QVERIFY(f.waitUntilQuiet());
        f.canvas().setFocus();
        f.key(Qt::Key_F3);
        f.key(Qt::Key_F3);
        QCOMPARE(f.w().toolBar().omnibox().result(), QString("2 of 4"));
        QCOMPARE(f.store().name(*f.w().selection().current()), std::string_view("ampere_like_gemm_128"));
        f.key(Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(f.w().toolBar().omnibox().result(), QString("1 of 4"));
        int ticks = 0;
        for (const scene::Layer& layer : f.w().page().overview().currentScene().layers)
            for (const scene::Box& box : layer.boxes) ticks += box.fill == scene::Ink::Hit ? 1 : 0;
        QCOMPARE(ticks, 4);
        search(f, "/^gemm/");
        QCOMPARE(hitNames(f), (std::vector<std::string>{"gemm_utils.py(3): plan", "gemm (fused) [x]"}));
        search(f, "(fused)");
        QCOMPARE(hitNames(f), (std::vector<std::string>{"gemm (fused) [x]"}));
        search(f, "shape:\"128, 64\""); // by argument
        QCOMPARE(hitNames(f), (std::vector<std::string>{"aten::addmm"}));
    }

    void rowsStandInTheOrderOfTheirSortIndex() { // d04
        NEEDS_CASE("d04-row-order");
        QCOMPARE(f.store().slices().size(), std::size_t{6});
        QCOMPARE(f.store().tracks().size(), std::size_t{6});
        // As the window opens: threads and streams, and last the profiler's own, folded.
        QCOMPARE(threadsAndStreams(f),
                 (QStringList{"main", "pt_autograd_0", "GPU 0 / stream 7", "GPU 0 / stream 20", "GPU 1 / stream 7"}));
        const RowTree& tree = f.w().document().tree();
        const Row& last = tree.row(f.canvas().layout().rows.back().row);
        QVERIFY(last.kind == RowKind::Group && f.canvas().rowState().isFolded(last));
        QCOMPARE(last.key, tree.rows()[*tree.rows().back().parent].key);
        f.act("view.open-all");
        const QStringList all = shownRows(f);
        QVERIFY2(all.back().contains("PyTorch Profiler"), qPrintable(all.join('|')));
    }

    void aBigTraceOpensWithItsTotalsAndCanBeStopped() { // d10
        const QString script = casePath("d10-big-trace", "make_big.py");
        const QString python = QStandardPaths::findExecutable("python3");
        if (!QFile::exists(script) || python.isEmpty()) QSKIP("the folder with cases, or python, is not here");
        QTemporaryDir folder;
        // The case asks for 500, a million events, and 5000: LANESCOPE_BIG_STEPS=5000 runs it so.
        const int asked = qEnvironmentVariableIntValue("LANESCOPE_BIG_STEPS");
        const std::int64_t steps = asked > 0 ? asked : kSanitized ? 20 : 500;
        const QString path = folder.filePath("big.json.gz");
        QCOMPARE(QProcess::execute(python, {script, QString::number(steps), path}), 0);
        WindowFixture f;
        const int patience = 20'000 + static_cast<int>(steps) * 100; // ms, for slow machines
        bool sawLine = false;
        connect(&f.w().loader(), &app::LoadController::started, &f.w(),
                [&] { sawLine = f.w().progressLine().isVisible(); });
        double furthest = 0;
        connect(&f.w().loader(), &app::LoadController::progressed, &f.w(),
                [&] { furthest = std::max(furthest, f.w().progressLine().share().value_or(0)); });
        f.w().openFiles({path});
        QVERIFY(f.waitUntilQuiet(patience));
        QVERIFY(f.w().document().isOpen() && !f.w().document().isPartial());
        QVERIFY(sawLine);
        QVERIFY(furthest > 0); // and how far it was
        QCOMPARE(static_cast<std::int64_t>(f.store().slices().size()), 2002 * steps);
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().analysis() && f.w().document().analysis()->device(), patience);
        const FourNumbers& n = *f.w().document().analysis()->device()->whole;
        QCOMPARE(n.computeNs, 8'000'000 * steps);
        QCOMPARE(n.commNs, 1'000'000 * steps);
        QCOMPARE(n.exposedCommNs, 600'000 * steps);
        QCOMPARE(n.busyNs, 8'600'000 * steps);
        QCOMPARE(n.wallNs, (steps - 1) * 12'000'000 + 10'500'000);
        // Again, and Esc.
        bool cancelled = false;
        connect(&f.w().loader(), &app::LoadController::cancelled, &f.w(), [&] { cancelled = true; });
        connect(&f.w().loader(), &app::LoadController::started, &f.w(), [&] {
            QMetaObject::invokeMethod(
                &f.w().loader(), [&] { f.key(Qt::Key_Escape); }, Qt::QueuedConnection);
        });
        const QString copy = folder.filePath("again.json.gz"); // not from the index, which is there in no time
        QVERIFY(QFile::copy(path, copy));
        f.w().openFiles({copy});
        QVERIFY(QTest::qWaitFor([&] { return cancelled; }, 20'000));
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.w().document().isOpen());
    }

    void emptyRowsAreHiddenAndOthersByTheirName() { // d11
        NEEDS_CASE("d11-hide-and-empty-rows");
        f.act("view.open-all");
        QCOMPARE(f.store().slices().size(), std::size_t{2});
        QCOMPARE(f.w().document().tree().emptyHidden(), 8u);
        QCOMPARE(threadsAndStreams(f).size(), 2);
        QCOMPARE(threadsAndStreams(f).back(), QString("GPU 2 / stream 7"));
        const QStringList rows = shownRows(f);
        QVERIFY(std::any_of(rows.begin(), rows.end(), [](const QString& r) { return r.contains("GPU 2"); }));
        for (const QString& row : rows)
            for (const char* gone : {"GPU 0", "GPU 1", "GPU 3", "GPU 7", "idle worker"})
                QVERIFY2(!row.contains(QString::fromLatin1(gone)), qPrintable(row));
        // Hidden by a pattern, by keys.
        f.canvas().setFocus();
        f.key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClicks(QApplication::focusWidget(), "-stream");
        f.key(Qt::Key_Return);
        const auto hasStream = [&] {
            const QStringList now = shownRows(f);
            return std::any_of(now.begin(), now.end(), [](const QString& r) { return r.contains("stream 7"); });
        };
        QVERIFY(!hasStream());
        f.key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier); // and shown again
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backspace);
        QVERIFY(hasStream());
        QTest::keyClicks(QApplication::focusWidget(), "-stream");
        f.key(Qt::Key_Return);
        QVERIFY(!hasStream());
        // Kept when the next trace is opened.
        QVERIFY(f.open(casePath("d13-lanes-inside-a-stream")));
        QVERIFY(!hasStream());
        f.act("view.reset-rows");
        QVERIFY(hasStream());
        // Pinned to the top.
        const SliceId kernel = named(f.store(), "x");
        f.w().navigator().select(kernel);
        const auto place = f.w().document().tree().placeOf(f.store(), kernel);
        f.canvas().setFocus();
        f.key(Qt::Key_P);
        const auto& pinned = f.canvas().layout().pinned;
        QVERIFY(
            std::any_of(pinned.begin(), pinned.end(), [&](const scene::PlacedRow& p) { return p.row == place->row; }));
        QVERIFY(f.open(casePath("d01-kernel-names"))); // the same row of another trace
        const RowTree& next = f.w().document().tree();
        const auto& kept = f.canvas().layout().pinned;
        QVERIFY(std::any_of(kept.begin(), kept.end(), [&](const scene::PlacedRow& p) {
            return next.row(p.row).kind == RowKind::Stream && next.row(p.row).name == "stream 7";
        }));
    }

    void workThatOverlapsOnOneStreamHasLanesOfItsOwn() { // d13
        NEEDS_CASE("d13-lanes-inside-a-stream");
        QCOMPARE(f.store().slices().size(), std::size_t{5});
        QCOMPARE(f.store().counts().dropped, std::uint64_t{0});
        const SliceId call = named(f.store(), "cudaGraphLaunch");
        for (const char* name : {"x", "y", "z", "w"}) { // one call, and nothing is anything's child
            f.w().navigator().select(named(f.store(), name));
            f.canvas().setFocus();
            f.key(Qt::Key_L);
            QCOMPARE(f.w().selection().current(), std::optional(call));
            f.w().navigator().select(named(f.store(), name));
            f.key(Qt::Key_Up);
            QCOMPARE(f.w().selection().current(), std::optional(call));
        }
        const RowTree& tree = f.w().document().tree();
        const auto laneOf = [&](const char* name) { return tree.placeOf(f.store(), named(f.store(), name))->lane; };
        QVERIFY(laneOf("x") != laneOf("y"));
        QVERIFY(laneOf("y") != laneOf("z"));
        QVERIFY(laneOf("x") != laneOf("z"));
        QCOMPARE(laneOf("w"), laneOf("x")); // back on the first
        const auto place = tree.placeOf(f.store(), named(f.store(), "x"));
        QCOMPARE(tree.row(place->row).lanes.size(), std::size_t{3});
        std::vector<QRectF> seen; // all drawn, none inside another
        f.canvas().revealRow(place->row);
        for (const char* name : {"x", "y", "z", "w"}) {
            const auto rect = f.canvas().rectOf(named(f.store(), name));
            QVERIFY(rect);
            for (const QRectF& other : seen) QVERIFY(!rect->adjusted(0.5, 0.5, -0.5, -0.5).intersects(other));
            seen.push_back(*rect);
        }
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().analysis() && f.w().document().analysis()->device(), 20'000);
        QCOMPARE(f.w().document().analysis()->device()->whole->busyNs, 60'000);
        // The sum of all four, in the range tab.
        f.w().page().bottom().showTab(panels::BottomPanel::Tab::Kernels);
        QVERIFY(f.waitUntilQuiet());
        std::int64_t count = 0, sum = 0;
        for (const auto& [name, figures] : countAndTotal(f.w().page().bottom().kernels().model())) {
            count += figures.first;
            sum += figures.second;
        }
        QCOMPARE(count, 4);
        QCOMPARE(sum, 90'000);
    }
};

QTEST_MAIN(TestWindowCases)
#include "tst_window_cases.moc"
