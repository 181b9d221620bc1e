// What a cut is worth: the numbers of its range are those of the whole trace, and other programs can read it.
#include "core/analysis/four_numbers.h"
#include "core/base/atomic_file.h"
#include "core/base/json.h"
#include "core/session/cut/cut.h"
#include "tests/support/cli_runner.h"
#include "tests/support/synth_case.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <tuple>

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

LoadedTrace load(const fs::path& path) {
    LoadOptions options;
    options.useIndex = false;
    RunContext context;
    auto trace = loadTrace(path, options, context);
    if (!trace.ok()) qFatal("%s", trace.error().text().c_str());
    return std::move(*trace);
}

struct CutOf {
    QTemporaryDir dir;
    fs::path path = fs::path(dir.path().toStdString()) / "cut.json";
    LoadedTrace small;
    CutOf(const LoadedTrace& whole, TimeRange range, std::vector<std::string> words = {}) {
        RunContext context;
        const auto counts = cut::save(whole, {range, std::move(words)}, path, context);
        if (!counts.ok()) qFatal("%s", counts.error().text().c_str());
        small = load(path);
    }
    std::string text() const {
        auto out = readSmallFile(path, std::size_t{64} << 20);
        return out.ok() ? std::move(*out) : std::string();
    }
};

bool same(const FourNumbers& a, const FourNumbers& b) {
    const auto all = [](const FourNumbers& n) {
        return std::tuple(n.wallNs, n.busyNs, n.computeNs, n.commNs, n.memNs, n.overlapNs, n.exposedCommNs,
                          n.exposedMemNs, n.idleNs, n.launchGapNs, n.midGapNs, n.largeGapNs, n.headIdleNs, n.tailIdleNs,
                          n.launchGapCount, n.midGapCount, n.largeGapCount);
    };
    return all(a) == all(b);
}

// Every device of the whole trace in the range; a device with nothing there may be missing in the cut.
void numbersAreEqual(const TraceStore& whole, const TraceStore& small, TimeRange range) {
    const auto before = collectDeviceWork(whole), after = collectDeviceWork(small);
    QVERIFY(!before.empty());
    for (const DeviceWork& device : before) {
        const FourNumbers expected = fourNumbers(device, count(range.begin), count(range.end), {});
        const auto it =
            std::find_if(after.begin(), after.end(), [&](const DeviceWork& other) { return other.key == device.key; });
        if (it == after.end()) {
            QCOMPARE(expected.busyNs, std::int64_t{0});
            continue;
        }
        QVERIFY2(same(expected, fourNumbers(*it, count(range.begin), count(range.end), {})), device.key.text().c_str());
    }
}

TimeRange part(const TraceStore& store, int from, int to) { // hundredths of the trace
    const TimeRange whole = store.extent();
    return {whole.begin + whole.length() * from / 100, whole.begin + whole.length() * to / 100};
}

// The rules of the Chrome JSON format, as its readers take them.
void obeysTheFormat(const Json& event, std::map<std::pair<std::string, std::string>, int>& open) {
    const Json* phase = event.find("ph");
    QVERIFY(phase && phase->asText() && phase->asText()->size() == 1);
    const char ph = phase->asText()->front();
    QVERIFY(event.find("pid"));
    QVERIFY(event.find("name") || ph == 'E');
    const Json* ts = event.find("ts");
    QVERIFY(ts && ts->asNumber());
    if (ph == 'M') {
        QVERIFY(event.find("args") && event.find("args")->isObject());
        return;
    }
    QVERIFY(event.find("tid") || ph == 'C');
    if (ph == 'X') QVERIFY(event.find("dur") && event.find("dur")->asNumber() && *event.find("dur")->asNumber() >= 0);
    if (ph == 's' || ph == 't' || ph == 'f') QVERIFY(event.find("id"));
    if (ph == 'C') QVERIFY(event.find("args"));
    if (ph == 'B') ++open[{event.find("pid")->dump(), event.find("tid")->dump()}];
    if (ph == 'E') --open[{event.find("pid")->dump(), event.find("tid")->dump()}];
}

} // namespace

class TestCutNumbers : public QObject {
    Q_OBJECT
private slots:
    void theFourNumbersOfTheRangeAreThoseOfTheWhole_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"healthy", "launch-bound", "unoverlapped-allreduce", "input-starvation"})
            QTest::newRow(kind) << kind;
    }
    void theFourNumbersOfTheRangeAreThoseOfTheWhole() {
        QFETCH(QString, kind);
        synth::SynthOptions options;
        options.kind = kind.toStdString();
        options.steps = 5;
        const testing::SynthCase made(options, "made.json.gz");
        const LoadedTrace whole = load(made.files.at(0).trace);
        for (const auto& [from, to] : {std::pair(0, 100), {10, 30}, {33, 34}, {50, 95}}) {
            const TimeRange range = part(*whole.store, from, to);
            numbersAreEqual(*whole.store, *CutOf(whole, range).small.store, range);
        }
        for (const Step& step : whole.store->steps()) {
            const TimeRange range = whole.store->range(SliceId{step.slice});
            numbersAreEqual(*whole.store, *CutOf(whole, range).small.store, range);
        }
    }

    void soTheyAreOfRealTraces() {
        const QDir folder(QStringLiteral(LANESCOPE_SHARED_DIR "/traces/hta"));
        if (!folder.exists()) QSKIP("the shared traces are not there");
        int seen = 0;
        for (const char* name :
             {"nccl_parser_config__nccl_data.json.gz", "amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz",
              "triton_example__triton_example.v3.json.gz"}) {
            const LoadedTrace whole = load(folder.filePath(name).toStdString());
            for (const auto& [from, to] : {std::pair(20, 40), {60, 61}}) {
                const TimeRange range = part(*whole.store, from, to);
                RunContext context;
                QTemporaryDir dir;
                const fs::path path = fs::path(dir.path().toStdString()) / "c.json";
                if (!cut::save(whole, {range, {}}, path, context).ok()) continue; // nothing lies there
                numbersAreEqual(*whole.store, *load(path).store, range);
                ++seen;
            }
        }
        QVERIFY(seen >= 4);
    }

    void aCutOfACutIsTheSame() {
        synth::SynthOptions options;
        options.steps = 4;
        const testing::SynthCase made(options, "made.json");
        const LoadedTrace whole = load(made.files.at(0).trace);
        const TimeRange range = part(*whole.store, 30, 60);
        const CutOf once(whole, range), twice(once.small, range);
        QCOMPARE(twice.small.store->slices().size(), once.small.store->slices().size());
        numbersAreEqual(*once.small.store, *twice.small.store, range);
    }

    // Perfetto's reader: phases, times as numbers, ids of arrows, pairs that are closed.
    void everyEventObeysTheFormat() {
        synth::SynthOptions options;
        options.steps = 4;
        options.withStack = true;
        const testing::SynthCase made(options, "made.json");
        const LoadedTrace whole = load(made.files.at(0).trace);
        const CutOf cut(whole, part(*whole.store, 30, 60));
        const auto json = parseJson(cut.text(), "cut");
        QVERIFY(json.ok());
        const Json* events = json->find("traceEvents");
        QVERIFY(events && events->elements().size() > 100);
        std::map<std::pair<std::string, std::string>, int> open;
        for (const Json& event : events->elements()) obeysTheFormat(event, open);
        for (const auto& [thread, depth] : open) QCOMPARE(depth, 0);
        QVERIFY(json->find("displayTimeUnit"));
    }

    // HTA reads line by line for the rank, and takes rows with "dur" and "cat"; arguments must still be there.
    void theRankIsWhereOtherProgramsLookForIt() {
        synth::SynthOptions options;
        options.kind = "healthy";
        options.ranks = 2;
        options.steps = 4;
        const testing::SynthCase made(options, "made");
        QCOMPARE(made.files.size(), std::size_t{2});
        for (std::size_t rank = 0; rank < made.files.size(); ++rank) {
            const LoadedTrace whole = load(made.files[rank].trace);
            const CutOf cut(whole, part(*whole.store, 30, 60));
            const QStringList lines = QString::fromStdString(cut.text()).split('\n');
            QVERIFY(lines.size() > 100); // not one line
            static const QRegularExpression form("\"rank\":\\s+(\\d+)");
            const auto line = std::find_if(lines.begin(), lines.end(),
                                           [](const QString& text) { return form.match(text).hasMatch(); });
            QVERIFY(line != lines.end());
            QCOMPARE(form.match(*line).captured(1).toInt(), static_cast<int>(rank));
            QVERIFY(cut.text().find("\"stream\"") != std::string::npos);
            QVERIFY(cut.text().find("ProfilerStep#") != std::string::npos); // HTA counts by them
        }
    }

    void anotherFormatIsRefusedInWords() {
        const QString path =
            QStringLiteral(LANESCOPE_SHARED_DIR "/traces/tracelens/mi300__jax08_gemm__tw003.xplane.pb");
        if (!QFile::exists(path)) QSKIP("the shared traces are not there");
        QTemporaryDir dir;
        const auto run = testing::runCli({"cut", path, "--range", "0..1ms", "-o", dir.filePath("c.json.gz")});
        QCOMPARE(run.exitCode, 5);
        QVERIFY2(run.err.contains("expected a trace, found an XPlane profile"), run.err);
        QCOMPARE(run.out, QByteArray());
        QVERIFY(QDir(dir.path()).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestCutNumbers)
#include "tst_cut_numbers.moc"
