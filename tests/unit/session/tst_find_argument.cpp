// Events by an argument that is no column of the store: found in the text of the trace, and held against what the file
// was written with.
#include "core/session/find_argument.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;

namespace {

// Five events; "grid" of the second and the fifth is the same, written otherwise.
// The signs ' stand for escaped quotes, which moc cannot read in a raw string.
const char* const kTrace = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":10,"dur":5,"args":{"grid":[4,1,1],"occupancy":0.5,"stream":7}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":20,"dur":5,"args":{"grid":[108,1,1],"occupancy":0.25,"stream":7}},
{"ph":"X","cat":"kernel","name":"grid","pid":0,"tid":7,"ts":30,"dur":5,"args":{"note":"'grid':[108,1,1]","stream":7}},
{"ph":"X","cat":"cpu_op","name":"c","pid":1,"tid":1,"ts":40,"dur":5,"args":{"module":"layer 3"}},
{"ph":"X","cat":"kernel","name":"d","pid":0,"tid":7,"ts":50,"dur":5,"args":{"grid": [108, 1, 1],"occupancy":0.5,"stream":7}}
]})";

std::vector<std::string> namesWith(const LoadedTrace& trace, const ArgumentWanted& wanted) {
    RunContext context;
    const auto found = slicesWithArgument(trace, wanted, context);
    std::vector<std::string> out;
    if (!found.ok()) return {found.error().text()};
    for (const SliceId slice : *found) out.emplace_back(trace.store->name(slice));
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

class TestFindArgument : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QFile file(m_folder.filePath("trace.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(kTrace).replace("'", "\\\""));
        file.close();
        LoadOptions options;
        options.useIndex = false;
        RunContext context;
        auto trace = loadTrace(file.fileName().toStdString(), options, context);
        QVERIFY(trace.ok());
        m_trace = std::move(*trace);
        QCOMPARE(m_trace.store->slices().size(), std::size_t{5});
    }

    void listsNumbersAndTextsAreComparedByValue() {
        QCOMPARE(namesWith(m_trace, {"grid", "[108,1,1]"}), (std::vector<std::string>{"b", "d"}));
        QCOMPARE(namesWith(m_trace, {"occupancy", "0.5"}), (std::vector<std::string>{"a", "d"}));
        QCOMPARE(namesWith(m_trace, {"module", "layer 3"}), (std::vector<std::string>{"c"}));
        QCOMPARE(namesWith(m_trace, {"grid", "[108,1]"}), std::vector<std::string>{});
        QCOMPARE(namesWith(m_trace, {"nothing", "1"}), std::vector<std::string>{});
    }

    void theLineIsReadAsItIsWritten() {
        for (const ArgumentWanted& wanted :
             {ArgumentWanted{"grid", "[108,1,1]"}, ArgumentWanted{"est. occupancy %", "50"},
              ArgumentWanted{"module", "layer 3 = last"}}) {
            const auto read = argumentWanted(argumentLine(wanted));
            QVERIFY(read);
            QCOMPARE(read->key, wanted.key);
            QCOMPARE(read->value, wanted.value);
        }
        for (const char* other : {"gemm", "arg:", "arg:=1", "arg:grid", "arg:\"grid=1", "kind:comm dur>1ms"})
            QVERIFY2(!argumentWanted(other), other);
    }

    void aStopEndsItEarly() {
        std::stop_source stop;
        stop.request_stop();
        RunContext context(stop.get_token());
        const auto found = slicesWithArgument(m_trace, {"grid", "[108,1,1]"}, context);
        QVERIFY(!found.ok());
        QCOMPARE(found.error().code, ErrorCode::Cancelled);
    }

private:
    QTemporaryDir m_folder;
    LoadedTrace m_trace;
};

QTEST_APPLESS_MAIN(TestFindArgument)
#include "tst_find_argument.moc"
