// The drawn upper part of the details card.
#include "widgets/panels/details_card.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QToolTip>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
constexpr double kTop = 50, kRow = 21, kGap = 14, kLabelColumn = 92;
}

FactGrid::FactGrid(timeline::Look& look, QWidget* parent) : SceneWidget(look, parent) { setFixedHeight(60); }

void FactGrid::setFacts(std::optional<models::SelectionFacts> facts) {
    m_facts = std::move(facts);
    arrange();
    setFixedHeight(heightForFacts());
    QString spoken;
    if (m_facts) {
        spoken = m_facts->shortName + QStringLiteral(", ") + m_facts->kindText;
        for (const models::Fact& fact : m_facts->facts) spoken += QStringLiteral(", %1 %2").arg(fact.label, fact.value);
    }
    setAccessibleName(spoken);
    invalidate();
}

// Two columns; what is long has a row of its own.
void FactGrid::arrange() {
    m_cells.clear();
    m_rows = 0;
    if (!m_facts) return;
    const double half = (width() - kGap) / 2.0;
    bool second = false; // the next one goes into the second column
    for (const models::Fact& fact : m_facts->facts) {
        const bool whole = fact.width == models::FactWidth::Whole;
        if (whole && second) second = false;
        if (!second) ++m_rows;
        const double y = kTop + kRow * (m_rows - 1);
        m_cells.push_back(QRectF(second ? half + kGap : 0, y, whole ? width() : half, kRow));
        second = !whole && !second;
    }
}

int FactGrid::heightForFacts() const { return m_facts ? static_cast<int>(kTop + kRow * m_rows + 4) : 60; }

void FactGrid::addFact(scene::Layer& layer, std::size_t index) {
    const models::Fact& fact = m_facts->facts[index];
    const QRectF r = m_cells[index];
    const scene::TextStyle style{12, 400, false};
    const double labelWidth = std::min(look().fonts().width(fact.label.toStdString(), style) + 8, r.width() * 0.6);
    const double column = std::max(kLabelColumn, labelWidth);
    const double baseline = r.top() + 15;
    layer.labels.push_back(makeLabel(r.left(), baseline,
                                     timeline::elided(look().fonts(), fact.label.toStdString(), style, column),
                                     Ink::Muted, style));
    std::string value = fact.value.toStdString();
    if (look().fonts().width(value, style) > r.width() - column)
        value = timeline::elided(look().fonts(), value, style, r.width() - column);
    layer.labels.push_back(makeLabel(r.left() + column, baseline, value, Ink::Text, style));
    layer.lines.push_back(makeLine(r.left(), r.bottom() - 0.5, r.right(), r.bottom() - 0.5, Ink::Line));
}

void FactGrid::build(scene::Scene& out) {
    out.background = Ink::Panel;
    arrange(); // the width may have changed
    scene::Layer layer;
    if (!m_facts) {
        layer.labels.push_back(makeLabel(0, 16, "Nothing is selected", Ink::Text2, {12, 400, false}));
        layer.labels.push_back(makeLabel(0, 36, "Click a slice to see what it is, where it comes from", Ink::Muted));
        layer.labels.push_back(makeLabel(0, 52, "and how long it waited.", Ink::Muted));
        out.layers.push_back(std::move(layer));
        return;
    }
    double left = 0;
    if (m_facts->kind) {
        scene::Box chip = makeBox(0, 6, 8, 8, Ink::Kind);
        chip.variant = static_cast<std::uint8_t>(*m_facts->kind);
        layer.boxes.push_back(chip);
        left = 16;
    }
    const std::string kind = m_facts->kindText.toStdString();
    const double kindWidth = look().fonts().width(kind, {11, 400, false});
    layer.labels.push_back(makeLabel(width(), 15, kind, Ink::Muted, {11, 400, false}, scene::Align::Right));
    const scene::TextStyle title{14, 600, false}, mono{10.5F, 400, true};
    layer.labels.push_back(makeLabel(
        left, 15,
        timeline::elided(look().fonts(), m_facts->shortName.toStdString(), title, width() - left - kindWidth - 10),
        Ink::Text, title));
    layer.labels.push_back(
        makeLabel(0, 34, timeline::elided(look().fonts(), m_facts->fullName.left(500).toStdString(), mono, width()),
                  Ink::Text2, mono));
    for (std::size_t i = 0; i < m_facts->facts.size(); ++i) addFact(layer, i);
    out.layers.push_back(std::move(layer));
}

bool FactGrid::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_facts) return SceneWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString tip;
    if (help->pos().y() < kTop) tip = m_facts->fullName.left(2000);
    for (std::size_t i = 0; i < m_facts->facts.size(); ++i) {
        const models::Fact& fact = m_facts->facts[i];
        if (m_cells[i].contains(help->pos())) tip = fact.exact.isEmpty() ? fact.value : fact.exact;
    }
    QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

void FactGrid::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_facts) return;
    QMenu menu(this);
    const auto copy = [](const QString& text) { QGuiApplication::clipboard()->setText(text); };
    menu.addAction(tr("Copy full name"), this, [&] { copy(m_facts->fullName); });
    menu.addAction(tr("Copy short name"), this, [&] { copy(m_facts->shortName); });
    for (std::size_t i = 0; i < m_facts->facts.size(); ++i) {
        const models::Fact& fact = m_facts->facts[i];
        if (m_cells[i].contains(event->pos()))
            menu.addAction(tr("Copy %1").arg(fact.label), this,
                           [&copy, &fact] { copy(fact.exact.isEmpty() ? fact.value : fact.exact); });
    }
    menu.exec(event->globalPos());
}

} // namespace lanescope::panels
