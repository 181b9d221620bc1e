// Sorting and merging that can be stopped: the same as std::stable_sort, and nothing lost when stopped.
#include "core/analysis/run_merge.h"

#include <QtTest>

#include <functional>
#include <random>

using namespace lanescope;

namespace {

using Item = std::pair<int, int>; // what it is sorted by, and where it was
bool before(const Item& a, const Item& b) { return a.first < b.first; }

std::vector<Item> random(std::size_t n, int values, std::uint32_t seed) {
    std::mt19937 engine(seed);
    std::vector<Item> out;
    for (std::size_t i = 0; i < n; ++i)
        out.emplace_back(static_cast<int>(engine() % static_cast<unsigned>(values)), static_cast<int>(i));
    return out;
}

} // namespace

class TestRunMerge : public QObject {
    Q_OBJECT

private slots:
    void aSortThatCanBeStoppedIsAStableSort() {
        for (const std::size_t n : {0u, 1u, 2u, 32'767u, 32'768u, 32'769u, 70'001u, 200'000u})
            for (const int values : {1, 7, 1'000'000}) {
                std::vector<Item> items = random(n, values, static_cast<std::uint32_t>(n) + 1);
                std::vector<Item> expected = items;
                std::stable_sort(expected.begin(), expected.end(), before);
                sortStoppable(items, before, {});
                QCOMPARE(items, expected);
            }
    }
    void runsInOrderAndRunsThatAreNotAreMergedAlike() {
        for (std::uint32_t seed = 1; seed < 8; ++seed) {
            std::vector<Item> items = random(100'000, 5'000, seed);
            const std::vector<std::size_t> ends{0, 10, 40'000, 40'000, 90'000, 100'000};
            std::stable_sort(items.begin() + 10, items.begin() + 40'000, before); // one is in order
            std::vector<Item> expected = items;
            std::stable_sort(expected.begin(), expected.end(), before);
            mergeRuns(items, ends, before, {});
            QCOMPARE(items, expected);
        }
    }
    void nothingIsLostWhenItIsStopped() {
        std::vector<Item> items = random(100'000, 5'000, 9);
        std::vector<Item> expected = items;
        std::stop_source source;
        int looked = 0;
        const auto stopping = [&](const Item& a, const Item& b) {
            if (++looked == 500'000) source.request_stop();
            return before(a, b);
        };
        sortStoppable(items, stopping, source.get_token());
        QVERIFY(source.stop_requested());
        QVERIFY(!std::is_sorted(items.begin(), items.end(), before));
        const auto all = [](std::vector<Item> v) {
            std::sort(v.begin(), v.end());
            return v;
        };
        QCOMPARE(all(items), all(expected));
    }
    void aListInOrderIsSeenAcrossThePiecesItIsLookedAtIn() {
        std::vector<int> items(50'000);
        for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<int>(i);
        QVERIFY(isInOrder(items.begin(), items.end(), std::less<>(), {}));
        for (const std::size_t at : {1u, 16'383u, 16'384u, 16'385u, 32'766u, 32'767u, 49'999u}) {
            std::swap(items[at - 1], items[at]);
            QVERIFY(!isInOrder(items.begin(), items.end(), std::less<>(), {}));
            std::swap(items[at - 1], items[at]);
        }
    }
};

QTEST_APPLESS_MAIN(TestRunMerge)
#include "tst_run_merge.moc"
