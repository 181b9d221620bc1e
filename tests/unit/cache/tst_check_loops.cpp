// The fast passes of the index check find every bad value wherever it stands, in both versions, as a plain loop does.
#include "core/cache/check_loops.h"
#include "core/cache/column_checks.h"
#include "core/cache/index_format.h"

#include <QtTest>
#include <random>
#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace lanescope;
using namespace lanescope::cache;

class TstCheckLoops final : public QObject {
    Q_OBJECT

    template <class T, class Ask>
    void everyPlace(const std::vector<T>& good, T bad, Ask&& ask) {
        for (const CheckLoops* loops : {&checkLoops(), &plainCheckLoops()}) {
            QVERIFY(!ask(*loops, good));
            for (std::size_t i = 0; i < good.size(); ++i) {
                std::vector<T> values = good;
                values[i] = bad;
                QVERIFY2(ask(*loops, values), std::to_string(i).c_str());
            }
        }
    }

private slots:
    void aValueAboveTheLimitIsFoundAnywhere() {
        for (const std::size_t size : {1u, 255u, 256u, 257u, 600u}) {
            everyPlace<std::uint8_t>(std::vector<std::uint8_t>(size, 9), 10,
                                     [](auto& l, auto& v) { return l.anyAtLeast8(v.data(), v.size(), 10); });
            everyPlace<std::uint32_t>(std::vector<std::uint32_t>(size, 0x8000'0000), 0x8000'0001,
                                      [](auto& l, auto& v) { return l.anyAtLeast32(v.data(), v.size(), 0x8000'0001); });
            everyPlace<std::uint32_t>(std::vector<std::uint32_t>(size, kNoRow), kNoRow - 1, [](auto& l, auto& v) {
                return l.anyAtLeastBut32(v.data(), v.size(), 7, kNoRow);
            });
            everyPlace<std::uint64_t>(std::vector<std::uint64_t>(size, 1ull << 63), ~0ull,
                                      [](auto& l, auto& v) { return l.anyAtLeast64(v.data(), v.size(), ~0ull); });
            for (const std::int64_t bad : {-5ll, 4ll})
                everyPlace<std::int64_t>(std::vector<std::int64_t>(size, -4), bad,
                                         [](auto& l, auto& v) { return l.anyOutside64(v.data(), v.size(), -4, 4); });
        }
    }
    void aStepBackIsFoundAnywhere() {
        for (const std::size_t size : {2u, 256u, 257u, 258u, 700u}) {
            std::vector<std::uint32_t> rising(size), level(size, 0xffff'fff0);
            for (std::uint32_t i = 0; i < size; ++i) rising[i] = 0x7fff'ff00 + i; // across the sign bit
            for (const CheckLoops* l : {&checkLoops(), &plainCheckLoops()}) {
                QVERIFY(!l->anyNotRising32(rising.data(), size - 1));
                QVERIFY(l->anyNotRising32(level.data(), size - 1));
                QVERIFY(!l->anyFalling32(level.data(), size - 1));
                for (std::size_t i = 1; i < size; ++i) {
                    std::vector<std::uint32_t> bad = rising;
                    bad[i] = bad[i - 1];
                    QVERIFY(l->anyNotRising32(bad.data(), size - 1));
                    bad[i] = bad[i - 1] - 1;
                    QVERIFY(l->anyFalling32(bad.data(), size - 1));
                    std::vector<std::uint64_t> wide(rising.begin(), rising.end());
                    wide[i] = wide[i - 1] - 1;
                    QVERIFY(l->anyFalling64(wide.data(), size - 1));
                }
            }
        }
    }
    void slicesThatOverlapInALaneAreFound() {
        // Two lanes of 300 rows, each slice 10 ns long and touching the next.
        std::vector<std::int64_t> start;
        for (int lane = 0; lane < 2; ++lane)
            for (int i = 0; i < 300; ++i) start.push_back(1000 - lane + i * 10);
        std::vector<std::uint32_t> narrow(start.size(), 10);
        const std::vector<Lane> lanes{{TrackId{0}, 0, 300}, {TrackId{0}, 300, 0}, {TrackId{0}, 300, 300}};
        const auto inOrder = [&](const std::vector<std::uint32_t>& rows, std::int64_t wide) {
            std::vector<std::uint32_t> wideRows;
            for (std::uint32_t i = 0; i < rows.size(); ++i)
                if (rows[i] == kWideMark) wideRows.push_back(i);
            const std::vector<std::int64_t> wideValues(wideRows.size(), wide);
            const NarrowColumn duration{rows, wideRows, wideValues};
            return rowsInOrder(0, start, rows, {lanes, &duration});
        };
        QVERIFY(inOrder(narrow, 0));
        for (std::size_t i = 0; i < narrow.size(); ++i) {
            std::vector<std::uint32_t> longer = narrow;
            longer[i] = 11;
            QCOMPARE(inOrder(longer, 0), i == 299 || i == 599); // the last of a lane may be longer
            longer[i] = kWideMark;
            QVERIFY(inOrder(longer, 10));
            QCOMPARE(inOrder(longer, std::int64_t{1} << 33), i == 299 || i == 599);
            QCOMPARE(inOrder(longer, INT64_MAX), i == 299 || i == 599);
        }
    }
    void sumsDoNotDependOnTheVectorWidth() {
        std::mt19937 random(1);
        std::vector<char> bytes(300'000);
        for (char& c : bytes) c = static_cast<char>(random());
        for (const std::size_t size : {0u, 1u, 240u, 1024u, 1025u, 5000u, 262'144u, 300'000u})
            QCOMPARE(sumOf(std::span<const char>(bytes).first(size)), XXH3_64bits(bytes.data(), size));
    }
};

QTEST_APPLESS_MAIN(TstCheckLoops)
#include "tst_check_loops.moc"
