// The canonical text of a store, and what a store answers.
#include "core/store/dump.h"
#include "tests/support/trace_dsl.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

class tst_dump : public QObject {
    Q_OBJECT

private slots:
    void aSmallTraceIsWrittenLineByLine() {
        const auto store = storeOf("!M thread_name 1/1 main\n"
                                   "cpu_op op 1/1 0..100 ext=7\n"
                                   "cuda_runtime \"say \"launch 1/1 10..20 corr=5\n"
                                   "kernel gemm 0/7 30..60 corr=5 device=0 stream=7 context=1\n"
                                   "!s ac2g ac2g 1/1 10 id=5\n"
                                   "!C - used 1/1 50 x=2.5\n"
                                   "!i - mark 1/1 70\n"
                                   "cpu_op bad 1/1 5+-1\n");
        QCOMPARE(QString::fromStdString(dumpStore(*store)), QString(R"(lanescope dump 1
partial no
rank none
elements 8 empty 0 non_objects 0 dropped 0
slices 4 implausible 1 instants 1 counter_samples 1 flows 1 metadata 1
phase 67 1
phase 77 1
phase 88 4
phase 105 1
phase 115 1
category 0 other ""
category 1 cpu_op "cpu_op"
category 2 runtime "cuda_runtime"
category 3 kernel "kernel"
category 4 other "ac2g"
thread 0 pid "1" tid "1" process "" labels "" name "main"
thread 1 pid "0" tid "7" process "" labels "" name ""
track 0 thread 0 host lanes 1 slices 1 instants 1
track 1 thread 0 runtime_calls lanes 1 slices 1 instants 0
track 2 thread 1 stream lanes 1 slices 1 instants 0 device=0 stream=7
lane 0 track 0 rows 0..1
s 0 0+100 1 "op" ext 7 @24
lane 0 track 1 rows 1..2
s 1 10+10 2 "say launch" in 0 corr 5 @51
lane 0 track 2 rows 2..3
s 2 30+30 3 "gemm" gemm corr 5 by 1 @95 context=1
aside 5+-1 thread 0 1 negative "bad" @218
i 70 track 0 i 0 "mark" @201
counter thread 0 "used" "x"
c 50 2.5
f 4 5 s 10 on 1
lod 0 groups 3
g 100 0 16
g 10 1 20
g 30 2 1
)"));
    }

    void oddTextsAreEscaped() {
        const auto store = storeOf("cpu_op a\\b\tc 1/1 0..1\n");
        QVERIFY(dumpStore(*store).find("\"a\\\\b\\u0009c\"") != std::string::npos);
    }

    void anOutputThatHasEnoughEndsTheDump() {
        std::string text;
        for (int i = 0; i < 20'000; ++i)
            text += "cpu_op s" + std::to_string(i) + " 1/1 " + std::to_string(i * 2) + "+1\n";
        const auto store = storeOf(text);
        int pieces = 0;
        std::size_t longest = 0;
        dumpStore(*store, [&](std::string_view piece) {
            longest = std::max(longest, piece.size());
            return ++pieces < 3;
        });
        QCOMPARE(pieces, 3);
        QVERIFY(longest < 100'000);
    }

    void aStoreKnowsItsTexts() {
        const auto store = storeOf("cpu_op first 1/1 0..1\ncpu_op second 1/1 2..3\n");
        QCOMPARE(store->text(StringId{0}), std::string_view());
        QVERIFY(store->findText("second").has_value());
        QCOMPARE(store->text(*store->findText("second")), std::string_view("second"));
        QCOMPARE(store->findText("third"), std::nullopt);
    }

    void aStoreFindsTheLaneAndTrackOfARow() {
        const auto store =
            storeOf("cpu_op a 1/1 0..10\ncpu_op b 1/1 2..5\ncuda_runtime c 1/1 3..4\nkernel d 0/7 5..6\n");
        QCOMPARE(store->tracks().size(), std::size_t{3});
        QCOMPARE(store->lane(sliceNamed(*store, "b")).value, 1u);
        QCOMPARE(store->track(sliceNamed(*store, "b")).value, 0u);
        QCOMPARE(store->track(sliceNamed(*store, "c")).value, 1u);
        QCOMPARE(store->lane(sliceNamed(*store, "d")).value, 3u);
        QCOMPARE(store->extent(), timeRange(0, 10));
        QVERIFY(store->launchedBy(sliceNamed(*store, "c")).empty());
    }
};

QTEST_APPLESS_MAIN(tst_dump)
#include "tst_dump.moc"
