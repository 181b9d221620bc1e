// Random traces: the fast reader equals the slow one, and damage never makes the result depend on chunks or threads.
#include "tests/support/load_recording.h"
#include "tests/support/random_json.h"
#include "tests/support/slow_reader.h"
#include "tests/support/trace_manifest.h"

#include <QtTest>

#include <cstdlib>

using namespace lanescope;
using namespace lanescope::test;

namespace {

// More rounds than a quick run does, for long runs.
unsigned rounds(unsigned quick) {
    const char* factor = std::getenv("LANESCOPE_TEST_ROUNDS");
    return quick * (factor ? static_cast<unsigned>(std::max(1, std::atoi(factor))) : 1u);
}

std::string where(std::uint64_t seed, std::size_t chunk, const std::string& difference, const std::string& text) {
    return "seed " + std::to_string(seed) + " chunk " + std::to_string(chunk) + " " + difference +
           (text.size() < 4000 ? "\n" + text : "");
}

} // namespace

class TstReaderRandom : public QObject {
    Q_OBJECT

private slots:
    void randomTracesAreReadAsTheSlowReaderReadsThem() {
        for (std::uint64_t seed = 1; seed <= rounds(1500); ++seed) {
            Random random(seed);
            const std::string text = randomTrace(random, static_cast<unsigned>(1 + random() % 40));
            const auto slow = readSlowly(text);
            QVERIFY2(slow.has_value(), text.c_str());
            const Recording fast = loadText(text);
            const std::string difference = differenceToSlow(fast, *slow);
            QVERIFY2(difference.empty(), where(seed, 0, difference, text).c_str());
        }
    }

    void chunksOfAnySizeGiveTheSameRandomTrace() {
        for (std::uint64_t seed = 1; seed <= rounds(400); ++seed) {
            Random random(seed);
            const std::string text = randomTrace(random, static_cast<unsigned>(1 + random() % 60));
            const Recording one = loadText(text);
            for (const std::size_t chunk : {64u, 150u, 700u, 3000u}) {
                const Recording other =
                    loadText(text, {.threads = 1 + static_cast<unsigned>(seed % 3), .chunkBytes = chunk});
                const std::string difference = firstDifference(one, other);
                QVERIFY2(difference.empty(), where(seed, chunk, difference, text).c_str());
            }
        }
    }

    void damageInRandomTracesIsTheSameInAnyChunks() {
        for (std::uint64_t seed = 1; seed <= rounds(1500); ++seed) {
            Random random(seed);
            const std::string text = damaged(randomTrace(random, static_cast<unsigned>(1 + random() % 30)), random);
            const Recording one = loadText(text);
            for (const std::size_t chunk : {64u, 180u, 1000u}) {
                const Recording other =
                    loadText(text, {.threads = 1 + static_cast<unsigned>(seed % 2), .chunkBytes = chunk});
                const std::string difference = firstDifference(one, other);
                QVERIFY2(difference.empty(), where(seed, chunk, difference, text).c_str());
            }
        }
    }

    void damageInRealTracesCostsOnlyEventsNearIt() {
        unsigned files = 0;
        for (const ManifestRow& row : manifest()) {
            if (!row.loads() || *row.events < 60 || *row.events > 2500) continue;
            const std::string text = wholeText(row.path);
            const Recording sound = loadText(text);
            ++files;
            for (std::uint64_t seed = 1; seed <= rounds(10); ++seed) {
                Random random(seed * 1000 + files);
                const std::string broken = damaged(text, random);
                const Recording one = loadText(broken);
                const std::string difference =
                    firstDifference(one, loadText(broken, {.threads = 2, .chunkBytes = 2000}));
                QVERIFY2(difference.empty(), where(seed, 2000, row.file + " " + difference, "").c_str());
                // Elements that begin before the first damage and end before it are untouched.
                std::size_t same = 0;
                while (same < std::min(text.size(), broken.size()) && text[same] == broken[same]) ++same;
                checkFront(sound, one, same, row.file, seed);
            }
        }
        if (files == 0) QSKIP("no folder with real traces");
    }

private:
    static std::uint64_t offsetOf(const std::string& line) { return std::stoull(line.substr(line.find('@') + 1)); }
    static void checkFront(const Recording& sound, const Recording& one, std::size_t same, const std::string& file,
                           std::uint64_t seed) {
        for (std::size_t i = 0; i + 1 < sound.events.size() && offsetOf(sound.events[i + 1]) < same; ++i) {
            const bool isSame = i < one.events.size() && one.events[i] == sound.events[i];
            QVERIFY2(isSame, (file + " seed " + std::to_string(seed) + " event " + sound.events[i]).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TstReaderRandom)
#include "tst_reader_random.moc"
