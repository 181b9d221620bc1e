#include "app/gui/window/action_table.h"

#include "app/gui/window/main_window.h"

namespace lanescope::app {

namespace {

using W = MainWindow;
using Part = TracePage::Part;
using By = scene::ColourBy;
constexpr auto kCanvas = Scope::Canvas;

constexpr ActionInfo separator(MenuId menu) { return {"", menu, "", ""}; }

template <By by>
constexpr ActionInfo colour(const char* id, const char* text) {
    return {id,
            MenuId::View,
            text,
            "",
            Scope::Window,
            Needs::Nothing,
            Check::Choice,
            [](W& w) { w.setColourBy(by); },
            [](W& w) { return w.page().canvas().colourBy() == by; },
            "Colour by"};
}

template <ThemeChoice choice>
constexpr ActionInfo theme(const char* id, const char* text) {
    return {id,
            MenuId::View,
            text,
            "",
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

template <void (Navigator::*go)()>
constexpr ActionInfo move(const char* id, MenuId menu, const char* text, const char* keys, Needs needs,
                          Scope scope = Scope::Window) {
    return {id, menu, text, keys, scope, needs, Check::None, [](W& w) { (w.navigator().*go)(); }};
}

constexpr ActionInfo kActions[] = {
    {"file.open", MenuId::File, "Open files\u2026", "Ctrl+O", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.chooseFiles(); }},
    {"file.open-folder", MenuId::File, "Open folder of ranks\u2026", "Ctrl+Shift+O", Scope::Window, Needs::Nothing,
     Check::None, [](W& w) { w.chooseFolder(); }},
    {"file.sample", MenuId::File, "Open the sample trace", "", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.loader().openSample(); }},
    {"file.recent", MenuId::File, "Open recent", "", Scope::Window, Needs::Nothing, Check::None, nullptr, nullptr,
     "Open recent"},
    {"file.stop", MenuId::File, "Stop reading", "", Scope::Window, Needs::Loading, Check::None,
     [](W& w) { w.loader().cancel(); }},
    {"file.close", MenuId::File, "Close the trace", "Ctrl+W", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.loader().closeTrace(); }},
    separator(MenuId::File),
    {"file.export", MenuId::File, "Export picture\u2026", "Ctrl+E", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.exportPicture(); }},
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
    {"edit.palette", MenuId::Edit, "Command palette", "Ctrl+Shift+P", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.openPalette(); }},

    move<&Navigator::zoomIn>("view.zoom-in", MenuId::View, "Zoom in", "W", Needs::Trace, Scope::Held),
    move<&Navigator::zoomOut>("view.zoom-out", MenuId::View, "Zoom out", "S", Needs::Trace, Scope::Held),
    move<&Navigator::fitAll>("view.fit-all", MenuId::View, "Fit the whole trace", "0", Needs::Trace),
    move<&Navigator::fitStep>("view.fit-step", MenuId::View, "Fit the step", "Shift+F", Needs::Steps),
    move<&Navigator::fitSelection>("view.fit-selection", MenuId::View, "Centre, then fit the selection", "F",
                                   Needs::Trace),
    separator(MenuId::View),
    panel<Part::Guide>("view.guide", "Guide", "Ctrl+B"),
    panel<Part::Bottom>("view.bottom", "Range and tables", "Q"),
    panel<Part::Strips>("view.strips", "Strips", ""),
    {"view.compact", MenuId::View, "Compact rows", "", Scope::Window, Needs::Trace, Check::Toggle,
     [](W& w) { w.toggleCompact(); }, [](W& w) { return w.isCompact(); }},
    {"view.import-report", MenuId::View, "Import report", "", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.showImportReport(); }},
    separator(MenuId::View),
    {"view.fold", MenuId::View, "Fold or open the row under the pointer", "Space", kCanvas, Needs::Trace, Check::None,
     [](W& w) { w.page().canvas().toggleRowUnderPointer(); }},
    {"view.fold-all", MenuId::View, "Fold all groups", "", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.page().canvas().foldAll(timeline::TimelineWidget::Fold::Close); }},
    {"view.open-all", MenuId::View, "Open all groups", "", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.page().canvas().foldAll(timeline::TimelineWidget::Fold::Open); }},
    {"view.pin", MenuId::View, "Pin the row under the pointer", "P", kCanvas, Needs::Trace, Check::None,
     [](W& w) { w.page().canvas().pinRowUnderPointer(); }},
    {"view.hide", MenuId::View, "Hide the row under the pointer", "H", kCanvas, Needs::Trace, Check::None,
     [](W& w) { w.page().canvas().hideRowUnderPointer(); }},
    {"view.show-all", MenuId::View, "Show all rows", "Shift+H", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.page().canvas().showAllRows(); }},
    separator(MenuId::View),
    colour<By::Kind>("colour.kind", "kind"),
    colour<By::Class>("colour.class", "class"),
    colour<By::Name>("colour.name", "name"),
    colour<By::Stream>("colour.stream", "stream"),
    colour<By::Duration>("colour.duration", "duration"),
    theme<ThemeChoice::System>("theme.system", "As the system"),
    theme<ThemeChoice::Dark>("theme.dark", "Dark"),
    theme<ThemeChoice::Light>("theme.light", "Light"),
    theme<ThemeChoice::HighContrast>("theme.contrast", "High contrast"),
    {"view.reduce-motion", MenuId::View, "Reduce motion", "", Scope::Window, Needs::Nothing, Check::Toggle,
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
    {"go.next-pane", MenuId::Go, "Next part of the window", "F6", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.focusNextPane(); }},

    move<&Navigator::nextOnLane>("select.next", MenuId::Select, "Next slice on the lane", ".", Needs::Selection),
    move<&Navigator::previousOnLane>("select.previous", MenuId::Select, "Previous slice on the lane", ",",
                                     Needs::Selection),
    move<&Navigator::nextOfSameName>("select.next-same", MenuId::Select, "Next of the same name", "N",
                                     Needs::Selection),
    move<&Navigator::previousOfSameName>("select.previous-same", MenuId::Select, "Previous of the same name", "Shift+N",
                                         Needs::Selection),
    move<&Navigator::parentOrScroll>("select.parent", MenuId::Select, "Parent", "Up", Needs::Trace, kCanvas),
    move<&Navigator::childOrScroll>("select.child", MenuId::Select, "First child", "Down", Needs::Trace, kCanvas),
    separator(MenuId::Select),
    move<&Navigator::acrossLaunch>("select.launch", MenuId::Select, "Launch and kernel, to and fro", "L",
                                   Needs::Selection),
    move<&Navigator::alongArrow>("select.along", MenuId::Select, "Along the arrow", "]", Needs::Selection),
    move<&Navigator::againstArrow>("select.against", MenuId::Select, "Back along the arrow", "[", Needs::Selection),
    separator(MenuId::Select),
    move<&Navigator::selectionToRange>("select.range", MenuId::Select, "Selection to range", "R", Needs::Selection),
    move<&Navigator::clearRange>("select.clear-range", MenuId::Select, "Clear the range", "", Needs::Range),
    {"select.measure", MenuId::Select, "Measure from the pointer", "M", Scope::Window, Needs::Trace, Check::None,
     [](W& w) { w.page().canvas().toggleMeasure(); }},
    {"select.escape", MenuId::Select, "Stop, clear, close: one level", "Esc", Scope::Window, Needs::Nothing,
     Check::None, [](W& w) { w.escapeOneLevel(); }},

    {"help.keys", MenuId::Help, "Keys", "?", Scope::Window, Needs::Nothing, Check::None, [](W& w) { w.openKeys(); }},
    {"help.about", MenuId::Help, "About Lanescope", "", Scope::Window, Needs::Nothing, Check::None,
     [](W& w) { w.showAbout(); }},
};

} // namespace

std::span<const ActionInfo> actionTable() { return kActions; }

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
    case MenuId::Help:
        return "Help";
    case MenuId::Count_:
        break;
    }
    return "";
}

} // namespace lanescope::app
