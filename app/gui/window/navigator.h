// What the keys do: from slice to slice, step to step, place to place. Each method is one action. GUI thread.
#pragma once

#include "core/analysis/intervals.h"
#include "widgets/models/go_to.h"
#include "widgets/timeline/timeline_widget.h"

#include <QObject>

#include <functional>

namespace lanescope::app {

class Navigator final : public QObject {
    Q_OBJECT
public:
    Navigator(const timeline::Shared& shared, timeline::TimelineWidget& canvas, QObject* parent = nullptr);

    void setKeyNames(std::function<QString(const char* action)> keysOf) { m_keysOf = std::move(keysOf); }
    void select(SliceId slice); // and brings it into view
    void showRange(TimeRange range);
    void selectStep(std::size_t step); // and fits it

    void zoomIn();
    void zoomOut();
    void panLeft();
    void panRight();
    void toStart();
    void toEnd();
    void fitAll();
    void fitStep();
    void fitSelection(); // centres it; when it is in the centre, fits it
    void back();
    void forward();

    void nextOnLane();
    void previousOnLane();
    void nextOfSameName();
    void previousOfSameName();
    void sameInNextStep(); // the same place of the step
    void sameInPreviousStep();
    void parentOrScroll();
    void childOrScroll();
    void alongArrow();
    void againstArrow();
    void acrossLaunch();
    void otherArrow(); // of those that leave (or reach) where the last step along an arrow began
    void otherArrowBack();
    void nextInStream(); // by start, over all lanes of the row
    void previousInStream();
    void selectAll(); // of the row in view; again: the whole trace as the range
    void lockRange();
    void nextStep();
    void previousStep();
    void nextGap(); // of the main device: medium and large ones
    void previousGap();
    // "12", "step 12", "95.1 ms" and what else go_to.h knows: empty when it went there, else what is wrong.
    QString goTo(const QString& text);
    void selectionToRange(); // where that is the range already: locks it
    void clearRange();
    // Gap or overlap of the two slices chosen last; with one chosen, of it and the one chosen when this is asked again.
    void measurePair();

signals:
    void said(const QString& text); // why nothing moved

private:
    std::optional<SliceId> current() const;
    void go(std::optional<SliceId> slice, const QString& otherwise);
    void moveStep(int by);
    void sayLocked();
    RankTime offsetZero() const;
    RankTime clockTime(std::int64_t ns) const;
    std::optional<RankTime> timeOf(const models::GoTo& wanted) const;
    void walk(std::vector<SliceId> ends, const QString& otherwise);
    void turn(int by);
    void showGap(const std::optional<Interval>& gap, const QString& otherwise);
    const IntervalList* busy() const; // of the main device; null when there is none
    std::int64_t gapFrom() const;     // gaps lie between stretches; those of this length count

    timeline::Shared m_shared;
    timeline::TimelineWidget& m_canvas;
    struct Fork { // where the last step along an arrow could have gone
        std::vector<SliceId> ends;
        std::size_t index = 0;
    };
    Fork m_fork;
    std::function<QString(const char*)> m_keysOf; // they can be changed
    std::optional<SliceId> m_pairFrom;            // the first of two, until the second is chosen
    std::optional<SliceId> m_cameFrom;            // across a launch, to come back to the same piece of work
};

} // namespace lanescope::app
