// Costs are never counted twice: in mixtures of pathologies those about idle time fit into the idle time of each step,
// those about communication into exposed communication, those about kernels into compute, whatever was found.
#include "core/analysis/signatures/signatures.h"
#include "tests/support/findings_case.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;

class FindingsCostsTest : public QObject {
    Q_OBJECT
private slots:
    void costsFitIntoWhatCouldBeSaved_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("seed");
        const QStringList kinds{"launch-bound",           "input-starvation", "sync-stalls", "allocator-stalls",
                                "unoverlapped-allreduce", "memory-bound",     "straggler"};
        for (qsizetype a = 0; a < kinds.size(); ++a)
            for (qsizetype b = a + 1; b < kinds.size(); ++b)
                QTest::addRow("%s with %s", qPrintable(kinds[a]), qPrintable(kinds[b]))
                    << kinds[a] + "+" + kinds[b] << static_cast<int>(7 * a + b);
        QTest::addRow("five at once")
            << "input-starvation+sync-stalls+allocator-stalls+unoverlapped-allreduce+memory-bound" << 3;
        QTest::addRow("a pipeline") << "pipeline-bubbles" << 5;
    }
    void costsFitIntoWhatCouldBeSaved() {
        QFETCH(QString, kind);
        QFETCH(int, seed);
        synth::SynthOptions o;
        o.kind = kind.toStdString();
        o.seed = static_cast<std::uint64_t>(seed);
        o.strength = 1.5;
        o.ranks = 0;
        for (const JudgeAs as : {JudgeAs::Job, JudgeAs::Apart}) {
            const FoundCase c = findIn(o, {}, as);
            QVERIFY2(c.error.empty(), c.error.c_str());
            int found = 0;
            for (std::size_t r = 0; r < c.results.size(); ++r) {
                found += static_cast<int>(c.results[r].findings.size());
                check(*c.stores[r], c.results[r]);
            }
            QVERIFY(found > 0);
        }
    }

private:
    static void check(const TraceStore& store, const FindingsResult& result) {
        const TraceWork work = collectTraceWork(store);
        for (const auto& device : work.devices)
            for (std::size_t w = 0; w < result.windows.size(); ++w) {
                const Interval at = result.windows[w].at;
                const FourNumbers n = fourNumbers(*device, at.begin, at.end, GapThresholds{});
                std::int64_t idle = 0, comm = 0, compute = 0, pipeline = 0;
                for (const Finding& f : result.findings) {
                    if (f.device != device->key.text()) continue;
                    const std::int64_t cost = f.costPerWindowNs[w];
                    QVERIFY(cost >= 0);
                    const char letter = f.signature->letter;
                    (letter == 'f'                    ? pipeline
                     : letter == 'a' || letter == 'e' ? comm
                     : letter == 'd'                  ? compute
                                                      : idle) += cost;
                }
                QVERIFY(idle <= n.idleNs);
                QVERIFY(comm <= n.exposedCommNs);
                QVERIFY(compute <= n.computeNs);
                // bubbles are exposed waits and idle time, beside what the others have of these
                QVERIFY(idle + comm + pipeline <= n.idleNs + n.exposedCommNs);
                QVERIFY(idle + comm + pipeline + compute <= at.length());
            }
    }
};

QTEST_APPLESS_MAIN(FindingsCostsTest)
#include "tst_findings_costs.moc"
