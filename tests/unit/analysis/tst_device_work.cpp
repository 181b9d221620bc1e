#include "core/analysis/device_work.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <algorithm>
#include <random>

using namespace lanescope;
using lanescope::testing::WorkStore;

class TestDeviceWork : public QObject {
    Q_OBJECT

private slots:
    void theSameStreamNumberOnThreeDevicesIsThreeDevices() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 50);
        trace.kernel(0, 7, 60, 30);
        trace.kernel(1, 7, 0, 60);
        trace.kernel(2, 7, 10, 20);
        const auto store = trace.build();
        const auto devices = collectDeviceWork(*store);
        QCOMPARE(devices.size(), std::size_t{3});
        QCOMPARE(devices[0].key.text(), std::string("0"));
        QCOMPARE(devices[2].key.text(), std::string("2"));
        QCOMPARE(length(devices[0].busy), 80);
        QCOMPARE(length(devices[1].busy), 60);
        QCOMPARE(length(devices[2].busy), 20);
        // As one: 0..60 and 60..90 touch.
        QCOMPARE(allDevices(*store).busy, (IntervalList{{0, 90}}));
    }
    void sumsOverStreamsPassTheWindowButUnionsDoNot() {
        WorkStore trace; // two communication streams beside compute
        trace.kernel(0, 7, 0, 50);
        trace.kernel(0, 20, 40, 60, WorkKind::Communication);
        trace.kernel(0, 24, 60, 60, WorkKind::Communication);
        trace.kernel(0, 7, 110, 20);
        const auto store = trace.build();
        const DeviceWork work = collectDeviceWork(*store).at(0);
        QCOMPARE(work.sumNs, 190);
        QCOMPARE(length(work.busy), 130);
        QCOMPARE(length(work.comm), 80);
        QCOMPARE(length(work.compute), 70);
        QCOMPARE(length(work.overlap), 20);
        QCOMPARE(work.exposedComm, (IntervalList{{50, 110}}));
    }
    void copiesHideUnderComputeAndUnderCommunication() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 10);
        trace.kernel(0, 20, 10, 10, WorkKind::Communication);
        trace.kernel(0, 30, 5, 25, WorkKind::Memory);
        const auto store = trace.build();
        const DeviceWork work = collectDeviceWork(*store).at(0);
        QCOMPARE(work.mem, (IntervalList{{5, 30}}));
        QCOMPARE(work.exposedMem, (IntervalList{{20, 30}}));
        QCOMPARE(length(work.compute) + length(work.exposedComm) + length(work.exposedMem), length(work.busy));
    }
    void workOfNoLengthIsCountedButAddsNothing() {
        WorkStore trace;
        trace.kernel(0, 7, 100, 20);
        trace.kernel(0, 7, 120, 0, WorkKind::Memory);
        trace.kernel(0, 7, 125, 0, WorkKind::Memory);
        trace.kernel(0, 7, 130, 20);
        const auto store = trace.build();
        const DeviceWork work = collectDeviceWork(*store).at(0);
        QCOMPARE(work.work.size(), std::size_t{4});
        QCOMPARE(work.zeroLength, std::uint64_t{2});
        QCOMPARE(work.busy, (IntervalList{{100, 120}, {130, 150}}));
        QCOMPARE(work.mem, IntervalList{});
    }
    void annotationsAndSyncsOnTheDeviceAreNotWork() {
        WorkStore trace;
        trace.kernel(0, 7, 100, 40);
        trace.kernel(0, 7, 150, 20);
        WorkStore::Event note;
        note.pid = "0";
        note.tid = "7";
        note.role = Role::GpuAnnotation;
        note.name = "ProfilerStep#1";
        note.start = 90;
        note.duration = 100;
        note.device = 0;
        trace.add(note);
        note.role = Role::GpuSync;
        note.name = "Event Sync";
        trace.add(note);
        const auto store = trace.build();
        const DeviceWork work = collectDeviceWork(*store).at(0);
        QCOMPARE(work.work.size(), std::size_t{2});
        QCOMPARE(work.busy, (IntervalList{{100, 140}, {150, 170}}));
    }
    void anOverlapInsideAStreamIsKeptWhole() {
        WorkStore trace; // the next kernel starts before the last one ends
        trace.kernel(0, 7, 100, 20);
        trace.kernel(0, 7, 118, 12);
        trace.kernel(0, 7, 130, 10);
        const auto store = trace.build();
        const DeviceWork work = collectDeviceWork(*store).at(0);
        QCOMPARE(work.busy, (IntervalList{{100, 140}}));
        QCOMPARE(work.sumNs, 42);
        QCOMPARE(work.work.size(), std::size_t{3});
    }
    void oneDeviceNumberInTwoProcessesIsTwoDevices() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 10);
        WorkStore::Event other;
        other.pid = "1000";
        other.tid = "7";
        other.role = Role::Kernel;
        other.kind = WorkKind::Gemm;
        other.start = 5;
        other.duration = 10;
        other.device = 0;
        trace.add(other);
        const auto store = trace.build();
        const auto devices = collectDeviceWork(*store);
        QCOMPARE(devices.size(), std::size_t{2});
        QCOMPARE(devices[0].key.text(), std::string("0/0"));
        QCOMPARE(devices[1].key.text(), std::string("1000/0"));
        QCOMPARE(length(devices[0].busy), 10);
    }
    void aDeviceNamedOnTheEventOverrulesItsRow() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 10);
        WorkStore::Event moved = trace.event(trace.kernel(0, 7, 20, 5));
        moved.start = 40;
        moved.args.push_back({ArgField::Device, 3, {}});
        trace.add(moved);
        const auto store = trace.build();
        const auto devices = collectDeviceWork(*store);
        QCOMPARE(devices.size(), std::size_t{2});
        QCOMPARE(devices[1].key.text(), std::string("3"));
        QCOMPARE(devices[1].busy, (IntervalList{{40, 45}}));
        QCOMPARE(devices[0].busy, (IntervalList{{0, 10}, {20, 25}}));
    }
    void workComesInOrderOfStartThenOfTheFile() {
        WorkStore trace;
        const std::size_t third = trace.kernel(0, 20, 10, 5);
        const std::size_t second = trace.kernel(0, 7, 5, 5);
        const std::size_t fourth = trace.kernel(0, 7, 10, 5);
        const std::size_t first = trace.kernel(0, 20, 0, 3);
        const auto store = trace.build();
        const DeviceWork work = allDevices(*store);
        const std::vector<SliceId> wanted{trace.row(first), trace.row(second), trace.row(third), trace.row(fourth)};
        QVERIFY(work.work == wanted);
    }
    void aChoiceOfSlicesHasItsOwnUnions() {
        WorkStore trace;
        const std::size_t a = trace.kernel(0, 7, 0, 10);
        trace.kernel(0, 7, 10, 10);
        const std::size_t c = trace.kernel(0, 7, 20, 10, WorkKind::Communication);
        const std::size_t launch = trace.call(0, 1, 0);
        const auto store = trace.build();
        const DeviceWork work = workOf(*store, {trace.row(c), trace.row(launch), trace.row(a), trace.row(a)});
        QCOMPARE(work.busy, (IntervalList{{0, 10}, {20, 30}}));
        QCOMPARE(work.comm, (IntervalList{{20, 30}}));
        QCOMPARE(work.work.size(), std::size_t{2});
    }
    void theOrderOfEventsInTheFileChangesNothing() {
        std::mt19937 random(7);
        std::vector<WorkStore::Event> events;
        WorkStore maker;
        for (int i = 0; i < 300; ++i) {
            const auto kind = std::array{WorkKind::Gemm, WorkKind::Communication, WorkKind::Memory}[random() % 3];
            const std::size_t index = maker.kernel(random() % 2, random() % 4, random() % 2000, random() % 40, kind);
            events.push_back(maker.event(index));
        }
        const auto inOrder = maker.build();
        const auto wanted = collectDeviceWork(*inOrder);
        for (int round = 0; round < 20; ++round) {
            std::shuffle(events.begin(), events.end(), random);
            WorkStore shuffled;
            for (const WorkStore::Event& e : events) shuffled.add(e);
            const auto store = shuffled.build();
            const auto got = collectDeviceWork(*store);
            QCOMPARE(got.size(), wanted.size());
            for (std::size_t d = 0; d < got.size(); ++d) {
                QCOMPARE(got[d].key.text(), wanted[d].key.text());
                QCOMPARE(got[d].busy, wanted[d].busy);
                QCOMPARE(got[d].compute, wanted[d].compute);
                QCOMPARE(got[d].exposedComm, wanted[d].exposedComm);
                QCOMPARE(got[d].exposedMem, wanted[d].exposedMem);
                QCOMPARE(got[d].sumNs, wanted[d].sumNs);
            }
        }
    }
    void aTraceWithoutDevicesHasNone() {
        WorkStore trace;
        trace.op("aten::add", 0, 10);
        const auto store = trace.build();
        QVERIFY(collectDeviceWork(*store).empty());
        const TraceWork work = collectTraceWork(*store);
        QVERIFY(work.devices.empty());
        QVERIFY(work.all->busy.empty());
    }
};

QTEST_APPLESS_MAIN(TestDeviceWork)
#include "tst_device_work.moc"
