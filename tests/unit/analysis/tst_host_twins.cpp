// Analyses of what the host did beside their slow, obvious twins on random traces.
#include "tests/support/json_store.h"
#include "tests/support/random_trace.h"

#include <QtTest>

#include <cmath>
#include <map>
#include <random>
#include <set>

using namespace lanescope;
using namespace lanescope::testing;
using namespace lanescope::testing::twins;

namespace {

void twinOfOperators(const Events& all, const TraceStore& store) {
    struct Sum {
        std::int64_t count = 0, total = 0, self = 0, device = 0, selfDevice = 0;
    };
    std::map<std::string, Sum> sums;
    for (const Event& e : all) {
        if (isWork(e)) continue;
        const std::string name = e.name.starts_with("ProfilerStep#") ? "ProfilerStep*" : e.name;
        Sum& sum = sums[name];
        ++sum.count;
        sum.total += e.duration;
        sum.self += e.duration;
        for (const Event& inside : all) {
            const auto outer = isWork(inside) ? std::vector<const Event*>() : around(all, inside);
            if (!outer.empty() && outer.front() == &e) sum.self -= inside.duration;
        }
        for (const Event& work : all) {
            const Event* call = isWork(work) ? callOf(all, work) : nullptr;
            if (call == nullptr || isCall(e)) continue;
            const auto outer = around(all, *call);
            if (std::find(outer.begin(), outer.end(), &e) != outer.end()) sum.device += work.duration;
            if (!outer.empty() && outer.front() == &e) sum.selfDevice += work.duration;
        }
    }
    const AnalysisResult result = resultOf("operators", store);
    const Table& table = tableIn(result.tables, "operators");
    for (const auto& [name, sum] : sums) {
        ROW_OF(row, table, {{"name", name}, {"device_type", "CPU"}});
        QCOMPARE(numberIn(table, row, "count"), sum.count);
        QCOMPARE(numberIn(table, row, "cpu_total_ns"), sum.total);
        QCOMPARE(numberIn(table, row, "self_cpu_ns"), sum.self);
        QCOMPARE(numberIn(table, row, "device_total_ns"), sum.device);
        QCOMPARE(numberIn(table, row, "self_device_ns"), sum.selfDevice);
    }
}

void twinOfSyncs(const Events& all, const TraceStore& store) {
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> sums; // by operator
    for (const Event& e : all) {
        if (e.name != "cudaStreamSynchronize") continue;
        const Event* op = innermost(all, e, isOp);
        auto& [n, ns] = sums[op != nullptr ? op->name : ""];
        ++n;
        ns += e.duration;
    }
    const AnalysisResult result = resultOf("syncs", store);
    const Table& table = tableIn(result.tables, "syncs");
    QCOMPARE(table.rows.size(), sums.size());
    for (const auto& [op, sum] : sums) {
        ROW_OF(row, table, {{"call", "cudaStreamSynchronize"}, {"operator", op}});
        QCOMPARE(numberIn(table, row, "count"), sum.first);
        QCOMPARE(numberIn(table, row, "host_ns"), sum.second);
    }
}

void twinOfCallTree(const Events& all, const TraceStore& store) {
    const auto isNode = [](const Event& e) { return isOp(e) || isRange(e); };
    const auto nameOf = [](const Event& e) {
        return e.name.starts_with("ProfilerStep#") ? std::string("ProfilerStep*") : e.name;
    };
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> self; // by path: host, device
    const auto pathOf = [&](const Event& e) {
        std::string path = nameOf(e);
        for (const Event* o : around(all, e))
            if (isNode(*o)) path.insert(0, nameOf(*o) + ";");
        return path;
    };
    for (const Event& e : all) {
        if (isNode(e)) {
            self[pathOf(e)].first += e.duration;
            if (const Event* outer = innermost(all, e, isNode)) self[pathOf(*outer)].first -= e.duration;
        }
        const Event* call = isWork(e) ? callOf(all, e) : nullptr;
        const Event* outer = call != nullptr ? innermost(all, *call, isNode) : nullptr;
        if (outer != nullptr) self[pathOf(*outer)].second += e.duration;
    }
    const AnalysisResult result = resultOf("call_tree", store);
    const Table& folded = tableIn(result.tables, "folded");
    std::size_t n = 0;
    for (const auto& [path, ns] : self) {
        if (ns.first <= 0 && ns.second <= 0) continue;
        ++n;
        ROW_OF(row, folded, {{"stack", path}});
        QCOMPARE(numberIn(folded, row, "cpu_self_ns"), ns.first);
        QCOMPARE(numberIn(folded, row, "device_self_ns"), ns.second);
    }
    QCOMPARE(folded.rows.size(), n);
}

void twinOfUserRanges(const Events& all, const TraceStore& store) {
    const AnalysisResult result = resultOf("user_ranges", store);
    const Table& table = tableIn(result.tables, "user_ranges");
    for (const char* name : {"range0", "range1"}) {
        std::int64_t n = 0, total = 0, works = 0, sum = 0;
        std::vector<const Event*> inside;
        for (const Event& e : all) {
            if (e.name == name) {
                ++n;
                total += e.duration;
            }
            const Event* call = isWork(e) ? callOf(all, e) : nullptr;
            if (call == nullptr) continue;
            const auto outer = around(all, *call);
            if (std::none_of(outer.begin(), outer.end(), [&](const Event* o) { return o->name == name; })) continue;
            ++works;
            sum += e.duration;
            inside.push_back(&e);
        }
        const std::int64_t found = rowOf(table, {{"name", name}});
        QCOMPARE(found >= 0, n > 0);
        if (found < 0) continue;
        const auto row = static_cast<std::size_t>(found);
        QCOMPARE(numberIn(table, row, "count"), n);
        QCOMPARE(numberIn(table, row, "cpu_total_ns"), total);
        QCOMPARE(numberIn(table, row, "work_count"), works);
        QCOMPARE(numberIn(table, row, "gpu_sum_ns"), sum);
        QCOMPARE(numberIn(table, row, "gpu_busy_ns"), nanosecondsWith(0, 20'000, [&](std::int64_t ns) {
                     return std::any_of(inside.begin(), inside.end(), [ns](const Event* e) { return runsAt(*e, ns); });
                 }));
    }
}

void twinOfFlops(const Events& all, const TraceStore& store) {
    const AnalysisResult result = resultOf("flops", store);
    const Table& table = tableIn(result.tables, "flops");
    std::map<std::pair<std::string, std::string>, std::set<const Event*>> found; // device and shapes
    for (const Event& e : all) {
        const Event* call = e.role == Role::Kernel ? callOf(all, e) : nullptr;
        const Event* op =
            call == nullptr ? nullptr : innermost(all, *call, [](const Event& o) { return o.name == "aten::mm"; });
        if (op != nullptr) found[{std::to_string(*e.device), op->args.front().text}].insert(op);
    }
    for (const auto& [key, ops] : found) {
        const std::int64_t inner = key.second[5] - '0'; // [[4, N], [N, 8]]
        ROW_OF(row, table, {{"device", key.first}, {"shapes", key.second}});
        QCOMPARE(numberIn(table, row, "count"), static_cast<qint64>(ops.size()));
        QCOMPARE(numberIn(table, row, "flops"), static_cast<qint64>(ops.size()) * 2 * 4 * inner * 8);
        QCOMPARE(numberIn(table, row, "moved_bytes"),
                 static_cast<qint64>(ops.size()) * 4 * (4 * inner + inner * 8 + 4 * 8));
    }
}

void twinOfInference(const Events& all, const TraceStore& store) {
    const AnalysisResult result = resultOf("inference", store);
    const Table& table = tableIn(result.tables, "inference_steps");
    QCOMPARE(table.rows.size(), std::size_t{2});
    for (const Event& step : all) {
        if (!step.name.starts_with("ProfilerStep#")) continue;
        std::vector<const Event*> inside;
        std::set<const Event*> calls;
        for (const Event& e : all) {
            const Event* call = isWork(e) ? callOf(all, e) : nullptr;
            if (call == nullptr || call->start < step.start || call->start >= endOf(step)) continue;
            inside.push_back(&e);
            calls.insert(call);
        }
        ROW_OF(row, table, {{"name", step.name}});
        QCOMPARE(numberIn(table, row, "work_count"), static_cast<qint64>(inside.size()));
        QCOMPARE(numberIn(table, row, "call_count"), static_cast<qint64>(calls.size()));
        QCOMPARE(numberIn(table, row, "busy_ns"), nanosecondsWith(0, 20'000, [&](std::int64_t ns) {
                     return std::any_of(inside.begin(), inside.end(), [ns](const Event* e) { return runsAt(*e, ns); });
                 }));
    }
}

constexpr NamedTwin kTwins[] = {
    {"operators", twinOfOperators},    {"syncs", twinOfSyncs}, {"call_tree", twinOfCallTree},
    {"user_ranges", twinOfUserRanges}, {"flops", twinOfFlops}, {"inference", twinOfInference},
};

} // namespace

class TestHostTwins : public QObject {
    Q_OBJECT

private slots:
    void everyAnalysisAgreesWithItsTwinOnRandomTraces_data() {
        QTest::addColumn<std::size_t>("twin");
        for (std::size_t i = 0; i < std::size(kTwins); ++i) QTest::newRow(kTwins[i].analysis) << i;
    }
    void everyAnalysisAgreesWithItsTwinOnRandomTraces() {
        QFETCH(std::size_t, twin);
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Events events = randomTrace(seed);
            const auto store = storeOf(events);
            kTwins[twin].check(events, *store);
            if (QTest::currentTestFailed()) {
                qWarning("seed %d", static_cast<int>(seed));
                return;
            }
        }
    }
    void everyAnalysisHasATwin() {
        // Those of what the GPU did, of sequences and of the critical path are in programs of their own.
        std::set<std::string_view> ids{"four_numbers", "idle",      "kernels",       "copies",         "launches",
                                       "collectives",  "sequences", "critical_path", "profiler_ranges"};
        for (const NamedTwin& twin : kTwins) QVERIFY2(ids.insert(twin.analysis).second, twin.analysis);
        for (const AnalysisInfo& info : builtinAnalyses()) QVERIFY2(ids.contains(info.id), info.id.data());
    }
    void countersGoToTheFirstKernelInsideTheirRange() {
        std::mt19937_64 random(4);
        for (int round = 0; round < 20; ++round) {
            std::string text;
            std::vector<std::pair<int, int>> kernels, ranges; // start, duration
            for (int i = 0, at = 0; i < 12; ++i, at += 40) {
                const int start = at + static_cast<int>(random() % 30);
                kernels.emplace_back(start, 5);
                text +=
                    QString(
                        R"({"ph":"X","cat":"kernel","name":"k%1","pid":0,"tid":7,"ts":%2,"dur":5,"args":{"device":0,"stream":7}},)")
                        .arg(i)
                        .arg(start)
                        .toStdString();
                if (i % 2 == 0) ranges.emplace_back(at, 15);
            }
            for (const auto& [start, length] : ranges)
                text +=
                    QString(R"({"ph":"X","cat":"cuda_profiler_range","name":"r","pid":0,"tid":0,"ts":%1,"dur":%2},)")
                        .arg(start)
                        .arg(length)
                        .toStdString();
            text.pop_back();
            const auto store = storeFromEvents(QString::fromStdString(text));
            const AnalysisResult result = resultOf("profiler_ranges", *store);
            const Table& table = tableIn(result.tables, "profiler_ranges");
            QCOMPARE(table.rows.size(), ranges.size());
            for (std::size_t r = 0; r < ranges.size(); ++r) {
                QString expected = "-";
                for (std::size_t k = kernels.size(); k-- > 0;)
                    if (kernels[k].first >= ranges[r].first && kernels[k].first < ranges[r].first + ranges[r].second)
                        expected = "k" + QString::number(k);
                QCOMPARE(textIn(table, r, "kernel"), expected);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestHostTwins)
#include "tst_host_twins.moc"
