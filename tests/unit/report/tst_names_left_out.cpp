// A machine's and a person's name in every place a trace can hold one: with the switch on, none of what is made shows
// it.
#include "core/notes/notes_file.h"
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

// The machine by its short and full name, a machine nothing else names, the person, somebody only arguments name.
const QByteArrayList kNames{"trainbox-42", "trainbox", "farbox9", "alice", "carol"};

QByteArray traceText(int rank) {
    QByteArray out =
        "{\"schemaVersion\": 1, \"host_name\": \"trainbox-42.example.com\",\n"
        "\"HOME\": \"/home/alice\", \"env\": {\"USER\": \"alice\", \"HOSTNAME\": \"trainbox-42\"},\n"
        "\"traceName\": \"/home/alice/runs/trainbox-42.json\",\n"
        "\"WARNING\": [\"trainbox-42:812:840 [0] NCCL WARN dropped 3 records of alice@farbox9\"],\n"
        "\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": RANK, \"world_size\": 2,\n"
        "  \"pg_config\": [{\"pg_name\": \"0\", \"pg_desc\": \"group on trainbox-42\", \"pg_size\": 2, "
        "\"ranks\": [0, 1]}]},\n"
        "\"deviceProperties\": [{\"id\": 0, \"name\": \"Test GPU in trainbox-42\"}],\n\"traceEvents\": [\n";
    const auto add = [&](const QByteArray& event) { out += event + ",\n"; };
    add(R"({"ph":"M","name":"process_name","pid":1,"tid":0,"ts":0,"args":{"name":"python /home/alice/train.py"}})");
    add(R"({"ph":"M","name":"process_labels","pid":1,"tid":0,"ts":0,"args":{"labels":"job of alice on trainbox-42"}})");
    add(R"({"ph":"M","name":"thread_name","pid":1,"tid":1,"ts":0,"args":{"name":"main of trainbox-42"}})");
    add(R"({"ph":"M","name":"process_labels","pid":0,"tid":0,"ts":0,"args":{"labels":"GPU 0 of trainbox-42"}})");
    for (int step = 0; step < 3; ++step) {
        const auto at = [&](int us) { return QByteArray::number(1000000 * (step + 1) + us); };
        const QByteArray n = QByteArray::number(step), c = QByteArray::number(10 + 2 * step);
        add(R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + n + R"(","pid":1,"tid":1,"ts":)" + at(0) +
            R"(,"dur":900000})");
        add(R"({"ph":"X","cat":"user_annotation","name":"alice@farbox9 loads /home/alice/data","pid":1,"tid":1,"ts":)" +
            at(10) + R"(,"dur":300000})");
        add(R"({"ph":"X","cat":"python_function","name":"/home/alice/train.py(12): step","pid":1,"tid":1,"ts":)" +
            at(320000) + R"(,"dur":200000,"args":{"Python id":)" + n +
            R"(,"cwd":"/home/alice/work","data":"/home/carol"}})");
        add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + at(330000) +
            R"(,"dur":10,"args":{"correlation":)" + c + R"(,"hostname":"trainbox-42"}})");
        add(R"({"ph":"X","cat":"kernel","name":"void gemm_kernel<trainbox-42>","pid":0,"tid":7,"ts":)" + at(400000) +
            R"(,"dur":300000,"args":{"device":0,"stream":7,"correlation":)" + c +
            R"(,"peer":"trainbox-42","path":"/scratch/alice/x"}})");
        add(R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":9,"ts":)" + at(700000) +
            R"(,"dur":150000,"args":{"device":0,"stream":9,"correlation":)" + QByteArray::number(11 + 2 * step) +
            R"(,"Collective name":"allreduce","Process Group Description":"group on trainbox-42"}})");
        add(R"({"ph":"C","name":"load of trainbox-42","pid":1,"tid":1,"ts":)" + at(5) + R"(,"args":{"value":)" + n +
            "}}");
    }
    out.chop(2);
    out += "\n]}\n";
    return out.replace("RANK", QByteArray::number(rank));
}

QByteArray unpacked(const QString& file) {
    const CliRun run = runProgram(QStandardPaths::findExecutable("gzip"), {"-dc", file});
    return run.out;
}

} // namespace

class TestNamesLeftOut : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    QString m_trace;

    QString at(const QString& name) const { return m_dir.filePath(name); }
    void verifyNone(const QString& what, const QByteArray& text) {
        QVERIFY2(!text.isEmpty(), qPrintable(what));
        const QByteArray lower = text.toLower();
        for (const QByteArray& name : kNames)
            if (const qsizetype found = lower.indexOf(name); found >= 0)
                QFAIL(qPrintable(what + ": " + QString::fromUtf8(text.mid(std::max<qsizetype>(0, found - 60), 140))));
    }
    QByteArray drawn(const QString& trace, const QString& ending, const QStringList& more) {
        const QString file = at("p." + ending);
        QFile::remove(file);
        const QStringList words{"render", "--no-index", "--width", "1000", "-o", file, trace};
        const CliRun done = runCli(words + more);
        if (done.exitCode != 0) qWarning() << done.err;
        return readFile(file);
    }
    bool drawsPictures() { return runCli({"render", "--no-index", "-o", at("try.svg"), m_trace}).exitCode != 10; }
    void run(const QStringList& arguments) {
        const CliRun done = runCli(arguments);
        QVERIFY2(done.exitCode == 0, done.err);
        if (!done.out.isEmpty()) verifyNone(arguments.join(' '), done.out);
    }

private slots:
    void initTestCase() {
        QVERIFY(QDir(m_dir.path()).mkpath("home/alice/runs"));
        m_trace = at("home/alice/runs/trainbox-42_1234.1700000000000.pt.trace.json");
        QVERIFY(writeFile(m_trace, traceText(0)));
        notes::NotesDocument document;
        const RankTime begin = rankTime(1'000'000'000) + std::chrono::milliseconds(100);
        document.notes.push_back({begin, begin, "alice saw this on trainbox-42, see /home/alice/notes.txt"});
        QVERIFY(writeFile(at("notes.json"), QByteArray::fromStdString(notes::notesText(document, {}, {}))));
        const auto places = notes::placesFor(m_trace.toStdString(), "", notes::userNotesFolder());
        QVERIFY(QFile::copy(at("notes.json"), QString::fromStdString(places.beside.string())));
    }

    void withoutTheSwitchTheNamesAreThere() { // else this test would show nothing
        const CliRun done =
            runCli({"report", "--no-index", "--no-pictures", "--keep-names", "--html", at("kept.html"), m_trace});
        QVERIFY2(done.exitCode == 0, done.err);
        const QByteArray page = readFile(at("kept.html"));
        for (const char* name : {"trainbox-42", "alice", "/home/alice/notes.txt"}) QVERIFY2(page.contains(name), name);
    }

    void reportsShowNone() {
        run({"report", "--no-index", "--html", at("r.html"), "--md", at("r.md"), m_trace});
        verifyNone("html", readFile(at("r.html")));
        verifyNone("markdown", readFile(at("r.md")));
        const QStringList pictures = QDir(m_dir.path()).entryList({"r-*.svg"});
        QCOMPARE(!pictures.isEmpty(), drawsPictures());
        for (const QString& svg : pictures) verifyNone(svg, readFile(at(svg)));
        QVERIFY(readFile(at("r.html")).contains("saw this on")); // the note is there all the same
        run({"report", "--no-index", "--pr", m_trace});
        run({"report", "--no-index", "--before-after", "--no-pictures", "--html", at("ba.html"), m_trace, m_trace});
        verifyNone("before and after", readFile(at("ba.html")));
    }

    void thePdfShowsNone() {
        const QString totext = QStandardPaths::findExecutable("pdftotext");
        if (totext.isEmpty()) QSKIP("pdftotext is not installed");
        const CliRun done = runCli({"report", "--no-index", "--pdf", at("r.pdf"), m_trace});
        if (done.exitCode == 10) QSKIP("the picture program is not built");
        QVERIFY2(done.exitCode == 0, done.err);
        verifyNone("pdf", runProgram(totext, {at("r.pdf"), "-"}).out);
        verifyNone("pdf bytes", readFile(at("r.pdf")));
    }

    void picturesShowNone_data() {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"svg", "pdf"}) QTest::newRow(ending) << ending;
    }
    void picturesShowNone() {
        QFETCH(QString, ending);
        if (!drawsPictures()) QSKIP("the picture program is not built");
        const QByteArray kept = drawn(m_trace, ending, {});
        const QString totext = QStandardPaths::findExecutable("pdftotext");
        if (ending == "pdf" && totext.isEmpty()) QSKIP("pdftotext is not installed");
        const auto textOf = [&](const QByteArray& bytes) {
            return ending == "pdf" ? runProgram(totext, {at("p.pdf"), "-"}).out : bytes;
        };
        QVERIFY(textOf(kept).contains("trainbox-42"));
        const QByteArray bytes = drawn(m_trace, ending, {"--redact"});
        verifyNone(ending, bytes);
        verifyNone("text", textOf(bytes));
    }

    // What is drawn as points cannot be searched: two machines whose names are as wide look alike when they are left
    // out.
    void aPictureInPointsIsTheSameWhateverTheMachineIsCalled() {
        if (!drawsPictures()) QSKIP("the picture program is not built");
        const QString other = at("home/alice/runs/trainbox-24_1234.1700000000000.pt.trace.json");
        QVERIFY(writeFile(other, traceText(0).replace("trainbox-42", "trainbox-24").replace("farbox9", "farbox8")));
        const QStringList plain{"--title", "job", "--notes", "none"}, hidden = plain + QStringList{"--redact"};
        QVERIFY(drawn(m_trace, "png", plain) != drawn(other, "png", plain)); // they can be seen otherwise
        const QByteArray one = drawn(m_trace, "png", hidden);
        QVERIFY(one.startsWith("\x89PNG") && one == drawn(other, "png", hidden));
    }

    void aCutShowsNone() {
        run({"cut", "--no-index", "--redact", "--range", "0ms..2s", "-o", at("small.json.gz"), m_trace});
        const QByteArray text = unpacked(at("small.json.gz"));
        verifyNone("cut", text);
        QVERIFY(text.contains("train.py(12): step"));
        QVERIFY(text.contains("ncclDevKernel_AllReduce"));
        const CliRun again = runCli({"report", "--no-index", at("small.json.gz")});
        QVERIFY2(again.exitCode == 0, again.err);
    }

    void aMergedTraceShowsNone() {
        const QString other = at("home/alice/runs/trainbox-42_1235.1700000000000.pt.trace.json");
        QVERIFY(writeFile(other, traceText(1)));
        run({"merge", "--no-index", "--align", "none", "--redact", "-o", at("merged.json"), m_trace, other});
        const QByteArray text = readFile(at("merged.json"));
        verifyNone("merged", text);
        QVERIFY(text.contains("train.py(12): step") && text.contains("ncclDevKernel_AllReduce"));
    }

    void namesThatNothingGivesAwayCanBeNamed() {
        QVERIFY(writeFile(at("plain.json"),
                          R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"codename_x worker run",)"
                          R"("pid":0,"tid":7,"ts":1,"dur":5,"args":{"device":0,"stream":7}}]})"));
        run({"report", "--no-index", "--hide-names", "worker, codename_x", "--html", at("h.html"), at("plain.json")});
        const QByteArray page = readFile(at("h.html"));
        QVERIFY(page.contains("host2 host1 run") && !page.contains("codename_x"));
    }
};

QTEST_GUILESS_MAIN(TestNamesLeftOut)
#include "tst_names_left_out.moc"
