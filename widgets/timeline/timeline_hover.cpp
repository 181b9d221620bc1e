// What the pointer is over: hover, tooltip, measuring, and what is drawn while dragging.
#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

#include "widgets/scene/counter_look.h"

#include "core/export/quantity.h"
#include "core/query/visible_runs.h"
#include "widgets/models/slice_pair.h"

#include <QCursor>
#include <QGuiApplication>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope::timeline {

namespace {
constexpr double kSnapPx = 6;
constexpr double kFlagPx = 9; // beside a note's time, the disc of its flag

QString q(const std::string& s) { return QString::fromStdString(s); }
[[maybe_unused]] QString q(const QString& s) { return s; }
QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
} // namespace

void TimelineWidget::hoverAt(const QPointF& pos) {
    if (!m_shared.document.isOpen()) return;
    const auto hit = hitAt(pos);
    const bool canvas = hit && hit->zone == scene::Zone::Canvas;
    m_hover = canvas ? hit->slice : std::nullopt;
    const bool onTime = hit && (canvas || hit->zone == scene::Zone::Ruler);
    m_shared.selection.setPointer(onTime ? std::optional(hit->time) : std::nullopt);
    if (m_measure && !m_measure->fixed) {
        m_measure->to = snapped(pos);
        m_measure->y = pos.y();
    }
    QToolTip::hideText();
    m_tipTimer.start(); // again with every move: no tooltip while moving
    update();
}

void TimelineWidget::showToolTip() {
    if (!m_pointer || m_drag != Drag::None) return;
    const auto hit = hitAt(*m_pointer);
    if (!hit) return;
    const QString text = toolTipFor(*hit);
    if (!text.isEmpty()) QToolTip::showText(mapToGlobal(m_pointer->toPoint()) + QPoint(12, 12), text, this);
}

QString TimelineWidget::toolTipFor(const scene::Hit& hit) {
    const TraceStore& store = m_shared.document.store();
    const auto line = [](const QString& s) { return s.toHtmlEscaped(); };
    if (hit.zone == scene::Zone::Header && hit.row) {
        const Row& row = m_shared.document.tree().row(*hit.row);
        return line(q(row.name)) + (row.subtitle.empty() ? QString() : "<br>" + line(q(row.subtitle)));
    }
    if (hit.zone == scene::Zone::Ruler) {
        const auto note = m_shared.notes.nearest(hit.time, m_shared.view.scale().length(kFlagPx));
        if (!note) return {};
        const Note& there = m_shared.notes.list()[*note];
        return "<b>" + line(tr("note %1").arg(*note + 1)) + "</b><br>" + line(q(there.text));
    }
    if (hit.zone != scene::Zone::Canvas) return {};
    if (hit.row && m_shared.document.tree().row(*hit.row).counter) return counterTip(*hit.row, hit.time);
    if (hit.slice) {
        const QString name = q(store.name(*hit.slice)).left(400);
        return "<b>" + line(name) + "</b><br>" + line(q(formatDuration(store.duration(*hit.slice).count()))) +
               " \u00b7 " + line(q(store.text(store.category(*hit.slice).text)));
    }
    if (hit.folded)
        return line(q(formatCount(static_cast<std::int64_t>(hit.folded->count)))) + " slices folded, the longest " +
               line(q(m_shared.document.names().of(hit.folded->longest))) + ", " +
               line(q(formatDuration(store.duration(hit.folded->longest).count())));
    if (hit.gap) return "idle " + line(q(formatDuration(hit.gap->length().count())));
    return {};
}

// Name, unit, value, and what it moves between.
QString TimelineWidget::counterTip(std::uint32_t row, RankTime time) {
    const RowTree& tree = m_shared.document.tree();
    const scene::CounterReading reading =
        scene::readCounter(tree.counter(*tree.row(row).counter), time, m_shared.view.scale().visible());
    const auto line = [](const std::string& s) { return q(s).toHtmlEscaped(); };
    QString out = "<b>" + line(reading.name) + "</b>";
    if (!reading.unit.empty()) out += " (" + line(reading.unit) + ")";
    out += "<br>" + (reading.value ? "<b>" + line(*reading.value) + "</b>" : tr("no value yet"));
    if (reading.leastIn && reading.mostIn)
        out += "<br>" + tr("in view: min %1, max %2").arg(line(*reading.leastIn), line(*reading.mostIn));
    out += "<br>" + tr("whole trace: min %1, max %2").arg(line(reading.least), line(reading.most));
    return out;
}

// The nearest edge of a slice of the lane under the pointer within 6 px, unless Alt says otherwise.
RankTime TimelineWidget::snapped(const QPointF& pos) {
    const RankTime plain = timeAt(pos);
    if (QGuiApplication::keyboardModifiers().testFlag(Qt::AltModifier)) return plain;
    const auto hit = hitAt(pos);
    if (!hit || !hit->row || !hit->lane) return plain;
    const Row& row = m_shared.document.tree().row(*hit->row);
    if (*hit->lane >= row.lanes.size()) return plain;
    const TraceStore& store = m_shared.document.store();
    const DisplayLane& lane = row.lanes[*hit->lane];
    RankTime best = plain;
    double nearest = kSnapPx;
    const auto consider = [&](std::optional<SliceId> slice) {
        if (!slice) return;
        for (const RankTime edge : {store.start(*slice), store.end(*slice)}) {
            const double distance = std::abs(m_shared.view.scale().px(edge - plain));
            if (distance < nearest) {
                nearest = distance;
                best = edge;
            }
        }
    };
    consider(sliceAt(store, lane, plain));
    consider(firstSliceFrom(store, lane, plain));
    consider(lastSliceBefore(store, lane, plain));
    return best;
}

void TimelineWidget::toggleMeasure() {
    if (!m_shared.document.isOpen()) return;
    if (m_measure && !m_measure->fixed) {
        m_measure->fixed = true;
    } else {
        const QPointF at = m_pointer.value_or(QPointF(m_shared.view.headerWidth() + pointerX(), height() / 2.0));
        const RankTime t = snapped(at);
        m_measure = Measure{t, t, at.y(), false, {}};
    }
    update();
}

void TimelineWidget::measurePair(SliceId first, SliceId second) {
    if (!m_shared.document.isOpen()) return;
    const TraceStore& store = m_shared.document.store();
    const models::SlicePair pair = models::slicePair(store.range(first), store.range(second));
    const auto rect = rectOf(second);
    const double y = rect ? std::clamp(rect->center().y(), 40.0, std::max(40.0, height() - 12.0)) : height() / 2.0;
    m_measure = Measure{pair.between.begin, pair.between.end, y, true, models::slicePairText(pair)};
    emit pairMeasured(q(m_measure->words));
    update();
}

std::string TimelineWidget::measureWords() const {
    if (!m_measure) return {};
    if (!m_measure->words.empty()) return m_measure->words;
    return formatDuration(measured()->length().count());
}

void TimelineWidget::stopMeasure() {
    m_measure.reset();
    update();
}

std::optional<TimeRange> TimelineWidget::measured() const {
    if (!m_measure) return std::nullopt;
    return TimeRange{std::min(m_measure->from, m_measure->to), std::max(m_measure->from, m_measure->to)};
}

void TimelineWidget::addMeasure(scene::Layer& layer) {
    const double header = m_shared.view.headerWidth();
    const double x0 = header + m_shared.view.scale().x(std::min(m_measure->from, m_measure->to));
    const double x1 = header + m_shared.view.scale().x(std::max(m_measure->from, m_measure->to));
    const double y = m_measure->y;
    layer.clip =
        scene::RectF{static_cast<float>(header), 0, static_cast<float>(width() - header), static_cast<float>(height())};
    layer.lines.push_back(makeLine(x0, y, x1, y, scene::Ink::Selection));
    layer.lines.push_back(makeLine(x0, y - 5, x0, y + 5, scene::Ink::Selection));
    layer.lines.push_back(makeLine(x1, y - 5, x1, y + 5, scene::Ink::Selection));
    const std::string text = measureWords();
    const double w = m_shared.look.fonts().width(text, {11, 600, false}) + 12;
    const double middle = std::clamp((x0 + x1) / 2, header + w / 2, std::max(header + w / 2, width() - w / 2));
    scene::Box chip = makeBox(middle - w / 2, y - 25, w, 18, scene::Ink::Raised);
    chip.shape = scene::Shape::Round;
    chip.radius = 4;
    chip.edge = scene::Ink::Line2;
    layer.boxes.push_back(chip);
    layer.labels.push_back(makeLabel(middle, y - 12, text, scene::Ink::Text, {11, 600, false}, scene::Align::Center));
}

void TimelineWidget::addRulerDrag(scene::Layer& layer) {
    const double header = m_shared.view.headerWidth();
    const double x0 = std::clamp(m_pressed.x(), header, static_cast<double>(width()));
    const double x1 = std::clamp(m_lastPos.x(), header, static_cast<double>(width()));
    const double left = std::min(x0, x1), w = std::abs(x1 - x0);
    scene::Box tint = makeBox(left, 0, w, height(), scene::Ink::Range);
    tint.alpha = 13;
    layer.boxes.push_back(tint);
    layer.lines.push_back(makeLine(left, scene::kRulerHeight, left, height(), scene::Ink::Range));
    layer.lines.push_back(makeLine(left + w, scene::kRulerHeight, left + w, height(), scene::Ink::Range));
    const std::string text = formatDuration(m_shared.view.scale().length(w).count(), Precision::Slice);
    const double words = m_shared.look.fonts().width(text, {11, 600, false}) + 12;
    if (words + 4 > w) return;
    scene::Box chip = makeBox(left + (w - words) / 2, 3, words, 19, scene::Ink::Raised); // over the words of the ruler
    chip.shape = scene::Shape::Round;
    chip.radius = 3;
    chip.edge = scene::Ink::Line2;
    layer.boxes.push_back(chip);
    layer.labels.push_back(
        makeLabel(left + w / 2, 16.5, text, scene::Ink::Text, {11, 600, false}, scene::Align::Center));
}

} // namespace lanescope::timeline
