// The page of several ranks in the real window: a folder of generated ranks is opened, looked at and left again.
#include "tests/gui/window_fixture.h"
#include "widgets/scene/ranks_joins.h"

#include <QDir>

#include <algorithm>

using namespace lanescope;
using lanescope::testing::SynthCase;
using lanescope::testing::WindowFixture;
using ranksview::ChosenSlice;
using timeline::Motion;

namespace {

constexpr unsigned kRanks = 4, kStraggler = 2;

// Four ranks, clocks seconds apart; rank 2 computes slower. Written once.
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
QString jobFolder() { return QString::fromStdString(fourRanks().files.front().trace.parent_path().string()); }

// Looked at point by point.
bool crosses(const scene::Line& line, const scene::RectF& word) {
    for (float t = 0; t <= 1; t += 0.01F) {
        const float x = line.x1 + t * (line.x2 - line.x1), y = line.y1 + t * (line.y2 - line.y1);
        if (x > word.x + 1 && x < word.right() - 1 && y > word.y + 1 && y < word.bottom() - 1) return true;
    }
    return false;
}

struct Ranks : WindowFixture {
    bool openFolder() {
        w().openFiles({jobFolder()});
        return QTest::qWaitFor(
            [this] {
                if (!w().ranks().isShown() || !w().isQuiet()) return false;
                for (const std::size_t record : doc().shown())
                    if (!doc().trace(record)) return false;
                return true;
            },
            60'000);
    }
    paint::Fonts fonts;
    ranksview::RanksDocument& doc() { return w().ranks().document(); }
    app::RanksPage& page() { return w().ranks().page(); }
    // The collective in the middle of the chosen step that rank 2 keeps waiting longest.
    std::size_t telling() {
        std::size_t best = page().bottom().collectives().rows().front();
        for (const std::size_t m : page().bottom().collectives().rows())
            if (doc().measured()[m].maxWaitNs > doc().measured()[best].maxWaitNs) best = m;
        return best;
    }
    std::vector<scene::Line> joins() {
        std::vector<scene::Line> out;
        for (const scene::Layer& layer : page().timelines().overlayScene().layers)
            for (const scene::Line& line : layer.lines)
                if (line.stroke == scene::Stroke::Dash43) out.push_back(line);
        return out;
    }
};

} // namespace

class RanksWindowTest : public QObject {
    Q_OBJECT
private slots:
    void aFolderShowsItsRanksOnOneClockAndTheStraggler() {
        Ranks f;
        QVERIFY(f.openFolder());
        QCOMPARE(f.doc().set().records.size(), std::size_t{kRanks});
        QCOMPARE(f.doc().shown().size(), std::size_t{kRanks});
        const Json answers = fourRanks().answers();
        for (std::size_t r = 0; r < kRanks; ++r) {
            const std::int64_t wanted =
                lanescope::testing::numberAt(answers, "ranks clock_offsets_ns " + std::to_string(r));
            QVERIFY(std::abs(f.doc().set().alignment.ranks[r].offsetNs - wanted) <= 1000);
        }
        QCOMPARE(f.page().verdict().verdict().title, std::string("Rank 2"));
        QVERIFY(f.page().verdict().lines().contains("straggler") || f.page().verdict().lines().contains("Straggler"));
        QVERIFY(!f.w().toolBar().isVisible()); // the page has its own
        QVERIFY(f.page().alignment().words().contains("reference rank 0"));
    }

    void theChosenCollectiveIsJoinedOnAllRanks() {
        Ranks f;
        QVERIFY(f.openFolder());
        const std::size_t m = f.telling();
        f.page().showCollective(m);
        const align::MatchedCollective& c = f.doc().matched(m);
        QCOMPARE(c.parts.size(), std::size_t{kRanks});
        // Each pair of neighbours: starts joined, ends joined, at the px of the common clock.
        // A line may be left out where it would cross words: its ends are there.
        const std::vector<scene::Line> lines = f.joins();
        const auto& times = f.doc().measured()[m].times;
        const auto at = [&](std::int64_t ns) {
            return f.page().view().headerWidth() + f.page().view().scale().x(rankTime(ns));
        };
        const auto near = [](float px, double wanted) { return std::abs(static_cast<double>(px) - wanted) < 0.6; };
        for (std::size_t i = 0; i + 1 < kRanks; ++i) {
            const auto above = f.page().timelines().rectOf(f.doc().sliceOf(c.parts[i]));
            const auto below = f.page().timelines().rectOf(f.doc().sliceOf(c.parts[i + 1]));
            QVERIFY(above && below);
            const auto leaves = [&](double x) {
                return std::any_of(lines.begin(), lines.end(), [&](const scene::Line& line) {
                    return near(line.x1, x) && near(line.y1, above->bottom());
                });
            };
            const auto arrives = [&](double x) {
                return std::any_of(lines.begin(), lines.end(), [&](const scene::Line& line) {
                    return near(line.x2, x) && near(line.y2, below->top());
                });
            };
            QVERIFY(leaves(at(times.startNs[i])) && leaves(at(times.endNs[i])));
            QVERIFY(arrives(at(times.startNs[i + 1])) && arrives(at(times.endNs[i + 1])));
        }
        for (const scene::Line& line : lines)
            for (const scene::RectF& word :
                 scene::wordsOf(f.page().timelines().frameScene(), f.page().view().headerWidth(), f.fonts))
                QVERIFY2(!crosses(line, word), "a join crosses words");
        // The rank that came last waits for nobody; the others' waiting is a box of its own, as long as they wait.
        QCOMPARE(c.parts[times.lastPart].record, kStraggler);
        const double px = f.page().view().scale().nsPerPx();
        for (std::size_t i = 0; i < kRanks; ++i) {
            std::size_t boxes = 0;
            for (const scene::Layer& layer : f.page().timelines().frameScene().layers)
                for (const scene::Box& box : layer.boxes)
                    if (box.shape == scene::Shape::Idle && box.fill == scene::Ink::Kind &&
                        std::abs(px * static_cast<double>(box.rect.w) - static_cast<double>(times.waitNs[i])) < 2 * px)
                        ++boxes;
            QCOMPARE(boxes > 0, times.waitNs[i] > 0);
        }
    }

    void aClickOnASliceChoosesItsCollectiveAndShowsItsDetails() {
        Ranks f;
        QVERIFY(f.openFolder());
        const std::size_t m = f.telling();
        f.page().showCollective(m);
        f.doc().choose(std::nullopt);
        const align::CommPlace part = f.doc().matched(m).parts[1];
        const ChosenSlice slice{part.record, SliceId{f.doc().set().records[part.record].events[part.event].slice}};
        const auto rect = f.page().timelines().rectOf(slice);
        QVERIFY(rect.has_value());
        QTest::mouseClick(&f.page().timelines(), Qt::LeftButton, Qt::NoModifier, rect->center().toPoint());
        QCOMPARE(f.doc().slice(), std::optional(slice));
        QCOMPARE(f.doc().collective(), std::optional(m));
        QTRY_VERIFY(f.page().bottom().details().facts().has_value());
        QVERIFY(f.page().statusText().contains("rank 1"));
        f.w().escapeOneLevel();
        QVERIFY(!f.doc().slice());
    }

    void clocksCanBeLaidOtherwiseAndBack() {
        Ranks f;
        QVERIFY(f.openFolder());
        const std::int64_t found = f.doc().set().alignment.ranks[1].offsetNs;
        QVERIFY(found != 0);
        f.act("ranks.align-none");
        QCOMPARE(f.doc().set().alignment.ranks[1].offsetNs, std::int64_t{0});
        QVERIFY(f.page().alignment().words().contains("base times only"));
        f.act("ranks.undo");
        QCOMPARE(f.doc().set().alignment.ranks[1].offsetNs, found);
        // By number.
        f.page().alignment().ranks().setCurrentIndex(1);
        f.page().alignment().shift().setText("+0.25 ms");
        QTest::keyClick(&f.page().alignment().shift(), Qt::Key_Return);
        QCOMPARE(f.doc().set().alignment.ranks[1].offsetNs, found + 250'000);
        // By dragging its row 40 px to the right: its events come later by as much.
        const auto top = f.page().timelines().topOf(1);
        QVERIFY(top.has_value());
        const QPoint from(700, static_cast<int>(*top) + 11);
        const std::int64_t px40 = f.page().view().scale().length(40).count();
        QTest::mousePress(&f.page().timelines(), Qt::LeftButton, Qt::NoModifier, from);
        QTest::mouseMove(&f.page().timelines(), from + QPoint(20, 0));
        QTest::mouseMove(&f.page().timelines(), from + QPoint(40, 0));
        QTest::mouseRelease(&f.page().timelines(), Qt::LeftButton, Qt::NoModifier, from + QPoint(40, 0));
        QCOMPARE(f.doc().set().alignment.ranks[1].offsetNs, found + 250'000 - px40);
        f.doc().undo(); // the whole drag
        QCOMPARE(f.doc().set().alignment.ranks[1].offsetNs, found + 250'000);
        f.page().alignment().undo().click();
        QCOMPARE(f.doc().set().alignment.ranks[1].offsetNs, found);
    }

    void stepStartsAndAChosenEventLayTheClocksToo() {
        Ranks f;
        QVERIFY(f.openFolder());
        f.act("ranks.align-steps");
        QCOMPARE(f.doc().set().alignment.by, align::AlignBy::StepStart);
        QVERIFY(f.page().alignment().words().contains("residual"));
        f.act("ranks.align-event"); // nothing is chosen
        QVERIFY(f.page().statusText().contains("choose a slice first"));
        QCOMPARE(f.doc().set().alignment.by, align::AlignBy::StepStart);
        // The first slice of the name of an all-reduce, on every rank.
        f.page().showCollective(f.telling());
        const std::string name(f.doc().trace(f.doc().slice()->record)->trace.store->name(f.doc().slice()->slice));
        f.act("ranks.align-event");
        QTRY_COMPARE_WITH_TIMEOUT(f.doc().set().alignment.by, align::AlignBy::Event, 60'000);
        QVERIFY(f.page().alignment().words().contains("first "));
        std::vector<std::int64_t> starts;
        for (std::size_t r = 0; r < kRanks; ++r) {
            const TraceStore& store = *f.doc().trace(r)->trace.store;
            std::optional<std::int64_t> first;
            for (std::uint32_t row = 0; row < store.slices().size(); ++row)
                if (store.name(SliceId{row}) == name)
                    first = std::min(first.value_or(INT64_MAX), count(store.start(SliceId{row})));
            QVERIFY(first.has_value());
            starts.push_back(count(f.doc().set().alignment.ranks[r].toCommon(*first)));
        }
        for (const std::int64_t start : starts) QCOMPARE(start, starts.front());
        f.act("ranks.undo");
        QCOMPARE(f.doc().set().alignment.by, align::AlignBy::StepStart);
        f.act("ranks.undo");
        QCOMPARE(f.doc().set().alignment.by, align::AlignBy::CollectiveEnds);
    }

    void aCellOfTheHeatMapLeadsToItsRankAndStep() {
        Ranks f;
        QVERIFY(f.openFolder());
        const std::int64_t step = f.doc().steps().at(1);
        f.page().bottom().heatMap().currentScene(); // lays the cells
        const QRectF cell = f.page().bottom().heatMap().cell(3, step);
        QVERIFY(!cell.isNull());
        f.doc().setShown({0, 1});
        QTest::mouseClick(&f.page().bottom().heatMap(), Qt::LeftButton, Qt::NoModifier, cell.center().toPoint());
        QCOMPARE(f.doc().step(), std::optional(step));
        QVERIFY(f.doc().placeOf(3).has_value()); // shown now
        const auto range = f.doc().stepRange(step);
        QVERIFY(range && f.page().view().scale().visible().contains(range->begin));
        // Waiting as a share of the step, from the same records.
        const double share = f.page().bottom().heatMap().value(0, step).value_or(-1);
        const auto own = f.doc().stepRange(0, step);
        QCOMPARE(share, static_cast<double>(f.doc().waitNs(0, step)) / static_cast<double>(own->length().count()));
        f.page().bottom().metrics().setCurrentIndex(f.page().bottom().metrics().findData("compute"));
        f.doc().setStep(step);
        QCOMPARE(f.page().bottom().heatMap().value(2, step),
                 std::optional(static_cast<double>(f.doc().figures(2).computeNs)));
    }

    void keysMoveAsOnASingleTrace() {
        Ranks f;
        QVERIFY(f.openFolder());
        f.page().timelines().setFocus();
        const double before = f.page().view().scale().nsPerPx();
        QTest::keyClick(&f.page().timelines(), Qt::Key_W);
        QVERIFY(f.page().view().scale().nsPerPx() < before);
        const auto step = f.doc().step();
        QTest::keyClick(&f.page().timelines(), Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(f.doc().step(), std::optional(*step + 1));
        QTest::keyClick(&f.page().timelines(), Qt::Key_0);
        QVERIFY(f.page().view().scale().visible().contains(f.doc().extent().begin));
        const scene::RankRows rows = f.page().timelines().choice().rows;
        f.act("ranks.rows");
        QVERIFY(f.page().timelines().choice().rows != rows);
        QCOMPARE(f.page().timelines().layout().rows.front().what, scene::RanksRow::What::KindGroup);
    }

    void aDoubleClickOpensTheRankAloneAndAKeyLeadsBack() {
        Ranks f;
        QVERIFY(f.openFolder());
        const auto top = f.page().timelines().topOf(1);
        QTest::mouseDClick(&f.page().timelines(), Qt::LeftButton, Qt::NoModifier, {100, static_cast<int>(*top) + 11});
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().isOpen() && f.w().isQuiet(), 60'000);
        QVERIFY(!f.w().ranks().isShown());
        QCOMPARE(f.store().info().rank, std::optional<std::int64_t>(1));
        QCOMPARE(f.w().toolBar().fileNames().size(), qsizetype{kRanks});
        f.act("ranks.show");
        QVERIFY(f.w().ranks().isShown());
        f.act("ranks.close");
        QVERIFY(!f.w().ranks().isShown() && !f.w().ranks().hasRanks());
        QVERIFY(f.w().document().isOpen()); // the single trace is still there
    }
};

QTEST_MAIN(RanksWindowTest)
#include "tst_ranks_window.moc"
