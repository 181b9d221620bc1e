// The frame of several ranks, as text: two ranks made by hand, worked out on paper. Header 220 px, canvas 1000 px, 1 us
// per px from 0 of the common clock; rank 1's clock is 100 us ahead.
#include "tests/support/fixed_measure.h"
#include "tests/support/work_store.h"
#include "widgets/scene/ranks_view.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;
using lanescope::testing::WorkStore;

namespace {

constexpr std::int64_t kUs = 1000;
// Ruler 25, group 22, parts 24, compute 31, then the communication row of 46: a stream's row (31, inset 3, slice 24)
// made higher.
constexpr double kFirstRows = 25 + 22 + 24 + 31, kRank = 22 + 24 + 31 + 46;
constexpr double kInset = 3 * 46.0 / 31, kSlice = 24 * 46.0 / 31;

struct OneRank {
    OneRank(std::shared_ptr<const TraceStore> built, std::vector<RankWait> waited)
        : store(std::move(built)),
          tree(buildRowTree(*store)),
          bands(bandsOf(collectDeviceWork(*store))),
          names(*store),
          waits(std::move(waited)) {}
    std::shared_ptr<const TraceStore> store;
    RowTree tree;
    RowLayout layout;
    RowState state;
    BandData bands;
    ShortNames names;
    std::vector<RankWait> waits;
};

// One device: compute from 50 to 250 us, an all-reduce from 300 (rank 1: 400) to 500 us, both on the common clock.
std::unique_ptr<OneRank> rank(std::int64_t ahead, std::int64_t arrives, std::int64_t waits) {
    WorkStore store;
    store.step(7, ahead, 900 * kUs);
    store.kernel(0, 7, ahead + 50 * kUs, 200 * kUs, WorkKind::Gemm, 0, "gemm");
    const std::size_t comm = store.kernel(0, 20, ahead + arrives, 500 * kUs - arrives, WorkKind::Communication, 0,
                                          "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)");
    auto built = store.build();
    const SliceId slice = store.row(comm);
    return std::make_unique<OneRank>(std::move(built), std::vector<RankWait>{{slice, waits, 3}});
}

std::unique_ptr<OneRank> twoDevices() {
    WorkStore store;
    for (const std::int64_t device : {0, 1}) {
        store.kernel(device, 7, 50 * kUs, 200 * kUs, WorkKind::Gemm, 0, "gemm");
        store.kernel(device, 20, 300 * kUs, 200 * kUs, WorkKind::Communication, 0, "ncclDevKernel_AllReduce(x)");
    }
    return std::make_unique<OneRank>(store.build(), std::vector<RankWait>{});
}

struct Stage {
    Stage() {
        view.width = 1220;
        view.height = 400;
        view.scale = TimeScale(rankTime(0), rankTime(0), 1000.0, 1000);
    }
    void add(std::unique_ptr<OneRank> one, std::string name, std::int64_t ahead) {
        RankOnView on;
        on.name = std::move(name);
        on.place = "GPU 0";
        on.figures = {{"waits", "100.0 us"}, {"clock", "reference"}};
        on.data.emplace(TimelineData{*one->store, one->tree, one->layout, one->state, one->bands, one->names, nullptr});
        on.scale = TimeScale(rankTime(ahead), rankTime(ahead), 1000.0, 1000);
        on.waits = one->waits;
        data.ranks.push_back(std::move(on));
        data.ruler = 0;
        ranks.push_back(std::move(one));
    }
    QStringList lines(const Scene& scene, const char* word) {
        QStringList out;
        for (const QString& line : QString::fromStdString(dump(scene)).split(QLatin1Char('\n')))
            if (line.contains(QLatin1String(word))) out << line.trimmed();
        return out;
    }
    Scene frame() {
        Scene scene;
        layout = layoutRanks(data, choice);
        buildRanks(data, layout, view, measure, scene);
        return scene;
    }
    Scene overlay(const RanksOverlay& state) {
        Scene scene;
        layout = layoutRanks(data, choice);
        buildRanksOverlay(data, layout, view, state, measure, scene);
        return scene;
    }
    QStringList rowNames() {
        QStringList out;
        for (const RanksRow& row : layoutRanks(data, choice).rows)
            out << (row.what == RanksRow::What::Timeline
                        ? QString::fromStdString(data.ranks[row.rank].data->tree.row(row.row).name)
                        : QString::fromStdString(row.name));
        return out;
    }
    std::vector<std::unique_ptr<OneRank>> ranks;
    RanksData data;
    RanksChoice choice;
    RanksLayout layout;
    TimelineView view;
    FixedMeasure measure;
};

std::unique_ptr<Stage> twoRanks() {
    auto stage = std::make_unique<Stage>();
    stage->add(rank(0, 300 * kUs, 100 * kUs), "rank 0", 0);
    stage->add(rank(100 * kUs, 400 * kUs, 0), "rank 1", 100 * kUs);
    return stage;
}

QStringList labels(const Scene& scene) {
    QStringList out;
    for (const Layer& layer : scene.layers)
        for (const Label& label : layer.labels) out << QString::fromStdString(label.text);
    return out;
}

} // namespace

class RanksSceneTest : public QObject {
    Q_OBJECT
private slots:
    void waitingIsABoxOfItsOwnBeforeTheTransfer() {
        auto stage = twoRanks();
        const Scene scene = stage->frame();
        // It waits from 300 to 400 us and transfers until 500 us: half a px of canvas at both ends.
        const QString waiting = QStringLiteral("idle 520.50 %1 99.50 %2 kind.12")
                                    .arg(kFirstRows + kInset, 0, 'f', 2)
                                    .arg(kSlice, 0, 'f', 2);
        QVERIFY2(stage->lines(scene, "520.50").contains(waiting), qPrintable(stage->lines(scene, "520.50").join('\n')));
        // Rank 1 came last: no waiting, the transfer starts at the same px of the common clock.
        std::vector<Box> slices;
        for (const Layer& layer : scene.layers)
            for (const Box& box : layer.boxes)
                if (box.shape == Shape::Slice && box.fill == Ink::Kind && box.variant == 12) slices.push_back(box);
        QCOMPARE(slices.size(), std::size_t{2});
        QCOMPARE(slices[0].rect.x, 620.0F);
        QCOMPARE(slices[0].rect.right(), 719.5F);
        QCOMPARE(slices[1].rect.x, 620.5F);
        QCOMPARE(slices[1].rect.right(), 719.5F);
    }

    void rowsStandBelowTheirRankOrBelowTheirKind() {
        auto stage = twoRanks();
        QCOMPARE(stage->rowNames(), (QStringList{"rank 0", "GPU 0 parts", "stream 7", "stream 20", "rank 1",
                                                 "GPU 0 parts", "stream 7", "stream 20"}));
        stage->choice.rows = RankRows::ByKind;
        QCOMPARE(stage->rowNames(), (QStringList{"parts", "GPU 0 parts", "GPU 0 parts", "compute streams", "stream 7",
                                                 "stream 7", "communication streams", "stream 20", "stream 20"}));
        stage->choice.rows = RankRows::Stacked;
        stage->choice.idle = RanksChoice::Idle::Shown;
        QCOMPARE(stage->rowNames().mid(0, 5),
                 (QStringList{"rank 0", "GPU 0 parts", "idle by owner", "stream 7", "stream 20"}));
        QCOMPARE(layoutRanks(stage->data, stage->choice).rows[2].height, 16.0);
    }

    void rowsOfSeveralDevicesSayWhichOneTheyAreOf() {
        Stage stage;
        stage.add(twoDevices(), "rank 0", 0);
        QStringList said = labels(stage.frame());
        QCOMPARE(said.count("parts"), 3); // of each device and of both together, as far as the frame is told
        stage.data.ranks.front().devices = RankOnView::Devices::Several;
        said = labels(stage.frame());
        QVERIFY(said.contains("GPU 0 parts") && said.contains("GPU 1 parts") && said.contains("2 GPUs parts"));
        QVERIFY(!said.contains("parts"));
        QCOMPARE(said.filter("GPU 0, ").size(), 2); // stream 7 and 20
        QCOMPARE(said.filter("GPU 1, ").size(), 2);
    }

    void joinsKeepOffTheFiguresOfARank() {
        auto stage = twoRanks();
        RanksOverlay state;
        for (std::uint32_t r = 0; r < 2; ++r) state.joined.push_back({r, stage->ranks[r]->waits.front().slice});
        const Scene scene = stage->overlay(state);
        // Both joins go from the bottom of rank 0's slice to the top of rank 1's; starts are 100 px apart, ends are
        // not.
        const QStringList joins = stage->lines(scene, "line ");
        QCOMPARE(joins.size(), 2);
        const double from = kFirstRows + kInset + kSlice, to = kFirstRows + kRank + kInset;
        const auto join = [&](const char* x1, const char* x2) {
            return QStringLiteral("line %1 %2 %3 %4 ").arg(x1).arg(from, 0, 'f', 2).arg(x2).arg(to, 0, 'f', 2);
        };
        QVERIFY2(joins[0].startsWith(join("520.00", "620.00")), qPrintable(joins[0]));
        QVERIFY2(joins[1].startsWith(join("720.00", "720.00")), qPrintable(joins[1]));
        // A long figure of rank 1's row, 365 to 587 px: the join that would cross it (at 533 to 548) is left out from 1
        // px above the text to 1 px below it. The row's text stands on 163: 8.8 px above that, 2.64 below.
        stage->data.ranks[1].figures[1].value = "+1.204 ms by collective ends of rank 0";
        const Scene frame = stage->frame();
        QVERIFY(labels(frame).contains("+1.204 ms by collective ends of rank 0"));
        state.frame = &frame;
        const QStringList apart = stage->lines(stage->overlay(state), "line ");
        QCOMPARE(apart.size(), 3);
        const auto at = [&](double y) { return 520 + 100 * (y - from) / (to - from); };
        const auto part = [&](double y1, double y2) {
            return QStringLiteral("line %1 %2 %3 %4 ")
                .arg(at(y1), 0, 'f', 2)
                .arg(y1, 0, 'f', 2)
                .arg(at(y2), 0, 'f', 2)
                .arg(y2, 0, 'f', 2);
        };
        QVERIFY2(apart[0].startsWith(part(from, 153.2)), qPrintable(apart[0]));
        QVERIFY2(apart[1].startsWith(part(166.64, to)), qPrintable(apart[1]));
        QCOMPARE(apart[2], joins[1]);
    }

    void aRankWithoutATimelineSaysWhy() {
        auto stage = twoRanks();
        stage->data.ranks[1].data.reset();
        stage->data.ranks[1].instead = "opening ...";
        const Scene scene = stage->frame();
        QVERIFY(labels(scene).contains("opening ..."));
        QCOMPARE(layoutRanks(stage->data, stage->choice).rows.back().height, 31.0);
    }
};

QTEST_APPLESS_MAIN(RanksSceneTest)
#include "tst_ranks_scene.moc"
