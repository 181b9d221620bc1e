#include "core/session/preview_pace.h"

#include <QTest>

using lanescope::PreviewPace;

namespace {
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// How often previews that cost nothing would be shown while a file of `total` bytes is read in small steps.
std::vector<std::uint64_t> shownAt(std::uint64_t total, std::uint64_t events) {
    PreviewPace pace(total);
    std::vector<std::uint64_t> shown;
    for (std::uint64_t done = 0; done <= total; done += 64 << 10) {
        if (!pace.isDue(done, events)) continue;
        const PreviewPace::Taking taking(pace);
        shown.push_back(done);
    }
    return shown;
}
} // namespace

class TestPreviewPace : public QObject {
    Q_OBJECT
private slots:
    void previewsComeAtGrowingDistancesAndAtMostTenTimes() {
        const auto shown = shownAt(640 * kMiB, 1000);
        QVERIFY(shown.size() >= 5);
        QVERIFY(shown.size() <= 10);
        QCOMPARE(shown.front(), 10 * kMiB); // one part in 64
        for (std::size_t i = 1; i < shown.size(); ++i) QVERIFY(shown[i] >= 2 * shown[i - 1] - kMiB);
        QVERIFY(shown.back() < 640 * kMiB * 15 / 16 + kMiB);
    }
    void aSmallFileHasNone() { QVERIFY(shownAt(kMiB, 1000).empty()); }
    void nothingIsShownBeforeThereIsAnEvent() { QVERIFY(shownAt(640 * kMiB, 0).empty()); }
    void moreEventsThanMemoryShouldHoldTwiceEndThem() {
        QVERIFY(shownAt(640 * kMiB, PreviewPace::kMaxEvents + 1).empty());
    }
    void nobodyAskedMeansNever() { QVERIFY(shownAt(0, 1000).empty()); }
};

QTEST_APPLESS_MAIN(TestPreviewPace)
#include "tst_preview_pace.moc"
