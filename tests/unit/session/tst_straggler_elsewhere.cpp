// Jobs of shapes that no rule was set on, from a generator of its own (tests/support/ranks_elsewhere.py): who is late
// by the definition, why, and every clock. Near the limits of the definition both answers are right.
#include "core/base/json.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/rank_set.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using namespace lanescope::align;

namespace {

RankSet setOf(const QString& folder) {
    const std::vector<std::string> inputs{folder.toStdString()};
    LoadRanksOptions options;
    options.load.useIndex = false;
    options.load.threads = 2;
    RunContext context;
    const auto sources = rankSources(inputs, {});
    const auto loaded = sources.ok() ? loadRanks(*sources, options, context) : Result<LoadedRanks>(sources.error());
    return loaded.ok() ? makeRankSet(loaded->records) : RankSet{};
}

Json truthOf(const QString& folder) {
    QFile file(folder + "/truth.json.txt");
    if (!file.open(QIODevice::ReadOnly)) return {};
    const auto json = parseJson(file.readAll().toStdString(), "truth");
    return json.ok() ? *json : Json{};
}

std::optional<std::int64_t> rankAt(const Json& truth, const char* key) { return truth.find(key)->asInteger(); }

// Begin, middle and end of each recording, against where they lie on the reference's clock.
std::int64_t largestClockError(const RankSet& set, const Json& truth) {
    std::int64_t largest = 0;
    for (std::size_t r = 0; r < set.records.size(); ++r)
        for (const Json& point : truth.find("clocks")->find(set.label(r))->elements()) {
            const std::int64_t own = *point.elements()[0].asInteger(), common = *point.elements()[1].asInteger();
            largest = std::max(largest, std::abs(count(set.alignment.ranks[r].toCommon(own)) - common));
        }
    return largest;
}

bool nearALimit(const Json& truth) {
    return std::abs(*truth.find("share")->asNumber() - 0.5) < 0.1 ||
           std::abs(*truth.find("lost")->asNumber() - 0.01) < 0.003;
}

} // namespace

class TestStragglerElsewhere : public QObject {
    Q_OBJECT
private slots:
    void whoIsLateAndWhy_data() {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<QString>("cause");
        QTest::addColumn<QStringList>("more");
        const QStringList usual, hard{"missing=3", "shifted=1", "drift=50"}, bare{"seqs=0", "shapes=0", "kernels=1"},
            alone{"marks=0", "ranks=2"};
        int n = 0;
        for (const char* shape : {"ddp", "fsdp", "tpdp", "moe", "late"})
            for (const char* cause : {"none", "slow-compute", "more-work", "late-host", "late-input"}) {
                const QStringList more = std::array{usual, hard, bare, alone}[static_cast<std::size_t>(n++ % 4)];
                QTest::addRow("%s, %s, %s", shape, cause, qPrintable(more.join(' '))) << shape << cause << more;
            }
        for (const char* cause : {"none", "slow-compute"}) QTest::addRow("pipe, %s", cause) << "pipe" << cause << usual;
    }
    void whoIsLateAndWhy() {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty()) QSKIP("python3 is not there");
        QFETCH(QString, shape);
        QFETCH(QString, cause);
        QFETCH(QStringList, more);
        const QTemporaryDir folder;
        QStringList arguments{LANESCOPE_SOURCE_DIR "/tests/support/ranks_elsewhere.py", folder.path(), "shape=" + shape,
                              "cause=" + cause, "seed=11"};
        if (cause != "none") arguments << "straggler=1";
        QCOMPARE(QProcess::execute(python, arguments + more), 0);
        const Json truth = truthOf(folder.path());
        const RankSet set = setOf(folder.path());
        QVERIFY(set.records.size() >= 2);
        QVERIFY2(largestClockError(set, truth) < 1000, qPrintable(QString::number(largestClockError(set, truth))));
        const StragglerReport report = findStraggler(set.records, set.matching, set.alignment);
        if (!nearALimit(truth) || report.rank) {
            const auto expected = nearALimit(truth) ? rankAt(truth, "least") : rankAt(truth, "by_rule");
            QCOMPARE(report.rank, expected);
        }
        if (report.rank && report.rank == rankAt(truth, "simulated"))
            QCOMPARE(QString::fromUtf8(stragglerCauseWord(report.cause).data()), cause);
        if (cause == "none" && shape != "pipe") QVERIFY(!report.rank); // the first stage of a pipeline ends last
    }
};

QTEST_APPLESS_MAIN(TestStragglerElsewhere)
#include "tst_straggler_elsewhere.moc"
