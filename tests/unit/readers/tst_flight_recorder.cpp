#include "core/readers/flight_recorder/flight_recorder.h"
#include "core/readers/pickle/pickle.h"

#include <QFile>
#include <QTest>

using namespace lanescope;
using namespace lanescope::readers;

namespace {

std::optional<std::string> sample(const char* name) {
    QFile file(QStringLiteral(LANESCOPE_SHARED_DIR "/samples/synth/") + name);
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.readAll().toStdString();
}

// A pickle by hand: the bytes between its protocol and its end.
std::string pickled(const std::string& body) { return "\x80\x02" + body + "."; }

std::string read(const std::string& pickle) {
    const auto json = readPickle(pickle, "p");
    return json.ok() ? json->dump(Json::Style::Compact) : "error: " + json.error().message;
}

FlightDump dumpOf(std::int64_t rank, const std::string& entries) {
    const auto dump = readFlightDump(R"({"version": "2.4", "pg_config": {"0": {"name": "0", "desc": "all", "ranks": )"
                                     R"("[0, 1, 2]"}}, "entries": [)" +
                                         entries + "]}",
                                     "trace_rank_" + std::to_string(rank));
    return dump.ok() ? *dump : FlightDump{};
}

std::string entry(int seq, const std::string& name, const std::string& state, const std::string& sizes = "[[4]]") {
    return R"({"pg_id": 0, "collective_seq_id": )" + std::to_string(seq) + R"(, "profiling_name": ")" + name +
           R"(", "state": ")" + state + R"(", "input_sizes": )" + sizes + R"(, "is_p2p": false})";
}

} // namespace

class TestFlightRecorder : public QObject {
    Q_OBJECT
private slots:
    void plainValuesAreRead() {
        QCOMPARE(read(pickled("N")), std::string("null"));
        QCOMPARE(read(pickled(std::string("K\x07", 2))), std::string("7"));
        QCOMPARE(read(pickled(std::string("J\xfe\xff\xff\xff", 5))), std::string("-2"));
        QCOMPARE(read(pickled(std::string("\x8a\x02\x00\x80", 4))), std::string("-32768"));
        QCOMPARE(read(pickled(std::string("G\x3f\xf8\0\0\0\0\0\0", 9))), std::string("1.5"));
        QCOMPARE(read(pickled("]q\x01(K\x01K\x02"
                              "e")),
                 std::string("[1,2]"));
        QCOMPARE(read(pickled(std::string("}X\x01\0\0\0aK\x05s", 10))), std::string("{\"a\":5}"));
        QCOMPARE(read(pickled("K\x01K\x02\x86")), std::string("[1,2]"));
    }

    void aListThatIsUsedTwiceIsThereTwice() {
        // [[1], the same list], filled after it was remembered
        QCOMPARE(read(pickled("](]q\x01K\x01"
                              "ah\x01"
                              "e")),
                 std::string("[[1],[1]]"));
    }

    void nothingIsImportedOrCalled() {
        const std::string system = "cposix\nsystem\n(X\x04" + std::string(3, '\0') + "echotR";
        QVERIFY(read(pickled(system)).starts_with("error: it asks for 'posix system', and nothing is imported"));
        const std::string list = "ctorch.jit._pickle\nbuild_intlist\n(](K\x01K\x02"
                                 "etR";
        QCOMPARE(read(pickled(list)), std::string("[1,2]")); // what PyTorch writes around plain lists
    }

    void badPicklesAreErrorsAndNeverMore_data() {
        QTest::addColumn<int>("code");
        QTest::newRow("bad_cycle.pickle") << static_cast<int>(ErrorCode::LimitExceeded);
        QTest::newRow("bad_memo_bomb.pickle") << static_cast<int>(ErrorCode::LimitExceeded);
        QTest::newRow("bad_global.pickle") << static_cast<int>(ErrorCode::UnsupportedFormat);
        QTest::newRow("bad_frame_length.pickle") << static_cast<int>(ErrorCode::Damaged);
        QTest::newRow("bad_truncated.pickle") << static_cast<int>(ErrorCode::Damaged);
    }
    void badPicklesAreErrorsAndNeverMore() {
        QFETCH(int, code);
        const auto bytes = sample(QTest::currentDataTag());
        if (!bytes) QSKIP("the folder with samples is not there");
        PickleLimits limits;
        limits.values = 100'000;
        const auto json = readPickle(*bytes, "p", limits);
        QVERIFY(!json.ok());
        QCOMPARE(static_cast<int>(json.error().code), code);
    }

    void everyPrefixOfAPickleIsAnError() {
        const auto bytes = sample("fr_rank0.pickle");
        if (!bytes) QSKIP("the folder with samples is not there");
        for (std::size_t n = 0; n < bytes->size(); ++n) QVERIFY(!readPickle(bytes->substr(0, n), "p").ok());
    }

    void theRankThatNeverCameIsFound_data() {
        QTest::addColumn<QString>("first");
        QTest::newRow("pickle") << "fr_rank0.pickle";
        QTest::newRow("json") << "fr_rank0.json";
    }
    void theRankThatNeverCameIsFound() {
        QFETCH(QString, first);
        const auto zero = sample(qPrintable(first)), one = sample("fr_rank1.pickle");
        if (!zero || !one) QSKIP("the folder with samples is not there");
        const auto a = readFlightDump(*zero, first.toStdString()), b = readFlightDump(*one, "fr_rank1.pickle");
        QVERIFY(a.ok() && b.ok());
        QCOMPARE(a->version, std::string("2.10"));
        QCOMPARE(a->rank, std::optional<std::int64_t>(0));
        QCOMPARE(a->entries.size(), 4u);
        QCOMPARE(b->entries.size(), 3u);
        QCOMPARE(a->entries[0].hasFrames, first.endsWith("pickle"));
        const std::vector<FlightDump> dumps{*a, *b};
        const FlightReport report = compareFlights(dumps);
        QCOMPARE(report.completed.at(0), (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(report.completed.at(1), (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(report.pairs.size(), 1u);
        QCOMPARE(report.pairs[0].from, 0);
        QCOMPARE(report.pairs[0].to, 1);
        QCOMPARE(report.pairs[0].sendState, std::optional<std::string>("completed"));
        QCOMPARE(report.pairs[0].recvState, std::optional<std::string>("completed"));
        QCOMPARE(report.mismatches.size(), 1u);
        QVERIFY(report.mismatches[0].problem == FlightProblem::Missing);
        QCOMPARE(report.mismatches[0].groupName, std::string("default_pg"));
        QCOMPARE(report.mismatches[0].seq, 3);
        QCOMPARE(report.mismatches[0].name, std::string("nccl:all_reduce"));
        QCOMPARE(report.mismatches[0].there, (std::vector<std::int64_t>{0}));
        QCOMPARE(report.mismatches[0].missing, (std::vector<std::int64_t>{1}));
    }

    void otherSizesAreAMismatch() {
        const std::vector<FlightDump> dumps{dumpOf(0, entry(7, "nccl:all_reduce", "completed")),
                                            dumpOf(1, entry(7, "nccl:all_reduce", "completed", "[[5]]"))};
        const FlightReport report = compareFlights(dumps);
        QCOMPARE(report.mismatches.size(), 1u);
        QVERIFY(report.mismatches[0].problem == FlightProblem::Differs);
        QCOMPARE(report.mismatches[0].variants.size(), 2u);
    }

    void unevenOperationsMayHaveOtherSizes() {
        const std::vector<FlightDump> dumps{dumpOf(0, entry(7, "nccl:all_to_all", "completed")),
                                            dumpOf(1, entry(7, "nccl:all_to_all", "completed", "[[5]]"))};
        QVERIFY(compareFlights(dumps).mismatches.empty());
    }

    void whoHasNotFinishedIsStuck() {
        const std::vector<FlightDump> dumps{dumpOf(0, entry(7, "nccl:all_reduce", "completed")),
                                            dumpOf(1, entry(7, "nccl:all_reduce", "started"))};
        const FlightReport report = compareFlights(dumps);
        QCOMPARE(report.mismatches.size(), 1u);
        QVERIFY(report.mismatches[0].problem == FlightProblem::Stuck);
        QCOMPARE(report.mismatches[0].unfinished, (std::vector<std::int64_t>{1}));
    }

    void whatFellOutOfTheRingIsNotMissing() {
        // rank 1 remembers only from number 8 on
        const std::vector<FlightDump> dumps{
            dumpOf(0, entry(7, "nccl:all_reduce", "completed") + "," + entry(8, "nccl:all_reduce", "completed")),
            dumpOf(1, entry(8, "nccl:all_reduce", "completed"))};
        QVERIFY(compareFlights(dumps).mismatches.empty());
    }

    void anotherJsonIsNoDump() {
        const auto dump = readFlightDump("{\"traceEvents\": []}", "x.json");
        QVERIFY(!dump.ok());
        QVERIFY(dump.error().code == ErrorCode::NotATrace);
        const auto cut = readFlightDump("{\"version\": \"2.4\", \"entries\": [", "x.json");
        QVERIFY(!cut.ok());
        QVERIFY(cut.error().code == ErrorCode::Damaged);
    }
};

QTEST_APPLESS_MAIN(TestFlightRecorder)
#include "tst_flight_recorder.moc"
