// The overview's columns against shares worked out by hand.
#include "tests/support/work_store.h"
#include "widgets/timeline/parts_columns.h"

#include <QTest>

using namespace lanescope;

class TestPartsColumns : public QObject {
    Q_OBJECT
private slots:
    void columnsShareTimeByTheirBorders() {
        testing::WorkStore work;
        work.kernel(0, 7, 0, 15, WorkKind::Gemm);           // 0..15
        work.kernel(0, 9, 10, 30, WorkKind::Communication); // 10..40: exposed from 15
        work.kernel(0, 5, 38, 4, WorkKind::Memory);         // 38..42: exposed from 40
        const auto store = work.build();
        const scene::BandData bands = scene::bandsOf(collectDeviceWork(*store));
        const auto columns = timeline::partsColumns(bands.devices.at(0), 0, 50, 5);
        QCOMPARE(columns.size(), std::size_t{5});
        const float compute[] = {1, 0.5F, 0, 0, 0}, comm[] = {0, 0.5F, 1, 1, 0}, mem[] = {0, 0, 0, 0, 0.2F};
        for (std::size_t i = 0; i < 5; ++i) {
            QCOMPARE(columns[i].compute, compute[i]);
            QCOMPARE(columns[i].exposedComm, comm[i]);
            QCOMPARE(columns[i].exposedMem, mem[i]);
        }
    }

    void moreColumnsThanNanosecondsAreNoHarm() {
        testing::WorkStore work;
        work.kernel(0, 7, 0, 3, WorkKind::Gemm);
        const auto store = work.build();
        const scene::BandData bands = scene::bandsOf(collectDeviceWork(*store));
        const auto columns = timeline::partsColumns(bands.devices.at(0), 0, 3, 10);
        for (const auto& column : columns) QVERIFY(column.compute == 0.0F || column.compute == 1.0F);
        QVERIFY(timeline::partsColumns(bands.devices.at(0), 5, 5, 4)[0].compute == 0.0F);
        QVERIFY(timeline::partsColumns(bands.devices.at(0), 0, 3, 0).empty());
    }
};

QTEST_APPLESS_MAIN(TestPartsColumns)
#include "tst_parts_columns.moc"
