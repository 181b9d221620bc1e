#include "core/session/preview_pace.h"

#include <QTest>

using lanescope::PreviewPace;

namespace {
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

using std::chrono::milliseconds;

// Where previews are shown while a file of `total` bytes is read at 1 MiB a ms, each preview taking `cost`.
std::vector<std::uint64_t> shownAt(std::uint64_t total, std::uint64_t events, milliseconds cost = milliseconds(0)) {
    PreviewPace pace(total);
    std::vector<std::uint64_t> shown;
    milliseconds elapsed(0);
    for (std::uint64_t done = 0; done <= total; done += kMiB) {
        elapsed += milliseconds(1);
        if (!pace.isDue(done, events, elapsed)) continue;
        pace.taken(done, cost);
        elapsed += cost;
        shown.push_back(done / kMiB);
    }
    return shown;
}
using Places = std::vector<std::uint64_t>;
} // namespace

class TestPreviewPace : public QObject {
    Q_OBJECT
private slots:
    void previewsComeAtEveryDoublingUntilTheEndIsNear() {
        QCOMPARE(shownAt(640 * kMiB, 1000), (Places{10, 20, 40, 80, 160, 320}));
    }
    void previewsThatCostMuchBecomeFewer() {
        // After the first (24 ms) the next may come when (24 + 48) * 4 = 288 ms have passed: 264 ms of reading.
        QCOMPARE(shownAt(640 * kMiB, 1000, milliseconds(24)), (Places{10, 263, 526}));
    }
    void aSmallFileHasNone() { QCOMPARE(shownAt(kMiB, 1000), Places{}); }
    void nothingIsShownBeforeThereIsAnEvent() { QCOMPARE(shownAt(640 * kMiB, 0), Places{}); }
    void moreEventsThanMemoryShouldHoldTwiceEndThem() {
        QCOMPARE(shownAt(640 * kMiB, PreviewPace::kMaxEvents + 1), Places{});
    }
    void nobodyAskedMeansNever() { QVERIFY(!PreviewPace(0).isDue(100 * kMiB, 1000, std::chrono::hours(1))); }
};

QTEST_APPLESS_MAIN(TestPreviewPace)
#include "tst_preview_pace.moc"
