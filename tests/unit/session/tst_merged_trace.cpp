// Several ranks as one trace: what is measured in it is what is measured in each rank's own file, to the nanosecond.
#include "core/analysis/four_numbers.h"
#include "core/session/load_trace.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/merged_trace.h"
#include "tests/support/json_store.h"
#include "tests/support/synth_case.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <map>

using namespace lanescope;
using lanescope::testing::SynthCase;

namespace {

constexpr std::size_t kRanks = 3;

const SynthCase& threeRanks() {
    static const SynthCase made = [] {
        synth::SynthOptions options;
        options.kind = "straggler";
        options.ranks = kRanks;
        options.steps = 4;
        options.straggler = 1;
        options.cause = "slow-compute";
        options.clockOffsetSeconds = 2;
        return SynthCase(options, "job");
    }();
    return made;
}

LoadedTrace loaded(const std::filesystem::path& path) {
    RunContext context;
    LoadOptions options;
    options.useIndex = false;
    auto trace = loadTrace(path, options, context);
    if (!trace.ok()) qFatal("%s", trace.error().text().c_str());
    return std::move(*trace);
}

RankSet rankSet() {
    RunContext context;
    LoadRanksOptions options;
    options.load.useIndex = false;
    const std::vector<std::string> inputs{threeRanks().files.front().trace.parent_path().string()};
    const auto sources = rankSources(inputs, {});
    auto ranks = loadRanks(*sources, options, context);
    return makeRankSet(std::move(ranks->records));
}

struct Merged {
    RankSet set = rankSet();
    std::vector<LoadedTrace> traces;
    std::string text;
    LoadedTrace back;
    explicit Merged(MergedTraceOptions options = {}, align::AlignBy by = align::AlignBy::CollectiveEnds) {
        set.alignment = align::alignRanks(set.records, set.matching, by);
        for (std::size_t r = 0; r < options.shiftedNs.size(); ++r)
            align::shiftRank(set.alignment, r, options.shiftedNs[r]);
        MergedTraceWriter writer(
            set,
            [this](std::string_view piece) {
                text += piece;
                return true;
            },
            options);
        bool ok = writer.begin();
        for (std::size_t r = 0; r < set.records.size(); ++r) {
            traces.push_back(loaded(set.records[r].file));
            ok = ok && writer.addRank(r, *traces.back().store);
        }
        if (!ok || !writer.end() || writer.flowsLeftOut() != 0) qFatal("not written");
        const QTemporaryDir dir;
        QFile file(dir.filePath("merged.json"));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        back = loaded(file.fileName().toStdString());
    }
};

// Of the processes that stand for one rank: [rank * 100000 + 1, (rank + 1) * 100000].
std::size_t rankOfPid(std::string_view pid) {
    return static_cast<std::size_t>((std::stoll(std::string(pid)) - 1) / 100'000);
}

std::size_t rankOf(const TraceStore& store, SliceId slice) {
    const Track& track = store.tracks()[store.track(slice).value];
    return rankOfPid(store.text(store.threads()[track.thread.value].pid));
}

} // namespace

class MergedTraceTest : public QObject {
    Q_OBJECT
private slots:
    void theFourNumbersOfEveryRankAreThoseOfItsOwnFile() {
        const Merged merged;
        std::map<std::size_t, DeviceWork> byRank;
        for (DeviceWork& work : collectDeviceWork(*merged.back.store)) {
            // The generator's ranks have GPUs of their own numbers, so no process is needed to tell them apart.
            QVERIFY(work.key.device && work.key.process.empty());
            const auto rank = static_cast<std::size_t>(*work.key.device);
            QVERIFY(byRank.emplace(rank, std::move(work)).second);
        }
        QCOMPARE(byRank.size(), kRanks);
        for (std::size_t r = 0; r < kRanks; ++r) {
            const auto own = wholeWindow(allDevices(*merged.traces[r].store), {});
            const auto back = wholeWindow(byRank.at(r), {});
            QVERIFY(own && back);
            QCOMPARE(back->wallNs, own->wallNs);
            QCOMPARE(back->busyNs, own->busyNs);
            QCOMPARE(back->computeNs, own->computeNs);
            QCOMPARE(back->exposedCommNs, own->exposedCommNs);
            QCOMPARE(back->exposedMemNs, own->exposedMemNs);
            QCOMPARE(back->launchGapNs, own->launchGapNs);
            QCOMPARE(back->launchGapCount, own->launchGapCount);
            QCOMPARE(back->largeGapNs, own->largeGapNs);
            // On one clock: the reference's times, whatever the rank's own clock says.
            const align::RankClockFit& clock = merged.set.alignment.ranks[r];
            QCOMPARE(back->beginNs, count(clock.toCommon(own->beginNs)));
        }
    }

    void everythingIsThereOnceAndLaunchesStayWithinTheirRank() {
        const Merged merged;
        const TraceStore& all = *merged.back.store;
        std::size_t slices = 0, instants = 0, flows = 0, launches = 0;
        for (const LoadedTrace& trace : merged.traces) {
            slices += trace.store->slices().size();
            instants += trace.store->instants().size();
            flows += trace.store->flows().size();
            for (std::uint32_t i = 0; i < trace.store->slices().size(); ++i)
                launches += trace.store->launchOf(SliceId{i}) ? 1 : 0;
        }
        QCOMPARE(all.slices().size(), slices);
        QCOMPARE(all.instants().size(), instants);
        QCOMPARE(all.flows().size(), flows);
        QCOMPARE(all.oddities().entries().size(), std::size_t{0});
        std::size_t found = 0;
        std::map<std::int64_t, std::size_t> rankOfCorrelation;
        for (std::uint32_t i = 0; i < all.slices().size(); ++i) {
            const SliceId slice{i};
            const std::size_t rank = rankOf(all, slice);
            QVERIFY(rank < kRanks);
            if (const auto launch = all.launchOf(slice)) {
                ++found;
                QCOMPARE(rankOf(all, *launch), rank);
            }
            const auto id = static_cast<std::int64_t>(all.slices().correlation.at(i));
            if (id != 0) QCOMPARE(rankOfCorrelation.emplace(id, rank).first->second, rank);
        }
        QCOMPARE(found, launches);
        for (const Thread& thread : all.threads()) {
            const std::string rank = std::to_string(rankOfPid(all.text(thread.pid)));
            QVERIFY(all.text(thread.processName).starts_with("rank " + rank + " "));
        }
    }

    void theFileSaysHowItsClocksWereLaidTogether() {
        MergedTraceOptions options;
        options.shiftedNs = {0, 0, 70'000};
        const Merged merged(options);
        const auto json = parseJson(merged.text, "merged");
        QVERIFY(json.ok());
        const Json& told = lanescope::testing::at(*json, "lanescope_merged");
        QCOMPARE(*lanescope::testing::at(told, "alignment").asText(), std::string("collective_ends"));
        const Json answers = threeRanks().answers();
        for (std::size_t r = 0; r < kRanks; ++r) {
            const std::int64_t wanted =
                lanescope::testing::numberAt(answers, fmt::format("ranks clock_offsets_ns {}", r)) -
                lanescope::testing::numberAt(answers, "ranks clock_offsets_ns 0") + (r == 2 ? 70'000 : 0);
            QCOMPARE(lanescope::testing::numberAt(told, fmt::format("offsets_ns {}", r)), wanted);
        }
        QCOMPARE(lanescope::testing::numberAt(told, "ranks 2 shifted_by_hand_ns"), std::int64_t{70'000});
        const std::string first = lanescope::testing::textsAt(told, "method").front();
        QVERIFY2(first.starts_with("Clocks laid together by collective ends, reference rank 0"), first.c_str());
    }

    void namesGoThroughWhatMayBeSeen() {
        MergedTraceOptions options;
        options.words = [](std::string_view text) {
            return text.find("aten::") != std::string_view::npos ? std::string("hidden") : std::string(text);
        };
        const Merged merged(options);
        QVERIFY(merged.text.find("aten::") == std::string::npos);
        QVERIFY(merged.text.find("\"hidden\"") != std::string::npos);
        QVERIFY(merged.text.find(threeRanks().folder.string()) == std::string::npos); // no path of a file
    }
};

QTEST_APPLESS_MAIN(MergedTraceTest)
#include "tst_merged_trace.moc"
