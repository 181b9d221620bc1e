// Findings in the real window: cards and the hand-over in the guide, brackets above the rows, jumps.
#include "tests/gui/window_fixture.h"

#include <QClipboard>

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
        QCOMPARE(f.w().selection().slices().size(), std::size_t{1});
        QVERIFY(f.store().name(f.w().selection().slices().front()).find("Synchronize") != std::string_view::npos);
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
    }
};

QTEST_MAIN(FindingsWindowTest)
#include "tst_findings_window.moc"
