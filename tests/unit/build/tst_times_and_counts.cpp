// Times that cannot be believed, steps, instants, counters, flows, places and counts, by hand.
#include "tests/support/trace_dsl.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

constexpr std::int64_t kDay = 86'400'000'000'000;

std::vector<int> warmups(const TraceStore& store) {
    std::vector<int> out;
    for (const Step& step : store.steps()) out.push_back(step.warmup ? 1 : 0);
    return out;
}

std::string steps(std::initializer_list<std::int64_t> lengths) {
    std::string text;
    std::int64_t at = 0, number = 4;
    for (const std::int64_t length : lengths) {
        text += "user_annotation ProfilerStep#" + std::to_string(number++) + " 1/1 " + std::to_string(at) + "+" +
                std::to_string(length) + "\n";
        at += length;
    }
    return text;
}

} // namespace

class tst_times_and_counts : public QObject {
    Q_OBJECT

private slots:
    void implausibleTimesAreSetAsideAndListed() {
        const std::int64_t base = 6'000'000'000'000'000;
        const auto at = [&](std::int64_t t) { return std::to_string(base + t); };
        const std::string text = "kernel k1 0/7 " + at(100'000) + "+10000\n" +
                                 "kernel z1 0/7 0+0\nkernel z2 0/7 0+0\n" + "kernel k3 0/7 " + at(120'000) +
                                 "+7447000000000000000\n" + "kernel k4 0/7 " + at(130'000) + "+20000\n";
        const auto store = storeOf(text);
        QCOMPARE(store->counts().slices, std::uint64_t{5});
        QCOMPARE(store->counts().implausible, std::uint64_t{3});
        QCOMPARE(store->slices().size(), std::size_t{2});
        QCOMPARE(store->extent(), timeRange(base + 100'000, base + 150'000));
        QCOMPARE(store->oddities().countOf(OddityKind::ImplausibleTime), std::uint64_t{3});
        QCOMPARE(store->setAside().size(), std::size_t{3});
        QCOMPARE(store->text(StringId{store->setAside().name[2]}), std::string_view("k3"));
        QCOMPARE(store->setAside().duration[2], std::int64_t{7447000000000000000});
        QCOMPARE(store->setAside().reason[0], static_cast<std::uint8_t>(SetAsideColumns::Reason::FarStart));
        QCOMPARE(store->setAside().reason[2], static_cast<std::uint8_t>(SetAsideColumns::Reason::TooLong));
        QCOMPARE(store->setAside().offset[0], text.find("kernel z1"));
    }

    void oneDayIsBelievedAndOneNanosecondMoreIsNot() {
        const auto text = [](std::int64_t far, std::int64_t length) {
            return "kernel a 0/7 0+1\nkernel b 0/7 0+1\nkernel c 0/7 0+1\nkernel far 0/8 " + std::to_string(far) +
                   "+1\n" + "kernel long 0/9 1+" + std::to_string(length) + "\n";
        };
        QCOMPARE(storeOf(text(kDay, kDay))->counts().implausible, std::uint64_t{0});
        QCOMPARE(storeOf(text(kDay + 1, kDay))->counts().implausible, std::uint64_t{1});
        QCOMPARE(storeOf(text(kDay, kDay + 1))->counts().implausible, std::uint64_t{1});
        QCOMPARE(storeOf(text(-kDay - 1, kDay + 1))->counts().implausible, std::uint64_t{2});
    }

    void aNegativeDurationIsSetAside() {
        const auto store = storeOf("cpu_op a 1/1 0..10\ncpu_op b 1/1 5+-3\n");
        QCOMPARE(store->slices().size(), std::size_t{1});
        QCOMPARE(store->setAside().duration[0], std::int64_t{-3});
        QCOMPARE(store->setAside().reason[0], static_cast<std::uint8_t>(SetAsideColumns::Reason::NegativeDuration));
        QCOMPARE(store->oddities().countOf(OddityKind::ImplausibleTime), std::uint64_t{0}); // it has a word of its own
    }

    void timesAtTheEndOfAllNumbersDoNoHarm() {
        const std::string most = std::to_string(INT64_MAX), least = std::to_string(INT64_MIN + 1);
        const auto all = storeOf("cpu_op a 1/1 " + most + "+5\ncpu_op b 1/1 " + most + "+0\n");
        QCOMPARE(all->counts().implausible, std::uint64_t{2}); // their ends do not fit 64 bits
        std::string text = "cpu_op c 1/1 " + least + "+3\n!B - d 1/2 " + least + "\n!E - d 1/2 " + most +
                           "\n!b x e 1/3 " + least + " id=1\n!e x e 1/3 " + most + " id=1\n!B - open 1/4 " + least +
                           "\n!s f f 1/1 " + most + " id=1\n";
        for (int i = 0; i < 5; ++i) text += "cpu_op a 1/1 0..5\n";
        const auto some = storeOf(text);
        QCOMPARE(some->counts().implausible, std::uint64_t{4});
        QCOMPARE(some->slices().size(), std::size_t{5});
        QCOMPARE(some->extent(), timeRange(0, 5));
    }

    void slicesOfMoreThanFourSecondsKeepTheirLength() {
        const auto store = storeOf("Trace span Spans/p 0+5000000000\ncpu_op a 1/1 10+4294967295\n"
                                   "cpu_op b 1/1 5000000000+4294967294\n");
        QCOMPARE(store->duration(sliceNamed(*store, "span")), Ns{5'000'000'000});
        QCOMPARE(store->duration(sliceNamed(*store, "a")), Ns{4'294'967'295});
        QCOMPARE(store->duration(sliceNamed(*store, "b")), Ns{4'294'967'294});
        QCOMPARE(trackOf(*store, "span").role, TrackRole::Spans);
    }

    void stepsComeInOrderWithTheirNumbers() {
        const auto store =
            storeOf("user_annotation ProfilerStep#5 1/1 100..200\nuser_annotation ProfilerStep#4 1/1 0..100\n"
                    "gpu_user_annotation ProfilerStep#4 0/7 10..90\nuser_annotation ProfilerStep#x 1/1 0..9\n"
                    "user_annotation ProfilerStep#4 1/2 0..100\n");
        QCOMPARE(store->steps().size(), std::size_t{2});
        QCOMPARE(store->steps()[0].number, std::int64_t{4});
        QCOMPARE(store->steps()[1].number, std::int64_t{5});
        QCOMPARE(count(store->start(SliceId{store->steps()[1].slice})), std::int64_t{100});
    }

    void leadingLongStepsAreWarmUpButNeverMoreThanHalf() {
        QCOMPARE(warmups(*storeOf(steps({300, 100, 110, 90}))), (std::vector<int>{1, 0, 0, 0}));
        QCOMPARE(warmups(*storeOf(steps({150, 100, 100, 100}))), (std::vector<int>{0, 0, 0, 0})); // 1.5 x is not longer
        QCOMPARE(warmups(*storeOf(steps({100, 300, 100, 100}))), (std::vector<int>{0, 0, 0, 0})); // not leading
        QCOMPARE(warmups(*storeOf(steps({900, 800, 100, 100, 100}))), (std::vector<int>{1, 1, 0, 0, 0}));
        QCOMPARE(warmups(*storeOf(steps({900, 100}))), (std::vector<int>{1, 0}));
        QCOMPARE(warmups(*storeOf(steps({9000, 900, 100}))), (std::vector<int>{1, 0, 0})); // half of three is one
        QCOMPARE(warmups(*storeOf(steps({900}))), (std::vector<int>{0}));
    }

    void aFirstStepThatAloneAllocatesIsWarmUp() {
        const std::string four = steps({100, 100, 100, 100});
        const std::string first = "cuda_runtime cudaMalloc 1/1 10..20\n";
        QCOMPARE(warmups(*storeOf(four + first)), (std::vector<int>{1, 0, 0, 0}));
        QCOMPARE(warmups(*storeOf(four + first + "cuda_runtime cudaMalloc 1/2 310..320\n")),
                 (std::vector<int>{0, 0, 0, 0}));
        QCOMPARE(warmups(*storeOf(four + "cuda_runtime cudaMallocAsync 1/1 10..20\n")), (std::vector<int>{0, 0, 0, 0}));
    }

    void aLastStepThatReachesTheEndOfTheRecordingIsCut() {
        const std::string three = steps({100, 100, 40});
        const auto cut = storeOf(three + "Trace \"PyTorch Profiler (0)\" Spans/p 0..240\n");
        QVERIFY(cut->steps()[2].cutOff && !cut->steps()[1].cutOff);
        const auto whole = storeOf(three + "Trace \"PyTorch Profiler (0)\" Spans/p 0..260\n");
        QVERIFY(!whole->steps()[2].cutOff);
        QVERIFY(!storeOf(three)->steps()[2].cutOff); // nothing is known
    }

    void instantsStandOnTheTrackOfTheirThread() {
        const auto store = storeOf("cpu_op a 1/1 0..10\ncuda_runtime r 1/1 2..3\n"
                                   "!i cpu_instant_event [memory] 1/1 5 Bytes=-512 Total_Allocated=4096 Device_Id=0\n"
                                   "!i cpu_instant_event [memory] 1/1 4 Bytes=512\n"
                                   "!i - \"Iteration Start\" Traces/x 1\n!P - sample 1/1 3\n");
        QCOMPARE(store->instants().size(), std::size_t{3});
        QCOMPARE(store->counts().instants, std::uint64_t{3});
        const Track& track = trackOf(*store, "a");
        QCOMPARE(track.instantCount, 2u);
        QCOMPARE(store->instants().time[track.firstInstant], std::int64_t{4});
        const auto& bytes = store->instants().args[static_cast<std::size_t>(ArgField::MemoryBytes)];
        QCOMPARE(bytes.find(track.firstInstant), std::optional<std::int64_t>(512));
        QCOMPARE(bytes.find(track.firstInstant + 1), std::optional<std::int64_t>(-512));
        const Track& own = store->tracks()[store->instants().track[2]];
        QCOMPARE(own.sliceCount, 0u);
        QCOMPARE(own.laneCount, 0u);
        QCOMPARE(store->oddities().countOf(OddityKind::PhaseWithoutRow), std::uint64_t{1});
    }

    void countersAreGroupedBySeriesAndSortedByTime() {
        const auto store =
            storeOf("!C - ctr 1/2 50 x=1 y=2.5\n!C - ctr 1/2 40 x=7\n!C - ctr 2/2 45 x=9\n!C - ctr 1/3 60 x=3\n");
        QCOMPARE(store->counterSeries().size(), std::size_t{3}); // x and y of process 1, x of process 2
        const CounterSeries& x = store->counterSeries()[0];
        QCOMPARE(x.sampleCount, std::uint64_t{3}); // of all threads of the process
        QCOMPARE(store->counters().time[x.firstSample], std::int64_t{40});
        QCOMPARE(store->counters().value[x.firstSample], 7.0);
        QCOMPARE(store->counters().value[x.firstSample + 2], 3.0);
        QCOMPARE(store->text(store->counterSeries()[1].series), std::string_view("y"));
        QCOMPARE(store->counts().counterSamples, std::uint64_t{5});
    }

    void flowsStandOnTheSlicesTheyMean() {
        const auto store = storeOf("- src 1/2 80..82\n- dst 1/3 85..87\n- next 1/4 90..95\n"
                                   "!s f flow 1/2 81 id=9\n!t f flow 1/2 81 id=9\n!f f flow 1/3 86 id=9 bp=e\n"
                                   "!s f other 1/2 80 id=4\n!f f other 1/4 88 id=4\n!f f lost 1/4 96 id=5\n"
                                   "!X f sender 1/5 10+5 id=70 flow=out\n!X f receiver 1/6 20+5 id=70 flow=in\n");
        const FlowColumns& flows = store->flows();
        QCOMPARE(store->counts().flows, std::uint64_t{8});
        std::string chain;
        for (std::size_t i = 0; i < flows.size(); ++i)
            chain += std::to_string(flows.id[i]) + static_cast<char>(flows.phase[i]) + ":" +
                     (flows.slice[i] == kNoRow ? "-" : std::string(store->name(SliceId{flows.slice[i]}))) + " ";
        QCOMPARE(QString::fromStdString(chain),
                 QString("4s:src 4f:next 5f:- 9s:src 9t:src 9f:dst 70s:sender 70f:receiver "));
    }

    void flowIdsOfAnySizeAreKept() {
        for (const std::uint64_t large :
             {std::uint64_t{0xffffffff}, std::uint64_t{0x100000000}, std::uint64_t{INT64_MAX}}) {
            const auto store = storeOf(
                "- a 1/2 80..82\n!s f flow 1/2 81 id=9\n!f f flow 1/2 81 id=" + std::to_string(large) + " bp=e\n");
            QCOMPARE(store->flows().size(), std::size_t{2});
            QCOMPARE(store->flows().id.size(), std::size_t{2});
            QCOMPARE(store->flows().id[0], std::uint64_t{9});
            QCOMPARE(store->flows().id[1], large);
        }
    }

    void argumentsOnTheSameRowsShareThem() {
        const auto store = storeOf("cpu_op a 1/2 0..9 Input_Dims=x Input_type=y\ncpu_op b 1/2 10..19\n"
                                   "cpu_op c 1/2 20..29 Input_Dims=z Input_type=w Sequence_number=4\n");
        const SideColumn& dims = store->arg(ArgField::InputDims);
        const SideColumn& types = store->arg(ArgField::InputTypes);
        QCOMPARE(dims.size(), std::size_t{2});
        QVERIFY(dims.rows.data() == types.rows.data());
        QVERIFY(store->arg(ArgField::SequenceNumber).rows.data() != dims.rows.data());
        const SliceId c = sliceNamed(*store, "c");
        QCOMPARE(store->text(StringId{static_cast<std::uint32_t>(*types.find(c.value))}), std::string_view("w"));
        QCOMPARE(*store->arg(ArgField::SequenceNumber).find(c.value), std::int64_t{4});
        QVERIFY(!types.find(sliceNamed(*store, "b").value));
    }

    void placesOfRowsThatDifferFromTheirTrackAreKept() {
        const auto store = storeOf("kernel a 0/7 0..1 device=0 stream=7\nkernel b 0/7 2..3 device=0 stream=7\n"
                                   "kernel c 0/7 4..5 device=3 stream=9\nkernel d 0/7 6..7\n"
                                   "kernel e 2/\"stream 20 \" 0..1\nkernel f x/y 0..1\n");
        QCOMPARE(store->device(sliceNamed(*store, "a")), std::optional<std::int64_t>(0));
        QCOMPARE(store->device(sliceNamed(*store, "c")), std::optional<std::int64_t>(3));
        QCOMPARE(store->stream(sliceNamed(*store, "c")), std::optional<std::int64_t>(9));
        QCOMPARE(store->stream(sliceNamed(*store, "d")), std::optional<std::int64_t>(7));
        QCOMPARE(store->arg(ArgField::Device).size(), std::size_t{1}); // what the track says is not kept twice
        QCOMPARE(store->device(sliceNamed(*store, "e")), std::optional<std::int64_t>(2));
        QCOMPARE(store->stream(sliceNamed(*store, "e")), std::optional<std::int64_t>(20));
        QCOMPARE(store->device(sliceNamed(*store, "f")), std::nullopt);
    }

    void aHostProcessWithASmallNumberIsNoGpu() {
        const auto store =
            storeOf("cpu_op op 7/7 0..10\ncuda_runtime call 7/7 2..4 corr=1\nkernel k 7/7 5..9 corr=1\n");
        QCOMPARE(trackOf(*store, "op").role, TrackRole::Host);
        QCOMPARE(trackOf(*store, "k").role, TrackRole::Stream);
        QCOMPARE(launchOf(*store, "k"), "call");
    }

    void theLastOfRepeatedNamesWins() {
        const auto store = storeOf("!M process_name 1/0 first\n!M thread_name 1/1 a\n!M thread_name 1/1 b\n"
                                   "!M process_name 1/9 second\n!M process_sort_index 1/0 5\ncpu_op x 1/1 0..1\n"
                                   "!M thread_name 8/8 nobody\n");
        const Thread& thread = store->threads()[trackOf(*store, "x").thread.value];
        QCOMPARE(store->text(thread.name), std::string_view("b"));
        QCOMPARE(store->text(thread.processName), std::string_view("second"));
        QVERIFY(thread.hasProcessSortIndex && thread.processSortIndex == 5);
        QCOMPARE(store->tracks().size(), std::size_t{1}); // what is only named has no row
    }

    void moreLanesThanATrackMayHaveGoOnInAnotherTrack() {
        std::string text;
        for (int i = 0; i < 4100; ++i)
            text +=
                "cpu_op s" + std::to_string(i) + " 1/1 " + std::to_string(i) + ".." + std::to_string(10000 + i) + "\n";
        const auto store = storeOf(text);
        QCOMPARE(store->tracks().size(), std::size_t{2});
        QCOMPARE(store->tracks()[0].laneCount, 4096u);
        QCOMPARE(store->tracks()[1].laneCount, 4u);
        QCOMPARE(store->slices().size(), std::size_t{4100});
        QCOMPARE(store->oddities().countOf(OddityKind::LimitReached), std::uint64_t{1});
    }

    void theRankOfTheUserOverridesTheFiles() {
        DslOptions options;
        options.info.rank = 3;
        QCOMPARE(storeOf("cpu_op a 1/1 0..1\n", options)->info().rank, std::optional<std::int64_t>(3));
        options.rank = 9;
        const auto store = storeOf("cpu_op a 1/1 0..1\n", options);
        QCOMPARE(store->info().rank, std::optional<std::int64_t>(9));
        QVERIFY(store->info().rankSource == TraceInfo::RankSource::User);
    }

    void aTraceWithoutAnythingIsAnEmptyStore() {
        const auto store = storeOf("");
        QCOMPARE(store->slices().size(), std::size_t{0});
        QVERIFY(store->extent().empty());
        QVERIFY(store->tracks().empty() && store->steps().empty() && store->lod().empty());
    }
};

QTEST_APPLESS_MAIN(tst_times_and_counts)
#include "tst_times_and_counts.moc"
