// The generator's own answers against what Lanescope works out from the file: two independent ways to the same numbers.
#include "core/analysis/four_numbers.h"
#include "core/analysis/idle/gap_owners.h"
#include "core/session/load_trace.h"
#include "core/synth/synth.h"
#include "tests/support/synth_case.h"

#include <QTest>

#include <map>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::shared_ptr<const TraceStore> load(const std::filesystem::path& path) {
    RunContext context;
    LoadOptions options;
    options.useIndex = false;
    auto loaded = loadTrace(path, options, context);
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->store;
}

struct Field {
    const char* name;
    std::int64_t value;
};

// Every field of one window; the first difference as text, empty when there is none.
QString difference(const FourNumbers& f, const Json& answer, const QString& where) {
    const Field fields[] = {
        {"window_ns 0", f.beginNs},
        {"window_ns 1", f.endNs},
        {"wall_ns", f.wallNs},
        {"gpu_busy_ns", f.busyNs},
        {"compute_ns", f.computeNs},
        {"comm_ns", f.commNs},
        {"mem_ns", f.memNs},
        {"overlap_ns", f.overlapNs},
        {"exposed_comm_ns", f.exposedCommNs},
        {"exposed_mem_ns", f.exposedMemNs},
        {"idle_ns", f.idleNs},
        {"launch_gap_ns", f.launchGapNs},
        {"launch_gap_count", static_cast<std::int64_t>(f.launchGapCount)},
        {"mid_gap_ns", f.midGapNs},
        {"mid_gap_count", static_cast<std::int64_t>(f.midGapCount)},
        {"large_gap_ns", f.largeGapNs},
        {"large_gap_count", static_cast<std::int64_t>(f.largeGapCount)},
        {"head_idle_ns", f.headIdleNs},
        {"tail_idle_ns", f.tailIdleNs},
    };
    for (const Field& field : fields) {
        const std::int64_t own = numberAt(answer, field.name);
        if (own == field.value) continue;
        return QString("%1 %2: the generator says %3, the analysis %4")
            .arg(where, field.name)
            .arg(own)
            .arg(field.value);
    }
    return {};
}

QString compareReport(const TraceStore& store, const Json& answers) {
    const TraceReport report = reportOf(store, {});
    if (report.devices.size() != 1) return "expected one device";
    const DeviceReport& device = report.devices[0];
    const Json& own = at(answers, "devices 0");
    if (device.device != *at(own, "device").asText()) return "another device";
    if (!device.whole) return "no work";
    if (const QString d = difference(*device.whole, at(own, "whole"), "whole"); !d.isEmpty()) return d;
    const auto& steps = at(own, "steps").elements();
    if (steps.size() != device.steps.size()) return QString("%1 steps").arg(device.steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const StepFigures& step = device.steps[i];
        const QString name = QString::fromStdString(step.name);
        if (step.name != *at(steps[i], "name").asText()) return "another step: " + name;
        if (const QString d = difference(step.byWindow, at(steps[i], "by_window"), name); !d.isEmpty()) return d;
        if (at(steps[i], "by_launch").isNull() == step.byLaunch.has_value()) return name + ": by launch";
        if (!step.byLaunch) continue;
        const QString d = difference(*step.byLaunch, at(steps[i], "by_launch"), name + " by launch");
        if (!d.isEmpty()) return d;
    }
    if (numberAt(own, "unassigned") != static_cast<std::int64_t>(device.unassigned)) return "unassigned";
    if (numberAt(own, "without_launch") != static_cast<std::int64_t>(device.withoutLaunch)) return "without launch";
    return {};
}

// Who owns the idle time, and its inner split, in one window.
QString idleDifference(const IdleSums& sums, const Json& owners, const Json& parts, const QString& where) {
    const auto own = [&](const char* key) { return numberAt(owners, key); };
    const std::int64_t late = own("late_launch") + own("synchronisation") + own("allocation") + own("data_loading");
    const std::pair<GapOwner, std::int64_t> expected[] = {
        {GapOwner::LateLaunch, late},
        {GapOwner::LaunchLatency, own("launch_latency")},
        {GapOwner::KernelGap, own("kernel_gap")},
        {GapOwner::Dependency, own("dependency")},
        {GapOwner::Unknown, own("unknown")},
        {GapOwner::NothingFollows, own("nothing_follows")},
    };
    for (const auto& [owner, ns] : expected)
        if (sums.owner(owner) != ns)
            return QString("%1, owner %2: the generator says %3, the analysis %4")
                .arg(where, QString::fromStdString(std::string(gapOwnerWord(owner))))
                .arg(ns)
                .arg(sums.owner(owner));
    for (std::size_t i = 0; i < kIdleParts; ++i) {
        const auto part = static_cast<IdlePart>(i);
        if (part == IdlePart::Unknown) continue; // the generator keeps "nothing follows" apart
        const std::string word(idlePartWord(part));
        if (sums.part(part) != numberAt(parts, word))
            return QString("%1, part %2: the generator says %3, the analysis %4")
                .arg(where, QString::fromStdString(word))
                .arg(numberAt(parts, word))
                .arg(sums.part(part));
    }
    return {};
}

QString compareIdle(const TraceStore& store, const Json& answers) {
    const std::vector<DeviceWork> devices = collectDeviceWork(store);
    GapFinder finder(store);
    const DeviceIdle idle = finder.find(devices.at(0));
    const Json& own = at(answers, "devices 0");
    const IdleSums all = idleWithin(idle, numberAt(own, "whole window_ns 0"), numberAt(own, "whole window_ns 1"));
    const QString whole = idleDifference(all, at(own, "idle_owner_ns"), at(own, "idle_part_ns"), "whole");
    if (!whole.isEmpty()) return whole;
    for (const Json& step : at(own, "steps").elements()) {
        const auto sums =
            idleWithin(idle, numberAt(step, "by_window window_ns 0"), numberAt(step, "by_window window_ns 1"));
        const QString d = idleDifference(sums, at(step, "idle_owner_ns"), at(step, "idle_part_ns"),
                                         QString::fromStdString(*at(step, "name").asText()));
        if (!d.isEmpty()) return d;
    }
    return {};
}

QString compareCounts(const TraceStore& store, const Json& answers) {
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> kernels;
    for (std::size_t i = 0; i < store.slices().start.size(); ++i) {
        const SliceId s{static_cast<std::uint32_t>(i)};
        if (store.text(store.category(s).text) != "kernel") continue;
        auto& [count, ns] = kernels[std::string(store.name(s))];
        ++count;
        ns += store.duration(s).count();
    }
    const auto& own = at(answers, "kernels").elements();
    if (own.size() != kernels.size()) return QString("%1 names of kernels").arg(kernels.size());
    for (const Json& k : own) {
        const auto& [count, ns] = kernels[*at(k, "name").asText()];
        if (count != numberAt(k, "count") || ns != numberAt(k, "total_ns"))
            return QString::fromStdString("another total: " + *at(k, "name").asText());
    }
    return {};
}

} // namespace

class SynthAnswersTest : public QObject {
    Q_OBJECT
private slots:
    void lanescopeFindsTheSameFigures_data();
    void lanescopeFindsTheSameFigures();
};

void SynthAnswersTest::lanescopeFindsTheSameFigures_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("seed");
    QTest::addColumn<double>("strength");
    QTest::addColumn<qlonglong>("bytes");
    QTest::addColumn<bool>("special");
    for (const synth::KindInfo& k : synth::kinds()) {
        const std::string id(k.id);
        for (const int seed : {1, 2, 3})
            QTest::addRow("%s, seed %d", id.c_str(), seed) << QString::fromStdString(id) << seed << 1.0 << 0LL << false;
        QTest::addRow("%s, weak", id.c_str()) << QString::fromStdString(id) << 4 << 0.3 << 0LL << false;
        QTest::addRow("%s, 12 MB", id.c_str()) << QString::fromStdString(id) << 5 << 1.0 << 12'000'000LL << false;
        QTest::addRow("%s, stacks, drift, shifted windows", id.c_str())
            << QString::fromStdString(id) << 6 << 1.0 << 0LL << true;
    }
}

void SynthAnswersTest::lanescopeFindsTheSameFigures() {
    QFETCH(QString, kind);
    QFETCH(int, seed);
    QFETCH(double, strength);
    QFETCH(qlonglong, bytes);
    QFETCH(bool, special);
    synth::SynthOptions o;
    o.kind = kind.toStdString();
    o.seed = static_cast<std::uint64_t>(seed);
    o.strength = strength;
    o.targetBytes = static_cast<std::uint64_t>(bytes);
    o.ranks = 0;
    if (special) {
        o.withStack = true;
        o.driftPpm = 50;
        o.shiftedWindows = true;
        if (o.kind != "graph-replay-decode" && o.kind != "pipeline-bubbles") o.ranks = 3;
    }
    const SynthCase c(o, bytes > 0 ? "trace.json.gz" : "trace.json");
    QVERIFY2(c.error.empty(), c.error.c_str());
    for (std::size_t r = 0; r < c.files.size(); ++r) {
        const auto store = load(c.files[r].trace);
        const Json answers = c.answers(r);
        const QString figures = compareReport(*store, answers);
        QVERIFY2(figures.isEmpty(), qPrintable(QString("rank %1: %2").arg(r).arg(figures)));
        const QString idle = compareIdle(*store, answers);
        QVERIFY2(idle.isEmpty(), qPrintable(QString("rank %1: %2").arg(r).arg(idle)));
        const QString counts = compareCounts(*store, answers);
        QVERIFY2(counts.isEmpty(), qPrintable(QString("rank %1: %2").arg(r).arg(counts)));
        QCOMPARE(store->counts().elements, static_cast<std::uint64_t>(numberAt(answers, "file elements")));
    }
}

QTEST_APPLESS_MAIN(SynthAnswersTest)
#include "tst_synth_answers.moc"
