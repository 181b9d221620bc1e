// Logs of single processes as one job, and what looks wrong only then.
#include "core/readers/nccl_log/nccl_log.h"

#include <QTest>

using namespace lanescope::readers;

namespace {

using Numbers = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

// A line of a process of `host` that has the device `device`: pid 100 + device, thread 200 + device.
std::string line(const char* host, int device, const std::string& message) {
    return std::string(host) + ":" + std::to_string(100 + device) + ":" + std::to_string(200 + device) + " [" +
           std::to_string(device) + "] NCCL INFO " + message + "\n";
}
std::string init(const char* host, int device, int rank, int ranks, const std::string& id, const char* what) {
    return line(host, device,
                "ncclCommInitRank comm 0x5" + std::to_string(device) + id.substr(2) + " rank " + std::to_string(rank) +
                    " nranks " + std::to_string(ranks) + " cudaDev 0 nvmlDev 0 busId 1000 commId " + id + " - Init " +
                    what);
}
std::string counts(const char* host, int device, int channels) {
    return line(host, device,
                std::to_string(channels) + " coll channels, 0 collnet channels, 0 nvls channels, 4 p2p channels, 2 "
                                           "p2p channels per peer");
}

NcclLog merged(const Texts& texts) {
    std::vector<NcclLog> logs;
    std::vector<const NcclLog*> pointers;
    for (const std::string& text : texts) logs.push_back(readNcclLog(text));
    for (const NcclLog& log : logs) pointers.push_back(&log);
    return mergeNcclLogs(pointers);
}

bool hints(const NcclLog& log, const std::string& hint) {
    return std::find(log.hints.begin(), log.hints.end(), hint) != log.hints.end();
}

} // namespace

class TestNcclMerge : public QObject {
    Q_OBJECT
private slots:
    void onePerProcessAreOneCommunicator() {
        const NcclLog log = merged({
            init("a", 0, 0, 2, "0x9", "START") + line("a", 0, "Channel 00/01 : 0 1") +
                line("a", 0, "Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0/GDRDMA") +
                line("a", 0, "Channel 00/0 : 1[0] -> 0[0] [receive] via NET/IB/0") +
                init("a", 0, 0, 2, "0x9", "COMPLETE"),
            init("b", 0, 1, 2, "0x9", "START") +
                line("b", 0, "Channel 00/0 : 0[0] -> 1[0] [receive] via NET/IB/1/GDRDMA") +
                line("b", 0, "Channel 00/0 : 1[0] -> 0[0] [send] via NET/IB/0") + init("b", 0, 1, 2, "0x9", "COMPLETE"),
        });
        QCOMPARE(log.communicators.size(), 1u);
        const NcclCommunicator& comm = log.communicators[0];
        QCOMPARE(comm.completed, (std::set<std::int64_t>{0, 1}));
        QCOMPARE(comm.edges.size(), 2u); // a send and its receive are one
        QCOMPARE(comm.edges[0].via, std::string("NET/IB/0/GDRDMA"));
        QCOMPARE(comm.edges[0].receiveVia, std::string("NET/IB/1/GDRDMA")); // the receiver has another device
        QCOMPARE(comm.edges[1].via, std::string("NET/IB/0"));
        QCOMPARE(comm.edges[1].receiveVia, std::string());
        QCOMPARE(log.hosts.at("a"), (std::set<std::int64_t>{0}));
        QCOMPARE(log.hosts.at("b"), (std::set<std::int64_t>{1}));
        QVERIFY(hints(log, "1 network connection without GPU Direct where others have it: 1 -> 0"));
    }

    void aConnectionOfEverNewWordsIsBounded() {
        std::string text = init("a", 0, 0, 2, "0x9", "START");
        for (int i = 0; i < 1000; ++i)
            text += line("a", 0, "Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/" + std::to_string(i));
        text += line("a", 0, "Channel 00/0 : 1[0] -> 0[0] [send] via NET/IB/0");
        const NcclLog log = readNcclLog(text);
        QCOMPARE(log.communicators.size(), 1u);
        QCOMPARE(log.communicators[0].edges.size(), 65u); // 64 of the strange one, and the other
    }

    void gpuDirectIsComparedOverFiles() {
        // Each file alone has one kind of connection.
        const std::string with =
            init("a", 0, 0, 2, "0x9", "START") + line("a", 0, "Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0/GDRDMA");
        const std::string without =
            init("b", 0, 1, 2, "0x9", "START") + line("b", 0, "Channel 00/0 : 1[0] -> 0[0] [send] via NET/IB/0");
        const std::string sentence = "1 network connection without GPU Direct where others have it: 1 -> 0";
        QVERIFY(!hints(readNcclLog(with), sentence));
        QVERIFY(!hints(readNcclLog(without), sentence));
        QVERIFY(hints(merged({with, without}), sentence));
    }

    void fewerChannelsOnOneCommunicatorAreSaid() {
        std::string text;
        for (const auto& [id, channels] : {std::pair("0x1", 2), std::pair("0x2", 1)})
            for (int rank = 0; rank < 2; ++rank)
                text += init("h", rank, rank, 2, id, "START") + init("h", rank, rank, 2, id, "COMPLETE") +
                        counts("h", rank, channels);
        QCOMPARE(readNcclLog(text).hints,
                 (Texts{"communicator 0x2 (2 ranks) has 1 channel where 0x1 (2 ranks) has 2"}));
    }

    void communicatorsOverNodesAreNotComparedWithThoseWithin() {
        const std::string within = init("h", 0, 0, 2, "0x1", "START") + init("h", 1, 1, 2, "0x1", "START") +
                                   counts("h", 0, 24) + counts("h", 1, 24) + init("h", 0, 0, 2, "0x1", "COMPLETE") +
                                   init("h", 1, 1, 2, "0x1", "COMPLETE");
        const std::string over = init("h", 0, 0, 2, "0x2", "START") + init("i", 0, 1, 2, "0x2", "START") +
                                 counts("h", 0, 2) + counts("i", 0, 2) + init("h", 0, 0, 2, "0x2", "COMPLETE") +
                                 init("i", 0, 1, 2, "0x2", "COMPLETE");
        QCOMPARE(readNcclLog(within + over).hints, Texts{});
    }

    void oldLogsWithoutIdsArePutTogetherBySizeAndOrder() {
        // Before 2.17: the end of a setup alone, with an address of each process. Two communicators each.
        const auto rank = [](const char* host, int number) {
            const std::string n = std::to_string(number);
            std::string out;
            for (const int channel : {0, 1})
                out += line(host, number, "Trees [0] -1/-1/-1->" + n + "->-1") +
                       line(host, number,
                            "Channel 0" + std::to_string(channel) + " : " + n + "[1b000] -> " +
                                std::to_string(1 - number) + "[1c000] via P2P/IPC") +
                       line(host, number,
                            "comm 0x7f" + std::to_string(10 * channel + number) + " rank " + n +
                                " nranks 2 cudaDev 0 busId 1b000 - Init COMPLETE");
            return out;
        };
        const NcclLog log = merged({rank("a", 0), rank("a", 1)});
        QCOMPARE(log.communicators.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(log.communicators[i].members.size(), 2u);
            QCOMPARE(log.communicators[i].edges.size(), 2u);
            QCOMPARE(log.communicators[i].edges[0].channel, static_cast<std::int64_t>(i));
        }
    }

    void aRingThatIsCutIsPutTogetherFromItsConnections() {
        // Ring 0 2 1 3; the tree's edge 0 -> 1 comes after the rings are connected and is none of it.
        const auto rank = [](int number, int next) {
            const std::string n = std::to_string(number);
            return init("h", number, number, 4, "0x9", "START") +
                   (number == 0 ? line("h", 0, "Channel 00/01 : 0 2 1...") : std::string()) +
                   line("h", number, "Channel 00/0 : " + n + "[0] -> " + std::to_string(next) + "[0] via P2P/IPC") +
                   line("h", number, "Connected all rings, use ring PXN 0 GDR 1") +
                   line("h", number,
                        "Channel 00/0 : " + n + "[0] -> " + std::to_string((number + 1) % 4) + "[0] via P2P/IPC");
        };
        const NcclLog log = merged({rank(0, 2), rank(2, 1), rank(1, 3), rank(3, 0)});
        QCOMPARE(log.communicators[0].rings.at(0), (Numbers{0, 2, 1, 3}));
        QCOMPARE(log.communicators[0].rebuilt, (std::set<std::int64_t>{0}));
        const NcclLog alone = readNcclLog(rank(0, 2));
        QVERIFY(alone.communicators[0].rings.empty());
        QCOMPARE(alone.communicators[0].cutRings.at(0), (Numbers{0, 2})); // the 1 may be the beginning of 12
    }

    void stepsOfTheGraphSubsystemMakeRingsAndTrees() {
        std::string text;
        for (int rank = 0; rank < 3; ++rank) {
            const std::string n = std::to_string(rank);
            text += init("h", rank, rank, 3, "0x9", "START") +
                    line("h", rank,
                         "Ring 00 : " + std::to_string((rank + 2) % 3) + " -> " + n + " -> " +
                             std::to_string((rank + 1) % 3)) +
                    line("h", rank,
                         "Tree 0 : " + std::to_string(rank - 1) + " -> " + n + " -> " +
                             (rank < 2 ? std::to_string(rank + 1) : std::string("-1")) + "/-1/-1");
        }
        const NcclCommunicator comm = readNcclLog(text).communicators.at(0);
        QCOMPARE(comm.rings.at(0), (Numbers{0, 1, 2}));
        QCOMPARE(comm.trees.at(0).at(1).up, 0);
        QCOMPARE(comm.trees.at(0).at(1).down, (Numbers{2}));
        QCOMPARE(comm.trees.at(0).at(0).up, -1);
        QCOMPARE(comm.trees.at(0).at(2).down, Numbers{});
    }

    void linesOfTwoRanksTornIntoEachOtherAreCountedAndNotRead() {
        const NcclLog log = readNcclLog(
            "h:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> h:2:2 [1] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/IPC\n"
            "h:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via Pxy\n");
        QCOMPARE(log.torn, 2u);
        QCOMPARE(log.edgeLines, 0u);
        const NcclLog nothing = readNcclLog("h:1:1 [0] NCCL INFO Channel 00/0 : \n");
        QCOMPARE(nothing.torn, 1u);
        QVERIFY(nothing.communicators.empty());
    }

    void aRingWhoseLineLostItsEndIsPutTogetherToo() {
        std::string text = line("h", 0, "Channel 00/01 : 0 1");
        for (int rank = 0; rank < 3; ++rank)
            text = init("h", rank, rank, 3, "0x9", "START") + text +
                   line("h", rank,
                        "Channel 00/0 : " + std::to_string(rank) + "[0] -> " + std::to_string((rank + 1) % 3) +
                            "[0] via P2P/IPC");
        QCOMPARE(readNcclLog(text).communicators.at(0).rings.at(0), (Numbers{0, 1, 2}));
    }

    void aPartOfAJobHasItsRanksOfTheJob() {
        // Ranks 2 and 3 of four make a group of two, in which they are 0 and 1.
        std::string text;
        for (int rank = 0; rank < 4; ++rank) text += init("h", rank, rank, 4, "0x1", "START");
        for (int rank = 2; rank < 4; ++rank) text += init("h", rank, rank - 2, 2, "0x2", "START");
        const NcclLog log = readNcclLog(text);
        QCOMPARE(ncclJobRank(log, log.communicators[1], 0), std::optional<std::int64_t>(2));
        QCOMPARE(ncclJobRank(log, log.communicators[1], 1), std::optional<std::int64_t>(3));
        QCOMPARE(log.hosts.at("h"), (std::set<std::int64_t>{0, 1, 2, 3}));
    }

    void aSplitEndsWithoutItsId() {
        const NcclLog log = readNcclLog(
            "h:1:9 [0] NCCL INFO ncclCommSplit comm 0x70 rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 1 parent 0x50 color "
            "1 "
            "key 0 commId 0x77 - Init START\n"
            "h:1:9 [0] NCCL INFO ncclCommSplit comm 0x70 rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 1 parent 0x50 "
            "childCount 1 color 1 key 0 - Init COMPLETE\n");
        QCOMPARE(log.communicators.size(), 1u);
        QCOMPARE(log.communicators[0].completed, (std::set<std::int64_t>{0}));
        QCOMPARE(log.hints, Texts{});
    }

    void warningsAreCountedByTheirTextWithTheirRanksAndPlace() {
        std::string text = init("h", 0, 0, 2, "0x1", "START") + init("h", 0, 0, 2, "0x1", "COMPLETE") +
                           init("h", 1, 1, 2, "0x1", "START") + init("h", 1, 1, 2, "0x1", "COMPLETE");
        for (const char* who : {"h:100:200 [0]", "h:101:201 [1]"})
            text += std::string("\n[2026-01-01 00:00:09] ") + who +
                    " transport/net_ib.cc:1234 (ncclIbTest) NCCL WARN NET/IB: Got completion with status=12 opcode=0\n";
        const NcclLog log = readNcclLog(text);
        QCOMPARE(log.warningCount, 2u);
        QCOMPARE(log.warnings.size(), 1u);
        QCOMPARE(log.warnings[0].text, std::string("NET/IB: Got completion with status=12 opcode=0"));
        QCOMPARE(log.warnings[0].place, std::string("transport/net_ib.cc:1234 (ncclIbTest)"));
        QCOMPARE(log.warnings[0].ranks, (std::set<std::int64_t>{0, 1}));
        QCOMPARE(log.hints, (Texts{"2 network operations gave up after retries (status 12): no answer from the peer",
                                   "2 warnings"}));
    }

    void sharedMemoryBetweenGpusWithNvlinkIsSaid() {
        const NcclLog log = readNcclLog(
            init("h", 0, 0, 2, "0x1", "START") + line("h", 0, "=== System : maxBw 48.0 totalBw 480.0 ===") +
            line("h", 0, "CPU/0-0 (1/1/2)") + line("h", 0, "  + NVL[480.0] - NVS/0-0") +
            line("h", 0, "Channel 00/0 : 0[0] -> 1[1] via SHM/direct/direct") + init("h", 0, 0, 2, "0x1", "COMPLETE"));
        QCOMPARE(log.machines.at("h").bandwidth, std::string("48.0 of 480.0"));
        QCOMPARE(log.hints, (Texts{"1 connection through shared memory between GPUs with NVLink: 0 -> 1"}));
    }

    void whatTheLogLacksIsSaid() {
        const NcclLog log = readNcclLog(init("h", 0, 0, 2, "0x1", "START"));
        QCOMPARE(log.missing,
                 (Texts{"topology, searches and steps of rings (GRAPH)", "details of network devices (NET)",
                        "choice of algorithms (TUNING)", "calls (COLL)"}));
    }

    void callsAndChoicesOfInterleavedProcessesFindEachOther() {
        const auto call = [](int device) {
            return line("h", device,
                        "AllReduce: opCount 5 sendbuff 0x1 recvbuff 0x2 count 4096 datatype 7 op 0 root 0 comm "
                        "0x5 [nranks=2] stream 0x3");
        };
        const auto choice = [](int device) {
            return line("h", device, "AllReduce: 16384 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}");
        };
        const NcclLog log = readNcclLog(call(0) + call(1) + choice(1) + choice(0));
        QCOMPARE(log.calls.size(), 1u);
        QCOMPARE(log.calls[0].times, 2u);
        QCOMPARE(log.calls[0].algorithm, std::string("RING"));
        QCOMPARE(log.calls[0].operation, std::string("sum"));
    }

    void valuesOfTheEnvironmentAreKeptOnlyOfSwitches() {
        const NcclLog log = readNcclLog(line("h", 0, "NCCL_ALGO set by environment to Ring.") +
                                        line("h", 0, "NCCL_SOCKET_IFNAME set by environment to secret0"));
        QCOMPARE(log.environment.at("NCCL_ALGO"), std::string("Ring"));
        QCOMPARE(log.environment.at("NCCL_SOCKET_IFNAME"), std::string());
    }

    void versionsAndErasedLinesAreReadBehindPrefixes() {
        const NcclLog log = readNcclLog("0: NCCL version 2.21.5+cuda12.4\r\n"
                                        "\x1b[Kh:1:1 [0] NCCL INFO Using network IB\r\n");
        QCOMPARE(log.version, std::string("2.21.5+cuda12.4"));
        QCOMPARE(log.network, std::string("IB"));
    }
};

QTEST_APPLESS_MAIN(TestNcclMerge)
#include "tst_nccl_merge.moc"
