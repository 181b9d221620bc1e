// Blocks, occupancy and waves by hand, on the properties of an A100 and an H100 as their traces have them.
#include "widgets/models/kernel_shape.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::models;

namespace {

DeviceProperties a100() {
    DeviceProperties d;
    d.computeMajor = 8;
    d.multiprocessors = 108;
    d.warpSize = 32;
    d.maxThreadsPerMultiprocessor = 2048;
    d.registersPerMultiprocessor = 65'536;
    d.sharedMemoryPerMultiprocessor = 167'936;
    return d;
}

std::vector<ArgNode> launch(const char* grid, const char* block, const char* registers, const char* shared) {
    return {{"grid", grid, {}},
            {"block", block, {}},
            {"registers per thread", registers, {}},
            {"shared memory", shared, {}}};
}

} // namespace

class TestKernelShape : public QObject {
    Q_OBJECT
private slots:
    // 16 warps a block; 40 registers: 1280 a warp, 51 warps, in fours 48, so 3 blocks; 48 of 64 warps.
    void registersLimitWhatFits() {
        const DeviceProperties device = a100();
        const auto shape = kernelShape(launch("[512,1,1]", "[512,1,1]", "40", "400"), &device);
        QVERIFY(shape);
        QCOMPARE(shape->blocks, 512);
        QCOMPARE(shape->resident, 3);
        QVERIFY(shape->limit == KernelShape::Limit::Registers);
        QCOMPARE(shape->occupancy, 0.75); // as the recorder itself estimated
        QCOMPARE(shape->waves, 512.0 / 324.0);
        QCOMPARE(
            kernelShapeText(*shape),
            QString::fromUtf8("512 blocks of 512 threads, 40 registers, 400\u202fB shared \u00b7 3 at a time per SM "
                              "(limit: registers) \u00b7 occupancy 75.0\u202f% \u00b7 1.58 waves"));
    }
    // 100 000 B: 782 x 128 = 100 096, and 1 KiB: one of 167 936 B.
    void sharedMemoryLimitsWhatFits() {
        const DeviceProperties device = a100();
        const auto shape = kernelShape(launch("[108,2,1]", "[128,1,1]", "32", "100000"), &device);
        QCOMPARE(shape->resident, 1);
        QVERIFY(shape->limit == KernelShape::Limit::SharedMemory);
        QCOMPARE(shape->occupancy, 4.0 / 64.0);
        QCOMPARE(shape->waves, 2.0);
    }
    void smallBlocksMeetTheLimitOfBlocks() { // one warp each: 64 by threads, 32 by the hardware
        const DeviceProperties device = a100();
        const auto shape = kernelShape(launch("[1,1,1]", "[32,1,1]", "16", "0"), &device);
        QCOMPARE(shape->resident, 32);
        QVERIFY(shape->limit == KernelShape::Limit::Blocks);
        QCOMPARE(shape->occupancy, 0.5);
    }
    void withoutTheDeviceOnlyTheLaunchIsSaid() {
        const auto shape = kernelShape(launch("[1,1,1]", "[32,4,1]", "16", "0"), nullptr);
        QCOMPARE(kernelShapeText(*shape), QString::fromUtf8("1 block of 128 threads, 16 registers"));
    }
    void whatIsNoLaunchIsNone() {
        QVERIFY(!kernelShape({}, nullptr));
        QVERIFY(!kernelShape(launch("[0,1,1]", "[32,1,1]", "16", "0"), nullptr));
        QVERIFY(!kernelShape(launch("[1,1]", "[32,1,1]", "16", "0"), nullptr));
        QVERIFY(!kernelShape(launch("[9000000000000000,9000000,1]", "[32,1,1]", "16", "0"), nullptr));
    }
};

QTEST_APPLESS_MAIN(TestKernelShape)
#include "tst_kernel_shape.moc"
