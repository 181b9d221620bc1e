// Nesting and lanes, with the answers worked out by hand.
#include "tests/support/trace_dsl.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

class tst_lanes_and_parents : public QObject {
    Q_OBJECT

private slots:
    void aSliceInsideAnotherIsItsChildOneLaneBelow() {
        const auto store = storeOf("cpu_op outer 1/1 0..100\n"
                                   "cpu_op inner 1/1 10..90\n"
                                   "cpu_op leaf 1/1 20..30\n"
                                   "cpu_op next 1/1 100..120\n");
        QCOMPARE(parentOf(*store, "outer"), "-");
        QCOMPARE(parentOf(*store, "inner"), "outer");
        QCOMPARE(parentOf(*store, "leaf"), "inner");
        QCOMPARE(parentOf(*store, "next"), "-");
        QCOMPARE(laneInTrack(*store, "leaf"), 2u);
        QCOMPARE(laneInTrack(*store, "next"), 0u);
    }

    void theFilesOrderDoesNotMatter() {
        const auto store = storeOf("kernel k2 0/7 70..75\n"
                                   "cpu_op r1 1/1 22..28\n"
                                   "cpu_op q2 1/1 10..15\n"
                                   "cpu_op q 1/1 20..40\n"
                                   "cpu_op p 1/1 10..60\n");
        QCOMPARE(parentOf(*store, "q"), "p");
        QCOMPARE(parentOf(*store, "q2"), "p");
        QCOMPARE(parentOf(*store, "r1"), "q");
        QCOMPARE(parentOf(*store, "p"), "-");
    }

    void ofEqualSpansTheEarlierInTheFileIsTheParent() {
        const auto store = storeOf("cpu_op a 1/1 5..9\ncpu_op b 1/1 5..9\ncpu_op c 1/1 5..9\n");
        QCOMPARE(parentOf(*store, "a"), "-");
        QCOMPARE(parentOf(*store, "b"), "a");
        QCOMPARE(parentOf(*store, "c"), "b");
        QCOMPARE(laneInTrack(*store, "c"), 2u);
    }

    void partialOverlapsTakeAnotherLaneUncutAndAreNoChildren() {
        const auto store = storeOf("user_annotation A 1/1 0..60\n"
                                   "user_annotation B 1/1 30..80\n"
                                   "user_annotation Cc 1/1 40..50\n");
        QCOMPARE(parentOf(*store, "B"), "-");
        QCOMPARE(parentOf(*store, "Cc"), "B"); // inside both: the shorter
        QCOMPARE(laneInTrack(*store, "A"), 0u);
        QCOMPARE(laneInTrack(*store, "B"), 1u);
        QCOMPARE(laneInTrack(*store, "Cc"), 2u);
        QCOMPARE(count(store->end(sliceNamed(*store, "A"))), 60);
    }

    void parallelBranchesOnOneStreamOpenLanesAndGiveThemBack() {
        const auto store =
            storeOf("kernel x 0/7 10..40\nkernel y 0/7 15..25\nkernel z 0/7 20..60\nkernel w 0/7 60..70\n");
        QCOMPARE(laneInTrack(*store, "x"), 0u);
        QCOMPARE(laneInTrack(*store, "y"), 1u);
        QCOMPARE(laneInTrack(*store, "z"), 2u);
        QCOMPARE(laneInTrack(*store, "w"), 0u);
        QCOMPARE(trackOf(*store, "x").laneCount, 3u);
    }

    void rowsOfOneThreadShareTheirNestingOverAllTracks() {
        const auto store = storeOf("user_annotation step3 1/1 0..1000\n"
                                   "python_function py 1/1 10..900 pyid=1\n"
                                   "cpu_op op 1/1 20..800\n"
                                   "cuda_runtime launch 1/1 30..40 corr=5\n"
                                   "cuda_driver driver 1/1 32..38 corr=5\n");
        QCOMPARE(parentOf(*store, "launch"), "op");
        QCOMPARE(parentOf(*store, "driver"), "launch");
        QCOMPARE(parentOf(*store, "op"), "py");
        QCOMPARE(parentOf(*store, "py"), "step3");
        QCOMPARE(trackOf(*store, "launch").role, TrackRole::RuntimeCalls);
        QCOMPARE(laneInTrack(*store, "launch"), 0u); // its ancestors are on another track
        QCOMPARE(laneInTrack(*store, "driver"), 1u);
        QCOMPARE(laneInTrack(*store, "op"), 2u);
    }

    void aPointAtTheEndOfASliceIsNotInsideIt() {
        const auto store = storeOf("cpu_op a 1/1 0..10\ncpu_op at_end 1/1 10..10\ncpu_op b 1/1 10..20\n"
                                   "cpu_op at_start 1/1 10..10\n");
        QCOMPARE(parentOf(*store, "at_end"), "b");
        QCOMPARE(parentOf(*store, "at_start"), "at_end"); // equal span, later in the file
        QCOMPARE(parentOf(*store, "b"), "-");
        QCOMPARE(laneInTrack(*store, "b"), 0u);
    }

    void aPythonFrameThatOutlivesItsCallerIsCutThere() {
        const auto store = storeOf("python_function P 1/1 0..100 pyid=1\n"
                                   "python_function Q 1/1 40..200 pyid=2 pyparent=1\n"
                                   "python_function S 1/1 50..60 pyid=3 pyparent=2\n"
                                   "python_function W 1/1 120..140 pyid=4\n");
        QCOMPARE(parentOf(*store, "P"), "-");
        QCOMPARE(parentOf(*store, "Q"), "P");
        QCOMPARE(parentOf(*store, "S"), "Q");
        QCOMPARE(parentOf(*store, "W"), "-");
        const SliceId q = sliceNamed(*store, "Q");
        QCOMPARE(store->duration(q), Ns{60});
        QCOMPARE(store->uncutDuration(q), std::optional<std::int64_t>(160));
        QCOMPARE(store->uncutDuration(sliceNamed(*store, "S")), std::nullopt);
        QCOMPARE(store->oddities().countOf(OddityKind::OutlivesParent), std::uint64_t{1});
        QCOMPARE(laneInTrack(*store, "W"), 0u);
    }

    void pythonFramesOfOneSpanFollowTheirIds() {
        const auto store = storeOf("python_function inner 1/1 0..10 pyid=2 pyparent=1\n"
                                   "python_function outer 1/1 0..10 pyid=1\n"
                                   "python_function sibling 1/1 0..10 pyid=3 pyparent=1\n");
        QCOMPARE(parentOf(*store, "inner"), "outer");
        QCOMPARE(parentOf(*store, "outer"), "-");
        QCOMPARE(parentOf(*store, "sibling"), "outer"); // not inner, although it has the same span
    }

    void idsThatGoInACircleDoNoHarm() {
        const auto store = storeOf("python_function a 1/1 0..10 pyid=1 pyparent=2\n"
                                   "python_function b 1/1 0..8 pyid=2 pyparent=1\n"
                                   "python_function c 1/1 1..2 pyid=3 pyparent=3\n");
        QCOMPARE(store->slices().size(), std::size_t{3});
        QCOMPARE(parentOf(*store, "c"), "a"); // the circle is cut at b, so b calls a
    }

    void beginsAndEndsPairLikeBrackets() {
        const auto store = storeOf("!B - outer 1/2 10\n!B - inner 1/2 12\n!E - - 1/2 14\n!E - outer 1/2 20\n"
                                   "!B - never_closed 1/4 101\n!E - - 1/5 102\n- last 1/9 90..140\n");
        QCOMPARE(store->duration(sliceNamed(*store, "outer")), Ns{10});
        QCOMPARE(store->duration(sliceNamed(*store, "inner")), Ns{2});
        QCOMPARE(parentOf(*store, "inner"), "outer");
        QCOMPARE(store->duration(sliceNamed(*store, "never_closed")), Ns{39}); // to the last time of the trace
        QCOMPARE(store->oddities().countOf(OddityKind::UnmatchedBegin), std::uint64_t{1});
        QCOMPARE(store->oddities().countOf(OddityKind::UnmatchedEnd), std::uint64_t{1});
        QCOMPARE(store->counts().slices, std::uint64_t{4});
    }

    void argumentsOfTheEndCountBeforeThoseOfTheBegin() {
        const auto store = storeOf("!B - outer 1/2 10 bytes=1 context=5\n!B - inner 1/2 12\n!E - - 1/2 14 bytes=7\n"
                                   "!E - - 1/2 20 bytes=9\n!B - plain 1/2 30 bytes=3\n!E - - 1/2 31\n"
                                   "!E - nobody 1/3 5 bytes=4\n");
        const auto bytes = [&](const char* name) {
            return store->arg(ArgField::Bytes).find(sliceNamed(*store, name).value);
        };
        QCOMPARE(bytes("outer"), std::optional<std::int64_t>(9));
        QCOMPARE(bytes("inner"), std::optional<std::int64_t>(7));
        QCOMPARE(bytes("plain"), std::optional<std::int64_t>(3));
        QCOMPARE(store->arg(ArgField::Context).find(sliceNamed(*store, "outer").value), std::optional<std::int64_t>(5));
        QCOMPARE(store->arg(ArgField::Bytes).size(), std::size_t{3});
    }

    void gpuWorkAsPairsOfBeginAndEndKnowsItsPlace() {
        const auto store = storeOf("!B kernel k 0/7 10 device=2 stream=9\n!E - - 0/7 20\n");
        QCOMPARE(store->device(sliceNamed(*store, "k")), std::optional<std::int64_t>(2));
        QCOMPARE(trackOf(*store, "k").stream, std::optional<std::int64_t>(9));
        QCOMPARE(store->arg(ArgField::Stream).size(), std::size_t{0});
    }

    void anEndClosesTheBeginOfItsOwnName() {
        const auto store = storeOf("!B - a 1/1 0\n!B - b 1/1 10\n!E - a 1/1 20\n!E - b 1/1 30\n");
        QCOMPARE(store->range(sliceNamed(*store, "a")), timeRange(0, 20));
        QCOMPARE(store->range(sliceNamed(*store, "b")), timeRange(10, 30));
        QCOMPARE(parentOf(*store, "b"), "-"); // they overlap, uncut
        QCOMPARE(laneInTrack(*store, "b"), 1u);
    }

    void asyncPairsNestByKeyOnARowOfTheirOwn() {
        const auto store = storeOf("!b a async 1/2 60 id=16\n!b a nested 1/2 61 id=16\n!e a nested 1/2 63 id=16\n"
                                   "!e a async 1/3 65 id=16\n!b a other 1/2 62 id=17\n!e a other 1/2 70 id=17\n"
                                   "!S a old 1/2 70 id=5\n!T a old 1/2 71 id=5\n!F a old 1/2 72 id=5\n"
                                   "!n a point 1/2 61 id=16\n- sync 1/2 0..100\n");
        QCOMPARE(store->range(sliceNamed(*store, "async")), timeRange(60, 65));
        QCOMPARE(parentOf(*store, "nested"), "async");
        QCOMPARE(parentOf(*store, "other"), "-");
        QCOMPARE(parentOf(*store, "async"), "-"); // not inside what the thread itself does
        QCOMPARE(store->range(sliceNamed(*store, "old")), timeRange(70, 72));
        QCOMPARE(trackOf(*store, "async").role, TrackRole::Async);
        QCOMPARE(trackOf(*store, "async").instantCount, 2u); // n and T
        QCOMPARE(store->oddities().total(), std::uint64_t{0});
    }

    void localIdsOfTwoProcessesAreDifferentPairs() {
        const auto store = storeOf("!b a one 1/1 0 id=1 local\n!b a two 2/1 5 id=1 local\n!e a two 2/1 7 id=1 local\n"
                                   "!e a one 1/1 20 id=1 local\n");
        QCOMPARE(store->range(sliceNamed(*store, "one")), timeRange(0, 20));
        QCOMPARE(store->range(sliceNamed(*store, "two")), timeRange(5, 7));
    }
};

QTEST_APPLESS_MAIN(tst_lanes_and_parents)
#include "tst_lanes_and_parents.moc"
