// The index file: gives back exactly the store that was written, or nothing at all.
#include "core/cache/index_file.h"
#include "core/cache/index_format.h"
#include "tests/support/packed.h"
#include "tests/support/small_store.h"

#include <QtTest>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lanescope;
using namespace lanescope::cache;
using test::fileBytes;
using test::smallStore;
using test::storeDifference;
using test::writeFile;

namespace {

IndexKey someKey() { return {{1234, 5678, 0xfeed}, "rank3.json.gz", 42, -7}; }

// Goes through a store as pictures and tables do, so that a wrong index or range shows (under ASan at the latest).
std::uint64_t useAll(const TraceStore& store) {
    std::uint64_t sum = static_cast<std::uint64_t>(store.extent().length().count());
    for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
        const SliceId s{row};
        sum += store.name(s).size() + static_cast<std::uint64_t>(store.role(s)) + store.eventOffset(s);
        sum += kindWord(store.kind(s))[0] + store.lane(s).value + store.track(s).value;
        if (const auto parent = store.parent(s)) sum += store.name(*parent).size();
        if (const auto call = store.launchOf(s)) sum += store.launchedBy(*call).size();
        sum += static_cast<std::uint64_t>(store.device(s).value_or(0)) +
               static_cast<std::uint64_t>(store.duration(s).count());
        sum += static_cast<std::uint64_t>(store.stream(s).value_or(0));
    }
    for (const ArgFieldInfo& field : argFieldTable())
        for (std::uint32_t row = 0; row < store.slices().size(); ++row)
            if (const auto value = store.arg(field.field).find(row))
                sum +=
                    field.type == ArgType::Text ? store.text(StringId{static_cast<std::uint32_t>(*value)}).size() : 1;
    for (std::size_t i = 0; i < store.instants().size(); ++i)
        sum +=
            store.text(StringId{store.instants().name[i]}).size() + store.tracks()[store.instants().track[i]].laneCount;
    for (const std::uint32_t slice : store.flows().slice)
        if (slice != kNoRow) sum += store.name(SliceId{slice}).size();
    for (const LodLevel& level : store.lod())
        for (const std::uint32_t row : level.longest) sum += store.name(SliceId{row}).size();
    for (const Step& step : store.steps()) sum += store.name(SliceId{step.slice}).size();
    for (const Thread& thread : store.threads()) sum += store.text(thread.name).size();
    return sum;
}

} // namespace

class TstIndexFile final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path at(const char* name) const { return m_folder.path().toStdString() + "/" + name; }
    void put(const std::filesystem::path& path, const std::string& bytes) {
        const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
        QCOMPARE(::pwrite(fd, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
        if (::lseek(fd, 0, SEEK_END) != static_cast<off_t>(bytes.size()))
            QCOMPARE(::ftruncate(fd, static_cast<off_t>(bytes.size())), 0);
        ::close(fd);
    }
    std::size_t filesIn(const std::filesystem::path& folder) {
        std::size_t files = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++files;
        return files;
    }

private slots:
    void theStoreComesBackColumnByColumn() {
        for (const std::uint32_t slices : {0u, 1u, 16u, 200u, 70'000u, 700'000u}) {
            const auto store = smallStore(slices + 1, slices);
            const auto written = writeIndex(*store, someKey(), "saved text", at("a"));
            QVERIFY2(written.ok(), written.ok() ? "" : written.error().text().c_str());
            QCOMPARE(std::filesystem::file_size(at("a")), *written);
            for (const unsigned threads : {1u, 3u}) {
                const auto opened = openIndex(someKey(), at("a"), threads);
                QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().text().c_str());
                QCOMPARE(storeDifference(*store, *opened->store), std::string());
                QCOMPARE(opened->savedText, std::string_view("saved text"));
                QCOMPARE(useAll(*opened->store), useAll(*store));
            }
        }
    }
    void columnsOnTheSameRowsShareThemInTheFileToo() {
        const auto store = smallStore(5, 5000);
        StoreParts parts = store->parts();
        SideColumn& dims = parts.args[static_cast<std::size_t>(ArgField::InputDims)];
        SideColumn& types = parts.args[static_cast<std::size_t>(ArgField::InputTypes)];
        QVERIFY(dims.size() > 100);
        types = dims;
        const std::vector<std::uint32_t> copy(dims.rows.begin(), dims.rows.end());
        const TraceStore shared(parts, store);
        types.rows = copy;
        const TraceStore apart(parts, store);
        const auto less = writeIndex(shared, someKey(), "text", at("shared"));
        const auto more = writeIndex(apart, someKey(), "text", at("apart"));
        QVERIFY(less.ok() && more.ok());
        QVERIFY(*less + dims.rows.size_bytes() <= *more);
        const auto opened = openIndex(someKey(), at("shared"));
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().text().c_str());
        QCOMPARE(storeDifference(apart, *opened->store), std::string());
        QVERIFY(opened->store->arg(ArgField::InputDims).rows.data() ==
                opened->store->arg(ArgField::InputTypes).rows.data());
    }
    void theStoreOutlivesTheFile() {
        const auto store = smallStore(5);
        QVERIFY(writeIndex(*store, someKey(), "t", at("gone")).ok());
        auto opened = openIndex(someKey(), at("gone"));
        std::filesystem::remove(at("gone"));
        const auto kept = opened->store;
        opened = Error{};
        QCOMPARE(storeDifference(*store, *kept), std::string());
    }
    void onlyTheSameTraceFileRulesAndRankAreServed() {
        QVERIFY(writeIndex(*smallStore(1), someKey(), "", at("k")).ok());
        std::vector<IndexKey> others(7, someKey());
        others[0].source.size++;
        others[1].source.mtimeNs++;
        others[2].source.fingerprint++;
        others[3].fileName = "rank4.json.gz";
        others[4].rulesFingerprint++;
        others[5].userRank = 1;
        others[6].userRank.reset();
        for (const IndexKey& other : others) QCOMPARE(openIndex(other, at("k")).error().code, ErrorCode::MissingData);
        QVERIFY(openIndex(someKey(), at("k")).ok());
        QCOMPARE(openIndex(someKey(), at("nowhere")).error().code, ErrorCode::NotFound);
    }
    void previewsHaveNoIndex() {
        StoreParts parts;
        parts.partial = true;
        QVERIFY(!writeIndex(TraceStore(std::move(parts), nullptr), someKey(), "", at("p")).ok());
        QVERIFY(!std::filesystem::exists(at("p")));
    }
    void everyFlippedByteIsNoticed() {
        const auto store = smallStore(2, 40);
        QVERIFY(writeIndex(*store, someKey(), "text", at("f")).ok());
        const std::string good = fileBytes(at("f"));
        put(at("bad"), good);
        const std::vector<bool> used = bytesInUse(good);
        QVERIFY(std::count(used.begin(), used.end(), true) > 10'000);
        const int fd = ::open(at("bad").c_str(), O_WRONLY);
        for (std::size_t i = 0; i < good.size(); ++i) {
            if (!used[i]) continue; // between sections, of no meaning
            const char bad = static_cast<char>(good[i] ^ (1 << (i % 8)));
            QCOMPARE(::pwrite(fd, &bad, 1, static_cast<off_t>(i)), 1);
            QVERIFY2(!openIndex(someKey(), at("bad"), 1).ok(), std::to_string(i).c_str());
            QCOMPARE(::pwrite(fd, &good[i], 1, static_cast<off_t>(i)), 1);
        }
        ::close(fd);
        QCOMPARE(storeDifference(*store, *openIndex(someKey(), at("bad"))->store), std::string());
    }
    void everyTruncationIsNoticed() {
        QVERIFY(writeIndex(*smallStore(3, 30), someKey(), "text", at("t")).ok());
        const std::string good = fileBytes(at("t"));
        put(at("cut"), good);
        for (std::size_t size = good.size(); size-- > 0;) {
            QCOMPARE(::truncate(at("cut").c_str(), static_cast<off_t>(size)), 0);
            QVERIFY2(!openIndex(someKey(), at("cut"), 1).ok(), std::to_string(size).c_str());
        }
        put(at("cut"), good + "x");
        QVERIFY(!openIndex(someKey(), at("cut"), 1).ok());
    }
    // Hostile: the content is changed and all sums are made right again. Whatever is accepted must be safe to use.
    void hostileContentWithRightSumsIsRefusedOrHarmless() {
        const auto store = smallStore(4, 60);
        QVERIFY(writeIndex(*store, someKey(), "text", at("h")).ok());
        const std::string good = fileBytes(at("h"));
        QVERIFY(resummed(good) == good);
        const std::vector<bool> used = bytesInUse(good);
        std::size_t refused = 0, accepted = 0;
        std::mt19937 random(9);
        for (std::size_t i = sizeof(Header); i < good.size(); i += 2) {
            if (!used[i]) continue;
            std::string bad = good;
            bad[i] = static_cast<char>(i % 3 == 0 ? 0xff : i % 3 == 1 ? bad[i] ^ 0x80 : random());
            put(at("bad"), resummed(bad));
            const auto opened = openIndex(someKey(), at("bad"), 1);
            opened ? ++accepted : ++refused;
            if (opened) useAll(*opened->store);
        }
        qInfo("%zu refused, %zu accepted", refused, accepted);
        QVERIFY(refused > 1000);
        QVERIFY(accepted > 100);
    }
    void sectionsOutsideTheFileAreRefused() {
        QVERIFY(writeIndex(*smallStore(4, 60), someKey(), "text", at("s")).ok());
        const std::string good = fileBytes(at("s"));
        Header header;
        std::memcpy(&header, good.data(), sizeof header);
        for (std::size_t i = 0; i < header.sections; ++i)
            for (const std::uint64_t value :
                 {~std::uint64_t{0}, ~std::uint64_t{63}, std::uint64_t{1} << 40, std::uint64_t{64}})
                for (const std::size_t field : {0, 8}) {
                    std::string bad = good;
                    std::memcpy(bad.data() + header.tableOffset + i * sizeof(Section) + field, &value, 8);
                    put(at("bad"), resummed(bad));
                    if (const auto opened = openIndex(someKey(), at("bad"), 1)) useAll(*opened->store);
                }
    }
    void anotherUsersOrOpenFileIsRefused() {
        QVERIFY(writeIndex(*smallStore(4), someKey(), "", at("w")).ok());
        struct stat info {};
        ::stat(at("w").c_str(), &info);
        QCOMPARE(info.st_mode & 0777, 0600u);
        ::chmod(at("w").c_str(), 0666);
        QCOMPARE(openIndex(someKey(), at("w")).error().code, ErrorCode::Damaged);
        ::chmod(at("w").c_str(), 0600);
        std::filesystem::create_symlink(at("w"), at("link"));
        QVERIFY(!openIndex(someKey(), at("link")).ok());
        QVERIFY(!openIndex(someKey(), m_folder.path().toStdString()).ok());
    }
    void aFileSizeLimitIsSurvivedAndLeavesNothing() {
        const auto folder = at("limited");
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit limit{100'000, 100'000};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const auto written = writeIndex(*smallStore(6, 50'000), someKey(), "", folder / "x");
            ::_exit(!written.ok() && written.error().code == ErrorCode::NotWritable ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status)); // not killed by SIGXFSZ
        QCOMPARE(WEXITSTATUS(status), 0);
        QCOMPARE(filesIn(folder), 0u);
    }
    void aFolderThatCannotBeWrittenIsAnError() {
        writeFile(at("file"), "x");
        QCOMPARE(writeIndex(*smallStore(6), someKey(), "", at("file") / "x").error().code, ErrorCode::NotWritable);
    }
    void aStoppedWriteLeavesNothing() {
        std::stop_source stop;
        stop.request_stop();
        const auto folder = at("stopped");
        QCOMPARE(writeIndex(*smallStore(6, 50'000), someKey(), "", folder / "x", stop.get_token()).error().code,
                 ErrorCode::Cancelled);
        QCOMPARE(filesIn(folder), 0u);
    }

private:
    static std::vector<bool> bytesInUse(const std::string& file) {
        std::vector<bool> used(file.size());
        const auto mark = [&](std::uint64_t begin, std::uint64_t size) {
            std::fill_n(used.begin() + static_cast<std::ptrdiff_t>(begin), size, true);
        };
        Header header;
        std::memcpy(&header, file.data(), sizeof header);
        mark(0, sizeof header);
        mark(header.tableOffset, file.size() - header.tableOffset);
        for (std::size_t i = 0; i < header.sections; ++i) {
            Section section;
            std::memcpy(&section, file.data() + header.tableOffset + i * sizeof section, sizeof section);
            mark(section.offset, section.bytes);
        }
        return used;
    }
    static std::string resummed(std::string bytes) {
        Header header;
        std::memcpy(&header, bytes.data(), sizeof header);
        std::vector<Section> table(header.sections);
        if (header.tableOffset > bytes.size() || bytes.size() - header.tableOffset < table.size() * sizeof(Section))
            return bytes;
        std::memcpy(table.data(), bytes.data() + header.tableOffset, table.size() * sizeof(Section));
        for (Section& section : table) {
            if (section.offset > bytes.size() || section.bytes > bytes.size() - section.offset) continue;
            std::vector<std::uint64_t> sums;
            for (std::uint64_t i = 0; i < section.bytes; i += kChunk)
                sums.push_back(sumOf({bytes.data() + section.offset + i, std::min(kChunk, section.bytes - i)}));
            section.sum = sumOfSums(sums);
        }
        std::memcpy(bytes.data() + header.tableOffset, table.data(), table.size() * sizeof(Section));
        header.tableSum = sumOf({bytes.data() + header.tableOffset, table.size() * sizeof(Section)});
        header.headerSum = headerSum(header);
        std::memcpy(bytes.data(), &header, sizeof header);
        return bytes;
    }
};

QTEST_APPLESS_MAIN(TstIndexFile)
#include "tst_index_file.moc"
