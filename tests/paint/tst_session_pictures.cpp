// Sessions as pictures: what of a session becomes which option, and the program that draws one.
#include "core/analysis/device_work.h"
#include "tests/support/cli_runner.h"
#include "tests/support/json_store.h"
#include "widgets/pictures/session_picture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using pictures::PictureWish;

namespace {

const QByteArray kTrace =
    R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1000,"dur":400,"args":{"stream":7}},)"
    R"({"ph":"X","cat":"kernel","name":"copy","pid":0,"tid":8,"ts":1500,"dur":500,"args":{"stream":8}}]})";

QByteArray sessionOf(const char* shown) {
    return QByteArray(R"({"format":"lanescope-session","version":1,"traces":[{"path":"t.json"}],)") +
           R"("view":{"shown_ns":)" + shown + R"(,"theme":"light"},"rows":{}})";
}

} // namespace

class TestSessionPictures : public QObject {
    Q_OBJECT
private slots:
    void theViewBecomesTheRangeAndChoicesTakeItsPlace() {
        QTemporaryDir dir;
        QVERIFY(testing::writeFile(dir.filePath("t.json"), kTrace));
        const auto store = testing::storeFromFile(dir.filePath("t.json"));
        QVERIFY(store);
        const RankTime zero = store->extent().begin;
        const RowTree tree = buildRowTree(*store);
        const auto devices = collectDeviceWork(*store);
        session::Session session;
        session.view.shown = {100'000, 9'000'000}; // reaches beyond the trace
        session.view.range = {200'000, 300'000};
        session.view.step = 12; // there is no such step
        session.view.colourBy = "stream";
        session.thresholds = {20'000, 500'000};
        const pictures::PictureInput input{session, *store, tree, devices, nullptr, {}};
        PictureWish wish;
        const auto view = pictures::pictureOptions(input, wish);
        QVERIFY(view.range == (TimeRange{zero + Ns{100'000}, zero + Ns{1'000'000}}));
        QVERIFY(!view.step);
        QVERIFY(view.colourBy == scene::ColourBy::Stream);
        QVERIFY(view.thresholds == session.thresholds);
        wish.time = PictureWish::Time::Range;
        QVERIFY(pictures::pictureOptions(input, wish).range == (TimeRange{zero + Ns{200'000}, zero + Ns{300'000}}));
        wish.time = PictureWish::Time::Whole;
        QVERIFY(!pictures::pictureOptions(input, wish).range);
        wish.width = 800; // the column of names is smaller in a paper
        QCOMPARE(pictures::pictureOptions(input, wish).headerWidth, 150.0);
    }

    void rowsGoThereAndBack() {
        scene::RowState state;
        state.folded = {"host"};
        state.hidden = {"x"};
        state.pinned = {"b", "a"};
        state.heightFactor = {{"a", 2.0}};
        state.order = {{"", {"gpu 0", "host"}}};
        state.filter = "kind:stream";
        state.density = scene::Density::Compact;
        const scene::RowState back = pictures::rowStateOf(pictures::sessionRowsOf(state));
        QVERIFY(back.folded == state.folded && back.hidden == state.hidden && back.pinned == state.pinned);
        QVERIFY(back.heightFactor == state.heightFactor && back.order == state.order);
        QVERIFY(back.filter == state.filter && back.density == state.density);
    }

    void theProgramDrawsASessionTheSameEveryTime() {
        QTemporaryDir dir;
        QVERIFY(testing::writeFile(dir.filePath("t.json"), kTrace));
        const QString session = dir.filePath("s.lanescope");
        QVERIFY(testing::writeFile(session, sessionOf("[0, 600000]")));
        for (const char* ending : {"png", "svg", "pdf"}) {
            const QString one = dir.filePath(QString("one.") + ending), two = dir.filePath(QString("two.") + ending);
            const auto run = testing::runCli({"render", "--no-index", session, "-o", one});
            QVERIFY2(run.exitCode == 0, run.err);
            QCOMPARE(testing::runCli({"render", "--no-index", session, "-o", two}).exitCode, 0);
            QVERIFY(testing::readFile(one).size() > 1000);
            QCOMPARE(testing::readFile(one), testing::readFile(two));
        }
        QVERIFY(testing::readFile(dir.filePath("one.svg")).contains("gemm"));
    }

    void aChangedTraceIsSaidAndDrawn() {
        QTemporaryDir dir;
        QVERIFY(testing::writeFile(dir.filePath("t.json"), kTrace));
        QVERIFY(
            testing::writeFile(dir.filePath("s.lanescope"),
                               R"({"format":"lanescope-session","version":1,"traces":[{"path":"t.json",)"
                               R"("file":{"bytes":12,"mtime_ns":5,"fingerprint":"0123456789abcdef"}}],"view":{}})"));
        const QString out = dir.filePath("o.svg");
        const auto run = testing::runCli({"render", "--no-index", dir.filePath("s.lanescope"), "-o", out});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("the trace changed since the session was saved"), run.err);
        QVERIFY(testing::readFile(out).contains("gemm"));
        QVERIFY(testing::writeFile(dir.filePath("t.json.lanescope-notes.json"),
                                   R"({"format":"lanescope-notes","version":1,"clock":"file",)"
                                   R"("trace":{"file":"t.json","bytes":12,"mtime_ns":5,"fingerprint":"0123"},)"
                                   R"("notes":[{"kind":"flag","begin_ns":1200000,"text":"kept words"}]})"));
        const auto trace = testing::runCli({"render", "--no-index", dir.filePath("t.json"), "-o", out});
        QCOMPARE(trace.exitCode, 0);
        QVERIFY2(trace.err.contains("the trace changed since its notes were made"), trace.err);
        QVERIFY(testing::readFile(out).contains("kept words"));
    }

    void aMissingTraceAndADamagedSessionAreSaid() {
        QTemporaryDir dir;
        const QString session = dir.filePath("s.lanescope"), out = dir.filePath("o.png");
        QVERIFY(testing::writeFile(session, sessionOf("[0, 600000]")));
        const auto missing = testing::runCli({"render", "--no-index", session, "-o", out});
        QCOMPARE(missing.exitCode, 3);
        QVERIFY(missing.err.contains("t.json"));
        QVERIFY(testing::writeFile(session, "{\"format\":"));
        QCOMPARE(testing::runCli({"render", "--no-index", session, "-o", out}).exitCode, 4);
        QVERIFY(!QFile::exists(out));
    }
};

QTEST_MAIN(TestSessionPictures)
#include "tst_session_pictures.moc"
