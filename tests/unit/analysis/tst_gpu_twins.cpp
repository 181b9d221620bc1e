// Analyses of what the GPU did beside their slow, obvious twins on random traces.
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

struct Extent {
    std::int64_t begin = INT64_MAX, end = INT64_MIN;
};
Extent extentOf(const Events& all, std::int64_t device) {
    Extent out;
    for (const Event& e : all)
        if (isWork(e) && e.device == device) {
            out.begin = std::min(out.begin, e.start);
            out.end = std::max(out.end, endOf(e));
        }
    return out;
}

void twinOfFourNumbers(const Events& all, const TraceStore& store) {
    const AnalysisResult result = resultOf("four_numbers", store);
    const Table& whole = tableIn(result.tables, "whole");
    for (std::int64_t device = 0; device < 2; ++device) {
        const Extent x = extentOf(all, device);
        ROW_OF(row, whole, {{"device", std::to_string(device)}});
        const auto any = [&](std::int64_t ns, const auto& wanted) { return anyAt(all, ns, device, wanted); };
        const auto some = [](const Event&) { return true; };
        const auto mem = [](const Event& e) { return !isComm(e) && !isCompute(e); };
        QCOMPARE(numberIn(whole, row, "wall_ns"), x.end - x.begin);
        QCOMPARE(numberIn(whole, row, "gpu_busy_ns"),
                 nanosecondsWith(x.begin, x.end, [&](auto ns) { return any(ns, some); }));
        QCOMPARE(numberIn(whole, row, "compute_ns"),
                 nanosecondsWith(x.begin, x.end, [&](auto ns) { return any(ns, isCompute); }));
        QCOMPARE(numberIn(whole, row, "exposed_comm_ns"),
                 nanosecondsWith(x.begin, x.end, [&](auto ns) { return any(ns, isComm) && !any(ns, isCompute); }));
        QCOMPARE(numberIn(whole, row, "exposed_mem_ns"), nanosecondsWith(x.begin, x.end, [&](auto ns) {
                     return any(ns, mem) && !any(ns, isCompute) && !any(ns, isComm);
                 }));
        QCOMPARE(numberIn(whole, row, "compute_ns") + numberIn(whole, row, "exposed_comm_ns") +
                     numberIn(whole, row, "exposed_mem_ns") + numberIn(whole, row, "idle_ns"),
                 numberIn(whole, row, "wall_ns"));
    }
}

void twinOfIdle(const Events& all, const TraceStore& store) {
    AnalysisInput input;
    input.range = timeRange(200, 2'700);
    input.maxRows = 100'000;
    const AnalysisResult result = resultOf("idle", store, input);
    for (std::int64_t device = 0; device < 2; ++device) {
        const std::int64_t idle = nanosecondsWith(
            200, 2'700, [&](std::int64_t ns) { return !anyAt(all, ns, device, [](const Event&) { return true; }); });
        for (const char* id : {"idle_parts", "idle_owners", "idle_gaps"}) { // whatever the cut: the same whole
            const Table& table = tableIn(result.tables, id);
            std::int64_t sum = 0;
            for (std::size_t r = 0; r < table.rows.size(); ++r)
                if (textIn(table, r, "device") == QString::number(device)) sum += numberIn(table, r, "idle_ns");
            QCOMPARE(sum, idle);
        }
        // What the host did is part of what a late launch is split into.
        const Table& parts = tableIn(result.tables, "idle_parts");
        const Table& causes = tableIn(result.tables, "idle_causes");
        for (const char* part : {"late launch", "synchronisation"}) {
            std::int64_t whole = 0, sum = 0;
            for (std::size_t r = 0; r < parts.rows.size(); ++r)
                if (textIn(parts, r, "device") == QString::number(device) && textIn(parts, r, "part") == part)
                    whole += numberIn(parts, r, "idle_ns");
            for (std::size_t r = 0; r < causes.rows.size(); ++r)
                if (textIn(causes, r, "device") == QString::number(device) && textIn(causes, r, "part") == part)
                    sum += numberIn(causes, r, "idle_ns");
            QCOMPARE(sum, whole);
        }
    }
}

void twinOfKernels(const Events& all, const TraceStore& store) {
    const AnalysisResult result = resultOf("kernels", store);
    std::map<std::pair<std::string, std::string>, std::vector<std::int64_t>> names, operators, streams;
    for (const Event& e : all) {
        if (e.role != Role::Kernel) continue;
        const std::string device = std::to_string(*e.device);
        const Event* call = callOf(all, e);
        const Event* op = call != nullptr ? innermost(all, *call, isOp) : nullptr;
        names[{device, e.name}].push_back(e.duration);
        operators[{device, op != nullptr ? op->name : ""}].push_back(e.duration);
        streams[{device, std::to_string(*e.stream)}].push_back(e.duration);
    }
    const auto check = [&result](const char* id, const auto& groups) {
        const Table& table = tableIn(result.tables, id);
        QCOMPARE(table.rows.size(), groups.size());
        for (auto [key, ns] : groups) {
            std::sort(ns.begin(), ns.end());
            ROW_OF(row, table, {{"device", key.first}, {"name", key.second}});
            std::int64_t total = 0;
            for (const std::int64_t one : ns) total += one;
            QCOMPARE(numberIn(table, row, "count"), static_cast<qint64>(ns.size()));
            QCOMPARE(numberIn(table, row, "total_ns"), total);
            QCOMPARE(numberIn(table, row, "min_ns"), ns.front());
            QCOMPARE(numberIn(table, row, "max_ns"), ns.back());
            const double mean = static_cast<double>(total) / static_cast<double>(ns.size());
            double squares = 0;
            for (const std::int64_t one : ns)
                squares += (static_cast<double>(one) - mean) * (static_cast<double>(one) - mean);
            const double std_ = ns.size() > 1 ? std::sqrt(squares / static_cast<double>(ns.size() - 1)) : 0;
            QVERIFY(std::abs(static_cast<double>(numberIn(table, row, "std_ns")) - std_) <= 0.51);
        }
    };
    check("kernels", names);
    check("kernels_by_operator", operators);
    check("kernels_by_stream", streams);
}

void twinOfCopies(const Events& all, const TraceStore& store) {
    const AnalysisResult result = resultOf("copies", store);
    const Table& table = tableIn(result.tables, "copies");
    for (std::int64_t device = 0; device < 2; ++device) {
        std::int64_t n = 0, ns = 0, bytes = 0;
        for (const Event& e : all) {
            if (e.role != Role::Memcpy || e.device != device) continue;
            ++n;
            ns += e.duration;
            for (const WorkStore::Arg& arg : e.args) bytes += arg.number;
        }
        const std::int64_t found = rowOf(table, {{"device", std::to_string(device)}});
        QCOMPARE(found >= 0, n > 0);
        if (found < 0) continue;
        const auto row = static_cast<std::size_t>(found);
        QCOMPARE(numberIn(table, row, "count"), n);
        QCOMPARE(numberIn(table, row, "total_ns"), ns);
        if (bytes > 0) {
            QCOMPARE(numberIn(table, row, "bytes"), bytes);
            QCOMPARE(valueIn(table, row, "bytes_per_second"),
                     static_cast<double>(bytes) / static_cast<double>(ns) * 1e9);
        }
    }
}

void twinOfLaunches(const Events& all, const TraceStore& store) {
    const AnalysisResult result = resultOf("launches", store);
    const Table& queues = tableIn(result.tables, "queues");
    const Table& delays = tableIn(result.tables, "launch_delays");
    for (std::int64_t device = 0; device < 2; ++device) {
        std::int64_t n = 0, least = INT64_MAX, most = INT64_MIN;
        for (const Event& e : all) {
            const Event* call = isWork(e) && e.device == device ? callOf(all, e) : nullptr;
            if (call == nullptr || e.start == extentOf(all, device).end) continue;
            ++n;
            least = std::min(least, e.start - endOf(*call));
            most = std::max(most, e.start - endOf(*call));
        }
        ROW_OF(delay, delays, {{"device", std::to_string(device)}, {"figure", "launch delay"}});
        QCOMPARE(numberIn(delays, delay, "count"), n);
        QCOMPARE(numberIn(delays, delay, "min_ns"), least);
        QCOMPARE(numberIn(delays, delay, "max_ns"), most);
        for (std::size_t r = 0; r < queues.rows.size(); ++r) { // waiting: launched and not begun
            if (textIn(queues, r, "device") != QString::number(device)) continue;
            std::int64_t first = INT64_MAX, last = INT64_MIN, longest = 0, area = 0;
            const auto waits = [&](std::int64_t ns) {
                std::int64_t length = 0;
                for (const Event& e : all) {
                    const bool here = isWork(e) && e.device == device && e.stream == numberIn(queues, r, "stream");
                    const Event* call = here ? callOf(all, e) : nullptr;
                    if (call != nullptr) length += call->start <= ns && ns < e.start ? 1 : 0;
                }
                return length;
            };
            for (const Event& e : all) {
                const bool here = isWork(e) && e.device == device && e.stream == numberIn(queues, r, "stream");
                const Event* call = here ? callOf(all, e) : nullptr;
                if (call == nullptr) continue;
                first = std::min(first, call->start);
                last = std::max(last, e.start);
            }
            for (std::int64_t ns = first; ns < last; ++ns) {
                longest = std::max(longest, waits(ns));
                area += waits(ns);
            }
            QVERIFY(numberIn(queues, r, "max") >= longest); // what comes and goes at once counts for no time
            QVERIFY(numberIn(queues, r, "max") <= longest + 1);
            const double mean = static_cast<double>(area) / static_cast<double>(last - first);
            QVERIFY(std::abs(valueIn(queues, r, "mean") - mean) < 1e-9);
        }
    }
}

void twinOfCollectives(const Events& all, const TraceStore& store) {
    AnalysisInput input;
    input.maxRows = 1'000;
    const AnalysisResult result = resultOf("collectives", store, input);
    const Table& table = tableIn(result.tables, "collectives");
    std::size_t n = 0;
    for (const Event& e : all) {
        if (!isWork(e) || !isComm(e)) continue;
        ++n;
        std::int64_t found = -1;
        for (std::size_t r = 0; r < table.rows.size(); ++r)
            if (textIn(table, r, "device") == QString::number(*e.device) && numberIn(table, r, "begin_ns") == e.start &&
                numberIn(table, r, "stream") == *e.stream)
                found = static_cast<std::int64_t>(r);
        QVERIFY(found >= 0);
        const auto row = static_cast<std::size_t>(found);
        const std::int64_t exposed =
            nanosecondsWith(e.start, endOf(e), [&](auto ns) { return !anyAt(all, ns, *e.device, isCompute); });
        QCOMPARE(numberIn(table, row, "duration_ns"), e.duration);
        QCOMPARE(numberIn(table, row, "exposed_ns"), exposed);
        std::int64_t cover = 0; // the kernel that ran longest beside it
        for (const Event& o : all)
            if (isWork(o) && isCompute(o) && o.device == e.device)
                cover = std::max(cover, std::min(endOf(o), endOf(e)) - std::max(o.start, e.start));
        QCOMPARE(numberIn(table, row, "cover_ns"), cover > 0 ? cover : -1);
    }
    QCOMPARE(table.rows.size(), n);
}

constexpr NamedTwin kTwins[] = {
    {"four_numbers", twinOfFourNumbers}, {"idle", twinOfIdle},
    {"kernels", twinOfKernels},          {"copies", twinOfCopies},
    {"launches", twinOfLaunches},        {"collectives", twinOfCollectives},
};

} // namespace

class TestGpuTwins : public QObject {
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
};

QTEST_APPLESS_MAIN(TestGpuTwins)
#include "tst_gpu_twins.moc"
