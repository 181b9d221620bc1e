// The layout of a job as a person gives it.
#include "core/align/layout_given.h"
#include "tests/support/rank_records.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::align;
using lanescope::testing::RankBuilder;

namespace {

std::vector<RankRecord> ranks(std::int64_t count) {
    std::vector<RankRecord> out;
    for (std::int64_t r = 0; r < count; ++r) out.push_back(RankBuilder(r, count).record());
    return out;
}

} // namespace

class LayoutGivenTest : public QObject {
    Q_OBJECT
private slots:
    void rankNumbersRunThroughTheInnermostDimensionFirst() {
        const auto records = ranks(16);
        const auto layout = givenLayout(records, "tp=2, pp=2, dp=4");
        QVERIFY(layout.ok());
        QCOMPARE(layout->dimensions.size(), std::size_t{3});
        QCOMPARE(layoutText(*layout), std::string("tp=2, pp=2, dp=4"));
        for (std::int64_t r = 0; r < 16; ++r) {
            auto at = layout->places[static_cast<std::size_t>(r)];
            QCOMPARE(at[Parallel::Tensor], r & 1);
            QCOMPARE(at[Parallel::Pipeline], (r >> 1) & 1);
            QCOMPARE(at[Parallel::Data], r >> 2);
        }
        QCOMPARE(static_cast<int>(layout->dimensions.front().by), static_cast<int>(KnownBy::User));
    }

    void theOrderIsAsWritten() {
        const auto layout = givenLayout(ranks(8), "pp4,TP:2");
        QVERIFY(layout.ok());
        QCOMPARE(layout->places[5].at(Parallel::Pipeline), std::int64_t{1}); // 5 = 1 + 4 * 1
        QCOMPARE(layout->places[5].at(Parallel::Tensor), std::int64_t{1});
    }

    void aLayoutReadAgainFromItsTextIsTheSame() {
        const auto records = ranks(8);
        for (const char* text : {"pp=4, tp=2", "tp=2, pp=4", "dp=2, ep=2, pp=2"}) {
            const auto layout = givenLayout(records, text);
            QVERIFY(layout.ok());
            QCOMPARE(layoutText(*layout), std::string(text));
        }
    }

    void theTextOfAnInferredLayoutHasTheInnermostFirst() {
        // Neighbours are stages of a pipeline, ranks 0 and 2 replicas: pp runs first.
        const auto rank = [](std::int64_t r) {
            const std::int64_t pp = r / 2 * 2, dp = r % 2;
            return RankBuilder(r, 4)
                .group("mesh_pp", {pp, pp + 1})
                .event(10, 20, 0)
                .group("mesh_tp", {dp, dp + 2})
                .event(30, 40, 0)
                .record();
        };
        const std::vector<RankRecord> records{rank(0), rank(1), rank(2), rank(3)};
        const Layout layout = inferLayout(records, matchCollectives(records));
        QCOMPARE(layoutText(layout), std::string("pp=2, tp=2"));
        const auto again = givenLayout(records, layoutText(layout));
        QVERIFY(again.ok());
        QVERIFY(again->places == layout.places);
    }

    void aRankThatIsMissingTakesItsPlaceAlong() {
        auto records = ranks(4);
        records.erase(records.begin() + 1); // the world still has four
        const auto layout = givenLayout(records, "tp=2,dp=2");
        QVERIFY(layout.ok());
        QCOMPARE(layout->places[1].at(Parallel::Tensor), std::int64_t{0}); // rank 2
        QCOMPARE(layout->places[1].at(Parallel::Data), std::int64_t{1});
    }

    void whatDoesNotFitIsSaid_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("sizes") << "tp=2, dp=2"
                               << "expected sizes that give 8 ranks, found 4 of them";
        QTest::newRow("twice") << "tp=2, tp=4"
                               << "expected each dimension once, found tp twice";
        QTest::newRow("word") << "zz=8"
                              << "expected tp, pp, dp, cp or ep, found 'zz=8'";
        QTest::newRow("zero") << "tp=0"
                              << "expected a size of tp from 1, found 'tp=0'";
        QTest::newRow("huge") << "tp=99999999999999999999"
                              << "expected a size of tp from 1, found 'tp=99999999999999999999'";
        QTest::newRow("much") << "tp=1048576, dp=1048576"
                              << "expected at most 1048576 ranks";
        QTest::newRow("sign") << "tp=-8"
                              << "expected a dimension and its size, found 'tp=-8'";
        QTest::newRow("empty") << ""
                               << "expected tp, pp, dp, cp or ep, found ''";
    }
    void whatDoesNotFitIsSaid() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto layout = givenLayout(ranks(8), text.toStdString());
        QVERIFY(!layout.ok());
        QCOMPARE(QString::fromStdString(layout.error().message), says);
    }
};

QTEST_APPLESS_MAIN(LayoutGivenTest)
#include "tst_layout_given.moc"
