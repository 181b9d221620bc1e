// Practice without a window: rounds by seed, score, what counts as the right place, what is kept.
#include "core/analysis/signatures/signatures.h"
#include "widgets/trainer/practice.h"
#include "widgets/trainer/practice_results.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace lanescope;
using namespace lanescope::trainer;

namespace {

Answer rightAnswer(const Practice& practice, Interval place) { return {practice.plan().signature, place}; }

} // namespace

class TestTrainerRounds : public QObject {
    Q_OBJECT
private slots:
    void theSameSeedGivesTheSameRoundsAndAnotherGivesOthers() {
        const auto a = planRounds(42), b = planRounds(42), c = planRounds(43);
        QCOMPARE(a.size(), kRounds);
        bool differs = false;
        for (std::size_t i = 0; i < a.size(); ++i) {
            QCOMPARE(a[i].signature, b[i].signature);
            QCOMPARE(a[i].options.seed, b[i].options.seed);
            QCOMPARE(a[i].options.strength, b[i].options.strength);
            differs = differs || a[i].signature != c[i].signature || a[i].options.seed != c[i].options.seed;
        }
        QVERIFY(differs);
    }
    void everySignatureComesOnceBeforeAnyComesTwice() {
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            const auto plans = planRounds(seed);
            std::set<std::string> seen;
            for (std::size_t i = 0; i < 9; ++i) seen.insert(plans[i].signature);
            QCOMPARE(seen.size(), builtinSignatures().size());
            QVERIFY(seen.contains(plans[9].signature));
            for (const RoundPlan& plan : plans)
                QVERIFY(plan.options.strength >= 0.8 && plan.options.strength <= 2.0 && plan.options.steps == 4);
        }
    }
    void aPlaceIsRightWhenItTouchesTheEvidenceOrMissesItByTheTolerance_data() {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<bool>("right");
        QTest::addRow("inside") << qint64{150} << qint64{150} << true;
        QTest::addRow("in the second") << qint64{520} << qint64{520} << true;
        QTest::addRow("at the tolerance before") << qint64{90} << qint64{90} << true;
        QTest::addRow("beyond the tolerance before") << qint64{89} << qint64{89} << false;
        QTest::addRow("at the tolerance after") << qint64{210} << qint64{210} << true;
        QTest::addRow("beyond the tolerance after") << qint64{211} << qint64{211} << false;
        QTest::addRow("a range over it") << qint64{80} << qint64{220} << true;
        QTest::addRow("a range twice as long, and the tolerance at both ends") << qint64{50} << qint64{270} << true;
        QTest::addRow("a range that is too long") << qint64{50} << qint64{271} << false;
        QTest::addRow("a range beside it") << qint64{300} << qint64{400} << false;
    }
    void aPlaceIsRightWhenItTouchesTheEvidenceOrMissesItByTheTolerance() {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(bool, right);
        QCOMPARE(isRightPlace({{100, 200}, {500, 530}}, {begin, end}, 10), right);
    }
    void withoutEvidenceNoPlaceIsRight() { QVERIFY(!isRightPlace({}, {5, 5}, 100)); }

    void aPointForTheSignatureAndOneForThePlaceAndTheTimeAddsUp() {
        Practice practice(7);
        QCOMPARE(practice.mostPoints(), 20);
        int points = 0;
        std::int64_t ms = 0;
        for (int round = 0; round < 10; ++round) {
            QCOMPARE(practice.round(), static_cast<std::size_t>(round));
            const bool healthy = practice.plan().signature == "healthy";
            Answer answer = rightAnswer(practice, {1000, 1000});
            if (round % 3 == 1) answer.place = Interval{5000, 5000};                  // elsewhere
            if (round % 3 == 2) answer.signature = healthy ? "straggler" : "healthy"; // another
            const RoundResult r = practice.check(answer, {{900, 1100}}, 0, 1000 + round);
            QCOMPARE(r.signatureRight, round % 3 != 2);
            QCOMPARE(r.placeRight, healthy ? r.signatureRight : round % 3 != 1);
            points += r.points();
            ms += 1000 + round;
            QCOMPARE(practice.points(), points);
            QCOMPARE(practice.milliseconds(), ms);
            QCOMPARE(practice.isOver(), round == 9);
            practice.next();
        }
        QVERIFY(practice.isOver()); // it stays so
        QCOMPARE(practice.results().size(), std::size_t{10});
    }
    void noPlaceIsNoPoint() {
        Practice practice(1);
        while (practice.plan().signature == "healthy") {
            (void)practice.check({}, {}, 0, 0);
            practice.next();
        }
        const RoundResult r = practice.check({practice.plan().signature, std::nullopt}, {{0, 10}}, 0, 5);
        QCOMPARE(r.points(), 1);
    }

    void resultsAreKeptNewestFirstAndTheBestIsTheMostPointsInTheLeastTime() {
        QTemporaryDir folder;
        const QString file = folder.filePath("s.ini");
        const QDateTime when = QDateTime::fromString("2026-11-30T06:00:00", Qt::ISODate);
        {
            QSettings store(file, QSettings::IniFormat);
            PracticeResults results(store);
            QVERIFY(!results.best());
            results.add({when, 1, 12, 20, 90'000});
            results.add({when.addSecs(60), 2, 17, 20, 200'000});
            results.add({when.addSecs(120), 3, 17, 20, 150'000});
        }
        QSettings store(file, QSettings::IniFormat);
        PracticeResults results(store);
        QCOMPARE(results.all().size(), 3);
        QCOMPARE(results.all().front().seed, std::uint64_t{3});
        QCOMPARE(results.best()->seed, std::uint64_t{3});
        for (int i = 0; i < 60; ++i) results.add({when.addSecs(200 + i), 9, 1, 20, 1});
        QCOMPARE(results.all().size(), PracticeResults::kMost);
    }
    void whatCannotBeReadIsLeftOut() {
        QTemporaryDir folder;
        QSettings store(folder.filePath("s.ini"), QSettings::IniFormat);
        store.setValue("practice/results",
                       QStringList{"nonsense", "2026-11-30T06:00:00 4 5 20 x", "2026-11-30T06:00:00 4 5 20 7000"});
        PracticeResults results(store);
        QCOMPARE(results.all().size(), 1);
        QCOMPARE(results.all().front().points, 5);
    }
};

QTEST_GUILESS_MAIN(TestTrainerRounds)
#include "tst_trainer_rounds.moc"
