// The pieces the builder is made of, each against something simpler.
#include "core/build/lane_ends.h"
#include "core/build/natural_sort.h"
#include "core/build/number_ranks.h"
#include "core/build/open_slices.h"
#include "core/build/raw_stream.h"
#include "core/build/string_table.h"
#include "core/build/time_order.h"

#include <QtTest>

#include <map>
#include <random>
#include <set>

using namespace lanescope;
using namespace lanescope::build;

namespace {

struct Times {
    const std::vector<std::int64_t>& times;
    bool has(std::uint32_t i) const { return times[i] != INT64_MIN; }
    std::int64_t time(std::uint32_t i) const { return times[i]; }
};

// Times of several series that each rise, mixed; every tenth number takes no part.
std::vector<std::int64_t> seriesOfTimes(std::mt19937& random, std::size_t count, std::size_t series) {
    std::vector<std::int64_t> next(series);
    for (std::size_t s = 0; s < series; ++s) next[s] = static_cast<std::int64_t>(random() % 1000);
    std::vector<std::int64_t> times(count);
    for (std::int64_t& time : times) {
        std::int64_t& own = next[random() % series];
        own += static_cast<std::int64_t>(random() % 5);
        time = random() % 10 == 0 ? INT64_MIN : own;
    }
    return times;
}

} // namespace

class tst_building_blocks : public QObject {
    Q_OBJECT

private slots:
    void packedArgumentsComeBackAsTheyWere() {
        std::mt19937_64 random(1);
        BlockPool pool;
        RawStream stream;
        std::vector<std::vector<std::pair<ArgField, std::int64_t>>> all;
        for (int i = 0; i < 200'000; ++i) { // into the second run of blocks
            ArgBytes::Packed packed;
            auto& args = all.emplace_back();
            for (std::uint64_t k = random() % 6; k > 0; --k) {
                const auto field = static_cast<ArgField>(random() % kArgFields);
                const std::int64_t value = static_cast<std::int64_t>(random()) >> (random() % 64);
                args.emplace_back(field, value);
                QVERIFY(packed.add(field, value));
            }
            RawRecord record{};
            record.kindAndArgs = static_cast<std::uint16_t>(packed.size);
            QVERIFY(stream.args.append(packed, pool));
            stream.records.push(record, pool);
        }
        forEachWithArgs(stream, [&](std::size_t i, const RawRecord&, ArgReader reader) {
            std::vector<std::pair<ArgField, std::int64_t>> args;
            for (PackedArg arg; reader.next(arg);) args.emplace_back(arg.field, arg.value);
            if (args != all[i]) QFAIL("another argument");
        });
    }

    void anEventWithEveryArgumentFits() {
        ArgBytes::Packed packed;
        for (std::size_t i = 0; i < kArgFields; ++i) QVERIFY(packed.add(static_cast<ArgField>(i), INT64_MIN + 7));
        QVERIFY(packed.size <= ArgBytes::kMostBytes);
        QVERIFY(!packed.add(ArgField::Device, INT64_MAX)); // once more does not
    }

    void aBlockListKeepsEverythingInItsPlace() {
        BlockPool pool;
        BlockList<std::uint64_t> list;
        constexpr std::uint64_t kMany = 900'000; // 16 single blocks and three runs of 32
        for (std::uint64_t i = 0; i < kMany; ++i) {
            list.push(i * i, pool);
            if (list.size() != i + 1) QFAIL("another size");
        }
        for (std::uint64_t i = 0; i < kMany; ++i)
            if (list[i] != i * i) QFAIL("another value");
        list.clear();
        QCOMPARE(list.size(), std::size_t{0});
        list.push(7, pool);
        QCOMPARE(list[0], std::uint64_t{7});
    }

    void whatLongListsGiveBackIsUsedAgainUntilItGoesToTheSystem() {
        BlockPool pool;
        const auto fill = [&](BlockList<std::uint64_t>& list, std::uint64_t factor) {
            for (std::uint64_t i = 0; i < 500'000; ++i) list.push(i * factor, pool);
        };
        const auto holds = [](const BlockList<std::uint64_t>& list, std::uint64_t factor) {
            for (std::uint64_t i = 0; i < 500'000; ++i)
                if (list[i] != i * factor) return false;
            return true;
        };
        BlockList<std::uint64_t> first, second;
        fill(first, 3);
        fill(second, 5);
        const auto runsOf = [](const BlockList<std::uint64_t>& list) { // of 2 MiB each
            const auto run = [&](std::size_t i) { return reinterpret_cast<std::uintptr_t>(&list[i]) >> 21; };
            return std::set{run(150'000), run(450'000)};
        };
        const auto before = runsOf(first);
        first.clear();
        fill(first, 7);
        QVERIFY(runsOf(first) == before);
        QVERIFY(holds(first, 7));
        pool.returnToSystem();
        first.clear(); // its neighbours stay
        QVERIFY(holds(second, 5));
        fill(first, 11);
        QVERIFY(holds(first, 11));
        QVERIFY(holds(second, 5));
    }

    void textsAreNumberedOnceInOrder() {
        StringTable table;
        QCOMPARE(table.intern(""), 0u);
        QCOMPARE(table.intern("a"), 1u);
        QCOMPARE(table.intern("b"), 2u);
        QCOMPARE(table.intern("a"), 1u);
        const char* const place = table.text(1).data();
        for (int i = 0; i < 100'000; ++i)
            QCOMPARE(table.intern("name " + std::to_string(i)), static_cast<unsigned>(3 + i));
        for (int i = 0; i < 100'000; i += 999)
            QCOMPARE(table.intern("name " + std::to_string(i)), static_cast<unsigned>(3 + i));
        QVERIFY(table.text(1).data() == place); // never moves: previews look at it
        QCOMPARE(table.text(2), std::string_view("b"));
        QCOMPARE(table.size(), 100'003u);
    }

    void naturalSortSortsStably_data() {
        QTest::addColumn<int>("values");
        QTest::addColumn<int>("different");
        QTest::newRow("random, many blocks") << 200'000 << 1'000'000;
        QTest::newRow("few values") << 100'000 << 3;
        QTest::newRow("one") << 1 << 5;
        QTest::newRow("none") << 0 << 5;
    }
    void naturalSortSortsStably() {
        QFETCH(int, values);
        QFETCH(int, different);
        std::mt19937 random(3);
        using Value = std::pair<int, int>; // key, place
        std::vector<Value> got;
        for (int i = 0; i < values; ++i) got.emplace_back(static_cast<int>(random()) % different, i);
        // half of it in long sorted stretches
        std::stable_sort(got.begin(), got.begin() + values / 3, [](auto& a, auto& b) { return a.first < b.first; });
        std::vector<Value> wanted = got;
        const auto less = [](const Value& a, const Value& b) { return a.first < b.first; };
        std::stable_sort(wanted.begin(), wanted.end(), less);
        naturalSort(got, less, std::stop_token());
        QVERIFY(got == wanted);
    }

    void aStoppedSortLosesNothing() {
        std::stop_source stop;
        stop.request_stop();
        std::vector<int> values{5, 3, 4, 1};
        naturalSort(values, std::less<>{}, stop.get_token());
        QCOMPARE((std::multiset<int>(values.begin(), values.end())), (std::multiset<int>{1, 3, 4, 5}));
    }

    void numbersComeInTheOrderOfTheirTimes_data() {
        QTest::addColumn<int>("series");
        for (const int series : {1, 2, 5, 47, 48, 49, 500}) QTest::newRow(std::to_string(series).c_str()) << series;
    }
    void numbersComeInTheOrderOfTheirTimes() {
        QFETCH(int, series);
        std::mt19937 random(4);
        const std::vector<std::int64_t> times = seriesOfTimes(random, 20'000, static_cast<std::size_t>(series));
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t i = 0; i < times.size(); ++i)
            if (times[i] != INT64_MIN) wanted.push_back(i);
        std::stable_sort(wanted.begin(), wanted.end(), [&](auto a, auto b) { return times[a] < times[b]; });
        const Times source{times};
        std::vector<std::uint32_t> got(times.size());
        got.resize(
            TimeOrder<Times>::sort(source, static_cast<std::uint32_t>(times.size()), got.data(), std::stop_token()));
        orderEqualTimes(source, got.data(), got.size(), std::less<>{}, std::stop_token());
        QVERIFY(got == wanted);
    }

    void ranksAreThePlacesAmongTheNumbers() {
        std::mt19937_64 random(5);
        const std::uint64_t first = UINT64_MAX - 5000; // at the end of all numbers
        std::set<std::uint64_t> numbers{first, UINT64_MAX};
        for (int i = 0; i < 700; ++i) numbers.insert(first + random() % 5000);
        NumberRanks ranks(first, UINT64_MAX);
        for (const std::uint64_t number : numbers) ranks.add(number);
        ranks.seal();
        QCOMPARE(ranks.count(), static_cast<std::uint32_t>(numbers.size()));
        std::uint32_t rank = 0;
        for (std::uint64_t number = first;; ++number) {
            QCOMPARE(ranks.rank(number), numbers.contains(number) ? rank++ : NumberRanks::kNone);
            if (number == UINT64_MAX) break;
        }
        QCOMPARE(ranks.rank(first - 1), NumberRanks::kNone);
        QCOMPARE(ranks.rank(0), NumberRanks::kNone);
        QVERIFY(!NumberRanks::isDense(0, UINT64_MAX, 1'000'000));
    }

    void theLowestFreeLaneIsTaken() {
        std::mt19937 random(6);
        LaneEnds lanes;
        std::vector<std::int64_t> slow; // end by lane
        for (std::int64_t start = 0; start < 20'000; ++start) {
            const auto least =
                static_cast<std::uint32_t>(random() % (slow.empty() ? 1 : std::min<std::size_t>(slow.size(), 300) + 1));
            const auto end = start + static_cast<std::int64_t>(random() % 2000);
            std::uint32_t wanted = least;
            while (wanted < slow.size() && slow[wanted] > start) ++wanted;
            if (wanted == slow.size()) slow.push_back(0);
            slow[wanted] = end;
            QCOMPARE(lanes.take(least, start, end), wanted);
        }
        QVERIFY(slow.size() > 200); // the tree was needed
    }

    void theShortestOpenSliceAroundIsFound() {
        std::mt19937 random(7);
        for (const int longest : {20, 3000, 1'000'000}) {
            OpenSlices open;
            std::vector<OpenSlices::Open> all;
            std::int64_t start = 0;
            for (std::uint32_t i = 0; i < 2000; ++i) {
                start += static_cast<std::int64_t>(random() % 3);
                const std::int64_t end = start + static_cast<std::int64_t>(random()) % longest;
                std::uint32_t wanted = UINT32_MAX;
                std::int64_t shortest = INT64_MAX;
                for (const OpenSlices::Open& o : all) {
                    const bool touches = o.end > start || (o.duration == 0 && o.end == start && end == start);
                    if (touches && o.end >= end && o.duration <= shortest) {
                        shortest = o.duration;
                        wanted = o.record;
                    }
                }
                const OpenSlices::Open* const got = open.shortestAround(start, end);
                QCOMPARE(got ? got->record : UINT32_MAX, wanted);
                open.put(start, end, i);
                all.push_back({end, end - start, i});
            }
        }
    }
};

QTEST_APPLESS_MAIN(tst_building_blocks)
#include "tst_building_blocks.moc"
