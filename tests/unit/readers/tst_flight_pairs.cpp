// Sends and receives of flight recorder dumps, ranks without a dump, and who says what.
#include "core/readers/flight_recorder/flight_recorder.h"
#include "core/readers/pickle/pickle.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::readers;

namespace {

using Numbers = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

struct Group {
    const char *name, *description, *ranks;
};
constexpr Group kAll{"0", "default_pg", "[0, 1, 2]"};

class Dump {
public:
    explicit Dump(std::int64_t rank, std::int64_t firstRecord = 0, const std::vector<Group>& groups = {kAll})
        : m_rank(rank), m_record(firstRecord) {
        for (const Group& g : groups)
            m_groups += (m_groups.empty() ? "" : ", ") + std::string("\"") + g.name + "\": {\"name\": \"" + g.name +
                        "\", \"desc\": \"" + g.description + "\", \"ranks\": \"" + g.ranks + "\"}";
    }
    Dump& p2p(int seq, const std::string& name, const std::string& state, const std::string& sizes = "[[4]]") {
        return add("\"collective_seq_id\": 0, \"is_p2p\": true, \"p2p_seq_id\": " + std::to_string(seq), name, state,
                   sizes, "0");
    }
    Dump& collective(int seq, const std::string& name, const std::string& state, const std::string& sizes = "[[4]]",
                     const std::string& group = "0") {
        return add("\"p2p_seq_id\": 0, \"is_p2p\": false, \"collective_seq_id\": " + std::to_string(seq), name, state,
                   sizes, group);
    }
    FlightDump read() const {
        const auto dump = readFlightDump("{\"version\": \"2.7\", \"pg_config\": {" + m_groups + "}, \"entries\": [" +
                                             m_entries + "]}",
                                         "nccl_trace_rank_" + std::to_string(m_rank));
        return dump.ok() ? *dump : FlightDump{};
    }

private:
    Dump& add(const std::string& numbers, const std::string& name, const std::string& state, const std::string& sizes,
              const std::string& group) {
        m_entries += (m_entries.empty() ? "" : ", ") + std::string("{\"record_id\": ") + std::to_string(m_record++) +
                     ", \"pg_id\": 1, \"process_group\": [\"" + group + "\", \"\"], " + numbers +
                     ", \"profiling_name\": \"" + name + "\", \"state\": \"" + state + "\", \"input_sizes\": " + sizes +
                     ", \"output_sizes\": " + sizes + "}";
        return *this;
    }
    std::int64_t m_rank, m_record;
    std::string m_groups, m_entries;
};

FlightReport compared(const std::vector<Dump>& dumps) {
    std::vector<FlightDump> read;
    for (const Dump& dump : dumps) read.push_back(dump.read());
    return compareFlights(read);
}

constexpr Group kOfTwo{"0", "default_pg", "[0, 1]"};

} // namespace

class TestFlightPairs : public QObject {
    Q_OBJECT
private slots:
    void aReceiveThatWasNeverPostedIsMissing() {
        const FlightReport report =
            compared({Dump(0, 0, {kOfTwo}).p2p(1, "nccl:send 0->1", "completed").p2p(2, "nccl:send 0->1", "started"),
                      Dump(1, 0, {kOfTwo}).p2p(1, "nccl:recv 1<-0", "completed")});
        QCOMPARE(report.mismatches.size(), 1u);
        const FlightMismatch& m = report.mismatches[0];
        QVERIFY(m.problem == FlightProblem::Missing);
        QVERIFY(m.pair == (std::pair<std::int64_t, std::int64_t>(0, 1)));
        QCOMPARE(m.seq, 2);
        QCOMPARE(m.there, (Numbers{0}));
        QCOMPARE(m.missing, (Numbers{1}));
        QCOMPARE(m.unfinished, (Numbers{0}));
        QVERIFY(report.pairs[0].matched && !report.pairs[1].matched);
        QCOMPARE(flightSentence(m), std::string("nccl:send 0->1 number 2 of default_pg: rank 1 never posted the "
                                                "receive, rank 0 posted the send"));
    }

    void aReceiveOfAnotherSizeDiffersAndRanksAreNamed() {
        const FlightReport report = compared({Dump(0, 0, {kOfTwo}).p2p(1, "nccl:send 0->1", "started", "[[16]]"),
                                              Dump(1, 0, {kOfTwo}).p2p(1, "nccl:recv 1<-0", "started", "[[99]]")});
        QCOMPARE(report.mismatches.size(), 1u);
        QVERIFY(report.mismatches[0].problem == FlightProblem::Differs);
        QCOMPARE(report.mismatches[0].what, std::string("sizes"));
        QCOMPARE(flightSentence(report.mismatches[0]),
                 std::string("nccl:send 0->1 number 1 of default_pg: ranks disagree on sizes: rank 0: nccl:send 0->1 "
                             "[[16]]; rank 1: nccl:recv 1<-0 [[99]]"));
    }

    void ranksThatCountTheirPeersTogetherAreComparedInOrder() {
        // A pipeline: rank 1 receives and passes on, so the numbers of its receives are 1, 3; rank 0 sent 1, 2.
        const FlightReport report =
            compared({Dump(0).p2p(1, "nccl:send 0->1", "completed").p2p(2, "nccl:send 0->1", "completed"),
                      Dump(1)
                          .p2p(1, "nccl:recv 1<-0", "completed")
                          .p2p(2, "nccl:send 1->2", "completed")
                          .p2p(3, "nccl:recv 1<-0", "completed")
                          .p2p(4, "nccl:send 1->2", "completed"),
                      Dump(2).p2p(1, "nccl:recv 2<-1", "completed").p2p(2, "nccl:recv 2<-1", "completed")});
        QVERIFY(report.mismatches.empty());
        QCOMPARE(report.pairs.size(), 4u);
        QCOMPARE(report.pairs[1].sendSeq, std::optional<std::int64_t>(2));
        QCOMPARE(report.pairs[1].recvSeq, std::optional<std::int64_t>(3));
    }

    void theSendThatAPipelineWaitsForIsMissing() {
        const FlightReport report =
            compared({Dump(0).p2p(1, "nccl:send 0->1", "completed"), Dump(1).p2p(1, "nccl:recv 1<-0", "completed"),
                      Dump(2).p2p(1, "nccl:recv 2<-1", "started")});
        QCOMPARE(report.mismatches.size(), 1u);
        QCOMPARE(report.mismatches[0].missing, (Numbers{1}));
        QCOMPARE(report.mismatches[0].there, (Numbers{2}));
    }

    void whatMayHaveFallenOutOfTheBufferIsNotMissing() {
        const FlightReport report =
            compared({Dump(0, 0, {kOfTwo}).p2p(1, "nccl:send 0->1", "completed").p2p(2, "nccl:send 0->1", "completed"),
                      Dump(1, 70, {kOfTwo}).p2p(2, "nccl:recv 1<-0", "completed")});
        QVERIFY(report.mismatches.empty());
    }

    void aRankWhoseBufferHoldsOnlyOtherGroupsIsNotAccused() {
        const Group other{"7", "tp", "[1]"};
        Dump full(1, 70, {kOfTwo, other});
        full.collective(60, "nccl:all_reduce", "completed", "[[4]]", "7");
        QVERIFY(compared({Dump(0, 0, {kOfTwo}).p2p(1, "nccl:send 0->1", "completed"), full}).mismatches.empty());
        QVERIFY(compared({Dump(0, 0, {kOfTwo}).collective(1, "nccl:broadcast", "completed"), full}).mismatches.empty());
        Dump young(1, 0, {kOfTwo, other}); // nothing was lost: it never got there
        young.collective(1, "nccl:all_reduce", "completed", "[[4]]", "7");
        QCOMPARE(compared({Dump(0, 0, {kOfTwo}).p2p(1, "nccl:send 0->1", "started"), young}).mismatches.size(), 1u);
        QCOMPARE(compared({Dump(0, 0, {kOfTwo}).collective(1, "nccl:broadcast", "started"), young}).mismatches.size(),
                 1u);
    }

    void whereNumbersDifferAndEntriesAreLostSendsStayApart() {
        // Rank 1 used number 2 for rank 2, so numbers do not match; its receive of the first send is lost.
        const FlightReport report =
            compared({Dump(0).p2p(1, "nccl:send 0->1", "completed").p2p(2, "nccl:send 0->1", "completed"),
                      Dump(1, 70).p2p(2, "nccl:send 1->2", "completed").p2p(3, "nccl:recv 1<-0", "completed"),
                      Dump(2).p2p(1, "nccl:recv 2<-1", "completed")});
        std::vector<FlightPair> first;
        for (const FlightPair& pair : report.pairs)
            if (pair.from == 0) first.push_back(pair);
        QCOMPARE(first.size(), 3u);
        for (const FlightPair& pair : first) QVERIFY(!pair.matched && (!pair.sendState || !pair.recvState));
        QCOMPARE(first[0].sendSeq, std::optional<std::int64_t>(1));
        QCOMPARE(first[1].sendSeq, std::optional<std::int64_t>(2));
        QCOMPARE(first[2].recvSeq, std::optional<std::int64_t>(3));
    }

    void groupsOfOneDescriptionAndTheSameRanksAreToldApartByTheirNames() {
        const Group first{"5", "undefined", "[0, 1]"}, second{"6", "undefined", "[0, 1]"};
        Dump there(0, 0, {first, second});
        there.collective(1, "nccl:all_reduce", "started", "[[4]]", "5");
        there.collective(1, "nccl:all_reduce", "started", "[[4]]", "6");
        const FlightReport report = compared({there, Dump(1, 0, {first, second})});
        QCOMPARE(report.mismatches.size(), 2u);
        QCOMPARE(report.mismatches[0].groupName, std::string("undefined 5 (ranks 0, 1)"));
        QCOMPARE(report.mismatches[1].groupName, std::string("undefined 6 (ranks 0, 1)"));
    }

    void placesInAGroupAreRanksOfTheJob() {
        const Group group{"0", "pp", "[4, 6]"};
        const FlightReport report =
            compared({Dump(4, 0, {group}).p2p(1, "nccl:send 0->1", "started"), Dump(6, 0, {group})});
        QCOMPARE(report.pairs.size(), 1u);
        QCOMPARE(report.pairs[0].from, 4);
        QCOMPARE(report.pairs[0].to, 6);
        QCOMPARE(report.mismatches[0].missing, (Numbers{6}));
    }

    void aBatchIsAsFarAsItsEnd() {
        // Parts of a batch stay scheduled; the entry behind them has the state.
        const auto dump = [](int rank, const char* name, const char* state) {
            Dump out(rank, 0, {kOfTwo});
            return out.p2p(1, name, "scheduled").p2p(1, "nccl:coalesced", state, "[]");
        };
        Dump zero = dump(0, "nccl:send 0->1", "completed"), one = dump(1, "nccl:recv 1<-0", "completed");
        QVERIFY(compared({zero, one}).mismatches.empty());
    }

    void aRankWithoutADumpIsNamed() {
        const FlightReport report = compared({Dump(0).collective(1, "nccl:all_reduce", "completed"),
                                              Dump(1).collective(1, "nccl:all_reduce", "completed")});
        QVERIFY(report.mismatches.empty());
        QCOMPARE(report.absent.size(), 1u);
        QCOMPARE(report.absent.at(2), std::string("default_pg"));
        QCOMPARE(flightSentences(report),
                 (Texts{"no dump of rank 2, which default_pg names: what it did is not known"}));
    }

    void whichRankHasWhichSizeIsSaid() {
        const FlightReport report = compared({Dump(0).collective(1, "nccl:all_reduce", "started", "[[16]]"),
                                              Dump(1).collective(1, "nccl:all_reduce", "started", "[[32]]"),
                                              Dump(2).collective(1, "nccl:all_reduce", "started", "[[16]]")});
        QCOMPARE(report.mismatches.size(), 1u);
        QCOMPARE(report.mismatches[0].what, std::string("sizes"));
        QCOMPARE(report.mismatches[0].variants.size(), 2u);
        QCOMPARE(report.mismatches[0].variants[0].ranks, (Numbers{0, 2}));
        QCOMPARE(report.mismatches[0].variants[1].ranks, (Numbers{1}));
        QCOMPARE(flightSentence(report.mismatches[0]),
                 std::string("nccl:all_reduce number 1 of default_pg: ranks disagree on sizes: ranks 0, 2: "
                             "nccl:all_reduce [[16]] -> [[16]]; rank 1: nccl:all_reduce [[32]] -> [[32]]"));
    }

    void anAllGatherOfOtherSizesDiffers() {
        const FlightReport report =
            compared({Dump(0, 0, {kOfTwo}).collective(1, "nccl:all_gather", "started", "[[16]]"),
                      Dump(1, 0, {kOfTwo}).collective(1, "nccl:all_gather", "started", "[[17]]")});
        QCOMPARE(report.mismatches.size(), 1u);
    }

    void groupsOfOneNumberAreToldApartByTheirNames() {
        // Each process counts its groups itself: pg_id 1 is another group on ranks 2 and 3.
        const Group first{"tp0", "tp", "[0, 1]"}, second{"tp1", "tp", "[2, 3]"};
        const FlightReport report = compared(
            {Dump(0, 0, {first}).collective(1, "nccl:all_reduce", "completed", "[[4]]", "tp0"),
             Dump(1, 0, {first}).collective(1, "nccl:all_reduce", "completed", "[[4]]", "tp0"),
             Dump(2, 0, {second}).collective(1, "nccl:all_reduce", "completed", "[[8]]", "tp1"), Dump(3, 0, {second})});
        QCOMPARE(report.mismatches.size(), 1u);
        QCOMPARE(report.mismatches[0].groupName, std::string("tp (ranks 2, 3)"));
        QCOMPARE(report.mismatches[0].missing, (Numbers{3}));
    }

    void manyRanksAreWrittenAsRanges() {
        QCOMPARE(flightRanks(Numbers{3}), std::string("rank 3"));
        QCOMPARE(flightRanks(Numbers{0, 1, 2}), std::string("ranks 0, 1, 2"));
        QCOMPARE(flightRanks(Numbers{0, 1, 2, 3, 7, 9}), std::string("ranks 0-3, 7, 9"));
    }

    void picklesCannotGrowBeyondTheirBounds() {
        PickleLimits limits;
        limits.values = 1000;
        const std::string nones = "\x80\x02(" + std::string(5000, 'N') + "l.";
        const auto many = readPickle(nones, "p", limits);
        QVERIFY(!many.ok() && many.error().code == ErrorCode::LimitExceeded);
        // One text of 100 bytes, fifty times: 5000 bytes of text.
        limits.textBytes = 4000;
        std::string again = "\x80\x02(U\x64" + std::string(100, 'x') + "q\x01";
        for (int i = 0; i < 49; ++i) again += "h\x01";
        const auto text = readPickle(again + "l.", "p", limits);
        QVERIFY(!text.ok() && text.error().code == ErrorCode::LimitExceeded);
        limits.textBytes = 5000;
        QVERIFY(readPickle(again + "l.", "p", limits).ok());
    }

    void opcodesThatMakeObjectsAreRefused_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("REDUCE") << QByteArray("cos\nsystem\n(U\x02lstR");
        QTest::newRow("INST") << QByteArray("(U\x02lsios\nsystem\n");
        QTest::newRow("OBJ") << QByteArray("(cos\nsystem\nU\x02lso");
        QTest::newRow("NEWOBJ") << QByteArray("cbuiltins\nobject\n)\x81");
        QTest::newRow("BUILD") << QByteArray("}}b");
        QTest::newRow("EXT1") << QByteArray("\x82\x01");
        QTest::newRow("PERSID") << QByteArray("Pabc\n");
    }
    void opcodesThatMakeObjectsAreRefused() {
        QFETCH(QByteArray, body);
        QVERIFY(!readPickle("\x80\x02" + body.toStdString() + ".", "p").ok());
    }
};

QTEST_APPLESS_MAIN(TestFlightPairs)
#include "tst_flight_pairs.moc"
