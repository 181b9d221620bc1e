// One NPU is one device, though its recorder writes a process for its streams and one for its collectives.
#include "core/analysis/device_work.h"
#include "core/session/load_trace.h"
#include "core/store/device_processes.h"
#include "tests/support/trace_dsl.h"

#include <QtTest>

#include <cstdlib>
#include <filesystem>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

// 1000 is the host process, 13 and 15 the indices: 1000 << 10 | 13 << 5 | device.
constexpr std::int64_t pidOf(std::int64_t host, std::int64_t index, std::int64_t device) {
    return host * 1024 + index * 32 + device;
}

std::string npu(std::int64_t streams, std::int64_t links, std::int64_t at) {
    const std::string s = std::to_string(streams), l = std::to_string(links);
    const auto span = [&](std::int64_t from, std::int64_t to) {
        return std::to_string(at + from) + ".." + std::to_string(at + to) + "\n";
    };
    return "!M process_name " + s + "/2 \"Ascend Hardware\"\n!M process_name " + l + "/0 HCCL\n!M thread_name " + s +
           "/2 \"Stream 2\"\n!M thread_name " + l + "/0 \"Group 0 Communication\"\n\"\" MatMul " + s + "/2 " +
           span(0, 40) + "\"\" hcom_allReduce_ " + l + "/0 " + span(30, 90);
}

std::string sorted(std::int64_t pid, std::int64_t index) {
    return "!M process_sort_index " + std::to_string(pid) + "/0 " + std::to_string(index) + "\n";
}

std::vector<std::string> keys(const std::vector<DeviceWork>& devices) {
    std::vector<std::string> out;
    for (const DeviceWork& device : devices) out.push_back(device.key.text());
    return out;
}

using Keys = std::vector<std::string>;

} // namespace

class tst_npu_devices : public QObject {
    Q_OBJECT

private slots:
    void streamsAndCollectivesOfAnNpuAreOneDevice() {
        const auto devices = collectDeviceWork(*storeOf(npu(300, 301, 0)));
        QCOMPARE(keys(devices), Keys{"0"});
        QCOMPARE(length(devices[0].busy), 90);
        QCOMPARE(length(devices[0].compute), 40);
        QCOMPARE(length(devices[0].comm), 60);
        QCOMPARE(length(devices[0].overlap), 10);
        QCOMPARE(length(devices[0].exposedComm), 50);
    }

    void theNumberOfAnNpuStandsInItsPid() {
        const std::int64_t streams = pidOf(1000, 13, 1), links = pidOf(1000, 15, 1);
        const auto devices =
            collectDeviceWork(*storeOf(npu(streams, links, 0) + sorted(streams, 13) + sorted(links, 15)));
        QCOMPARE(keys(devices), Keys{"1"});
    }

    void severalNpusOfOneFileAreToldApart() {
        std::string text;
        for (const std::int64_t device : {2, 5}) {
            const std::int64_t streams = pidOf(1000, 13, device), links = pidOf(1000, 15, device);
            text += npu(streams, links, 100 * device) + sorted(streams, 13) + sorted(links, 15);
        }
        const auto devices = collectDeviceWork(*storeOf(text));
        QCOMPARE(keys(devices), (Keys{"2", "5"}));
        for (const DeviceWork& device : devices) QCOMPARE(length(device.busy), 90);
    }

    void theSameNumberUsedByTwoHostProcessesIsTwoDevices() {
        std::string text;
        for (const std::int64_t host : {1000, 2000}) {
            const std::int64_t streams = pidOf(host, 13, 0), links = pidOf(host, 15, 0);
            text += npu(streams, links, host) + sorted(streams, 13) + sorted(links, 15);
        }
        const auto devices = collectDeviceWork(*storeOf(text));
        QCOMPARE(keys(devices),
                 (Keys{std::to_string(pidOf(1000, 13, 0)) + "/0", std::to_string(pidOf(2000, 13, 0)) + "/0"}));
    }

    void npusThatNothingTellsApartStayAsTheFileHasThem() {
        const auto devices = collectDeviceWork(*storeOf(npu(300, 301, 0) + npu(400, 401, 100)));
        QCOMPARE(keys(devices), (Keys{"300/0", "301/0", "400/0", "401/0"}));
    }

    void otherMakersDevicesStayAsTheyAre() {
        const auto two = collectDeviceWork(*storeOf("kernel a 0/7 0..10 stream=7\nkernel b 1/7 0..10 stream=7\n"));
        QCOMPARE(keys(two), (Keys{"0", "1"}));
        const auto tpus =
            collectDeviceWork(*storeOf("!M process_name 3/1 /device:TPU:2\n!M thread_name 3/1 \"XLA Ops\"\n"
                                       "!M process_name 4/1 /device:TPU:2\n!M thread_name 4/1 \"XLA Ops\"\n"
                                       "\"\" fusion.1 3/1 0..30\n\"\" fusion.2 4/1 0..30\n"));
        QCOMPARE(keys(tpus), (Keys{"3/2", "4/2"}));
    }

    void pidsAreReadOnlyWhenTheSortIndexConfirmsThem() {
        QCOMPARE(npuPlace("3089234337", 13).value_or(NpuPlace{}).host, std::int64_t{3016830});
        QCOMPARE(npuPlace("3089234337", 13).value_or(NpuPlace{}).device, std::int64_t{1});
        QVERIFY(!npuPlace("3089234337", 14));
        QVERIFY(!npuPlace("3089234337", std::nullopt));
        QVERIFY(!npuPlace("3089234337x", 13));
        QVERIFY(!npuPlace("-3089234337", 13));
        QVERIFY(!npuPlace("416", 13)); // no host process
        QVERIFY(!npuPlace(std::to_string(pidOf(1000, 13, 31)), 13));
    }

    void realNpusAgreeWithTheirRecordersOwnSums_data() {
        QTest::addColumn<int>("rank");
        QTest::addColumn<std::int64_t>("computing");
        QTest::addColumn<std::int64_t>("communication");
        QTest::addColumn<std::int64_t>("notOverlapped");
        // Sums of dur of the rows of "Overlap Analysis" in the files.
        QTest::newRow("rank 0") << 0 << std::int64_t{8'827'473} << std::int64_t{85'516'889} << std::int64_t{81'515'607};
        QTest::newRow("rank 1") << 1 << std::int64_t{8'813'173} << std::int64_t{68'605'710} << std::int64_t{64'616'114};
    }
    void realNpusAgreeWithTheirRecordersOwnSums() {
        QFETCH(int, rank);
        QFETCH(std::int64_t, computing);
        QFETCH(std::int64_t, communication);
        QFETCH(std::int64_t, notOverlapped);
        const auto path = std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces/ascend" /
                          ("level0_rank" + std::to_string(rank) + "_trace_view.json.gz");
        if (!std::filesystem::exists(path)) QSKIP("the shared folder with real traces is not there");
        LoadOptions options;
        options.useIndex = false;
        RunContext context;
        const auto trace = loadTrace(path, options, context);
        QVERIFY(trace.ok());
        const auto devices = collectDeviceWork(*trace->store);
        QCOMPARE(keys(devices), Keys{std::to_string(rank)});
        // The recorder rounds each of its slices (187, 4, 101) to nanoseconds, start and length.
        QVERIFY(std::abs(length(devices[0].compute) - computing) <= 187);
        QVERIFY(std::abs(length(devices[0].comm) - communication) <= 4);
        QVERIFY(std::abs(length(devices[0].exposedComm) - notOverlapped) <= 101);
        for (const Track& track : trace->store->tracks())
            if (trace->store->text(trace->store->threads()[track.thread.value].processName) == "HCCL")
                QVERIFY(!track.stream); // a group is no stream
    }
};

QTEST_APPLESS_MAIN(tst_npu_devices)
#include "tst_npu_devices.moc"
