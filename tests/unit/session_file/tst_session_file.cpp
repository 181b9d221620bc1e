// Session files: what is written comes back, paths move with the folder, and no damaged or hostile text does harm.
#include "core/base/atomic_file.h"
#include "core/session_file/session_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <limits>
#include <random>

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

session::Session example() {
    session::Session out;
    session::Trace trace;
    trace.path = "runs/rank3.json.gz";
    trace.member = "inner.json";
    trace.rank = 3;
    trace.identity = notes::TraceIdentity{"rank3.json.gz", 1'234'567, 1'735'689'600'000'000'001, 0xfedcba9876543210U};
    notes::NotesDocument document;
    document.notes.push_back({rankTime(10), rankTime(20), "why so \"late\"\nsecond line", notes::Kind::Range});
    trace.notes = notes::notesText(document, *trace.identity, {std::int64_t{1'700'000'000'000'000'000}, 3});
    out.traces = {trace, {"runs/rank4.json.gz", {}, {}, {}, {}}};
    out.view.shown = {-5, 99'000'000'001};
    out.view.canvasWidth = 1060;
    out.view.canvasHeight = 496;
    out.view.nsPerPx = 1234.5678901234567;
    out.view.firstColumn = 987'654;
    out.view.scrollY = 133;
    out.view.range = {100, 200};
    out.view.rangeLocked = true;
    out.view.step = 12;
    out.view.selected = {{{"gpu 0/stream 7", "void gemm<float>()", 4711}, 150}};
    out.view.chosenNote = 0;
    out.view.arrows = false;
    out.view.search = "nccl \u00b5";
    out.view.colourBy = "stream";
    out.view.theme = "light";
    out.view.axis = "utc";
    out.rows.folded = {"host"};
    out.rows.hidden = {"gpu 0/stream 20", "x"};
    out.rows.pinned = {"gpu 0/parts", "b"};
    out.rows.heights = {{"gpu 0/stream 7", 2.25}};
    out.rows.order = {{"", {"gpu 0", "host"}}};
    out.rows.filter = "kind:stream";
    out.rows.filters = {{"long gemms", "kind:gemm dur>1ms"}, {"all", ""}};
    out.rows.compact = out.rows.pinsChosen = out.rows.mergeStreams = true;
    out.rows.python = false;
    out.window = {1600, 1000, 266, 320, false, true, false};
    out.thresholds = {20'000, 500'000};
    out.peaks = R"([{"match":"H100"}])";
    out.ranks = session::RanksPart{};
    out.ranks->ranks = {{"rank 0", true, 0, {}, 0}, {"rank 3", false, -250'000, 17, 1'204'000}};
    out.ranks->alignBy = "event";
    out.ranks->event = "train \"step\"";
    out.ranks->residualNs = 410;
    out.ranks->rows = "kind";
    out.ranks->compact = out.ranks->idle = true;
    out.ranks->layout = "tp=2,dp=2";
    out.ranks->filterGroups = {"dp0 DATA_PARALLEL_GROUP"};
    out.ranks->filterSteps = {5, 7};
    out.ranks->panes = session::RankPanes{1, 0, {}, true, -2'500'000};
    out.ranks->folded = {"parts", "rank 3"};
    out.ranks->selected = session::RankChoice{1, {"gpu 0/stream 20", "ncclAllReduce", 88}, 4'000};
    out.ranks->originNs = -5'000;
    out.ranks->heatMetric = "waiting";
    return out;
}

session::Session parsed(const std::string& text) {
    auto out = session::parseSession(text, "test");
    if (!out.ok()) qFatal("%s", out.error().text().c_str());
    return std::move(*out);
}

ErrorCode codeOf(const std::string& text) {
    const auto out = session::parseSession(text, "test");
    return out.ok() ? ErrorCode::Internal : out.error().code;
}

// The least a session is made of.
std::string withView(const std::string& view) {
    return R"({"format":"lanescope-session","version":1,"traces":[{"path":"a.json"}],"view":)" + view + "}";
}

} // namespace

class TestSessionFile : public QObject {
    Q_OBJECT
private slots:
    void everythingComesBackAsItWas() {
        const session::Session before = example();
        const session::Session after = parsed(session::sessionText(before));
        QCOMPARE(after.traces.size(), std::size_t{2});
        QCOMPARE(after.traces[0].path, std::string("runs/rank3.json.gz"));
        QCOMPARE(after.traces[0].member, std::string("inner.json"));
        QCOMPARE(after.traces[0].rank, std::optional<std::int64_t>(3));
        QVERIFY(after.traces[0].identity == before.traces[0].identity);
        QVERIFY(!after.traces[1].identity);
        const notes::TraceClock clock{std::int64_t{1'700'000'000'000'000'000}, 3};
        const auto list = notes::parseNotes(after.traces[0].notes, "test", clock);
        QVERIFY(list.ok());
        QCOMPARE(list->notes.size(), std::size_t{1});
        QCOMPARE(list->notes[0].text, std::string("why so \"late\"\nsecond line"));
        QCOMPARE(count(list->notes[0].begin), std::int64_t{10});
        QVERIFY(after.view == before.view);
        QVERIFY(after.rows == before.rows);
        QVERIFY(after.window == before.window);
        QVERIFY(after.thresholds == before.thresholds);
        QCOMPARE(after.peaks, before.peaks);
        QVERIFY(after.ranks == before.ranks);
        QCOMPARE(session::sessionText(after), session::sessionText(before));
    }

    void aPersonCanReadIt() {
        const std::string text = session::sessionText(example());
        for (const char* line :
             {"\"format\": \"lanescope-session\"", "\"path\": \"runs/rank3.json.gz\"", "\"range_ns\": [100, 200]",
              "\"colour_by\": \"stream\"", "\"launch_gap_below\": 20000"})
            QVERIFY2(text.find(line) != std::string::npos, line);
    }

    void pathsMoveWithTheFolder() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        fs::create_directories(root / "one/runs");
        std::ofstream(root / "one/runs/rank3.json.gz") << "x";
        session::Session saved = example();
        saved.traces.resize(1);
        saved.traces[0].path = (root / "one/runs/rank3.json.gz").string();
        QVERIFY(session::saveSession(root / "one/seen.lanescope", saved).ok());
        const auto text = readSmallFile(root / "one/seen.lanescope", 1U << 20U);
        QVERIFY(text.ok() && text->find("\"path\": \"runs/rank3.json.gz\"") != std::string::npos);
        QVERIFY(text->find(root.string()) == std::string::npos); // nothing tells where it was made
        fs::rename(root / "one", root / "two");
        const auto moved = session::loadSession(root / "two/seen.lanescope");
        QVERIFY(moved.ok());
        QCOMPARE(moved->traces[0].path, (root / "two/runs/rank3.json.gz").string());
        // Mailed: both in one folder.
        fs::rename(root / "two/runs/rank3.json.gz", root / "rank3.json.gz");
        fs::rename(root / "two/seen.lanescope", root / "seen.lanescope");
        const auto mailed = session::loadSession(root / "seen.lanescope");
        QVERIFY(mailed.ok());
        QCOMPARE(mailed->traces[0].path, (root / "rank3.json.gz").string());
    }

    void whatIsNotASessionIsSaid() {
        QVERIFY(codeOf("") == ErrorCode::NotATrace);
        QVERIFY(codeOf("[]") == ErrorCode::NotATrace);
        QVERIFY(codeOf("{\"traceEvents\":[]}") == ErrorCode::NotATrace);
        QVERIFY(codeOf(R"({"format":"lanescope-session","version":1})") == ErrorCode::NotATrace); // no traces
        QVERIFY(codeOf(R"({"format":"lanescope-session","version":2,"traces":[{"path":"a"}]})") ==
                ErrorCode::UnsupportedFormat);
        QVERIFY(codeOf(std::string(session::kMostFileBytes + 1, ' ')) == ErrorCode::LimitExceeded);
        QVERIFY(codeOf(std::string(100'000, '[')) == ErrorCode::NotATrace); // nested too deep
        const auto missing = session::loadSession("/nowhere/at/all.lanescope");
        QVERIFY(!missing.ok() && missing.error().code == ErrorCode::NotFound);
    }

    void figuresBeyondReasonAreBroughtBack() {
        const auto view = parsed(withView(R"({"shown_ns":[5,-5],"range_ns":[-9223372036854775808,9223372036854775807],
            "canvas":{"width":1e308,"ns_per_px":-3,"first_column":9223372036854775807},"header_width":-1,
            "scroll":1e300,"chosen_note":-1,"colour_by":"rainbow","theme":7,
            "selected":[{"slice":"k","begin_ns":9223372036854775807},{"slice":3,"begin_ns":1},7]})"))
                              .view;
        QVERIFY(view.shown == session::Offsets{});
        QVERIFY(!view.range && !view.chosenNote && view.selected.empty());
        QCOMPARE(view.canvasWidth, 100'000.0);
        QCOMPARE(view.nsPerPx, 0.0);
        QCOMPARE(view.firstColumn, std::int64_t{1} << 52);
        QCOMPARE(view.headerWidth, 60.0);
        QCOMPARE(view.scrollY, 1e7);
        QCOMPARE(view.colourBy, std::string("kind"));
        QCOMPARE(view.theme, std::string("dark"));
    }

    void membersOfNewerProgramsAreKept() {
        const std::string text = R"({"format":"lanescope-session","version":1,"traces":[{"path":"a"}],"mood":"good"})";
        QVERIFY(session::sessionText(parsed(text)).find("\"mood\": \"good\"") != std::string::npos);
    }

    // Each is an error or a session that can be written and read again; never a crash, never without end.
    void everyCutAndEveryFlippedByteIsSurvived() {
        session::Session small = example();
        const std::string text = session::sessionText(small);
        const auto survive = [](const std::string& damaged) {
            const auto out = session::parseSession(damaged, "test");
            if (!out.ok()) {
                QVERIFY(!out.error().message.empty());
                return;
            }
            const auto again = session::parseSession(session::sessionText(*out), "test");
            QVERIFY(again.ok());
            QCOMPARE(again->traces.size(), out->traces.size());
        };
        for (std::size_t length = 0; length < text.size(); ++length) survive(text.substr(0, length));
        std::mt19937 random(7);
        for (std::size_t at = 0; at < text.size(); ++at)
            for (const char flip : {'\x01', '\x80', static_cast<char>(random() % 255 + 1)}) {
                std::string damaged = text;
                damaged[at] = static_cast<char>(damaged[at] ^ flip);
                survive(damaged);
            }
    }

    void aFolderThatTakesNothingLosesNothing() {
        QTemporaryDir dir;
        const fs::path path = fs::path(dir.path().toStdString()) / "gone" / "a.lanescope";
        const Status saved = session::saveSession(path, example());
        QVERIFY(!saved.ok() && saved.error().code == ErrorCode::NotWritable);
    }
};

QTEST_APPLESS_MAIN(TestSessionFile)
#include "tst_session_file.moc"
