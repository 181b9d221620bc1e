// From place to place, from slice to slice, ranges and measuring.
#pragma once

#include "tests/gui/drives.h"
#include "tests/gui/made_traces.h"

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
inline void openGaps(WindowFixture& f) {
    QVERIFY(f.open(gapsTracePath()));
    QVERIFY(QTest::qWaitFor([&] { return f.w().document().analysis() != nullptr; }));
}
inline void goToFinding(WindowFixture& f, std::size_t number) { // of three or more: next and previous differ
    QVERIFY(f.open(findingsTracePath()));
    QVERIFY(QTest::qWaitFor([&] { return f.w().findingSteps().count() >= 3; }, 20'000));
    f.w().findingSteps().show(number);
}
template <std::size_t number>
bool isAtFinding(WindowFixture& f, const Before&) {
    return f.w().findingSteps().current() == std::optional(number) &&
           says(f, qPrintable(QString("finding %1 of").arg(number + 1)));
}
template <models::GroupBy by>
bool isGrouped(WindowFixture& f, const Before&) {
    return f.w().page().bottom().range().groupBy() == by && shows(f, panels::BottomPanel::Tab::Range);
}
inline void otherTab(WindowFixture& f) { f.w().page().bottom().showTab(panels::BottomPanel::Tab::Kernels); }
inline void followArrow(WindowFixture& f) { // to the first of three ends
    QVERIFY(f.open(gapsTracePath()));
    f.w().navigator().select(named(f, "cudaGraphLaunch"));
    f.w().navigator().alongArrow();
    QCOMPARE(now(f), named(f, "gemm_a"));
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
    {"go.next-gap",
     [](WindowFixture& f) {
         openGaps(f);
         f.w().selection().setRange(between(f, "gemm_a", "gemm_b"));
     },
     [](WindowFixture& f, const Before&) { return f.w().selection().range() == between(f, "gemm_b", "gemm_c"); }},
    {"go.previous-gap",
     [](WindowFixture& f) {
         openGaps(f);
         f.w().selection().setRange(between(f, "gemm_b", "gemm_c"));
     },
     [](WindowFixture& f, const Before&) { return f.w().selection().range() == between(f, "gemm_a", "gemm_b"); }},
    {"go.next-finding", [](WindowFixture& f) { goToFinding(f, 0); }, isAtFinding<1>},
    {"go.previous-finding", [](WindowFixture& f) { goToFinding(f, 2); }, isAtFinding<1>},
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
    {"select.other-arrow", followArrow, [](WindowFixture& f, const Before&) { return now(f) == named(f, "gemm_b"); }},
    {"select.other-arrow-back", followArrow,
     [](WindowFixture& f, const Before&) { return now(f) == named(f, "gemm_c"); }},
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
