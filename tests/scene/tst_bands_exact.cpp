// The parts band at every zoom is what a slow twin counts nanosecond by nanosecond: whole columns show their part,
// folded ones stack the shares.
#include "tests/support/fixed_measure.h"
#include "tests/support/work_store.h"
#include "widgets/scene/rank_bands.h"
#include "widgets/scene/timeline_view.h"

#include <QTest>

#include <array>
#include <cmath>
#include <random>
#include <vector>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;
using lanescope::testing::WorkStore;

namespace {

constexpr double kHeight = 18; // of the band inside its insets, at the usual row height

enum Part : std::uint8_t { Idle, Compute, Comm, Mem };

struct Slow { // what happens in each ns
    std::vector<Part> at;
    std::vector<bool> overlap;
};

struct Made {
    std::shared_ptr<const TraceStore> store;
    Slow slow;
};

Made randomTrace(unsigned seed, int devices = 1) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> length(1, 260), gap(0, 220), what(0, 9);
    WorkStore work;
    struct Span {
        int begin, end;
        Part part;
    };
    std::vector<Span> spans;
    int t = 0;
    for (int i = 0; i < 260; ++i) {
        const int ns = length(random), kind = what(random);
        const Part part = kind < 6 ? Compute : kind < 8 ? Comm : Mem;
        work.kernel(i % devices,
                    part == Comm  ? 20
                    : part == Mem ? 30
                                  : 7,
                    t, ns,
                    part == Compute ? WorkKind::Gemm
                    : part == Comm  ? WorkKind::Communication
                                    : WorkKind::Memory);
        spans.push_back({t, t + ns, part});
        t += what(random) < 3 ? ns / 2 : ns + gap(random); // some lie over one another
    }
    Made out{work.build(), {}};
    int end = 0;
    for (const Span& s : spans) end = std::max(end, s.end);
    std::vector<std::array<bool, 4>> has(static_cast<std::size_t>(end), std::array<bool, 4>{});
    for (const Span& s : spans)
        for (int ns = s.begin; ns < s.end; ++ns) has[static_cast<std::size_t>(ns)][s.part] = true;
    for (const auto& h : has) {
        out.slow.at.push_back(h[Compute] ? Compute : h[Comm] ? Comm : h[Mem] ? Mem : Idle);
        out.slow.overlap.push_back(h[Compute] && h[Comm]);
    }
    return out;
}

struct Heights {
    std::array<double, 4> of{}; // shares of the band's height, by part
};

// The boxes of the band that lie over the middle of a column. Strips of communication under compute are no part.
Heights drawnAt(const Scene& scene, double x) {
    Heights out;
    for (const Layer& layer : scene.layers)
        for (const Box& box : layer.boxes) {
            const auto left = static_cast<double>(box.rect.x), right = left + static_cast<double>(box.rect.w);
            if (box.fill != Ink::Kind || x < left || x >= right) continue;
            if (box.rect.y < kRulerHeight || static_cast<double>(box.rect.bottom()) > kRulerHeight + 24) continue;
            const auto kind = static_cast<WorkKind>(box.variant);
            const Part part = kind == WorkKind::Gemm ? Compute : kind == WorkKind::Communication ? Comm : Mem;
            if (part == Comm && out.of[Compute] > 0 && static_cast<double>(box.rect.h) <= 5.01 &&
                static_cast<double>(box.rect.y) >= kRulerHeight + 3 + kHeight * (1 - out.of[Compute]) - 0.01)
                continue;
            out.of[part] += static_cast<double>(box.rect.h) / kHeight;
        }
    return out;
}

} // namespace

class TestBandsExact : public QObject {
    Q_OBJECT
private slots:
    void everyColumnIsWhatTheTwinCounts_data() {
        QTest::addColumn<double>("nsPerPx");
        for (const double ns : {2.0, 7.0, 20.0, 33.0, 90.0, 250.0, 1000.0}) QTest::addRow("%g ns per px", ns) << ns;
    }
    void everyColumnIsWhatTheTwinCounts() {
        QFETCH(double, nsPerPx);
        for (const unsigned seed : {3U, 4U, 5U}) {
            const Made made = randomTrace(seed);
            compareAll(made, nsPerPx, defaultRowState(buildRowTree(*made.store)));
            if (QTest::currentTestFailed()) return;
        }
    }

    void severalDevicesAsOneAreWhatTheTwinCounts_data() { everyColumnIsWhatTheTwinCounts_data(); }
    void severalDevicesAsOneAreWhatTheTwinCounts() {
        QFETCH(double, nsPerPx);
        for (const unsigned seed : {3U, 4U, 5U})
            for (const int devices : {2, 3}) {
                const Made made = randomTrace(seed, devices);
                RowState state; // theirs alone at the top
                state.pinned = {"GPUs/parts"};
                compareAll(made, nsPerPx, state);
                if (QTest::currentTestFailed()) return;
            }
    }

    void idleOfSeveralDevicesIsWhenNoneWorks() {
        for (const unsigned seed : {3U, 4U, 5U}) {
            const Made made = randomTrace(seed, 2);
            const std::vector<DeviceWork> devices = collectDeviceWork(*made.store);
            BandData bands = bandsOf(devices);
            addRankBands(bands, *made.store, devices, IdleOwners::Found);
            QCOMPARE(bands.devices.size(), std::size_t{3});
            const DeviceBands& together = bands.devices.back();
            QCOMPARE(bandsOfTrace(bands), &together);
            std::vector<int> owned(made.slow.at.size(), 0);
            for (const OwnedIdle& stretch : together.idle)
                for (std::int64_t t = std::max<std::int64_t>(0, stretch.begin);
                     t < std::min(stretch.end, static_cast<std::int64_t>(owned.size())); ++t)
                    ++owned[static_cast<std::size_t>(t)];
            std::array<std::int64_t, 4> ns{};
            std::int64_t under = 0;
            for (std::size_t t = 0; t < owned.size(); ++t) {
                QCOMPARE(owned[t], made.slow.at[t] == Idle ? 1 : 0); // each idle ns has one owner, the rest none
                ++ns[made.slow.at[t]];
                under += made.slow.overlap[t] ? 1 : 0;
            }
            const auto end = static_cast<std::int64_t>(owned.size());
            QCOMPARE(together.compute.covered(0, end), ns[Compute]);
            QCOMPARE(together.exposedComm.covered(0, end), ns[Comm]);
            QCOMPARE(together.exposedMem.covered(0, end), ns[Mem]);
            QCOMPARE(together.overlap.covered(0, end), under);
            QCOMPARE(together.busy.covered(0, end), end - ns[Idle]);
        }
    }

    void theWorkThatEndsTheIdleTimeOfAllOwnsIt() {
        WorkStore work; // GPU 1 waits from 100 to 400, but GPU 0 works until 300: 100 ns are idle, and 500 to 900
        work.kernel(0, 7, 0, 300, WorkKind::Gemm, 1);
        work.kernel(1, 7, 0, 100, WorkKind::Gemm, 2);
        work.call(350, 10, 3); // late: both devices had nothing to do
        work.kernel(1, 7, 400, 100, WorkKind::Gemm, 3);
        work.kernel(0, 7, 900, 100, WorkKind::Gemm); // no launch recorded
        const auto store = work.build();
        const std::vector<DeviceWork> devices = collectDeviceWork(*store);
        BandData bands = bandsOf(devices);
        addRankBands(bands, *store, devices, IdleOwners::Found);
        const std::vector<OwnedIdle>& idle = bands.devices.back().idle;
        QCOMPARE(idle.size(), std::size_t{3});
        const auto is = [&](std::size_t i, std::int64_t begin, std::int64_t end, IdleOwner owner) {
            return idle[i].begin == begin && idle[i].end == end && idle[i].owner == owner;
        };
        QVERIFY(is(0, 300, 350, IdleOwner::Late));
        QVERIFY(is(1, 350, 400, IdleOwner::Latency));
        QVERIFY(is(2, 500, 900, IdleOwner::Unknown));
    }

private:
    static void compareAll(const Made& made, double nsPerPx, const RowState& state) {
        const RowTree tree = buildRowTree(*made.store);
        const RowLayout layout = layoutRows(tree, state);
        const std::vector<DeviceWork> devices = collectDeviceWork(*made.store);
        BandData bands = bandsOf(devices);
        addRankBands(bands, *made.store, devices, IdleOwners::NotYet);
        ShortNames names(*made.store);
        FixedMeasure measure;
        TimelineView view;
        view.width = 1420;
        view.height = 200;
        view.scale = TimeScale(made.store->extent().begin, made.store->extent().begin, nsPerPx, 1200);
        Scene scene;
        buildTimeline({*made.store, tree, layout, state, bands, names}, view, measure, scene);
        int looked = 0;
        for (std::int64_t c = view.scale.firstColumn(); c + 1 < view.scale.endColumn(); ++c) {
            const std::int64_t begin = count(view.scale.columnStart(c)), end = count(view.scale.columnStart(c + 1));
            if (begin < 0 || end > static_cast<std::int64_t>(made.slow.at.size()) || begin >= end) continue;
            compare(made.slow, begin, end, drawnAt(scene, view.width - 1200 + view.scale.columnX(c) + 0.5));
            if (QTest::currentTestFailed()) return;
            ++looked;
        }
        QVERIFY(looked > 10);
    }

    static void compare(const Slow& slow, std::int64_t begin, std::int64_t end, const Heights& drawn) {
        std::array<std::int64_t, 4> ns{};
        int changes = 0;
        for (std::int64_t t = begin; t < end; ++t) {
            const Part part = slow.at[static_cast<std::size_t>(t)];
            ++ns[part];
            if (t > begin && part != slow.at[static_cast<std::size_t>(t - 1)]) ++changes;
        }
        const auto width = static_cast<double>(end - begin);
        const QString place = QString("%1..%2: %3 %4 %5 of %6, drawn %7 %8 %9")
                                  .arg(begin)
                                  .arg(end)
                                  .arg(ns[Compute])
                                  .arg(ns[Comm])
                                  .arg(ns[Mem])
                                  .arg(width)
                                  .arg(drawn.of[Compute])
                                  .arg(drawn.of[Comm])
                                  .arg(drawn.of[Mem]);
        double sum = 0;
        for (const Part part : {Compute, Comm, Mem}) {
            const double share = static_cast<double>(ns[part]) / width, height = drawn.of[part];
            sum += height;
            // The larger side of one border has the column. Else shares, rounded up to a thirty-second, as long as
            // there is room: those below are rounded as well.
            const bool isShare = height > share - 2.0 / 32 - 1e-3 && height < share + 1.0 / 32 + 1e-3;
            const bool isLarger = std::abs(height - (share >= 0.5 ? 1 : 0)) < 1e-3 || (share == 0.5 && height < 1e-3);
            if (changes == 0)
                QVERIFY2(std::abs(height - share) < 1e-3, qPrintable(place));
            else
                QVERIFY2(isShare || (changes == 1 && isLarger), qPrintable(place));
        }
        QVERIFY2(sum < 1 + 1e-3, qPrintable(place));
    }
};

QTEST_APPLESS_MAIN(TestBandsExact)
#include "tst_bands_exact.moc"
