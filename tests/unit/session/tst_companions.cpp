// Logs and dumps beside the traces of a job.
#include "core/session/ranks/companions.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;

namespace {

const char* const kLog =
    "nodea:100:100 [0] NCCL INFO Bootstrap: Using eth0:10.0.0.1<0>\n"
    "nodea:100:100 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.1<0>\n"
    "nodea:100:100 [0] NCCL INFO ncclCommInitRankConfig comm 0x1 rank 0 nranks 2 cudaDev 0 nvmlDev "
    "0 busId 1000 commId 0xabc - Init START\n"
    "nodea:100:100 [0] NCCL INFO Channel 00/02 : 0 1\n"
    "nodea:100:100 [0] NCCL INFO Channel 01/02 : 0 1\n"
    "nodea:100:100 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/Socket/0\n"
    "nodea:100:100 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1] [send] via NET/Socket/0\n";

// Rank 1 never gets to the second all-reduce.
QByteArray dump(int entries) {
    QByteArray list;
    for (int i = 1; i <= entries; ++i)
        list += QByteArray(i > 1 ? ", " : "") + R"({"record_id": )" + QByteArray::number(i - 1) +
                R"(, "pg_id": 0, "process_group": ["0", "default_pg"], "collective_seq_id": )" + QByteArray::number(i) +
                R"(, "p2p_seq_id": 0, "op_id": )" + QByteArray::number(i) +
                R"(, "profiling_name": "nccl:all_reduce", "time_created_ns": 5, "input_sizes": [[4]], "input_dtypes": )"
                R"(["Float"], "output_sizes": [[4]], "output_dtypes": ["Float"], "state": ")" +
                QByteArray(i == 1 ? "completed" : "started") + R"(", "retired": false, "is_p2p": false})";
    return R"({"version": "2.10", "comm_lib_version": "2.27.5", "pg_config": {"0": {"name": "0", "desc": )"
           R"("default_pg", "ranks": "[0, 1]"}}, "entries": [)" +
           list + "]}";
}

struct Folder {
    QTemporaryDir dir;
    std::string put(const char* name, const QByteArray& bytes) {
        QFile file(dir.filePath(name));
        if (file.open(QIODevice::WriteOnly)) file.write(bytes);
        return file.fileName().toStdString();
    }
    std::vector<std::string> inputs() const { return {dir.path().toStdString()}; }
};

const Table& named(const std::vector<Table>& tables, std::string_view id) {
    for (const Table& table : tables)
        if (table.id == id) return table;
    qFatal("no such table");
}

} // namespace

class CompanionsTest : public QObject {
    Q_OBJECT
private slots:
    void logsAndDumpsAreFoundByWhatTheyHold() {
        Folder f;
        const std::string log = f.put("whatever.txt", kLog);
        f.put("nccl_trace_rank_0", dump(2));
        f.put("nccl_trace_rank_1", dump(1));
        f.put("rank0.json", R"({"schemaVersion": 1, "traceEvents": [], "version": "1", "entries": 3})");
        f.put("readme.md", "nothing of ours");
        const RankCompanions found = loadCompanions(f.inputs());
        QCOMPARE(found.logs.size(), std::size_t{1});
        QCOMPARE(found.logs.front().first, log);
        QCOMPARE(found.dumps.size(), std::size_t{2});
        QCOMPARE(found.dumps[0].rank, std::optional<std::int64_t>(0));
        QCOMPARE(found.dumps[1].rank, std::optional<std::int64_t>(1));
        QVERIFY(found.failed.empty());
        QVERIFY(found.has(log));
        QVERIFY(!found.has(f.dir.filePath("rank0.json").toStdString()));
    }

    void theFirstDifferenceIsSaid() {
        Folder f;
        f.put("nccl_trace_rank_0", dump(2));
        f.put("nccl_trace_rank_1", dump(1));
        const RankCompanions found = loadCompanions(f.inputs());
        QCOMPARE(
            companionWords(found),
            (std::vector<std::string>{"nccl:all_reduce number 2 of default_pg: rank 1 never got there, rank 0 did"}));
        const std::vector<Table> tables = companionTables(found);
        const Table& flight = named(tables, "flight");
        QCOMPARE(flight.rows.size(), std::size_t{1});
        QCOMPARE(std::get<std::string>(flight.rows[0][3]), std::string("missing"));
        QCOMPARE(std::get<std::string>(flight.rows[0][5]), std::string("1"));
        const Table& ranks = named(tables, "flight_ranks");
        QCOMPARE(std::get<std::int64_t>(ranks.rows[0][1]), std::int64_t{2}); // entries
        QCOMPARE(std::get<std::int64_t>(ranks.rows[0][2]), std::int64_t{1}); // completed
    }

    void socketsBesideInfinibandAreSaidAndChannelsAreCounted() {
        Folder f;
        f.put("job.log", kLog);
        const RankCompanions found = loadCompanions(f.inputs());
        const std::vector<Table> tables = companionTables(found);
        const Table& edges = named(tables, "nccl_edges");
        QCOMPARE(edges.rows.size(), std::size_t{1});
        QCOMPARE(std::get<std::string>(edges.rows[0][2]), std::string("NET/Socket/0"));
        QCOMPARE(std::get<std::int64_t>(edges.rows[0][3]), std::int64_t{2}); // channels
        QCOMPARE(std::get<std::string>(named(tables, "nccl_rings").rows[0][1]), std::string("0, 1"));
        const std::vector<std::string> words = companionWords(found);
        QVERIFY(std::any_of(words.begin(), words.end(),
                            [](const std::string& w) { return w.find("ocket") != std::string::npos; }));
    }

    void whatARankIsConnectedByStandsBesideIt() {
        Folder f;
        f.put("job.log", kLog);
        f.put("nccl_trace_rank_0", dump(2));
        f.put("nccl_trace_rank_1", dump(1));
        const auto figures = companionFigures(loadCompanions(f.inputs()));
        using Figures = std::vector<std::pair<std::string, std::string>>;
        QCOMPARE(figures.at(0), (Figures{{"links", "NET/Socket"}, {"flight", "not done with 2"}}));
        QCOMPARE(figures.at(1), (Figures{{"links", "NET/Socket"}, {"flight", "missing at 2"}}));
    }

    void logsOfSingleProcessesStandBesideTheRanksAsOneJob() {
        Folder f;
        f.put("log.nodea.100", QByteArray(kLog).replace("NET/Socket/0", "NET/IB/0/GDRDMA"));
        f.put("log.nodeb.100", "nodeb:100:100 [0] NCCL INFO ncclCommInitRankConfig comm 0x1 rank 1 nranks 2 cudaDev 0 "
                               "nvmlDev 0 busId 1000 commId 0xabc - Init START\n"
                               "nodeb:100:100 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [send] via NET/IB/0\n");
        const RankCompanions found = loadCompanions(f.inputs());
        QCOMPARE(found.logs.size(), std::size_t{2});
        QCOMPARE(found.nccl.communicators.size(), std::size_t{1});
        const std::vector<std::string> words = companionWords(found);
        QVERIFY(std::find(words.begin(), words.end(),
                          "1 network connection without GPU Direct where others have it: 1 -> 0") != words.end());
        QCOMPARE(named(companionTables(found), "nccl_edges").rows.size(), std::size_t{2});
    }

    void linksOfAPartOfTheJobStandBesideItsRanks() {
        // Ranks 2 and 3 are 0 and 1 of a group of their own.
        Folder f;
        QByteArray log;
        for (int rank = 0; rank < 4; ++rank) {
            const QByteArray head = "h:" + QByteArray::number(10 + rank) + ":1 [0] NCCL INFO ";
            log += head + "ncclCommInitRank comm 0x1 rank " + QByteArray::number(rank) +
                   " nranks 4 cudaDev 0 nvmlDev 0 busId 1 commId 0xa - Init START\n";
            if (rank < 2) continue;
            log += head + "ncclCommInitRank comm 0x2 rank " + QByteArray::number(rank - 2) +
                   " nranks 2 cudaDev 0 nvmlDev 0 busId 1 commId 0xb - Init START\n" + head +
                   "Channel 00/0 : " + QByteArray::number(rank - 2) + "[0] -> " + QByteArray::number(3 - rank) +
                   "[0] via P2P/IPC\n";
        }
        f.put("job.log", log);
        const auto figures = companionFigures(loadCompanions(f.inputs()));
        using Figures = std::vector<std::pair<std::string, std::string>>;
        QVERIFY(!figures.contains(0) && !figures.contains(1));
        QCOMPARE(figures.at(2), (Figures{{"links", "P2P"}}));
        QCOMPARE(figures.at(3), (Figures{{"links", "P2P"}}));
    }

    void aRankWithoutADumpIsSaidBesideTheRanks() {
        Folder f;
        f.put("nccl_trace_rank_0", dump(1));
        const RankCompanions found = loadCompanions(f.inputs());
        QCOMPARE(companionWords(found),
                 (std::vector<std::string>{"no dump of rank 1, which default_pg names: what it did is not known"}));
        using Figures = std::vector<std::pair<std::string, std::string>>;
        QCOMPARE(companionFigures(found).at(1), (Figures{{"flight", "no dump"}}));
    }

    void filesReadAgainTakeThePlaceOfTheFirstReading() {
        Folder f;
        const std::string one = f.put("nccl_trace_rank_0", dump(2));
        RankCompanions first = loadCompanions(std::vector<std::string>{one});
        f.put("nccl_trace_rank_1", dump(1));
        const RankCompanions both = joined(first, loadCompanions(f.inputs()));
        QCOMPARE(both.dumps.size(), std::size_t{2});
        QCOMPARE(both.flight.mismatches.size(), std::size_t{1});
    }

    void aDumpThatIsCutIsListedAndTheOthersAreRead() {
        Folder f;
        f.put("nccl_trace_rank_0", dump(2));
        f.put("nccl_trace_rank_1", dump(2).left(200));
        const RankCompanions found = loadCompanions(f.inputs());
        QCOMPARE(found.dumps.size(), std::size_t{1});
        QCOMPARE(found.failed.size(), std::size_t{1});
        QVERIFY(!companionWords(found).empty());
    }

    void processesOfOneNumberOnTwoMachinesStayApartWithoutTheirNames() {
        Folder f;
        QByteArray log;
        for (int rank = 0; rank < 4; ++rank) { // a part of the job of one rank on each machine
            const QByteArray node = rank < 2 ? "gpubox7" : "gpubox8";
            const QByteArray head = node + ":" + QByteArray::number(12345 + rank % 2) + ":1 [0] NCCL INFO ";
            log += head + "ncclCommInitRank comm 0x1 rank " + QByteArray::number(rank) +
                   " nranks 4 cudaDev 0 nvmlDev 0 busId 1 commId 0xa - Init START\n";
            if (rank % 2 == 1) continue;
            log += head + "ncclCommInitRank comm 0x2 rank " + QByteArray::number(rank / 2) +
                   " nranks 2 cudaDev 0 nvmlDev 0 busId 1 commId 0xb - Init START\n" + head +
                   "Channel 00/0 : " + QByteArray::number(rank / 2) + "[0] -> " + QByteArray::number(1 - rank / 2) +
                   "[0] via NET/IB/0\n";
        }
        f.put("job.log", log);
        RankCompanions found = loadCompanions(f.inputs());
        const auto figures = companionFigures(found);
        QCOMPARE(found.nccl.jobRanks.size(), std::size_t{4});
        leaveOutNames(found, {});
        using Ranks = std::map<std::string, std::int64_t>;
        QCOMPARE(found.nccl.jobRanks,
                 (Ranks{{"host1:12345[0]", 0}, {"host1:12346[0]", 1}, {"host2:12345[0]", 2}, {"host2:12346[0]", 3}}));
        QCOMPARE(companionFigures(found), figures);
        QVERIFY(figures.contains(0) && figures.contains(2));
    }

    void aHiddenWordIsLeftOutOfGroupsAndOperations() {
        Folder f;
        const auto named = [](const QByteArray& bytes) {
            return QByteArray(bytes).replace("\"0\"", "\"ab_tp\"").replace("nccl:all_reduce", "nccl:ab model");
        };
        f.put("nccl_trace_rank_0", named(dump(2)).replace("default_pg", "model_ab"));
        f.put("nccl_trace_rank_1", named(dump(1)).replace("default_pg", "model_ab"));
        RankCompanions found = loadCompanions(f.inputs());
        const std::vector<std::string> words{"ab", "model"}; // short, and as common as can be
        leaveOutNames(found, words);
        QCOMPARE(companionWords(found),
                 (std::vector<std::string>{"nccl:host1 host2 number 2 of host2_host1: rank 1 never got there, rank 0 "
                                           "did"}));
        QCOMPARE(found.flight.mismatches.at(0).group, std::string("host1_tp"));
        QCOMPARE(found.dumps.at(0).entries.at(0).group, std::string("host1_tp"));
    }

    void groupsStayApartWhenTheirNamesAreLeftOut() {
        RankCompanions found;
        for (const std::int64_t rank : {0, 1}) {
            readers::FlightDump& one = found.dumps.emplace_back();
            one.rank = rank;
            for (const char* name : {"/red/pg", "/blue/pg"}) {
                one.groups[name] = {name, "", {0, 1}, {}, {}, {}};
                readers::FlightEntry& entry = one.entries.emplace_back();
                entry.group = name;
                entry.name = "nccl:all_reduce";
                entry.state = "completed";
                entry.seq = 1;
                entry.inputs = entry.outputs = name[1] == 'r' ? "[[4]]" : "[[8]]";
            }
        }
        leaveOutNames(found, {});
        QCOMPARE(found.dumps.at(0).groups.size(), std::size_t{2});
        QVERIFY(found.dumps.at(0).groups.contains("pg") && found.dumps.at(0).groups.contains("pg (2)"));
        QVERIFY(found.flight.mismatches.empty());
    }

    void realSamplesAreTold() {
        const QString samples = QStringLiteral(LANESCOPE_SHARED_DIR "/samples/synth/");
        if (!QDir(samples).exists()) QSKIP("the folder with samples is not there");
        const std::vector<std::string> inputs{
            (samples + "fr_rank0.pickle").toStdString(), (samples + "fr_rank1.pickle").toStdString(),
            (samples + "nccl_2n2g.log").toStdString(), (samples + "synth_snapshot.pickle").toStdString()};
        const RankCompanions found = loadCompanions(inputs);
        QCOMPARE(found.dumps.size(), std::size_t{2});
        QCOMPARE(found.logs.size(), std::size_t{1});
        QVERIFY(found.failed.empty()); // the memory snapshot is none of these
        QCOMPARE(found.flight.mismatches.at(0).seq, std::int64_t{3});
        QCOMPARE(found.flight.mismatches.at(0).missing, (std::vector<std::int64_t>{1}));
        QCOMPARE(std::get<std::string>(named(companionTables(found), "nccl_rings").rows.at(0)[1]),
                 std::string("0, 1, 3, 2"));
    }
};

QTEST_APPLESS_MAIN(CompanionsTest)
#include "tst_companions.moc"
