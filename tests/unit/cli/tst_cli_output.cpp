// A small trace whose every figure is worked out by hand, through the real program in every format.
#include "tests/support/cli_runner.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

// us:     0         20    40 50     80       150    200       260  280   300
// host    |step 1 ----------------------------------|step 2 -------------|
// calls     [10 15] [30 35]                 [150 155]
// stream 7          [gemm 20..50]                               [gemm 260..280]
// stream 20               [nccl 40..80]
const QByteArray kTrace = R"({
"schemaVersion": 1, "with_stack": 1, "record_shapes": 0, "cuda_runtime_version": 12040,
"deviceProperties": [{"id": 0, "name": "Test GPU", "totalGlobalMem": 80000000000, "numSms": 100}],
"distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},
"baseTimeNanoseconds": 1000000000,
"traceEvents": [
{"ph": "M", "name": "process_name", "pid": 10, "tid": 0, "ts": 0, "args": {"name": "python"}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 10, "tid": 10, "ts": 0.000, "dur": 200.000},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#2", "pid": 10, "tid": 10, "ts": 200.000, "dur": 100.000},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 10, "ts": 10.000, "dur": 5.000, "args": {"correlation": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 10, "ts": 30.000, "dur": 5.000, "args": {"correlation": 2}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 10, "ts": 150.000, "dur": 5.000, "args": {"correlation": 3}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 20.000, "dur": 30.000, "args": {"correlation": 1, "device": 0, "stream": 7}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce", "pid": 0, "tid": 20, "ts": 40.000, "dur": 40.000, "args": {"correlation": 2, "device": 0, "stream": 20}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 260.000, "dur": 20.000, "args": {"correlation": 3, "device": 0, "stream": 7}},
{"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 10, "tid": 10, "ts": 12.000, "args": {"Bytes": 512}},
{"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 1, "pid": 10, "tid": 10, "ts": 10.000},
{"ph": "f", "bp": "e", "cat": "ac2g", "name": "ac2g", "id": 1, "pid": 0, "tid": 7, "ts": 20.000}
]})";

qint64 ns(const QJsonValue& value, const char* key) { return value[QLatin1String(key)].toInteger(-1); }

} // namespace

class TestCliOutput : public QObject {
    Q_OBJECT
private slots:
    void aDumpInJsonHoldsTheSameLines() {
        QTemporaryDir folder;
        const QString path = folder.filePath("t.json");
        QByteArray trace = "{'traceEvents': [{'ph': 'X', 'cat': 'cpu_op', 'name': 'a \\'b\\', c', 'pid': 1, 'tid': 1, "
                           "'ts': 10.0, 'dur': 5.0}]}";
        QVERIFY(writeFile(path, trace.replace('\'', '"')));
        const CliRun text = runCli({"dump", "--no-index", path});
        const CliRun json = runCli({"dump", "--no-index", "--json", path});
        QStringList lines;
        for (const auto& line : jsonOf(json)["dump"].toArray()) lines << line.toString();
        QVERIFY(lines.size() > 5);
        QCOMPARE(lines.join('\n') + '\n', QString::fromUtf8(text.out));
    }

    void initTestCase() {
        m_path = m_folder.filePath("trace.json");
        QVERIFY(writeFile(m_path, kTrace));
    }

    void infoSaysWhatIsInTheFile() {
        const CliRun run = runCli({"info", "--json", "--no-index", m_path});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.isEmpty(), run.err);
        const QJsonValue file = jsonOf(run)["files"][0];
        QCOMPARE(file["file"].toString(), m_path);
        QCOMPARE(file["rank"].toInt(), 3);
        QCOMPARE(file["rank_source"].toString(), QString("distributed_info"));
        QCOMPARE(file["world_size"].toInt(), 8);
        QCOMPARE(file["compression"].toString(), QString("none"));
        QCOMPARE(ns(file, "file_bytes"), qint64(kTrace.size()));
        QCOMPARE(ns(file, "base_time_ns"), 1'000'000'000);
        QCOMPARE(file["range_ns"].toArray(), (QJsonArray{0, 300'000}));
        QCOMPARE(file["flags"]["with_stack"].toBool(), true);
        QCOMPARE(file["flags"]["record_shapes"].toBool(true), false);
        QVERIFY(file["flags"]["with_flops"].isNull());
        QCOMPARE(ns(file["counts"], "elements"), 12);
        QCOMPARE(ns(file["counts"], "slices"), 8);
        QCOMPARE(ns(file["counts"], "instants"), 1);
        QCOMPARE(ns(file["counts"], "flows"), 2);
        QCOMPARE(ns(file["counts"], "metadata"), 1);
        QCOMPARE(ns(file["counts"], "dropped"), 0);
        QCOMPARE(file["phases"].toObject(), (QJsonObject{{"M", 1}, {"X", 8}, {"f", 1}, {"i", 1}, {"s", 1}}));
        QCOMPARE(file["devices"][0]["device"].toString(), QString("0"));
        QCOMPARE(file["devices"][0]["streams"].toArray(), (QJsonArray{7, 20}));
        QCOMPARE(ns(file["devices"][0], "gpu_slices"), 3);
        QCOMPARE(file["device_properties"][0]["name"].toString(), QString("Test GPU"));
        QCOMPARE(file["steps"].toArray().size(), 2);
        QCOMPARE(ns(file["steps"][1], "start_ns"), 200'000);
        QCOMPARE(ns(file["steps"][1], "dur_ns"), 100'000);
        QCOMPARE(file["oddities"].toArray().size(), 0);
    }

    void reportAddsUpToTheNanosecond() {
        const CliRun run = runCli({"report", "--json", "--no-index", m_path});
        QCOMPARE(run.exitCode, 0);
        const QJsonValue file = jsonOf(run)["files"][0];
        const QJsonValue whole = file["devices"]["0"]["whole"];
        QCOMPARE(whole["window_ns"].toArray(), (QJsonArray{20'000, 280'000}));
        QCOMPARE(ns(whole, "gpu_busy_ns"), 80'000);
        QCOMPARE(ns(whole, "compute_ns"), 50'000);
        QCOMPARE(ns(whole, "comm_ns"), 40'000);
        QCOMPARE(ns(whole, "overlap_ns"), 10'000);
        QCOMPARE(ns(whole, "exposed_comm_ns"), 30'000);
        QCOMPARE(ns(whole, "idle_ns"), 180'000);
        QCOMPARE(ns(whole, "mid_gap_ns"), 180'000);
        QCOMPARE(ns(whole, "mid_gap_count"), 1);
        QCOMPARE(file["whole"], whole); // one device: the same as all together

        const QJsonValue first = file["devices"]["0"]["steps"][0];
        QCOMPARE(first["name"].toString(), QString("ProfilerStep#1"));
        QCOMPARE(ns(first["by_window"], "wall_ns"), 200'000);
        QCOMPARE(ns(first["by_window"], "gpu_busy_ns"), 60'000);
        QCOMPARE(ns(first["by_window"], "head_idle_ns"), 20'000);
        QCOMPARE(ns(first["by_window"], "tail_idle_ns"), 120'000);
        QCOMPARE(first["by_launch"], whole); // its calls launched everything
        const QJsonValue second = file["devices"]["0"]["steps"][1];
        QCOMPARE(ns(second["by_window"], "gpu_busy_ns"), 20'000);
        QCOMPARE(ns(second["by_window"], "head_idle_ns"), 60'000);
        QCOMPARE(ns(second["by_window"], "tail_idle_ns"), 20'000);
        QVERIFY(second["by_launch"].isNull());
    }

    void thresholdsAreSettableAndWrittenOnEveryOutput() {
        const QStringList options{"--no-index", "--launch-gap-us", "200", "--large-gap-us", "200.5", m_path};
        const QJsonValue file = jsonOf(runCli(QStringList{"report", "--json"} + options))["files"][0];
        QCOMPARE(ns(file["whole"], "launch_gap_ns"), 180'000);
        QCOMPARE(ns(file["whole"], "mid_gap_count"), 0);
        QCOMPARE(ns(file["thresholds"], "launch_gap_below_ns"), 200'000);
        QCOMPARE(ns(file["thresholds"], "large_gap_from_ns"), 200'500);
        const QByteArray text = runCli(QStringList{"report"} + options).out;
        QVERIFY2(text.contains("launch gaps are shorter than 200\xe2\x80\xaf\xc2\xb5s,"), text);
        const QJsonValue large =
            jsonOf(runCli({"report", "--json", "--no-index", "--large-gap-us", "100", m_path}))["files"][0];
        QCOMPARE(large["whole"]["large_gaps_ns"].toArray(), (QJsonArray{QJsonArray{80'000, 260'000}}));
    }

    void csvIsOneTableOfWholeNumbersForAllFiles() {
        const QString second = m_folder.filePath("second.json");
        QVERIFY(writeFile(second, kTrace));
        const CliRun run = runCli({"report", "--format", "csv", "--no-index", m_path, second});
        QCOMPARE(run.exitCode, 0);
        const QList<QByteArray> tables = QByteArray(run.out).replace("\r\n", "\n").split('\n');
        const QList<QByteArray> head = tables[0].split(',');
        QCOMPARE(head[0], QByteArray("file"));
        QCOMPARE(head[1], QByteArray("rank"));
        QCOMPARE(head[2], QByteArray("device"));
        QCOMPARE(tables[1].split(',')[1], QByteArray("3"));
        const qsizetype busy = head.indexOf("gpu_busy_ns");
        QVERIFY(busy > 1);
        QCOMPARE(tables[1].split(',')[0], m_path.toUtf8());
        QCOMPARE(tables[1].split(',')[busy], QByteArray("80000"));
        QCOMPARE(tables[2].split(',')[0], second.toUtf8());
        QCOMPARE(tables[2].split(',')[busy], QByteArray("80000"));
        QCOMPARE(tables[3], QByteArray()); // then the next table
    }

    void csvOfInfoHoldsWholeNumbersToo() {
        const QByteArray out = runCli({"info", "--format", "csv", "--no-index", m_path}).out;
        QVERIFY2(out.contains(",3,counts.slices,8"), out);
        QVERIFY2(out.contains(",3,base_time_ns,1000000000"), out);
    }

    void markdownIsATableThatGitHubTakes() {
        const QByteArray out = runCli({"report", "--format", "md", "--no-index", m_path}).out;
        const QList<QByteArray> lines = out.split('\n');
        qsizetype rules = 0;
        for (qsizetype i = 1; i < lines.size(); ++i) {
            if (!lines[i].startsWith("| ---") && !lines[i].startsWith("|---")) continue;
            ++rules;
            QCOMPARE(lines[i].count('|'), lines[i - 1].count('|'));
            QCOMPARE(lines[i].count('|'), lines[i + 1].count('|'));
        }
        QCOMPARE(rules, 3); // whole, by window, by launch
    }

    void theUserMaySetTheRank() {
        const QJsonValue file =
            jsonOf(runCli({"info", "--json", "--no-index", "--rank", "trace.json=5", m_path}))["files"][0];
        QCOMPARE(file["rank"].toInt(), 5);
        QCOMPARE(file["rank_source"].toString(), QString("user"));
    }

    void aFolderAndAnArchiveStandForTheTracesInThem() {
        QTemporaryDir folder;
        QVERIFY(writeFile(folder.filePath("b_rank1.json"), kTrace));
        QVERIFY(writeFile(folder.filePath("a_rank0.json"), kTrace));
        QVERIFY(writeFile(folder.filePath("notes.txt"), "no trace"));
        const QString archive = m_folder.filePath("ranks.tar.gz");
        QCOMPARE(runProgram("tar", {"-C", folder.path(), "-czf", archive, "notes.txt", "b_rank1.json", "a_rank0.json"})
                     .exitCode,
                 0);
        const QJsonArray ofFolder =
            jsonOf(runCli({"report", "--json", "--no-index", folder.path()}))["files"].toArray();
        QCOMPARE(ofFolder.size(), 2);
        QCOMPARE(ofFolder[0]["file"].toString(), folder.filePath("a_rank0.json"));
        const QJsonArray ofArchive =
            jsonOf(runCli({"report", "--json", "--no-index", "--rank", "b_rank1.json=6", archive}))["files"].toArray();
        QCOMPARE(ofArchive.size(), 2);
        QCOMPARE(ofArchive[0]["file"].toString(), archive + "!b_rank1.json");
        QCOMPARE(ofArchive[0]["rank"].toInt(), 6);
        QCOMPARE(ofArchive[1]["rank"].toInt(), 3);
        QCOMPARE(ns(ofArchive[1]["whole"], "gpu_busy_ns"), 80'000);
    }

    void aFolderWithoutTracesIsSaidToBeOne() {
        QTemporaryDir folder;
        const CliRun run = runCli({"info", folder.path()});
        QCOMPARE(run.exitCode, 4);
        QVERIFY2(run.err.contains("folder"), run.err);
    }

    void rulesOfTheUserComeBeforeTheBuiltInOnes() {
        const QString rules = m_folder.filePath("rules.txt");
        QVERIFY(writeFile(rules, "# gemm is what we use to talk\ncomm: gemm\n"));
        const QJsonValue whole =
            jsonOf(runCli({"report", "--json", "--no-index", "--rules", rules, m_path}))["files"][0]["whole"];
        QCOMPARE(ns(whole, "comm_ns"), 80'000);
        QCOMPARE(ns(whole, "compute_ns"), 0);
        QVERIFY(writeFile(rules, "comm: gemm\nnonsense\n"));
        const CliRun wrong = runCli({"report", "--no-index", "--rules", rules, m_path});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains("rules.txt") && wrong.err.contains("2"), wrong.err);
    }

    void factsAnswerWithTheSameKeys() {
        const QString ask = m_folder.filePath("ask.json");
        QVERIFY(writeFile(ask, R"({"load": {"trace.json": {"slices": 0, "no_warnings": 0}},
            "expect": {"gpu": {"0": {"busy_ns": 0}}, "unlinked": 0, "window": {"a": {"from_ns": 30000, "to_ns": 90000,
            "busy_ns": 0, "idle_ns": 0}}, "select": [{"from_ns": 45000, "to_ns": 60000}], "devices": 0}})"));
        const CliRun run = runCli({"facts", "--no-index", "--ask", ask, m_path});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject answer = jsonOf(run);
        QCOMPARE(answer["load"]["trace.json"].toObject(), (QJsonObject{{"slices", 8}, {"no_warnings", true}}));
        QCOMPARE(answer["expect"]["gpu"].toObject(), (QJsonObject{{"0", QJsonObject{{"busy_ns", 80'000}}}}));
        QCOMPARE(answer["expect"]["unlinked"].toInt(-1), 0);
        QCOMPARE(ns(answer["expect"]["window"]["a"], "busy_ns"), 50'000);
        QCOMPARE(ns(answer["expect"]["window"]["a"], "idle_ns"), 10'000);
        QCOMPARE(answer["expect"]["select"][0]["by_name"].toObject(),
                 (QJsonObject{{"ProfilerStep#1", QJsonArray{1, 15'000}},
                              {"gemm", QJsonArray{1, 5'000}},
                              {"ncclDevKernel_AllReduce", QJsonArray{1, 15'000}}}));
        QCOMPARE(answer["expect"]["devices"].toArray(), QJsonArray{"0"});
    }

    void factsCheckNamesWhatIsNotAsExpected() {
        const QString ask = m_folder.filePath("check.json");
        QVERIFY(writeFile(ask, R"({"expect": {"unlinked": 0, "devices": ["0", "1"]}})"));
        const CliRun run = runCli({"facts", "--no-index", "--check", "--ask", ask, m_path});
        QCOMPARE(run.exitCode, 11);
        QCOMPARE(run.out, QByteArray("expect.devices: expected [\"0\",\"1\"], found [\"0\"]\n"));
        QVERIFY(writeFile(ask, R"({"expect": {"unlinked": 0}})"));
        QCOMPARE(runCli({"facts", "--no-index", "--check", "--ask", ask, m_path}).exitCode, 0);
    }

private:
    QTemporaryDir m_folder;
    QString m_path;
};

QTEST_APPLESS_MAIN(TestCliOutput)
#include "tst_cli_output.moc"
