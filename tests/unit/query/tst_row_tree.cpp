#include "core/query/row_tree.h"
#include "tests/support/json_store.h"

#include <QTest>

using namespace lanescope;
using lanescope::testing::storeFromEvents;
using lanescope::testing::storeFromFile;

namespace {

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

QStringList names(const RowTree& tree) {
    QStringList out;
    for (const Row& row : tree.rows()) {
        if (row.kind == RowKind::PartsBand || row.kind == RowKind::IdleBand) continue;
        out << QString(row.level * 2, QLatin1Char(' ')) + text(row.name);
    }
    return out;
}

QString casePath(const char* name) {
    return QStringLiteral(LANESCOPE_SHARED_DIR "/cases/") + QLatin1String(name) + QStringLiteral("/input.json");
}

// One event of a thread, with ts in us.
QString sliceEvent(const char* cat, const char* name, const char* pid, const char* tid, int ts, int dur,
                   const char* args = "") {
    return QStringLiteral(R"({"ph":"X","cat":"%1","name":"%2","pid":%3,"tid":%4,"ts":%5,"dur":%6,"args":{%7}})")
        .arg(QLatin1String(cat), QLatin1String(name), QLatin1String(pid), QLatin1String(tid))
        .arg(ts)
        .arg(dur)
        .arg(QLatin1String(args));
}
QString threadName(const char* pid, const char* tid, const char* name) {
    return QStringLiteral(R"({"ph":"M","name":"thread_name","pid":%1,"tid":%2,"args":{"name":"%3"}})")
        .arg(QLatin1String(pid), QLatin1String(tid), QLatin1String(name));
}

} // namespace

class TestRowTree : public QObject {
    Q_OBJECT
private slots:
    void rowsComeInTheOrderOfTheCaseAboutRowOrder() {
        const QString path = casePath("d04-row-order");
        if (!QFile::exists(path)) QSKIP("the shared cases are not there");
        const auto store = storeFromFile(path);
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(names(tree), (QStringList{"host", "  main thread", "  autograd thread", "GPU 0", "  stream 7",
                                           "  stream 20", "GPU 1", "  stream 7", "recording", "  PyTorch Profiler"}));
        QCOMPARE(int{tree.row(*tree.find("recording")).startsFolded}, 1);
    }

    void severalDevicesHaveTheBandsOfTheirRankBelowItsHost() {
        const QString path = casePath("d04-row-order");
        if (!QFile::exists(path)) QSKIP("the shared cases are not there");
        const auto store = storeFromFile(path);
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(text(tree.row(0).name), QString("host"));
        QCOMPARE(text(tree.row(1).name), QString("2 GPUs parts"));
        QVERIFY(tree.row(1).kind == RowKind::PartsBand && tree.row(2).kind == RowKind::IdleBand);
        QCOMPARE(tree.row(1).parent, std::optional<std::uint32_t>(0));
        QVERIFY(tree.row(1).device && tree.row(1).device == tree.row(2).device);
        int own = 0; // each device keeps its own
        for (const Row& row : tree.rows())
            if (row.kind == RowKind::PartsBand && row.device->number) ++own;
        QCOMPARE(own, 2);
    }

    void emptyRowsAreHiddenAndCounted() {
        const QString path = casePath("d11-hide-and-empty-rows");
        if (!QFile::exists(path)) QSKIP("the shared cases are not there");
        const auto store = storeFromFile(path);
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(names(tree), (QStringList{"host", "  main thread", "GPU 2", "  stream 7"}));
        QCOMPARE(tree.emptyHidden(), 8u); // seven other GPUs and "idle worker"
        QCOMPARE(tree.row(0).emptyHidden, 8u);
    }

    void overlapOnOneStreamOpensLanes() {
        const QString path = casePath("d13-lanes-inside-a-stream");
        if (!QFile::exists(path)) QSKIP("the shared cases are not there");
        const auto store = storeFromFile(path);
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        const auto row = tree.find("gpu 0/stream 7");
        QVERIFY(row);
        QCOMPARE(tree.row(*row).lanes.size(), std::size_t{3});
    }

    void threadsAreNamedByWhatTheyDo() {
        const auto store = storeFromEvents(QStringList{
            threadName("100", "103", "thread 103 (pt_autograd_0)"),
            threadName("100", "100", "thread 100 (python)"),
            threadName("100", "104", "pt_data_worker"),
            sliceEvent("cpu_op", "aten::mul", "100", "107", 0, 5),
            sliceEvent("cpu_op", "load", "100", "104", 0, 5),
            sliceEvent("cuda_runtime", "cudaEventQuery", "100", "105", 0, 5),
            sliceEvent("cpu_op", "bwd", "100", "103", 0, 5),
            sliceEvent("cpu_op", "aten::add", "100", "100", 0, 5),
            sliceEvent("cuda_runtime", "cudaLaunchKernel", "100", "100", 1, 1),
        }
                                               .join(','));
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(names(tree), (QStringList{"host", "  main thread", "    runtime calls", "  autograd thread",
                                           "  thread 105", "  pt_data_worker", "  thread 107"}));
        QCOMPARE(text(tree.row(1).subtitle), QStringLiteral("tid 100, python"));
        QCOMPARE(text(tree.row(2).shortSubtitle), QStringLiteral("main"));
        QCOMPARE(text(tree.row(4).shortSubtitle), QStringLiteral("runtime calls"));
        QCOMPARE(text(tree.row(0).subtitle), QStringLiteral("process 100, 5 threads"));
    }

    void theThreadWithTheStepsIsTheMainThread() {
        const auto store = storeFromEvents(QStringList{
            sliceEvent("cpu_op", "watch", "100", "100", 0, 5),
            sliceEvent("user_annotation", "ProfilerStep#3", "100", "200", 0, 50),
        }
                                               .join(','));
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(text(tree.row(1).name), QStringLiteral("main thread"));
        QCOMPARE(text(tree.row(1).subtitle), QStringLiteral("tid 200"));
        QCOMPARE(text(tree.row(2).name), QStringLiteral("thread 100"));
    }

    void aThreadNamedMainIsTheMainThreadOfOtherPrograms() {
        const auto store = storeFromEvents(QStringList{
            threadName("100", "101", "Compositor"),
            threadName("100", "102", "CrRendererMain"),
            sliceEvent("cc", "a", "100", "101", 0, 5),
            sliceEvent("cc", "b", "100", "101", 10, 5),
            sliceEvent("blink", "c", "100", "102", 0, 5),
        }
                                               .join(','));
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(names(tree), (QStringList{"host", "  main thread", "  Compositor"}));
        QCOMPARE(text(tree.row(1).subtitle), QStringLiteral("tid 102, CrRendererMain"));
    }

    void streamsAreOrderedByUseThenByNumber() {
        const auto kernel = [](const char* name, const char* stream, const char* cat = "kernel") {
            return QStringLiteral(R"({"ph":"X","cat":"%1","name":"%2","pid":0,"tid":%3,"ts":10,"dur":5,)"
                                  R"("args":{"device":0,"stream":%3}})")
                .arg(QLatin1String(cat), QLatin1String(name), QLatin1String(stream));
        };
        const auto store = storeFromEvents(QStringList{
            kernel("ncclDevKernel_AllGather_RING_LL(x)", "20"),
            kernel("Memcpy HtoD (Pinned -> Device)", "14", "gpu_memcpy"),
            kernel("gemm", "113"),
            kernel("gemm", "7"),
            kernel("ncclDevKernel_ReduceScatter_Sum_bf16(x)", "24"),
        }
                                               .join(','));
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(names(tree),
                 (QStringList{"GPU 0", "  stream 7", "  stream 113", "  stream 20", "  stream 24", "  stream 14"}));
        QStringList uses;
        for (const Row& row : tree.rows())
            if (row.kind == RowKind::Stream) uses << text(row.shortSubtitle);
        QCOMPARE(uses, (QStringList{"compute", "compute", "NCCL all-gather", "NCCL reduce-scatter", "memory copies"}));
    }

    void theRankStandsBeforeItsGroups() {
        const auto store = storeFromEvents(
            QStringList{sliceEvent("cpu_op", "op", "9", "9", 0, 5),
                        QStringLiteral(R"({"ph":"X","cat":"kernel","name":"k","pid":3,"tid":7,"ts":1,"dur":5,)"
                                       R"("args":{"device":3,"stream":7}})")}
                .join(','),
            QStringLiteral(R"("distributedInfo":{"rank":3,"world_size":8},)"
                           R"("deviceProperties":[{"id":3,"name":"NVIDIA H100 80GB HBM3"}])"));
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(text(tree.row(0).name), QStringLiteral("rank 3 host"));
        const auto gpu = tree.find("gpu 3");
        QVERIFY(gpu);
        QCOMPARE(text(tree.row(*gpu).name), QStringLiteral("rank 3 GPU 3"));
        QCOMPARE(text(tree.row(*gpu).subtitle), QStringLiteral("H100 80GB HBM3, 1 stream"));
    }

    void everySliceHasItsPlace() {
        const auto store = storeFromEvents(QStringList{
            sliceEvent("python_function", "a.py(1): f", "5", "5", 0, 100, R"("Python id": 1)"),
            sliceEvent("cpu_op", "aten::add", "5", "5", 10, 20),
            sliceEvent("cuda_runtime", "cudaLaunchKernel", "5", "5", 12, 2),
            sliceEvent("Trace", "PyTorch Profiler (0)", "\"Spans\"", "\"PyTorch Profiler\"", 0, 200),
            sliceEvent("something_else", "x", "6", "6", 0, 3),
        }
                                               .join(','));
        QVERIFY(store);
        for (const PythonFrames python : {PythonFrames::Shown, PythonFrames::Hidden}) {
            RowTreeOptions options;
            options.python = python;
            const RowTree tree = buildRowTree(*store, options);
            for (std::uint32_t s = 0; s < store->slices().size(); ++s) {
                const bool hidden = python == PythonFrames::Hidden && store->role(SliceId{s}) == Role::PythonFunction;
                const auto place = tree.placeOf(*store, SliceId{s});
                QCOMPARE(place.has_value(), !hidden);
                if (place) QVERIFY(place->lane < tree.row(place->row).lanes.size());
            }
        }
    }

    void memoryEventsBecomeCurvesOfTheirDevice() {
        const auto memory = [](int ts, int bytes, int total, int type) {
            return QStringLiteral(
                       R"({"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":5,"tid":5,"ts":%1,)"
                       R"("args":{"Total Allocated":%2,"Bytes":%3,"Device Id":0,"Device Type":%4}})")
                .arg(ts)
                .arg(total)
                .arg(bytes)
                .arg(type);
        };
        const auto store = storeFromEvents(QStringList{
            sliceEvent("cpu_op", "op", "5", "5", 0, 100),
            QStringLiteral(
                R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":5,"args":{"device":0,"stream":7}})"),
            memory(10, 512, 512, 1),
            memory(30, -512, 0, 1),
            memory(20, 64, 64, 0),
        }
                                               .join(','));
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        const auto gpu = tree.find("gpu 0/counter allocated memory");
        QVERIFY(gpu);
        const CounterCurve& curve = tree.counter(*tree.row(*gpu).counter);
        QCOMPARE(curve.most, 512.0);
        QVERIFY(!valueAt(curve, rankTime(9'999)));
        QCOMPARE(*valueAt(curve, rankTime(10'000)), 512.0);
        QCOMPARE(*valueAt(curve, rankTime(29'999)), 512.0);
        QCOMPARE(*valueAt(curve, rankTime(30'000)), 0.0);
        QVERIFY(tree.find("host/counter host memory"));
    }
};

QTEST_APPLESS_MAIN(TestRowTree)
#include "tst_row_tree.moc"
