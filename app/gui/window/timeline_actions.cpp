#include "app/gui/window/timeline_actions.h"

#include "app/gui/window/main_window.h"
#include "widgets/models/arg_query.h"

namespace lanescope::app {

namespace {

using W = MainWindow;
using Canvas = timeline::TimelineWidget;
using Arrows = Canvas::ViewArrows;
using scene::LinkKind;

const QString kHidden = QStringLiteral("view/hiddenArrows");

struct ArrowKind {
    LinkKind kind;
    const char* id;
};
constexpr ArrowKind kArrowKinds[] = {{LinkKind::Launch, "arrows.launch"},
                                     {LinkKind::Chain, "arrows.chain"},
                                     {LinkKind::ForwardBackward, "arrows.backward"},
                                     {LinkKind::EventWait, "arrows.waits"},
                                     {LinkKind::Collective, "arrows.collectives"}};

template <LinkKind kind>
constexpr ActionInfo arrows(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::View,
            text,
            keys,
            Scope::Window,
            Needs::Trace,
            Check::Toggle,
            [](W& w) {
                Canvas& canvas = w.page().canvas();
                canvas.setArrows(kind, canvas.arrows(kind) == Arrows::Shown ? Arrows::Hidden : Arrows::Shown);
            },
            [](W& w) { return w.page().canvas().arrows(kind) == Arrows::Shown; },
            "Arrows"};
}

// All events with the value of the argument that is chosen in the details.
void findValue(W& w) {
    const auto argument = w.page().bottom().details().chosenArgument();
    if (!argument) return w.status().say(QObject::tr("choose an argument of the details first"));
    const auto query = models::argQuery(argument->key, argument->value);
    if (!query) return w.status().say(QObject::tr("this value cannot be searched for"));
    w.toolBar().omnibox().setText(*query);
    w.searching().search(*query);
    w.page().setShown(TracePage::Part::Bottom, true);
    w.page().bottom().showTab(panels::BottomPanel::Tab::Search);
}

constexpr ActionInfo kActions[] = {
    arrows<LinkKind::Launch>("arrows.launch", "launch to work", "Ctrl+Alt+5"),
    arrows<LinkKind::Chain>("arrows.chain", "operators around the launch", "Ctrl+Alt+6"),
    arrows<LinkKind::ForwardBackward>("arrows.backward", "forward to backward", "Ctrl+Alt+7"),
    arrows<LinkKind::EventWait>("arrows.waits", "waits for events", "Ctrl+Alt+8"),
    arrows<LinkKind::Collective>("arrows.collectives", "the same collective elsewhere", "Ctrl+Alt+9"),
    {"select.pair", MenuId::Select, "Measure between two slices", "Alt+M", Scope::Window, Needs::Selection, Check::None,
     [](W& w) { w.navigator().measurePair(); }},
    {"edit.find-value", MenuId::Edit, "Find the same value of the argument", "Ctrl+Shift+V", Scope::Window,
     Needs::Selection, Check::None, findValue},
};

} // namespace

std::vector<ActionInfo> withTimeline(std::vector<ActionInfo> actions) {
    actions.insert(actions.end(), std::begin(kActions), std::end(kActions));
    return actions;
}

void connectTimelineActions(MainWindow& window, QSettings& settings) {
    Canvas& canvas = window.page().canvas();
    const QStringList hidden = settings.value(kHidden).toStringList();
    for (const ArrowKind& arrow : kArrowKinds) {
        const QString id = QString::fromLatin1(arrow.id);
        if (hidden.contains(id)) canvas.setArrows(arrow.kind, Arrows::Hidden);
        QObject::connect(window.actionsOfWindow().of(id), &QAction::triggered, &window, [&canvas, &settings] {
            QStringList now;
            for (const ArrowKind& each : kArrowKinds)
                if (canvas.arrows(each.kind) == Arrows::Hidden) now << QString::fromLatin1(each.id);
            settings.setValue(kHidden, now);
        });
    }
    WindowActions& actions = window.actionsOfWindow();
    window.welcome().setKeyNames([&actions](const char* id) { return actions.of(id)->property("keys").toString(); });
    QObject::connect(&actions, &WindowActions::keysChanged, &window.welcome(), &panels::WelcomePage::showKeys);
    QObject::connect(&canvas, &Canvas::pairMeasured, &window.status(), &panels::StatusLine::say);
    window.page().bottom().details().setArgumentActions({window.actionsOfWindow().of("edit.find-value")});
}

} // namespace lanescope::app
