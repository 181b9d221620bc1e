#include "widgets/panels/finding_card.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "widgets/panels/panel_parts.h"

#include <QScrollBar>

namespace lanescope::panels {

namespace {

constexpr int kMargin = 10, kSpacing = 3, kHeadSpace = 5;
constexpr int kTextWidth = FindingCard::kWidth - 2 * 16 - 12; // margins, scroll bar

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

QString mark(EvidenceRole role) {
    switch (role) {
    case EvidenceRole::Confirms:
        return QStringLiteral("+ ");
    case EvidenceRole::Against:
        return QStringLiteral("\u2212 ");
    case EvidenceRole::Measures:
        break;
    }
    return QStringLiteral("\u00b7 ");
}

} // namespace

FindingCard::FindingCard(QWidget* parent) : QScrollArea(parent) {
    setObjectName(QStringLiteral("card"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("the finding"));
    setFocusPolicy(Qt::StrongFocus); // to scroll by keys
    clear();
}

void FindingCard::clear() {
    m_page = new QWidget;
    m_box = new QVBoxLayout(m_page);
    m_box->setContentsMargins(16, kMargin, 16, kMargin);
    m_box->setSpacing(kSpacing);
    setWidget(m_page); // the former page goes
}

void FindingCard::add(const QString& line, int role) {
    QLabel* label = makeText(line, static_cast<TextRole>(role), m_page);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A scroll area asks nobody for the height of broken lines.
    label->ensurePolished();
    label->setFixedSize(kTextWidth, label->heightForWidth(kTextWidth));
    m_box->addWidget(label);
}

void FindingCard::addHead(const QString& line) {
    m_box->addSpacing(kHeadSpace);
    add(line, static_cast<int>(TextRole::Strong));
}

void FindingCard::show(const FindingsResult& result, const Finding& finding) {
    clear();
    const SignatureInfo& s = *finding.signature;
    const auto second = static_cast<int>(TextRole::Second);
    add(QString("%1  %2").arg(QChar::fromLatin1(s.letter)).arg(text(s.title)), static_cast<int>(TextRole::Title));
    QString cost = text(confidenceWord(finding.confidence));
    if (finding.costNs > 0)
        cost = QString("%1, %2, %3")
                   .arg(text(findingCost(finding, result)), text(severityText(severityOf(finding, result.thresholds))),
                        cost);
    add(cost, static_cast<int>(TextRole::Body));
    addHead(tr("Measured"));
    for (const Evidence& e : finding.evidence) add(mark(e.role) + text(evidenceText(e)), second);
    if (!finding.lowered.empty()) addHead(tr("Not surer, because"));
    for (const std::string& reason : finding.lowered) add(text(reason), second);
    addHead(tr("Confirmed by"));
    add(text(s.confirm), second);
    addHead(tr("Would be refuted if"));
    add(text(s.refute), second);
    addHead(tr("What to try"));
    add(text(s.advice), second);
    addHead(tr("Limits it goes by"));
    for (const std::string& limit : limitLines(finding, result.thresholds)) add(text(limit), second);
    m_box->addStretch(1);
    int height = 2 * kMargin; // labels that were not shown yet are nothing to the layout
    for (const QLabel* label : m_page->findChildren<QLabel*>()) height += label->height() + kSpacing + kHeadSpace;
    m_page->setMinimumHeight(height);
    setAccessibleDescription(lines().join(QLatin1Char('\n')));
    verticalScrollBar()->setValue(0);
}

QStringList FindingCard::lines() const {
    QStringList out;
    for (const QLabel* label : m_page->findChildren<QLabel*>()) out << label->text();
    return out;
}

} // namespace lanescope::panels
