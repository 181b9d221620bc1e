#include "widgets/rankpanels/verdict_panel.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <QApplication>
#include <QClipboard>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;
using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;

namespace {
constexpr double kLeft = 16, kRowHeight = 19, kBarRow = 18;
constexpr std::size_t kMostBars = 16, kMostNodes = 8;
constexpr scene::TextStyle kBody{12, 400, false}, kStrong{12, 600, false}, kTitle{14, 600, false},
    kVerdict{20, 600, false}, kSmall{11, 400, false}, kSmallStrong{11, 600, false};

Ink inkOf(StragglerVerdict::Confidence confidence) {
    if (confidence == StragglerVerdict::Confidence::Confirmed) return Ink::Good;
    return confidence == StragglerVerdict::Confidence::Likely ? Ink::Warn : Ink::Text2;
}

std::string signedShare(double share) {
    if (std::abs(share) < 0.0005) return "0" + std::string(kThinSpace) + "%";
    return fmt::format("{}{:.1f}{}%", share < 0 ? kMinus : "+", std::abs(share) * 100, kThinSpace);
}
} // namespace

VerdictPanel::VerdictPanel(timeline::Look& look, RanksDocument& document, QWidget* parent)
    : SceneWidget(look, parent), m_document(document) {
    setAccessibleName(tr("straggler"));
    m_worst = new QPushButton(tr("Go to worst step"), this);
    m_note = new QPushButton(tr("Turn into note"), this);
    m_note->setToolTip(tr("a note over the worst step, in the trace of this rank"));
    m_copy = new QPushButton(tr("Copy"), this);
    m_copy->setToolTip(tr("copy the verdict"));
    m_copy->setAccessibleName(tr("copy the verdict"));
    connect(m_note, &QPushButton::clicked, this, &VerdictPanel::noteWanted);
    connect(m_worst, &QPushButton::clicked, this, [this] {
        if (!m_verdict.slow.empty() && m_verdict.worstStep)
            emit stepWanted(m_verdict.slow.front(), *m_verdict.worstStep);
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(QString::fromStdString(text()));
        emit said(tr("the verdict is in the clipboard"));
    });
    connect(&document, &RanksDocument::changed, this, &VerdictPanel::refresh);
    connect(&document, &RanksDocument::alignmentChanged, this, &VerdictPanel::refresh);
    connect(&document, &RanksDocument::layoutChanged, this, &VerdictPanel::refresh);
    refresh();
}

void VerdictPanel::refresh() {
    m_verdict = m_document.isOpen()
                    ? stragglerVerdict(m_document.set(), m_document.report(), m_document.measures().pipeline)
                    : StragglerVerdict{};
    m_worst->setVisible(m_document.isOpen() && m_verdict.worstStep.has_value());
    m_note->setVisible(m_document.isOpen() && !m_verdict.slow.empty() &&
                       m_document.job().timelineOf(m_verdict.slow.front()));
    m_copy->setVisible(m_document.isOpen());
    m_scroll = 0;
    setAccessibleDescription(QString::fromStdString(m_verdict.title + ". " + m_verdict.why));
    invalidate();
}

std::string VerdictPanel::text() const {
    std::string out = "**" + m_verdict.title + "**";
    if (m_verdict.confidence != StragglerVerdict::Confidence::None)
        out += fmt::format(" ({})", certaintyWord(m_verdict.confidence));
    out += ": " + m_verdict.why + "\n";
    if (!m_verdict.cost.empty()) out += "\nCost: " + m_verdict.cost + "\n";
    out += "\n";
    for (const auto& [name, value] : m_verdict.evidence) out += "- " + name + ": " + value + "\n";
    if (!m_verdict.refute.empty()) out += "\nWould refute it: " + m_verdict.refute + "\nTry: " + m_verdict.tries + "\n";
    for (const std::string& said : m_verdict.said) out += "\n" + said;
    return out + "\n";
}

QStringList VerdictPanel::lines() {
    QStringList out;
    for (const scene::Layer& layer : currentScene().layers)
        for (const scene::Label& label : layer.labels) out << QString::fromStdString(label.text);
    return out;
}

void VerdictPanel::build(scene::Scene& out) {
    out.background = Ink::Panel;
    out.layers.resize(2);
    m_barRows.clear();
    scene::Layer& edge = out.layers[1];
    edge.lines.push_back(timeline::makeLine(0.5, 0, 0.5, height(), Ink::Line2));
    if (!m_document.isOpen()) return;
    Pen pen{&out.layers[0], 26 - m_scroll};
    addHead(pen);
    addText(pen, m_verdict.why, Ink::Text2);
    if (!m_verdict.cost.empty()) {
        pen.y += 6;
        pen.layer->labels.push_back(makeLabel(kLeft, pen.y, "Cost", Ink::Text, kStrong));
        pen.layer->labels.push_back(makeLabel(right(), pen.y, m_verdict.cost, Ink::Text, kStrong, scene::Align::Right));
        pen.y += 12;
        addRule(pen);
    }
    if (!m_verdict.evidence.empty()) addTitle(pen, "Evidence");
    for (const auto& [name, value] : m_verdict.evidence) addRow(pen, name, value);
    addBars(pen);
    if (!m_verdict.refute.empty()) {
        addRule(pen);
        addTitle(pen, "Would refute it");
        addText(pen, m_verdict.refute, Ink::Text2);
        addTitle(pen, "Try");
        addText(pen, m_verdict.tries, Ink::Text2);
    }
    addNodes(pen);
    placeButtons(static_cast<int>(pen.y));
    pen.y += 46;
    addRule(pen);
    addTitle(pen, "Said about this set");
    for (const std::string& said : m_verdict.said) addText(pen, said, Ink::Text2);
    m_contentHeight = pen.y + m_scroll;
}

void VerdictPanel::placeButtons(int y) {
    int x = static_cast<int>(kLeft);
    for (QPushButton* button : {m_worst, m_note, m_copy}) {
        if (!button->isVisibleTo(this)) continue;
        button->setGeometry(x, y, button->sizeHint().width(), 28);
        x = button->geometry().right() + 9;
    }
}

// Sums by node, where hosts are known or ranks per node were given.
void VerdictPanel::addNodes(Pen& pen) {
    const std::vector<std::vector<Cell>>& nodes = m_document.measures().table("straggler_nodes").rows;
    if (nodes.empty()) return;
    addTitle(pen, "By node: mean wait, came last");
    for (std::size_t n = 0; n < nodes.size() && n < kMostNodes; ++n)
        addRow(pen, timeline::elided(look().fonts(), std::get<std::string>(nodes[n][0]), kBody, (right() - kLeft) / 2),
               fmt::format("{}, {} times", formatDuration(std::get<std::int64_t>(nodes[n][2]), Precision::Slice),
                           std::get<std::int64_t>(nodes[n][3])));
    if (nodes.size() > kMostNodes)
        addRow(pen, fmt::format("and {} more: Straggler tab", nodes.size() - kMostNodes), "");
    pen.y += 6;
}

void VerdictPanel::addHead(Pen& pen) {
    pen.layer->labels.push_back(makeLabel(kLeft, pen.y, "Straggler", Ink::Text, kTitle));
    const auto& steps = m_document.report().steps;
    if (!steps.empty())
        pen.layer->labels.push_back(
            makeLabel(right(), pen.y,
                      steps.size() == 1 ? fmt::format("step {}", steps.front().number)
                                        : fmt::format("steps {} to {}", steps.front().number, steps.back().number),
                      Ink::Text2, kSmall, scene::Align::Right));
    pen.y += 12;
    addRule(pen);
    pen.y += 14;
    double x = kLeft;
    if (!m_verdict.slow.empty()) {
        pen.layer->marks.push_back({scene::MarkShape::TriangleUp,
                                    {static_cast<float>(x + 8), static_cast<float>(pen.y - 7)},
                                    17,
                                    15,
                                    Ink::Warn});
        x += 28;
    }
    pen.layer->labels.push_back(makeLabel(
        x, pen.y, timeline::elided(look().fonts(), m_verdict.title, kVerdict, right() - x - 76), Ink::Text, kVerdict));
    if (m_verdict.confidence != StragglerVerdict::Confidence::None)
        pen.layer->labels.push_back(makeLabel(right(), pen.y, std::string(certaintyWord(m_verdict.confidence)),
                                              inkOf(m_verdict.confidence), kStrong, scene::Align::Right));
    pen.y += 24;
}

void VerdictPanel::addRule(Pen& pen) {
    pen.layer->lines.push_back(timeline::makeLine(kLeft, pen.y + 0.5, right(), pen.y + 0.5, Ink::Line));
    pen.y += 20;
}

void VerdictPanel::addTitle(Pen& pen, const std::string& text) {
    pen.layer->labels.push_back(
        makeLabel(kLeft, pen.y, timeline::elided(look().fonts(), text, kStrong, right() - kLeft), Ink::Text, kStrong));
    pen.y += kRowHeight;
}

// Name left, figure right; a figure that does not fit beside goes below, whole.
void VerdictPanel::addRow(Pen& pen, const std::string& name, const std::string& value) {
    pen.layer->labels.push_back(makeLabel(kLeft, pen.y, name, Ink::Text2, kBody));
    const double room = right() - kLeft - look().fonts().width(name, kBody) - 10;
    if (look().fonts().width(value, kBody) > room) pen.y += kRowHeight - 3;
    pen.layer->labels.push_back(makeLabel(right(), pen.y, value, Ink::Text, kBody, scene::Align::Right));
    pen.y += kRowHeight;
}

void VerdictPanel::addText(Pen& pen, const std::string& text, Ink ink) {
    std::istringstream words(text);
    std::string line, word;
    const auto flush = [&] {
        if (line.empty()) return;
        pen.layer->labels.push_back(
            makeLabel(kLeft, pen.y, timeline::elided(look().fonts(), line, kBody, right() - kLeft), ink, kBody));
        pen.y += 17;
        line.clear();
    };
    while (words >> word) {
        const std::string longer = line.empty() ? word : line + " " + word;
        if (look().fonts().width(longer, kBody) > right() - kLeft && !line.empty()) {
            flush();
            line = word;
        } else {
            line = longer;
        }
    }
    flush();
    pen.y += 6;
}

// The straggler and those around it when there are many.
void VerdictPanel::addBars(Pen& pen) {
    if (m_verdict.bars.empty()) return;
    pen.y += 8;
    std::string first = m_verdict.barsTitle, second;
    if (look().fonts().width(first, kStrong) > right() - kLeft) {
        const std::size_t comma = first.find(", ");
        second = comma == std::string::npos ? "" : first.substr(comma + 2);
        first = first.substr(0, comma);
    }
    addTitle(pen, first);
    if (!second.empty()) {
        pen.y -= 3;
        pen.layer->labels.push_back(makeLabel(kLeft, pen.y, second, Ink::Text2, kSmall));
        pen.y += kRowHeight;
    }
    std::vector<std::pair<std::size_t, double>> bars = m_verdict.bars;
    const std::size_t all = bars.size();
    if (bars.size() > kMostBars) {
        std::stable_sort(bars.begin(), bars.end(),
                         [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
        bars.resize(kMostBars);
    }
    double most = 0.02, least = 0;
    for (const auto& [record, share] : bars) {
        most = std::max(most, share);
        least = std::min(least, share);
    }
    constexpr double kName = 58, kValue = 62;
    const double room = right() - kLeft - kName - kValue;
    const double zero = kLeft + kName + room * (-least) / (most - least);
    for (const auto& [record, share] : bars) {
        const bool marked = std::find(m_verdict.slow.begin(), m_verdict.slow.end(), record) != m_verdict.slow.end();
        const scene::TextStyle& style = marked ? kSmallStrong : kSmall;
        const std::string name = timeline::elided(look().fonts(), m_document.label(record), style, kName - 6);
        pen.layer->labels.push_back(makeLabel(kLeft, pen.y, name, marked ? Ink::Text : Ink::Text2, style));
        const double w = std::max(1.5, std::abs(share) / (most - least) * room);
        pen.layer->boxes.push_back(
            makeBox(share < 0 ? zero - w : zero, pen.y - 9, w, 10, marked ? Ink::Warn : Ink::Muted));
        pen.layer->labels.push_back(
            makeLabel(right(), pen.y, signedShare(share), marked ? Ink::Text : Ink::Text2, style, scene::Align::Right));
        m_barRows.emplace_back(QRectF(0, pen.y - 13, width(), kBarRow), record);
        pen.y += kBarRow;
    }
    if (all > bars.size()) {
        pen.layer->labels.push_back(
            makeLabel(kLeft, pen.y, fmt::format("and {} closer to it", all - bars.size()), Ink::Muted, kSmall));
        pen.y += kBarRow;
    }
    pen.y += 4;
}

void VerdictPanel::wheelEvent(QWheelEvent* event) {
    m_scroll = std::clamp(m_scroll - event->angleDelta().y() / 2.0, 0.0, std::max(0.0, m_contentHeight - height()));
    invalidate();
    event->accept();
}

void VerdictPanel::mousePressEvent(QMouseEvent* event) {
    for (const auto& [rect, record] : m_barRows)
        if (rect.contains(event->position())) return emit rankWanted(record);
}

bool VerdictPanel::event(QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show) currentScene(); // places the buttons
    return SceneWidget::event(event);
}

} // namespace lanescope::rankpanels
