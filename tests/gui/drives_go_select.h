// From place to place, from slice to slice, ranges and measuring.
#pragma once

#include "tests/gui/drives.h"

namespace lanescope::testing {

inline RankTime startOf(WindowFixture& f, SliceId slice) { return f.store().start(slice); }
inline void twoPlaces(WindowFixture& f) { // in the history
    const TimeRange whole = f.store().extent();
    f.w().view().show({whole.begin, whole.begin + whole.length() / 2});
    f.w().view().show({whole.begin + whole.length() / 2, whole.end});
}
inline bool isOfSameName(WindowFixture& f, const Before& b) {
    return now(f) != *b.current && f.store().nameId(now(f)) == f.store().nameId(*b.current);
}
inline bool isFurther(WindowFixture& f, const Before& b) { return startOf(f, now(f)) > startOf(f, *b.current); }
inline bool isEarlier(WindowFixture& f, const Before& b) { return startOf(f, now(f)) < startOf(f, *b.current); }
inline bool isOnSameRow(WindowFixture& f, const Before& b) { return rowKeyOf(f, now(f)) == rowKeyOf(f, *b.current); }
inline std::size_t stepAround(WindowFixture& f, SliceId slice) { // of its launch call
    const RankTime at = f.store().start(f.store().launchOf(slice).value_or(slice));
    std::size_t out = 0;
    for (std::size_t i = 0; i < f.store().steps().size(); ++i)
        if (f.store().start(SliceId{f.store().steps()[i].slice}) <= at) out = i;
    return out;
}
inline void chooseInStep(WindowFixture& f, std::size_t step) {
    for (std::uint32_t skip = 0;; ++skip) {
        const SliceId kernel = f.launchedKernel(skip);
        if (stepAround(f, kernel) != step) continue;
        return f.w().navigator().select(kernel);
    }
}
inline void gapWanted(WindowFixture& f) {
    QVERIFY(QTest::qWaitFor([&] { return f.w().document().analysis() != nullptr; }));
    f.w().selection().setRange(std::nullopt);
}
inline bool foundGap(WindowFixture& f, const Before&) { // or there is none, and it says so
    const auto range = f.w().selection().range();
    return (range && !range->empty()) || says(f, "no gap of ");
}
inline bool isFindingGoneTo(WindowFixture& f, const Before&) {
    return shows(f, panels::BottomPanel::Tab::Findings) || says(f, "finding");
}
template <models::GroupBy by>
bool isGrouped(WindowFixture& f, const Before&) {
    return f.w().page().bottom().range().groupBy() == by && shows(f, panels::BottomPanel::Tab::Range);
}
inline void otherTab(WindowFixture& f) { f.w().page().bottom().showTab(panels::BottomPanel::Tab::Kernels); }
inline void followArrow(WindowFixture& f) {
    chooseCall(f);
    f.w().navigator().alongArrow();
}
inline bool turned(WindowFixture& f, const Before& b) { // to another end; with one end only it says so
    return now(f) != *b.current || says(f, "there is no other arrow");
}

inline const Drive kGoDrives[] = {
    {"go.left", zoomIn,
     [](WindowFixture& f, const Before& b) { return f.w().view().target().visible().begin < b.view.begin; }},
    {"go.right", zoomIn,
     [](WindowFixture& f, const Before& b) { return f.w().view().target().visible().begin > b.view.begin; }},
    {"go.pan-left", zoomIn,
     [](WindowFixture& f, const Before& b) { return f.w().view().target().visible().begin < b.view.begin; }},
    {"go.pan-right", zoomIn,
     [](WindowFixture& f, const Before& b) { return f.w().view().target().visible().begin > b.view.begin; }},
    {"go.start", zoomIn,
     [](WindowFixture& f, const Before&) { return f.w().view().target().visible().begin <= f.store().extent().begin; }},
    {"go.end", zoomIn,
     [](WindowFixture& f, const Before&) { return f.w().view().target().visible().end >= f.store().extent().end; }},
    {"go.back", twoPlaces,
     [](WindowFixture& f, const Before& b) { return f.w().view().target().visible().begin < b.view.begin; }},
    {"go.forward",
     [](WindowFixture& f) {
         twoPlaces(f);
         f.w().view().back();
     },
     [](WindowFixture& f, const Before& b) { return f.w().view().target().visible().begin > b.view.begin; }},
    {"go.to", nullptr, [](WindowFixture& f, const Before&) { return f.w().goToBox().isVisible(); }},
    {"go.next-step", [](WindowFixture& f) { f.w().navigator().selectStep(1); },
     [](WindowFixture& f, const Before&) { return f.w().selection().step() == std::optional<std::size_t>(2); }},
    {"go.previous-step", [](WindowFixture& f) { f.w().navigator().selectStep(2); },
     [](WindowFixture& f, const Before&) { return f.w().selection().step() == std::optional<std::size_t>(1); }},
    {"go.next-gap", gapWanted, foundGap},
    {"go.previous-gap", gapWanted, foundGap},
    {"go.next-finding", nullptr, isFindingGoneTo},
    {"go.previous-finding", nullptr, isFindingGoneTo},
    {"go.next-pane", nullptr,
     [](WindowFixture& f, const Before&) { // the stop after the timeline: the tables
         return f.w().page().bottom().isAncestorOf(QApplication::focusWidget());
     }},
    {"go.previous-pane", nullptr,
     [](WindowFixture& f, const Before&) { return QApplication::focusWidget() == &f.w().page().headers(); }},
};

inline const Drive kSelectDrives[] = {
    {"select.next", chooseCall,
     [](WindowFixture& f, const Before& b) { // rows of a lane stand in order of time
         return now(f).value == b.current->value + 1;
     }},
    {"select.previous", chooseCall,
     [](WindowFixture& f, const Before& b) { return now(f).value == b.current->value - 1; }},
    {"select.next-same", chooseCall,
     [](WindowFixture& f, const Before& b) { return isOfSameName(f, b) && isFurther(f, b); }},
    {"select.previous-same", chooseCall,
     [](WindowFixture& f, const Before& b) { return isOfSameName(f, b) && isEarlier(f, b); }},
    {"select.next-step-same", [](WindowFixture& f) { chooseInStep(f, 1); },
     [](WindowFixture& f, const Before& b) {
         return isOfSameName(f, b) && stepAround(f, now(f)) == 2 && isOnSameRow(f, b);
     }},
    {"select.previous-step-same", [](WindowFixture& f) { chooseInStep(f, 2); },
     [](WindowFixture& f, const Before& b) {
         return isOfSameName(f, b) && stepAround(f, now(f)) == 1 && isOnSameRow(f, b);
     }},
    {"select.parent", chooseKernel,
     [](WindowFixture& f, const Before& b) { return f.store().launchOf(*b.current) == now(f); }},
    {"select.child", chooseCall,
     [](WindowFixture& f, const Before& b) { return f.store().launchOf(now(f)) == *b.current; }},
    {"select.launch", chooseKernel,
     [](WindowFixture& f, const Before& b) { return f.store().launchOf(*b.current) == now(f); }},
    {"select.along", chooseCall,
     [](WindowFixture& f, const Before& b) { return f.store().launchOf(now(f)) == *b.current; }},
    {"select.against", chooseKernel,
     [](WindowFixture& f, const Before& b) { return f.store().launchOf(*b.current) == now(f); }},
    {"select.other-arrow", followArrow, turned},
    {"select.other-arrow-back", followArrow, turned},
    {"select.next-in-stream", chooseKernel,
     [](WindowFixture& f, const Before& b) { return isFurther(f, b) && isOnSameRow(f, b); }},
    {"select.previous-in-stream", [](WindowFixture& f) { f.w().navigator().select(f.launchedKernel(9)); },
     [](WindowFixture& f, const Before& b) { return isEarlier(f, b) && isOnSameRow(f, b); }},
    {"select.all", chooseKernel,
     [](WindowFixture& f, const Before&) { return f.w().selection().slices().size() > 10; }},
    {"select.range", chooseKernel,
     [](WindowFixture& f, const Before&) { return f.w().selection().range() == f.store().range(kernelOf(f)); }},
    {"select.clear-range", setRange, [](WindowFixture& f, const Before&) { return !f.w().selection().range(); }},
    {"select.range-lock", setRange, [](WindowFixture& f, const Before&) { return f.w().selection().isRangeLocked(); }},
    {"range.name", [](WindowFixture& f) { f.w().setRangeBy(models::GroupBy::Kind); }, isGrouped<models::GroupBy::Name>},
    {"range.kind", otherTab, isGrouped<models::GroupBy::Kind>},
    {"range.operator", otherTab, isGrouped<models::GroupBy::Operator>},
    {"range.stream", otherTab, isGrouped<models::GroupBy::Stream>},
    {"range.host", otherTab, isGrouped<models::GroupBy::HostOperator>},
    {"select.measure", nullptr, [](WindowFixture& f, const Before&) { return f.canvas().isMeasuring(); }},
    {"select.pair",
     [](WindowFixture& f) {
         f.w().selection().setSlices({f.launchedKernel(2), f.launchedKernel(5)});
     },
     [](WindowFixture& f, const Before&) {
         const std::string words = f.canvas().measureWords();
         return words.find("start to start") != std::string::npos && says(f, "start to start");
     }},
    {"select.escape", chooseKernel, [](WindowFixture& f, const Before&) { return !f.w().selection().current(); }},
};

} // namespace lanescope::testing
