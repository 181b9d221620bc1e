// How each action of the window is driven by a test: what it needs first, and what is true once it was done and was not
// before. One line for each action of the table; tst_every_action.cpp fires it by its key, its menu and the palette.
#pragma once

#include "tests/gui/window_fixture.h"

#include "widgets/models/navigation.h"

#include <QClipboard>
#include <QDialog>
#include <QFileDialog>

#include <functional>

namespace lanescope::testing {

// What the window looked like before the act.
struct Before {
    TimeRange view{};
    std::optional<SliceId> current;
    std::optional<TimeRange> range;
    std::optional<std::size_t> step;
    scene::RowState rows;
    std::vector<scene::PlacedRow> placed;

    static Before of(WindowFixture& f) {
        Before out;
        out.view = f.w().view().target().visible();
        out.current = f.w().selection().current();
        out.range = f.w().selection().range();
        out.step = f.w().selection().step();
        out.rows = f.canvas().rowState();
        out.placed = f.canvas().layout().rows;
        return out;
    }
};

enum class Way : std::uint8_t { Key, Menu, Palette };

struct Drive {
    QString id;
    std::function<void(WindowFixture&)> prepare; // may be null
    std::function<bool(WindowFixture&, const Before&)> done;
    bool inPalette = true; // false: the palette itself
};

// Words for the lists.
inline SliceId kernelOf(WindowFixture& f) { return f.launchedKernel(6); }
inline void chooseKernel(WindowFixture& f) { f.w().navigator().select(kernelOf(f)); }
inline void chooseCall(WindowFixture& f) { f.w().navigator().select(*f.store().launchOf(kernelOf(f))); }
inline SliceId now(WindowFixture& f) { return f.w().selection().current().value_or(SliceId{0xffffffff}); }
inline void setRange(WindowFixture& f) {
    const TimeRange whole = f.store().extent();
    f.w().selection().setRange(TimeRange{whole.begin + whole.length() / 4, whole.begin + whole.length() / 2});
}
inline void zoomIn(WindowFixture& f) {
    const TimeRange whole = f.store().extent();
    f.w().view().show({whole.begin + whole.length() * 2 / 5, whole.begin + whole.length() / 2},
                      timeline::Motion::Instant);
}
inline Ns viewLength(WindowFixture& f) { return f.w().view().target().visible().length(); }
inline bool asks(WindowFixture& f) { return f.w().askBox().isVisible(); }
template <class Dialog>
Dialog* shownDialog() {
    for (QWidget* top : QApplication::topLevelWidgets())
        if (auto* dialog = qobject_cast<Dialog*>(top); dialog && dialog->isVisible()) return dialog;
    return nullptr;
}
inline bool asksForFile(QFileDialog::AcceptMode mode) {
    const auto* dialog = shownDialog<QFileDialog>();
    return dialog && dialog->acceptMode() == mode;
}
inline bool says(WindowFixture& f, const char* words) {
    return f.w().status().texts().join(QLatin1Char('|')).contains(QString::fromLatin1(words));
}
inline std::string rowKeyOf(WindowFixture& f, SliceId slice) {
    const auto place = f.w().document().tree().placeOf(f.store(), slice);
    return place ? f.w().document().tree().row(place->row).key : std::string();
}
inline bool lists(WindowFixture& f, const char* words) { // in the list that is shown to choose from
    return f.w().palette().isVisible() && f.w().palette().shown().filter(QString::fromLatin1(words)).size() > 0;
}
inline bool shows(WindowFixture& f, panels::BottomPanel::Tab tab) {
    return f.w().page().isShown(app::TracePage::Part::Bottom) && f.w().page().bottom().currentTab() == tab;
}
inline void addNote(WindowFixture& f) {
    const RankTime at = f.store().extent().begin + f.store().extent().length() / 3;
    f.w().notes().add({at, at, "first words"});
    f.w().notes().choose(0);
}
inline void searchFor(WindowFixture& f, const QString& words) {
    f.w().toolBar().omnibox().setText(words);
    f.w().searching().search(words);
    f.waitUntilQuiet();
}

} // namespace lanescope::testing
