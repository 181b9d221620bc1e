#include "core/analysis/four_numbers.h"
#include "core/analysis/host_activity.h"
#include "core/analysis/idle/gap_owners.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <numeric>
#include <random>

using namespace lanescope;
using lanescope::testing::WorkStore;

namespace {

DeviceIdle idleOf(const TraceStore& store, IdleOptions options = {}) {
    return GapFinder(store, options).find(collectDeviceWork(store).at(0));
}

const IdleGap& gapAt(const DeviceIdle& idle, std::int64_t begin) {
    for (const IdleGap& gap : idle.gaps)
        if (gap.at.begin == begin) return gap;
    qFatal("no gap begins there");
}

constexpr std::int64_t kShortGapNs = 4;

std::int64_t upTo(std::mt19937& random, unsigned n) { return static_cast<std::int64_t>(random() % n); }

// One thread with waits, allocations and data loading at random, and work that is launched more or less in time.
struct RandomTrace {
    struct Host {
        std::int64_t begin, end;
        IdlePart part;
    };
    struct Work {
        std::int64_t begin, end, call, callEnd;
    };
    std::vector<Host> hosts;
    std::vector<Work> works;
    std::shared_ptr<const TraceStore> store;

    explicit RandomTrace(std::mt19937& random) {
        WorkStore trace;
        const std::array names{std::pair{"cudaDeviceSynchronize", IdlePart::Synchronisation},
                               std::pair{"cudaMalloc", IdlePart::Allocation}};
        for (int i = 0; i < 12; ++i) {
            const std::int64_t begin = upTo(random, 400);
            const std::int64_t end = begin + upTo(random, 40);
            if (i % 3 == 2) {
                trace.op("dataloader next", begin, end - begin);
                hosts.push_back({begin, end, IdlePart::DataLoading});
            } else {
                const auto& [name, part] = names[static_cast<std::size_t>(i % 3)];
                trace.call(begin, end - begin, 0, name);
                hosts.push_back({begin, end, part});
            }
        }
        std::int64_t at = 5;
        for (std::uint64_t i = 1; i <= 12; ++i) {
            at += 1 + upTo(random, 40);
            const std::int64_t call = std::max<std::int64_t>(0, at - upTo(random, 60));
            const std::int64_t callEnd = call + upTo(random, 5);
            works.push_back({at, at + 3 + upTo(random, 10), call, callEnd});
            trace.call(call, callEnd - call, i);
            trace.kernel(0, 7, at, works.back().end - at, WorkKind::Gemm, i);
            at = works.back().end;
        }
        store = trace.build();
    }
};

// What one nanosecond of the gap before `work` is spent on.
IdlePart slowPart(const RandomTrace& trace, Interval gap, const RandomTrace::Work& work, std::int64_t ns) {
    if (work.call < gap.begin && work.callEnd <= gap.begin)
        return gap.length() < kShortGapNs ? IdlePart::KernelGap : IdlePart::Dependency;
    if (work.call <= gap.begin || ns >= work.call) return IdlePart::LaunchLatency;
    IdlePart part = IdlePart::LateLaunch;
    for (const IdlePart wanted : {IdlePart::DataLoading, IdlePart::Allocation, IdlePart::Synchronisation})
        for (const RandomTrace::Host& host : trace.hosts)
            if (host.part == wanted && host.begin <= ns && ns < host.end) part = wanted;
    return part;
}

std::array<std::int64_t, kIdleParts> slowParts(const RandomTrace& trace) {
    std::array<std::int64_t, kIdleParts> out{};
    for (std::size_t w = 1; w < trace.works.size(); ++w) {
        const Interval gap{trace.works[w - 1].end, trace.works[w].begin};
        for (std::int64_t ns = gap.begin; ns < gap.end; ++ns)
            ++out[static_cast<std::size_t>(slowPart(trace, gap, trace.works[w], ns))];
    }
    return out;
}

} // namespace

class TestGapOwners : public QObject {
    Q_OBJECT

private slots:
    void threeGapsHaveThreeOwners() {
        // k2 was launched after k1 had ended; k3 long before and soon; k4 long before and not soon.
        WorkStore trace;
        trace.call(-5'000, 3'000, 1);
        trace.call(20'000, 4'000, 2);
        trace.call(26'000, 3'000, 3);
        trace.call(32'000, 3'000, 4);
        trace.kernel(0, 7, 0, 10'000, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 50'000, 10'000, WorkKind::Gemm, 2);
        trace.kernel(0, 7, 60'800, 10'000, WorkKind::Gemm, 3);
        trace.kernel(0, 7, 90'000, 10'000, WorkKind::Gemm, 4);
        const auto store = trace.build();
        const DeviceIdle idle = idleOf(*store);
        const IdleSums sums = idleWithin(idle, 0, 100'000);
        QCOMPARE(sums.idleNs, 60'000);
        QCOMPARE(sums.owner(GapOwner::LateLaunch), 40'000);
        QCOMPARE(sums.owner(GapOwner::KernelGap), 800);
        QCOMPARE(sums.owner(GapOwner::Dependency), 19'200);
        // The inner split of the first: 10..20 nothing on the host, 20..50 on its way to the device.
        QCOMPARE(sums.part(IdlePart::LateLaunch), 10'000);
        QCOMPARE(sums.part(IdlePart::LaunchLatency), 30'000);
        QCOMPARE(sums.part(IdlePart::KernelGap), 800);
        QCOMPARE(sums.part(IdlePart::Dependency), 19'200);
        QVERIFY(!gapAt(idle, 70'800).cause); // other: not recorded
    }
    void theKernelGapLimitIsASetting() {
        WorkStore trace;
        trace.call(0, 1, 1);
        trace.kernel(0, 7, 10, 10);
        trace.kernel(0, 7, 25, 10, WorkKind::Gemm, 1);
        const auto store = trace.build();
        QCOMPARE(gapAt(idleOf(*store, {6}), 20).owner, GapOwner::KernelGap);
        QCOMPARE(gapAt(idleOf(*store, {5}), 20).owner, GapOwner::Dependency);
    }
    void aCallThatEndsInsideTheGapIsLaunchLatency() {
        WorkStore trace;
        trace.call(90, 20, 1);  // starts before 100, ends at 110
        trace.call(200, 3, 2);  // starts exactly when the gap begins
        trace.call(280, 20, 3); // ends exactly when the gap begins: early
        trace.kernel(0, 7, 50, 50);
        trace.kernel(0, 7, 150, 50, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 250, 50, WorkKind::Gemm, 2);
        trace.kernel(0, 7, 350, 50, WorkKind::Gemm, 3);
        const auto store = trace.build();
        const DeviceIdle idle = idleOf(*store, {10});
        QCOMPARE(gapAt(idle, 100).owner, GapOwner::LaunchLatency);
        QCOMPARE(gapAt(idle, 200).owner, GapOwner::LaunchLatency);
        QCOMPARE(gapAt(idle, 300).owner, GapOwner::Dependency);
        QCOMPARE(idleWithin(idle, 100, 150).part(IdlePart::LaunchLatency), 50);
    }
    void workWithoutALaunchLeavesTheGapUnknown() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 10);
        trace.kernel(0, 7, 500, 10, WorkKind::Gemm, 42);
        const auto store = trace.build();
        QCOMPARE(gapAt(idleOf(*store), 10).owner, GapOwner::Unknown);
    }
    void theHostPartOfALateLaunchNamesWhatTheThreadDid() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 100);
        trace.call(40, 80, 0, "cudaStreamSynchronize");             // reaches 20 into the gap
        trace.op("enumerate(DataLoader)#_Iter.__next__", 130, 200); // 130..330
        trace.call(150, 30, 0, "cudaHostAlloc");                    // inside the loader: allocation
        trace.op("aten::add", 340, 100);                            // 340..440
        trace.call(400, 10, 5);                                     // the launch
        trace.call(120, 250, 0, "cudaDeviceSynchronize", "2");      // another thread has no say
        trace.kernel(0, 7, 450, 10, WorkKind::Gemm, 5);
        const auto store = trace.build();
        const DeviceIdle idle = idleOf(*store);
        const IdleGap& gap = gapAt(idle, 100);
        QCOMPARE(gap.owner, GapOwner::LateLaunch);
        const IdleSums sums = idleWithin(idle, 100, 450);
        QCOMPARE(sums.part(IdlePart::Synchronisation), 20);
        QCOMPARE(sums.part(IdlePart::Allocation), 30);
        QCOMPARE(sums.part(IdlePart::DataLoading), 170);
        QCOMPARE(sums.part(IdlePart::LateLaunch), 80); // 120..130 and 330..400
        QCOMPARE(sums.part(IdlePart::LaunchLatency), 50);
        QCOMPARE(store->name(*gap.cause.get()), std::string_view("enumerate(DataLoader)#_Iter.__next__"));
        const auto stretches = idle.stretchesOf(gap);
        std::int64_t at = gap.at.begin;
        for (const IdleStretch& stretch : stretches) {
            QCOMPARE(stretch.at.begin, at);
            at = stretch.at.end;
        }
        QCOMPARE(at, gap.at.end);
    }
    void aLateLaunchIsPutDownToWhatTookAtLeastAsLongAsTheRest() {
        for (const auto& [syncNs, wanted] : {std::pair{50, IdlePart::Synchronisation}, {49, IdlePart::LateLaunch}}) {
            WorkStore trace;
            trace.kernel(0, 7, 0, 100);
            trace.call(100, syncNs, 0, "cudaDeviceSynchronize");
            trace.call(200, 5, 1);
            trace.kernel(0, 7, 300, 10, WorkKind::Gemm, 1);
            const auto store = trace.build();
            const DeviceIdle idle = idleOf(*store);
            QCOMPARE(gapAt(idle, 100).mainPart, wanted);
            QCOMPARE(idleWithin(idle, 100, 300).main(wanted), 200);
        }
    }
    void whatTheHostDoesIsDecidedByRoleAndName() {
        QCOMPARE(hostActivity(Role::Runtime, "cudaDeviceSynchronize"), HostActivity::Synchronisation);
        QCOMPARE(hostActivity(Role::Runtime, "hipMemcpyWithStream"), HostActivity::Synchronisation);
        QCOMPARE(hostActivity(Role::Runtime, "cudaMemcpyAsync"), HostActivity::Other);
        QCOMPARE(hostActivity(Role::Runtime, "cudaStreamWaitEvent"), HostActivity::Other);
        QCOMPARE(hostActivity(Role::Runtime, "cudaMalloc"), HostActivity::Allocation);
        QCOMPARE(hostActivity(Role::Driver, "cuMemCreate"), HostActivity::Allocation);
        QCOMPARE(hostActivity(Role::Runtime, "cudaFree"), HostActivity::Allocation);
        QCOMPARE(hostActivity(Role::CpuOp, "my_malloc_op"), HostActivity::Other);
        QCOMPARE(hostActivity(Role::UserAnnotation, "data_prep"), HostActivity::DataLoading);
        QCOMPARE(hostActivity(Role::UserAnnotation, "DataParallel.forward"), HostActivity::Other);
        QCOMPARE(hostActivity(Role::PythonFunction, "torch/utils/data/dataloader.py(628): __next__"),
                 HostActivity::DataLoading);
        QCOMPARE(hostActivity(Role::PythonFunction, "dataloader_test.py(3): main"), HostActivity::Other);
    }
    void anAsynchronousCopyThatWaitedForPageableMemoryIsASynchronisation() {
        WorkStore trace;
        const std::size_t waited = trace.call(0, 100, 1, "cudaMemcpyAsync");
        const std::size_t returned = trace.call(200, 5, 2, "cudaMemcpyAsync");
        trace.kernel(0, 7, 80, 15, WorkKind::Memory, 1, "Memcpy DtoH (Device -> Pageable)");
        trace.kernel(0, 7, 220, 15, WorkKind::Memory, 2, "Memcpy DtoH (Device -> Pageable)");
        const auto store = trace.build();
        HostActivities activities(*store);
        QCOMPARE(activities.of(trace.row(waited)), HostActivity::Synchronisation);
        QCOMPARE(activities.of(trace.row(returned)), HostActivity::Other);
    }
    void aRecordedWaitOfTheStreamExplainsADependency() {
        WorkStore trace;
        trace.call(0, 1, 1);
        trace.kernel(0, 20, 10, 90, WorkKind::Communication);
        trace.kernel(0, 7, 5'000, 50, WorkKind::Gemm, 1);
        const auto without = trace.build();
        // The collective on the other stream ended when the gap began.
        const DeviceIdle guessed = idleOf(*without);
        QCOMPARE(without->kind(*gapAt(guessed, 100).cause.get()), WorkKind::Communication);
        WorkStore::Event wait;
        wait.pid = "0";
        wait.tid = "7";
        wait.role = Role::GpuSync;
        wait.name = "Stream Wait Event";
        wait.start = 50;
        wait.duration = 4'900;
        wait.device = 0;
        wait.stream = 7;
        trace.add(wait);
        const auto with = trace.build();
        const DeviceIdle found = idleOf(*with);
        QCOMPARE(gapAt(found, 100).owner, GapOwner::Dependency);
        QCOMPARE(with->name(*gapAt(found, 100).cause.get()), std::string_view("Stream Wait Event"));
    }
    void idleBeforeTheFirstWorkAndAfterTheLastIsTold() {
        WorkStore trace;
        trace.op("warm-up of the host", 0, 1'000);
        trace.call(300, 10, 1);
        trace.kernel(0, 7, 400, 100, WorkKind::Gemm, 1);
        const auto store = trace.build();
        const DeviceIdle idle = idleOf(*store);
        QCOMPARE(idle.gaps.size(), std::size_t{2});
        QCOMPARE(idle.gaps[0].place, GapPlace::BeforeWork);
        QCOMPARE(idle.gaps[0].owner, GapOwner::LateLaunch);
        QCOMPARE(idle.gaps[1].owner, GapOwner::NothingFollows);
        QCOMPARE(idle.gaps[1].at, (Interval{500, 1'000}));
        const IdleSums sums = idleWithin(idle, 250, 2'000); // beyond everything in the trace
        QCOMPARE(sums.idleNs, 250 - 100 + 500 + 1'000);
        QCOMPARE(sums.part(IdlePart::LateLaunch), 50);
        QCOMPARE(sums.part(IdlePart::LaunchLatency), 100);
        QCOMPARE(sums.owner(GapOwner::NothingFollows), 1'500);
        QCOMPARE(idleWithin(idle, 450, 400).idleNs, 0);
    }
    void theLaunchThatCameFirstOwnsTheGapWhateverTheOrderInTheFile() {
        for (const bool swapped : {false, true}) {
            WorkStore trace;
            trace.kernel(0, 7, 0, 10);
            trace.call(20, 1, 1);
            trace.call(60, 1, 2);
            if (swapped) trace.kernel(0, 8, 100, 10, WorkKind::Gemm, 2);
            trace.kernel(0, 7, 100, 10, WorkKind::Gemm, 1);
            if (!swapped) trace.kernel(0, 8, 100, 10, WorkKind::Gemm, 2);
            const auto store = trace.build();
            QCOMPARE(idleWithin(idleOf(*store), 10, 100).part(IdlePart::LaunchLatency), 80);
        }
    }
    void workOfNoLengthNeitherSplitsNorEndsAGap() {
        WorkStore trace;
        trace.call(15, 1, 1);
        trace.kernel(0, 7, 0, 10);
        trace.kernel(0, 8, 20, 0, WorkKind::Memory);
        trace.kernel(0, 8, 50, 0, WorkKind::Memory);
        trace.kernel(0, 7, 50, 10, WorkKind::Gemm, 1);
        const auto store = trace.build();
        const DeviceIdle idle = idleOf(*store);
        const IdleGap& gap = gapAt(idle, 10);
        QCOMPARE(gap.at.end, 50);
        QCOMPARE(gap.owner, GapOwner::LateLaunch);
    }
    void aDeviceWithoutWorkIsIdleAllTheTime() {
        WorkStore trace;
        trace.op("aten::add", 100, 50);
        const auto store = trace.build();
        const DeviceIdle idle = GapFinder(*store).find(allDevices(*store));
        QCOMPARE(idleWithin(idle, 100, 150).owner(GapOwner::NothingFollows), 50);
    }
    void thePartsOfRandomTracesAddUpAndAgreeWithLookingAtEveryNanosecond() {
        std::mt19937 random(5);
        for (int round = 0; round < 150; ++round) {
            const RandomTrace trace(random);
            const DeviceIdle idle = idleOf(*trace.store, {kShortGapNs});
            const IdleSums sums = idleWithin(idle, trace.works.front().begin, trace.works.back().end);
            QCOMPARE(sums.partNs, slowParts(trace));
            const DeviceWork work = collectDeviceWork(*trace.store).at(0);
            for (int window = 0; window < 10; ++window) {
                const std::int64_t begin = upTo(random, 500);
                const std::int64_t end = begin + upTo(random, 300);
                const IdleSums some = idleWithin(idle, begin, end);
                QCOMPARE(some.idleNs, fourNumbers(work, begin, end, {}).idleNs);
                QCOMPARE(std::accumulate(some.partNs.begin(), some.partNs.end(), std::int64_t{0}), some.idleNs);
                QCOMPARE(std::accumulate(some.mainNs.begin(), some.mainNs.end(), std::int64_t{0}), some.idleNs);
                QCOMPARE(std::accumulate(some.ownerNs.begin(), some.ownerNs.end(), std::int64_t{0}), some.idleNs);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestGapOwners)
#include "tst_gap_owners.moc"
