#include "core/query/derived_lanes.h"
#include "core/query/row_tree.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace lanescope;
using lanescope::testing::sliceNamed;
using lanescope::testing::storeOf;

namespace {

// Two streams and a host thread; all times are ns.
std::shared_ptr<const TraceStore> trace() {
    return storeOf("cpu_op outer 1/1 0+1000\n"
                   "cpu_op inner 1/1 100+200\n"
                   "kernel gemm_a 0/7 100+50 stream=7\n"
                   "kernel gemm_b 0/7 200+50 stream=7\n"
                   "kernel gemm_c 0/9 120+100 stream=9\n"
                   "kernel other 0/9 300+10 stream=9\n");
}

RowTree treeWith(const TraceStore& store, std::vector<FilterRow> filters) {
    RowTreeOptions options;
    options.filters = std::move(filters);
    return buildRowTree(store, options);
}

// The names on a lane of a row, by start.
QStringList namesOn(const TraceStore& store, const Row& row, std::size_t lane) {
    QStringList out;
    for (const std::uint32_t slice : row.lanes[lane].derived->rows())
        out << QString::fromStdString(std::string(store.name(SliceId{slice})));
    return out;
}

QString text(const std::string& s) { return QString::fromStdString(s); }

} // namespace

class TestFilterRows : public QObject {
    Q_OBJECT
private slots:
    void aRowShowsWhatItsFilterMeansFromAllRows() {
        const auto store = trace();
        const RowTree tree = treeWith(*store, {{"all gemms", "gemm_"}});
        QCOMPARE(text(tree.row(0).name), QStringLiteral("rows from filters"));
        const auto at = tree.find("filter/all gemms");
        QVERIFY(at);
        QCOMPARE(*at, 1U);
        const Row& row = tree.row(*at);
        QCOMPARE(*row.parent, 0U);
        QCOMPARE(text(row.name), QStringLiteral("all gemms"));
        QCOMPARE(text(row.shortSubtitle), QStringLiteral("3 slices"));
        QCOMPARE(text(row.subtitle), QStringLiteral("gemm_, 3 slices"));
        QCOMPARE(row.lanes.size(), std::size_t{2}); // gemm_c runs while gemm_a does
        QCOMPARE(namesOn(*store, row, 0), (QStringList{"gemm_a", "gemm_b"}));
        QCOMPARE(namesOn(*store, row, 1), (QStringList{"gemm_c"}));
    }

    void whatHoldsOthersLiesAboveThem() {
        const auto store = trace();
        const RowTree tree = treeWith(*store, {{"host", "cat:cpu_op"}});
        const Row& row = tree.row(*tree.find("filter/host"));
        QCOMPARE(namesOn(*store, row, 0), (QStringList{"outer"}));
        QCOMPARE(namesOn(*store, row, 1), (QStringList{"inner"}));
    }

    void conditionsOfTheFilterLanguageAreUnderstood() {
        const auto store = trace();
        const RowTree tree = treeWith(*store, {{"long", "cat:kernel dur>=50ns not stream:9"}});
        QCOMPARE(namesOn(*store, tree.row(*tree.find("filter/long")), 0), (QStringList{"gemm_a", "gemm_b"}));
    }

    void theRowsOfTheTraceStayAsTheyAreAndSlicesBelongToThem() {
        const auto store = trace();
        const RowTree plain = buildRowTree(*store), tree = treeWith(*store, {{"x", "gemm_"}, {"y", "other"}});
        QCOMPARE(tree.rows().size(), plain.rows().size() + 3);
        for (std::size_t i = 0; i < plain.rows().size(); ++i)
            QCOMPARE(text(tree.row(static_cast<std::uint32_t>(i + 3)).key),
                     text(plain.row(static_cast<std::uint32_t>(i)).key));
        const auto place = tree.placeOf(*store, sliceNamed(*store, "gemm_c"));
        QVERIFY(place);
        QCOMPARE(text(tree.row(place->row).name), QStringLiteral("stream 9"));
    }

    void aFilterThatMeansNothingHereLeavesAnEmptyRow() {
        const auto store = trace();
        const RowTree tree = treeWith(*store, {{"none", "kind:comm"}});
        const Row& row = tree.row(*tree.find("filter/none"));
        QVERIFY(row.lanes.empty());
        QCOMPARE(text(row.shortSubtitle), QStringLiteral("0 slices"));
    }

    void aFilterThatIsNotUnderstoodSaysSo() {
        const auto store = trace();
        const RowTree tree = treeWith(*store, {{"bad", "dur>"}});
        const Row& row = tree.row(*tree.find("filter/bad"));
        QVERIFY(row.lanes.empty());
        QCOMPARE(text(row.shortSubtitle), QStringLiteral("not understood"));
        QVERIFY2(row.subtitle.starts_with("dur>: "), row.subtitle.c_str());
    }

    void lanesAreLimitedAndWhatIsLeftIsCounted() {
        std::string lines;
        for (int i = 0; i < 40; ++i) lines += "kernel k 0/7 " + std::to_string(i) + "+1000 stream=7\n"; // all at once
        const auto store = storeOf(lines);
        const RowTree tree = treeWith(*store, {{"deep", "k"}});
        const Row& row = tree.row(*tree.find("filter/deep"));
        QCOMPARE(row.lanes.size(), kMostFilterLanes);
        QCOMPARE(text(row.subtitle), QStringLiteral("k, 40 slices, 8 deeper not drawn"));
    }

    void noMoreRowsThanAllowed() {
        const auto store = trace();
        std::vector<FilterRow> many;
        for (int i = 0; i < 30; ++i) many.push_back({"row " + std::to_string(i), "gemm_"});
        const RowTree tree = treeWith(*store, many);
        QCOMPARE(text(tree.row(0).subtitle), QStringLiteral("20 rows"));
        QVERIFY(tree.find("filter/row 19"));
        QVERIFY(!tree.find("filter/row 20"));
    }
};

QTEST_APPLESS_MAIN(TestFilterRows)
#include "tst_filter_rows.moc"
