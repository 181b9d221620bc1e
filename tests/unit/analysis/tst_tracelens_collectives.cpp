// Holds the collective figures that TraceLens gives for several ranks against ours, by its rules: no alignment, the
// collectives nobody can leave early, GiB per second over the shortest part. What differs is said, with its cause, in
// docs/user/compare-with-tracelens.md.
#include "core/align/waits.h"
#include "core/base/json.h"
#include "core/session/load_trace.h"
#include "core/session/ranks/record_rank.h"

#include <QDir>
#include <QFile>
#include <QtTest>

#include <cmath>
#include <map>

using namespace lanescope;

namespace {

const QString kShared = QString(LANESCOPE_SHARED_DIR) + "/traces/";

// A table of the reference as rows of column name and value.
using Row = std::map<std::string, Json>;
std::vector<Row> tableOf(const Json& document, std::string_view name) {
    const Json* at = &document;
    for (const std::string_view key : {std::string_view("tracelens"), std::string_view("analyses"),
                                       std::string_view("NcclAnalyser"), std::string_view("result"), name}) {
        at = at->find(key);
        if (at == nullptr) return {};
    }
    std::vector<Row> out;
    const Json* columns = at->find("columns");
    const Json* rows = at->find("rows");
    if (columns == nullptr || rows == nullptr) return out;
    for (const Json& row : rows->elements()) {
        Row& cells = out.emplace_back();
        for (std::size_t c = 0; c < columns->elements().size(); ++c)
            cells[*columns->elements()[c].asText()] = row.elements()[c];
    }
    return out;
}
double numberOf(const Row& row, const std::string& column) {
    const auto it = row.find(column);
    return it != row.end() ? it->second.asNumber().value_or(std::nan("")) : std::nan("");
}

Json referenceOf(const QString& set) {
    QFile file(kShared + "reference/synth_ranks/" + set + ".json");
    if (!file.open(QIODevice::ReadOnly)) return {};
    auto json = parseJson(file.readAll().toStdString(), set.toStdString());
    return json.ok() ? std::move(*json) : Json();
}

std::vector<align::RankRecord> recordsOf(const QString& set) {
    std::vector<align::RankRecord> out;
    for (int rank = 0; rank < 4; ++rank) {
        const QString path = kShared + "synth_ranks/" + set + "/rank" + QString::number(rank) + "_trace.json";
        RunContext run;
        LoadOptions options;
        options.useIndex = false;
        const auto trace = loadTrace(path.toStdString(), options, run);
        if (!trace.ok()) return {};
        out.push_back(recordRank(*trace->store, path.toStdString()));
    }
    return out;
}

const align::CommEvent& eventOf(const std::vector<align::RankRecord>& records, const align::CommPlace& place) {
    return records[place.record].events[place.event];
}

#define NEAR(actual, expected)                                                                                         \
    QVERIFY2(std::abs((actual) - (expected)) < 1e-6 * std::max(1.0, std::abs(expected)),                               \
             qPrintable(QString("%1 here, %2 there").arg(actual, 0, 'f', 6).arg(expected, 0, 'f', 6)))

} // namespace

class TestTraceLensCollectives : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!QDir(kShared + "reference/synth_ranks").exists()) QSKIP("the figures of TraceLens are not there");
    }
    void everyCollectiveOfEveryRankIsTheSame_data() {
        sets({"ring4_dev", "ring4_legacy", "ring4_clock", "ring4_missing"});
    }
    void everyCollectiveOfEveryRankIsTheSame() {
        QFETCH(QString, set);
        const Json reference = referenceOf(set);
        const auto records = recordsOf(set);
        QCOMPARE(records.size(), std::size_t{4});
        const std::vector<Row> all = tableOf(reference, "long");
        std::size_t kernels = 0;
        for (const auto& record : records) kernels += record.events.size();
        QCOMPARE(all.size(), kernels);
        for (const Row& row : all) {
            const auto rank = static_cast<std::size_t>(numberOf(row, "rank"));
            bool found = false;
            for (const align::CommEvent& event : records[rank].events) {
                if (static_cast<double>(event.begin) / 1e3 != numberOf(row, "ts")) continue;
                found = true;
                NEAR(static_cast<double>(event.end - event.begin) / 1e3, numberOf(row, "dur"));
                const double bytes = std::max(numberOf(row, "In msg size (MB)"), numberOf(row, "Out msg size (MB)"));
                NEAR(static_cast<double>(event.bytes) / 1024 / 1024, bytes); // MB there is MiB
            }
            QVERIFY(found);
        }
    }
    void waitsAndRatesAreTheSame_data() { sets({"ring4_dev", "ring4_legacy", "ring4_clock", "ring4_nopg"}); }
    void waitsAndRatesAreTheSame() {
        QFETCH(QString, set);
        const Json reference = referenceOf(set);
        const auto records = recordsOf(set);
        const align::Matching matching = align::matchCollectives(records);
        const align::Alignment none = align::alignRanks(records, matching, align::AlignBy::None);
        std::vector<align::MatchedCollective> same; // as many as they have
        std::size_t rates = 0;
        for (const Row& row : tableOf(reference, "implicit_sync_detailed")) {
            const auto it = std::find_if(
                matching.collectives.begin(), matching.collectives.end(), [&](const align::MatchedCollective& c) {
                    return c.parts.size() == 4 &&
                           static_cast<double>(eventOf(records, c.parts[0]).begin) / 1e3 == numberOf(row, "rank_0_ts");
                });
            QVERIFY(it != matching.collectives.end());
            same.push_back(*it);
            const align::CollectiveTimes times = align::timesOf(records, none, *it);
            double shortest = 1e300, waits = 0;
            for (std::size_t r = 0; r < 4; ++r) {
                const align::CommEvent& event = eventOf(records, it->parts[r]);
                const std::string prefix = "rank_" + std::to_string(r);
                NEAR(static_cast<double>(event.begin) / 1e3, numberOf(row, prefix + "_ts"));
                NEAR(static_cast<double>(times.waitNs[r]) / 1e3, numberOf(row, prefix + "_wait_time"));
                shortest = std::min(shortest, static_cast<double>(event.end - event.begin) / 1e3);
                waits += static_cast<double>(times.waitNs[r]) / 1e3;
            }
            NEAR(shortest, numberOf(row, "comm_latency"));
            NEAR(waits / 4, numberOf(row, "avg_wait_time"));
            NEAR(static_cast<double>(times.skewStartNs) / 1e3, numberOf(row, "skew in start time"));
            NEAR(static_cast<double>(times.skewEndNs) / 1e3, numberOf(row, "skew in end time"));
            const auto ours = align::ratesOf(records, matching, *it, times);
            if (!ours || std::isnan(numberOf(row, "algo bw (GB/s)"))) continue;
            ++rates;
            // Theirs: GiB over the shortest part; ours: bytes over the part of who came last.
            const double theirs = static_cast<double>(times.transferNs) / (shortest * 1e3) / 1024 / 1024 / 1024;
            NEAR(*ours->algorithm * theirs, numberOf(row, "algo bw (GB/s)"));
            NEAR(*ours->bus * theirs, numberOf(row, "bus bw (GB/s)"));
        }
        QVERIFY(same.size() >= 12);
        QVERIFY(set == "ring4_nopg" || rates == same.size());
        const auto sums = align::waitSums(records, none, same);
        for (const Row& row : tableOf(reference, "straggler_summary")) {
            const auto rank = static_cast<std::size_t>(numberOf(row, "rank"));
            NEAR(static_cast<double>(sums[rank].totalWaitNs) / 1e3, numberOf(row, "total_wait_time_us"));
            QCOMPARE(static_cast<double>(sums[rank].timesLast), numberOf(row, "times_arrived_last"));
            QCOMPARE(static_cast<double>(sums[rank].collectives), numberOf(row, "num_collectives"));
        }
        const double least = numberOf(tableOf(reference, "straggler_summary").front(), "rank");
        QCOMPARE(static_cast<double>(align::waitsLeast(sums).value_or(99)), least);
    }
    void whereTheyFailWeMatchTheRest() {
        // One rank lacks its first collective: matched by order, nothing fits; by `Seq` all others do.
        const Json reference = referenceOf("ring4_missing");
        QVERIFY(tableOf(reference, "implicit_sync_detailed").empty());
        const auto records = recordsOf("ring4_missing");
        const align::Matching matching = align::matchCollectives(records);
        const auto whole = std::count_if(matching.collectives.begin(), matching.collectives.end(),
                                         [](const auto& c) { return c.parts.size() == 4; });
        QCOMPARE(whole, std::ptrdiff_t{15});
    }

private:
    static void sets(std::initializer_list<const char*> names) {
        QTest::addColumn<QString>("set");
        for (const char* name : names) QTest::newRow(name) << QString(name);
    }
};

QTEST_APPLESS_MAIN(TestTraceLensCollectives)
#include "tst_tracelens_collectives.moc"
