// Folders of ranks that do not tell all: the same rank twice, a file that is no trace, summaries with some of their
// traces or older than them.
#include "core/session/ranks/rank_summary.h"
#include "tests/gui/ranks_fixture.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

using namespace lanescope;
using lanescope::testing::RanksFixture;
using ranksview::ChosenSlice;

namespace {

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
}

} // namespace

class RanksGivenTest : public QObject {
    Q_OBJECT
private slots:
    void twoFilesThatSayTheSameRankCanBeGivenTheirRanks() {
        RanksFixture f;
        const QString copies = f.copies({{0, "rank0.json"}, {0, "rank1.json"}});
        QVERIFY(f.openAll({copies})); // not one by one
        QVERIFY2(f.page().notice().shownText().contains("Rank 0 twice: "), qPrintable(f.page().notice().shownText()));
        auto* box = f.page().chooseRanks();
        QVERIFY(box);
        constexpr int kSet = rankpanels::RankChooser::kSetRank;
        QCOMPARE(box->ranks().item(1, kSet)->text(), QString("0"));
        box->ranks().item(1, kSet)->setText("one");
        QVERIFY(!box->showButton().isEnabled());
        box->asNamedButton().click();
        QCOMPARE(box->ranks().item(0, kSet)->text(), QString("0"));
        QCOMPARE(box->ranks().item(1, kSet)->text(), QString("1"));
        box->showButton().click();
        QVERIFY(f.waitForRanks());
        QCOMPARE(f.doc().set().records.size(), std::size_t{2});
        QCOMPARE(f.doc().set().records[0].rank, std::optional<std::int64_t>(0));
        QCOMPARE(f.doc().set().records[1].rank, std::optional<std::int64_t>(1));
        QVERIFY(f.doc().set().discovery.twice.empty());
        // A session keeps it.
        const QString path = f.folder.filePath("given.lanescope");
        f.w().session().saveTo(path, app::SessionController::With::TraceAsItIs);
        QVERIFY(f.waitUntilQuiet() && QFile::exists(path));
        RanksFixture g;
        QVERIFY(g.openAll({path}));
        QCOMPARE(g.doc().set().records[1].rank, std::optional<std::int64_t>(1));
    }

    void aFileThatIsNoTraceIsNamedWhereItsRankIsMissing() {
        RanksFixture f;
        const QString copies = f.copies({{0, "rank0.json"}, {1, "rank1.json"}});
        put(copies + "/rank2.json", "no JSON at all");
        put(copies + "/rank3.json", "{\"traceEvents\": [");
        put(copies + "/notes.txt", "nothing of the kind");
        QVERIFY(f.openAll({copies}));
        const QString said = f.page().notice().shownText();
        QVERIFY2(said.contains("rank3.json could not be read: ") && said.contains("rank2.json could not be read as "),
                 qPrintable(said));
        QVERIFY2(!said.contains("notes.txt"), qPrintable(said));
    }

    void anEventThatFewTracesHaveIsSaid() {
        RanksFixture whole;
        QVERIFY(whole.openFour());
        std::vector<align::RankRecord> records = whole.doc().set().records;
        for (std::size_t r = 0; r < records.size(); ++r) records[r].file = "w" + std::to_string(r) + ".json";
        const std::string text = summaryText(records);
        RanksFixture f;
        const QString copies = f.copies({{0, "w0.json"}}); // the others' traces lie elsewhere
        put(copies + "/job.json", QByteArray(text.data(), static_cast<qsizetype>(text.size())));
        QVERIFY(f.openAll({copies}));
        const auto before = f.doc().set().alignment.by;
        f.doc().choose(ChosenSlice{0, SliceId{f.doc().set().records[0].events.front().slice}});
        f.w().ranks().alignBySelection();
        QVERIFY(f.w().ranks().isBusy());
        QVERIFY(f.waitUntilStill());
        QVERIFY2(f.page().statusText().startsWith("not aligned: 1 of 4 ranks have this event; 3 ranks have no trace"),
                 qPrintable(f.page().statusText()));
        QCOMPARE(f.doc().set().alignment.by, before);
        // It can be stopped.
        f.w().ranks().alignBySelection();
        f.w().ranks().cancel();
        QVERIFY(!f.w().ranks().isBusy());
        QVERIFY2(f.page().statusText().startsWith("stopped"), qPrintable(f.page().statusText()));
        QVERIFY(f.waitUntilStill());
        QCOMPARE(f.doc().set().alignment.by, before);
    }

    void aTraceThatIsNewerThanItsSummaryIsRead() {
        RanksFixture whole;
        QVERIFY(whole.openFour());
        std::vector<align::RankRecord> records = whole.doc().set().records;
        for (std::size_t r = 0; r < records.size(); ++r) records[r].file = "w" + std::to_string(r) + ".json";
        records[1].whole.computeNs = 1; // what the summary says of it is not so any more
        const std::string text = summaryText(records);
        RanksFixture f;
        const QString copies = f.copies({{0, "w0.json"}, {1, "w1.json"}, {2, "w2.json"}, {3, "w3.json"}});
        put(copies + "/job.json", QByteArray(text.data(), static_cast<qsizetype>(text.size())));
        const auto now = std::filesystem::last_write_time((copies + "/job.json").toStdString());
        for (const int rank : {0, 2, 3})
            std::filesystem::last_write_time((copies + QString("/w%1.json").arg(rank)).toStdString(),
                                             now - std::chrono::hours(1));
        std::filesystem::last_write_time((copies + "/w1.json").toStdString(), now + std::chrono::hours(1));
        QVERIFY(f.openAll({copies}));
        QCOMPARE(f.doc().set().records.size(), std::size_t{4});
        QVERIFY(f.doc().job().isSummary(0) && !f.doc().job().isSummary(1));
        QCOMPARE(f.doc().set().records[1].whole.computeNs, whole.doc().set().records[1].whole.computeNs);
        const auto troubles = f.doc().job().troubles();
        QVERIFY(std::find(troubles.begin(), troubles.end(),
                          "w1.json is newer than the summary beside it and read anew") != troubles.end());
    }
};

QTEST_MAIN(RanksGivenTest)
#include "tst_ranks_given.moc"
