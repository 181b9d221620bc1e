// Which timelines of many ranks are opened and kept.
#include "widgets/ranks/timelines_held.h"

#include <QTest>

#include <map>

using lanescope::ranksview::timelinesToHold;
using Records = std::vector<std::size_t>;

class TestTimelinesHeld : public QObject {
    Q_OBJECT
private slots:
    void thoseInViewAreHeldWhateverTheyTake() {
        const auto ten = [](std::size_t) { return std::size_t{10}; };
        QCOMPARE(timelinesToHold({4, 5, 6}, {0, 1, 4, 5, 6}, ten, {2, 5}), (Records{4, 5, 6}));
        QCOMPARE(timelinesToHold({4}, {0, 1, 4, 5}, ten, {8, 30}), (Records{4, 0, 1}));
        QCOMPARE(timelinesToHold({4}, {0, 1, 4, 5}, ten, {2, 100}), (Records{4, 0}));
    }

    void whatIsLetGoIsNotAskedForAgain() {
        // 8, 8, 8 and 12 million of 32: the fourth is opened (it counts like the others before), known, and let go for
        // good, whichever others are open then.
        std::map<std::size_t, std::size_t> known{{0, 8}, {1, 8}, {2, 8}};
        const auto slicesOf = [&](std::size_t record) { return known.contains(record) ? known.at(record) : 0; };
        const Records shown{0, 1, 2, 3};
        QCOMPARE(timelinesToHold({0, 1}, shown, slicesOf, {32, 32}), shown);
        known[3] = 12;
        for (int again = 0; again < 3; ++again)
            QCOMPARE(timelinesToHold({0, 1}, shown, slicesOf, {32, 32}), (Records{0, 1, 2}));
        QCOMPARE(timelinesToHold({3}, shown, slicesOf, {32, 32}), (Records{3, 0, 1})); // looked at
    }
};

QTEST_APPLESS_MAIN(TestTimelinesHeld)
#include "tst_timelines_held.moc"
