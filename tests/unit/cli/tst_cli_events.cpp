// `lanescope-cli events`: rows by the filter language, in every format, through the real program.
#include "tests/support/cli_runner.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

using namespace lanescope::testing;

namespace {

// us: gemm 20..50 on stream 7, launched by aten::mm; all-reduce 40..80 on stream 20.
const QByteArray kTrace = R"({"schemaVersion": 1, "distributedInfo": {"rank": 3}, "traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 10, "tid": 10, "ts": 5.000, "dur": 25.000, "args": {"Input Dims": [[4, 8], [8, 2]]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 10, "ts": 10.000, "dur": 5.000, "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce", "pid": 0, "tid": 20, "ts": 40.000, "dur": 40.000, "args": {"correlation": 2, "device": 0, "stream": 20}},
{"ph": "X", "cat": "kernel", "name": "gemm, 'a'", "pid": 0, "tid": 7, "ts": 20.000, "dur": 30.000, "args": {"correlation": 1, "device": 0, "stream": 7}}
]})";

QStringList linesOf(const QByteArray& text) { return QString::fromUtf8(text).split('\n', Qt::SkipEmptyParts); }

QVariantList sqlRow(const QString& path, const char* sql) {
    QVariantList out;
    sqlite3* db = nullptr;
    if (sqlite3_open_v2(path.toUtf8().constData(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK) {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(db, sql, -1, &statement, nullptr) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
            for (int c = 0; c < sqlite3_column_count(statement); ++c) {
                if (sqlite3_column_type(statement, c) == SQLITE_INTEGER)
                    out << QVariant(static_cast<qlonglong>(sqlite3_column_int64(statement, c)));
                else
                    out << QString::fromUtf8(reinterpret_cast<const char*>(sqlite3_column_text(statement, c)));
            }
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
    return out;
}

} // namespace

class TestCliEvents : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_path = m_folder.filePath("t.json");
        QVERIFY(writeFile(m_path, kTrace));
    }
    void csvHoldsTheRowsOfTheFilterInOrderOfTime() {
        const CliRun run = runCli({"events", "--no-index", "--where", "cat:kernel", "--columns",
                                   "name,start_ns,dur_ns,stream,op,launch_delay_ns,kind", "--format", "csv", m_path});
        QCOMPARE(run.exitCode, 0);
        const QStringList lines = linesOf(QByteArray(run.out).replace("\r", ""));
        QCOMPARE(lines.value(0), QString("name,start_ns,dur_ns,stream,op,launch_delay_ns,kind"));
        QCOMPARE(lines.value(1), QString("\"gemm, 'a'\",20000,30000,7,aten::mm,5000,gemm"));
        QCOMPARE(lines.value(2), QString("ncclDevKernel_AllReduce,40000,40000,20,,,comm"));
        QCOMPARE(lines.size(), 3);
    }
    void everyLineOfJsonlIsAnObject() {
        const CliRun run = runCli({"events", "--no-index", "--where", "kind:comm or op:mm", "--columns",
                                   "name,dur_ns,shapes,rank", "--format", "jsonl", m_path});
        QStringList names;
        for (const QString& line : linesOf(run.out)) {
            const QJsonObject row = QJsonDocument::fromJson(line.toUtf8()).object();
            names << row["name"].toString();
            QCOMPARE(row["rank"].toInt(), 3);
            QVERIFY(row.contains("shapes"));
        }
        QCOMPARE(names, (QStringList{"cudaLaunchKernel", "gemm, 'a'", "ncclDevKernel_AllReduce"}));
    }
    void jsonIsOneDocument() {
        const QJsonArray all = jsonOf(runCli({"events", "--no-index", "--json", m_path}))["events"].toArray();
        QCOMPARE(all.size(), 4);
        QCOMPARE(all[0].toObject()["name"].toString(), QString("aten::mm"));
        const CliRun none = runCli({"events", "--no-index", "--json", "--where", "dur>1s", m_path});
        QCOMPARE(jsonOf(none)["events"].toArray().size(), 0);
        QVERIFY(jsonOf(none).contains("events"));
    }
    void aDatabaseHoldsTheRowsWithTypes() {
        const QString db = m_folder.filePath("e.sqlite");
        const CliRun run = runCli({"events", "--no-index", "--format", "sqlite", "-o", db, "--where", "cat:kernel",
                                   "--columns", "name,dur_ns,stream,op", m_path});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(sqlRow(db, "SELECT count(*), sum(dur_ns), max(stream) FROM events"), (QVariantList{2, 70000, 20}));
        QCOMPARE(sqlRow(db, "SELECT name FROM events WHERE op = 'aten::mm'"), (QVariantList{QString("gemm, 'a'")}));
        QCOMPARE(sqlRow(db, "SELECT count(*) FROM events WHERE op IS NULL"), (QVariantList{1}));
        QCOMPARE(sqlRow(db, "SELECT value FROM about WHERE key = 'where'"), (QVariantList{QString("cat:kernel")}));
        QCOMPARE(m_folder.path().isEmpty() ? 0 : QDir(m_folder.path()).entryList({"e.sqlite.*"}).size(), 0);
    }
    void theRawEventCanBeAskedFor() {
        const CliRun run = runCli(
            {"events", "--no-index", "--where", "name=aten::mm", "--columns", "event", "--format", "jsonl", m_path});
        const QJsonObject row = QJsonDocument::fromJson(run.out).object();
        QCOMPARE(QJsonDocument::fromJson(row["event"].toString().toUtf8())["dur"].toDouble(), 25.0);
    }
    void textIsCutWithAWord() {
        const CliRun run = runCli({"events", "--no-index", "--limit", "1", m_path});
        QVERIFY(run.out.contains("1 of 4 slices"));
        QVERIFY(run.out.contains("more with --limit"));
    }
    void mistakesAreSaid() {
        const CliRun bad = runCli({"events", "--where", "dur>fast", m_path});
        QCOMPARE(bad.exitCode, 2);
        QVERIFY2(bad.err.contains("--where, character 1"), bad.err.constData());
        QCOMPARE(runCli({"events", "--columns", "nothing", m_path}).exitCode, 2);
        QCOMPARE(runCli({"events", "--format", "xml", m_path}).exitCode, 2);
        QCOMPARE(runCli({"events", "--format", "sqlite", m_path}).exitCode, 2);
        QCOMPARE(runCli({"events", "--format", "sqlite", "-o", "/nonexistent/x.sqlite", m_path}).exitCode, 9);
        QCOMPARE(runCli({"events", m_folder.filePath("none.json")}).exitCode, 3);
    }
    void severalFilesAreToldApart() {
        const QString other = m_folder.filePath("u.json");
        QVERIFY(writeFile(other, QByteArray(kTrace).replace("\"rank\": 3", "\"rank\": 4")));
        const CliRun run = runCli(
            {"events", "--no-index", "--where", "kind:comm", "--columns", "name", "--format", "csv", m_path, other});
        const QStringList lines = linesOf(QByteArray(run.out).replace("\r", ""));
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0], QString("file,rank,name"));
        QVERIFY(lines[1].contains(",3,nccl"));
        QVERIFY(lines[2].contains(",4,nccl"));
    }

private:
    QTemporaryDir m_folder;
    QString m_path;
};

QTEST_APPLESS_MAIN(TestCliEvents)
#include "tst_cli_events.moc"
