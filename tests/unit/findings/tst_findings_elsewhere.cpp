// Findings away from the generator they were set on: another maker of traces (tests/support/other_program.h) with other
// kernel names, numbers of steps and streams, and kernel times that vary; other jobs with known answers.
#include "core/session/load_trace.h"
#include "core/session/ranks/rank_findings.h"
#include "tests/support/findings_case.h"
#include "tests/support/other_program.h"

#include <QDir>
#include <QTest>

#include <cmath>

using namespace lanescope;
using namespace lanescope::testing;

class FindingsElsewhereTest : public QObject {
    Q_OBJECT
private slots:
    void jobsOfAnotherGeneratorNameTheirStragglerAlone_data();
    void jobsOfAnotherGeneratorNameTheirStragglerAlone();
    void aRankOfARealTraceMadeSlowerIsNamedWithItsCause();
    void anotherProgramGivesExactlyItsFindingAtItsCost_data();
    void anotherProgramGivesExactlyItsFindingAtItsCost();
};

// The ranks' files of a folder of the shared traces, judged as one job; empty when it is not there.
static std::vector<FindingsResult> judgedJob(const QString& folder, const QString& pattern) {
    const QDir dir(QStringLiteral(LANESCOPE_SHARED_DIR "/traces/") + folder);
    std::vector<std::shared_ptr<const TraceStore>> stores;
    std::vector<RankInput> ranks;
    for (const QString& name : dir.entryList({pattern}, QDir::Files, QDir::Name)) {
        RunContext context;
        LoadOptions load;
        load.useIndex = false;
        load.threads = 1;
        auto trace = loadTrace(dir.filePath(name).toStdString(), load, context);
        if (!trace.ok()) return {};
        stores.push_back(trace->store);
        ranks.push_back({static_cast<std::int64_t>(ranks.size()), stores.back().get(), {}});
    }
    RunContext context;
    return ranks.empty() ? std::vector<FindingsResult>() : findJobFindings(ranks, {}, context).value();
}

static Cell evidenceOf(const Finding& f, std::string_view id) {
    for (const Evidence& e : f.evidence)
        if (e.id == id) return e.value;
    return {};
}

void FindingsElsewhereTest::jobsOfAnotherGeneratorNameTheirStragglerAlone_data() {
    QTest::addColumn<QString>("job");
    for (const char* job : {"ring4_clock", "ring4_dev", "ring4_legacy", "ring4_missing", "ring4_nopg"})
        QTest::addRow("%s", job) << job;
}

void FindingsElsewhereTest::jobsOfAnotherGeneratorNameTheirStragglerAlone() {
    QFETCH(QString, job);
    const auto results = judgedJob("synth_ranks/" + job, "rank*_trace.json");
    if (results.empty()) QSKIP("the shared traces are not there");
    QCOMPARE(results.size(), std::size_t{4});
    for (const FindingsResult& result : results) {
        QCOMPARE(joinedIds(result), std::string("straggler"));
        QCOMPARE(std::get<std::int64_t>(evidenceOf(result.findings[0], "rank")), 2);
        // Its kernels, its launches and its host are those of the others: no reason is made up.
        QVERIFY(std::holds_alternative<std::monostate>(evidenceOf(result.findings[0], "meanwhile")));
    }
}

void FindingsElsewhereTest::aRankOfARealTraceMadeSlowerIsNamedWithItsCause() {
    const auto results = judgedJob("big/ranks4_dev_straggler1", "rank*_trace.json.gz");
    if (results.empty()) QSKIP("the shared traces are not there");
    for (const FindingsResult& result : results) {
        const Finding* f = findingCalled(result, "straggler");
        QVERIFY(f != nullptr);
        QCOMPARE(std::get<std::int64_t>(evidenceOf(*f, "rank")), 1);
        QVERIFY(std::get<std::string>(evidenceOf(*f, "meanwhile")).starts_with("longer compute"));
    }
}

void FindingsElsewhereTest::anotherProgramGivesExactlyItsFindingAtItsCost_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("mix");
    QTest::addColumn<int>("streams");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("jitter");
    QTest::addColumn<double>("strength");
    for (const char* kind : {"healthy", "launch-bound", "input-starvation", "sync-stalls", "allocator-stalls",
                             "unoverlapped-allreduce", "memory-bound"})
        for (int i = 0; i < 9; ++i)
            QTest::addRow("%s %d", kind, i)
                << kind << i % 3 << 1 + i / 3 % 2 << 2 + i << 0.15 * (i % 3) << 1.0 + 0.25 * (i % 4);
}

void FindingsElsewhereTest::anotherProgramGivesExactlyItsFindingAtItsCost() {
    QFETCH(QString, kind);
    QFETCH(int, mix);
    QFETCH(int, streams);
    QFETCH(int, steps);
    QFETCH(double, jitter);
    QFETCH(double, strength);
    OtherOptions o;
    o.kind = kind.toStdString();
    o.seed = static_cast<std::uint64_t>(1000 + steps);
    o.mix = mix;
    o.streams = streams;
    o.steps = steps;
    o.jitter = jitter;
    o.strength = strength;
    const OtherTrace made = otherTrace(o);
    const FindingsResult result = findInText(made.json);
    QCOMPARE(QString::fromStdString(joinedIds(result)), kind);
    std::vector<OtherTrace::Span> windows;
    for (const FindingWindow& w : result.windows)
        if (w.counts) windows.emplace_back(w.at.begin, w.at.end);
    QVERIFY(!windows.empty());
    if (kind == "healthy") return;
    const std::int64_t wanted = made.costWithin(windows), found = result.findings[0].costNs;
    QVERIFY2(std::abs(static_cast<double>(found - wanted)) <= 0.05 * static_cast<double>(wanted),
             qPrintable(QString("%1 instead of %2").arg(found).arg(wanted)));
}

QTEST_APPLESS_MAIN(FindingsElsewhereTest)
#include "tst_findings_elsewhere.moc"
