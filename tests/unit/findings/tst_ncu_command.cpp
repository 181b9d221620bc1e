// The command that hands a kernel over to Nsight Compute: names, quoting, ordinals, collectives.
#include "core/analysis/guide/ncu_command.h"
#include "tests/support/work_store.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

QString text(const std::string& s) { return QString::fromStdString(s); }

// Four launches of one function (two instances of a template) and one of another, not in the order of their calls.
struct Launches {
    WorkStore events;
    std::size_t second = 0, third = 0, other = 0;
    Launches() {
        const std::string function = "void ns::(anonymous namespace)::flash<float, 3>(float*, int)";
        events.op("aten::mm", 0, 1000);
        events.call(10, 5, 1);
        events.call(20, 5, 2);
        events.call(30, 5, 3);
        events.call(40, 5, 4);
        events.kernel(0, 7, 100, 10, WorkKind::Attention, 1, function);
        third = events.kernel(0, 7, 300, 10, WorkKind::Attention, 3, "void ns::flash<double, 1>(double*)");
        second = events.kernel(0, 7, 200, 10, WorkKind::Attention, 2, function);
        other = events.kernel(0, 7, 400, 10, WorkKind::Other, 4, "flash_more");
    }
};

} // namespace

class NcuCommandTest : public QObject {
    Q_OBJECT
private slots:
    void theNameThatNcuComparesHasNoTemplatesNamespacesAndParameters() {
        QCOMPARE(text(functionBase("void a::b<int>(float*)")), QString("b"));
        QCOMPARE(text(functionBase("plain_kernel")), QString("plain_kernel"));
        QCOMPARE(text(functionBase("void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm>(Params)")),
                 QString("Kernel2"));
        QCOMPARE(text(functionBase("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)")),
                 QString("ncclDevKernel_AllReduce_Sum_f32_RING_LL"));
        QCOMPARE(text(functionBase("")), QString());
    }
    void quotesInNamesCannotEndTheWord() {
        QCOMPARE(text(quotedForShell("a'; rm -rf /; '")), QString("'a'\\''; rm -rf /; '\\'''"));
        QCOMPARE(text(quotedForShell("two\nlines")), QString("'two?lines'"));
        QCOMPARE(text(escapedForRegex("a.b*[c]")), QString("a\\.b\\*\\[c\\]"));
    }
    void theOrdinalCountsLaunchesOfTheFunctionInOrderOfTheirCalls() {
        Launches l;
        const auto store = l.events.build();
        const KernelHandOver second = kernelHandOver(*store, l.events.row(l.second));
        QCOMPARE(second.ordinal, std::uint64_t{1});
        QCOMPARE(second.launches, std::uint64_t{3});
        QVERIFY(text(second.command).contains("--launch-skip 1 --launch-count 1"));
        QVERIFY(text(second.command).contains("--kernel-name 'regex:^flash$'"));
        QCOMPARE(kernelHandOver(*store, l.events.row(l.third)).ordinal, std::uint64_t{2});
        QCOMPARE(kernelHandOver(*store, l.events.row(l.other)).launches, std::uint64_t{1});
    }
    void aCollectiveIsNeverReplayedAlone() {
        WorkStore events;
        const auto row =
            events.kernel(0, 20, 100, 10, WorkKind::Communication, 0, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(int)");
        const auto store = events.build();
        const KernelHandOver hand = kernelHandOver(*store, events.row(row));
        QVERIFY(text(hand.command).contains("--lockstep-kernel-launch"));
        QVERIFY(!text(hand.command).contains("--set full"));
        QVERIFY(text(hand.warnings.front()).contains("wait for its peers"));
    }
    void aStrangeNameStaysOneWordOfTheCommand() {
        WorkStore events;
        const auto row = events.kernel(0, 7, 100, 10, WorkKind::Other, 0, "x$(touch /tmp/y)'`z`");
        const auto store = events.build();
        const QString command = text(kernelHandOver(*store, events.row(row)).command);
        // Everything between the first quote and the option behind the name is one quoted word.
        const auto begin = command.indexOf("--kernel-name '") + 15;
        const QString word = command.mid(begin, command.indexOf(" \\\n    --launch-skip") - begin - 1);
        QVERIFY(!QString(word).replace("'\\''", "").contains('\''));
    }
};

QTEST_APPLESS_MAIN(NcuCommandTest)
#include "tst_ncu_command.moc"
