#include "core/readers/nccl_log/nccl_log.h"

#include <QFile>
#include <QTest>

using namespace lanescope::readers;

namespace {

std::optional<std::string> sample(const char* name) {
    QFile file(QStringLiteral(LANESCOPE_SHARED_DIR "/samples/synth/") + name);
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.readAll().toStdString();
}

using Numbers = std::vector<std::int64_t>;

bool hasEdge(const NcclCommunicator& comm, std::int64_t channel, std::int64_t from, std::int64_t to, const char* via) {
    return std::any_of(comm.edges.begin(), comm.edges.end(), [&](const NcclEdge& e) {
        return e.channel == channel && e.from == from && e.to == to && e.via == via;
    });
}

} // namespace

class TestNcclLog : public QObject {
    Q_OBJECT
private slots:
    void aLogOfTwoNodesIsUnderstood() {
        const auto text = sample("nccl_2n2g.log");
        if (!text) QSKIP("the folder with samples is not there");
        const NcclLog log = readNcclLog(*text);
        QCOMPARE(log.version, std::string("2.27.5+cuda12.9"));
        QCOMPARE(log.hosts.at("nodea"), (std::set<std::int64_t>{0, 1}));
        QCOMPARE(log.hosts.at("nodeb"), (std::set<std::int64_t>{2, 3}));
        QCOMPARE(log.communicators.size(), 1u);
        const NcclCommunicator& comm = log.communicators[0];
        QCOMPARE(comm.id, std::string("0xabc123"));
        QCOMPARE(comm.ranks, 4);
        QCOMPARE(comm.nodes, 2);
        QCOMPARE(comm.rings.at(0), (Numbers{0, 1, 3, 2}));
        QCOMPARE(comm.rings.at(1), (Numbers{0, 1, 3, 2}));
        for (const std::int64_t channel : {0, 1}) {
            const auto& trees = comm.trees.at(channel);
            QCOMPARE(trees.at(0).up, -1);
            QCOMPARE(trees.at(0).down, (Numbers{1, 2}));
            QCOMPARE(trees.at(2).up, 0);
            QCOMPARE(trees.at(2).down, (Numbers{3}));
        }
        QCOMPARE(comm.channels.at("coll"), 2);
        QCOMPARE(comm.channels.at("p2p"), 4);
        QCOMPARE(comm.channels.at("p2p_per_peer"), 2);
        QCOMPARE(comm.edges.size(), 8u);
        QVERIFY(hasEdge(comm, 0, 0, 1, "P2P/CUMEM"));
        QVERIFY(hasEdge(comm, 0, 1, 3, "NET/IB/0/GDRDMA"));
        QVERIFY(hasEdge(comm, 1, 2, 0, "NET/IB/1/GDRDMA"));
        QVERIFY(hasEdge(comm, 1, 3, 2, "P2P/CUMEM"));
        QCOMPARE(log.calls.size(), 1u);
        QCOMPARE(log.calls[0].bytes, 16384);
        QCOMPARE(log.calls[0].count, 4096);
        QCOMPARE(log.calls[0].type, std::string("float32"));
        QCOMPARE(log.calls[0].algorithm, std::string("RING"));
        QCOMPARE(log.calls[0].protocol, std::string("LL"));
        QCOMPARE(log.calls[0].lastChannel, std::optional<std::int64_t>(1));
        QCOMPARE(log.warningCount, 1u);
        QCOMPARE(log.hints,
                 (std::vector<std::string>{
                     "1 network operation gave up after retries (status 12): no answer from the peer", "1 warning"}));
        QCOMPARE(log.warnings.at(0).ranks, (std::set<std::int64_t>{3}));
        QCOMPARE(log.machines.at("nodea").devices, (std::set<std::string>{"mlx5_0:1/IB", "mlx5_1:1/IB"}));
        QCOMPARE(comm.members.at(0).setupSeconds, std::optional<double>(1.25));
    }

    void oldShapesOfLinesAreRecognised() {
        const auto text = sample("nccl_old_shapes.log");
        if (!text) QSKIP("the folder with samples is not there");
        const NcclLog log = readNcclLog(*text);
        QCOMPARE(log.lines, 14u);
        QCOMPARE(log.edgeLines, 6u);
        QCOMPARE(log.treeLines, 1u);
        QCOMPARE(log.ringLines, 1u);
        QCOMPARE(log.prefixed, 4u);
        QCOMPARE(log.calls.size(), 1u);
        QCOMPARE(log.calls[0].algorithm, std::string("RING"));
        QCOMPARE(log.calls[0].protocol, std::string("LL"));
    }

    void socketsBesideInfinibandAreTold() {
        const NcclLog log = readNcclLog("h:1:1 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.1<0>\n"
                                        "h:1:1 [0] NCCL INFO Using network Socket\n"
                                        "h:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via SHM/direct/direct\n");
        QCOMPARE(log.hints.size(), 2u);
        QCOMPARE(log.hints[0], std::string("data goes through sockets although an InfiniBand device was found"));
        QCOMPARE(log.hints[1], std::string("GPUs of a node talk through shared memory, not P2P"));
    }

    void aSetupThatNeverEndsAndTornLinesAreTold() {
        const NcclLog log =
            readNcclLog("\x1b[32m0: h:1:1 [0] NCCL INFO [Rank 0] ncclCommInitRankConfig comm 0x1 rank 0 "
                        "nranks 2 cudaDev 0 commId 0x9 - Init START\x1b[0m\r\n"
                        "half a line NCCL INFO without a place\n");
        QCOMPARE(log.torn, 1u);
        QCOMPARE(log.prefixed, 1u);
        QCOMPARE(log.hints,
                 (std::vector<std::string>{"rank 0 of communicator 0x9 began its setup and did not finish it"}));
    }

    void aLogOfNothingIsNoLog() {
        QVERIFY(!looksLikeNcclLog("{\"traceEvents\": []}"));
        QCOMPARE(readNcclLog("").lines, 0u);
    }
};

QTEST_APPLESS_MAIN(TestNcclLog)
#include "tst_nccl_log.moc"
