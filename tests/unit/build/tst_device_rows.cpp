// Rows of devices whose slices have no category: XLA of TPU and GPU, Ascend NPUs.
#include "core/build/device_rows.h"
#include "core/session/load_trace.h"
#include "tests/support/trace_dsl.h"

#include <QtTest>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

const std::string kNames = "!M process_name 3/1 /device:TPU:2\n"
                           "!M thread_name 3/1 \"XLA Modules\"\n"
                           "!M thread_name 3/2 \"XLA Ops\"\n"
                           "!M thread_name 3/3 Steps\n"
                           "!M process_name 9/1 /host:CPU\n"
                           "!M thread_name 9/1 \"XLA Ops\"\n";
const std::string kSlices = "\"\" jit_step 3/1 0..100\n"
                            "\"\" fusion.1 3/2 0..30\n"
                            "\"\" all-reduce.7 3/2 30..50\n"
                            "\"\" copy-start.2 3/2 50..54\n"
                            "\"\" while.5 3/2 60..100\n"
                            "\"\" convolution.3 3/2 60..90\n"
                            "\"\" step0 3/3 0..100\n"
                            "\"\" hostOp 9/1 0..100\n";

Role roleNamed(const TraceStore& store, std::string_view name) { return store.role(sliceNamed(store, name)); }

// Nanoseconds of all slices that are device work.
std::int64_t workTime(const TraceStore& store) {
    std::int64_t sum = 0;
    for (const std::string_view name :
         {"jit_step", "fusion.1", "all-reduce.7", "copy-start.2", "while.5", "convolution.3", "step0", "hostOp"}) {
        const SliceId slice = sliceNamed(store, name);
        if (isGpuWork(store.role(slice))) sum += store.duration(slice).count();
    }
    return sum;
}

std::int64_t covered(std::vector<std::pair<std::int64_t, std::int64_t>> spans) {
    std::sort(spans.begin(), spans.end());
    std::int64_t sum = 0, end = INT64_MIN;
    for (const auto& [from, to] : spans) {
        if (to > end) sum += to - std::max(from, end);
        end = std::max(end, to);
    }
    return sum;
}

} // namespace

class tst_device_rows : public QObject {
    Q_OBJECT

private slots:
    void operationsOfATpuAreWork_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("names first") << QString::fromStdString(kNames + kSlices);
        QTest::newRow("names last") << QString::fromStdString(kSlices + kNames);
    }
    void operationsOfATpuAreWork() {
        QFETCH(QString, text);
        const auto store = storeOf(text.toStdString());
        QCOMPARE(roleNamed(*store, "fusion.1"), Role::Kernel);
        QCOMPARE(roleNamed(*store, "copy-start.2"), Role::Memcpy);
        for (const char* name : {"jit_step", "while.5", "step0", "hostOp"})
            QCOMPARE(roleNamed(*store, name), Role::Other);
        QCOMPARE(store->kind(sliceNamed(*store, "all-reduce.7")), WorkKind::Communication);
        QCOMPARE(store->kind(sliceNamed(*store, "copy-start.2")), WorkKind::Memory);
        QCOMPARE(store->kind(sliceNamed(*store, "convolution.3")), WorkKind::Convolution);
        QCOMPARE(store->kind(sliceNamed(*store, "step0")), WorkKind::None);
        QCOMPARE(workTime(*store), std::int64_t{30 + 20 + 4 + 30});
        std::size_t streams = 0;
        for (const Track& track : store->tracks()) {
            if (track.role != TrackRole::Stream) continue;
            ++streams;
            QCOMPARE(track.device.value_or(-1), std::int64_t{2});
            QCOMPARE(track.sliceCount, 4u);
        }
        QCOMPARE(streams, std::size_t{1});
    }

    void streamsAndCollectivesOfAnNpuAreWork() {
        const auto store = storeOf("\"\" aclnnMm_MatMul 300/2 0..10\n"
                                   "\"\" EVENT_WAIT 300/2 10..20\n"
                                   "\"\" MEMCPY_ASYNC 300/2 20..25\n"
                                   "\"\" SDMA 300/2 25..30\n"
                                   "\"\" hcom_allReduce__868_0_1 301/0 5..40\n"
                                   "\"\" Reduce_Inline 301/1 5..9\n"
                                   "!M process_name 300/2 \"Ascend Hardware\"\n"
                                   "!M process_name 301/0 HCCL\n"
                                   "!M thread_name 300/2 \"Stream 2\"\n"
                                   "!M thread_name 301/0 \"Group 0 Communication\"\n"
                                   "!M thread_name 301/1 \"Plane 0\"\n");
        QCOMPARE(store->kind(sliceNamed(*store, "aclnnMm_MatMul")), WorkKind::Gemm);
        QCOMPARE(roleNamed(*store, "MEMCPY_ASYNC"), Role::Memcpy);
        for (const char* name : {"EVENT_WAIT", "SDMA", "Reduce_Inline"}) QCOMPARE(roleNamed(*store, name), Role::Other);
        QCOMPARE(store->kind(sliceNamed(*store, "hcom_allReduce__868_0_1")), WorkKind::Communication);
        for (const Track& track : store->tracks())
            if (track.role == TrackRole::Stream) QCOMPARE(track.device.value_or(-1), std::int64_t{0});
    }

    void streamsOfAGpuAreWorkAndTheirGroupingIsNot() {
        const auto store = storeOf("!M process_name 1/1 /device:GPU:0\n"
                                   "!M thread_name 1/1 \"Stream #14(Compute,MemcpyD2D)\"\n"
                                   "!M thread_name 1/2 \"XLA Ops\"\n"
                                   "\"\" loop_fusion 1/1 0..10\n"
                                   "\"\" MemcpyD2D 1/1 10..15\n"
                                   "\"\" fusion.9 1/2 0..10\n"
                                   "mine special 1/1 20..30\n");
        QCOMPARE(roleNamed(*store, "loop_fusion"), Role::Kernel);
        QCOMPARE(roleNamed(*store, "MemcpyD2D"), Role::Memcpy);
        QCOMPARE(roleNamed(*store, "fusion.9"), Role::Other);
        QCOMPARE(roleNamed(*store, "special"), Role::Other); // has a category: that decides
    }

    // The file has its own sums (rows of "Overlap Analysis"): 8827.473 us computing, 85516.889 us communication.
    void workOfARealNpuIsWhatItsOwnRecorderSummedUp() {
        const auto path = std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces/ascend/level0_rank0_trace_view.json.gz";
        if (!std::filesystem::exists(path)) QSKIP("the shared folder with real traces is not there");
        LoadOptions options;
        options.useIndex = false;
        RunContext context;
        const auto trace = loadTrace(path, options, context);
        QVERIFY(trace.ok());
        const TraceStore& store = *trace->store;
        std::vector<std::pair<std::int64_t, std::int64_t>> compute, communication;
        for (const Track& track : store.tracks()) {
            if (track.role != TrackRole::Stream) continue;
            for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
                const SliceId slice{row};
                const std::int64_t start = store.start(slice).time_since_epoch().count();
                const std::pair span(start, start + store.duration(slice).count());
                if (store.kind(slice) == WorkKind::Communication)
                    communication.push_back(span);
                else if (store.kind(slice) != WorkKind::Memory)
                    compute.push_back(span);
            }
        }
        // Its 187 and 4 slices are rounded to nanoseconds, start and length each.
        QVERIFY(std::abs(covered(compute) - 8'827'473) <= 187);
        QVERIFY(std::abs(covered(communication) - 85'516'889) <= 4);
    }

    void namesOfProcessesAreReadExactly() {
        QCOMPARE(build::deviceOfProcess("/device:TPU:12").value_or(-1), std::int64_t{12});
        QCOMPARE(build::deviceOfProcess("TPU:3").value_or(-1), std::int64_t{3});
        for (const char* name : {"/device:TPU:", "/device:TPU:x", "/host:CPU", "TPU", "my TPU:0", "python", ""})
            QVERIFY2(!build::isDeviceProcess(name), name);
    }
};

QTEST_APPLESS_MAIN(tst_device_rows)
#include "tst_device_rows.moc"
