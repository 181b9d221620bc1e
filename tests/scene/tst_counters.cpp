#include "tests/support/fixed_measure.h"
#include "tests/support/json_store.h"
#include "tests/support/trace_dsl.h"
#include "widgets/scene/counter_look.h"
#include "widgets/scene/overlay.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <map>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;

namespace {

// A trace as it is looked at: header 220, canvas 1000 px, one us per px from its start.
struct Seen {
    explicit Seen(std::shared_ptr<const TraceStore> built, std::vector<std::string> pinned = {})
        : store(std::move(built)), tree(buildRowTree(*store)), names(*store) {
        state.pinned = std::move(pinned);
        layout = layoutRows(tree, state);
        view.width = 1220;
        view.height = 800;
        view.scale = TimeScale(store->extent().begin, store->extent().begin, 1000.0, 1000);
    }
    TimelineData data() { return {*store, tree, layout, state, bands, names}; }
    // What is said with the pointer so many px right of the canvas' left edge.
    Scene overlay(double x) {
        OverlayState over;
        over.pointerX = 220 + x;
        Scene scene;
        buildOverlay(data(), view, over, measure, scene);
        return scene;
    }
    QStringList words(double x) {
        QStringList out;
        for (const Layer& layer : overlay(x).layers)
            for (const Label& label : layer.labels) out << QString::fromStdString(label.text);
        return out;
    }

    std::shared_ptr<const TraceStore> store;
    RowTree tree;
    RowState state;
    RowLayout layout;
    BandData bands;
    ShortNames names;
    FixedMeasure measure;
    TimelineView view;
};

// A load that is 0.25 from 100 us on, 1 from 300 us on, 0 from 600 us on.
std::shared_ptr<const TraceStore> loads() {
    return lanescope::testing::storeOf("cpu_op a 1/1 0+1000000\n"
                                       "!C - load 1/1 100000 x=0.25\n"
                                       "!C - load 1/1 300000 x=1\n"
                                       "!C - load 1/1 600000 x=0\n");
}

QString text(const std::string& s) { return QString::fromStdString(s); }

} // namespace

class TestCounters : public QObject {
    Q_OBJECT
private slots:
    void theValueUnderThePointerHoldsUntilTheNextSample_data() {
        QTest::addColumn<double>("x");
        QTest::addColumn<QString>("value"); // empty: nothing is said
        QTest::newRow("before the first sample") << 99.0 << QString();
        QTest::newRow("at the first") << 100.0 << "0.25";
        QTest::newRow("just before the second") << 299.0 << "0.25";
        QTest::newRow("at the second") << 300.0 << "1";
        QTest::newRow("at the last") << 600.0 << "0";
        QTest::newRow("long after it") << 900.0 << "0";
    }
    void theValueUnderThePointerHoldsUntilTheNextSample() {
        QFETCH(double, x);
        QFETCH(QString, value);
        QStringList words = Seen(loads()).words(x);
        QCOMPARE(words.size(), value.isEmpty() ? 1 : 2); // the time, and the value
        if (!value.isEmpty()) QCOMPARE(words[1], value);
    }

    void aDotLiesOnTheCurve() {
        Seen stage(loads());
        std::optional<std::uint32_t> row;
        for (std::uint32_t i = 0; i < stage.tree.rows().size(); ++i)
            if (stage.tree.row(i).counter) row = i;
        QVERIFY(row);
        const PlacedRow* placed = stage.layout.find(*row);
        QVERIFY(placed);
        QCOMPARE(placed->height, 34.0);
        const double top = stage.view.rowsTop(stage.layout) + placed->y;
        // The row is 34 px high; 0 lies 4 px above its lower edge, the largest value 24 px higher.
        for (const auto& [x, y] : {std::pair(150.0, top + 30 - 6), {400.0, top + 30 - 24}, {700.0, top + 30}}) {
            std::vector<Mark> dots;
            for (const Layer& layer : stage.overlay(x).layers)
                for (const Mark& mark : layer.marks)
                    if (mark.shape == MarkShape::Disc) dots.push_back(mark);
            QCOMPARE(dots.size(), std::size_t{1});
            QCOMPARE(double(dots[0].centre.x), 220 + x);
            QCOMPARE(double(dots[0].centre.y), y);
        }
    }

    void aPinnedCounterSaysItsValueToo() {
        const std::shared_ptr<const TraceStore> store = loads();
        std::string key;
        const RowTree tree = buildRowTree(*store);
        for (const Row& row : tree.rows())
            if (row.counter) key = row.key;
        QCOMPARE(Seen(store, {key}).words(400), (QStringList{Seen(store).words(400)[0], "1", "1"}));
    }

    void aReadingSaysNameUnitValueAndItsLimits() {
        Seen stage(loads());
        const CounterCurve& curve = stage.tree.sharedCounters()->curves().at(0);
        const CounterReading whole = readCounter(curve, rankTime(350'000), timeRange(0, 1'000'000));
        QCOMPARE(text(whole.name), QStringLiteral("load, x"));
        QCOMPARE(text(whole.unit), QString());
        QCOMPARE(text(whole.value.value_or("")), QStringLiteral("1"));
        QCOMPARE(text(whole.least), QStringLiteral("0"));
        QCOMPARE(text(whole.most), QStringLiteral("1"));
        // From 200 us to 500 us it is 0.25, then 1; the 0 comes later.
        const CounterReading part = readCounter(curve, rankTime(50'000), timeRange(200'000, 500'000));
        QVERIFY(!part.value);
        QCOMPARE(text(part.leastIn.value_or("")), QStringLiteral("0.25"));
        QCOMPARE(text(part.mostIn.value_or("")), QStringLiteral("1"));
        QVERIFY(!readCounter(curve, rankTime(0), timeRange(0, 100'000)).leastIn); // its end is not in it
    }

    // The samples of a recorded trace, read from its text by Qt's own parser.
    void memoryInUseIsWhatTheRecordingSays() {
        const QString path = QStringLiteral(LANESCOPE_SHARED_DIR
                                            "/traces/particle_transformer/"
                                            "tensorboard_logs_forward_2024_12_09__batch_size_128__hmoss-6a49xb_1987242."
                                            "1733769849366171800.pt.trace.json");
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) QSKIP("the shared traces are not there");
        std::map<std::int64_t, double> totals; // ns, after it
        const QJsonArray events = QJsonDocument::fromJson(file.readAll()).object()["traceEvents"].toArray();
        for (const QJsonValue& event : events) {
            const QJsonValue args = event["args"];
            if (event["name"] != QLatin1String("[memory]") || args["Device Type"].toInt() != 1) continue;
            if (args["Device Id"].toInt() != 0) continue;
            const auto ns = static_cast<std::int64_t>(std::llround(event["ts"].toDouble() * 1000));
            totals[ns] = args["Total Allocated"].toDouble(); // of equal times the last one holds
        }
        QVERIFY(totals.size() > 100);
        const auto store = lanescope::testing::storeFromFile(path);
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        const auto row = tree.find("gpu 0/counter allocated memory");
        QVERIFY(row);
        const CounterCurve& curve = tree.counter(*tree.row(*row).counter);
        double most = 0;
        for (auto it = totals.begin(); it != totals.end(); ++it) {
            most = std::max(most, it->second);
            const auto next = std::next(it);
            const std::int64_t until = next == totals.end() ? it->first + 1000 : next->first;
            if (until - it->first < 16) continue; // Qt's doubles know the time to some ns
            const auto value = valueAt(curve, rankTime(it->first + (until - it->first) / 2));
            QVERIFY(value);
            QCOMPARE(*value, it->second);
        }
        QCOMPARE(curve.most, most);
    }

    void utilisationOfARecordingIsReadWithItsFractions() {
        const QString path =
            QStringLiteral(LANESCOPE_SHARED_DIR "/traces/kineto/test__gpu_metrics_expected.16bec3.json");
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) QSKIP("the shared traces are not there");
        std::map<qint64, double> samples;
        for (const QJsonValue& event : QJsonDocument::fromJson(file.readAll()).object()["traceEvents"].toArray())
            if (event["ph"] == QLatin1String("C") && event["args"].toObject().contains("Est. SM Efficiency"))
                samples[event["ts"].toInteger() * 1000] = event["args"]["Est. SM Efficiency"].toDouble();
        QVERIFY(samples.size() > 10);
        const auto store = lanescope::testing::storeFromFile(path);
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        const CounterCurve* found = nullptr;
        for (const CounterCurve& curve : tree.sharedCounters()->curves())
            if (curve.series == "Est. SM Efficiency") found = &curve;
        QVERIFY(found);
        bool sawFraction = false;
        for (const auto& [ns, sample] : samples) {
            const CounterReading reading = readCounter(*found, rankTime(ns), timeRange(ns, ns + 1));
            QVERIFY(reading.value);
            QString plain = QString::number(sample, 'f', 3);
            while (plain.contains(QLatin1Char('.')) && (plain.endsWith(QLatin1Char('0')) || plain.endsWith('.')))
                plain.chop(1);
            QCOMPARE(text(*reading.value), plain);
            sawFraction |= plain.contains(QLatin1Char('.'));
        }
        QVERIFY(sawFraction);
    }
};

QTEST_APPLESS_MAIN(TestCounters)
#include "tst_counters.moc"
