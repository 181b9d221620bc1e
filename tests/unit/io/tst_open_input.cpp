// Opening files by content: what comes out is the text, whatever the packing; damage is told, and what was read stays.
#include "core/io/input.h"
#include "tests/support/packed.h"

#include <QtTest>
#include <filesystem>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace lanescope;
using namespace lanescope::io;
using test::fileBytes;
using test::gzipped;
using test::writeFile;

namespace {

struct ReadOut {
    std::string text;
    OddityList oddities;
    Compression compression{};
    std::uint64_t compressedRead = 0;
    std::shared_ptr<const TextAccess> access;
};

ReadOut drain(InputFile& file, std::size_t piece) {
    ReadOut out;
    std::string buffer(piece, '\0');
    for (;;) {
        auto got = file.read(buffer);
        if (!got || *got == 0) break;
        out.text.append(buffer, 0, *got);
    }
    out.oddities = file.oddities();
    out.compression = file.compression();
    out.compressedRead = file.compressedRead();
    out.access = file.takeTextAccess();
    return out;
}

ReadOut readAll(std::string bytes, std::size_t piece = 70'001, std::string_view name = "trace.json") {
    auto file = openMemory(std::move(bytes), name, {});
    return file ? drain(**file, piece) : ReadOut{};
}

ErrorCode errorOf(std::string bytes) {
    auto file = openMemory(std::move(bytes), "trace.json", {});
    return file ? ErrorCode::Internal : file.error().code;
}

} // namespace

class TstOpenInput final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path at(const char* name) const { return m_folder.path().toStdString() + "/" + name; }

private slots:
    void plainTextComesAsItIs() {
        const std::string text = test::traceLikeText(300'000);
        const ReadOut out = readAll(text);
        QVERIFY(out.text == text);
        QCOMPARE(out.compression, Compression::None);
        QVERIFY(out.oddities.empty());
    }
    void gzipTextComesUnpackedInPiecesOfAnySize() {
        const std::string text = test::traceLikeText(3'000'000);
        for (const std::size_t piece : {std::size_t{7'919}, std::size_t{1} << 20, std::size_t{9'000'000}}) {
            const ReadOut out = readAll(gzipped(text), piece);
            QVERIFY(out.text == text);
            QCOMPARE(out.compression, Compression::Gzip);
            QVERIFY(out.oddities.empty());
            QCOMPARE(out.compressedRead, gzipped(text).size());
        }
        QVERIFY(readAll(gzipped(text.substr(0, 5000)), 1).text == text.substr(0, 5000));
    }
    void everyCompressionLevelComesOutTheSame() {
        const std::string text = test::traceLikeText(400'000);
        for (int level = 0; level <= 9; ++level)
            QVERIFY2(readAll(gzipped(text, level)).text == text, std::to_string(level).c_str());
    }
    void severalGzipMembersAreOneText() {
        const ReadOut out = readAll(gzipped("{\"a\":") + gzipped("") + gzipped("1}"));
        QCOMPARE(out.text, std::string("{\"a\":1}"));
        QVERIFY(out.oddities.empty());
    }
    void zerosAfterGzipDataAreNotWorthAWord() {
        const ReadOut out = readAll(gzipped("{}") + std::string(5000, '\0'));
        QCOMPARE(out.text, std::string("{}"));
        QVERIFY(out.oddities.empty());
    }
    void junkAfterGzipDataIsTold() {
        const std::string packed = gzipped("{}");
        const ReadOut out = readAll(packed + "junk");
        QCOMPARE(out.text, std::string("{}"));
        QCOMPARE(out.oddities.countOf(OddityKind::TrailingData), 1u);
        QCOMPARE(out.oddities.entries().front().samples.front().offset, packed.size());
    }
    void aCutGzipGivesWhatIsThereAndSaysSo() {
        const std::string text = test::traceLikeText(1'000'000);
        const std::string packed = gzipped(text);
        for (const std::size_t keep : {packed.size() / 2, packed.size() - 9, packed.size() - 8, packed.size() - 1}) {
            const ReadOut out = readAll(packed.substr(0, keep));
            QVERIFY(text.starts_with(out.text));
            QVERIFY(out.text.size() > text.size() * (keep - 1000) / packed.size() / 2);
            QCOMPARE(out.oddities.countOf(OddityKind::GzipTruncated), 1u);
        }
        QVERIFY(readAll(packed.substr(0, packed.size() - 1)).text == text); // only the trailer is cut
    }
    void aWrongChecksumIsToldAndTheTextStays() {
        std::string packed = gzipped("{\"traceEvents\": []}");
        packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);
        const ReadOut out = readAll(packed + gzipped(" "));
        QCOMPARE(out.text, std::string("{\"traceEvents\": []} "));
        QCOMPARE(out.oddities.countOf(OddityKind::CheckFailed), 1u);
        QCOMPARE(out.oddities.total(), 1u);
    }
    void damageInTheMiddleEndsTheTextThere() {
        const std::string text = test::traceLikeText(2'000'000);
        std::string packed = gzipped(text);
        for (std::size_t i = 0; i < 40; ++i) packed[packed.size() / 2 + i] = static_cast<char>(0xff);
        const ReadOut out = readAll(packed);
        QVERIFY(out.text.size() > 100'000);
        QVERIFY(out.oddities.countOf(OddityKind::GzipTruncated) + out.oddities.countOf(OddityKind::CheckFailed) >= 1);
    }
    void gzipInsideGzipIsUnpackedTwiceButNotForever() {
        const std::string text = test::traceLikeText(50'000);
        const ReadOut out = readAll(gzipped(gzipped(text)));
        QVERIFY(out.text == text);
        QCOMPARE(out.compression, Compression::Gzip);
        QCOMPARE(errorOf(gzipped(gzipped(gzipped(text)))), ErrorCode::UnsupportedFormat);
    }
    // A frame of one block without compression, whose header asks for a window of 2 GiB.
    void aZstdWindowBeyondTheLimitIsRefusedWithAWayOut() {
        const std::string packed("\x28\xb5\x2f\xfd\x00\xa8\x11\x00\x00{}", 11);
        const auto input = openMemory(packed, "a.json.zst", {});
        QVERIFY(!input.ok());
        QCOMPARE(QString(errorWord(input.error().code)), QStringLiteral("limit_exceeded"));
        QVERIFY(input.error().message.find("128 MiB") != std::string::npos);
        QVERIFY(input.error().hint.find("--long") != std::string::npos);
    }

    void zstdFramesAreOneText() {
        const std::string text = test::traceLikeText(2'500'000);
        const std::string two =
            test::zstded(text) + std::string("\x50\x2a\x4d\x18\x03\0\0\0abc", 11) + test::zstded("]}");
        const ReadOut out = readAll(two);
        QVERIFY(out.text == text + "]}");
        QCOMPARE(out.compression, Compression::Zstd);
        QVERIFY(out.oddities.empty());
    }
    void aCutZstdGivesWhatIsThereAndSaysSo() {
        const std::string text = test::traceLikeText(3'000'000);
        const std::string packed = test::zstded(text);
        const ReadOut out = readAll(packed.substr(0, packed.size() / 2));
        QVERIFY(out.text.size() > 500'000 && text.starts_with(out.text));
        QCOMPARE(out.oddities.countOf(OddityKind::GzipTruncated), 1u);
    }
    void aWrongZstdChecksumIsToldAndTheTextStays() {
        const std::string text = test::traceLikeText(700'000);
        std::string packed = test::zstdedWithSum(text);
        packed.back() = static_cast<char>(packed.back() ^ 1);
        const ReadOut out = readAll(packed + test::zstded("]}"));
        QVERIFY(out.text == text + "]}");
        QCOMPARE(out.oddities.countOf(OddityKind::CheckFailed), 1u);
        QCOMPARE(out.oddities.total(), 1u);
    }
    void whatIsReadBeforeDamageDoesNotDependOnThePieces() {
        const std::string text = test::traceLikeText(600'000);
        for (const std::string& good : {gzipped(text), test::zstded(text)}) {
            for (std::size_t i = 1; i < 20; ++i) {
                std::string bad = good;
                bad[i * bad.size() / 20] = static_cast<char>(bad[i * bad.size() / 20] ^ 0x55);
                const ReadOut large = readAll(bad, 5'000'000), small = readAll(bad, 777);
                QVERIFY(large.text == small.text);
                QCOMPARE(large.oddities.total(), small.oddities.total());
            }
        }
    }
    void aBlockOfZstdInFrontOfADamagedOneIsNotLost() {
        // A frame by hand: 26,159 times x, 129,482 times y, then a block of a type that does not exist.
        const std::string frame("\x28\xb5\x2f\xfd\x00\x50"
                                "\x7a\x31\x03x"
                                "\x52\xce\x0fy"
                                "\x06\x00\x40zzzz",
                                21);
        const std::string text = std::string(26'159, 'x') + std::string(129'482, 'y');
        for (const std::size_t piece :
             {std::size_t{1000}, std::size_t{1025}, std::size_t{70'001}, std::size_t{1} << 20}) {
            const ReadOut out = readAll(frame, piece);
            QVERIFY2(out.text == text, (std::to_string(piece) + " " + std::to_string(out.text.size())).c_str());
            QCOMPARE(out.oddities.countOf(OddityKind::GzipTruncated), 1u);
            QCOMPARE(*out.access->read(155'000, 1000), std::string(641, 'y'));
        }
    }

    void byteOrderMarksAndUtf16BecomePlainUtf8() {
        const ReadOut bom = readAll("\xef\xbb\xbf{}");
        QCOMPARE(bom.text, std::string("{}"));
        QCOMPARE(bom.oddities.countOf(OddityKind::Bom), 1u);
        // "{é🚀" by hand: e9, d83d de80
        const ReadOut little = readAll(std::string("\xff\xfe{\0\xe9\0\x3d\xd8\x80\xde", 10));
        QCOMPARE(little.text, std::string("{é🚀"));
        QCOMPARE(little.oddities.countOf(OddityKind::Utf16), 1u);
        const ReadOut big = readAll(std::string("\xfe\xff\0{\0\xe9\xd8\x3d\xde\x80", 10), 1);
        QCOMPARE(big.text, std::string("{é🚀"));
        QCOMPARE(readAll(std::string("[\0]\0", 4)).text, std::string("[]")); // no mark
        QCOMPARE(readAll(gzipped("\xef\xbb\xbf[]")).text, std::string("[]"));
    }
    void halfUtf16CharactersAreReplacedAndTold() {
        const ReadOut out = readAll(std::string("\xff\xfe{\0\x3d\xd8}\0\x80\xde!", 11));
        QCOMPARE(out.text, std::string("{\uFFFD}\uFFFD\uFFFD"));
        QCOMPARE(out.oddities.countOf(OddityKind::InvalidUtf8), 3u);
    }
    void aNameThatLiesIsTold() {
        QCOMPARE(readAll("{}", 100, "a.json.GZ").oddities.countOf(OddityKind::NotGzip), 1u);
        QCOMPARE(readAll(gzipped("{}"), 100, "a.json.gz").oddities.countOf(OddityKind::NotGzip), 0u);
        QVERIFY(readAll(gzipped("{}"), 100, "a.json").oddities.empty());
    }
    void whatIsNoTraceFileHasAClearError() {
        QCOMPARE(openInput(at("nowhere.json"), {}).error().code, ErrorCode::NotFound);
        QCOMPARE(openInput(m_folder.path().toStdString(), {}).error().code, ErrorCode::NotReadable);
        writeFile(at("empty.json"), "");
        QCOMPARE(openInput(at("empty.json"), {}).error().code, ErrorCode::EmptyFile);
        QCOMPARE(openInput("/dev/zero", {}).error().code, ErrorCode::NotReadable);
        QCOMPARE(errorOf(gzipped("")), ErrorCode::EmptyFile);
        QCOMPARE(errorOf(gzipped("{}").substr(0, 6)), ErrorCode::Damaged);
        QCOMPARE(errorOf(std::string("\xfd"
                                     "7zXZ\0...",
                                     9)),
                 ErrorCode::UnsupportedFormat);
        writeFile(at("secret.json"), "{}");
        ::chmod(at("secret.json").c_str(), 0);
        if (::access(at("secret.json").c_str(), R_OK) != 0) // root may read everything
            QCOMPARE(openInput(at("secret.json"), {}).error().code, ErrorCode::NotReadable);
    }
    void aPipeIsReadLikeAFile() {
        const std::string pipe = at("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const std::string text = test::traceLikeText(500'000);
        QCOMPARE(*identify(pipe), SourceId{}); // does not touch it
        std::jthread writer([&] { writeFile(pipe, gzipped(text)); });
        auto file = openInput(pipe, {});
        QVERIFY(file.ok());
        const ReadOut out = drain(**file, 10'000);
        QVERIFY(out.text == text);
        QCOMPARE(*out.access->read(400'000, 50), text.substr(400'000, 50)); // kept, as it never comes again
    }
    void aFileIsTheSameUntilItChanges() {
        const std::string text = test::traceLikeText(200'000);
        writeFile(at("a.json"), text);
        const SourceId first = *identify(at("a.json"));
        QCOMPARE(first.size, 200'000u);
        QCOMPARE(*identify(at("a.json")), first);
        std::string changed = text;
        changed[199'000] = '#';
        writeFile(at("a.json"), changed);
        QVERIFY(identify(at("a.json"))->fingerprint != first.fingerprint);
    }
    void realTracesComeOutAsZlibReadsThem() {
        const std::filesystem::path shared = std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces";
        if (!std::filesystem::exists(shared)) QSKIP("the folder with real traces is missing");
        int files = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(shared)) {
            if (entry.path().extension() != ".gz" || entry.path().stem().extension() == ".tar" ||
                entry.file_size() > 4'000'000)
                continue;
            auto file = openInput(entry.path(), {});
            QVERIFY2(file.ok(), entry.path().c_str());
            const std::string want = test::gunzipped(fileBytes(entry.path()));
            if (want.starts_with("\x1f\x8b") || want.starts_with("\xef\xbb\xbf")) continue;
            const ReadOut out = drain(**file, 1 << 20);
            QVERIFY2(out.text == want, entry.path().c_str());
            QVERIFY2(out.oddities.countOf(OddityKind::CheckFailed) == 0, entry.path().c_str());
            ++files;
        }
        QVERIFY(files > 0);
    }
};

QTEST_APPLESS_MAIN(TstOpenInput)
#include "tst_open_input.moc"
