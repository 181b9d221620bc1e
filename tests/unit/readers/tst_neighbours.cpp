// Files of other tools are recognised and named.
#include "core/io/input.h"
#include "core/readers/chrome_json/chrome_json_reader.h"
#include "core/readers/neighbours/neighbours.h"

#include <QtTest>

#include <filesystem>
#include <string>

using namespace lanescope;
using namespace lanescope::readers;
using namespace std::string_view_literals;

namespace {

std::string named(std::string_view head) {
    const auto n = recogniseNeighbour(head);
    return n ? std::string(n->what) : "";
}

std::string namedFile(const char* file) {
    auto input = io::openInput(std::filesystem::path(LANESCOPE_SHARED_DIR) / file, {});
    if (!input.ok()) return errorWord(input.error().code);
    std::string head(64 << 10, '\0');
    const auto got = (*input)->read(head);
    head.resize(got.ok() ? *got : 0);
    // The reader that the session would choose.
    if (sniffChromeJson(head) > sniffNeighbour(head)) return "trace";
    return named(head);
}

} // namespace

class TstNeighbours : public QObject {
    Q_OBJECT

private slots:
    void everyReaderHasItsOwnName() {
        std::vector<std::string_view> ids;
        for (const ReaderInfo& reader : builtinReaders()) {
            QVERIFY(std::find(ids.begin(), ids.end(), reader.id) == ids.end());
            QVERIFY(!reader.title.empty() && reader.sniff && reader.load);
            ids.push_back(reader.id);
        }
        QVERIFY(!ids.empty());
    }

    void filesOfOtherToolsAreNamed() {
        QCOMPARE(named("NVIDIA Tegra Profiler Report 2024@5\n"), "an Nsight Systems report");
        QCOMPARE(named("SQLite format 3\0rest"sv), "an SQLite database");
        QCOMPARE(named("NVR\0\x10"sv), "an Nsight Compute report");
        QCOMPARE(named("Index,KernelName,gpu-id,queue-id\n0,\"k\",1,0\n"), "a rocprof table");
        QCOMPARE(named("\"Kind\",\"Agent_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"), "a rocprofv3 table");
        QCOMPARE(named("{\n  \"rocprofiler-sdk-tool\": [{\"metadata\": {\"pid\": 7}}]\n}"),
                 "the JSON results of rocprofv3");
        QCOMPARE(named("{\"rocprofiler-sdk-tool\": [], \"traceEvents\": []}"), "");
        QCOMPARE(named("\x80\x04\x95rest"), "a Python pickle");
        QCOMPARE(named("{'traceEvents': [{'ph': 'X'}]}"), "a Python dictionary or list as text");
        QCOMPARE(named("[{'ph': 'X', 'name': 'a'}]"), "a Python dictionary or list as text");
        QCOMPARE(named("{\"traceEvents\": [{'ph': 'X'}]}"), "");
        QCOMPARE(named("[[-1, 1, 37888, 7], [-1, 1, 512, 7]]"), "a raw memory timeline of the PyTorch profiler");
        QCOMPARE(named("{\"schema\": \"1.0.1\", \"nodes\": []}"), "a PyTorch execution trace");
        QCOMPARE(named("host:1:2 [0] NCCL INFO Bootstrap\n"), "an NCCL debug log");
        QCOMPARE(named("PAR1\x15\x04"), "a Parquet table");
        // Two packets of five bytes each.
        QCOMPARE(named("\n\5abcde\n\5fghij"), "a Perfetto trace (protobuf)");
        QCOMPARE(named("\n\x14\x12\x0e/host:metadatarest"), "an XPlane profile (JAX, TensorFlow)");
    }

    void tracesAndOtherTextAreNoNeighbours() {
        QCOMPARE(named(""), "");
        QCOMPARE(named("\n\n\n{\"traceEvents\": []}"), "");
        QCOMPARE(named("{\"schema\": 1, \"nodes\": 2, \"traceEvents\": []}"), "");
        QCOMPARE(named("[{\"ph\": \"X\", \"ts\": 1}]"), "");
        QCOMPARE(named("<!DOCTYPE html>"), "");
        QCOMPARE(named("[[1, 2, {\"ph\": \"X\"}]]"), "");
    }

    void realFilesOfOtherToolsAreNamed() {
        if (!std::filesystem::exists(std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces"))
            QSKIP("no folder with real files");
        QCOMPARE(namedFile("traces/tracelens/mi300__jax08_gemm__tw003.xplane.pb"),
                 "an XPlane profile (JAX, TensorFlow)");
        QCOMPARE(namedFile("traces/param/resnet_et.a883ec.json.gz"), "a PyTorch execution trace");
        QCOMPARE(namedFile("traces/hta/memory_analysis__memory_timeline.raw.gz"),
                 "a raw memory timeline of the PyTorch profiler");
        QCOMPARE(namedFile("traces/straggler_study/trace-ST.parquet"), "a Parquet table");
        QCOMPARE(namedFile("samples/synth/fr_rank0.json"), "a flight recorder dump of torch.distributed");
        QCOMPARE(namedFile("samples/synth/fr_rank0.pickle"), "a Python pickle");
        for (const char* file : {"samples/synth/synth_nsys.sqlite", "samples/synth/synth_nsys_min.sqlite",
                                 "samples/synth/synth_nsys_v2.sqlite", "samples/nsys/nsys-ai/mock.sqlite"})
            QCOMPARE(namedFile(file), "a database of Nsight Systems (nsys export)");
        QCOMPARE(namedFile("samples/synth/nccl_2n2g.log"), "an NCCL debug log");
        QCOMPARE(namedFile("samples/synth/chrome_phases.json"), "trace");
        QCOMPARE(namedFile("traces/catapult/trivial_trace.json"), "trace");
    }

    void resultsOfRocprofv3GoToTheirOwnAnswer() {
        const auto head = "{\"rocprofiler-sdk-tool\": [{\"metadata\": {}, \"buffer_records\": {}}]}"sv;
        QVERIFY(sniffNeighbour(head) > sniffChromeJson(head));
        QVERIFY(recogniseNeighbour(head)->hint.find("--output-format pftrace") != std::string_view::npos);
        const auto table = "Index,KernelName,gpu-id,queue-id\n"sv;
        QVERIFY(recogniseNeighbour(table)->hint.find("--hip-trace") != std::string_view::npos);
    }

    // Databases are not read, so no hint may lead to one.
    void noHintLeadsToAFileThatIsNotReadEither() {
        for (const auto head : {"NVIDIA Tegra Profiler Report 2024@5\n"sv, "SQLite format 3\0rest"sv,
                                "SQLite format 3\0 CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL("sv}) {
            const auto n = recogniseNeighbour(head);
            QVERIFY(n);
            QVERIFY(n->hint.find("sqlite") == std::string_view::npos);
            QVERIFY(n->hint.find("not read") != std::string_view::npos);
        }
    }

    void dumpsAndLogsThatAnotherCommandReadsNameIt() {
        QVERIFY(recogniseNeighbour("host:1:2 [0] NCCL INFO Bootstrap\n"sv)->hint.find("lanescope-cli nccl") !=
                std::string_view::npos);
        for (const auto head : {"{\"version\": \"2.9\", \"entries\": [], \"pg_config\": {}}"sv, "\x80\x04\x95rest"sv})
            QVERIFY(recogniseNeighbour(head)->hint.find("lanescope-cli flight") != std::string_view::npos);
    }

    void theErrorSaysWhatItIsAndWhatToDo() {
        const std::string text = "NVIDIA Tegra Profiler Report 2024@5\n";
        auto input = io::openMemory(text, "a.nsys-rep", {});
        QVERIFY(input.ok());
        RunContext context;
        struct Nothing final : EventSink {
            void consume(const RawBatch&) override {}
            void finish(const TraceInfo&, const OddityList&) override {}
        } sink;
        const auto result = loadNeighbour(**input, text, sink, {}, context);
        QVERIFY(!result.ok());
        QCOMPARE(errorWord(result.error().code), "unsupported_format");
        QVERIFY(result.error().message.find("an Nsight Systems report") != std::string::npos);
        QVERIFY(result.error().hint.find("export_chrome_trace()") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TstNeighbours)
#include "tst_neighbours.moc"
