// Each option that says how the timeline is looked at, by its exact effect on the picture.
#include "app/render/parts/picture_source.h"
#include "tests/support/cli_runner.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/session_picture.h"
#include "widgets/scene/scene.h"

#include <QGuiApplication>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;

namespace {

// Two steps of 1 ms: two streams, a launch, an operator with a python frame around it, two GPUs.
const QByteArray kTrace =
    R"({"traceEvents":[)"
    R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#4","pid":1,"tid":1,"ts":0,"dur":1000},)"
    R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#5","pid":1,"tid":1,"ts":1000,"dur":1000},)"
    R"({"ph":"X","cat":"python_function","name":"train.py(7): step","pid":1,"tid":1,"ts":100,"dur":700},)"
    R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":150,"dur":200},)"
    R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":200,"dur":50,"args":{"correlation":9}},)"
    R"({"ph":"X","cat":"kernel","name":"gemm_one","pid":0,"tid":7,"ts":300,"dur":400,"args":{"device":0,"stream":7,"correlation":9}},)"
    R"({"ph":"X","cat":"kernel","name":"softmax_two","pid":0,"tid":8,"ts":720,"dur":380,"args":{"device":0,"stream":8,"correlation":10}},)"
    R"({"ph":"X","cat":"kernel","name":"gemm_three","pid":0,"tid":7,"ts":1200,"dur":600,"args":{"device":0,"stream":7,"correlation":11}},)"
    R"({"ph":"X","cat":"kernel","name":"gemm_four","pid":2,"tid":7,"ts":400,"dur":100,"args":{"device":1,"stream":7,"correlation":12}}]})";

struct Drawn {
    std::string theme;
    pictures::Picture picture;
    QString trouble, dump;
    bool has(const QString& words) const { return dump.contains(words); }
    // Of the row's header; the topmost where the row is there twice.
    double heightOf(const QString& row) const { return boxOf(row).h; }
    double topOf(const QString& row) const { return boxOf(row).y; }
    scene::RectF boxOf(const QString& row) const {
        scene::RectF out;
        for (const auto& part : picture.parts)
            for (const auto& layer : part.scene.layers)
                for (const auto& label : layer.labels) {
                    if (QString::fromStdString(label.text) != row) continue;
                    for (const auto& box : layer.boxes) {
                        const bool around = box.rect.y <= label.baseline && label.baseline <= box.rect.bottom();
                        const float y = box.rect.y + static_cast<float>(part.y);
                        if (box.fill == scene::Ink::Header && around && (out.h == 0 || y < out.y))
                            out = {box.rect.x, y, box.rect.w, box.rect.h};
                    }
                }
        return out;
    }
    int count(const QString& words) const { return static_cast<int>(dump.count(words)); }
};

} // namespace

class TestRenderView : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    QString m_trace = m_dir.filePath("t.json");

    Drawn draw(const std::vector<std::string>& more, const QString& file = {}) {
        std::vector<std::string> words{
            (file.isEmpty() ? m_trace : file).toStdString(), "--output", "x.png", "--no-index", "--notes", "none"};
        words.insert(words.end(), more.begin(), more.end());
        const std::vector<std::string_view> views(words.begin(), words.end());
        Drawn out;
        const auto options = render::parseOptions(views);
        if (!options.ok()) {
            out.trouble = QString::fromStdString(options.error().text());
            return out;
        }
        paint::Fonts fonts;
        auto drawn = render::pictureFor(
            *options, [](const Error&) {}, fonts);
        if (!drawn.ok()) {
            out.trouble = QString::fromStdString(drawn.error().text());
            return out;
        }
        out.theme = drawn->theme;
        out.picture = std::move(drawn->picture);
        for (const pictures::Part& part : out.picture.parts)
            out.dump += QString::fromStdString(scene::dump(part.scene));
        return out;
    }

private slots:
    void initTestCase() {
        paint::loadFonts();
        QVERIFY(testing::writeFile(m_trace, kTrace));
        const Drawn plain = draw({});
        QVERIFY2(plain.trouble.isEmpty(), qPrintable(plain.trouble));
        for (const char* row : {"\"main thread\"", "\"stream 7\"", "\"stream 8\"", "\"GPU 0\"", "\"GPU 1\""})
            QVERIFY2(plain.has(row), row);
    }

    void rowsAreHidden() {
        const Drawn drawn = draw({"--hide", "stream 8,main thread"});
        QVERIFY(!drawn.has("\"stream 8\""));
        QVERIFY(!drawn.has("\"main thread\""));
        QVERIFY(drawn.has("\"stream 7\""));
        QVERIFY(draw({"--hide", "no such row"}).trouble.contains("no such row"));
    }

    void rowsArePinnedAtTheTop() {
        const Drawn plain = draw({"--pin", "none"}), pinned = draw({"--pin", "stream 8"});
        QVERIFY(plain.topOf("stream 8") > plain.topOf("main thread"));
        QVERIFY(pinned.topOf("stream 8") < pinned.topOf("main thread"));
        QCOMPARE(pinned.count("\"stream 8\""), 2); // a pinned row is a copy
    }

    void rowsAreOrdered() {
        QVERIFY(draw({}).topOf("stream 7") < draw({}).topOf("stream 8"));
        const Drawn drawn = draw({"--order", "gpu 0/stream 8"});
        QVERIFY(drawn.topOf("stream 8") < drawn.topOf("stream 7"));
    }

    void groupsAreFoldedAndRowsMadeTaller() {
        const Drawn folded = draw({"--fold", "gpu 0", "--pin", "none"});
        QVERIFY(!folded.has("\"stream 8\""));
        QVERIFY(draw({"--fold", "gpu 0", "--open", "gpu 0"}).has("\"stream 8\""));
        QCOMPARE(draw({"--row-height", "stream 8=2"}).heightOf("stream 8"), 2 * draw({}).heightOf("stream 8"));
        QVERIFY(draw({"--row-height", "stream 8=9"}).trouble.contains("0.5 to 6"));
    }

    void theFilterDensityPythonAndMergingOfTheWindow() {
        const Drawn filtered = draw({"--filter", "-kind:host"});
        QVERIFY(!filtered.has("\"main thread\"") && filtered.has("\"stream 7\""));
        QVERIFY(draw({"--compact"}).heightOf("stream 8") < draw({}).heightOf("stream 8"));
        QVERIFY(draw({}).has("\"train.py(7): step\""));
        QVERIFY(!draw({"--no-python"}).has("train.py"));
        QVERIFY(draw({"--no-python"}).has("\"aten::mm\""));
        const Drawn merged = draw({"--merge-streams"});
        QVERIFY(!merged.has("\"stream 8\"") && merged.has("\"gemm_one\"") && merged.has("\"softmax_two\""));
    }

    void coloursAreThoseAskedFor() {
        QCOMPARE(draw({}).count(" heat."), 0);
        QVERIFY(draw({"--colour-by", "duration"}).count(" heat.") > 3);
        QVERIFY(draw({"--colour-by", "colour"}).trouble.contains("expected kind, class, name, stream, duration"));
    }

    void theRulerCountsFromAStepWhateverIsShown() {
        const Drawn drawn = draw({"--count-from", "5", "--range", "1ms..2ms"});
        QVERIFY(drawn.has("\"step 5\""));
        QVERIFY(drawn.has("step 5, +0 ns to +1.000") ||
                drawn.has(QStringLiteral("step 5, +0\u202fns to +1.000\u202fms")));
        QVERIFY(draw({"--count-from", "9"}).trouble.contains("ProfilerStep#9"));
    }

    void theRulerCountsWhatItIsTold() {
        const QString fromTrace = QStringLiteral("\"+1.4\u202fms\"");
        QVERIFY(!draw({"--step", "5"}).has(fromTrace));
        QVERIFY(draw({"--step", "5", "--axis", "trace"}).has(fromTrace));
        QVERIFY(draw({"--axis", "sundial"}).trouble.contains("step, trace, timecode, utc, local"));
    }

    void aRangeIsMarkedAndLocked() {
        QVERIFY(!draw({}).has(QStringLiteral("\"123.0\u202fµs\"")));
        const Drawn freely = draw({"--mark-range", "100us..223us"});
        QVERIFY(freely.has(QStringLiteral("\"123.0\u202fµs\"")));
        const Drawn locked = draw({"--mark-range", "100us..223us", "--lock-range"});
        QVERIFY(locked.has(QStringLiteral("123.0\u202fµs")));
        QVERIFY(locked.dump != freely.dump);
        QVERIFY(draw({"--mark-range", "5us..1us"}).trouble.contains("--mark-range"));
    }

    void hitsAreMarkedAndTheRestDimmed() {
        QCOMPARE(draw({}).count("28%"), 0);
        // Nine slices are drawn; three of them and the pinned copies of none are hits.
        const Drawn drawn = draw({"--search", "gemm"});
        QCOMPARE(drawn.count("28%"), 6);
        QVERIFY(draw({"--search", "dur>"}).trouble.contains("expected"));
    }

    void theSelectionHasItsRingAndArrow() {
        QCOMPARE(draw({}).count("  arrow "), 0);
        const Drawn drawn = draw({"--select", "gemm"});
        QCOMPARE(drawn.count("  arrow "), 1);
        QVERIFY(drawn.has(QStringLiteral("queued 100\u202fµs")));
        QCOMPARE(draw({"--select", "gemm", "--arrows", "none"}).count("  arrow "), 0);
        QCOMPARE(draw({"--arrows", "view"}).count("  arrow "), 1); // of all in view
        QCOMPARE(draw({"--arrows", "view", "--no-marks"}).count("  arrow "), 0);
        QVERIFY(draw({"--select", "gemm", "--step", "5"}).dump != draw({"--step", "5"}).dump);
        QVERIFY(draw({"--select", "nothing has this name"}).trouble.contains("expected a slice"));
        QVERIFY(draw({"--arrows", "some"}).trouble.contains("none, selection, view"));
    }

    void theCriticalPathIsOutlined() {
        const QString trace = m_dir.filePath("healthy.json.gz");
        QCOMPARE(testing::runCli({"synth", "healthy", "-o", trace}).exitCode, 0);
        const auto outlines = [](const Drawn& drawn) {
            int out = 0;
            for (const auto& part : drawn.picture.parts)
                for (const auto& layer : part.scene.layers)
                    for (const auto& box : layer.boxes) out += box.shape == scene::Shape::Frame ? 1 : 0;
            return out;
        };
        const Drawn drawn = draw({"--critical-path", "--range", "1ms..2.5ms"}, trace);
        QVERIFY2(drawn.trouble.isEmpty(), qPrintable(drawn.trouble));
        QVERIFY(outlines(drawn) > outlines(draw({"--range", "1ms..2.5ms"}, trace)) + 3);
    }

    void gapThresholdsAreThoseOfTheNumbersAndTheMethod() {
        QVERIFY(draw({}).has(QStringLiteral("Launch gaps, below 50.0\u202fµs")));
        const Drawn drawn = draw({"--gaps", "20us,100us"});
        QVERIFY(drawn.has(QStringLiteral("Launch gaps, below 20.0\u202fµs")));
        QVERIFY(drawn.has(QStringLiteral("Large gaps, from 100\u202fµs")));
        QVERIFY(drawn.has(QStringLiteral("Gap thresholds 20.0\u202fµs and 100\u202fµs.")));
        QVERIFY(draw({"--gaps", "2ms,1ms"}).trouble.contains("--gaps"));
        QVERIFY(draw({"--gaps", "2ms"}).trouble.contains("--gaps"));
    }

    // The trace lasts 2 ms: GPU 0 is busy for 400 + 380 + 600 us, GPU 1 for 100.
    void theFourNumbersAreOfTheDeviceAskedFor() {
        QVERIFY(draw({}).has(QStringLiteral("1.380\u202fms of 2.000\u202fms")));
        QVERIFY(draw({"--device", "1"}).has(QStringLiteral("100.0\u202fµs of 2.000\u202fms")));
        QVERIFY(draw({"--device", "one"}).trouble.contains("--device"));
        QVERIFY2(draw({"--device", "7"}).trouble.contains("expected one of the GPUs"),
                 qPrintable(draw({"--device", "7"}).trouble));
    }

    void partsBesideTheRowsAreLeftOut() {
        const Drawn all = draw({});
        QVERIFY(all.has("\"Legend\"") && all.has("\"GPU busy\"") && all.has("Method:"));
        QVERIFY(!draw({"--no-legend"}).has("\"Legend\""));
        QVERIFY(!draw({"--no-numbers"}).has("\"GPU busy\""));
        const Drawn noMethod = draw({"--no-method"});
        QVERIFY(!noMethod.has("Gap thresholds") && noMethod.has("\"GPU busy\""));
        const Drawn plain = draw({"--plain"});
        QVERIFY(!plain.has("Gap thresholds") && !plain.has("\"GPU busy\""));
    }

    void aReviewIsPrintOf1200PxWithMargins() {
        const Drawn drawn = draw({"--review"});
        QCOMPARE(drawn.theme, std::string("print"));
        QCOMPARE(drawn.picture.width, 1200.0);
        for (const pictures::Part& part : drawn.picture.parts)
            for (const auto& layer : part.scene.layers)
                for (const auto& label : layer.labels)
                    if (label.align == scene::Align::Left) QVERIFY(part.x + static_cast<double>(label.x) >= 32);
        QCOMPARE(draw({}).picture.width, 1600.0);
        QCOMPARE(draw({"--review", "--width", "800", "--margin", "10"}).picture.width, 800.0);
        QVERIFY(draw({"--margin", "1000"}).trouble.contains("--margin"));
    }

    void theTerminalProgramPassesThemOn() {
        const QString out = m_dir.filePath("o.svg");
        const auto run = testing::runCli({"render", m_trace, "-o", out, "--no-index", "--hide", "stream 8",
                                          "--no-legend", "--gaps", "20us,100us", "--review"});
        QVERIFY2(run.exitCode == 0, run.err);
        const QByteArray svg = testing::readFile(out);
        QVERIFY(svg.contains(">stream 7<") && !svg.contains(">stream 8<") && !svg.contains(">Legend<"));
        const auto bad = testing::runCli({"render", m_trace, "-o", out, "--colour-by", "taste"});
        QCOMPARE(bad.exitCode, 2);
        QVERIFY(bad.err.contains("taste"));
    }

    void theSameBytesInEveryProgram() {
        for (const char* ending : {"png", "svg", "pdf"}) {
            const QString mine = m_dir.filePath(QString("mine.") + ending);
            const QString theirs = m_dir.filePath(QString("theirs.") + ending);
            const Drawn drawn = draw({"--review", "--select", "gemm"});
            paint::Fonts fonts;
            QVERIFY(pictures::save(drawn.picture, paint::Theme::of(paint::ThemeId::Print), 2, fonts, mine.toStdString())
                        .ok());
            const auto run = testing::runCli({"render", m_trace, "-o", theirs, "--no-index", "--review", "--select",
                                              "gemm", "--scale", "2", "--notes", "none"});
            QVERIFY2(run.exitCode == 0, run.err);
            QVERIFY(testing::readFile(mine).size() > 1000);
            QVERIFY2(testing::readFile(mine) == testing::readFile(theirs), ending);
        }
    }

    // What an option does to a trace it does to a session, too.
    void optionsActOnSessions() {
        const QString session = m_dir.filePath("s.lanescope");
        QVERIFY(testing::writeFile(session,
                                   R"({"format":"lanescope-session","version":1,"traces":[{"path":"t.json"}],)"
                                   R"("view":{"shown_ns":[0,2000000],"search":"softmax","range_ns":[100000,1334000]},)"
                                   R"("rows":{"hidden":["gpu 0/stream 7"]}})"));
        const Drawn drawn = draw({}, session);
        QVERIFY2(drawn.trouble.isEmpty(), qPrintable(drawn.trouble));
        QVERIFY(drawn.has(QStringLiteral("1.234\u202fms")) && drawn.count("28%") > 0);
        QVERIFY(!drawn.has("\"gemm_one\""));
        QCOMPARE(draw({"--no-marks"}, session).count("28%"), 0);
        QVERIFY(!draw({"--hide", "main"}, session).has("\"main thread\""));
        QVERIFY(!draw({"--no-legend"}, session).has("\"Legend\""));
    }
};

int main(int argc, char** argv) {
    pictures::fixOrderOfFiles(); // as the programs do
    const QGuiApplication app(argc, argv);
    TestRenderView test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_render_view.moc"
