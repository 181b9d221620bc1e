// Logs of NCCL and dumps of the flight recorder, as people and scripts ask for them.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

const QJsonObject answerOf(const QStringList& arguments) {
    const CliRun run = runCli(arguments);
    if (run.exitCode != 0) qWarning() << run.exitCode << run.err;
    return jsonOf(run);
}

} // namespace

class TestCliCompanions : public QObject {
    Q_OBJECT
private slots:
    void logsAndDumpsHaveCommandsOfTheirOwn() {
        const QString samples = QStringLiteral(LANESCOPE_SHARED_DIR "/samples/synth/");
        if (!QFile::exists(samples + "fr_rank0.pickle")) QSKIP("the folder with samples is not there");
        const QJsonObject flight =
            answerOf({"flight", "--json", samples + "fr_rank0.pickle", samples + "fr_rank1.pickle"});
        QCOMPARE(flight["mismatches"][0]["collective_seq_id"].toInt(), 3);
        QCOMPARE(flight["mismatches"][0]["ranks_missing"].toArray(), (QJsonArray{1}));
        const QJsonObject log = answerOf({"nccl", "--json", samples + "nccl_2n2g.log"});
        QCOMPARE(log["files"][0]["communicators"][0]["edges"].toArray().size(), 8);
        QCOMPARE(log["communicators"][0]["edges"].toArray().size(), 8); // of all files together
        QCOMPARE(runCli({"nccl", samples + "fr_rank0.json"}).exitCode, 4);
        QCOMPARE(runCli({"flight", samples + "bad_global.pickle"}).exitCode, 5);
    }

    void aLogIsToldInText() {
        const QString samples = QStringLiteral(LANESCOPE_SHARED_DIR "/samples/synth/");
        if (!QFile::exists(samples + "nccl_2n2g.log")) QSKIP("the folder with samples is not there");
        const CliRun run = runCli({"nccl", samples + "nccl_2n2g.log"});
        QCOMPARE(run.exitCode, 0);
        for (const char* part :
             {"0, 1, 3, 2", "channels 0, 1", "root", "NET/IB/GDRDMA", "2 coll, 0 collnet", "AllReduce", "RING",
              "warning of rank 3: NET/IB: Got completion from peer 10.0.0.1<40000> with status=12 opcode=0 len=0 "
              "vendor "
              "err 129",
              "mlx5_0:1/IB"})
            QVERIFY2(run.out.contains(part), part);
    }

    void controlCharactersOfALogDoNotReachTheTerminal() {
        QTemporaryDir folder;
        const QString path = folder.filePath("x.log");
        writeFile(path, "h:1:1 [0] a.cc:1 NCCL WARN bell\x07 and \x9b more \x08\n");
        const CliRun run = runCli({"nccl", path});
        QVERIFY(run.out.contains("bell"));
        QVERIFY(!run.out.contains('\x07') && !run.out.contains('\x08') && !run.out.contains('\x9b'));
    }

    void logsOfSingleProcessesInAFolderAreOneJob() {
        QTemporaryDir folder;
        const auto log = [](int rank, const char* via) {
            const QByteArray n = QByteArray::number(rank), to = QByteArray::number(1 - rank);
            const QByteArray head = "h" + n + ":7:7 [0] NCCL INFO ";
            return head + "ncclCommInitRank comm 0x5 rank " + n +
                   " nranks 2 cudaDev 0 nvmlDev 0 busId 1 commId 0xa - Init START\n" + head + "Channel 00/0 : " + n +
                   "[0] -> " + to + "[0] [send] via " + via + "\n";
        };
        writeFile(folder.filePath("log.h0.7"), log(0, "NET/IB/0/GDRDMA"));
        writeFile(folder.filePath("log.h1.7"), log(1, "NET/IB/0"));
        writeFile(folder.filePath("train.py"), "print(1)\n");
        writeFile(folder.filePath("notes.txt"), "nothing\n");
        const CliRun run = runCli({"nccl", folder.path(), "--json"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.err.count('\n'), 1); // one line for all that are none
        QVERIFY(run.err.contains("2 files are no NCCL log: left alone"));
        const QJsonObject answer = QJsonDocument::fromJson(run.out).object();
        QCOMPARE(answer["communicators"].toArray().size(), 1);
        QCOMPARE(answer["communicators"][0]["edges"].toArray().size(), 2);
        QVERIFY(
            answer["hints"].toArray().contains("1 network connection without GPU Direct where others have it: 1 -> 0"));
        QCOMPARE(answer["files"].toArray().size(), 2);
    }

    void aFolderOfDumpsIsComparedAndOtherFilesAreOneLine() {
        QTemporaryDir folder;
        const QByteArray dump =
            R"({"version": "2.7", "pg_config": {"0": {"name": "0", "desc": "all", "ranks": "[0, 1, 2]"}}, "entries": [)"
            R"({"record_id": 0, "pg_id": 0, "process_group": ["0", "all"], "collective_seq_id": 1, "p2p_seq_id": 0, )"
            R"("profiling_name": "nccl:all_reduce", "input_sizes": [[SIZE]], "output_sizes": [[SIZE]], )"
            R"("state": "completed", "is_p2p": false}]})";
        writeFile(folder.filePath("nccl_trace_rank_0"), QByteArray(dump).replace("SIZE", "16"));
        writeFile(folder.filePath("nccl_trace_rank_1"), QByteArray(dump).replace("SIZE", "32"));
        for (const char* other : {"a.txt", "b.json", "c.py"}) writeFile(folder.filePath(other), "{}\n");
        const CliRun run = runCli({"flight", folder.path()});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.err.count('\n'), 1);
        QVERIFY(run.err.contains("3 files are no flight recorder dump: left alone"));
        QVERIFY(run.out.contains("rank 0: nccl:all_reduce [[16]] -> [[16]]; rank 1: nccl:all_reduce [[32]] -> [[32]]"));
        QVERIFY(run.out.contains("no dump of rank 2, which all names"));
        QTemporaryDir empty;
        QCOMPARE(runCli({"flight", empty.path()}).exitCode, 4);
    }
};

QTEST_APPLESS_MAIN(TestCliCompanions)
#include "tst_cli_companions.moc"
