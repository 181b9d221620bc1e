// The way back to the text after a load: any place of any kind of file, byte for byte, also from saved bytes; and a
// clear refusal when the file is another one by now.
#include "core/io/block_points.h"
#include "core/io/file_stream.h"
#include "core/io/gzip_stream.h"
#include "core/io/input.h"
#include "tests/support/packed.h"

#include <QtTest>
#include <filesystem>
#include <random>
#include <thread>

using namespace lanescope;
using namespace lanescope::io;
using test::gzipped;
using test::writeFile;

namespace {

constexpr std::size_t kTextBytes = 23'456'789;

void drain(InputFile& file, std::size_t piece = std::size_t{1} << 20) {
    std::string buffer(piece, '\0');
    for (;;)
        if (auto got = file.read(buffer); !got || *got == 0) return;
}

// Reads at many places, far and near, and at the ends.
void compareEverywhere(const TextAccess& access, const std::string& text, unsigned reads = 60) {
    std::mt19937 random(7);
    std::uint64_t at = 0;
    for (unsigned i = 0; i < reads; ++i) {
        at = i % 3 == 0 ? random() % text.size() : std::min<std::uint64_t>(at + random() % 300'000, text.size());
        const std::size_t size = random() % 5000 + 1;
        const auto got = access.read(at, size);
        QVERIFY2(got.ok(), got.ok() ? "" : got.error().text().c_str());
        QVERIFY(*got == text.substr(at, size));
    }
    QCOMPARE(*access.read(0, 10), text.substr(0, 10));
    QCOMPARE(*access.read(text.size() - 5, 100), text.substr(text.size() - 5));
    QCOMPARE(*access.read(text.size(), 100), std::string());
    QCOMPARE(*access.read(~std::uint64_t{0} - 5, 100), std::string());
}

} // namespace

class TstTextAccess final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::string m_text;
    std::filesystem::path at(const char* name) const { return m_folder.path().toStdString() + "/" + name; }

    std::shared_ptr<const TextAccess> accessOf(const std::filesystem::path& path, const OpenOptions& options = {}) {
        auto file = openInput(path, options);
        if (!file) return nullptr;
        drain(**file);
        return (*file)->takeTextAccess();
    }
    void checkSaved(const std::filesystem::path& path, const TextAccess& access, const std::string& text) {
        const auto saved = access.save({});
        QVERIFY2(saved.ok(), saved.ok() ? "" : saved.error().text().c_str());
        const auto again = restoreTextAccess(path, *identify(path), *saved, nullptr);
        QVERIFY2(again.ok(), again.ok() ? "" : again.error().text().c_str());
        compareEverywhere(**again, text);
        QCOMPARE(*(*again)->save({}), *saved); // and once more
    }

private slots:
    void initTestCase() { m_text = test::traceLikeText(kTextBytes); }

    void plainFilesAreReadAgain() {
        writeFile(at("plain.json"), "\xef\xbb\xbf" + m_text);
        const auto access = accessOf(at("plain.json"));
        compareEverywhere(*access, m_text);
        checkSaved(at("plain.json"), *access, m_text);
    }
    void gzipIsReadFromRestartPoints() {
        writeFile(at("a.json.gz"), gzipped(m_text));
        const auto access = accessOf(at("a.json.gz"));
        compareEverywhere(*access, m_text);
        QVERIFY(access->residentBytes() < kTextBytes / 50);
        checkSaved(at("a.json.gz"), *access, m_text);
    }
    void gzipOfAnyLevelIsReadFromRestartPoints() {
        for (const int level : {0, 1, 9}) {
            writeFile(at("l.json.gz"), "");
            writeFile(at("l.json.gz"), gzipped(m_text, level));
            const auto access = accessOf(at("l.json.gz"));
            compareEverywhere(*access, m_text);
            checkSaved(at("l.json.gz"), *access, m_text);
        }
    }
    void severalMembersAndAByteOrderMarkDoNotShiftThePlaces() {
        const std::string packed = gzipped("\xef\xbb\xbf" + m_text.substr(0, 9'000'001)) +
                                   gzipped(m_text.substr(9'000'001, 1000)) + gzipped(m_text.substr(9'001'001));
        writeFile(at("m.json.gz"), packed);
        const auto access = accessOf(at("m.json.gz"));
        compareEverywhere(*access, m_text);
        checkSaved(at("m.json.gz"), *access, m_text);
    }
    void savedPointsStandAtMostAFewMiBApart() {
        writeFile(at("p.json.gz"), gzipped(m_text));
        const auto source = fileSource(at("p.json.gz"), *identify(at("p.json.gz")));
        RestartPoints points;
        GzipStream stream(InputWindow(std::move(*source->openAt(0)), kInputWindow), nullptr, &points, makeInflater());
        std::string buffer(std::size_t{1} << 20, '\0');
        while (*stream.read(buffer) > 0) {
        }
        const auto raw = points.takeAll();
        QVERIFY(raw.size() >= kTextBytes / RestartPoints::kInterval);
        const auto saved = portablePoints(*source, raw, {});
        QVERIFY(saved.ok());
        for (std::size_t i = 1; i < saved->size(); ++i) {
            QVERIFY((*saved)[i].kind != RestartPoint::Kind::Raw);
            QVERIFY((*saved)[i].out - (*saved)[i - 1].out <= kSavedInterval + 3 * RestartPoints::kInterval);
        }
        QVERIFY(saved->size() >= 3);
    }
    void zlibGivesTheSameTextAndItsOwnRestartPoints() {
        const auto bytes = std::make_shared<const std::string>(gzipped(m_text) + gzipped("]}") + "junk");
        OddityList notes;
        RestartPoints points;
        GzipStream stream(InputWindow(std::make_unique<MemoryStream>(bytes), kInputWindow), &notes, &points,
                          makeInflater(InflateBackend::Zlib));
        std::string all(m_text.size() + 100, '\0');
        QCOMPARE(*stream.read(all), m_text.size() + 2);
        QVERIFY(all.starts_with(m_text + "]}"));
        QCOMPARE(notes.countOf(OddityKind::TrailingData), 1u);
        const auto list = points.takeAll();
        QVERIFY(list.size() > 5);
        for (const RestartPoint& point : list) { // both libraries can go on there
            for (const auto backend : {InflateBackend::Zlib, InflateBackend::Best}) {
                InputWindow input(std::make_unique<MemoryStream>(bytes, point.in), kInputWindow, point.in);
                auto again = GzipStream::startAt(point, std::move(input), makeInflater(backend));
                QVERIFY(again.ok());
                std::string some(100'000, '\0');
                some.resize(*(*again)->read(some));
                QVERIFY(some == (m_text + "]}").substr(point.out, 100'000));
            }
        }
    }
    void aWrongChecksumIsToldByZlibToo() {
        std::string packed = gzipped("abc");
        packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);
        const auto bytes = std::make_shared<const std::string>(packed + gzipped("def"));
        OddityList notes;
        GzipStream stream(InputWindow(std::make_unique<MemoryStream>(bytes), kInputWindow), &notes, nullptr,
                          makeInflater(InflateBackend::Zlib));
        std::string all(100, '\0');
        all.resize(*stream.read(all));
        QCOMPARE(all, std::string("abcdef"));
        QCOMPARE(notes.countOf(OddityKind::CheckFailed), 1u);
        QCOMPARE(notes.total(), 1u);
    }
    void zstdAndDoublyPackedTextIsPackedIntoBlocksWhenNeeded() {
        const std::string text = m_text.substr(0, 5'300'000);
        for (const std::string& packed : {test::zstded(text), gzipped(gzipped(text))}) {
            writeFile(at("z.json.zst"), "");
            writeFile(at("z.json.zst"), packed);
            const auto access = accessOf(at("z.json.zst"));
            QVERIFY(access->residentBytes() < 100'000); // nothing yet
            compareEverywhere(*access, text);
            QVERIFY(access->prepare({}).ok());
            QVERIFY(access->residentBytes() < test::zstded(text, 1).size() * 13 / 10);
            checkSaved(at("z.json.zst"), *access, text);
        }
    }
    void utf16TextIsFoundByItsUtf8Place() {
        const std::string text = m_text.substr(0, 2'300'000);
        std::string wide = "\xff\xfe";
        for (const char c : text) wide += std::string{c, '\0'};
        writeFile(at("w.json"), wide);
        compareEverywhere(*accessOf(at("w.json")), text);
    }
    void membersOfArchivesAreReadAgain() {
        const std::string text = m_text.substr(0, 9'000'000);
        const std::vector<test::TestMember> inside{{"readme.txt", "hello"}, {"run/trace.json", text}};
        const std::vector<test::TestMember> gz{{"trace.json.gz", gzipped(text), false}};
        int i = 0;
        for (const std::string& packed : {test::zipOf(inside), test::tarOf(inside), gzipped(test::tarOf(inside)),
                                          test::zipOf(gz), test::tarOf(gz)}) {
            const auto path = at(("archive" + std::to_string(i++)).c_str());
            writeFile(path, packed);
            const auto access = accessOf(path);
            QVERIFY(access);
            compareEverywhere(*access, text);
            checkSaved(path, *access, text);
        }
    }
    void bgzipBlocksAreReadByManyThreadsAndAgain() {
        writeFile(at("b.json.gz"), test::bgzipped(m_text));
        OpenOptions options;
        options.threads = 4;
        const auto access = accessOf(at("b.json.gz"), options);
        compareEverywhere(*access, m_text);
        checkSaved(at("b.json.gz"), *access, m_text);
    }
    void aChangedOrMissingFileIsRefusedClearly() {
        for (const std::string& packed : {m_text, gzipped(m_text), test::zstded(m_text)}) {
            writeFile(at("c.json"), packed);
            const auto access = accessOf(at("c.json"));
            QCOMPARE(*access->read(100, 10), m_text.substr(100, 10));
            std::string changed = packed;
            changed[10] = static_cast<char>(changed[10] ^ 1);
            writeFile(at("c.json"), changed);
            const auto far = access->read(kTextBytes - 1000, 10);
            if (packed.size() < 5'000'000 && !packed.starts_with("\x1f"))
                continue; // zstd goes on with the file it has open
            QVERIFY(!far.ok());
            QCOMPARE(far.error().code, ErrorCode::MissingData);
            std::filesystem::remove(at("c.json"));
            QCOMPARE(access->read(100, 10).error().code, ErrorCode::NotFound);
        }
    }
    void manyThreadsMayReadAtOnce() {
        writeFile(at("t.json.gz"), gzipped(m_text));
        const auto access = accessOf(at("t.json.gz"));
        std::atomic<int> wrong = 0;
        {
            std::vector<std::jthread> threads;
            for (unsigned t = 0; t < 4; ++t)
                threads.emplace_back([&, t] {
                    std::mt19937 random(t);
                    for (int i = 0; i < 40; ++i) {
                        const std::uint64_t place = random() % (kTextBytes - 200);
                        const auto got = access->read(place, 200);
                        if (!got || *got != m_text.substr(place, 200)) ++wrong;
                    }
                });
        }
        QCOMPARE(wrong.load(), 0);
    }
    void othersMayPackTheRestartPointsWhileReading() {
        writeFile(at("d.json.gz"), gzipped(m_text));
        auto file = openInput(at("d.json.gz"), {});
        const auto work = (*file)->deferredWork();
        QVERIFY(work);
        std::atomic<int> done = 0;
        {
            std::jthread other([&](const std::stop_token& stop) {
                while (!stop.stop_requested()) work->doSome() ? ++done : 0;
            });
            drain(**file, 300'000);
        }
        const auto access = (*file)->takeTextAccess();
        QVERIFY(!work->doSome());
        compareEverywhere(*access, m_text);
    }
    void damagedSavedBytesNeverCrash() {
        writeFile(at("s.json.gz"), gzipped(m_text.substr(0, 9'000'000)));
        const auto path = at("s.json.gz");
        const std::string saved = *accessOf(path)->save({});
        const SourceId id = *identify(path);
        std::mt19937 random(3);
        for (int i = 0; i < 300; ++i) {
            std::string bad = saved;
            if (i % 4 == 0)
                bad.resize(random() % bad.size());
            else
                bad[i < 120 ? static_cast<std::size_t>(i) : random() % bad.size()] = static_cast<char>(random());
            const auto access = restoreTextAccess(path, id, bad, nullptr);
            if (!access) continue;
            for (const std::uint64_t place : {0u, 3'000'000u, 8'999'000u}) (void)(*access)->read(place, 500);
        }
    }
};

QTEST_APPLESS_MAIN(TstTextAccess)
#include "tst_text_access.moc"
