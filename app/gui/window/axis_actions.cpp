#include "app/gui/window/axis_actions.h"

#include "app/gui/window/main_window.h"

namespace lanescope::app {

namespace {

using W = MainWindow;

template <AxisClock clock>
constexpr ActionInfo axis(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::View,
            text,
            keys,
            Scope::Window,
            Needs::Nothing,
            Check::Choice,
            [](W& w) { chooseAxis(w, clock); },
            [](W& w) { return w.view().axisClock() == clock; },
            "Time axis"};
}

constexpr ActionInfo kActions[] = {
    axis<AxisClock::Step>("axis.step", "from the step", "Alt+Shift+S"),
    axis<AxisClock::Trace>("axis.trace", "from the start of the trace", "Alt+Shift+T"),
    axis<AxisClock::Timecode>("axis.timecode", "timecode", "Alt+Shift+C"),
    axis<AxisClock::Utc>("axis.utc", "UTC time of day", "Alt+Shift+U"),
    axis<AxisClock::Local>("axis.local", "local time of day", "Alt+Shift+L"),
};

} // namespace

std::vector<ActionInfo> withAxis(std::vector<ActionInfo> actions) {
    actions.insert(actions.end(), std::begin(kActions), std::end(kActions));
    return actions;
}

void chooseAxis(MainWindow& window, AxisClock clock) {
    window.view().setAxisClock(clock);
    window.rememberAxis();
    const bool day = clock == AxisClock::Utc || clock == AxisClock::Local;
    const bool ranks = window.ranks().isShown();
    if (day && ranks && window.ranks().document().axis(clock).clock != clock)
        window.ranks().page().say(
            QObject::tr("the traces do not say when they were recorded: the axis counts from their start"));
    if (day && !ranks && window.document().isOpen() && !epochBase(window.document().store()))
        window.status().say(QObject::tr("the trace does not say when it was recorded: the axis counts from its start"));
    window.actionsOfWindow().refresh();
}

} // namespace lanescope::app
