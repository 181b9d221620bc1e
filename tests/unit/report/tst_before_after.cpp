// The report of two traces: every figure against a computation by hand or by a slow twin over the events as written.
#include "core/report/before_after.h"
#include "core/report/make_review.h"
#include "tests/support/json_store.h"

#include <QTest>

#include <map>
#include <random>

using namespace lanescope;

namespace {

struct Event {
    std::string name;
    std::int64_t at = 0, length = 0, stream = 7; // us
};

QString text(const std::vector<Event>& kernels, int steps, std::int64_t stepLength) {
    QStringList out;
    for (int i = 0; i < steps; ++i)
        out << QStringLiteral(
                   R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#%1","pid":1,"tid":1,"ts":%2,"dur":%3})")
                   .arg(i)
                   .arg(i * stepLength)
                   .arg(stepLength);
    for (const Event& e : kernels)
        out << QStringLiteral(R"({"ph":"X","cat":"kernel","name":"%1","pid":0,"tid":%2,"ts":%3,"dur":%4,)"
                              R"("args":{"device":0,"stream":%2}})")
                   .arg(QString::fromStdString(e.name))
                   .arg(e.stream)
                   .arg(e.at)
                   .arg(e.length);
    return out.join(",\n");
}

report::BeforeAfter compared(const QString& before, const QString& after) {
    RunContext context;
    const auto review = [&](const QString& events) {
        report::ReviewInput input;
        input.store = testing::storeFromEvents(events);
        if (!input.store) qFatal("the trace does not load");
        auto made = report::makeReview(input, context);
        if (!made.ok()) qFatal("%s", made.error().text().c_str());
        return std::move(*made);
    };
    auto both = report::compareReviews(review(before), review(after), {}, context);
    if (!both.ok()) qFatal("%s", both.error().text().c_str());
    return std::move(*both);
}

// The table that follows the heading.
report::Grid gridAfter(const report::Document& document, const std::string& heading) {
    bool found = false;
    for (const report::Block& block : document.blocks) {
        if (const auto* h = std::get_if<report::Heading>(&block)) found = h->text == heading;
        if (const auto* grid = std::get_if<report::Grid>(&block); found && grid) return *grid;
    }
    qFatal("no table after %s", heading.c_str());
}

QString plain(const std::string& cell) { // thin spaces and the true minus as typed by hand
    return QString::fromStdString(cell).replace(QChar(0x202F), ' ').replace(QChar(0x2212), '-');
}

QStringList rowOf(const report::Grid& grid, const std::string& name) {
    for (const auto& row : grid.rows)
        if (row[0] == name) {
            QStringList out;
            for (const std::string& cell : row) out << plain(cell);
            return out;
        }
    return {};
}

// Three steps that count: the same kernels in each.
std::vector<Event> repeated(const std::vector<Event>& one, std::int64_t stepLength, int steps) {
    std::vector<Event> out;
    for (int i = 0; i < steps; ++i)
        for (Event e : one) {
            e.at += i * stepLength;
            out.push_back(e);
        }
    return out;
}

std::vector<Event> randomKernels(unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Event> out;
    for (const std::int64_t stream : {7, 9})
        for (std::int64_t at = static_cast<std::int64_t>(random() % 50); at < 4000;) {
            const auto length = static_cast<std::int64_t>(1 + random() % 90);
            out.push_back({std::string("k") + std::to_string(random() % 6), at, length, stream});
            at += length + static_cast<std::int64_t>(random() % 60);
        }
    return out;
}

std::int64_t windowOf(const std::vector<Event>& kernels) {
    std::int64_t first = INT64_MAX, last = 0;
    for (const Event& e : kernels) {
        first = std::min(first, e.at);
        last = std::max(last, e.at + e.length);
    }
    return last - first;
}
std::int64_t busyOf(const std::vector<Event>& kernels) { // by painting every us
    std::vector<bool> busy(10'000);
    for (const Event& e : kernels)
        for (std::int64_t t = e.at; t < e.at + e.length; ++t) busy[static_cast<std::size_t>(t)] = true;
    return std::count(busy.begin(), busy.end(), true);
}
QString ms(std::int64_t us) { return QString::number(static_cast<double>(us) / 1000, 'f', 3) + " ms"; }
QString difference(std::int64_t us) { return (us > 0 ? "+" : us < 0 ? "-" : "") + ms(us < 0 ? -us : us); }

} // namespace

class TestBeforeAfter : public QObject {
    Q_OBJECT
private slots:
    void picturesOfAWholeStepAreDrawnWithoutPythonFrames() {
        std::vector<report::PictureAsk> asks;
        report::ReviewInput input; // 5 ms in steps of 1 ms, the GPU busy for 0.3 ms of each
        input.store = testing::storeFromEvents(text(repeated({{"alpha", 100, 300}}, 1000, 5), 5, 1000));
        QVERIFY(input.store);
        input.draw = [&](const report::PictureAsk& ask) {
            asks.push_back(ask);
            return std::string("<svg></svg>");
        };
        RunContext context;
        QVERIFY(report::makeReview(input, context).ok());
        QVERIFY(!asks.empty() && asks.front().title == "The longest step" && !asks.front().range);
        QVERIFY(asks.front().python == report::PythonFrames::LeftOut);
        for (std::size_t i = 1; i < asks.size(); ++i) { // findings: only where they cover more than 2.5 ms
            QVERIFY(asks[i].range.has_value());
            const bool most = (asks[i].range->end - asks[i].range->begin).count() > 2'500'000;
            QVERIFY((asks[i].python == report::PythonFrames::LeftOut) == most);
        }
    }

    void figuresPerStepAreThoseWorkedOutByHand() {
        // Before: steps of 1000 us, 300 + 100 us of work. After: 800 us, 300 + 200 us.
        const auto before = text(repeated({{"alpha", 100, 300}, {"beta", 500, 100}}, 1000, 5), 5, 1000);
        const auto after = text(repeated({{"alpha", 100, 300}, {"beta", 500, 200}}, 800, 5), 5, 800);
        const auto both = compared(before, after);
        QVERIFY(both.perStep);
        const report::Document document = report::beforeAfter(both, nullptr);
        const report::Grid numbers = gridAfter(document, "What changed");
        QCOMPARE(rowOf(numbers, "window"),
                 (QStringList{"window", "1.000 ms", "100 %", "0.800 ms", "100 %", "-0.200 ms", "-20.0 %"}));
        QCOMPARE(rowOf(numbers, "busy"),
                 (QStringList{"busy", "0.400 ms", "40.0 %", "0.500 ms", "62.5 %", "+0.100 ms", "+25.0 %"}));
        QCOMPARE(rowOf(numbers, "idle"),
                 (QStringList{"idle", "0.600 ms", "60.0 %", "0.300 ms", "37.5 %", "-0.300 ms", "-50.0 %"}));
        const report::Grid kernels = gridAfter(document, "Kernels, copies and sets that changed most");
        QCOMPARE(rowOf(kernels, "beta"),
                 (QStringList{"beta", "1", "1", "100.000 \u00b5s", "200.000 \u00b5s", "+100.000 \u00b5s", "+100.0 %"}));
        bool said = false;
        for (const report::Block& block : document.blocks)
            if (const auto* s = std::get_if<report::Sentence>(&block))
                said |= plain(s->text) == "A step takes 800.0 \u00b5s instead of 1.000 ms: 200.0 \u00b5s shorter.";
        QVERIFY(said);
    }

    void whatIsNewAndWhatIsGoneIsNamed() {
        const auto both = compared(text({{"old", 0, 100}, {"same", 200, 100}}, 0, 0),
                                   text({{"new one", 0, 50}, {"same", 200, 100}}, 0, 0));
        QVERIFY(!both.perStep);
        const report::Grid kernels =
            gridAfter(report::beforeAfter(both, nullptr), "Kernels, copies and sets that changed most");
        QCOMPARE(rowOf(kernels, "old").last(), QStringLiteral("gone"));
        QCOMPARE(rowOf(kernels, "new one").last(), QStringLiteral("new"));
        if (const QStringList same = rowOf(kernels, "same"); !same.isEmpty())
            QCOMPARE(same.last(), QStringLiteral("no change"));
    }

    void wholeTracesAgreeWithASlowCount_data() {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1U, 2U, 3U, 4U}) QTest::addRow("seed %u", seed) << seed;
    }
    void wholeTracesAgreeWithASlowCount() {
        QFETCH(unsigned, seed);
        const auto was = randomKernels(seed), is = randomKernels(seed + 100);
        const report::Document document = report::beforeAfter(compared(text(was, 0, 0), text(is, 0, 0)), nullptr);
        const report::Grid numbers = gridAfter(document, "What changed");
        const QStringList window = rowOf(numbers, "window"), busy = rowOf(numbers, "busy");
        QCOMPARE(window[1], ms(windowOf(was)));
        QCOMPARE(window[3], ms(windowOf(is)));
        QCOMPARE(window[5], difference(windowOf(is) - windowOf(was)));
        QCOMPARE(busy[1], ms(busyOf(was)));
        QCOMPARE(busy[3], ms(busyOf(is)));
        QCOMPARE(busy[5], difference(busyOf(is) - busyOf(was)));
        std::map<std::string, std::pair<std::int64_t, std::int64_t>> sums;
        for (const Event& e : was) sums[e.name].first += e.length;
        for (const Event& e : is) sums[e.name].second += e.length;
        const report::Grid kernels = gridAfter(document, "Kernels, copies and sets that changed most");
        QCOMPARE(kernels.rows.size(), sums.size());
        std::int64_t last = INT64_MAX;
        for (const auto& row : kernels.rows) {
            const auto [a, b] = sums.at(row[0]);
            QCOMPARE(plain(row[3]), ms(a));
            QCOMPARE(plain(row[4]), ms(b));
            QCOMPARE(plain(row[5]), difference(b - a));
            QVERIFY(std::abs(b - a) <= last); // what changed most comes first
            last = std::abs(b - a);
        }
    }

    void theTableForAPullRequestHoldsTheSameFigures() {
        const auto both = compared(text(repeated({{"alpha", 100, 400}}, 1000, 5), 5, 1000),
                                   text(repeated({{"alpha", 100, 400}}, 500, 5), 5, 500));
        const QString table = plain(report::pullRequestChange(both));
        QVERIFY2(table.startsWith("| per step | before | after | difference | change |\n|---|---:|---:|---:|---:|\n"),
                 qPrintable(table));
        QVERIFY2(table.contains("| window | 1.000 ms | 0.500 ms | -0.500 ms | -50.0 % |"), qPrintable(table));
        QVERIFY2(table.contains("| busy | 0.400 ms | 0.400 ms | 0.000 ms | no change |"), qPrintable(table));
    }
};

QTEST_APPLESS_MAIN(TestBeforeAfter)
#include "tst_before_after.moc"
