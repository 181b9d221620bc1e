// Findings in the real window: cards and the hand-over in the guide, brackets above the rows, jumps.
#include "tests/gui/window_fixture.h"

#include <QClipboard>
#include <QFile>
#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

const SynthCase& stalledTrace() {
    static const SynthCase trace = [] {
        synth::SynthOptions options;
        options.kind = "sync-stalls";
        options.steps = 4;
        return SynthCase(options, "stalled.json");
    }();
    return trace;
}

bool openStalled(WindowFixture& f) { return f.open(QString::fromStdString(stalledTrace().files.at(0).trace.string())); }

const SynthCase& twoFindings() {
    static const SynthCase trace = [] {
        synth::SynthOptions options;
        options.kind = "sync-stalls+input-starvation";
        options.steps = 4;
        return SynthCase(options, "two.json");
    }();
    return trace;
}

// Clicks on the first label that reads so.
bool clickOn(panels::GuidePanel& guide, const std::string& text) {
    for (const scene::Layer& layer : guide.currentScene().layers)
        for (const scene::Label& label : layer.labels) {
            if (label.text != text) continue;
            const QPoint at(static_cast<int>(label.x) + 4, static_cast<int>(label.baseline) - 3);
            QTest::mouseClick(&guide, Qt::LeftButton, {}, at);
            return true;
        }
    return false;
}

} // namespace

class FindingsWindowTest : public QObject {
    Q_OBJECT
private slots:
    void theGuideShowsTheFindingAndACommandForTheTopKernel() {
        WindowFixture f;
        QVERIFY(openStalled(f));
        const QString text = f.w().page().guide().lines().join('\n');
        QVERIFY2(text.contains("g  Synchronisation stalls"), qPrintable(text));
        QVERIFY(text.contains("confirmed"));
        QVERIFY(text.contains("One kernel"));
        QVERIFY(text.contains("ncu --set full"));
    }
    void aLongKernelNameStaysInsideTheGuide() {
        QTemporaryDir dir;
        const QString name = "triton_poi_fused_" + QString("add_native_layer_norm_gelu_").repeated(6) + "0";
        QFile file(dir.filePath("long.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QString(R"([{"ph":"X","cat":"kernel","name":"%1","pid":0,"tid":7,"ts":100,"dur":50,)"
                           R"("args":{"device":0,"stream":7}}])")
                       .arg(name)
                       .toUtf8());
        file.close();
        WindowFixture f;
        QVERIFY(f.open(file.fileName()));
        panels::GuidePanel& guide = f.w().page().guide();
        guide.setFixedHeight(2000); // all of it in view
        QTRY_VERIFY(guide.lines().join('\n').contains("One kernel"));
        int whole = 0, ends = 0;
        for (const scene::Layer& layer : guide.currentScene().layers)
            for (const scene::Label& label : layer.labels) {
                const QString text = QString::fromStdString(label.text);
                whole += text.contains(name) ? 1 : 0;
                ends += text.startsWith("triton_") && text.endsWith("_0") ? 1 : 0;
            }
        QCOMPARE(whole, 0); // nowhere wider than the panel
        QVERIFY(ends >= 1); // both ends of the name are there
    }
    void bracketsStandAboveTheRowsAndAClickGoesThere() {
        WindowFixture f;
        QVERIFY(openStalled(f));
        panels::FindingsLane& lane = f.w().page().findings();
        QVERIFY(lane.isVisible());
        const auto brackets = lane.brackets();
        QVERIFY(!brackets.empty());
        const scene::PlacedBracket& b = brackets.front();
        const QPoint middle(static_cast<int>(f.w().view().headerWidth() + b.x + b.w / 2),
                            static_cast<int>(scene::bracketTop(b) + scene::kBracketHeight / 2));
        QTest::mouseClick(&lane, Qt::LeftButton, {}, middle);
        const TimeRange seen = f.w().view().target().visible();
        QVERIFY(count(seen.begin) <= b.at.begin && b.at.end <= count(seen.end));
        QVERIFY(seen.length().count() < f.w().view().extent().length().count());
        // All that cause it there, the first of them as the current one; and the list shows which it is.
        QVERIFY(!f.w().selection().slices().empty());
        for (const SliceId slice : f.w().selection().slices()) {
            QVERIFY(f.store().name(slice).find("Synchronize") != std::string_view::npos);
            QVERIFY(count(f.store().end(slice)) >= b.at.begin && count(f.store().start(slice)) <= b.at.end);
        }
        QCOMPARE(f.w().page().bottom().currentTab(), panels::BottomPanel::Tab::Findings);
        QCOMPARE(f.w().page().bottom().findings().current(), std::optional<std::size_t>(0));
    }
    void theListHoldsEachFindingWithItsCostAndTheCardSaysAll() {
        WindowFixture f;
        QVERIFY(openStalled(f));
        panels::FindingsPanel& list = f.w().page().bottom().findings();
        f.w().page().bottom().showTab(panels::BottomPanel::Tab::Findings);
        QVERIFY(f.w().page().bottom().tabTexts().contains("Findings 1"));
        QCOMPARE(list.model().rowCount(), 1);
        QCOMPARE(list.model().index(0, 0).data().toString(), QString("g  Synchronisation stalls"));
        QCOMPARE(list.model().index(0, 2).data().toString(), QString("confirmed"));
        const QString card = list.card().lines().join('\n');
        for (const char* said : {"Measured", "steps with such stalls", "Would be refuted if", "What to try",
                                 "steps.min_share = 50%", "cost.min_share = 3%"})
            QVERIFY2(card.contains(said), said);
        // No line of the card lies over another.
        QCoreApplication::processEvents();
        const QLabel* above = nullptr;
        for (const QLabel* label : list.card().widget()->findChildren<QLabel*>()) {
            QVERIFY2(!above || label->y() >= above->geometry().bottom(), qPrintable(label->text()));
            above = label;
        }
        QVERIFY(list.markdown().startsWith("### g Synchronisation stalls"));
    }
    void aClickInTheListGoesToTheSlicesAndF8ToTheNextFinding() {
        WindowFixture f;
        QVERIFY(f.open(QString::fromStdString(twoFindings().files.at(0).trace.string())));
        panels::FindingsPanel& list = f.w().page().bottom().findings();
        f.w().page().bottom().showTab(panels::BottomPanel::Tab::Findings);
        QCOMPARE(list.model().rowCount(), 2);
        const std::int64_t whole = f.w().view().extent().length().count();
        const QRect second = list.table().visualRect(list.model().index(1, 0));
        QTest::mouseClick(list.table().viewport(), Qt::LeftButton, {}, second.center());
        QCOMPARE(list.current(), std::optional<std::size_t>(1));
        QVERIFY(f.w().view().target().visible().length().count() < whole / 2);
        QVERIFY(!f.w().selection().slices().empty());
        f.act("go.next-finding"); // round to the first
        QCOMPARE(list.current(), std::optional<std::size_t>(0));
        f.canvas().setFocus();
        f.key(Qt::Key_F8);
        QCOMPARE(list.current(), std::optional<std::size_t>(1));
        f.key(Qt::Key_F8, Qt::ShiftModifier);
        QCOMPARE(list.current(), std::optional<std::size_t>(0));
    }
    void theListIsSortedByCostAndByAnyColumn() {
        WindowFixture f;
        QVERIFY(f.open(QString::fromStdString(twoFindings().files.at(0).trace.string())));
        panels::FindingsPanel& list = f.w().page().bottom().findings();
        const auto share = [&list](int row) { return list.model().index(row, 5).data(models::TableModel::ValueRole); };
        QVERIFY(share(0).toDouble() >= share(1).toDouble());
        list.table().sortByColumn(5, Qt::AscendingOrder);
        QVERIFY(share(0).toDouble() <= share(1).toDouble());
        QCOMPARE(list.model().tableRow(0), 1);
    }
    void aCardOpensToWhatConfirmsAndRefutes() {
        WindowFixture f;
        QVERIFY(openStalled(f));
        panels::GuidePanel& guide = f.w().page().guide();
        guide.setFixedHeight(2000); // all of it in view
        QVERIFY(!guide.lines().join(' ').contains("refuted if"));
        QVERIFY(clickOn(guide, "more"));
        QVERIFY(guide.lines().join(' ').contains("refuted if"));
        QVERIFY(guide.lines().join(' ').contains("steps.min_share"));
        QVERIFY(clickOn(guide, "less"));
        QVERIFY(!guide.lines().join(' ').contains("refuted if"));
    }
    void bracketsFollowTheZoom() {
        WindowFixture f;
        QVERIFY(openStalled(f));
        const auto before = f.w().page().findings().brackets();
        const Interval first = before.front().at;
        QVERIFY(before.front().ranges > 1); // many stalls are one bracket
        f.w().view().show(timeRange(first.begin, first.end), timeline::Motion::Instant);
        const auto after = f.w().page().findings().brackets();
        QVERIFY(after.size() > 1); // near enough, each stands alone
        QVERIFY(after.front().at.begin >= first.begin && after.back().at.end <= first.end);
    }
    void aHealthyTraceHasACardButNoLane() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        QVERIFY(!f.w().page().findings().isVisible());
        QVERIFY(f.w().page().guide().lines().join('\n').contains("i  Healthy"));
        QVERIFY(f.w().page().bottom().tabTexts().contains("Findings"));
        QVERIFY(f.w().page().bottom().findings().sentence().startsWith("Healthy"));
        QVERIFY(f.w().page().bottom().findings().card().lines().join(' ').contains("GPU busy"));
    }
};

QTEST_MAIN(FindingsWindowTest)
#include "tst_findings_window.moc"
