#include "core/analysis/intervals.h"

#include <QtTest>

#include <random>

using namespace lanescope;

namespace {

IntervalList randomList(std::mt19937& random, std::int64_t until) {
    std::vector<Interval> raw;
    for (std::size_t i = 0; i < random() % 12; ++i) {
        const auto begin = static_cast<std::int64_t>(random() % static_cast<unsigned>(until));
        raw.push_back({begin, begin + static_cast<std::int64_t>(random() % 9)});
    }
    return unionOf(std::move(raw));
}

std::vector<bool> marks(const std::vector<Interval>& list, std::int64_t until) {
    std::vector<bool> out(static_cast<std::size_t>(until));
    for (const Interval& i : list)
        for (std::int64_t at = i.begin; at < i.end && at < until; ++at) out[static_cast<std::size_t>(at)] = true;
    return out;
}

bool wellFormed(const IntervalList& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].begin >= list[i].end) return false;
        if (i > 0 && list[i - 1].end >= list[i].begin) return false;
    }
    return true;
}

} // namespace

class TestIntervals : public QObject {
    Q_OBJECT

private slots:
    void touchingAndOverlappingIntervalsBecomeOne() {
        const IntervalList list = unionOf(std::vector<Interval>{{20, 30}, {0, 10}, {10, 15}, {25, 40}, {22, 23}});
        QCOMPARE(list, (IntervalList{{0, 15}, {20, 40}}));
        QCOMPARE(length(list), 35);
    }
    void intervalsWithoutLengthAreNotThere() {
        QCOMPARE(unionOf(std::vector<Interval>{{5, 5}, {9, 3}, {7, 8}}), (IntervalList{{7, 8}}));
        QCOMPARE(unionOf(std::vector<Interval>{}), IntervalList{});
    }
    void severalSortedListsMergeIntoOne() {
        const IntervalList a{{0, 4}, {10, 12}};
        const IntervalList b{{4, 6}, {11, 20}};
        const IntervalList c{{30, 31}};
        const std::vector<const IntervalList*> lists{&a, &b, &c};
        QCOMPARE(unionOf(lists), (IntervalList{{0, 6}, {10, 20}, {30, 31}}));
        QCOMPARE(unionOf(std::span<const IntervalList* const>{}), IntervalList{});
    }
    void oneHoleMayReachOverSeveralIntervals() {
        QCOMPARE(subtract({{0, 10}, {12, 20}, {30, 40}}, {{5, 35}}), (IntervalList{{0, 5}, {35, 40}}));
        QCOMPARE(subtract({{0, 10}}, {{2, 3}, {5, 7}, {9, 99}}), (IntervalList{{0, 2}, {3, 5}, {7, 9}}));
    }
    void aClippedListKeepsExactlyWhatIsInside() {
        const IntervalList list{{0, 10}, {20, 30}, {40, 50}};
        QCOMPARE(clip(list, 5, 45), (IntervalList{{5, 10}, {20, 30}, {40, 45}}));
        QCOMPARE(clip(list, 22, 24), (IntervalList{{22, 24}}));
        QCOMPARE(clip(list, 10, 20), IntervalList{});
        QCOMPARE(clip(list, 30, 5), IntervalList{});
        QCOMPARE(lengthWithin(list, 5, 45), 20);
        QCOMPARE(lengthWithin(list, 22, 24), 2);
        QCOMPARE(lengthWithin(list, -100, 100), 30);
        QCOMPARE(lengthWithin(list, 10, 20), 0);
        QCOMPARE(lengthWithin(list, 24, 22), 0);
    }
    void setOperationsAgreeWithMarkingEveryNanosecond() {
        std::mt19937 random(20240611);
        constexpr std::int64_t kUntil = 60;
        for (int round = 0; round < 4000; ++round) {
            const IntervalList a = randomList(random, kUntil - 10);
            const IntervalList b = randomList(random, kUntil - 10);
            const auto ma = marks(a, kUntil);
            const auto mb = marks(b, kUntil);
            const auto both = marks(intersect(a, b), kUntil);
            const auto either = marks(unionOf(a, b), kUntil);
            const auto less = marks(subtract(a, b), kUntil);
            for (std::size_t i = 0; i < ma.size(); ++i) {
                QCOMPARE(bool(both[i]), ma[i] && mb[i]);
                QCOMPARE(bool(either[i]), ma[i] || mb[i]);
                QCOMPARE(bool(less[i]), ma[i] && !mb[i]);
            }
            QVERIFY(wellFormed(a));
            QVERIFY(wellFormed(unionOf(a, b)));
            QVERIFY(wellFormed(intersect(a, b)));
            QVERIFY(wellFormed(subtract(a, b)));
            const auto begin = static_cast<std::int64_t>(random() % kUntil);
            const auto end = static_cast<std::int64_t>(random() % kUntil);
            std::int64_t inside = 0;
            for (std::int64_t i = begin; i < end; ++i) inside += ma[static_cast<std::size_t>(i)];
            QCOMPARE(lengthWithin(a, begin, end), inside);
            QCOMPARE(length(clip(a, begin, end)), inside);
        }
    }
};

QTEST_APPLESS_MAIN(TestIntervals)
#include "tst_intervals.moc"
