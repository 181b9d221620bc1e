// Brackets of findings: where they stand, which touch, which lane they take, and what is written on them.
#include "core/analysis/signatures/signatures.h"
#include "tests/support/fixed_measure.h"
#include "widgets/scene/brackets_lane.h"

#include <QTest>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::scene;
using namespace lanescope::testing;

namespace {

constexpr double kWidth = 1000;

// 1000 ns over 1000 px: a ns is a px.
TimeScale oneToOne() { return TimeScale::fit(rankTime(0), timeRange(0, 1000), kWidth); }

Finding finding(std::string_view id, Confidence confidence, std::vector<Interval> ranges) {
    Finding f;
    f.signature = findSignature(id);
    f.confidence = confidence;
    f.ranges = std::move(ranges);
    f.costNs = f.costPerStepNs = 100;
    f.aboutIdle = id == "sync-stalls";
    f.part = IdlePart::Synchronisation;
    return f;
}

FindingsResult resultOf(std::vector<Finding> findings) {
    FindingsResult out;
    out.findings = std::move(findings);
    out.hasSteps = true;
    return out;
}

struct Drawn {
    BracketLayout layout;
    Scene scene;
    explicit Drawn(const FindingsResult& result) {
        const auto sources = bracketSources(result);
        layout = layoutBrackets(sources, oneToOne());
        FixedMeasure text;
        buildBrackets(sources, layout, kWidth, 0, text, scene);
    }
    bool says(std::string_view text) const {
        for (const Layer& layer : scene.layers)
            for (const Label& label : layer.labels)
                if (label.text == text) return true;
        return false;
    }
};

} // namespace

class BracketsTest : public QObject {
    Q_OBJECT
private slots:
    void aBracketStandsOverItsRange() {
        const Drawn d(resultOf({finding("sync-stalls", Confidence::Confirmed, {{100, 400}})}));
        QCOMPARE(d.layout.placed.size(), std::size_t{1});
        QCOMPARE(d.layout.placed[0].x, 100.0);
        QCOMPARE(d.layout.placed[0].w, 300.0);
        QCOMPARE(d.layout.lanes, std::size_t{1});
        QVERIFY(d.says("g"));
        QVERIFY(d.says("Synchronisation stalls"));
    }
    void rangesThatWouldTouchAreOneBracket() {
        const Drawn d(resultOf({finding("sync-stalls", Confidence::Confirmed, {{100, 120}, {125, 150}, {400, 420}})}));
        QCOMPARE(d.layout.placed.size(), std::size_t{2});
        QCOMPARE(d.layout.placed[0].ranges, std::size_t{2});
        QCOMPARE(d.layout.placed[0].ns, std::int64_t{45}); // what they cost, without the hole between
        QCOMPARE(d.layout.placed[0].at, (Interval{100, 150}));
    }
    void overlappingFindingsTakeAnotherLaneAndTheFourthIsCounted() {
        std::vector<Finding> all;
        for (int i = 0; i < 4; ++i) all.push_back(finding("sync-stalls", Confidence::Likely, {{100, 400}}));
        const Drawn d(resultOf(all));
        QCOMPARE(d.layout.lanes, std::size_t{3});
        QCOMPARE(d.layout.hidden, std::size_t{1});
        QVERIFY(d.says("+1"));
        QVERIFY(bracketTop(d.layout.placed[1]) >= bracketTop(d.layout.placed[0]) + kBracketHeight);
    }
    void confidenceIsTheStroke_data() {
        QTest::addColumn<int>("confidence");
        QTest::addColumn<int>("stroke");
        QTest::addRow("confirmed") << static_cast<int>(Confidence::Confirmed) << static_cast<int>(Stroke::Solid);
        QTest::addRow("likely") << static_cast<int>(Confidence::Likely) << static_cast<int>(Stroke::Dash83);
        QTest::addRow("possible") << static_cast<int>(Confidence::Possible) << static_cast<int>(Stroke::Dash23);
    }
    void confidenceIsTheStroke() {
        QFETCH(int, confidence);
        QFETCH(int, stroke);
        const Drawn d(resultOf({finding("sync-stalls", static_cast<Confidence>(confidence), {{100, 400}})}));
        const auto& lines = d.scene.layers.front().lines;
        QVERIFY(!lines.empty());
        QVERIFY(std::all_of(lines.begin(), lines.end(),
                            [stroke](const Line& l) { return static_cast<int>(l.stroke) == stroke; }));
    }
    void aNarrowBracketHasItsNameBesideIt() {
        const Drawn d(resultOf({finding("sync-stalls", Confidence::Confirmed, {{100, 130}})}));
        float nameX = 0;
        for (const Label& label : d.scene.layers.front().labels)
            if (label.text == "Synchronisation stalls") nameX = label.x;
        QCOMPARE(nameX, 136.0F);
    }
    void noWordLiesAcrossALegOfItsBracket() {
        for (std::int64_t end = 130; end < 700; end += 7) { // words in, beside and on the edge of it
            const Drawn d(resultOf({finding("sync-stalls", Confidence::Confirmed, {{100, end}})}));
            const auto edge = static_cast<double>(d.layout.placed[0].x + d.layout.placed[0].w);
            FixedMeasure measure;
            for (const Label& label : d.scene.layers.front().labels) {
                const double left = label.x, right = left + measure.width(label.text, label.style);
                QVERIFY2(right <= edge || left >= edge, label.text.c_str());
            }
        }
    }
    void noWordLiesAcrossTheLegsOfBracketsAbove() {
        FixedMeasure measure;
        int words = 0;
        for (std::int64_t edge = 60; edge < 900; edge += 11) { // a leg of the first comes down through the second
            const Drawn d(resultOf({finding("sync-stalls", Confidence::Confirmed, {{10, edge}}),
                                    finding("sync-stalls", Confidence::Confirmed, {{40, 950}})}));
            QCOMPARE(d.layout.lanes, std::size_t{2});
            for (const Label& label : d.scene.layers.front().labels) {
                if (label.baseline < 25) continue; // in the first lane
                const double left = label.x, right = left + measure.width(label.text, label.style);
                const auto leg = static_cast<double>(edge);
                QVERIFY2(right < leg || left > leg, label.text.c_str());
                ++words;
            }
        }
        QVERIFY(words > 77); // the letter at least, each time
    }
    void wordsBesideABracketStopAtTheLegOfAnother() {
        for (std::int64_t leg = 150; leg < 900; leg += 13) {
            const Drawn d(resultOf({finding("sync-stalls", Confidence::Confirmed, {{20, leg}}),
                                    finding("sync-stalls", Confidence::Confirmed, {{100, 110}})}));
            QCOMPARE(d.layout.placed[1].lane, std::size_t{1});
            for (const Label& label : d.scene.layers.front().labels)
                if (label.baseline > 25) QVERIFY2(label.x < static_cast<float>(leg), label.text.c_str());
        }
    }
    void whatIsOutOfViewHasNoBracketAndAnEdgeIsCut() {
        const Drawn d(
            resultOf({finding("sync-stalls", Confidence::Confirmed, {{-500, -100}, {-50, 200}, {900, 5000}})}));
        QCOMPARE(d.layout.placed.size(), std::size_t{2});
        QCOMPARE(d.layout.placed[0].x, 0.0);
        QCOMPARE(d.layout.placed[0].w, 200.0);
        QCOMPARE(d.layout.placed[1].x + d.layout.placed[1].w, kWidth);
    }
    void withoutRangesThereIsNoLane() {
        const Drawn d(resultOf({finding("healthy", Confidence::Confirmed, {})}));
        QCOMPARE(bracketsHeight(d.layout), 0.0);
    }
};

QTEST_APPLESS_MAIN(BracketsTest)
#include "tst_brackets.moc"
