// The small inputs made from public bug reports: what must load, what must be said, whatever the size of chunks.
#include "tests/support/load_recording.h"

#include "core/base/json.h"

#include <QtTest>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

using namespace lanescope;
using namespace lanescope::test;

namespace {

const std::filesystem::path kCases = std::filesystem::path(LANESCOPE_SHARED_DIR) / "cases";

std::string fileText(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

// The words of the cases that a reader can tell; others need the whole trace.
bool isReadersWord(const std::string& word) {
    static const std::set<std::string> kWords{"bad_escape",      "bad_event",
                                              "bad_metadata",    "bom",
                                              "control_char",    "duplicate_key",
                                              "dur_is_string",   "gzip_truncated",
                                              "hex_number",      "invalid_utf8",
                                              "missing_dur",     "missing_ts",
                                              "negative_dur",    "nonfinite_number",
                                              "not_gzip",        "trailing_comma",
                                              "trailing_data",   "truncated",
                                              "ts_is_string",    "unclosed",
                                              "unescaped_quote", "utf16"};
    return kWords.contains(word);
}

std::set<std::string> wordsOf(const Json* list) {
    std::set<std::string> out;
    if (list)
        for (const Json& word : list->elements())
            if (word.asText() && isReadersWord(*word.asText())) out.insert(*word.asText());
    return out;
}

bool isInside(const Json& wanted, std::uint64_t value) {
    const auto number = static_cast<std::int64_t>(value);
    if (const auto exact = wanted.asInteger()) return *exact == number;
    return *wanted.find("min")->asInteger() <= number && number <= *wanted.find("max")->asInteger();
}

std::uint64_t sliceCount(const Recording& r) {
    return static_cast<std::uint64_t>(
        std::count_if(r.events.begin(), r.events.end(), [](const std::string& e) { return e.starts_with("X "); }));
}

std::string describe(const std::set<std::string>& words) {
    std::string out;
    for (const std::string& w : words) out += w + " ";
    return out;
}

// What is wrong with the load of one input; empty when all is as the case wants it.
std::string check(const Json& wanted, const Json* ignored, const Recording& r) {
    if (const Json* error = wanted.find("error")) return r.error == *error->asText() ? "" : "error is " + r.error;
    if (!r.error.empty()) return "error " + r.error;
    if (const Json* slices = wanted.find("slices"); slices && !isInside(*slices, sliceCount(r)))
        return "slices " + std::to_string(sliceCount(r));
    const std::pair<const char*, std::uint64_t> counts[] = {{"dropped", r.counts.dropped},
                                                            {"elements", r.counts.elements},
                                                            {"empty", r.counts.empty},
                                                            {"nonobj", r.counts.nonObjects}};
    for (const auto& [key, value] : counts)
        if (const Json* want = wanted.find(key); want && !isInside(*want, value))
            return std::string(key) + " " + std::to_string(value);
    std::set<std::string> found;
    for (const auto& [word, count] : r.oddityCounts())
        if (isReadersWord(word) && !wordsOf(ignored).contains(word)) found.insert(word);
    std::set<std::string> expected = wordsOf(wanted.find("warnings"));
    if (expected != found && (wanted.find("warnings") || wanted.find("no_warnings")))
        return "warns of " + describe(found);
    return {};
}

} // namespace

class TstReaderCases : public QObject {
    Q_OBJECT

private slots:
    void everyCaseAboutFilesLoadsAsItShould() {
        if (!std::filesystem::exists(kCases)) QSKIP("no folder with cases");
        int inputs = 0;
        for (const auto& folder : std::filesystem::directory_iterator(kCases)) {
            if (!folder.is_directory()) continue;
            const auto expect = parseJson(fileText(folder.path() / "expect.json"), "expect.json");
            QVERIFY(expect.ok());
            const Json* load = expect->find("load");
            if (*expect->find("kind")->asText() != "a" || !load) continue;
            for (const auto& [name, wanted] : load->members()) {
                const Recording r = loadFile(folder.path() / name);
                const std::string fault = check(wanted, expect->find("ignore_warnings"), r);
                QVERIFY2(fault.empty(), (folder.path() / name).string().append(": ").append(fault).c_str());
                ++inputs;
            }
        }
        QVERIFY(inputs >= 30);
    }

    void smallChunksAndManyThreadsChangeNothing() {
        if (!std::filesystem::exists(kCases)) QSKIP("no folder with cases");
        for (const auto& entry : std::filesystem::recursive_directory_iterator(kCases)) {
            if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
            const Recording one = loadFile(entry.path());
            for (const std::size_t chunk : {64u, 100u, 333u, 1000u, 4096u}) {
                const Recording other = loadFile(entry.path(), {.threads = 3, .chunkBytes = chunk});
                const std::string difference = firstDifference(one, other);
                QVERIFY2(difference.empty(),
                         (entry.path().string() + " in chunks of " + std::to_string(chunk) + " " + difference).c_str());
            }
        }
    }

    void theRankComesFromTheFileOrItsName() {
        const std::filesystem::path folder = kCases / "b28-where-the-rank-stands";
        if (!std::filesystem::exists(folder)) QSKIP("no folder with cases");
        QVERIFY(!loadFile(folder / "single.json").info.rank);
        QCOMPARE(*loadFile(folder / "late.json").info.rank, std::int64_t{6});
        const Recording named = loadFile(folder / "host_rank[12].pt.trace.json");
        QCOMPARE(*named.info.rank, std::int64_t{12});
        QVERIFY(named.info.rankSource == TraceInfo::RankSource::FileName);
    }

    void mutatedTracesLoadWithTheirCounts() {
        const std::filesystem::path folder = std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces";
        const auto list = parseJson(fileText(folder / "mutants/MUTANTS.json"), "MUTANTS.json");
        if (!list.ok()) QSKIP("no folder with mutated traces");
        for (const Json& mutant : list->elements()) {
            const std::string file = *mutant.find("file")->asText();
            const auto events = static_cast<std::uint64_t>(*mutant.find("events")->asInteger());
            const Recording r = loadFile(folder / file, {.threads = 2});
            QVERIFY2(r.counts.elements == events, (file + ": " + r.countsLine()).c_str());
            QVERIFY2(r.error.empty() == (events > 0), (file + ": " + r.error).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TstReaderCases)
#include "tst_reader_cases.moc"
