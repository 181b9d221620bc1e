// The window names who the terminal names, with the same reasons, for folders of every kind; what is said of a
// pipeline; copies of a rank.
#include "tests/gui/ranks_fixture.h"
#include "tests/support/cli_runner.h"

#include <QJsonArray>

using namespace lanescope;
using lanescope::testing::RanksFixture;
using lanescope::testing::SynthCase;
using ranksview::RanksDocument;

namespace {

QString shared(const QString& below) { return QStringLiteral(LANESCOPE_SHARED_DIR "/") + below; }

// A copy, as indexes and notes are written beside traces.
bool copyFolder(const QString& from, const QString& to) {
    const QDir folder(from);
    if (!folder.exists() || !QDir().mkpath(to)) return false;
    for (const QString& name : folder.entryList(QDir::Files))
        if (!name.endsWith(".md") && !QFile::copy(folder.filePath(name), to + "/" + name)) return false;
    return true;
}

QString labelIn(const QJsonValue& value) {
    if (value.isNull() || value.isUndefined()) return {};
    return value.isString() ? value.toString() : QString::number(value.toInteger());
}

QString labelOf(const RanksDocument& document, std::optional<std::size_t> record) {
    return record ? QString::fromStdString(document.set().label(*record)) : QString();
}

// Field by field of `analyze stragglers --json`.
void compare(const RanksDocument& document, const StragglerVerdict& verdict, const QJsonObject& json) {
    const align::StragglerReport& report = document.report();
    QCOMPARE(labelOf(document, report.record), labelIn(json["straggler"]));
    const std::string_view cause = align::stragglerCauseWord(report.cause);
    QCOMPARE(QString::fromUtf8(cause.data(), static_cast<qsizetype>(cause.size())), json["cause"].toString());
    QCOMPARE(labelOf(document, report.leastWaiting), labelIn(json["waits_least"]));
    if (report.refuted()) { // waits mean nothing
        QVERIFY(json["own_wait_ns"].isNull() && json["others_mean_wait_ns"].isNull());
    } else {
        QCOMPARE(report.ownWaitNs, json["own_wait_ns"].toInteger());
        QCOMPARE(report.othersMeanWaitNs, json["others_mean_wait_ns"].toInteger());
    }
    QCOMPARE(report.windowNs, json["window_ns"].toInteger());
    if (report.record) {
        const QJsonObject evidence = json["evidence"].toObject();
        QCOMPARE(report.lostNs(), json["lost_ns"].toInteger());
        QCOMPARE(report.evidence.computeExcessNs, evidence["compute_excess_ns"].toInteger());
        QCOMPARE(report.evidence.hostExcessNs, evidence["host_excess_ns"].toInteger());
        QCOMPARE(report.evidence.inputExcessNs, evidence["input_excess_ns"].toInteger());
        QCOMPARE(report.evidence.copyExcessNs, evidence["copy_excess_ns"].toInteger());
    }
    for (std::size_t r = 0; r < document.set().records.size(); ++r) {
        const QString label = labelOf(document, r);
        QCOMPARE(document.set().alignment.ranks[r].offsetNs, json["offsets_ns"].toObject()[label].toInteger());
        if (!report.refuted())
            QCOMPARE(report.ranks[r].sums.totalWaitNs, json["total_wait_ns"].toObject()[label].toInteger());
    }
    QStringList said;
    for (const std::string& sentence : verdict.said) said << QString::fromStdString(sentence);
    for (const QJsonValue& doubt : json["doubts"].toArray())
        QVERIFY2(said.contains("In doubt: " + doubt.toString() + "."), qPrintable(doubt.toString()));
    const QJsonObject pipeline = json["pipeline"].toObject();
    const QString stage = labelIn(pipeline["slow_stage"]), rank = labelIn(pipeline["slow_rank"]);
    QCOMPARE(verdict.stage ? QString::number(*verdict.stage) : QString(), stage);
    const QString named = labelIn(json["straggler"]).isEmpty() ? rank : labelIn(json["straggler"]);
    QCOMPARE(labelOf(document, verdict.record), named);
    const QString title = QString::fromStdString(verdict.title);
    if (!stage.isEmpty() && named.isEmpty())
        QCOMPARE(title, "Stage " + stage);
    else if (named.isEmpty())
        QCOMPARE(title, report.refuted() ? QString("Nobody is named") : QString("No straggler"));
    else
        QVERIFY2(title.endsWith(named), qPrintable(title));
}

} // namespace

class RanksVerdictTest : public QObject {
    Q_OBJECT
private slots:
    void theWindowNamesWhoTheTerminalNames_data() {
        QTest::addColumn<QString>("folder");
        for (const char* name :
             {"cases/b05-one-process-three-gpus", "cases/b23-groups-with-one-name",
              "cases/b24-clock-offset-between-hosts", "cases/b26-straggler", "cases/b27-two-files-one-rank",
              "cases/b28-where-the-rank-stands", "cases/b31-straggler-hidden-by-allreduce", "cases/d04-row-order",
              "traces/straggler_study"})
            QTest::newRow(name) << shared(name);
        QTest::newRow("synth slow-compute") << QString();
        QTest::newRow("synth late-host") << QString();
        QTest::newRow("synth none") << QString();
    }
    void theWindowNamesWhoTheTerminalNames() {
        QFETCH(QString, folder);
        RanksFixture f;
        QString inputs = f.folder.filePath("in");
        std::optional<SynthCase> made;
        if (folder.isEmpty()) {
            const QString what = QString::fromUtf8(QTest::currentDataTag()).mid(6);
            synth::SynthOptions options;
            options.kind = "straggler";
            options.ranks = 4;
            options.steps = 6;
            options.clockOffsetSeconds = 2;
            if (what != "none") {
                options.straggler = 3;
                options.cause = what.toStdString();
            }
            made.emplace(options, "job");
            QCOMPARE(made->error, std::string());
            inputs = RanksFixture::folderOf(*made);
        } else if (!copyFolder(folder, inputs)) {
            QSKIP("the shared folder is missing");
        }
        const QJsonObject json =
            lanescope::testing::jsonOf(lanescope::testing::runCli({"analyze", "stragglers", "--json", inputs}));
        QVERIFY(!json.isEmpty());
        f.w().openFiles({inputs});
        QTRY_VERIFY_WITH_TIMEOUT(f.w().isQuiet() && (f.w().ranks().isShown() || f.w().document().isOpen()), 60'000);
        if (f.w().ranks().isShown()) return compare(f.doc(), f.page().verdict().verdict(), json);
        RanksDocument document; // one rank: no page of ranks, but the same sentences
        RunContext context;
        auto job = ranksview::loadRankJob({inputs.toStdString()}, {}, context);
        QVERIFY(job.ok());
        document.open(*job);
        compare(document, document.verdict(), json);
    }

    void aPipelineSaysItsSlowStageAndItsLayout() {
        RanksFixture f;
        const QString inputs = f.folder.filePath("study");
        if (!copyFolder(shared("traces/straggler_study"), inputs)) QSKIP("the shared folder is missing");
        QVERIFY(f.openAll({inputs}));
        const QString lines = f.page().verdict().lines().join('\n');
        QVERIFY2(lines.contains("Stage 3"), qPrintable(lines)); // the last of four; published with the trace
        QVERIFY2(lines.contains("likely"), qPrintable(lines));
        QVERIFY2(lines.contains("dp 2, pp 4"), qPrintable(lines)); // replicas are neighbours: the innermost first
        QVERIFY(f.page().verdict().worstStep().isVisibleTo(&f.page().verdict()));
        // Its two ranks are marked, wherever ranks are shown; others are not.
        for (std::size_t r = 0; r < 8; ++r) QCOMPARE(f.doc().isAtFault(r), r >= 6);
        QCOMPARE(f.doc().placeText(7), std::string("pp 3, dp 1"));
        // The heat map compares computation, by stage.
        QCOMPARE(f.bottom().heatMap().metric(), std::string("compute"));
        QCOMPARE(f.bottom().heatMap().grouping(), std::string("pp"));
        // Other ranks, opened over it: the usual number again.
        QVERIFY(f.openFour());
        QCOMPARE(f.bottom().heatMap().metric(), std::string("waiting"));
        QCOMPARE(f.bottom().heatMap().grouping(), std::string());
    }

    void clocksThatCannotBeRightTellNoWaiting() {
        RanksFixture f;
        QVERIFY(f.openFour()); // clocks seconds apart
        const std::int64_t step = f.doc().steps().at(2);
        QVERIFY(f.bottom().heatMap().value(1, step).has_value());
        f.doc().alignBy(align::AlignBy::None);
        QVERIFY(f.doc().report().refuted());
        QCOMPARE(f.page().verdict().verdict().title, std::string("Nobody is named"));
        QVERIFY(!f.bottom().heatMap().value(1, step).has_value());
        f.doc().undo();
        QVERIFY(f.bottom().heatMap().value(1, step).has_value());
    }

    void aCopyOfARankIsNotSaidToWaitLeast() {
        RanksFixture f;
        const QString copies =
            f.copies({{0, "r0.json"}, {1, "r1.json"}, {1, "r1-again.json"}, {2, "r2.json"}, {3, "r3.json"}});
        QVERIFY(f.openAll({copies}));
        QCOMPARE(f.doc().set().records.size(), std::size_t{5});
        std::size_t copied = 0;
        const auto steps = f.doc().steps();
        for (std::size_t r = 0; r < 5; ++r) {
            if (f.doc().isAnalysed(r)) {
                QVERIFY(f.bottom().heatMap().value(r, steps.at(2)).has_value());
                continue;
            }
            ++copied;
            QVERIFY(!f.bottom().heatMap().value(r, steps.at(2)).has_value());
            QCOMPARE(f.doc().set().records[r].rank, std::optional<std::int64_t>(1));
        }
        QCOMPARE(copied, std::size_t{1});
        // What it computes is known.
        f.bottom().heat().setMetric("compute");
        for (std::size_t r = 0; r < 5; ++r) QVERIFY(f.bottom().heatMap().value(r, steps.at(2)).has_value());
    }
};

QTEST_MAIN(RanksVerdictTest)
#include "tst_ranks_verdict.moc"
