// Notes of ranks in the real window: what is kept beside a trace is drawn in pictures and goes along with a session.
#include "app/gui/window/ranks_session.h"
#include "core/session_file/session_file.h"
#include "tests/gui/ranks_fixture.h"
#include "tests/support/cli_runner.h"
#include "widgets/rankpictures/ranks_picture.h"

using namespace lanescope;
using namespace lanescope::testing;

namespace {

struct Noted : RanksFixture {
    QString job = copies({{0, "rank0.json.gz"}, {1, "rank1.json.gz"}, {2, "rank2.json.gz"}, {3, "rank3.json.gz"}});
    QString beside = job + "/rank2.json.gz.lanescope-notes.json";

    bool noteVerdict(qsizetype wanted) { // how many are there then
        act("ranks.note");
        return QTest::qWaitFor([&] { return readFile(beside).count("is the straggler") == wanted && w().isQuiet(); },
                               20'000);
    }
    // What File > Export picture of the ranks draws.
    QString words() {
        rankpictures::RanksWish wish;
        wish.time = rankpictures::RanksWish::Time::Whole;
        paint::Fonts fonts;
        const auto source = rankpictures::pictureSource(doc(), app::sessionOfPage(w().ranks()));
        const auto picture = rankpictures::ranksPicture(source, wish, fonts);
        if (!picture.ok()) return QString::fromStdString(picture.error().text());
        QString out;
        for (const pictures::Part& part : picture->parts)
            for (const scene::Layer& layer : part.scene.layers)
                for (const scene::Label& label : layer.labels) out += QString::fromStdString(label.text) + '\n';
        return out;
    }
};

} // namespace

class RanksNotes : public QObject {
    Q_OBJECT
private slots:
    void theVerdictAsANoteIsInPicturesAndInTheSession() {
        const QString path = [] {
            static QTemporaryDir dir;
            return dir.filePath("seen.lanescope");
        }();
        Noted f;
        QVERIFY(f.openAll({f.job}));
        QVERIFY(!f.words().contains("is the straggler"));
        QVERIFY(f.noteVerdict(1));
        QVERIFY2(f.words().contains("rank 2: Rank 2 is the straggler"), qPrintable(f.words()));

        f.w().session().saveTo(path, app::SessionController::With::TraceAsItIs);
        QVERIFY(QTest::qWaitFor([&] { return f.w().isQuiet() && QFile::exists(path); }, 20'000));
        const auto saved = session::loadSession(path.toStdString());
        QVERIFY(saved.ok());
        QCOMPARE(saved->traces.size(), std::size_t{4});
        for (const session::Trace& trace : saved->traces)
            QCOMPARE(trace.notes.empty(), !QString::fromStdString(trace.path).endsWith("rank2.json.gz"));

        QVERIFY(QFile::remove(f.beside)); // mailed without it
        QVERIFY(!f.words().contains("is the straggler"));
        f.w().ranks().close();
        QVERIFY(f.openAll({path}));
        QVERIFY(QTest::qWaitFor([&] { return !f.w().session().ranks().isPlacing(); }, 20'000));
        QVERIFY(f.words().contains("rank 2: Rank 2 is the straggler"));
        QVERIFY(f.noteVerdict(2)); // those of the session come along when there is one to write
        f.w().ranks().close();
        QVERIFY(QFile::remove(f.beside));
        QVERIFY(f.openAll({f.job}));
        QVERIFY(!f.words().contains("is the straggler")); // another job than that of the session
    }
};

QTEST_MAIN(RanksNotes)
#include "tst_ranks_notes.moc"
