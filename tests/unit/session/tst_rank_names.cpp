#include "core/session/ranks/rank_names.h"
#include "core/session/ranks/work_sizes.h"

#include <QTest>

using namespace lanescope;

class TestRankNames : public QObject {
    Q_OBJECT
private slots:
    void membersAreReadFromTheirText() {
        QCOMPARE(membersInText("[0, 1, 12]"), (std::vector<std::int64_t>{0, 1, 12}));
        QCOMPARE(membersInText("[3]"), (std::vector<std::int64_t>{3}));
        QVERIFY(membersInText("[]").empty());
        QVERIFY(membersInText("[0, 1, ...]").empty()); // a list that was cut names no group
        QVERIFY(membersInText("0, 1").empty());
        QVERIFY(membersInText("").empty());
    }

    void theHostStandsInTheNameOfAFile() {
        QCOMPARE(hostInFileName("node-17_4242.1694128201545.pt.trace.json.gz"), std::string("node-17"));
        QCOMPARE(hostInFileName("my_host_4242.1694128201545.pt.trace.json"), std::string("my_host"));
        QCOMPARE(hostInFileName("node_4242.pt.trace.json"), std::string("node"));
        QCOMPARE(hostInFileName("rank0_trace.json.gz"), std::string());
        QCOMPARE(hostInFileName("worker0_step_12.1694128201545.pt.trace.json"), std::string());
    }

    void sizesOfWorkAreTheElementsOfItsTensors() {
        QCOMPARE(elementsInShapes("[[8, 512], [512], []]"), 8 * 512 + 512);
        QCOMPARE(elementsInShapes("[]"), 0);
        QCOMPARE(elementsInShapes("[[0, 4], [3]]"), 3);
        QCOMPARE(elementsInShapes("[[[2, 3], [5]], []]"), 6 + 5); // a list of tensors
        QCOMPARE(elementsInShapes("[[999999999999, 999999999999]]"), std::int64_t{1} << 40);
    }
};

QTEST_APPLESS_MAIN(TestRankNames)
#include "tst_rank_names.moc"
