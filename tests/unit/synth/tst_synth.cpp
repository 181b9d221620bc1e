// What is written: the same for the same seed, valid, as big as asked for, physically possible, and counted right.
#include "core/synth/synth.h"
#include "tests/support/packed.h"
#include "tests/support/synth_case.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <simdjson.h>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

synth::SynthOptions optionsOf(std::string_view kind, std::uint64_t seed = 1) {
    synth::SynthOptions o;
    o.kind = kind;
    o.seed = seed;
    o.ranks = 0;
    return o;
}

void addKinds() {
    QTest::addColumn<QString>("kind");
    for (const synth::KindInfo& k : synth::kinds()) {
        const QString id = QString::fromUtf8(k.id.data(), static_cast<qsizetype>(k.id.size()));
        QTest::newRow(qPrintable(id)) << id;
    }
}

std::string kindOfRow() {
    QFETCH_GLOBAL(QString, kind);
    return kind.toStdString();
}

// "123.456" of the text as whole ns: below 2^43 us the double nearest to three decimals still tells which they were,
// if the product is not rounded once more.
std::int64_t nsOf(simdjson::dom::element value) { return std::llround(static_cast<long double>(double(value)) * 1000); }

struct Slice {
    std::string cat, name;
    std::int64_t begin = 0, end = 0, tid = 0, correlation = -1;
};

std::vector<Slice> slicesOf(const std::string& text) {
    simdjson::dom::parser parser;
    simdjson::dom::element doc = parser.parse(text);
    std::vector<Slice> out;
    for (simdjson::dom::element e : doc["traceEvents"].get_array()) {
        if (std::string_view(e["ph"]) != "X" || std::string_view(e["cat"]) == "Trace") continue;
        Slice s;
        s.cat = std::string_view(e["cat"]);
        s.name = std::string_view(e["name"]);
        s.begin = nsOf(e["ts"]);
        s.end = s.begin + nsOf(e["dur"]);
        s.tid = e["tid"];
        std::int64_t c = 0;
        if (e["args"]["correlation"].get(c) == simdjson::SUCCESS) s.correlation = c;
        out.push_back(std::move(s));
    }
    return out;
}

} // namespace

class SynthTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase_data() { addKinds(); }
    void theSameSeedGivesTheSameBytes();
    void anotherSeedGivesAnotherTrace();
    void theFileIsValidJsonWithAsManyElementsAsTheAnswersSay();
    void everyFileOfTheJobStartsLikeAKinetoTrace();
    void noKernelStartsBeforeItsCall();
    void workOnOneStreamNeverOverlaps();
    void hostSlicesOfOneThreadNest();
    void everyLaunchHasItsArrow();
};

void SynthTest::theSameSeedGivesTheSameBytes() {
    const SynthCase a(optionsOf(kindOfRow(), 7)), b(optionsOf(kindOfRow(), 7));
    QVERIFY2(a.error.empty(), a.error.c_str());
    QCOMPARE(a.files.size(), b.files.size());
    for (std::size_t r = 0; r < a.files.size(); ++r) {
        QVERIFY(a.text(r) == b.text(r));
        QVERIFY(test::fileBytes(a.files[r].answers) == test::fileBytes(b.files[r].answers));
    }
}

void SynthTest::anotherSeedGivesAnotherTrace() {
    const SynthCase a(optionsOf(kindOfRow(), 7)), b(optionsOf(kindOfRow(), 8));
    QVERIFY(a.text() != b.text());
}

void SynthTest::theFileIsValidJsonWithAsManyElementsAsTheAnswersSay() {
    synth::SynthOptions o = optionsOf(kindOfRow());
    o.withStack = true;
    const SynthCase c(o);
    for (std::size_t r = 0; r < c.files.size(); ++r) {
        const std::string text = c.text(r);
        const Json answers = c.answers(r);
        simdjson::dom::parser parser;
        simdjson::dom::element doc;
        QCOMPARE(int(parser.parse(text).get(doc)), int(simdjson::SUCCESS));
        std::map<std::string, std::int64_t> phases, categories;
        std::int64_t elements = 0;
        for (simdjson::dom::element e : doc["traceEvents"].get_array()) {
            ++elements;
            ++phases[std::string(std::string_view(e["ph"]))];
            std::string_view cat;
            if (e["cat"].get(cat) != simdjson::SUCCESS) cat = "metadata_and_marks";
            ++categories[std::string(cat)];
        }
        QCOMPARE(numberAt(answers, "file bytes"), static_cast<std::int64_t>(text.size()));
        QCOMPARE(numberAt(answers, "file elements"), elements);
        QCOMPARE(numberAt(answers, "file slices"), phases["X"]);
        QCOMPARE(at(answers, "file phases").members().size(), phases.size());
        for (const auto& [phase, n] : phases) QCOMPARE(numberAt(answers, "file phases " + phase), n);
        QCOMPARE(at(answers, "file categories").members().size(), categories.size());
        for (const auto& [cat, n] : categories) QCOMPARE(numberAt(answers, "file categories " + cat), n);
        QVERIFY(categories["python_function"] > 0);
    }
}

void SynthTest::everyFileOfTheJobStartsLikeAKinetoTrace() {
    const SynthCase c(optionsOf(kindOfRow()));
    for (std::size_t r = 0; r < c.files.size(); ++r) {
        const std::string text = c.text(r);
        simdjson::dom::parser parser;
        simdjson::dom::element doc = parser.parse(text);
        QCOMPARE(std::int64_t(doc["schemaVersion"]), 1);
        QCOMPARE(std::int64_t(doc["distributedInfo"]["rank"]), static_cast<std::int64_t>(r));
        QCOMPARE(std::int64_t(doc["baseTimeNanoseconds"]), 1767189312000000000);
        // us with three decimals, one key pair per line as Kineto prints them
        QVERIFY(text.find("\n    \"ts\": ") != std::string::npos);
        const std::size_t at = text.find("\"ts\": ") + 6;
        QCOMPARE(text[text.find('.', at) + 4], ',');
    }
}

void SynthTest::noKernelStartsBeforeItsCall() {
    const SynthCase c(optionsOf(kindOfRow()));
    const std::vector<Slice> slices = slicesOf(c.text());
    std::map<std::int64_t, std::int64_t> callBegin;
    for (const Slice& s : slices)
        if (s.cat == "cuda_runtime" || s.cat == "cuda_driver") {
            QVERIFY2(!callBegin.contains(s.correlation), "a correlation belongs to one call");
            callBegin[s.correlation] = s.begin;
        }
    int work = 0;
    for (const Slice& s : slices) {
        if (s.cat != "kernel" && s.cat != "gpu_memcpy" && s.cat != "gpu_memset") continue;
        ++work;
        QVERIFY(callBegin.contains(s.correlation));
        QVERIFY2(s.begin > callBegin[s.correlation], s.name.c_str());
    }
    QVERIFY(work > 100);
}

void SynthTest::workOnOneStreamNeverOverlaps() {
    const SynthCase c(optionsOf(kindOfRow()));
    std::map<std::int64_t, std::vector<Slice>> streams;
    for (const Slice& s : slicesOf(c.text()))
        if (s.cat == "kernel" || s.cat == "gpu_memcpy" || s.cat == "gpu_memset") streams[s.tid].push_back(s);
    for (auto& [tid, work] : streams) {
        std::sort(work.begin(), work.end(), [](const Slice& a, const Slice& b) { return a.begin < b.begin; });
        for (std::size_t i = 1; i < work.size(); ++i) QVERIFY2(work[i].begin >= work[i - 1].end, work[i].name.c_str());
    }
}

void SynthTest::hostSlicesOfOneThreadNest() {
    synth::SynthOptions o = optionsOf(kindOfRow());
    o.withStack = true;
    const SynthCase c(o);
    std::map<std::int64_t, std::vector<Slice>> threads;
    for (const Slice& s : slicesOf(c.text()))
        if (s.cat == "cpu_op" || s.cat == "user_annotation" || s.cat == "python_function" || s.cat == "cuda_runtime" ||
            s.cat == "cuda_driver")
            threads[s.tid].push_back(s);
    for (auto& [tid, all] : threads) {
        std::stable_sort(all.begin(), all.end(), [](const Slice& a, const Slice& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
        });
        std::vector<std::int64_t> open;
        for (const Slice& s : all) {
            while (!open.empty() && open.back() <= s.begin) open.pop_back();
            QVERIFY2(open.empty() || s.end <= open.back(), (s.cat + " " + s.name).c_str());
            open.push_back(s.end);
        }
    }
}

void SynthTest::everyLaunchHasItsArrow() {
    const SynthCase c(optionsOf(kindOfRow()));
    const std::string text = c.text();
    simdjson::dom::parser parser;
    simdjson::dom::element doc = parser.parse(text);
    std::map<std::string, std::map<std::int64_t, int>> starts, ends;
    for (simdjson::dom::element e : doc["traceEvents"].get_array()) {
        const std::string_view ph = e["ph"];
        if (ph == "s") ++starts[std::string(std::string_view(e["cat"]))][e["id"]];
        if (ph == "f") ++ends[std::string(std::string_view(e["cat"]))][e["id"]];
    }
    QVERIFY(!starts["ac2g"].empty());
    for (const auto& [id, n] : starts["ac2g"]) {
        QCOMPARE(n, 1);
        QVERIFY(ends["ac2g"][id] >= 1);
    }
    QCOMPARE(starts["fwdbwd"].size(), ends["fwdbwd"].size());
    for (const auto& [id, n] : starts["fwdbwd"]) QCOMPARE(ends["fwdbwd"][id], n);
}

QTEST_APPLESS_MAIN(SynthTest)
#include "tst_synth.moc"
