// The window with a folder of generated ranks: four of them, clocks seconds apart, rank 2 computes slower.
#pragma once

#include "tests/gui/window_fixture.h"

#include <QDir>
#include <QFileInfo>

namespace lanescope::testing {

inline constexpr unsigned kFourRanks = 4, kSlowRank = 2;

inline const SynthCase& fourSlowRanks() {
    static const SynthCase made = [] {
        synth::SynthOptions options;
        options.kind = "straggler";
        options.ranks = kFourRanks;
        options.steps = 5;
        options.straggler = kSlowRank;
        options.cause = "slow-compute";
        options.clockOffsetSeconds = 3;
        return SynthCase(options, "job");
    }();
    return made;
}

struct RanksFixture : WindowFixture {
    bool openAll(const QStringList& inputs) {
        w().openFiles(inputs);
        return waitForRanks();
    }
    bool waitForRanks() {
        return QTest::qWaitFor(
            [this] {
                if (!w().ranks().isShown() || !w().isQuiet()) return false;
                for (const std::size_t record : doc().shown())
                    if (doc().wantsTrace(record)) return false;
                return true;
            },
            60'000);
    }
    bool openFour() { return openAll({folderOf(fourSlowRanks())}); }
    static QString folderOf(const SynthCase& made) {
        return QString::fromStdString(made.files.front().trace.parent_path().string());
    }
    // A folder with copies of the traces of these ranks, "twice" meaning another name for a second copy.
    QString copies(const std::vector<std::pair<std::size_t, QString>>& files) {
        const QString to = folder.filePath("copies");
        QDir().mkpath(to);
        for (const auto& [rank, name] : files)
            QFile::copy(QString::fromStdString(fourSlowRanks().files.at(rank).trace.string()), to + "/" + name);
        return to;
    }
    ranksview::RanksDocument& doc() { return w().ranks().document(); }
    app::RanksPage& page() { return w().ranks().page(); }
    rankpanels::RanksBottom& bottom() { return page().bottom(); }
    bool waitUntilStill(int ms = 20'000) { // jobs of the page's tables
        return QTest::qWaitFor([this] { return w().isQuiet(); }, ms);
    }
};

} // namespace lanescope::testing
