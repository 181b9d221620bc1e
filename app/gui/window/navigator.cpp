#include "app/gui/window/navigator.h"

#include "core/export/quantity.h"
#include "widgets/models/go_to.h"
#include "widgets/models/navigation.h"
#include "widgets/timeline/shown_axis.h"

#include <algorithm>
#include <cmath>

namespace lanescope::app {

using timeline::Motion;

namespace {
constexpr double kZoomStep = 1.5;
constexpr double kPanShare = 0.1;
constexpr double kCentredPx = 2;
constexpr double kRowStep = 40;
} // namespace

Navigator::Navigator(const timeline::Shared& shared, timeline::TimelineWidget& canvas, QObject* parent)
    : QObject(parent), m_shared(shared), m_canvas(canvas) {
    connect(&shared.document, &timeline::Document::changed, this, [this] {
        m_cameFrom.reset();
        m_fork = {};
        m_pairFrom.reset();
    });
}

std::optional<SliceId> Navigator::current() const {
    if (!m_shared.document.isOpen()) return std::nullopt;
    return m_shared.selection.current();
}

void Navigator::select(SliceId slice) {
    if (!m_shared.document.isOpen()) return;
    m_shared.selection.select(slice);
    m_canvas.revealRow(slice);
    m_shared.view.reveal(m_shared.document.store().range(slice));
}

void Navigator::go(std::optional<SliceId> slice, const QString& otherwise) {
    if (slice) return select(*slice);
    emit said(current() ? otherwise : tr("nothing is selected"));
}

void Navigator::showRange(TimeRange range) { m_shared.view.fit(range); }

void Navigator::selectStep(std::size_t step) {
    if (!m_shared.document.isOpen() || step >= m_shared.document.store().steps().size()) return;
    m_shared.selection.setStep(step);
    fitStep();
}

void Navigator::zoomIn() { m_shared.view.zoomAt(m_canvas.pointerX(), kZoomStep, Motion::Animated); }
void Navigator::zoomOut() { m_shared.view.zoomAt(m_canvas.pointerX(), 1 / kZoomStep, Motion::Animated); }
void Navigator::panLeft() { m_shared.view.panBy(-kPanShare * m_shared.view.canvasWidth(), Motion::Animated); }
void Navigator::panRight() { m_shared.view.panBy(kPanShare * m_shared.view.canvasWidth(), Motion::Animated); }

void Navigator::toStart() {
    const TimeScale& scale = m_shared.view.target();
    m_shared.view.panBy(scale.x(m_shared.view.extent().begin) - scale.widthPx() * 0.02, Motion::Animated);
}

void Navigator::toEnd() {
    const TimeScale& scale = m_shared.view.target();
    m_shared.view.panBy(scale.x(m_shared.view.extent().end) - scale.widthPx() * 0.98, Motion::Animated);
}

void Navigator::fitAll() { m_shared.view.fitAll(); }
void Navigator::back() { m_shared.view.back(); }
void Navigator::forward() { m_shared.view.forward(); }

void Navigator::fitStep() {
    const auto step = m_shared.selection.step();
    if (!step || !m_shared.document.isOpen()) return emit said(tr("this trace has no step markers"));
    const TraceStore& store = m_shared.document.store();
    m_shared.view.fit(store.range(SliceId{store.steps()[*step].slice}));
}

void Navigator::fitSelection() {
    if (!m_shared.document.isOpen()) return;
    TimeRange range;
    if (!m_shared.selection.slices().empty()) {
        const TraceStore& store = m_shared.document.store();
        range = store.range(m_shared.selection.slices().front());
        for (const SliceId slice : m_shared.selection.slices()) {
            range.begin = std::min(range.begin, store.start(slice));
            range.end = std::max(range.end, store.end(slice));
        }
        m_canvas.revealRow(*current());
    } else if (m_shared.selection.range()) {
        range = *m_shared.selection.range();
    } else {
        return emit said(tr("nothing is selected"));
    }
    const RankTime middle = range.begin + (range.end - range.begin) / 2;
    const double off = m_shared.view.target().x(middle) - m_shared.view.canvasWidth() / 2;
    if (std::abs(off) > kCentredPx) return m_shared.view.centre(middle);
    m_shared.view.fit(range);
}

void Navigator::nextOnLane() {
    go(current() ? models::nextOnLane(m_shared.document.store(), *current()) : std::nullopt,
       tr("this is the last slice of its lane"));
}

void Navigator::previousOnLane() {
    go(current() ? models::previousOnLane(m_shared.document.store(), *current()) : std::nullopt,
       tr("this is the first slice of its lane"));
}

void Navigator::nextOfSameName() {
    go(current() ? models::nextOfSameName(m_shared.document.store(), *current()) : std::nullopt,
       tr("this is the last one of its name"));
}

void Navigator::previousOfSameName() {
    go(current() ? models::previousOfSameName(m_shared.document.store(), *current()) : std::nullopt,
       tr("this is the first one of its name"));
}

void Navigator::sameInNextStep() {
    go(current() ? models::sameInStep(m_shared.document.store(), *current(), 1) : std::nullopt,
       tr("the next step has nothing at this place"));
}

void Navigator::sameInPreviousStep() {
    go(current() ? models::sameInStep(m_shared.document.store(), *current(), -1) : std::nullopt,
       tr("the step before has nothing at this place"));
}

void Navigator::parentOrScroll() {
    if (!current()) return m_canvas.scrollRows(-kRowStep);
    go(models::above(m_shared.document.store(), *current()), tr("nothing encloses this slice"));
}

void Navigator::childOrScroll() {
    if (!current()) return m_canvas.scrollRows(kRowStep);
    go(models::below(m_shared.document.store(), *current()), tr("nothing lies inside this slice"));
}

void Navigator::walk(std::vector<SliceId> ends, const QString& otherwise) {
    if (ends.empty()) return go(std::nullopt, otherwise);
    m_fork = {std::move(ends), 0};
    select(m_fork.ends.front());
}

void Navigator::alongArrow() {
    const auto from = current();
    walk(from ? models::arrowTargets(m_shared.document.store(), *from) : std::vector<SliceId>{},
         tr("no arrow leaves this slice"));
}

void Navigator::againstArrow() {
    const auto from = current();
    walk(from ? models::arrowSources(m_shared.document.store(), *from) : std::vector<SliceId>{},
         tr("no arrow reaches this slice"));
}

void Navigator::turn(int by) {
    const auto from = current();
    const std::size_t n = m_fork.ends.size();
    if (!from || n < 2 || m_fork.ends[m_fork.index] != *from) {
        const QString along = m_keysOf ? m_keysOf("select.along") : QString();
        const QString against = m_keysOf ? m_keysOf("select.against") : QString();
        if (along.isEmpty() || against.isEmpty()) return emit said(tr("there is no other arrow; follow one first"));
        return emit said(tr("there is no other arrow; follow one with %1 or %2 first").arg(along, against));
    }
    m_fork.index = by > 0 ? (m_fork.index + 1) % n : (m_fork.index + n - 1) % n;
    select(m_fork.ends[m_fork.index]);
}

void Navigator::otherArrow() { turn(1); }
void Navigator::otherArrowBack() { turn(-1); }

void Navigator::nextInStream() {
    go(current() ? models::nextInTrack(m_shared.document.store(), *current()) : std::nullopt,
       tr("this is the last one of its stream"));
}

void Navigator::previousInStream() {
    go(current() ? models::previousInTrack(m_shared.document.store(), *current()) : std::nullopt,
       tr("this is the first one of its stream"));
}

void Navigator::selectAll() {
    if (!m_shared.document.isOpen() || m_canvas.selectRowInView()) return;
    if (m_shared.selection.isRangeLocked()) return sayLocked();
    m_shared.selection.setRange(m_shared.document.store().extent());
}

void Navigator::lockRange() {
    using Hold = timeline::Selection::RangeHold;
    if (!m_shared.selection.range()) return emit said(tr("no range is set"));
    const bool locked = m_shared.selection.isRangeLocked();
    m_shared.selection.holdRange(locked ? Hold::Free : Hold::Locked);
    if (!locked) return sayLocked();
    emit said(tr("the range can be changed again"));
}

void Navigator::sayLocked() {
    const QString keys = m_keysOf ? m_keysOf("select.range-lock") : QString();
    emit said(keys.isEmpty() ? tr("the range is locked") : tr("the range is locked; %1 frees it").arg(keys));
}

// To and fro: a call that launched many pieces of work leads back to the piece one came from.
void Navigator::acrossLaunch() {
    const auto from = current();
    if (!from) return go(std::nullopt, {});
    const TraceStore& store = m_shared.document.store();
    auto to = models::acrossLaunch(store, *from);
    if (m_cameFrom && store.launchOf(*m_cameFrom) == from) to = m_cameFrom;
    m_cameFrom = from;
    go(to, tr("no launch is known for this slice"));
}

void Navigator::moveStep(int by) {
    if (!m_shared.document.isOpen()) return;
    const auto steps = static_cast<std::int64_t>(m_shared.document.store().steps().size());
    if (steps == 0) return emit said(tr("this trace has no step markers"));
    const auto now = m_shared.selection.step();
    const std::int64_t next = now ? static_cast<std::int64_t>(*now) + by : 0;
    if (next < 0) return emit said(tr("this is the first step"));
    if (next >= steps) return emit said(tr("this is the last step"));
    selectStep(static_cast<std::size_t>(next));
}

void Navigator::nextStep() { moveStep(1); }
void Navigator::previousStep() { moveStep(-1); }

const IntervalList* Navigator::busy() const {
    const models::TraceAnalysis* analysis = m_shared.document.analysis();
    return analysis && analysis->mainWork() ? &analysis->mainWork()->busy : nullptr;
}

std::int64_t Navigator::gapFrom() const { return m_shared.document.analysis()->thresholds.launchBelowNs; }

void Navigator::showGap(const std::optional<Interval>& gap, const QString& otherwise) {
    if (!gap) return emit said(otherwise);
    const TimeRange range = timeRange(gap->begin, gap->end);
    m_shared.selection.setRange(range);
    m_shared.view.reveal(range);
}

void Navigator::nextGap() {
    const IntervalList* list = busy();
    if (!list) return emit said(tr("no GPU work is known in this trace"));
    const auto range = m_shared.selection.range();
    const std::int64_t from = count(range ? range->begin : m_shared.view.target().visible().begin);
    const auto first =
        std::upper_bound(list->begin(), list->end(), from, [](std::int64_t t, const Interval& i) { return t < i.end; });
    std::optional<Interval> gap;
    for (auto it = first; it != list->end() && it + 1 != list->end() && !gap; ++it)
        if ((it + 1)->begin - it->end >= gapFrom()) gap = Interval{it->end, (it + 1)->begin};
    showGap(gap, tr("no gap of %1 or more follows").arg(QString::fromStdString(formatDuration(gapFrom()))));
}

void Navigator::previousGap() {
    const IntervalList* list = busy();
    if (!list) return emit said(tr("no GPU work is known in this trace"));
    const auto range = m_shared.selection.range();
    const std::int64_t from = count(range ? range->begin : m_shared.view.target().visible().end);
    auto it =
        std::lower_bound(list->begin(), list->end(), from, [](const Interval& i, std::int64_t t) { return i.end < t; });
    std::optional<Interval> gap;
    for (; it != list->begin() && !gap; --it) {
        const auto before = it - 1;
        if (it == list->end() || it->begin - before->end < gapFrom() || before->end >= from) continue;
        gap = Interval{before->end, it->begin};
    }
    showGap(gap, tr("no gap of %1 or more lies before").arg(QString::fromStdString(formatDuration(gapFrom()))));
}

// Where the ruler counts from; while it shows the time of day, offsets count from the start of the trace.
RankTime Navigator::offsetZero() const {
    const TimeAxis axis = timeline::shownAxis(m_shared);
    return axis.isTimeOfDay() ? m_shared.document.store().extent().begin : axis.zero;
}

// When the ruler's clock reads so: a time of the day it shows, else a timecode.
RankTime Navigator::clockTime(std::int64_t ns) const {
    const RankTime start = m_shared.document.store().extent().begin;
    const TimeAxis axis = timeline::shownAxis(m_shared);
    if (!axis.isTimeOfDay()) return start + Ns{ns};
    constexpr std::int64_t day = std::int64_t{86'400} * 1'000'000'000;
    const RankTime time = axis.zero + Ns{(start - axis.zero).count() / day * day + ns};
    return time < start ? time + Ns{day} : time; // recorded across midnight
}

// None: a time of the world, and the trace has none.
std::optional<RankTime> Navigator::timeOf(const models::GoTo& wanted) const {
    if (const auto* offset = std::get_if<models::GoToTime>(&wanted)) return offsetZero() + Ns{offset->offsetNs};
    if (const auto* file = std::get_if<models::GoToFileTime>(&wanted)) return RankTime{} + Ns{file->ns};
    if (const auto* clock = std::get_if<models::GoToClock>(&wanted)) return clockTime(clock->ns);
    const auto* world = std::get_if<models::GoToWorldTime>(&wanted);
    const TraceStore& store = m_shared.document.store();
    const auto base = epochBase(store);
    if (!world || !base) return std::nullopt;
    constexpr std::int64_t day = std::int64_t{86'400} * 1'000'000'000;
    const std::int64_t begin = *base + count(store.extent().begin);
    // Without a day: the first such time of day since the trace began.
    std::int64_t days = world->dayNs >= 0 ? world->dayNs : begin / day * day;
    if (world->dayNs < 0 && days + world->ns < begin) days += day;
    return RankTime{} + Ns{days + world->ns - *base};
}

QString Navigator::goTo(const QString& text) {
    if (!m_shared.document.isOpen()) return tr("no trace is open");
    const auto wanted = models::parseGoTo(text);
    if (!wanted)
        return tr("expected a step's number, a time with its unit or what a clock reads (14:03:07), found '%1'")
            .arg(text);
    const TraceStore& store = m_shared.document.store();
    if (const auto* step = std::get_if<models::GoToStep>(&*wanted)) {
        for (std::size_t i = 0; i < store.steps().size(); ++i)
            if (store.steps()[i].number == step->number) return selectStep(i), QString();
        return tr("there is no step %1").arg(step->number);
    }
    const auto time = timeOf(*wanted);
    if (!time) return tr("this trace does not say when it was recorded");
    if (*time < store.extent().begin || *time > store.extent().end) return tr("that is outside the trace");
    m_shared.view.centre(*time);
    return {};
}

void Navigator::selectionToRange() {
    if (!m_shared.document.isOpen()) return;
    if (m_shared.selection.slices().empty()) {
        if (m_shared.selection.range()) return lockRange();
        return emit said(tr("nothing is selected"));
    }
    const TraceStore& store = m_shared.document.store();
    TimeRange range = store.range(m_shared.selection.slices().front());
    for (const SliceId slice : m_shared.selection.slices()) {
        range.begin = std::min(range.begin, store.start(slice));
        range.end = std::max(range.end, store.end(slice));
    }
    if (m_shared.selection.range() == range || m_shared.selection.isRangeLocked()) return lockRange();
    m_shared.selection.setRange(range);
}

void Navigator::measurePair() {
    const std::vector<SliceId>& chosen = m_shared.selection.slices();
    if (chosen.size() >= 2) return m_canvas.measurePair(chosen[chosen.size() - 2], chosen.back());
    const auto now = current();
    if (!now) return emit said(tr("choose a slice first"));
    if (m_pairFrom && *m_pairFrom != *now) {
        m_shared.selection.setSlices({*m_pairFrom, *now});
        return m_canvas.measurePair(*std::exchange(m_pairFrom, std::nullopt), *now);
    }
    m_pairFrom = now;
    const QString name = QString::fromStdString(m_shared.document.names().of(*now)).left(60);
    const QString keys = m_keysOf ? m_keysOf("select.pair") : QString();
    emit said(keys.isEmpty() ? tr("measured from %1: choose the other slice, then again").arg(name)
                             : tr("measured from %1: choose the other slice, then %2 again").arg(name, keys));
}

void Navigator::clearRange() { m_shared.selection.setRange(std::nullopt); }

} // namespace lanescope::app
