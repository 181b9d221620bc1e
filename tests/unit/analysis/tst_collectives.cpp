#include "core/analysis/collectives/collective_args.h"
#include "tests/support/work_store.h"

#include <QtTest>

using namespace lanescope;
using lanescope::testing::WorkStore;

namespace {

std::size_t collective(WorkStore& trace, std::int64_t start, std::int64_t duration, std::string name, std::int64_t in,
                       std::int64_t out, std::string dtype, std::int64_t group) {
    WorkStore::Event e = trace.event(
        trace.kernel(0, 20, start, duration, WorkKind::Communication, 0, "ncclDevKernel_AllReduce_Sum_f32"));
    e.tid = "21";
    e.args = {{ArgField::CollectiveName, 0, std::move(name)},
              {ArgField::InElements, in, {}},
              {ArgField::OutElements, out, {}},
              {ArgField::Dtype, 0, std::move(dtype)},
              {ArgField::GroupSize, group, {}}};
    return trace.add(std::move(e));
}

} // namespace

class TestCollectives : public QObject {
    Q_OBJECT

private slots:
    void bytesAreThoseOfTheLargerSideAndRatesFollowTheKind() {
        WorkStore trace;
        const std::size_t gather = collective(trace, 0, 10'000, "_allgather_base", 1'000, 8'000, "BFloat16", 8);
        const std::size_t reduce = collective(trace, 20'000, 8'000, "allreduce", 4'000, 4'000, "Float", 8);
        const std::size_t scatter = collective(trace, 40'000, 16'000, "_reduce_scatter_base", 8'000, 1'000, "Half", 4);
        const std::size_t all = collective(trace, 60'000, 4'096, "all_to_all", 4'096, 4'096, "Byte", 4);
        const std::size_t two =
            collective(trace, 80'000, 4'000, "allgather_into_tensor_coalesced", 500, 1'000, "Float", 2);
        const std::size_t none = collective(trace, 100'000, 0, "allreduce", 4'000, 4'000, "Float", 8);
        const std::size_t bare = trace.kernel(0, 20, 110'000, 5'000, WorkKind::Communication);
        const auto store = trace.build();
        const auto sizeOf = [&](std::size_t index) {
            const SliceId s = trace.row(index);
            return collectiveSize(collectiveArgs(*store, s), store->duration(s).count());
        };
        QCOMPARE(sizeOf(gather)->bytes, 16'000);
        QCOMPARE(sizeOf(gather)->algorithmRate, 1.6e9);
        QCOMPARE(*sizeOf(gather)->busRate, 1.4e9);
        QCOMPARE(sizeOf(reduce)->algorithmRate, 2.0e9);
        QCOMPARE(*sizeOf(reduce)->busRate, 3.5e9);
        QCOMPARE(sizeOf(scatter)->bytes, 16'000);
        QCOMPARE(*sizeOf(scatter)->busRate, 0.75e9);
        QCOMPARE(*sizeOf(all)->busRate, 0.75e9);
        QCOMPARE(sizeOf(two)->algorithmRate, 1.0e9);
        QCOMPARE(*sizeOf(two)->busRate, 0.5e9);
        QVERIFY(!sizeOf(none));
        QVERIFY(!sizeOf(bare));
    }
    void aGroupOfOneHasNoBusRate() {
        WorkStore trace;
        const std::size_t alone = collective(trace, 0, 1'000, "allreduce", 1'000, 1'000, "Float", 1);
        const auto store = trace.build();
        const auto size = collectiveSize(collectiveArgs(*store, trace.row(alone)), 1'000);
        QCOMPARE(size->algorithmRate, 4e9);
        QVERIFY(!size->busRate);
    }
    void argumentsAreFoundOnTheOperatorThatLaunchedIt() {
        WorkStore trace;
        WorkStore::Event op = trace.event(trace.op("other", 500, 10));
        op.name = "record_param_comms";
        op.start = 0;
        op.duration = 100;
        op.args = {{ArgField::CollectiveName, 0, "all_to_allv"}, {ArgField::CollectiveSeq, 12, {}}};
        trace.add(op);
        trace.op("c10d::inner", 5, 50);
        trace.call(10, 5, 3);
        const std::size_t kernel = trace.kernel(0, 20, 60, 10, WorkKind::Communication, 3, "ncclDevKernel_SendRecv");
        const auto store = trace.build();
        const CollectiveArgs args = collectiveArgs(*store, trace.row(kernel));
        QCOMPARE(args.kind, CollectiveKind::AllToAll);
        QCOMPARE(*args.seq, 12);
        QCOMPARE(store->name(*args.source), std::string_view("record_param_comms"));
    }
    void anExchangeWithoutArgumentsIsKnownByItsCaller() {
        const auto kindIn = [](const char* caller) {
            WorkStore trace;
            trace.op(caller, 0, 100);
            trace.op("c10d::inner", 5, 50);
            trace.call(10, 5, 3);
            const auto kernel = trace.kernel(0, 20, 60, 10, WorkKind::Communication, 3, "ncclKernel_SendRecv_RING");
            const auto store = trace.build();
            return collectiveArgs(*store, trace.row(kernel)).kind;
        };
        QCOMPARE(kindIn("nccl:all_to_all"), CollectiveKind::AllToAll);
        QCOMPARE(kindIn("nccl:recv 1<-0"), CollectiveKind::Recv);
        QCOMPARE(kindIn("nccl:coalesced"), CollectiveKind::SendRecv);
        QCOMPARE(kindIn("MyModule"), CollectiveKind::SendRecv);
    }
    void namesInManySpellingsHaveOneKind() {
        QCOMPARE(collectiveKind("ncclDevKernel_ReduceScatter_Sum_f32_RING_LL"), CollectiveKind::ReduceScatter);
        QCOMPARE(collectiveKind("nccl:_all_gather_base"), CollectiveKind::AllGather);
        QCOMPARE(collectiveKind("vllm::cross_device_reduce_2stage"), CollectiveKind::AllReduce);
        QCOMPARE(collectiveKind("ncclKernel_SendRecv_RING_SIMPLE"), CollectiveKind::SendRecv);
        QCOMPARE(collectiveKind("recv"), CollectiveKind::Recv);
        QCOMPARE(collectiveKind("ncclDevKernel_Generic_1"), CollectiveKind::Other);
        QCOMPARE(collectiveWord(CollectiveKind::ReduceScatter), std::string_view("reduce_scatter"));
    }
    void elementSizesAreKnownByName() {
        QCOMPARE(*elementBytes("Float8_e4m3fn"), 1);
        QCOMPARE(*elementBytes("BFloat16"), 2);
        QCOMPARE(*elementBytes("Float"), 4);
        QCOMPARE(*elementBytes("ComplexDouble"), 16);
        QVERIFY(!elementBytes("Quaternion"));
    }
    void absurdCountsGiveNoSize() {
        CollectiveArgs args;
        args.kind = CollectiveKind::AllReduce;
        args.dtype = "Double";
        args.inElements = INT64_MAX;
        QVERIFY(!collectiveSize(args, 100));
        args.inElements = -5;
        args.outElements = -3;
        QVERIFY(!collectiveSize(args, 100));
    }
};

QTEST_APPLESS_MAIN(TestCollectives)
#include "tst_collectives.moc"
