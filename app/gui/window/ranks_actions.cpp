#include "app/gui/window/ranks_actions.h"

#include "app/gui/window/main_window.h"
#include "widgets/rankpanels/pick_ranks.h"

namespace lanescope::app {

namespace {

using W = MainWindow;

constexpr ActionInfo separator() { return {"", MenuId::Ranks, "", ""}; }

template <void (*act)(RanksController&)>
constexpr ActionInfo ranks(const char* id, const char* text, const char* keys, Needs needs = Needs::Ranks) {
    return {id, MenuId::Ranks, text, keys, Scope::Window, needs, Check::None, [](W& w) {
                if (w.ranks().hasRanks()) act(w.ranks());
            }};
}

template <align::AlignBy by>
constexpr ActionInfo alignBy(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::Ranks,
            text,
            keys,
            Scope::Window,
            Needs::Ranks,
            Check::Choice,
            [](W& w) {
                if (by == align::AlignBy::Event) return w.ranks().alignBySelection();
                w.ranks().document().alignBy(by);
            },
            [](W& w) { return w.ranks().hasRanks() && w.ranks().document().set().alignment.by == by; },
            "Align clocks by"};
}

constexpr ActionInfo kActions[] = {
    ranks<[](RanksController& r) { r.show(); }>("ranks.show", "Ranks side by side", "Ctrl+K", Needs::RanksOpen),
    separator(),
    ranks<[](RanksController& r) { r.document().setShown(rankpanels::allRanks(r.document())); }>(
        "ranks.all", "Show all ranks", "Alt+Shift+K"),
    ranks<[](RanksController& r) { r.document().setShown(rankpanels::tellingRanks(r.document())); }>(
        "ranks.telling", "Show the straggler and who waits most", "Ctrl+Shift+S"),
    ranks<[](RanksController& r) { r.page().chooseRanks(); }>("ranks.choose", "Ranks, groups and steps\u2026",
                                                              "Ctrl+Shift+G"),
    ranks<[](RanksController& r) { r.page().askLayout(); }>("ranks.layout", "Layout of the job\u2026", "Ctrl+Alt+L"),
    ranks<[](RanksController& r) { r.page().search(); }>("ranks.search", "Search in the ranks", "Ctrl+Alt+H"),
    separator(),
    ranks<[](RanksController& r) { r.page().toggleRows(); }>("ranks.rows", "Rows by rank, or by kind", "Ctrl+Shift+K"),
    ranks<[](RanksController& r) { r.page().toggleIdle(); }>("ranks.idle", "Rows of idle by owner, or none",
                                                             "Ctrl+Alt+I"),
    ranks<[](RanksController& r) { r.page().toggleSplit(); }>("ranks.split", "Two linked timelines, or one",
                                                              "Ctrl+Alt+D"),
    ranks<[](RanksController& r) { r.page().toggleScroll(); }>("ranks.scroll", "Scroll together, or each for itself",
                                                               "Ctrl+Alt+Y"),
    ranks<[](RanksController& r) { r.chooseRun(); }>("ranks.run", "Another run below\u2026", "Ctrl+Alt+U"),
    ranks<[](RanksController& r) { r.chooseLogs(); }>("ranks.logs", "Open NCCL logs and flight recorder dumps\u2026",
                                                      "Ctrl+Alt+F"),
    separator(),
    alignBy<align::AlignBy::CollectiveEnds>("ranks.align-ends", "collective ends", "Alt+6"),
    alignBy<align::AlignBy::StepStart>("ranks.align-steps", "step start", "Alt+7"),
    alignBy<align::AlignBy::Event>("ranks.align-event", "chosen event", "Alt+8"),
    alignBy<align::AlignBy::None>("ranks.align-none", "none", "Alt+9"),
    ranks<[](RanksController& r) { r.document().undo(); }>("ranks.undo", "Undo alignment", "Ctrl+Alt+Z"),
    separator(),
    ranks<[](RanksController& r) { r.page().verdict().worstStep().click(); }>("ranks.worst-step",
                                                                              "Go to the worst step", "Ctrl+Alt+W"),
    ranks<[](RanksController& r) { r.page().verdict().copy().click(); }>("ranks.copy-verdict", "Copy the verdict",
                                                                         "Ctrl+Alt+C"),
    ranks<[](RanksController& r) { r.noteVerdict(); }>("ranks.note", "Turn the verdict into a note", "Ctrl+Alt+J"),
    ranks<[](RanksController& r) { r.exportPicture(); }>("ranks.picture", "Export picture of the ranks\u2026",
                                                         "Ctrl+Alt+E"),
    ranks<[](RanksController& r) { r.exportMerged(); }>("ranks.merge", "Export one trace of all ranks\u2026",
                                                        "Ctrl+Alt+G"),
    separator(),
    ranks<[](RanksController& r) { r.close(); }>("ranks.close", "Close the ranks", "Ctrl+Shift+W", Needs::RanksOpen),
};

} // namespace

std::vector<ActionInfo> withRanks(std::vector<ActionInfo> actions) {
    actions.insert(actions.end(), std::begin(kActions), std::end(kActions));
    return actions;
}

} // namespace lanescope::app
