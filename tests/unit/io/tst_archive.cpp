// Zip and tar files with traces inside, and bgzip files inflated by several threads.
#include "core/io/archive.h"
#include "core/io/bgzf_stream.h"
#include "tests/support/packed.h"

#include <QtTest>
#include <filesystem>

using namespace lanescope;
using namespace lanescope::io;
using test::gzipped;
using test::TestMember;
using test::writeFile;

namespace {

std::string drain(InputFile& file) {
    std::string text, buffer(90'001, '\0');
    for (;;) {
        auto got = file.read(buffer);
        if (!got || *got == 0) return text;
        text.append(buffer, 0, *got);
    }
}

const std::string kTrace = "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\"}]}";
const std::string kLongName = std::string(120, 'd') + "/rank0.json";

std::vector<TestMember> oneTrace() {
    return {{"run/", "", false},
            {"run/readme.md", "{not a trace}"},
            {"run/config.json", "{\"lr\": 0.1}"},
            {kLongName, kTrace}};
}
std::vector<TestMember> threeRanks() {
    return {
        {"rank0.json", kTrace}, {"rank1.json.gz", gzipped(kTrace), false}, {"rank2.json.zst", test::zstded(kTrace)}};
}

struct Read {
    std::string text;
    OddityList oddities;
};
Read readWith(const std::string& bytes, unsigned threads) {
    OpenOptions options;
    options.threads = threads;
    auto file = openMemory(bytes, "a.json.gz", options);
    if (!file) return {"error " + std::string(errorWord(file.error().code)), {}};
    std::string text = drain(**file);
    return {std::move(text), (*file)->oddities()};
}

} // namespace

class TstArchive final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path put(const char* name, std::string_view bytes) {
        const std::filesystem::path path = m_folder.path().toStdString() + "/" + name;
        writeFile(path, bytes);
        return path;
    }

private slots:
    void anArchiveWithOneTraceOpensAsThatTrace() {
        for (const std::string& bytes : {test::zipOf(oneTrace()), test::tarOf(oneTrace()),
                                         gzipped(test::tarOf(oneTrace())), test::zstded(test::tarOf(oneTrace()))}) {
            auto file = openInput(put("a", bytes), {});
            QVERIFY2(file.ok(), file.ok() ? "" : file.error().text().c_str());
            QCOMPARE(drain(**file), kTrace);
            QVERIFY((*file)->oddities().empty());
        }
    }
    void anArchiveOfRanksNamesThemInsteadOfChoosing() {
        const auto path = put("ranks.zip", test::zipOf(threeRanks()));
        const auto file = openInput(path, {});
        QCOMPARE(file.error().code, ErrorCode::UnsupportedFormat);
        QVERIFY(file.error().message.find("3 traces") != std::string::npos);
        QVERIFY(file.error().message.find("rank1.json.gz") != std::string::npos);
        QVERIFY(*isArchive(path));
        QVERIFY(!*isArchive(put("plain.json", kTrace)));
    }
    void everyMemberOfAnArchiveCanBeOpened() {
        for (const std::string& bytes :
             {test::zipOf(threeRanks()), test::tarOf(threeRanks()), gzipped(test::tarOf(threeRanks()))}) {
            const auto path = put("ranks", bytes);
            const auto members = listMembers(path);
            QVERIFY(members.ok());
            QCOMPARE(members->size(), 3u);
            for (const ContainerMember& member : *members) {
                QVERIFY(member.looksLikeTrace);
                auto file = openMember(path, member.name, {});
                QVERIFY(file.ok());
                QCOMPARE(drain(**file), kTrace);
                QCOMPARE((*file)->source(), *identify(path));
            }
            QCOMPARE(members->front().name, std::string("rank0.json"));
            QCOMPARE(members->front().size, kTrace.size());
            QCOMPARE(openMember(path, "rank9.json", {}).error().code, ErrorCode::NotFound);
        }
    }
    void longNamesInTarFilesAreWhole() {
        const auto members = listMembers(put("long.tar", test::tarOf(oneTrace())));
        QCOMPARE(members->size(), 3u); // the folder is none
        QCOMPARE(members->back().name, kLongName);
        QVERIFY(members->back().looksLikeTrace);
        QVERIFY(!(*members)[1].looksLikeTrace);
    }
    void paxHeadersGiveNameAndSize() {
        // A pax header of 26 bytes for the file after it, whose own name and size are other ones.
        const std::string pax = "17 path=ab/cd.js\n9 size=2\n";
        std::string tar = test::tarOf({{"pax", pax}, {"short", "[]"}});
        QCOMPARE(pax.substr(0, 17).back(), '\n');
        // Turn the first member into a pax header: type 'x', checksum up by the difference.
        const auto retype = [&](std::size_t at, char type) {
            const unsigned sum = static_cast<unsigned>(std::stoul(tar.substr(at + 148, 6), nullptr, 8)) +
                                 static_cast<unsigned>(type) - static_cast<unsigned>(tar[at + 156]);
            tar[at + 156] = type;
            char digits[8];
            std::snprintf(digits, sizeof digits, "%06o", sum);
            tar.replace(at + 148, 6, digits, 6);
        };
        retype(0, 'x');
        const auto members = listMembers(put("pax.tar", tar));
        QVERIFY(members.ok());
        QCOMPARE(members->size(), 1u);
        QCOMPARE(members->front().name, std::string("ab/cd.js"));
        QCOMPARE(members->front().size, 2u);
    }
    void damagedArchivesHaveAClearErrorOrGiveWhatIsThere() {
        const std::string zip = test::zipOf(threeRanks());
        QCOMPARE(listMembers(put("cut.zip", zip.substr(0, zip.size() / 2))).error().code, ErrorCode::Damaged);
        const std::string tar = test::tarOf(threeRanks());
        QCOMPARE(listMembers(put("cut.tar", tar.substr(0, 1024)))->size(), 1u);
        std::string encrypted = zip;
        const std::size_t directory = encrypted.find("PK\x01\x02");
        encrypted[directory + 8] = 1;
        QCOMPARE(openMember(put("secret.zip", encrypted), "rank0.json", {}).error().code, ErrorCode::UnsupportedFormat);
        std::string method = zip;
        method[directory + 10] = 12;
        QCOMPARE(openMember(put("bzip2.zip", method), "rank0.json", {}).error().code, ErrorCode::UnsupportedFormat);
        std::string outside = zip;
        outside[directory + 44] = '\x7f'; // local header far behind the end
        QVERIFY(!openMember(put("far.zip", outside), "rank0.json", {}).ok());
        QCOMPARE(openMember(put("plain.json", kTrace), "a", {}).error().code, ErrorCode::UnsupportedFormat);
        QCOMPARE(openInput(put("nested.zip", test::zipOf({{"a.zip", zip}})), {}).error().code,
                 ErrorCode::UnsupportedFormat);
    }
    void everyFlippedByteOfASmallArchiveIsSurvived() {
        for (const std::string& good : {test::zipOf(threeRanks()), test::tarOf({{"a.json", kTrace}})}) {
            for (std::size_t i = 0; i<good.size(); i += good.size()> 2000 ? 7 : 1) {
                std::string bad = good;
                bad[i] = static_cast<char>(bad[i] ^ 0xa5);
                if (auto file = openMemory(bad, "bad.zip", {})) (void)drain(**file);
            }
        }
    }
    void listingCanBeStopped() {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(listMembers(put("s.tar", test::tarOf(threeRanks())), stop.get_token()).error().code,
                 ErrorCode::Cancelled);
    }
    void theArchiveOfRealRanksOpens() {
        const std::filesystem::path path =
            std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces/param/dlrm_kineto.tar.gz";
        if (!std::filesystem::exists(path)) QSKIP("the folder with real traces is missing");
        const auto members = listMembers(path);
        QVERIFY(members.ok());
        QCOMPARE(members->size(), 8u);
        for (const ContainerMember& member : *members) {
            QVERIFY(member.looksLikeTrace);
            auto file = openMember(path, member.name, {});
            QVERIFY(file.ok());
            QCOMPARE(drain(**file).size(), member.size);
        }
    }
    void bgzipFilesGiveTheSameWithOneThreadAndMany() {
        const std::string text = test::traceLikeText(5'000'000);
        const std::string packed = test::bgzipped(text);
        QVERIFY(bgzfBlockBytes(packed) > 0);
        for (const std::string& bytes : {packed, packed + gzipped("]}"), gzipped("") + packed, packed + "junk",
                                         packed + packed.substr(0, packed.size() / 2)}) {
            const Read one = readWith(bytes, 1), many = readWith(bytes, 5);
            QVERIFY(one.text.starts_with(text));
            QVERIFY(one.text == many.text);
            QCOMPARE(one.oddities.total(), many.oddities.total());
        }
    }
    void damagedBgzipFilesGiveTheSameWithOneThreadAndMany() {
        const std::string packed = test::bgzipped(test::traceLikeText(2'000'000), 20'000);
        for (std::size_t i = 1; i < 60; ++i) {
            std::string bytes = packed;
            const std::size_t at = i * packed.size() / 60;
            if (i % 3 == 0)
                bytes.resize(at);
            else
                bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
            const Read one = readWith(bytes, 1), many = readWith(bytes, 4);
            QVERIFY2(one.text == many.text, std::to_string(i).c_str());
            QCOMPARE(one.oddities.entries().size(), many.oddities.entries().size());
            for (std::size_t k = 0; k < one.oddities.entries().size(); ++k) {
                QCOMPARE(one.oddities.entries()[k].kind, many.oddities.entries()[k].kind);
                QCOMPARE(one.oddities.entries()[k].samples[0].offset, many.oddities.entries()[k].samples[0].offset);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TstArchive)
#include "tst_archive.moc"
