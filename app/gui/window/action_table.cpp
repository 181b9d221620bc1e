#include "app/gui/window/action_table.h"

#include "app/gui/window/axis_actions.h"
#include "app/gui/window/filter_rows.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/ranks_actions.h"
#include "app/gui/window/timeline_actions.h"
#include "app/gui/window/window_analyses.h"

namespace lanescope::app {

namespace {

using W = MainWindow;
using Part = TracePage::Part;
using By = scene::ColourBy;
using Canvas = timeline::TimelineWidget;
constexpr auto kCanvas = Scope::Canvas;
constexpr double kTaller = 1.25;

constexpr ActionInfo separator(MenuId menu) { return {"", menu, "", ""}; }

template <By by>
constexpr ActionInfo colour(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::View,
            text,
            keys,
            Scope::Window,
            Needs::Nothing,
            Check::Choice,
            [](W& w) { w.setColourBy(by); },
            [](W& w) {
                return (w.ranks().isShown() ? w.ranks().page().timelines().colourBy() : w.page().canvas().colourBy()) ==
                       by;
            },
            "Colour by"};
}

template <ThemeChoice choice>
constexpr ActionInfo theme(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::View,
            text,
            keys,
            Scope::Window,
            Needs::Nothing,
            Check::Choice,
            [](W& w) { w.setTheme(choice); },
            [](W& w) { return w.themeChoice() == choice; },
            "Theme"};
}

template <Part part>
constexpr ActionInfo panel(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::View,
            text,
            keys,
            Scope::Window,
            Needs::Trace,
            Check::Toggle,
            [](W& w) { w.togglePart(part); },
            [](W& w) { return w.page().isShown(part); }};
}

template <models::GroupBy by>
constexpr ActionInfo rangeBy(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::Select,
            text,
            keys,
            Scope::Window,
            Needs::Trace,
            Check::Choice,
            [](W& w) { w.setRangeBy(by); },
            [](W& w) { return w.page().bottom().range().groupBy() == by; },
            "Figures of the range"};
}

// Of the rows of the timeline.
template <void (MainWindow::*act)()>
constexpr ActionInfo rows(const char* id, const char* text, const char* keys, Check check = Check::None,
                          bool (*isChecked)(W&) = nullptr) {
    return {id,        MenuId::View, text, keys, Scope::Window, Needs::Trace, check, [](W& w) { (w.*act)(); },
            isChecked, "Rows"};
}

template <void (*act)(Canvas&)>
constexpr ActionInfo row(const char* id, const char* text, const char* keys, Scope scope = kCanvas) {
    return {id,      MenuId::View, text, keys, scope, Needs::Trace, Check::None, [](W& w) { act(w.page().canvas()); },
            nullptr, "Rows"};
}

template <void (MainWindow::*act)()>
constexpr ActionInfo note(const char* id, const char* text, const char* keys, Scope scope = Scope::Window) {
    return {id, MenuId::Edit, text, keys, scope, Needs::Trace, Check::None, [](W& w) { (w.*act)(); }};
}

template <void (Navigator::*go)()>
constexpr ActionInfo move(const char* id, MenuId menu, const char* text, const char* keys, Needs needs,
                          Scope scope = Scope::Window) {
    return {id, menu, text, keys, scope, needs, Check::None, [](W& w) { (w.navigator().*go)(); }};
}

template <std::size_t index>
constexpr ActionInfo walkthrough(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::Help,
            text,
            keys,
            Scope::Window,
            Needs::Nothing,
            Check::None,
            [](W& w) { w.training().walk(trainer::walkthroughs()[index].signature); },
            nullptr,
            "Walkthroughs"};
}

constexpr ActionInfo kActions[] = {
    {"file.open", MenuId::File, "Open files\u2026", "Ctrl+O", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.chooseFiles(); }},
    {"file.open-folder", MenuId::File, "Open folder of ranks\u2026", "Ctrl+Shift+O", Scope::Window, Needs::Nothing,
     Check::None, [](W& w) { w.chooseFolder(); }},
    {"file.sample", MenuId::File, "Open the sample trace", "Ctrl+Alt+O", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.loader().openSample(); }},
    {"file.recent", MenuId::File, "Open recent", "", Scope::Window, Needs::Nothing, Check::None, nullptr, nullptr,
     "Open recent"},
    {"file.stop", MenuId::File, "Stop reading", "Ctrl+Alt+X", Scope::Window, Needs::Loading, Check::None,
     [](W& w) {
         w.loader().cancel();
         w.ranks().cancel();
     }},
    {"file.reload", MenuId::File, "Read the trace again", "F5", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.session().reload(); }},
    {"file.close", MenuId::File, "Close the trace", "Ctrl+W", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.loader().closeTrace(); }},
    separator(MenuId::File),
    {"file.save-session", MenuId::File, "Save session", "Ctrl+S", Scope::Window, Needs::TraceOrRanks, Check::None,
     [](W& w) { w.session().save(); }},
    {"file.save-session-as", MenuId::File, "Save session as\u2026", "Ctrl+Alt+Shift+S", Scope::Window,
     Needs::TraceOrRanks, Check::None, [](W& w) { w.session().saveAs(); }},
    {"file.save-session-cut", MenuId::File, "Save session with a cut of the trace\u2026", "Ctrl+Alt+Shift+C",
     Scope::Window, Needs::Trace, Check::None, [](W& w) { w.session().saveWithCut(); }},
    separator(MenuId::File),
    {"file.export", MenuId::File, "Export picture\u2026", "Ctrl+E", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.exportPicture(); }},
    {"file.export-report", MenuId::File, "Export report\u2026", "Ctrl+Alt+Shift+E", Scope::Window, Needs::TraceOrRanks,
     Check::None, [](W& w) { w.exportReport(); }},
    {"file.export-cut", MenuId::File, "Export cut\u2026", "Ctrl+Alt+Shift+X", Scope::Window, Needs::TraceOrRanks,
     Check::None, [](W& w) { w.session().exportCut(); }},
    separator(MenuId::File),
    {"file.quit", MenuId::File, "Quit", "Ctrl+Q", Scope::Window, Needs::Nothing, Check::None, [](W& w) { w.close(); }},

    {"edit.copy-name", MenuId::Edit, "Copy full name", "Ctrl+C", kCanvas, Needs::Selection, Check::None,
     [](W& w) { w.copyName(); }},
    {"edit.copy-picture", MenuId::Edit, "Copy picture of the timeline", "Ctrl+Shift+C", Scope::Window, Needs::Trace,
     Check::None, [](W& w) { w.copyPicture(); }},
    separator(MenuId::Edit),
    {"edit.search", MenuId::Edit, "Search", "/ | Ctrl+F", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.focusSearch(); }},
    {"edit.next-hit", MenuId::Edit, "Next hit", "F3", Scope::Window, Needs::Search, Check::None,
     [](W& w) { w.searching().next(); }},
    {"edit.previous-hit", MenuId::Edit, "Previous hit", "Shift+F3", Scope::Window, Needs::Search, Check::None,
     [](W& w) { w.searching().previous(); }},
    {"edit.search-name", MenuId::Edit, "Search for this name", "Ctrl+Shift+N", Scope::Window, Needs::Selection,
     Check::None, [](W& w) { w.searchSelectedName(); }},
    {"edit.palette", MenuId::Edit, "Command palette", "Ctrl+Shift+P", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.openPalette(); }},
    separator(MenuId::Edit),
    note<&MainWindow::addNote>("note.add", "Note here\u2026", "B"),
    note<&MainWindow::addTextNote>("note.text", "Words on the timeline\u2026", "Ctrl+Alt+T"),
    note<&MainWindow::showNotesList>("note.list", "List of the notes", "Ctrl+Alt+N"),
    note<&MainWindow::keepMeasure>("note.keep-measure", "Keep the measure as a note", "Shift+M"),
    note<&MainWindow::removeNote>("note.remove", "Remove the note", "Del", kCanvas),
    note<&MainWindow::nextNote>("note.next", "Next note", "Shift+B"),
    note<&MainWindow::editNote>("note.edit", "Change the words of the note\u2026", "Ctrl+Alt+B"),
    note<&MainWindow::changeMeaning>("note.meaning", "Next colour of the note", "Alt+B"),
    note<&MainWindow::noteArrow>("note.arrow", "Arrow between two chosen slices\u2026", "Ctrl+Alt+A"),
    note<&MainWindow::noteFromFinding>("note.finding", "Finding to note", "Alt+Shift+B"),
    {"note.undo", MenuId::Edit, "Undo the change of notes", "Ctrl+Z", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.notes().undo(); }},
    {"note.redo", MenuId::Edit, "Redo the change of notes", "Ctrl+Shift+Z", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.notes().redo(); }},
    separator(MenuId::Edit),
    {"edit.settings", MenuId::Edit, "Settings\u2026", "Ctrl+Alt+S", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.openSettings(); }},
    {"edit.keys", MenuId::Edit, "Change keys\u2026", "Ctrl+Alt+K", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.openKeySettings(); }},

    move<&Navigator::zoomIn>("view.zoom-in", MenuId::View, "Zoom in", "W", Needs::Trace, Scope::Held),
    move<&Navigator::zoomOut>("view.zoom-out", MenuId::View, "Zoom out", "S", Needs::Trace, Scope::Held),
    move<&Navigator::fitAll>("view.fit-all", MenuId::View, "Fit the whole trace", "0", Needs::Trace),
    move<&Navigator::fitStep>("view.fit-step", MenuId::View, "Fit the step", "Shift+F", Needs::Steps),
    move<&Navigator::fitSelection>("view.fit-selection", MenuId::View, "Centre, then fit the selection", "F",
                                   Needs::Trace),
    separator(MenuId::View),
    panel<Part::Guide>("view.guide", "Guide", "Ctrl+B"),
    panel<Part::Bottom>("view.bottom", "Range and tables", "Q"),
    panel<Part::Strips>("view.strips", "Strips", "Ctrl+Shift+B"),
    {"view.compact", MenuId::View, "Compact rows", "Ctrl+Shift+D", Scope::Window, Needs::Trace, Check::Toggle,
     [](W& w) { w.toggleCompact(); }, [](W& w) { return w.isCompact(); }},
    {"view.import-report", MenuId::View, "Import report", "Ctrl+Shift+I", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.showImportReport(); }},
    separator(MenuId::View),
    row<[](Canvas& c) { c.toggleRowUnderPointer(); }>("view.fold", "Fold or open the row under the pointer", "Space"),
    row<[](Canvas& c) { c.foldAll(Canvas::Fold::Close); }>("view.fold-all", "Fold all groups", "Ctrl+Shift+Up",
                                                           Scope::Window),
    row<[](Canvas& c) { c.foldAll(Canvas::Fold::Open); }>("view.open-all", "Open all groups", "Ctrl+Shift+Down",
                                                          Scope::Window),
    row<[](Canvas& c) { c.pinRowUnderPointer(); }>("view.pin", "Pin the row under the pointer", "P"),
    row<[](Canvas& c) { c.hideRowUnderPointer(); }>("view.hide", "Hide the row under the pointer", "H"),
    row<[](Canvas& c) { c.showAllRows(); }>("view.show-all", "Show all rows", "Shift+H", Scope::Window),
    row<[](Canvas& c) { c.moveRowUnderPointer(scene::Move::Up); }>("view.row-up", "Move the row up", "Alt+Up"),
    row<[](Canvas& c) { c.moveRowUnderPointer(scene::Move::Down); }>("view.row-down", "Move the row down", "Alt+Down"),
    row<[](Canvas& c) { c.resizeRowUnderPointer(kTaller); }>("view.row-taller", "Make the row taller",
                                                             "Alt+Shift+Down"),
    row<[](Canvas& c) { c.resizeRowUnderPointer(1 / kTaller); }>("view.row-lower", "Make the row lower",
                                                                 "Alt+Shift+Up"),
    row<[](Canvas& c) { c.resetRows(); }>("view.reset-rows", "Rows as at first", "Ctrl+Shift+H", Scope::Window),
    rows<&MainWindow::findRow>("view.find-row", "Find a row\u2026", "Ctrl+P"),
    rows<&MainWindow::pinByName>("view.pin-by-name", "Pin a row by name\u2026", "Shift+T"),
    rows<&MainWindow::askRowFilter>("view.filter-rows", "Filter rows\u2026", "Ctrl+Shift+F"),
    rows<&MainWindow::chooseRowSet>("view.row-sets", "Row sets\u2026", "Ctrl+Shift+R"),
    rows<&MainWindow::saveRowSet>("view.save-row-set", "Save as a row set\u2026", "Ctrl+Alt+R"),
    rows<&MainWindow::togglePython>("view.python", "Python frames", "Ctrl+Shift+Y", Check::Toggle,
                                    [](W& w) { return w.loader().rowChoice().python == PythonFrames::Shown; }),
    rows<&MainWindow::toggleMergedStreams>(
        "view.merge-streams", "Merge the streams of a GPU", "Ctrl+Shift+M", Check::Toggle,
        [](W& w) { return w.loader().rowChoice().streams == StreamRows::MergedByDevice; }),
    separator(MenuId::View),
    colour<By::Kind>("colour.kind", "kind", "Ctrl+1"),
    colour<By::Class>("colour.class", "class", "Ctrl+2"),
    colour<By::Name>("colour.name", "name", "Ctrl+3"),
    colour<By::Stream>("colour.stream", "stream", "Ctrl+4"),
    colour<By::Duration>("colour.duration", "duration", "Ctrl+5"),
    theme<ThemeChoice::System>("theme.system", "As the system", "Ctrl+Alt+1"),
    theme<ThemeChoice::Dark>("theme.dark", "Dark", "Ctrl+Alt+2"),
    theme<ThemeChoice::Light>("theme.light", "Light", "Ctrl+Alt+3"),
    theme<ThemeChoice::HighContrast>("theme.contrast", "High contrast", "Ctrl+Alt+4"),
    {"view.arrows", MenuId::View, "Arrows of all in view, when few", "Shift+A", Scope::Window, Needs::Trace,
     Check::Toggle, [](W& w) { w.toggleViewArrows(); },
     [](W& w) { return w.page().canvas().viewArrows() == Canvas::ViewArrows::Shown; }},
    {"view.reduce-motion", MenuId::View, "Reduce motion", "Ctrl+Alt+M", Scope::Window, Needs::Nothing, Check::Toggle,
     [](W& w) { w.toggleMotion(); }, [](W& w) { return w.isMotionReduced(); }},

    move<&Navigator::panLeft>("go.left", MenuId::Go, "Left", "Left", Needs::Trace, kCanvas),
    move<&Navigator::panRight>("go.right", MenuId::Go, "Right", "Right", Needs::Trace, kCanvas),
    move<&Navigator::panLeft>("go.pan-left", MenuId::Go, "Pan left", "A", Needs::Trace, Scope::Held),
    move<&Navigator::panRight>("go.pan-right", MenuId::Go, "Pan right", "D", Needs::Trace, Scope::Held),
    move<&Navigator::toStart>("go.start", MenuId::Go, "To the start", "Home", Needs::Trace, kCanvas),
    move<&Navigator::toEnd>("go.end", MenuId::Go, "To the end", "End", Needs::Trace, kCanvas),
    move<&Navigator::back>("go.back", MenuId::Go, "Back in zoom history", "Backspace", Needs::Back),
    move<&Navigator::forward>("go.forward", MenuId::Go, "Forward in zoom history", "Shift+Backspace", Needs::Forward),
    {"go.to", MenuId::Go, "Go to step or time\u2026", "G", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.goToBox().open(); }},
    separator(MenuId::Go),
    move<&Navigator::nextStep>("go.next-step", MenuId::Go, "Next step", "Ctrl+.", Needs::Steps),
    move<&Navigator::previousStep>("go.previous-step", MenuId::Go, "Previous step", "Ctrl+,", Needs::Steps),

    move<&Navigator::nextGap>("go.next-gap", MenuId::Go, "Next gap", "I", Needs::Trace),
    move<&Navigator::previousGap>("go.previous-gap", MenuId::Go, "Previous gap", "Shift+I", Needs::Trace),
    {"go.next-finding", MenuId::Go, "Next finding", "F8", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.findingSteps().next(); }},
    {"go.previous-finding", MenuId::Go, "Previous finding", "Shift+F8", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.findingSteps().previous(); }},
    {"go.next-pane", MenuId::Go, "Next part of the window", "F6", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.focusPane(1); }},
    {"go.previous-pane", MenuId::Go, "Previous part of the window", "Shift+F6", Scope::Window, Needs::Trace,
     Check::None, [](W& w) { w.focusPane(-1); }},

    move<&Navigator::nextOnLane>("select.next", MenuId::Select, "Next slice on the lane", ".", Needs::Selection),
    move<&Navigator::previousOnLane>("select.previous", MenuId::Select, "Previous slice on the lane", ",",
                                     Needs::Selection),
    move<&Navigator::nextOfSameName>("select.next-same", MenuId::Select, "Next of the same name", "N",
                                     Needs::Selection),
    move<&Navigator::previousOfSameName>("select.previous-same", MenuId::Select, "Previous of the same name", "Shift+N",
                                         Needs::Selection),
    move<&Navigator::sameInNextStep>("select.next-step-same", MenuId::Select, "The same in the next step", "J",
                                     Needs::Selection),
    move<&Navigator::sameInPreviousStep>("select.previous-step-same", MenuId::Select, "The same in the step before",
                                         "Shift+J", Needs::Selection),
    move<&Navigator::parentOrScroll>("select.parent", MenuId::Select, "Parent; of GPU work its call", "Up",
                                     Needs::Trace, kCanvas),
    move<&Navigator::childOrScroll>("select.child", MenuId::Select, "First child; of a call its work", "Down",
                                    Needs::Trace, kCanvas),
    separator(MenuId::Select),
    move<&Navigator::acrossLaunch>("select.launch", MenuId::Select, "Launch and kernel, to and fro", "L",
                                   Needs::Selection),
    move<&Navigator::alongArrow>("select.along", MenuId::Select, "Along the arrow", "]", Needs::Selection),
    move<&Navigator::againstArrow>("select.against", MenuId::Select, "Back along the arrow", "[", Needs::Selection),
    move<&Navigator::otherArrow>("select.other-arrow", MenuId::Select, "The other arrow", "Ctrl+]", Needs::Selection),
    move<&Navigator::otherArrowBack>("select.other-arrow-back", MenuId::Select, "The other arrow, back", "Ctrl+[",
                                     Needs::Selection),
    move<&Navigator::nextInStream>("select.next-in-stream", MenuId::Select, "Next work of the stream", "K",
                                   Needs::Selection),
    move<&Navigator::previousInStream>("select.previous-in-stream", MenuId::Select, "Previous work of the stream",
                                       "Shift+K", Needs::Selection),
    separator(MenuId::Select),
    move<&Navigator::selectAll>("select.all", MenuId::Select, "All of the row in view, then the whole trace", "Ctrl+A",
                                Needs::Trace),
    separator(MenuId::Select),
    move<&Navigator::selectionToRange>("select.range", MenuId::Select, "Selection to range; the range itself: lock it",
                                       "R", Needs::SelectionOrRange),
    move<&Navigator::clearRange>("select.clear-range", MenuId::Select, "Clear the range", "Ctrl+Shift+X", Needs::Range),
    move<&Navigator::lockRange>("select.range-lock", MenuId::Select, "Lock or free the range", "Shift+R", Needs::Range),
    rangeBy<models::GroupBy::Name>("range.name", "by name", "Alt+1"),
    rangeBy<models::GroupBy::Kind>("range.kind", "by kind", "Alt+2"),
    rangeBy<models::GroupBy::Operator>("range.operator", "by operator", "Alt+3"),
    rangeBy<models::GroupBy::Stream>("range.stream", "by stream", "Alt+4"),
    rangeBy<models::GroupBy::HostOperator>("range.host", "host operators", "Alt+5"),
    {"select.measure", MenuId::Select, "Measure from the pointer", "M", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.page().canvas().toggleMeasure(); }},
    {"select.escape", MenuId::Select, "Stop, clear, close: one level", "Esc", Scope::Window, Needs::Nothing,
     Check::None, [](W& w) { w.escapeOneLevel(); }},

    {"help.keys", MenuId::Help, "Keys", "? | F1", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.openKeys(); }},
    {"help.practise", MenuId::Help, "Practise\u2026", "Ctrl+Alt+P", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.training().practise(); }},
    walkthrough<0>("help.walk-unoverlapped-allreduce", "a  Unoverlapped communication", "Ctrl+Shift+F1"),
    walkthrough<1>("help.walk-launch-bound", "b  Launch-bound", "Ctrl+Shift+F2"),
    walkthrough<2>("help.walk-input-starvation", "c  Input starvation", "Ctrl+Shift+F3"),
    walkthrough<3>("help.walk-memory-bound", "d  Memory-bound kernels", "Ctrl+Shift+F4"),
    walkthrough<4>("help.walk-straggler", "e  Straggler rank", "Ctrl+Shift+F5"),
    walkthrough<5>("help.walk-pipeline-bubbles", "f  Pipeline bubbles", "Ctrl+Shift+F6"),
    walkthrough<6>("help.walk-sync-stalls", "g  Synchronisation stalls", "Ctrl+Shift+F7"),
    walkthrough<7>("help.walk-allocator-stalls", "h  Allocator stalls", "Ctrl+Shift+F8"),
    walkthrough<8>("help.walk-healthy", "i  Healthy", "Ctrl+Shift+F9"),
    {"help.about", MenuId::Help, "About Lanescope", "Shift+F1", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.showAbout(); }},
};

} // namespace

std::span<const ActionInfo> actionTable() {
    static const std::vector<ActionInfo> all =
        withAxis(withRanks(withFilterRows(withTimeline(withAnalyses(kActions)))));
    return all;
}

const char* menuTitle(MenuId menu) {
    switch (menu) {
    case MenuId::File:
        return "File";
    case MenuId::Edit:
        return "Edit";
    case MenuId::View:
        return "View";
    case MenuId::Go:
        return "Go";
    case MenuId::Select:
        return "Select";
    case MenuId::Analyse:
        return "Analyse";
    case MenuId::Ranks:
        return "Ranks";
    case MenuId::Help:
        return "Help";
    case MenuId::Count_:
        break;
    }
    return "";
}

} // namespace lanescope::app
