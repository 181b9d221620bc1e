// Rows of a trace that was merged from several ranks say whose they are.
#include "core/query/row_tree.h"
#include "tests/support/json_store.h"

#include <QTest>

using namespace lanescope;

class MergedRowsTest : public QObject {
    Q_OBJECT
private slots:
    void groupsOfAMergedTraceAreHeadedByTheirRank() {
        const QStringList groups = groupsOf("rank %1 python3 (77)");
        for (const char* name : {"rank 0 host", "rank 3 host", "rank 0 GPU 0", "rank 3 GPU 3"})
            QVERIFY2(groups.contains(name), qPrintable(groups.join(", ")));
        for (const QString& name : groups) QVERIFY2(!name.startsWith("process"), qPrintable(name));
        QCOMPARE(groups.count("rank 0 host"), 1); // spans are none
    }
    void otherProcessesKeepTheirNumbers() {
        const QStringList groups = groupsOf("ranking %1");
        QVERIFY(groups.contains("process 100"));
        QVERIFY(groups.contains("process 103"));
    }

private:
    static QStringList groupsOf(const QString& processName) {
        QString events;
        for (const int rank : {0, 3}) {
            const QString pid = QString::number(100 + rank), gpu = QString::number(200 + rank);
            for (const QString& p : {pid, gpu})
                events += QString(R"({"ph":"M","name":"process_name","pid":%1,"tid":0,"args":{"name":"%2"}},)")
                              .arg(p, processName.arg(rank));
            events += QString(R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":%1,"tid":1,"ts":%2,"dur":5},)")
                          .arg(pid)
                          .arg(rank);
            const QString spans = QString::number(300 + rank);
            events +=
                QString(R"x({"ph":"M","name":"process_name","pid":%1,"tid":0,"args":{"name":"rank %2 (Spans)"}},)x")
                    .arg(spans)
                    .arg(rank);
            for (const char* none : {"(Traces)", "()"}) { // marks of the recording
                const int mark = (none[1] == ')' ? 400 : 500) + rank;
                events += QString(R"({"ph":"M","name":"process_name","pid":%1,"tid":0,"args":{"name":"rank %2 %3"}},)")
                              .arg(mark)
                              .arg(rank)
                              .arg(none);
                events +=
                    QString(R"({"ph":"i","s":"g","name":"Record Window End","pid":%1,"tid":1,"ts":9},)").arg(mark);
            }
            events += QString(R"({"ph":"X","cat":"Trace","name":"span","pid":%1,"tid":1,"ts":%2,"dur":5},)")
                          .arg(spans)
                          .arg(rank);
            events += QString(R"({"ph":"X","cat":"kernel","name":"gemm","pid":%1,"tid":7,"ts":%2,"dur":5,)"
                              R"("args":{"device":%3,"stream":7}},)")
                          .arg(gpu)
                          .arg(rank + 6)
                          .arg(rank);
        }
        events.chop(1);
        const auto store = testing::storeFromEvents(events);
        QStringList out;
        if (!store) return out;
        const RowTree tree = buildRowTree(*store);
        for (std::uint32_t i = 0; i < tree.rows().size(); ++i)
            if (tree.rows()[i].kind == RowKind::Group) out << QString::fromStdString(tree.rows()[i].name);
        return out;
    }
};

QTEST_APPLESS_MAIN(MergedRowsTest)
#include "tst_merged_rows.moc"
