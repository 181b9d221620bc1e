#include "core/analysis/kernels/by_name.h"
#include "core/analysis/search/name_search.h"
#include "tests/support/work_store.h"

#include <QtTest>

using namespace lanescope;
using lanescope::testing::WorkStore;

namespace {

QStringList found(const TraceStore& store, std::string_view text) {
    RunContext run;
    QStringList out;
    const auto pattern = NamePattern::parse(text);
    const auto hits = searchNames(store, *pattern, run);
    for (const SliceId s : *hits) out << QString::fromStdString(std::string(store.name(s)));
    return out;
}

} // namespace

class TestSearch : public QObject {
    Q_OBJECT

private slots:
    void textIgnoresCaseAndAnExpressionMindsIt() {
        WorkStore trace;
        trace.kernel(0, 7, 50, 5, WorkKind::Gemm, 0, "ampere_like_gemm_128");
        trace.op("aten::addmm", 10, 5);
        trace.kernel(0, 7, 70, 5, WorkKind::Gemm, 0, "Gemm_tail");
        trace.kernel(0, 7, 60, 5, WorkKind::Gemm, 0, "norm");
        trace.op("gemm_utils.py(3): plan", 5, 20, "1", Role::PythonFunction);
        trace.kernel(0, 7, 80, 5, WorkKind::Gemm, 0, "gemm (fused) [x]");
        const auto store = trace.build();
        QCOMPARE(found(*store, "gemm"),
                 (QStringList{"gemm_utils.py(3): plan", "ampere_like_gemm_128", "Gemm_tail", "gemm (fused) [x]"}));
        QCOMPARE(found(*store, "/^gemm/"), (QStringList{"gemm_utils.py(3): plan", "gemm (fused) [x]"}));
        QCOMPARE(found(*store, "(fused)"), (QStringList{"gemm (fused) [x]"}));
        QCOMPARE(found(*store, "nothing like it"), QStringList());
        QCOMPARE(found(*store, "/"), QStringList()); // one slash is text
    }
    void hitsComeInOrderOfTimeOverAllRows() {
        WorkStore trace;
        trace.kernel(0, 8, 30, 5, WorkKind::Gemm, 0, "x3");
        trace.op("x1", 10, 5);
        trace.kernel(0, 7, 20, 5, WorkKind::Gemm, 0, "x2");
        const auto store = trace.build();
        QCOMPARE(found(*store, "X"), (QStringList{"x1", "x2", "x3"}));
    }
    void aBrokenExpressionIsRefusedWithAHint() {
        const auto broken = NamePattern::parse("/gemm(/");
        QVERIFY(!broken);
        QCOMPARE(broken.error().code, ErrorCode::Usage);
        QVERIFY(!broken.error().hint.empty());
        QVERIFY(!NamePattern::parse(std::string(2'000, 'a')));
    }
    void aHostileExpressionOrNameNeitherHangsNorCrashes() {
        const auto nested = NamePattern::parse("/(a*)*b/");
        QVERIFY(nested.ok());
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!nested->matches(std::string(2'000, 'a')));
        const auto any = NamePattern::parse("/a.*z/");
        QVERIFY(any->matches("a" + std::string(65'000, 'b') + "z"));
        QVERIFY2(timer.elapsed() < 10'000, "matching must not take exponential time");
    }
    void aStoppedSearchSaysSo() {
        WorkStore trace;
        trace.op("aten::add", 0, 1);
        const auto store = trace.build();
        std::stop_source source;
        source.request_stop();
        RunContext run(source.get_token());
        QCOMPARE(searchNames(*store, *NamePattern::parse("add"), run).error().code, ErrorCode::Cancelled);
    }
    void aRangeCountsWhatIsInsideAndClipsIt() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 100, WorkKind::Gemm, 0, "a");
        trace.kernel(0, 7, 100, 50, WorkKind::Gemm, 0, "b");
        trace.kernel(0, 7, 150, 0, WorkKind::Memory, 0, "empty");
        trace.kernel(0, 7, 160, 100, WorkKind::Gemm, 0, "a");
        trace.kernel(0, 8, 80, 300, WorkKind::Gemm, 0, "long");
        trace.op("before", 0, 90);
        const auto store = trace.build();
        RunContext run;
        const auto totals = selectByName(*store, timeRange(90, 200), run);
        QCOMPARE(totals.size(), std::size_t{4});
        QCOMPARE(store->text(totals[0].name), std::string_view("long"));
        QCOMPARE(totals[0].insideNs, 110);
        QCOMPARE(store->text(totals[1].name), std::string_view("a")); // with 50 each: by name
        QCOMPARE(totals[1].insideNs, 50);
        QCOMPARE(totals[1].count, std::uint64_t{2});
        QCOMPARE(store->text(totals[2].name), std::string_view("b"));
        QCOMPARE(totals[3].insideNs, 0);
        QCOMPARE(totals[3].count, std::uint64_t{1});
        // A range that ends where a slice begins does not hold it; an empty range holds nothing.
        QCOMPARE(selectByName(*store, timeRange(0, 80), run).size(), std::size_t{2});
        QVERIFY(selectByName(*store, timeRange(90, 90), run).empty());
    }
    void aSelectionMayBeOfSomeRowsOnly() {
        WorkStore trace;
        const std::size_t kernel = trace.kernel(0, 7, 0, 10, WorkKind::Gemm, 0, "k");
        trace.op("host", 0, 10);
        const auto store = trace.build();
        RunContext run;
        const TrackId stream = store->track(trace.row(kernel));
        const auto totals = selectByName(*store, timeRange(0, 10), run, [&](TrackId t) { return t == stream; });
        QCOMPARE(totals.size(), std::size_t{1});
        QCOMPARE(store->text(totals[0].name), std::string_view("k"));
    }
};

QTEST_APPLESS_MAIN(TestSearch)
#include "tst_search.moc"
