// Zoom, parts of the window, rows, colours, themes, arrows.
#pragma once

#include "tests/gui/drives.h"

#include "app/gui/window/filter_rows.h"

#include <algorithm>

namespace lanescope::testing {

inline double heightOf(WindowFixture& f) { // of the kernel's row, beside the usual one
    const auto& all = f.canvas().rowState().heightFactor;
    const auto it = all.find(rowKeyOf(f, kernelOf(f)));
    return it == all.end() ? 1.0 : it->second;
}
inline std::ptrdiff_t placeIn(const std::vector<scene::PlacedRow>& rows, std::uint32_t row) {
    return std::find_if(rows.begin(), rows.end(), [row](const auto& r) { return r.row == row; }) - rows.begin();
}
inline bool anyOpenGroup(WindowFixture& f) {
    for (const Row& row : f.w().document().tree().rows())
        if (row.kind == RowKind::Group && !f.canvas().rowState().isFolded(row)) return true;
    return false;
}
inline bool isHidden(WindowFixture& f, SliceId slice) {
    return f.canvas().rowState().hidden.count(rowKeyOf(f, slice)) == 1;
}
inline void hideKernelRow(WindowFixture& f) {
    chooseKernel(f);
    f.canvas().hideRowUnderPointer();
}
inline std::uint32_t movableRow = 0; // the one that is moved
// A row that has a neighbour on that side, chosen as by keys in the headers.
template <scene::Move move>
void chooseMovable(WindowFixture& f) {
    const RowTree& tree = f.w().document().tree();
    for (std::uint32_t row = 0; row < tree.rows().size(); ++row) {
        scene::RowState tried = f.canvas().rowState();
        const auto of = [&](const std::vector<scene::PlacedRow>& rows) { return placeIn(rows, row); };
        if (tree.row(row).kind == RowKind::Group || !scene::moveRow(tree, tried, row, move)) continue;
        if (of(scene::layoutRows(tree, tried).rows) == of(f.canvas().layout().rows)) continue;
        movableRow = row;
        return f.canvas().setKeyRow(row);
    }
    QFAIL("no row can be moved");
}
inline std::ptrdiff_t movedBy(WindowFixture& f, const Before& b) { // places down, of the row that moved
    for (const auto& [group, order] : f.canvas().rowState().order)
        if (b.rows.order.count(group) == 0 || b.rows.order.at(group) != order)
            return placeIn(f.canvas().layout().rows, movableRow) - placeIn(b.placed, movableRow);
    return 0;
}
template <AxisClock clock>
bool countsBy(WindowFixture& f, const Before&) {
    return f.canvas().currentView().shownAxis().clock == clock; // generated traces know their time of day
}
template <scene::ColourBy by>
bool isColoured(WindowFixture& f, const Before&) {
    return f.canvas().colourBy() == by;
}
inline void countFromTrace(WindowFixture& f) { f.w().view().setAxisClock(AxisClock::Trace); }
inline void countFromStep(WindowFixture& f) { f.w().view().setAxisClock(AxisClock::Step); }
inline const std::vector<FilterRow>& filterRows(WindowFixture& f) { return f.w().loader().rowChoice().filters; }
inline void addGemmRow(WindowFixture& f) {
    QCOMPARE(app::addFilterRow(f.w(), "matrices", "kind:gemm"), QString());
    QVERIFY(f.waitUntilQuiet());
}
template <app::ThemeChoice choice>
bool wears(WindowFixture& f, const Before&) {
    return f.w().themeChoice() == choice;
}
template <app::TracePage::Part part>
bool isGone(WindowFixture& f, const Before&) {
    return !f.w().page().isShown(part);
}
template <scene::LinkKind kind>
bool isWithoutArrows(WindowFixture& f, const Before&) {
    const auto links = f.canvas().overlayState().links;
    return f.canvas().arrows(kind) == timeline::TimelineWidget::ViewArrows::Hidden &&
           std::none_of(links.begin(), links.end(), [](const scene::Link& l) { return l.kind == kind; });
}

inline const Drive kViewDrives[] = {
    {"view.zoom-in", nullptr, [](WindowFixture& f, const Before& b) { return viewLength(f) < b.view.length(); }},
    {"view.zoom-out", zoomIn, [](WindowFixture& f, const Before& b) { return viewLength(f) > b.view.length(); }},
    {"view.fit-all", zoomIn,
     [](WindowFixture& f, const Before&) {
         const TimeRange view = f.w().view().target().visible();
         return view.begin <= f.store().extent().begin && view.end >= f.store().extent().end;
     }},
    {"view.fit-step", [](WindowFixture& f) { f.w().selection().setStep(1); },
     [](WindowFixture& f, const Before&) {
         const TimeRange step = f.store().range(SliceId{f.store().steps()[1].slice});
         const TimeRange view = f.w().view().target().visible();
         return view.begin <= step.begin && view.end >= step.end && view.length() < step.length() * 3 / 2;
     }},
    {"view.fit-selection", chooseKernel,
     [](WindowFixture& f, const Before&) { // the first press centres it
         const TimeRange range = f.store().range(kernelOf(f));
         const double x = f.w().view().target().x(range.begin + range.length() / 2);
         return std::abs(x - f.w().view().canvasWidth() / 2) < 3;
     }},
    {"view.guide", nullptr, isGone<app::TracePage::Part::Guide>},
    {"view.bottom", nullptr, isGone<app::TracePage::Part::Bottom>},
    {"view.strips", nullptr, isGone<app::TracePage::Part::Strips>},
    {"view.compact", nullptr,
     [](WindowFixture& f, const Before&) { return f.canvas().rowState().density == scene::Density::Compact; }},
    {"view.import-report", nullptr,
     [](WindowFixture& f, const Before&) { return shows(f, panels::BottomPanel::Tab::ImportReport); }},
    {"view.reduce-motion", [](WindowFixture& f) { f.w().setMotion(app::MotionChoice::Full); },
     [](WindowFixture& f, const Before&) { return f.w().isMotionReduced(); }},
    {"colour.kind", [](WindowFixture& f) { f.w().setColourBy(scene::ColourBy::Name); },
     isColoured<scene::ColourBy::Kind>},
    {"colour.class", nullptr, isColoured<scene::ColourBy::Class>},
    {"colour.name", nullptr, isColoured<scene::ColourBy::Name>},
    {"colour.stream", nullptr, isColoured<scene::ColourBy::Stream>},
    {"colour.duration", nullptr, isColoured<scene::ColourBy::Duration>},
    {"theme.system", nullptr, wears<app::ThemeChoice::System>},
    {"theme.dark", [](WindowFixture& f) { f.w().setTheme(app::ThemeChoice::Light); }, wears<app::ThemeChoice::Dark>},
    {"theme.light", nullptr, wears<app::ThemeChoice::Light>},
    {"theme.contrast", nullptr, wears<app::ThemeChoice::HighContrast>},
    {"axis.step", countFromTrace, countsBy<AxisClock::Step>},
    {"axis.trace", countFromStep, countsBy<AxisClock::Trace>},
    {"axis.timecode", countFromStep, countsBy<AxisClock::Timecode>},
    {"axis.utc", countFromStep, countsBy<AxisClock::Utc>},
    {"axis.local", countFromStep, countsBy<AxisClock::Local>},
    {"view.arrows", nullptr,
     [](WindowFixture& f, const Before&) {
         return f.canvas().viewArrows() == timeline::TimelineWidget::ViewArrows::Hidden;
     }},
    {"arrows.launch", chooseKernel, isWithoutArrows<scene::LinkKind::Launch>},
    {"arrows.chain", chooseKernel, isWithoutArrows<scene::LinkKind::Chain>},
    {"arrows.backward", nullptr, isWithoutArrows<scene::LinkKind::ForwardBackward>},
    {"arrows.waits", nullptr, isWithoutArrows<scene::LinkKind::EventWait>},
    {"arrows.collectives", nullptr, isWithoutArrows<scene::LinkKind::Collective>},
};

inline const Drive kRowDrives[] = {
    {"view.fold", chooseKernel,
     [](WindowFixture& f, const Before&) { return f.canvas().rowState().folded.count(rowKeyOf(f, kernelOf(f))) == 1; }},
    {"view.fold-all", nullptr, [](WindowFixture& f, const Before&) { return !anyOpenGroup(f); }},
    {"view.open-all", [](WindowFixture& f) { f.canvas().foldAll(timeline::TimelineWidget::Fold::Close); },
     [](WindowFixture& f, const Before&) { return f.canvas().rowState().folded.empty() && anyOpenGroup(f); }},
    {"view.pin", chooseKernel,
     [](WindowFixture& f, const Before&) {
         const auto& pinned = f.canvas().rowState().pinned;
         return std::find(pinned.begin(), pinned.end(), rowKeyOf(f, kernelOf(f))) != pinned.end();
     }},
    {"view.hide", chooseKernel,
     [](WindowFixture& f, const Before&) { return isHidden(f, kernelOf(f)) && !f.canvas().rectOf(kernelOf(f)); }},
    {"view.show-all", hideKernelRow,
     [](WindowFixture& f, const Before&) { return f.canvas().rowState().hidden.empty(); }},
    {"view.row-up", chooseMovable<scene::Move::Up>,
     [](WindowFixture& f, const Before& b) { return movedBy(f, b) < 0; }},
    {"view.row-down", chooseMovable<scene::Move::Down>,
     [](WindowFixture& f, const Before& b) { return movedBy(f, b) > 0; }},
    {"view.row-taller", chooseKernel, [](WindowFixture& f, const Before&) { return heightOf(f) == 1.25; }},
    {"view.row-lower", chooseKernel, [](WindowFixture& f, const Before&) { return heightOf(f) == 0.8; }},
    {"view.reset-rows", hideKernelRow,
     [](WindowFixture& f, const Before&) { return !isHidden(f, kernelOf(f)) && f.canvas().rowState().hidden.empty(); }},
    {"view.find-row", nullptr, [](WindowFixture& f, const Before&) { return lists(f, "stream"); }},
    {"view.pin-by-name", nullptr, [](WindowFixture& f, const Before&) { return lists(f, "stream"); }},
    {"view.filter-rows", nullptr, [](WindowFixture& f, const Before&) { return asks(f); }},
    {"view.row-sets", nullptr, [](WindowFixture& f, const Before&) { return lists(f, "GPU and main thread"); }},
    {"view.save-row-set", nullptr, [](WindowFixture& f, const Before&) { return asks(f); }},
    {"filter-row.add", nullptr, [](WindowFixture& f, const Before&) { return asks(f); }},
    {"filter-row.change", addGemmRow,
     [](WindowFixture& f, const Before&) { return asks(f) && f.w().askBox().edit().text() == "kind:gemm"; }},
    {"filter-row.rename", addGemmRow,
     [](WindowFixture& f, const Before&) { return asks(f) && f.w().askBox().edit().text() == "matrices"; }},
    {"filter-row.remove", addGemmRow,
     [](WindowFixture& f, const Before&) {
         return filterRows(f).empty() && !f.w().document().tree().find("filter/matrices");
     }},
    {"view.python", nullptr,
     [](WindowFixture& f, const Before&) { return f.w().loader().rowChoice().python == PythonFrames::Hidden; }},
    {"view.merge-streams", nullptr,
     [](WindowFixture& f, const Before&) { return f.w().loader().rowChoice().streams == StreamRows::MergedByDevice; }},
};

} // namespace lanescope::testing
