// A big trace takes no more memory than a small one. A program of its own: the peak of a process never goes down.
#include "core/synth/synth.h"
#include "tests/support/sanitized.h"
#include "tests/support/synth_case.h"

#include <QTest>

#include <sys/resource.h>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

long peakKilobytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

} // namespace

class SynthMemoryTest : public QObject {
    Q_OBJECT
private slots:
    void threeHundredMegabytesNeedNoMoreMemoryThanEighty();
};

void SynthMemoryTest::threeHundredMegabytesNeedNoMoreMemoryThanEighty() {
    if (kSanitized) QSKIP("memory is measured without sanitizers");
    synth::SynthOptions o;
    o.withStack = true;
    o.targetBytes = 80'000'000; // the size from which the model is deep
    { const SynthCase small(o, "small.json.gz"); }
    const long before = peakKilobytes();
    o.targetBytes = 300'000'000;
    const SynthCase big(o, "big.json.gz");
    QVERIFY2(big.error.empty(), big.error.c_str());
    const long grown = peakKilobytes() - before;
    // answers grow with the steps, a few hundred bytes each; the text must not be held
    QVERIFY2(grown < 8 * 1024, qPrintable(QString("the peak grew by %1 KB").arg(grown)));
    QVERIFY(numberAt(big.answers(), "file bytes") >= 300'000'000);
}

QTEST_APPLESS_MAIN(SynthMemoryTest)
#include "tst_synth_memory.moc"
