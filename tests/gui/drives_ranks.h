// Several ranks side by side.
#pragma once

#include "app/gui/window/ranks_picture_dialog.h"
#include "tests/gui/drives.h"

#include <QInputDialog>

namespace lanescope::testing {

// Four ranks; rank 2 computes slower. Written once per test program.
inline QString ranksFolder() {
    static const SynthCase made = [] {
        synth::SynthOptions options;
        options.kind = "straggler";
        options.ranks = 4;
        options.steps = 4;
        options.straggler = 2;
        options.cause = "slow-compute";
        return SynthCase(options, "job");
    }();
    return QString::fromStdString(made.files.front().trace.parent_path().string());
}
inline ranksview::RanksDocument& ranksOf(WindowFixture& f) { return f.w().ranks().document(); }
inline app::RanksPage& ranksPage(WindowFixture& f) { return f.w().ranks().page(); }
inline bool areRanksThere(WindowFixture& f) {
    if (!f.w().ranks().isShown() || !f.w().isQuiet()) return false;
    for (const std::size_t record : ranksOf(f).shown())
        if (!ranksOf(f).trace(record)) return false;
    return true;
}
inline bool startRanks(WindowFixture& f) {
    if (!f.w().ranks().hasRanks()) f.w().openFiles({ranksFolder()});
    if (f.w().ranks().hasRanks() && !f.w().ranks().isShown()) f.w().ranks().show();
    if (!QTest::qWaitFor([&] { return areRanksThere(f); }, 60'000)) return false;
    ranksOf(f).setShown({0, 1, 2, 3});
    while (ranksOf(f).canUndo()) ranksOf(f).undo();
    // A dialog that was closed a moment ago gives the activation back a moment later.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
    f.w().activateWindow();
    if (!QTest::qWaitForWindowActive(&f.w())) return false;
    ranksPage(f).timelines().setFocus();
    return QTest::qWaitFor([&] { return areRanksThere(f); }, 60'000);
}
template <align::AlignBy by>
bool isAlignedBy(WindowFixture& f, const Before&) {
    return ranksOf(f).set().alignment.by == by;
}
inline void chooseOnRank0(WindowFixture& f) {
    const TraceStore& store = *ranksOf(f).trace(0)->trace.store;
    for (std::uint32_t row = 0; row < store.slices().size(); ++row)
        if (store.role(SliceId{row}) == Role::Kernel) return ranksOf(f).choose(ranksview::ChosenSlice{0, SliceId{row}});
    QFAIL("rank 0 has no kernel");
}
inline void alignByNothing(WindowFixture& f) { ranksOf(f).alignBy(align::AlignBy::None); }

inline const Drive kRankDrives[] = {
    {"ranks.show", [](WindowFixture& f) { QVERIFY(f.open(smallTracePath())); },
     [](WindowFixture& f, const Before&) { return f.w().ranks().isShown(); }},
    {"ranks.all", [](WindowFixture& f) { ranksOf(f).setShown({0}); },
     [](WindowFixture& f, const Before&) { return ranksOf(f).shown().size() == 4; }},
    {"ranks.telling", [](WindowFixture& f) { ranksOf(f).setShown({1}); },
     [](WindowFixture& f, const Before&) { // the straggler, rank 2, is among them
         const auto& shown = ranksOf(f).shown();
         return std::find(shown.begin(), shown.end(), std::size_t{2}) != shown.end();
     }},
    {"ranks.choose", nullptr, [](WindowFixture&, const Before&) { return shownDialog<QDialog>() != nullptr; }},
    {"ranks.rows",
     [](WindowFixture& f) {
         if (ranksPage(f).timelines().choice().rows != scene::RankRows::Stacked) ranksPage(f).toggleRows();
     },
     [](WindowFixture& f, const Before&) { return ranksPage(f).timelines().choice().rows == scene::RankRows::ByKind; }},
    {"ranks.layout", nullptr,
     [](WindowFixture&, const Before&) { return shownDialog<rankpanels::LayoutBox>() != nullptr; }},
    {"ranks.search", [](WindowFixture& f) { ranksPage(f).bottom().showTab(rankpanels::RanksBottom::Tab::Collectives); },
     [](WindowFixture& f, const Before&) {
         return ranksPage(f).bottom().currentTab() == rankpanels::RanksBottom::Tab::Search;
     }},
    {"ranks.idle",
     [](WindowFixture& f) {
         if (ranksPage(f).timelines().choice().idle == scene::RanksChoice::Idle::Shown) ranksPage(f).toggleIdle();
     },
     [](WindowFixture& f, const Before&) {
         return ranksPage(f).timelines().choice().idle == scene::RanksChoice::Idle::Shown;
     }},
    {"ranks.split", [](WindowFixture& f) { ranksPage(f).panes().closeSecond(); },
     [](WindowFixture& f, const Before&) { return ranksPage(f).panes().isSplit(); }},
    {"ranks.scroll",
     [](WindowFixture& f) {
         if (!ranksPage(f).panes().isSplit()) ranksPage(f).toggleSplit();
         ranksPage(f).panes().setScroll(rankpanels::RanksPanes::Scroll::Common);
     },
     [](WindowFixture& f, const Before&) {
         return ranksPage(f).panes().scroll() == rankpanels::RanksPanes::Scroll::Own;
     }},
    {"ranks.run", nullptr, [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptOpen); }},
    {"ranks.logs", nullptr, [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptOpen); }},
    {"ranks.note", [](WindowFixture& f) { ranksPage(f).say({}); },
     [](WindowFixture& f, const Before&) { return ranksPage(f).statusText().contains("the note is"); }},
    {"ranks.align-ends", alignByNothing, isAlignedBy<align::AlignBy::CollectiveEnds>},
    {"ranks.align-steps", nullptr, isAlignedBy<align::AlignBy::StepStart>},
    {"ranks.align-none", nullptr, isAlignedBy<align::AlignBy::None>},
    {"ranks.align-event", chooseOnRank0, isAlignedBy<align::AlignBy::Event>},
    {"ranks.undo", alignByNothing, isAlignedBy<align::AlignBy::CollectiveEnds>},
    {"ranks.worst-step", [](WindowFixture& f) { ranksOf(f).setStep(std::nullopt); },
     [](WindowFixture& f, const Before&) { return ranksOf(f).step() == ranksPage(f).verdict().verdict().worstStep; }},
    {"ranks.copy-verdict", [](WindowFixture&) { QApplication::clipboard()->setText("before"); },
     [](WindowFixture&, const Before&) { return QApplication::clipboard()->text().contains("Rank 2"); }},
    {"ranks.picture", nullptr,
     [](WindowFixture& f, const Before&) {
         auto* dialog = ranksPage(f).findChild<app::RanksPictureDialog*>();
         return dialog && dialog->isVisible();
     }},
    {"ranks.merge", nullptr, [](WindowFixture&, const Before&) { return asksForFile(QFileDialog::AcceptSave); }},
    {"ranks.close", nullptr, [](WindowFixture& f, const Before&) { return !f.w().ranks().hasRanks(); }},
};

} // namespace lanescope::testing
