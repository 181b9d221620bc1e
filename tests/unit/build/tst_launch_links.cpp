// Launch links, with the answers worked out by hand.
#include "tests/support/trace_dsl.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::vector<std::string> launchedBy(const TraceStore& store, std::string_view call) {
    std::vector<std::string> names;
    for (const SliceId work : store.launchedBy(sliceNamed(store, call))) names.emplace_back(store.name(work));
    return names;
}

} // namespace

class tst_launch_links : public QObject {
    Q_OBJECT

private slots:
    void oneGraphLaunchOwnsManyKernelsOnTwoStreams() {
        const auto store = storeOf("cuda_runtime L1 42/42 100..120 corr=900\n"
                                   "cuda_runtime L2 42/42 300..315 corr=901\n"
                                   "kernel g1 0/7 130..140 corr=900\n"
                                   "kernel g2 0/7 140..170 corr=900\n"
                                   "kernel g3 0/20 145..165 corr=900\n"
                                   "kernel h1 0/7 330..340 corr=901\n"
                                   "kernel orphan 0/7 400..410 corr=950\n");
        QCOMPARE(launchOf(*store, "g1"), "L1");
        QCOMPARE(launchOf(*store, "g3"), "L1");
        QCOMPARE(launchOf(*store, "h1"), "L2");
        QCOMPARE(launchOf(*store, "orphan"), "-");
        QCOMPARE(launchedBy(*store, "L1"), (std::vector<std::string>{"g1", "g2", "g3"}));
        QCOMPARE(launchedBy(*store, "L2"), (std::vector<std::string>{"h1"}));
    }

    void zeroAndMinusOneMeanNoLaunchIsKnown() {
        const auto store = storeOf("cuda_runtime H0 42/42 0..5 corr=0\n"
                                   "cuda_runtime L2 42/42 10..15 corr=7\n"
                                   "kernel c1 0/20 30..40 corr=0\n"
                                   "kernel c2 0/20 50..60 corr=-1\n"
                                   "kernel c3 0/20 70..80\n"
                                   "kernel k1 0/7 26..50 corr=7\n");
        for (const char* name : {"c1", "c2", "c3"}) QCOMPARE(launchOf(*store, name), "-");
        QCOMPARE(launchOf(*store, "k1"), "L2");
        QCOMPARE(store->launches().workRows.size(), std::size_t{1});
    }

    // -9223372036854775808 and -2 are the bit patterns of 2^63 and 2^64 - 2.
    void correlationsFrom2To63OnAreLinkedToo() {
        const auto store = storeOf("cuda_runtime L1 42/42 0..5 corr=-9223372036854775808\n"
                                   "cuda_runtime L2 42/42 10..15 corr=-2\n"
                                   "cuda_runtime none 42/42 20..25 corr=-1\n"
                                   "cuda_runtime small 42/42 30..35 corr=7\n"
                                   "kernel k1 0/7 40..50 corr=-9223372036854775808\n"
                                   "kernel k2 0/7 50..60 corr=-2\n"
                                   "kernel k3 0/7 60..70 corr=-1\n"
                                   "kernel k4 0/7 70..80 corr=7\n"
                                   "kernel k5 0/7 80..90 corr=-3\n");
        QCOMPARE(launchOf(*store, "k1"), "L1");
        QCOMPARE(launchOf(*store, "k2"), "L2");
        QCOMPARE(launchOf(*store, "k3"), "-");
        QCOMPARE(launchOf(*store, "k4"), "small");
        QCOMPARE(launchOf(*store, "k5"), "-");
        QCOMPARE(store->launches().workRows.size(), std::size_t{3});
    }

    void theRuntimeRecordComesBeforeTheDriverRecord() {
        const auto store = storeOf("cuda_driver d1 1/1 10..12 corr=1\n"
                                   "cuda_driver d2 1/1 21..23 corr=2\n"
                                   "cuda_runtime r2 1/1 20..25 corr=2\n"
                                   "cuda_runtime unknownCall 1/1 29..30 corr=4\n"
                                   "kernel k1 0/7 32..40 corr=1\n"
                                   "kernel k2 0/7 40..50 corr=2\n"
                                   "kernel k4 0/7 55..60 corr=4\n");
        QCOMPARE(launchOf(*store, "k1"), "d1");
        QCOMPARE(launchOf(*store, "k2"), "r2");
        QCOMPARE(launchOf(*store, "k4"), "unknownCall");
    }

    void oldAndForeignCategoriesAreLinkedToo() {
        const auto store = storeOf("Runtime r1 42/32 10..15 corr=106\n"
                                   "Kernel k1 0/\"stream 7\" 20..50 corr=106 device=0 stream=7\n"
                                   "Memcpy m1 0/\"stream 7\" 55..60 corr=107\n"
                                   "cuda_runtime,driver r2 42/32 16..18 corr=107\n"
                                   "mtia_runtime r3 42/32 20..21 corr=108\n"
                                   "mtia_ccp_events e1 5/9 30..40 corr=108\n"
                                   "cpu_op notACall 42/32 0..9 corr=109\n"
                                   "kernel k9 0/7 70..80 corr=109\n");
        QCOMPARE(launchOf(*store, "k1"), "r1");
        QCOMPARE(launchOf(*store, "m1"), "r2");
        QCOMPARE(launchOf(*store, "e1"), "r3");
        QCOMPARE(launchOf(*store, "k9"), "-");
        QCOMPARE(store->stream(sliceNamed(*store, "k1")), std::optional<std::int64_t>(7));
    }

    void workThatStartsBeforeItsCallIsCounted() {
        const auto store = storeOf("cuda_runtime a 1/1 100..105 corr=1\n"
                                   "cuda_runtime b 1/1 120..126 corr=2\n"
                                   "cuda_runtime c 1/1 140..145 corr=3\n"
                                   "kernel k1 0/7 92..102 corr=1\n"
                                   "kernel k2 0/7 115..125 corr=2\n"
                                   "kernel k3 0/7 150..160 corr=3\n");
        QCOMPARE(store->oddities().countOf(OddityKind::KernelBeforeLaunch), std::uint64_t{2});
    }

    void oneCorrelationInTwoProcessesStaysWithItsOwn() {
        const auto store = storeOf("cuda_runtime p1only 1/1 0..5 corr=10\n"
                                   "cuda_runtime p1both 1/1 20..25 corr=12\n"
                                   "cuda_runtime p2only 2/2 0..5 corr=11\n"
                                   "cuda_runtime p2both 2/2 21..26 corr=12\n"
                                   "kernel a1 0/7 10..12 corr=10\n"
                                   "kernel a2 0/7 30..32 corr=12\n"
                                   "kernel b1 1/7 10..12 corr=11\n"
                                   "kernel b2 1/7 30..32 corr=12\n"
                                   "kernel nobody 2/7 30..32 corr=12\n");
        QCOMPARE(launchOf(*store, "a2"), "p1both");
        QCOMPARE(launchOf(*store, "b2"), "p2both");
        QCOMPARE(launchOf(*store, "nobody"), "-"); // nothing tells whose it is
    }

    void aCorrelationUsedAgainGoesToTheLastCallBefore() {
        const auto store = storeOf("cuda_runtime first 1/1 0..5 corr=1\ncuda_runtime second 1/1 100..105 corr=1\n"
                                   "kernel k1 0/7 10..20 corr=1\nkernel k2 0/7 110..120 corr=1\n");
        QCOMPARE(launchOf(*store, "k1"), "first");
        QCOMPARE(launchOf(*store, "k2"), "second");
    }

    void hugeCorrelationsAreLinkedToo() {
        const auto store = storeOf("cuda_runtime a 1/1 0..5 corr=9007199254740993\ncuda_runtime b 1/1 6..9 corr=3\n"
                                   "kernel k1 0/7 10..20 corr=9007199254740993\nkernel k2 0/7 20..30 corr=3\n"
                                   "kernel k3 0/7 30..40 corr=9007199254740992\n");
        QCOMPARE(launchOf(*store, "k1"), "a");
        QCOMPARE(launchOf(*store, "k2"), "b");
        QCOMPARE(launchOf(*store, "k3"), "-");
        QCOMPARE(store->slices().correlation.at(sliceNamed(*store, "k1").value), std::int64_t{9007199254740993});
    }

    void synchronisationsOnTheGpuAreLinkedToTheirCall() {
        const auto store = storeOf("cuda_runtime cudaStreamSynchronize 1/1 0..50 corr=5\n"
                                   "cuda_sync \"Stream Sync\" 0/1000007 10..40 corr=5\n");
        QCOMPARE(launchOf(*store, "Stream Sync"), "cudaStreamSynchronize");
        const Track& track = trackOf(*store, "Stream Sync");
        QCOMPARE(track.role, TrackRole::GpuSyncs);
        QCOMPARE(track.stream, std::optional<std::int64_t>(7));
        QCOMPARE(track.device, std::optional<std::int64_t>(0));
        QCOMPARE(store->kind(sliceNamed(*store, "Stream Sync")), WorkKind::None);
    }

    void onlyWhatACollectiveOperatorLaunchesItselfIsCommunication() {
        const auto store = storeOf("cpu_op c10d::allgather_ 1/1 0..100\n"
                                   "cpu_op aten::copy_ 1/1 10..20\n"
                                   "cuda_runtime copyCall 1/1 12..15 corr=1\n"
                                   "cpu_op record_param_comms 1/1 30..60\n"
                                   "cuda_runtime engineCall 1/1 40..50 corr=2\n"
                                   "gpu_memcpy \"Memcpy PtoP\" 0/20 70..90 corr=2\n"
                                   "kernel elementwise_kernel 0/7 30..40 corr=1\n");
        QCOMPARE(store->kind(sliceNamed(*store, "Memcpy PtoP")), WorkKind::Communication);
        QCOMPARE(store->kind(sliceNamed(*store, "elementwise_kernel")), WorkKind::Elementwise);
    }
};

QTEST_APPLESS_MAIN(tst_launch_links)
#include "tst_launch_links.moc"
