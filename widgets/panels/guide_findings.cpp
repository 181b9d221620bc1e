// The guide's last parts: one kernel handed over to Nsight Compute, findings as cards, notes on the capture.
#include "widgets/panels/guide_panel.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "widgets/scene/brackets_lane.h"

#include <QApplication>
#include <QClipboard>

#include <algorithm>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
const QString kSlot = QStringLiteral("guide findings");
constexpr double kMargin = 16, kIndent = 42, kCardPadding = 12;
constexpr std::size_t kEvidenceLines = 6;
const scene::TextStyle kTitle{12.5F, 600, false}, kSmall{11, 400, false}, kCode{10.5F, 400, true};

Ink inkOf(const Finding& finding) {
    if (finding.signature == &healthySignature()) return Ink::Good;
    if (finding.confidence == Confidence::Confirmed) return Ink::Good;
    return finding.confidence == Confidence::Likely ? Ink::Warn : Ink::Text2;
}
} // namespace

// Off the GUI thread: the guide for the hand-over, and the findings.
void GuidePanel::askFindings() {
    m_runner.cancel(kSlot);
    if (!m_shared.document.isOpen() || m_shared.document.isPartial() || !m_shared.document.analysis()) return;
    const auto store = m_shared.document.sharedStore();
    if (m_findings && m_findingsOf == store.get()) return;
    m_findings.reset();
    m_handOver.reset();
    m_runner.start(
        kSlot, this,
        [store](RunContext& context) -> Result<Found> {
            Found found;
            found.of = store;
            auto findings = findFindings(*store, {}, context);
            if (!findings.ok()) return findings.error();
            found.findings = std::make_shared<const FindingsResult>(std::move(*findings));
            auto guide = readingGuide(*store, {}, context);
            if (!guide.ok()) return guide.error();
            found.handOver = std::move(guide->handOver);
            return found;
        },
        [this](Result<Found> result) {
            if (!result.ok() || !m_shared.document.isOpen() || result->of != m_shared.document.sharedStore()) return;
            m_findings = result->findings;
            m_findingsOf = result->of.get();
            m_handOver = std::move(result->handOver);
            invalidate();
            setAccessibleDescription(lines().join(QLatin1Char('\n')));
            emit findingsFound(m_findings);
        });
}

void GuidePanel::addHandOver(Pen& pen) {
    if (!m_handOver) return;
    addSection(pen, 5, "One kernel", "");
    // Template names have no blanks to break at: one line, its ends kept, the whole name on the pointer.
    const double room = width() - kMargin - kIndent;
    pen.layer->labels.push_back(makeLabel(kIndent, pen.y,
                                          timeline::elidedInMiddle(look().fonts(), m_handOver->function, kSmall, room),
                                          Ink::Text2, kSmall));
    m_jumps.push_back({QRectF(kIndent, pen.y - 12, room, 16), {}, QString::fromStdString(m_handOver->function)});
    pen.y += 16;
    double height = 8;
    std::vector<std::string> shown;
    std::string rest = m_handOver->command;
    for (std::size_t end = 0; !rest.empty();) {
        end = std::min(rest.find('\n'), rest.size());
        shown.push_back(timeline::elided(look().fonts(), rest.substr(0, end), kCode, width() - kIndent - kMargin - 16));
        rest.erase(0, end + 1);
        height += 15;
    }
    scene::Box back = makeBox(kIndent, pen.y - 10, width() - kMargin - kIndent, height + 4, Ink::Input);
    back.shape = scene::Shape::Round;
    back.radius = 5;
    back.edge = Ink::Line2;
    pen.layer->boxes.push_back(back);
    // Some commands come without a warning.
    const QString warning =
        m_handOver->warnings.empty() ? QString() : QString::fromStdString(m_handOver->warnings.front());
    m_jumps.push_back(
        {QRectF(kIndent, pen.y - 10, width() - kMargin - kIndent, height + 4),
         [text = QString::fromStdString(m_handOver->command)] { QApplication::clipboard()->setText(text); },
         warning.isEmpty() ? tr("copies the command") : tr("copies the command; %1").arg(warning)});
    pen.y += 6;
    for (const std::string& line : shown) {
        pen.layer->labels.push_back(makeLabel(kIndent + 8, pen.y, line, Ink::Text, kCode));
        pen.y += 15;
    }
    pen.y += 18;
}

void GuidePanel::addFindings(Pen& pen) {
    if (!m_findings) return;
    pen.layer->lines.push_back(makeLine(kMargin, pen.y - 8, width() - kMargin, pen.y - 8, Ink::Line));
    pen.y += 14;
    pen.layer->labels.push_back(makeLabel(kMargin, pen.y, "Findings", Ink::Text, {14, 600, false}));
    pen.y += 20;
    if (m_findings->findings.empty()) {
        addSentence(pen, "No signature holds, and the trace is not shown to be healthy.");
        pen.y += 12;
    }
    for (std::size_t i = 0; i < m_findings->findings.size(); ++i) addCard(pen, i);
}

// A coloured bar, title and cost, confidence, what was measured, what to try; more on demand. A click goes there.
void GuidePanel::addCard(Pen& pen, std::size_t number) {
    const Finding& finding = m_findings->findings[number];
    const SignatureInfo& s = *finding.signature;
    const double top = pen.y - 13;
    const std::size_t barAt = pen.layer->boxes.size();
    pen.layer->boxes.push_back(makeBox(kMargin, top, 3, 0, Ink::Muted));
    const std::string title = std::string(1, s.letter) + "  " + std::string(s.title);
    const std::string cost = finding.costNs > 0 ? findingCost(finding, *m_findings) : std::string();
    pen.layer->labels.push_back(makeLabel(kMargin + kCardPadding, pen.y, title, Ink::Text, kTitle));
    if (!cost.empty()) { // without a cost the confidence stands on the title's line
        pen.y += 17;
        pen.layer->labels.push_back(makeLabel(kMargin + kCardPadding, pen.y, cost, Ink::Text, {12, 600, false}));
    }
    pen.layer->labels.push_back(makeLabel(width() - kMargin, pen.y, std::string(confidenceWord(finding.confidence)),
                                          inkOf(finding), {12, 600, false}, scene::Align::Right));
    pen.y += 17;
    std::size_t shown = 0;
    const bool all = m_opened.contains(number);
    for (const Evidence& e : finding.evidence) {
        if (!all && shown++ == kEvidenceLines) break;
        addCardText(pen, evidenceText(e));
    }
    addCardText(pen, "try: " + std::string(s.advice));
    addMore(pen, number, top);
    const std::vector<scene::BracketSource> colour =
        scene::bracketSources({{finding}, {}, {}, 0, false, {}, {}, {}, {}});
    scene::Box& bar = pen.layer->boxes[barAt];
    bar.rect.h = static_cast<float>(pen.y - top - 8);
    bar.fill = colour.empty() ? inkOf(finding) : colour.front().ink;
    bar.variant = colour.empty() ? 0 : colour.front().variant;
    pen.y += 12;
}

// The rest of a card, when it is open; the link that opens and closes it; where the card's clicks go.
void GuidePanel::addMore(Pen& pen, std::size_t number, double top) {
    const Finding& finding = m_findings->findings[number];
    const SignatureInfo& s = *finding.signature;
    const bool open = m_opened.contains(number);
    if (open) {
        for (const std::string& reason : finding.lowered) addCardText(pen, "not surer: " + reason);
        addCardText(pen, "confirmed by: " + std::string(s.confirm));
        addCardText(pen, "refuted if: " + std::string(s.refute));
        for (const std::string& limit : limitLines(finding, m_findings->thresholds))
            addCardText(pen, "limit: " + limit);
    }
    pen.y += 2;
    const double left = kMargin + kCardPadding;
    pen.layer->labels.push_back(makeLabel(left, pen.y, open ? "less" : "more", Ink::Accent, kSmall));
    m_jumps.push_back({QRectF(left - 4, pen.y - 13, 48, 18),
                       [this, number, open] {
                           if (open)
                               m_opened.erase(number);
                           else
                               m_opened.insert(number);
                           invalidate();
                           setAccessibleDescription(lines().join(QLatin1Char('\n')));
                       },
                       open ? tr("less of this finding") : tr("what confirms it, what would refute it, its limits")});
    pen.y += 15;
    const QString tip = QString::fromStdString(evidenceLine(finding));
    m_jumps.push_back({QRectF(kMargin, top, width() - 2 * kMargin, pen.y - top - 8),
                       [this, number] { emit findingWanted(number); }, tip});
}

// Broken at blanks; what has none is cut in the middle.
void GuidePanel::addCardText(Pen& pen, const std::string& text) {
    const double left = kMargin + kCardPadding, room = width() - kMargin - left;
    std::string line;
    const auto flush = [&] {
        if (line.empty()) return;
        pen.layer->labels.push_back(
            makeLabel(left, pen.y, timeline::elidedInMiddle(look().fonts(), line, kSmall, room), Ink::Text2, kSmall));
        pen.y += 15;
        line.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!line.empty() && look().fonts().width(line + " " + word, kSmall) > room) flush();
        line += (line.empty() ? "" : " ") + word;
        at = end + 1;
    }
    flush();
}

} // namespace lanescope::panels
