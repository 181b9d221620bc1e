// The figures above the import report agree with its list.
#include "tests/support/trace_dsl.h"
#include "widgets/models/import_report.h"

#include <QtTest>

#include <algorithm>

using namespace lanescope;

class tst_import_figures : public QObject {
    Q_OBJECT

private slots:
    // Two slices longer than a day are set aside, one slice of a usual length is not.
    void slicesWithTimesThatCannotBeBelievedCountAsLeftOut() {
        const auto store = testing::storeOf("kernel gemm 0/7 0..10\n"
                                            "kernel long_a 0/7 20+100000000000000\n"
                                            "kernel long_b 0/7 30+100000000000000\n");
        const models::ImportReport report = models::importReport(*store, 1, false);
        QCOMPARE(report.rows.size(), std::size_t{1});
        QCOMPARE(report.rows[0].count, std::uint64_t{2});
        QCOMPARE(report.rows[0].done, QStringLiteral("left out"));
        const auto figure = std::find_if(report.figures.begin(), report.figures.end(),
                                         [](const auto& f) { return f.label == QStringLiteral("left out"); });
        QVERIFY(figure != report.figures.end());
        QCOMPARE(figure->value, QStringLiteral("2"));
    }
};

QTEST_MAIN(tst_import_figures)
#include "tst_import_figures.moc"
