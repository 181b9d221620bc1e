// Real traces with random damage, repeatable by seed: whatever the bytes, the program neither crashes nor hangs, says
// what is wrong, and loses events only where the damage is. LANESCOPE_MUTATIONS is how many (1,000); with
// LANESCOPE_MUTATION_KEEP the inputs that fail are left in that folder.
#include "tests/mutation/sample.h"
#include "tests/support/load_recording.h"
#include "tests/support/packed.h"
#include "tests/support/synth_case.h"

#include <QtTest>

#include <ctime>
#include <fmt/format.h>
#include <map>

using namespace lanescope::test;

namespace {

constexpr int kRunsPerRow = 100;
constexpr double kMostSeconds = 10; // of processor time for one small file, also under a sanitizer

int runsWanted() {
    const int wanted = qEnvironmentVariableIntValue("LANESCOPE_MUTATIONS");
    return wanted > 0 ? wanted : 1000;
}

std::string synthText() {
    lanescope::synth::SynthOptions options;
    options.steps = 1;
    options.targetBytes = 60'000;
    const lanescope::testing::SynthCase made(options);
    return made.error.empty() ? made.text() : std::string();
}

std::vector<Sample> makeSamples() {
    constexpr const char* kTraces[] = {"hta/triton_example__triton_example.v3.json.gz",
                                       "hta/amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz",
                                       "hta/trace_compare__base__base.json.gz",
                                       "hta/trace_file_list__inference_rank_1.json.gz",
                                       "kineto/docs__traces__after_fix_trace.5b7b13.json",
                                       "tracelens/torch_compile_triton__trace.json.gz",
                                       "tracelens_synth/gemm_01_compute_few_tiles.json",
                                       "mutants/begin_end.json",
                                       "mutants/one_line.json",
                                       "mutants/string_ts_pid.json"};
    std::vector<std::pair<std::string, std::string>> texts;
    for (const char* name : kTraces) {
        std::string text = wholeText(std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces" / name);
        if (!text.empty()) texts.emplace_back(name, std::move(text));
    }
    texts.emplace_back("generated", synthText());
    std::vector<Sample> samples;
    for (const auto& [name, text] : texts) samples.push_back(makeSample(name, text, Packing::Plain));
    for (const Packing packing : {Packing::Gzip, Packing::GzipBlocks, Packing::Zstd, Packing::Zip})
        samples.push_back(makeSample(fmt::format("{} packed {}", texts[0].first, static_cast<int>(packing)),
                                     texts[0].second, packing));
    return samples;
}

} // namespace

class TstMutations : public QObject {
    Q_OBJECT

private:
    void run(std::size_t number);

    std::vector<Sample> m_samples;
    std::map<std::string, int> m_errors;
    int m_runs = 0, m_failures = 0;
    std::uint64_t m_lost = 0;

private slots:
    void initTestCase() { m_samples = makeSamples(); }

    void soundTracesHoldTheElementsThatBracketsTell() {
        for (const Sample& sample : m_samples) {
            QVERIFY2(sample.sound.error.empty() && sample.sound.fault.empty(), sample.name.c_str());
            QCOMPARE(sample.sound.elements, std::uint64_t{sample.elements.size()});
            QVERIFY2(sample.elements.size() >= 10, sample.name.c_str());
            for (const auto& [offset, line] : sample.sound.events)
                QVERIFY2(std::any_of(sample.elements.begin(), sample.elements.end(),
                                     [&](const Extent& e) { return e.begin == offset; }),
                         line.c_str());
        }
    }

    void damageCostsEventsOnlyWhereItIs_data() {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("count");
        for (int first = 0; first < runsWanted(); first += kRunsPerRow)
            QTest::addRow("from %d", first) << first << std::min(kRunsPerRow, runsWanted() - first);
    }

    void damageCostsEventsOnlyWhereItIs() {
        QFETCH(const int, first);
        QFETCH(const int, count);
        const int failures = m_failures;
        for (int i = first; i < first + count; ++i) run(static_cast<std::size_t>(i));
        QCOMPARE(m_failures, failures);
    }

    void cleanupTestCase() {
        std::string errors;
        for (const auto& [word, count] : m_errors) errors += fmt::format(" {} {}", word, count);
        qInfo("%s", fmt::format("{} mutations, {} failures; {} events lost where the damage was; errors:{}", m_runs,
                                m_failures, m_lost, errors)
                        .c_str());
    }
};

void TstMutations::run(std::size_t number) {
    const Sample& sample = m_samples[number % m_samples.size()];
    std::mt19937_64 random(number * 1'000'003);
    const Mutation mutation = mutated(sample.bytes, random);
    const LoadShape shape{1 + static_cast<unsigned>(random() % 3), random() % 2 == 0 ? 0 : 500 + random() % 20'000};
    const std::clock_t began = std::clock();
    const Loaded loaded = loadBytes(mutation.bytes, shape);
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::string fault = judge(sample, mutation, loaded);
    if (seconds > kMostSeconds) fault += fmt::format(" {:.1f} s", seconds);
    ++m_runs;
    if (!loaded.error.empty()) ++m_errors[loaded.error];
    if (loaded.error.empty() && loaded.events.size() < sample.sound.events.size())
        m_lost += sample.sound.events.size() - loaded.events.size();
    if (fault.empty()) return;
    ++m_failures;
    const std::string what = fmt::format("run {} of {} ({}; {} threads, chunks of {}): {}", number, sample.name,
                                         mutation.text(), shape.threads, shape.chunkBytes, fault);
    qWarning("%s", what.c_str());
    if (const QByteArray folder = qgetenv("LANESCOPE_MUTATION_KEEP"); !folder.isEmpty())
        writeFile(std::filesystem::path(folder.toStdString()) / fmt::format("mutation{}", number), mutation.bytes);
}

int main(int argc, char** argv) {
    qputenv("QTEST_FUNCTION_TIMEOUT", "3600000"); // the time of each load is checked above
    TstMutations test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_mutations.moc"
