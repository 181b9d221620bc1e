// The commands for several ranks, as people and scripts call them.
#include "tests/support/cli_runner.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

// Two steps of 200 us on two ranks, each 100 us of compute for rank 0 and 150 us for rank 1; the all-reduce of a step
// starts after it and ends at 180 us on both. Rank 1's clock is `ahead` us ahead.
QByteArray traceOf(int rank, double ahead) {
    QStringList events;
    const double compute = rank == 0 ? 100 : 150;
    for (int step = 0; step < 2; ++step) {
        const double at = 1000 + 200 * step + ahead;
        const auto slice = [&](const char* cat, const QString& name, int pid, int tid, double start, double length,
                               const QString& args) {
            events << QStringLiteral(
                          R"({"ph":"X","cat":"%1","name":"%2","pid":%3,"tid":%4,"ts":%5,"dur":%6,"args":{%7}})")
                          .arg(cat, name)
                          .arg(pid)
                          .arg(tid)
                          .arg(start, 0, 'f', 3)
                          .arg(length, 0, 'f', 3)
                          .arg(args);
        };
        slice("user_annotation", QStringLiteral("ProfilerStep#%1").arg(step + 7), 100, 1, at, 200, "");
        slice("cuda_runtime", "cudaLaunchKernel", 100, 1, at + 1, 2,
              QStringLiteral("\"correlation\":%1").arg(step + 1));
        slice("kernel", "gemm", 0, 7, at + 5, compute,
              QStringLiteral("\"device\":0,\"stream\":7,\"correlation\":%1").arg(step + 1));
        slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 0, 20, at + 5 + compute, 175 - compute,
              QStringLiteral(R"("device":0,"stream":20,"Collective name":"allreduce","In msg nelems":1000,)"
                             R"("Out msg nelems":1000,"Group size":2,"dtype":"Float","Process Group Name":"0",)"
                             R"("Process Group Ranks":"[0, 1]","Seq":%1)")
                  .arg(step));
    }
    events
        << QStringLiteral(R"({"ph":"s","id":1,"cat":"ac2g","name":"ac2g","pid":100,"tid":1,"ts":%1})").arg(1001 + ahead)
        << QStringLiteral(R"({"ph":"f","bp":"e","id":1,"cat":"ac2g","name":"ac2g","pid":0,"tid":7,"ts":%1})")
               .arg(1005 + ahead);
    return QStringLiteral(R"({"distributedInfo":{"rank":%1,"world_size":2},"traceEvents":[%2]})")
        .arg(rank)
        .arg(events.join(",\n"))
        .toUtf8();
}

class Job {
public:
    Job() {
        writeFile(path("a.json"), traceOf(0, 0));
        writeFile(path("b.json"), traceOf(1, 3000));
        writeFile(path("notes.json"), "{\"about\": \"no trace\"}"); // folders hold more than traces
    }
    QString path(const QString& name = {}) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

const QJsonObject answerOf(const QStringList& arguments) {
    const CliRun run = runCli(arguments);
    if (run.exitCode != 0) qWarning() << run.exitCode << run.err;
    return jsonOf(run);
}

} // namespace

class TestCliRanks : public QObject {
    Q_OBJECT
private slots:
    void theStragglerOfAFolderIsNamed() {
        const Job job;
        const QJsonObject answer = answerOf({"analyze", "stragglers", "--json", job.path()});
        QCOMPARE(answer["straggler"].toInt(-1), 1);
        QCOMPARE(answer["cause"].toString(), "slow-compute");
        QCOMPARE(answer["offsets_ns"]["1"].toInt(), 3'000'000);
        QCOMPARE(answer["total_wait_ns"]["0"].toInt(), 100'000); // 50 us in each of two steps
        QCOMPARE(answer["total_wait_ns"]["1"].toInt(-1), 0);
        QCOMPARE(answer["times_last"]["1"].toInt(), 2);
        QCOMPARE(answer["alignment"]["by"].toString(), "collective_ends");
        QCOMPARE(answer["evidence"]["compute_excess_ns"].toInt(), 50'000);
        QCOMPARE(answer["ranks"]["missing"].toArray().size(), 0);
    }

    void withoutAlignmentTheCollectivesRefuteTheClocksAndNobodyIsNamed() {
        const Job job;
        const QJsonObject answer = answerOf({"analyze", "stragglers", "--json", "--align", "none", job.path()});
        QCOMPARE(answer["offsets_ns"]["1"].toInt(-1), 0);
        QCOMPARE(answer["doubts"][0].toString(), "clocks are not aligned");
        const QString why = "in 2 of 2 collectives a rank ends before another begins: the clocks are not right";
        QCOMPARE(answer["doubts"][1].toString(), why);
        QCOMPARE(answer["alignment"]["refuted"].toString(), why);
        QVERIFY(answer["straggler"].isNull() && answer["total_wait_ns"]["0"].isNull());
        QVERIFY(answer["steps"].toArray().isEmpty() && answer["waits_least"].isNull());
        const QJsonObject heat =
            answerOf({"analyze", "heatmap", "--metric", "waiting", "--json", "--align", "none", job.path()});
        for (const QJsonValue& row : heat["rows"].toArray())
            for (const QJsonValue& value : row["values"].toArray()) QVERIFY(value.isNull());
    }

    void overRefutedClocksNoCollectiveHasALastOneOrWaits() {
        const Job job;
        const QJsonObject answer = answerOf({"analyze", "collectives", "--json", "--align", "none", job.path()});
        const QJsonArray all = answer["collectives"].toArray();
        QCOMPARE(all.size(), 2);
        for (const QJsonValue& one : all) {
            for (const char* key : {"last", "transfer_ns", "alg_bytes_per_s", "bus_bytes_per_s"})
                QVERIFY2(one[key].isNull(), key);
            QVERIFY(one["ranks"]["0"]["wait_ns"].isNull());
            QCOMPARE(one["bytes"].toInt(), 4000); // is no time
        }
        QVERIFY(answer["kinds"].toArray().isEmpty());
        const QByteArray text = runCli({"analyze", "collectives", "--align", "none", job.path()}).out;
        QVERIFY2(text.contains("no waits, transfers and rates: in 2 of 2 collectives"), text.constData());
        const QJsonObject places = answerOf({"analyze", "stragglers", "--json", "--align", "none", job.path()});
        QVERIFY(places["places"]["dp"]["0"]["wait_ns"].isNull() && places["places"]["dp"]["0"]["times_last"].isNull());
        const QByteArray csv = runCli({"analyze", "stragglers", "--format", "csv", "--align", "none", job.path()}).out;
        QVERIFY2(QString::fromUtf8(csv).remove('\r').contains("\n0,,2,,,,"), csv.constData());
    }

    void otherWaysOfAligningGiveTheSame() {
        const Job job;
        for (const QString& way : {QStringLiteral("step-start"), QStringLiteral("event:ProfilerStep#7")})
            QCOMPARE(
                answerOf({"analyze", "alignment", "--json", "--align", way, job.path()})["offsets_ns"]["1"].toInt(),
                3'000'000);
        QCOMPARE(runCli({"analyze", "alignment", "--align", "event:nothing", job.path()}).exitCode, 8);
        QCOMPARE(runCli({"analyze", "alignment", "--align", "moon", job.path()}).exitCode, 2);
    }

    void csvSaysWhichClocksItsTimesAreOn() {
        const Job job;
        for (const char* analysis : {"stragglers", "collectives", "heatmap", "alignment"}) {
            const CliRun run = runCli({"analyze", analysis, "--format", "csv", job.path()});
            const QStringList lines = QString::fromUtf8(run.out).remove('\r').split('\n', Qt::SkipEmptyParts);
            QVERIFY(lines[lines.size() - 3].endsWith(",aligned,alignment,overall_residual_ns"));
            QVERIFY2(lines.back().startsWith("1,") && lines.back().endsWith(",yes,collective_ends,0"), analysis);
            QVERIFY2(lines.back().contains(",3000000,"), analysis);
        }
    }

    void aJobOfOneRankHasNoStraggler() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("one.json");
        QCOMPARE(runCli({"synth", "straggler", "--ranks", "1", "--steps", "4", "-o", file}).exitCode, 0);
        const QJsonObject answer = answerOf({"analyze", "stragglers", "--json", folder.path()});
        QVERIFY(answer["straggler"].isNull());
        QCOMPARE(answer["ranks"]["count"].toInt(), 1);
    }

    void theHeatMapHasARowPerRankAndAColumnPerStep() {
        const Job job;
        const QJsonObject waiting = answerOf({"analyze", "heatmap", "--json", "--metric", "waiting", job.path()});
        QCOMPARE(waiting["steps"].toArray(), (QJsonArray{7, 8}));
        QCOMPARE(waiting["rows"][0]["values"].toArray(), (QJsonArray{50'000, 50'000}));
        QCOMPARE(waiting["rows"][1]["values"].toArray(), (QJsonArray{0, 0}));
        const QJsonObject compute = answerOf({"analyze", "heatmap", "--json", "--metric", "compute", job.path()});
        QCOMPARE(compute["rows"][1]["values"].toArray(), (QJsonArray{150'000, 150'000}));
        QCOMPARE(runCli({"analyze", "heatmap", "--metric", "luck", job.path()}).exitCode, 2);
    }

    void collectivesAreSplitIntoWaitingAndTransfer() {
        const Job job;
        const QJsonObject answer = answerOf({"analyze", "collectives", "--json", job.path()});
        const QJsonArray all = answer["collectives"].toArray();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0]["bytes"].toInt(), 4000);
        QCOMPARE(all[0]["transfer_ns"].toInt(), 25'000);
        QCOMPARE(all[0]["ranks"]["0"]["wait_ns"].toInt(), 50'000);
        QCOMPARE(all[0]["ranks"]["0"]["duration_ns"].toInt(), 75'000);
        QCOMPARE(all[0]["last"].toString(), "1");
        QCOMPARE(all[0]["skew_end_ns"].toInt(-1), 0);
        QCOMPARE(all[0]["alg_bytes_per_s"].toDouble(), 160e6); // 4000 bytes in 25 us
        QCOMPARE(all[0]["matched_by"].toString(), "seq");
        QCOMPARE(answer["unmatched_count"].toInt(-1), 0);
        QCOMPARE(answer["kinds"][0]["kind"].toString(), "all_reduce");
        QCOMPARE(answer["kinds"][0]["bytes"].toInt(), 4000);
        QCOMPARE(answer["kinds"][0]["count"].toInt(), 2);
        QCOMPARE(answer["kinds"][0]["transfer_median_ns"].toInt(), 25'000);
        QVERIFY(answer["pairs"].toArray().isEmpty() && answer["unmatched"].toArray().isEmpty());
        const QString csv = QString::fromUtf8(runCli({"analyze", "collectives", "--format", "csv", job.path()}).out);
        QVERIFY2(csv.contains("kind,group,seq,wait_ns_0,wait_ns_1"), qPrintable(csv));
        QVERIFY2(csv.contains(QRegularExpression("all_reduce,[^\n]*,0,50000,0\r?\n")), qPrintable(csv));
    }

    void aLayoutOfTheUserIsTaken() {
        const Job job;
        const QJsonObject answer = answerOf({"analyze", "heatmap", "--json", "--layout", "tp=1,pp=2", job.path()});
        QCOMPARE(answer["ranks"]["layout"]["pp"]["known_by"].toString(), "user");
        QCOMPARE(answer["ranks"]["layout"]["pp"]["size"].toInt(), 2);
        QCOMPARE(answer["rows"][1]["places"]["pp"].toInt(-1), 1);
        const auto wrong = runCli({"analyze", "heatmap", "--layout", "tp=3", job.path()});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY(wrong.err.contains("--layout"));
    }

    void summariesStandForTheirTraces() {
        const Job job;
        const QString one = job.path("one.sum.json"), both = job.path("both.sum.json");
        QCOMPARE(runCli({"summarize", job.path("a.json"), "-o", one}).exitCode, 0);
        QCOMPARE(runCli({"summarize", one, job.path("b.json"), "-o", both}).exitCode, 0);
        const QJsonObject fromTraces =
            answerOf({"analyze", "stragglers", "--json", job.path("a.json"), job.path("b.json")});
        const QJsonObject fromSummary = answerOf({"analyze", "stragglers", "--json", both});
        QVERIFY(!fromTraces.isEmpty());
        QCOMPARE(fromSummary, fromTraces);
        QCOMPARE(answerOf({"analyze", "collectives", "--json", both})["collectives"].toArray().size(), 2);
        // One trace alone: the analysis of one trace.
        QVERIFY(answerOf({"analyze", "collectives", "--json", job.path("a.json")}).contains("files"));
    }

    void aFolderIsSummarisedAnewWhenItsTracesChanged() {
        const Job job;
        const QString all = job.path("all.sum.json");
        QCOMPARE(runCli({"summarize", job.path(), "-o", all}).exitCode, 0);
        const QByteArray before = readFile(all);
        QVERIFY(writeFile(job.path("b.json"), traceOf(1, 9000))); // measured again, in the same second or not
        const CliRun again = runCli({"summarize", job.path(), "-o", all});
        QCOMPARE(again.exitCode, 0);
        QVERIFY2(again.err.contains("not read, as it is written anew: all.sum.json"), again.err.constData());
        QVERIFY(readFile(all) != before);
        const QString fresh = job.path("fresh.sum.json");
        QCOMPARE(runCli({"summarize", job.path("a.json"), job.path("b.json"), "-o", fresh}).exitCode, 0);
        QCOMPARE(readFile(all), readFile(fresh));
    }

    void theMergedTraceIsOnOneClockWithItsRanksApart() {
        const Job job;
        const QString merged = job.path("merged.json");
        QCOMPARE(runCli({"merge", job.path("a.json"), job.path("b.json"), "-o", merged}).exitCode, 0);
        const QJsonObject trace = QJsonDocument::fromJson(readFile(merged)).object();
        QCOMPARE(trace["lanescope_merged"]["offsets_ns"]["1"].toInt(), 3'000'000);
        QMap<int, double> firstStep; // by process
        QSet<qint64> correlations;
        QSet<QString> flows;
        for (const QJsonValue& event : trace["traceEvents"].toArray()) {
            if (event["name"].toString() == "ProfilerStep#7") firstStep[event["pid"].toInt()] = event["ts"].toDouble();
            if (event["cat"].toString() == "kernel" && event["args"].toObject().contains("correlation"))
                correlations.insert(static_cast<qint64>(event["args"]["correlation"].toDouble()));
            if (event["ph"].toString() == "s") flows.insert(event["id"].toString());
        }
        QCOMPARE(firstStep.values(), (QList<double>{1000, 1000})); // two processes, one time
        QCOMPARE(correlations.size(), 4);                          // two kernels of each
        QCOMPARE(flows.size(), 2);
        // Read again: no oddities, every launch found within its own rank.
        const QJsonObject info = answerOf({"info", "--json", merged})["files"][0].toObject();
        QCOMPARE(info["oddities"].toArray().size(), 0);
        QCOMPARE(info["counts"]["slices"].toInt(), 16);
        // GPU 0 of both: told apart by their processes, with the numbers of each file.
        const QJsonObject devices = answerOf({"report", "--json", merged})["files"][0]["devices"].toObject();
        QCOMPARE(devices.size(), 2);
        for (const auto& [key, name] : {std::pair{"2/0", "a.json"}, std::pair{"100002/0", "b.json"}}) {
            const QJsonObject own = answerOf({"report", "--json", job.path(name)})["files"][0]["whole"].toObject();
            const QJsonObject again = devices[QLatin1String(key)]["whole"].toObject();
            QVERIFY(own["gpu_busy_ns"].toInt() > 0);
            for (const char* figure :
                 {"wall_ns", "gpu_busy_ns", "exposed_comm_ns", "launch_gap_ns", "large_gap_ns", "idle_ns"})
                QVERIFY2(own.contains(QLatin1String(figure)) &&
                             own[QLatin1String(figure)] == again[QLatin1String(figure)],
                         figure);
        }
        QVERIFY(readFile(merged).contains("ProfilerStep#7")); // a word of the user's is left out too
        const QString hidden = job.path("hidden.json");
        QCOMPARE(runCli({"merge", job.path("a.json"), job.path("b.json"), "--redact", "--hide-names", "ProfilerStep",
                         "-o", hidden})
                     .exitCode,
                 0);
        QVERIFY(!readFile(hidden).contains("ProfilerStep") && readFile(hidden).contains("correlation"));
        QVERIFY(!QFile::exists(job.path("none/merged.json")));
        QCOMPARE(runCli({"merge", job.path("a.json"), "-o", job.path("none/merged.json")}).exitCode, 9);
    }

    void aReportWithoutStepsShowsAllOfTheTime() {
        const Job job;
        for (const char* name : {"a.json", "b.json"}) // the same, but nothing says where a step begins
            writeFile(job.path(name), readFile(job.path(name)).replace("ProfilerStep#", "part of it "));
        const QString html = job.path("r.html");
        const CliRun run = runCli({"report", "--no-index", "--html", html, job.path("a.json"), job.path("b.json")});
        QVERIFY2(run.exitCode == 0, run.err);
        const QByteArray text = readFile(html);
        if (!text.contains("<svg")) QSKIP("the picture program is not built");
        QVERIFY(text.contains("All of the time of the ranks side by side"));
        QVERIFY(!text.contains("The range of the ranks") && !text.contains("The range: the straggler"));
        const CliRun part = runCli(
            {"report", "--no-index", "--html", html, "--range", "0..300us", job.path("a.json"), job.path("b.json")});
        QVERIFY2(part.exitCode == 0, part.err);
        QVERIFY(readFile(html).contains("The range of the ranks side by side"));
    }

    void aCutOfSeveralRanksHoldsTheSameTimeOfAll() {
        const Job job; // steps of 200 us: #7 at 0, #8 at 200 us; rank 1's clock is 3 ms ahead
        QCOMPARE(runCli({"cut", job.path("b.json"), "--step", "8", "-o", job.path("late.json")}).exitCode, 0);
        // Rank 1 began to record one step later: the time is that of the common clock, not of each beginning.
        const CliRun run = runCli({"cut", job.path("a.json"), job.path("late.json"), "--range", "200us..400us", "-o",
                                   job.path("small.json")});
        QVERIFY2(run.exitCode == 0, run.err);
        for (const char* name : {"small-rank0.json", "small-rank1.json"}) {
            const QByteArray text = readFile(job.path(name));
            QVERIFY2(text.contains("ProfilerStep#8"), name);
            QVERIFY2(!text.contains("ProfilerStep#7"), name);
        }
        const QJsonObject again =
            answerOf({"analyze", "alignment", "--json", job.path("small-rank0.json"), job.path("small-rank1.json")});
        QCOMPARE(again["clocks"][1]["offset_ns"].toInt(), 3'000'000);
    }

    void aRankSetByTheUserCountsAndTwoOfOneRankAreSaid() {
        const Job job;
        const CliRun run =
            runCli({"analyze", "alignment", "--rank", "b.json=0", job.path("a.json"), job.path("b.json")});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.contains("rank 0 twice: "), run.out);
        QVERIFY2(run.out.contains("missing rank 1"), run.out);
    }

    void whatCannotBeReadIsNamedAndTheRestAnswered() {
        const Job job;
        const CliRun run =
            runCli({"analyze", "stragglers", "--json", job.path("a.json"), job.path("b.json"), job.path("gone.json")});
        QCOMPARE(run.exitCode, 3);
        QVERIFY(run.err.contains("gone.json"));
        const QJsonObject answer = jsonOf(run);
        QCOMPARE(answer["straggler"].toInt(-1), 1);
        QVERIFY(answer["ranks"]["failed"][0]["file"].toString().endsWith("gone.json"));
        QCOMPARE(runCli({"analyze", "stragglers", job.path("notes.json")}).exitCode, 4);
    }

    void aRankThatCannotBeReadIsSaidInEveryAnswerAndReport() {
        const Job job;
        writeFile(job.path("c.json.gz"), QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\3", 10) + "no deflate at all");
        const CliRun text = runCli({"analyze", "stragglers", job.path()});
        QVERIFY2(text.out.contains("not read: " + job.path("c.json.gz").toUtf8()), text.out);
        const QJsonObject answer = jsonOf(runCli({"analyze", "stragglers", "--json", job.path()}));
        QCOMPARE(answer["straggler"].toInt(-1), 1);
        QCOMPARE(answer["ranks"]["failed"].toArray().size(), 1);
        QVERIFY(answer["ranks"]["failed"][0]["file"].toString().endsWith("c.json.gz"));
        QVERIFY(!answer["ranks"]["failed"][0]["why"].toString().isEmpty());
        const QString page = job.path("page.md");
        runCli({"report", "--no-pictures", "--keep-names", "--md", page, job.path()});
        const QByteArray kept = readFile(page);
        QVERIFY2(kept.contains("Not read: ") && kept.contains("c.json.gz") && kept.contains("no trace, skipped: "),
                 kept);
        QVERIFY(kept.contains("notes.json"));
        runCli({"report", "--no-pictures", "--md", page, job.path()});
        const QByteArray hidden = readFile(page);
        QVERIFY2(hidden.contains("Not read: ") && hidden.contains("skipped: a file"), hidden);
        QVERIFY(!hidden.contains("notes.json") && !hidden.contains("c.json.gz"));
    }

    void aPdfWithoutAFolderForPassingFilesIsRefusedInWords() {
        const Job job;
        const CliRun run = runCli({"report", "--pdf", job.path("page.pdf"), job.path()}, {"TMPDIR=/no/such/folder"});
        if (run.err.contains("picture program is not installed")) QSKIP("the picture program is not built");
        QCOMPARE(run.exitCode, 9);
        QVERIFY2(run.err.contains("no folder for passing files"), run.err);
    }
};

QTEST_APPLESS_MAIN(TestCliRanks)
#include "tst_cli_ranks.moc"
