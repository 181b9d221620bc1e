// Four traces of a job of three ranks, one rank found twice and one trace without a rank: with the switch on nothing
// that is made of them shows a machine, a person, a folder, or a file that somebody named; values of the environment
// are not shown by anything.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

// Machines by metadata, by tcp://, by host=, by a log; people; an address; folders; files that somebody named.
const QByteArrayList kNames{"trainbox-42",   "gpunode7",  "storebox",  "masterbox3", "zzhost8", "farbox9",
                            "alicex",        "davey",     "bobquist",  "10.20.30.4", "dead:1",  "29577",
                            "secretproject", "teamshare", "firstcopy", "withoutrank"};
const QByteArray kEnvironment = "EnvironmentValue77";
const QByteArray kHosts[] = {"trainbox-42", "gpunode7", "storebox"};

void add(QJsonArray& events, const QByteArray& event) {
    const auto parsed = QJsonDocument::fromJson(event);
    if (!parsed.isObject()) qFatal("%s", event.constData());
    events.append(parsed.object());
}

QByteArray traceText(int rank, bool withRank = true) {
    const QByteArray host = kHosts[rank];
    QJsonArray events;
    add(events, R"({"ph":"M","name":"process_name","pid":1,"tid":0,"ts":0,"args":{"name":"python of alicex on )" +
                    host + R"("}})");
    add(events, R"({"ph":"M","name":"process_labels","pid":0,"tid":0,"ts":0,"args":{"labels":"GPU 0"}})");
    for (int step = 0; step < 4; ++step) {
        const auto at = [&](int us) { return QByteArray::number(1000000 * (step + 1) + rank * 37 + us); };
        const QByteArray n = QByteArray::number(step), c = QByteArray::number(10 + 10 * step),
                         d = QByteArray::number(11 + 10 * step);
        const auto host_ = [&](const QByteArray& name, int begin, int length, const QByteArray& args = "{}") {
            add(events, R"({"ph":"X","cat":"user_annotation","name":")" + name + R"(","pid":1,"tid":1,"ts":)" +
                            at(begin) + R"(,"dur":)" + QByteArray::number(length) + R"(,"args":)" + args + "}");
        };
        host_("ProfilerStep#" + n, 0, 900000);
        host_("bobquist@farbox9 loads /home/alicex/secretproject/data", 10, 9000);
        host_("init tcp://masterbox3:29577 addr:10.20.30.4 [fe80::dead:1]", 9100, 5000);
        host_("to gpunode7 and trainbox-42, host=zzhost8 USER=davey", 15000, 5000);
        host_("open file:///scratch/teamshare/model.bin masterbox3", 21000, 5000,
              R"({"env":{"ANY":")" + kEnvironment + R"("},"hostname":"farbox9","peers":["gpunode7:29577"]})");
        add(events, R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + at(330000) +
                        R"(,"dur":10,"args":{"correlation":)" + c + "}}");
        add(events, R"({"ph":"X","cat":"kernel","name":"gemm<)" + host + R"(> to gpunode7","pid":0,"tid":7,"ts":)" +
                        at(400000) + R"(,"dur":)" + QByteArray::number(300000 + rank * 30000) +
                        R"(,"args":{"device":0,"stream":7,"correlation":)" + c + "}}");
        add(events,
            R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":7,"ts":)" +
                at(760000 + rank * 30000) + R"(,"dur":)" + QByteArray::number(90000 - rank * 30000) +
                R"(,"args":{"device":0,"stream":7,"correlation":)" + d + R"(,"Collective name":"allreduce",)" +
                R"("Process Group Name":"pg gpunode7","Process Group Description":"of alicex on trainbox-42",)" +
                R"("Group size":3,"Process Group Ranks":"[0, 1, 2]","In msg nelems":1024,"dtype":"Float","Seq":)" + n +
                "}}");
        add(events, R"({"ph":"s","id":)" + n + R"(,"cat":"ac2g )" + host + R"(","name":"ac2g","pid":1,"tid":1,"ts":)" +
                        at(330001) + "}");
        add(events, R"({"ph":"f","bp":"e","id":)" + n + R"(,"cat":"ac2g )" + host +
                        R"(","name":"ac2g","pid":0,"tid":7,"ts":)" + at(400000) + "}");
        add(events, R"({"ph":"i","s":"t","cat":"on )" + host + R"(","name":"seen by davey","pid":1,"tid":1,"ts":)" +
                        at(5) + "}");
        add(events, R"({"ph":"C","name":"load of )" + host + R"(","pid":1,"ts":)" + at(6) + R"(,"args":{"alicex":1}})");
    }
    QJsonObject distributed{{"backend", "nccl"}, {"world_size", 3}, {"master", "tcp://masterbox3:29577"}};
    if (withRank) distributed["rank"] = rank;
    const QJsonObject environment{{"ANY", QString(kEnvironment)}};
    distributed["env"] = environment;
    const QJsonObject device{{"id", 0}, {"name", QString("Test GPU in " + host)}};
    return QJsonDocument(QJsonObject{{"schemaVersion", 1},
                                     {"host_name", QString(host + ".corp.example.com")},
                                     {"env", environment},
                                     {"ANY", QString(kEnvironment)},
                                     {"baseTimeNanoseconds", 1700000000000000000.0},
                                     {"deviceProperties", QJsonArray{device}},
                                     {"distributedInfo", distributed},
                                     {"traceEvents", events}})
        .toJson();
}

} // namespace

class TestNamesOfRanks : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    QString m_job, m_totext = QStandardPaths::findExecutable("pdftotext");
    bool m_draws = false;

    QString at(const QString& name) const { return m_dir.filePath(name); }
    void verifyNone(const QString& what, const QByteArray& text, const QByteArrayList& names = kNames) {
        QVERIFY2(!text.isEmpty(), qPrintable(what));
        const QByteArray lower = text.toLower();
        for (const QByteArray& name : names + QByteArrayList{kEnvironment})
            if (const qsizetype found = lower.indexOf(name.toLower()); found >= 0)
                QFAIL(qPrintable(what + ": " + QString::fromUtf8(text.mid(std::max<qsizetype>(0, found - 60), 140))));
    }
    QByteArray made(const QStringList& words, const QString& file) {
        const CliRun done = runCli(words + QStringList{"--no-index"});
        if (done.exitCode != 0) qWarning() << words << done.err;
        if (!file.endsWith(".pdf")) return readFile(file);
        return m_totext.isEmpty() ? readFile(file) : runProgram(m_totext, {file, "-"}).out;
    }

private slots:
    void initTestCase() {
        m_job = at("home/alicex/secretproject");
        QVERIFY(QDir().mkpath(m_job));
        for (int rank = 0; rank < 3; ++rank)
            QVERIFY(writeFile(m_job + "/" + kHosts[rank] + "_12.1700000000000.pt.trace.json", traceText(rank)));
        QVERIFY(writeFile(m_job + "/firstcopy.json", traceText(1)));
        QVERIFY(writeFile(m_job + "/withoutrank.json", traceText(2, false)));
        m_draws = runCli({"render", "--no-index", "-o", at("try.svg"), m_job}).exitCode != 10;
    }

    void withoutTheSwitchTheNamesAreThere() { // else this test would show nothing
        const QByteArray page = made({"report", "--keep-names", "--html", at("kept.html"), m_job}, at("kept.html"));
        for (const char* name : {"gpunode7", "firstcopy", "withoutrank"}) QVERIFY2(page.contains(name), name);
        const QByteArray merged = made({"merge", "-o", at("kept.json"), m_job}, at("kept.json"));
        for (const QByteArray& name : kNames)
            if (name != "secretproject" && name != "teamshare" && name != "29577")
                QVERIFY2(merged.contains(name) || name == "firstcopy" || name == "withoutrank", name);
    }

    void reportsShowNone() {
        const QByteArray page = made({"report", "--html", at("r.html"), "--md", at("r.md"), m_job}, at("r.html"));
        verifyNone("html", page);
        verifyNone("markdown", readFile(at("r.md")));
        const QStringList pictures = QDir(m_dir.path()).entryList({"r-*.svg"});
        QCOMPARE(!pictures.isEmpty(), m_draws);
        for (const QString& svg : pictures) verifyNone(svg, readFile(at(svg)));
        for (const char* kept : {"rank 0", "rank 1 (trace ", "trace "}) QVERIFY2(page.contains(kept), kept);
        const CliRun table = runCli({"report", "--no-index", "--pr", m_job});
        QCOMPARE(table.exitCode, 0);
        verifyNone("table", table.out);
        verifyNone("before and after",
                   made({"report", "--before-after", "--html", at("ba.html"), m_job, m_job}, at("ba.html")));
    }

    void thePdfShowsNone() {
        if (!m_draws) QSKIP("the picture program is not built");
        if (m_totext.isEmpty()) QSKIP("pdftotext is not installed");
        verifyNone("pdf", made({"report", "--pdf", at("r.pdf"), m_job}, at("r.pdf")));
    }

    void picturesShowNone_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("a step") << QStringList{"--step", "1"};
        QTest::newRow("all ranks") << QStringList{"--ranks", "all", "--whole"};
        QTest::newRow("by kind") << QStringList{"--layout", "kind", "--whole"};
        QTest::newRow("a collective") << QStringList{"--collective", "most"};
        QTest::newRow("by an event") << QStringList{"--align",
                                                    "event:to gpunode7 and trainbox-42, host=zzhost8 USER=davey"};
    }
    void picturesShowNone() {
        if (!m_draws) QSKIP("the picture program is not built");
        QFETCH(QStringList, words);
        const QStringList all = QStringList{"render", "--redact", "-o", at("p.svg"), m_job} + words;
        const QByteArray text = made(all, at("p.svg"));
        verifyNone("svg", text);
        QVERIFY(text.contains("trace "));
    }

    void aMergedTraceShowsNone_data() {
        QTest::addColumn<QString>("align");
        QTest::newRow("by ends") << "ends";
        QTest::newRow("by an event") << "event:to gpunode7 and trainbox-42, host=zzhost8 USER=davey";
    }
    void aMergedTraceShowsNone() {
        QFETCH(QString, align);
        const QByteArray text = made({"merge", "--align", align, "--redact", "-o", at("m.json"), m_job}, at("m.json"));
        verifyNone("merged", text);
        QVERIFY(text.contains("ncclDevKernel_AllReduce") && text.contains("ProfilerStep#3"));
    }

    void cutsShowNone() {
        const CliRun done = runCli({"cut", "--no-index", "--redact", "--step", "1", "-o", at("c.json"), m_job});
        QVERIFY2(done.exitCode == 0, done.err);
        const QStringList files = QDir(m_dir.path()).entryList({"c-*.json"});
        QVERIFY(files.size() >= 3);
        for (const QString& file : files) verifyNone(file, readFile(at(file)));
    }

    void nothingShowsValuesOfTheEnvironment() {
        const QString one = m_job + "/firstcopy.json";
        const auto none = [&](const char* what, const QByteArray& text) { verifyNone(what, text, {}); };
        none("cut", made({"cut", "--step", "1", "-o", at("e.json"), one}, at("e.json")));
        none("merged", made({"merge", "-o", at("e.json"), m_job}, at("e.json")));
        none("page", made({"report", "--keep-names", "--html", at("e.html"), one}, at("e.html")));
        none("summary", made({"summarize", "-o", at("e.summary.json"), one}, at("e.summary.json")));
        for (const char* command : {"info", "events", "dump", "facts", "findings", "guide"})
            none(command, runCli({command, "--no-index", one}).out);
    }
};

QTEST_GUILESS_MAIN(TestNamesOfRanks)
#include "tst_names_of_ranks.moc"
