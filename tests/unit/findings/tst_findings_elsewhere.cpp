// Findings away from the generator they were set on: another maker of traces (tests/support/other_program.h) with other
// kernel names, numbers of steps and streams, and kernel times that vary; other jobs with known answers.
#include "core/session/load_trace.h"
#include "tests/support/findings_case.h"
#include "tests/support/other_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace lanescope;
using namespace lanescope::testing;

class FindingsElsewhereTest : public QObject {
    Q_OBJECT
private slots:
    void anotherProgramGivesExactlyItsFindingAtItsCost_data();
    void anotherProgramGivesExactlyItsFindingAtItsCost();

private:
    QTemporaryDir m_folder;
};

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
