// Pictures of several ranks: what they say about the clocks, and that a session draws the same picture again.
#include "app/render/parts/options.h"
#include "app/render/parts/ranks_options.h"
#include "app/render/parts/ranks_source.h"
#include "core/export/quantity.h"
#include "tests/support/synth_case.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/rankpictures/ranks_picture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

using namespace lanescope;
using lanescope::testing::SynthCase;
using rankpictures::RanksView;
using rankpictures::RanksWish;
using ranksview::RanksDocument;

namespace {

constexpr std::size_t kRanks = 4, kStraggler = 2;

const SynthCase& fourRanks() {
    static const SynthCase made = [] {
        synth::SynthOptions options;
        options.kind = "straggler";
        options.ranks = kRanks;
        options.steps = 5;
        options.straggler = kStraggler;
        options.cause = "slow-compute";
        options.clockOffsetSeconds = 3;
        return SynthCase(options, "job");
    }();
    return made;
}

std::vector<std::string> inputs() { return {fourRanks().files.front().trace.parent_path().string()}; }

void openAll(RanksDocument& document) {
    RunContext context;
    for (const std::size_t record : document.shown()) {
        auto trace = ranksview::openRankTrace(document.job(), record, {}, context);
        if (!trace.ok()) qFatal("%s", trace.error().text().c_str());
        document.setTrace(record, *trace);
    }
}

std::shared_ptr<const ranksview::RankJob> job() {
    RunContext context;
    auto out = ranksview::loadRankJob(inputs(), {}, context);
    if (!out.ok()) qFatal("%s", out.error().text().c_str());
    return *out;
}

struct Shown {
    RanksDocument document;
    RanksView view;
    RanksWish wish;
    paint::Fonts fonts;
    Shown() {
        document.open(job());
        openAll(document);
        wish.width = 1000;
        wish.time = RanksWish::Time::Step;
        view.scale = TimeScale::fit(document.extent().begin, document.extent(), wish.width - view.headerWidth);
    }
    pictures::Picture picture() {
        auto out = rankpictures::ranksPicture(document, view, wish, fonts);
        if (!out.ok()) qFatal("%s", out.error().text().c_str());
        return std::move(*out);
    }
    QStringList labels() {
        QStringList out;
        for (const pictures::Part& part : picture().parts)
            for (const scene::Layer& layer : part.scene.layers)
                for (const scene::Label& label : layer.labels) out << QString::fromStdString(label.text);
        return out;
    }
    QString words() { return labels().join(' '); }
};

QByteArray bytesOf(const pictures::Picture& picture, paint::Fonts& fonts, const char* name) {
    const QTemporaryDir dir;
    const QString path = dir.filePath(name);
    const auto theme = paint::Theme::of(paint::ThemeId::Light);
    const Status saved = pictures::save(picture, theme, 2, fonts, path.toStdString());
    if (!saved.ok()) qFatal("%s", saved.error().text().c_str());
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class RankPictures : public QObject {
    Q_OBJECT
private slots:
    void theAlignmentItsResidualAndEveryOffsetAreWrittenBelow() {
        Shown s;
        const QString words = s.words();
        QVERIFY(words.contains("Clocks laid together by collective ends, reference rank 0: residual"));
        const Json answers = fourRanks().answers();
        for (std::size_t r = 1; r < kRanks; ++r) {
            const std::int64_t wanted =
                lanescope::testing::numberAt(answers, "ranks clock_offsets_ns " + std::to_string(r)) -
                lanescope::testing::numberAt(answers, "ranks clock_offsets_ns 0");
            const QString offset = QString::fromStdString(fmt::format("rank {} {}", r, formatOffset(wanted)));
            QVERIFY2(words.contains(offset), qPrintable(offset + " in " + words));
        }
        QVERIFY(words.contains("gap thresholds 50"));
        s.document.shiftRank(1, 250'000, RanksDocument::Shift::New);
        QVERIFY(s.words().contains("Of it shifted by hand: rank 1 " + QString::fromStdString(formatOffset(250'000))));
        s.document.alignBy(align::AlignBy::None);
        QVERIFY(s.words().contains("base times of the files only, not aligned"));
    }

    void theStragglerIsNamedAboveTheRows() {
        Shown s;
        QVERIFY(s.words().contains("Rank 2 keeps the others waiting"));
        s.wish.verdict = false;
        QVERIFY(!s.words().contains("keeps the others waiting"));
    }

    void onlyTheChosenRanksAndRowsAreDrawn() {
        Shown s;
        s.wish.evidence = false; // names every rank
        QVERIFY(s.labels().contains("rank 3"));
        s.document.setShown({0, 2});
        openAll(s.document);
        QVERIFY(!s.labels().contains("rank 3"));
        QVERIFY(s.words().contains("4 ranks, 2 shown"));
        const double all = s.picture().height;
        s.wish.words = {"communication"};
        QVERIFY(!s.labels().contains("parts"));
        QVERIFY(s.picture().height < all);
        s.wish.words = {"no row is called so"};
        const auto none = rankpictures::ranksPicture(s.document, s.view, s.wish, s.fonts);
        QVERIFY(!none.ok() && none.error().code == ErrorCode::MissingData);
    }

    void rowsStandByRankOrByKind() {
        Shown s;
        QVERIFY(!s.labels().contains("communication streams"));
        s.view.choice.rows = scene::RankRows::ByKind;
        QVERIFY(s.labels().contains("communication streams"));
        QVERIFY(s.words().contains("residual")); // said whatever the layout
    }

    void theSameSessionIsTheSamePictureByteForByte() {
        Shown s;
        s.document.shiftRank(3, -125'000, RanksDocument::Shift::New);
        s.document.setShown({0, 2, 3});
        openAll(s.document);
        s.document.setStep(s.document.steps()[2]);
        s.document.chooseCollective(s.document.measured().size() / 2);
        s.view.scale =
            TimeScale::fit(s.document.extent().begin, *s.document.stepRange(s.document.steps()[2]), 780).pannedBy(37);
        s.view.choice.rows = scene::RankRows::ByKind;
        s.view.colourBy = scene::ColourBy::Name;
        s.wish.time = RanksWish::Time::View;
        const session::Session saved = rankpictures::sessionOf(s.document, s.view);
        const auto read = session::parseSession(session::sessionText(saved), "test");
        QVERIFY(read.ok() && read->ranks);
        RunContext context;
        const auto again = ranksview::loadRankJob(rankpictures::sourcesOf(*read), "job", {}, context);
        QVERIFY(again.ok());
        Shown other;
        other.document.open(*again);
        rankpictures::apply(*read, other.document);
        QCOMPARE(other.document.shown(), s.document.shown());
        QCOMPARE(other.document.shiftedBy(3), std::int64_t{-125'000});
        QVERIFY(!other.document.canUndo());
        openAll(other.document);
        other.document.choose(rankpictures::chosenIn(*read, other.document));
        QCOMPARE(other.document.collective(), s.document.collective());
        other.view = rankpictures::viewOf(*read, other.document, 780);
        other.wish = s.wish;
        other.wish.title = s.wish.title = "both";
        for (const char* name : {"a.png", "a.svg", "a.pdf"})
            QCOMPARE(bytesOf(other.picture(), other.fonts, name), bytesOf(s.picture(), s.fonts, name));
    }

    void hostileSessionsOfRanksDrawSomethingOrSayWhy() {
        Shown s;
        s.document.shiftRank(1, 250'000, RanksDocument::Shift::New);
        const std::string whole = session::sessionText(rankpictures::sessionOf(s.document, s.view));
        const auto draw = [&](const std::string& text) {
            const auto read = session::parseSession(text, "test");
            QVERIFY2(read.ok() && read->ranks, text.c_str());
            rankpictures::apply(*read, s.document);
            s.document.choose(rankpictures::chosenIn(*read, s.document));
            const RanksView view = rankpictures::viewOf(*read, s.document, 780);
            const auto picture = rankpictures::ranksPicture(s.document, view, s.wish, s.fonts);
            QVERIFY(picture.ok() ? !picture->parts.empty() : !picture.error().message.empty());
        };
        for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
                 {"\"first_column\": ", "-9223372036854775807"},
                 {"\"origin_ns\": ", "9223372036854775807"},
                 {"\"shifted_ns\": ", "9223372036854775807"},
                 {"\"ns_per_px\": ", "1e300"},
                 {"\"shown\": ", "false"},
                 {"\"scroll\": ", "-1e300"},
                 {"\"by\": ", "\"event\""},
                 {"\"shown_ns\": ", "[-2305843009213693951, 2305843009213693951]"}}) {
            std::string damaged = whole;
            const std::size_t at = damaged.find(from);
            QVERIFY2(at != std::string::npos, from.c_str());
            const std::size_t begin = at + from.size();
            const char stop = damaged[begin] == '[' ? ']' : ',';
            const std::size_t end = stop == ']' ? damaged.find(stop, begin) + 1 : damaged.find_first_of(",\n", begin);
            damaged.replace(begin, end - begin, to);
            draw(damaged);
        }
        std::string twice = whole; // two entries of one name
        twice.replace(twice.find("\"rank 2\""), 8, "\"rank 0\"");
        draw(twice);
        QCOMPARE(s.document.set().records.size(), kRanks);
    }

    void aRangeIsCountedInTheClocksThatAreAskedFor() {
        RanksDocument document;
        document.open(job());
        const RankTime aligned = document.extent().begin;
        document.alignBy(align::AlignBy::None);
        const RankTime begin = document.extent().begin;
        QVERIFY(begin != aligned); // clocks are seconds apart
        const QTemporaryDir dir;
        const std::string folder = inputs().front(), out = dir.filePath("r.svg").toStdString();
        const std::vector<std::string_view> words{folder, "--align", "none", "--range", "0..10ms", "--output", out};
        const auto options = render::parseOptions(words);
        QVERIFY(options.ok());
        const Status drawn = render::drawRanks(*options, [](const Error&) {});
        QVERIFY(drawn.ok());
        QFile file(dir.filePath("r.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::int64_t from = (begin - document.zero()).count();
        const std::string wanted = fmt::format("Window: {} to {}", formatOffset(from), formatOffset(from + 10'000'000));
        QVERIFY2(file.readAll().contains(QByteArray::fromStdString(wanted)), wanted.c_str());
    }

    void theFootOfAPictureOfGivenHeightIsWhole() {
        Shown s;
        for (const double width : {600.0, 1000.0}) {
            s.wish.width = width;
            s.wish.height.reset();
            const double natural = s.picture().height;
            for (const double height : {800.0, natural, natural + 200}) {
                s.wish.height = height;
                const pictures::Picture picture = s.picture();
                QCOMPARE(picture.height, height);
                const pictures::Part& foot = picture.parts.back();
                QVERIFY(foot.scene.layers.at(0).labels.size() >= 2); // lines, to the last sentence
                QVERIFY(foot.scene.layers.at(0).labels.back().text.ends_with("metrics.md."));
                QVERIFY2(foot.y + static_cast<double>(foot.scene.height) <= height + 0.5,
                         fmt::format("{} + {} of {}", foot.y, foot.scene.height, height).c_str());
            }
        }
    }

    void heatMapAndEvidenceStandBelowTheRows() {
        Shown s;
        QVERIFY(s.labels().contains("Evidence") && s.labels().contains("comes last"));
        QVERIFY(s.words().contains("Rank \u00d7 step: waiting in collectives, % of the step"));
        std::size_t cells = 0, dark = 0;
        for (const pictures::Part& part : s.picture().parts)
            for (const scene::Layer& layer : part.scene.layers)
                for (const scene::Box& box : layer.boxes)
                    if (box.fill == scene::Ink::Heat) {
                        ++cells;
                        dark += box.variant == 0 ? 1 : 0;
                    }
        std::size_t steps = 0; // that count
        for (const align::RankStep& step : s.document.set().records[0].steps) steps += step.warmup ? 0 : 1;
        constexpr std::size_t ramp = 7;
        QCOMPARE(cells, steps * kRanks + ramp);
        QCOMPARE(dark, steps + 1); // the straggler never waits; and the begin of the ramp
        s.view.heatMetric = "busy";
        QVERIFY(s.words().contains("Rank \u00d7 step: busy"));
        s.wish.evidence = false;
        QVERIFY(!s.labels().contains("Evidence") && !s.words().contains("Rank \u00d7 step"));
    }

    void theClocksAreToldWhateverIsLeftOut() {
        Shown s;
        s.wish.method = s.wish.numbers = s.wish.legend = s.wish.verdict = s.wish.evidence = false;
        QVERIFY(s.words().contains("Clocks laid together by collective ends, reference rank 0: residual"));
        QVERIFY(!s.words().contains("gap thresholds"));
    }

    void nothingIsDrawnBelowAPictureOfLowHeight() {
        Shown s;
        s.document.chooseCollective(s.document.measured().size() / 2);
        for (const double height : {360.0, 420.0, 500.0, 640.0}) {
            s.wish.height = height;
            for (const pictures::Part& part : s.picture().parts)
                for (const scene::Layer& layer : part.scene.layers)
                    for (const scene::Label& label : layer.labels)
                        QVERIFY2((layer.clip && layer.clip->bottom() <= part.scene.height) || // cut there
                                     (label.baseline <= part.scene.height + 1 &&
                                      part.y + static_cast<double>(label.baseline) <= height),
                                 fmt::format("'{}' at {} of {}", label.text, label.baseline, height).c_str());
        }
    }

    void namesOfHostsAndFilesCanBeLeftOut() {
        Shown s;
        QVERIFY(s.labels().contains("job")); // the folder
        s.wish.namesLeftOut = true;
        const auto named = rankpictures::ranksPicture(s.document, s.view, s.wish, s.fonts);
        QVERIFY(!named.ok()); // files would be named where a rank is found twice
        s.document.leaveFilesOut();
        QVERIFY(!s.labels().contains("job"));
        QVERIFY(s.labels().contains("Ranks side by side"));
    }

    void listsOfRanksAreReadOrRefused() {
        using namespace render;
        QCOMPARE(*numbersIn("0-3,7,2"), (std::vector<std::int64_t>{0, 1, 2, 3, 7}));
        RanksOptions options;
        for (const char* which : {"most", "none", "dp:12"}) QVERIFY(setRanksValue(options, "--collective", which).ok());
        for (const char* which : {"", "least", "dp:", "dp:x"})
            QVERIFY2(!setRanksValue(options, "--collective", which).ok(), which);
        QVERIFY(setRanksSwitch(options, "--no-evidence") && options.noEvidence && !options.noVerdict);
        for (const char* wrong : {"", "a", "3-1", "1,,2", "-1", "0-99999999", "1-", "0-9223372036854775807"})
            QVERIFY2(!numbersIn(wrong).ok(), wrong);
    }
};

QTEST_MAIN(RankPictures)
#include "tst_rank_pictures.moc"
