// The folder of index files: hits and misses, eviction, several writers at once, crashes and full disks.
#include "core/cache/index_cache.h"
#include "core/cache/temp_file.h"
#include "tests/support/packed.h"
#include "tests/support/small_store.h"

#include <QtTest>
#include <csignal>
#include <fcntl.h>
#include <random>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lanescope;
using namespace lanescope::cache;
using test::smallStore;
using test::storeDifference;

namespace {

IndexKey keyOf(std::uint32_t number) { return {{number + 1, 1, 2}, "trace.json", 3, std::nullopt}; }

} // namespace

class TstIndexCache final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path at(const std::string& name) const { return m_folder.path().toStdString() + "/" + name; }
    IndexCache cacheIn(const std::string& name, std::uint64_t maxBytes = std::uint64_t{1} << 30) const {
        return IndexCache({at(name), maxBytes});
    }
    static std::size_t filesIn(const std::filesystem::path& folder) {
        std::size_t files = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++files;
        return files;
    }

private slots:
    void whatWasPutIsFound() {
        const IndexCache cache = cacheIn("basic");
        QVERIFY(!cache.find(keyOf(1), "trace.json"));
        const auto store = smallStore(1);
        const auto written = cache.put(*store, keyOf(1), nullptr);
        QVERIFY(written.ok());
        const auto hit = cache.find(keyOf(1), "trace.json");
        QVERIFY(hit);
        QCOMPARE(storeDifference(*store, *hit->store), std::string());
        QCOMPARE(hit->indexBytes, *written);
        QCOMPARE(cache.usedBytes(), *written);
        QVERIFY(!cache.find(keyOf(2), "trace.json"));
        cache.clear();
        QVERIFY(!cache.find(keyOf(1), "trace.json"));
    }
    void clicksWorkAfterReopeningWithoutReadingTheWholeFile() {
        const std::string text = test::traceLikeText(9'000'000);
        test::writeFile(at("trace.json.gz"), test::gzipped(text));
        auto file = io::openInput(at("trace.json.gz"), {});
        std::string buffer(std::size_t{1} << 20, '\0');
        while (*(*file)->read(buffer) > 0) {
        }
        IndexKey key = keyOf(0);
        key.source = (*file)->source();
        const IndexCache cache = cacheIn("clicks");
        QVERIFY(cache.put(*smallStore(1), key, (*file)->takeTextAccess().get()).ok());
        const auto hit = cache.find(key, at("trace.json.gz"));
        QVERIFY(hit && hit->text);
        QCOMPARE(*hit->text->read(8'765'432, 100), text.substr(8'765'432, 100));
        cache.clear(); // the hit lives on
        QCOMPARE(*hit->text->read(5, 100), text.substr(5, 100));
    }
    void whatComesThroughAPipeIsNotKept() {
        const IndexCache cache = cacheIn("pipe");
        const IndexKey key{{}, "63", 3, std::nullopt};
        QCOMPARE(*cache.put(*smallStore(1), key, nullptr), 0u);
        QVERIFY(!cache.find(key, "/dev/fd/63"));
    }
    void aDamagedIndexIsAMissAndGoesAway() {
        const IndexCache cache = cacheIn("damaged");
        QVERIFY(cache.put(*smallStore(1), keyOf(1), nullptr).ok());
        std::string bytes = test::fileBytes(cache.pathFor(keyOf(1)));
        bytes[200] = static_cast<char>(bytes[200] ^ 1);
        test::writeFile(cache.pathFor(keyOf(1)), bytes);
        QVERIFY(!cache.find(keyOf(1), "trace.json"));
        QVERIFY(!std::filesystem::exists(cache.pathFor(keyOf(1))));
        QVERIFY(cache.put(*smallStore(1), keyOf(1), nullptr).ok());
        QVERIFY(cache.find(keyOf(1), "trace.json"));
    }
    void theOldestByUseGoesWhenTheCacheIsFull() {
        const std::uint64_t one = *cacheIn("size").put(*smallStore(1), keyOf(0), nullptr);
        const IndexCache cache = cacheIn("evict", 3 * one + one / 2);
        const auto usedAt = [&](std::uint32_t number, int second) {
            const timespec times[2] = {{1000 + second, 0}, {1000 + second, 0}};
            ::utimensat(AT_FDCWD, cache.pathFor(keyOf(number)).c_str(), times, 0);
        };
        for (std::uint32_t i = 0; i < 3; ++i) {
            QVERIFY(cache.put(*smallStore(1), keyOf(i), nullptr).ok());
            usedAt(i, static_cast<int>(i));
        }
        QVERIFY(cache.find(keyOf(0), "t")); // the oldest is used now
        QVERIFY(cache.put(*smallStore(1), keyOf(3), nullptr).ok());
        QVERIFY(cache.find(keyOf(0), "t"));
        QVERIFY(!cache.find(keyOf(1), "t"));
        QVERIFY(cache.find(keyOf(2), "t"));
        QVERIFY(cache.find(keyOf(3), "t"));
        QVERIFY(cache.usedBytes() <= 3 * one + one / 2);
        QCOMPARE(cacheIn("tiny", one / 2).put(*smallStore(1), keyOf(1), nullptr).error().code,
                 ErrorCode::LimitExceeded);
        QCOMPARE(filesIn(at("tiny")), 0u);
    }
    void foreignFilesInTheFolderStay() {
        const IndexCache cache = cacheIn("foreign", 1);
        std::filesystem::create_directories(at("foreign"));
        test::writeFile(at("foreign/notes.txt"), "mine");
        (void)cache.put(*smallStore(1), keyOf(1), nullptr);
        cache.clear();
        QCOMPARE(test::fileBytes(at("foreign/notes.txt")), std::string("mine"));
    }
    void theEnvironmentNamesFolderAndLimit() {
        const auto with = [](const char* dir, const char* xdg, const char* home, const char* limit) {
            for (const auto& [name, value] : {std::pair("LANESCOPE_CACHE_DIR", dir),
                                              {"XDG_CACHE_HOME", xdg},
                                              {"HOME", home},
                                              {"LANESCOPE_CACHE_LIMIT", limit}})
                value != nullptr ? ::setenv(name, value, 1) : ::unsetenv(name);
            return CacheSettings::fromEnvironment();
        };
        const std::string home = qgetenv("HOME").toStdString();
        QCOMPARE(with("/d", "/x", "/h", nullptr).folder, std::filesystem::path("/d"));
        QCOMPARE(with(nullptr, "/x", "/h", nullptr).folder, std::filesystem::path("/x/lanescope"));
        QCOMPARE(with(nullptr, "relative", "/h", nullptr).folder, std::filesystem::path("/h/.cache/lanescope"));
        QCOMPARE(with(nullptr, nullptr, nullptr, nullptr).folder, std::filesystem::path());
        QVERIFY(!IndexCache(with(nullptr, nullptr, nullptr, nullptr)).enabled());
        QCOMPARE(with("/d", "", "", nullptr).maxBytes, std::uint64_t{4} << 30);
        QCOMPARE(with("/d", "", "", "300M").maxBytes, std::uint64_t{300} << 20);
        QCOMPARE(with("/d", "", "", "12345").maxBytes, 12345u);
        QCOMPARE(with("/d", "", "", "nonsense").maxBytes, std::uint64_t{4} << 30);
        QVERIFY(!IndexCache(with("/d", "", "", "off")).enabled());
        QVERIFY(!IndexCache(with("/d", "", "", "0")).enabled());
        ::setenv("HOME", home.c_str(), 1);
    }
    void manyWritersAndReadersAtOnceSeeWholeFilesOnly() {
        const IndexCache cache = cacheIn("busy", 400'000); // so small that eviction works against them all the time
        std::vector<std::shared_ptr<const TraceStore>> stores;
        for (std::uint32_t i = 0; i < 4; ++i) stores.push_back(smallStore(i, 2000));
        std::atomic<int> wrong = 0, hits = 0;
        {
            std::vector<std::jthread> threads;
            for (unsigned t = 0; t < 4; ++t)
                threads.emplace_back([&, t] {
                    for (std::uint32_t i = 0; i < 40; ++i) {
                        const std::uint32_t number = (i + t) % 4;
                        if (t % 2 == 0 && !cache.put(*stores[number], keyOf(number), nullptr)) ++wrong;
                        const auto hit = cache.find(keyOf(number), "t", 1);
                        if (hit) ++hits;
                        if (hit && !storeDifference(*stores[number], *hit->store).empty()) ++wrong;
                    }
                });
        }
        QCOMPARE(wrong.load(), 0);
        QVERIFY(hits > 0);
    }
    void killedWritersLeaveNothingThatTheNextStartTripsOver() {
        const IndexCache cache = cacheIn("killed");
        const auto store = smallStore(1, 60'000);
        std::mt19937 random(11);
        int found = 0, missed = 0;
        for (int round = 0; round < 60; ++round) {
            const pid_t child = ::fork();
            if (child == 0) {
                for (;;) (void)cache.put(*store, keyOf(1), nullptr);
            }
            std::this_thread::sleep_for(std::chrono::microseconds(random() % 30'000));
            ::kill(child, SIGKILL);
            int status = 0;
            ::waitpid(child, &status, 0);
            if (const auto hit = cache.find(keyOf(1), "t")) {
                QCOMPARE(storeDifference(*store, *hit->store), std::string());
                ++found;
            } else {
                ++missed;
            }
            if (round % 10 == 0) cache.clear();
        }
        QVERIFY(found > 0);
        QVERIFY(cache.put(*store, keyOf(1), nullptr).ok());
        QCOMPARE(filesIn(at("killed")), 1u); // the dead writers' parts are gone
        QVERIFY(cache.find(keyOf(1), "t"));
        qInfo("found %d, missed %d", found, missed);
    }
    void workInProgressOfOthersIsNotRemoved() {
        std::filesystem::create_directories(at("progress"));
        auto file = TempFile::create(at("progress/x.lsindex"));
        QVERIFY(file.ok());
        removeLeftovers(at("progress"));
        QVERIFY(file->publish().ok());
        QVERIFY(std::filesystem::exists(at("progress/x.lsindex")));
    }
    void aFullDiskIsSurvived() {
        const std::string disk = at("disk");
        std::filesystem::create_directories(disk);
        if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=1m") != 0) QSKIP("mounting a small disk needs root");
        const IndexCache cache({disk, std::uint64_t{1} << 30});
        QVERIFY(cache.put(*smallStore(2, 1000), keyOf(2), nullptr).ok());
        const auto result = cache.put(*smallStore(1, 100'000), keyOf(1), nullptr);
        const bool hit = cache.find(keyOf(2), "t").has_value();
        const std::size_t files = filesIn(disk);
        ::umount2(disk.c_str(), MNT_DETACH);
        QCOMPARE(result.error().code, ErrorCode::NotWritable);
        QVERIFY(hit);
        QCOMPARE(files, 1u);
    }
};

QTEST_APPLESS_MAIN(TstIndexCache)
#include "tst_index_cache.moc"
