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
    addSentence(pen, m_handOver->function);
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
    m_jumps.push_back(
        {QRectF(kIndent, pen.y - 10, width() - kMargin - kIndent, height + 4),
         [text = QString::fromStdString(m_handOver->command)] { QApplication::clipboard()->setText(text); },
         tr("copies the command; %1").arg(QString::fromStdString(m_handOver->warnings.front()))});
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
    for (const Finding& finding : m_findings->findings) addCard(pen, finding);
}

// A coloured bar, title and cost, confidence, what was measured, what to try. A click goes to the longest range.
void GuidePanel::addCard(Pen& pen, const Finding& finding) {
    const SignatureInfo& s = *finding.signature;
    const double top = pen.y - 13;
    const std::size_t barAt = pen.layer->boxes.size();
    pen.layer->boxes.push_back(makeBox(kMargin, top, 3, 0, Ink::Muted));
    const std::string title = std::string(1, s.letter) + "  " + std::string(s.title);
    const std::string cost = finding.costNs > 0 ? findingCost(finding, *m_findings) : std::string();
    pen.layer->labels.push_back(makeLabel(kMargin + kCardPadding, pen.y, title, Ink::Text, kTitle));
    pen.y += 17;
    if (!cost.empty())
        pen.layer->labels.push_back(makeLabel(kMargin + kCardPadding, pen.y, cost, Ink::Text, {12, 600, false}));
    pen.layer->labels.push_back(makeLabel(width() - kMargin, pen.y, std::string(confidenceWord(finding.confidence)),
                                          inkOf(finding), {12, 600, false}, scene::Align::Right));
    pen.y += 17;
    std::size_t shown = 0;
    for (const Evidence& e : finding.evidence) {
        if (shown++ == kEvidenceLines) break;
        const std::string line =
            timeline::elidedInMiddle(look().fonts(), evidenceText(e), kSmall, width() - 2 * kMargin - kCardPadding);
        pen.layer->labels.push_back(makeLabel(kMargin + kCardPadding, pen.y, line, Ink::Text2, kSmall));
        pen.y += 15;
    }
    addSentence(pen, "try: " + std::string(s.advice));
    const std::vector<scene::BracketSource> colour =
        scene::bracketSources({{finding}, {}, {}, 0, false, {}, {}, {}, {}});
    scene::Box& bar = pen.layer->boxes[barAt];
    bar.rect.h = static_cast<float>(pen.y - top - 6);
    bar.fill = colour.empty() ? inkOf(finding) : colour.front().ink;
    bar.variant = colour.empty() ? 0 : colour.front().variant;
    std::function<void()> act;
    if (!finding.ranges.empty()) {
        const Interval at = *std::max_element(finding.ranges.begin(), finding.ranges.end(),
                                              [](auto& a, auto& b) { return a.length() < b.length(); });
        act = [this, at, slices = finding.slices] {
            emit rangeWanted(timeRange(at.begin, at.end));
            if (!slices.empty()) emit sliceWanted(slices.front());
        };
    }
    QString tip = QString::fromStdString(evidenceLine(finding));
    for (const std::string& reason : finding.lowered) tip += tr("\nnot surer: %1").arg(QString::fromStdString(reason));
    tip += tr("\nconfirmed by: %1\nrefuted if: %2")
               .arg(QString::fromUtf8(s.confirm.data(), static_cast<qsizetype>(s.confirm.size())),
                    QString::fromUtf8(s.refute.data(), static_cast<qsizetype>(s.refute.size())));
    m_jumps.push_back({QRectF(kMargin, top, width() - 2 * kMargin, pen.y - top - 6), std::move(act), tip});
    pen.y += 14;
}

} // namespace lanescope::panels
