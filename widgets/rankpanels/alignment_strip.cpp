#include "widgets/rankpanels/alignment_strip.h"

#include "core/export/quantity.h"

#include <QHBoxLayout>
#include <QRegularExpression>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::rankpanels {

using align::AlignBy;
using ranksview::RanksDocument;

namespace {

constexpr AlignBy kWays[] = {AlignBy::CollectiveEnds, AlignBy::StepStart, AlignBy::Event, AlignBy::None};
constexpr const char* kWayTexts[] = {"collective ends", "step start", "chosen event", "none"};
constexpr int kByHandFrom = 900; // narrower strips leave the shift by number out
const QString kBetween = QStringLiteral("     ");
const QString kMore = QStringLiteral("  \u2026");
constexpr double kMostShiftNs = 9e17;

QString q(const std::string& s) { return QString::fromStdString(s); }

int indexOf(AlignBy by) {
    return static_cast<int>(std::find(std::begin(kWays), std::end(kWays), by) - std::begin(kWays));
}

} // namespace

std::optional<std::int64_t> shiftInText(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^\\s*([+\\-\u2212]?)\\s*(\\d{1,12}(?:\\.\\d{1,9})?)\\s*"
                                                        "(ns|us|\u00b5s|\u03bcs|ms|s)\\s*$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) return std::nullopt;
    const QString unit = match.captured(3);
    const double factor = unit == QLatin1String("ns")   ? 1
                          : unit == QLatin1String("ms") ? 1e6
                          : unit == QLatin1String("s")  ? 1e9
                                                        : 1e3;
    const double ns = match.captured(2).toDouble() * factor;
    if (ns > kMostShiftNs) return std::nullopt;
    const bool minus = !match.captured(1).isEmpty() && match.captured(1) != QLatin1String("+");
    return std::llround(minus ? -ns : ns);
}

AlignmentStrip::AlignmentStrip(RanksDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
    setObjectName(QStringLiteral("alignmentStrip"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(kHeight);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(14, 2, 14, 2);
    box->setSpacing(8);
    auto* title = new QLabel(tr("Alignment"), this);
    title->setStyleSheet(QStringLiteral("font-weight: 600;"));
    title->setFixedWidth(198);
    m_ways = new QComboBox(this);
    m_ways->setAccessibleName(tr("how clocks are laid together"));
    for (const char* text : kWayTexts) m_ways->addItem(tr(text));
    m_words = new QLabel(this);
    m_words->setProperty("role", "second");
    m_words->setMinimumWidth(0);
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_words->installEventFilter(this);
    m_by = new QLabel(tr("shift"), this);
    m_by->setProperty("role", "muted");
    m_ranks = new QComboBox(this);
    m_ranks->setAccessibleName(tr("rank to shift"));
    m_shift = new QLineEdit(this);
    m_shift->setPlaceholderText(QStringLiteral("+0.5 ms"));
    m_shift->setFixedWidth(84);
    m_shift->setAccessibleName(tr("shift of the rank's clock"));
    m_undo = new QPushButton(tr("Undo alignment"), this);
    m_undo->setProperty("role", "link");
    box->addWidget(title);
    box->addWidget(m_ways);
    box->addSpacing(6);
    box->addWidget(m_words, 1);
    box->addWidget(m_by);
    box->addWidget(m_ranks);
    box->addWidget(m_shift);
    box->addSpacing(8);
    box->addWidget(m_undo);
    connect(m_ways, &QComboBox::activated, this, &AlignmentStrip::choose);
    connect(m_shift, &QLineEdit::returnPressed, this, &AlignmentStrip::shiftByHand);
    connect(m_undo, &QPushButton::clicked, &document, &RanksDocument::undo);
    connect(&document, &RanksDocument::changed, this, &AlignmentStrip::refresh);
    connect(&document, &RanksDocument::clocksMoved, this, &AlignmentStrip::refresh);
    connect(&document, &RanksDocument::alignmentChanged, this, &AlignmentStrip::refresh);
    connect(&document, &RanksDocument::shownChanged, this, &AlignmentStrip::refresh);
    refresh();
}

void AlignmentStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_by), static_cast<QWidget*>(m_ranks), static_cast<QWidget*>(m_shift)})
        widget->setVisible(width() >= kByHandFrom);
}

bool AlignmentStrip::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_words && event->type() == QEvent::Resize) fitWords();
    return QWidget::eventFilter(watched, event);
}

// Facts stand whole or not at all; all of them are in the tip.
void AlignmentStrip::fitWords() {
    QStringList shown = m_facts;
    const auto text = [&] { return shown.join(kBetween) + (shown.size() < m_facts.size() ? kMore : QString()); };
    while (!shown.isEmpty() && m_words->fontMetrics().horizontalAdvance(text()) > m_words->width()) shown.removeLast();
    m_words->setText(shown.isEmpty() ? QString() : text());
}

QString AlignmentStrip::words() const { return m_facts.join(kBetween); }

void AlignmentStrip::choose(int index) {
    const AlignBy by = kWays[std::clamp(index, 0, 3)];
    if (by == AlignBy::Event) {
        emit eventWanted();
        return refresh(); // until it is known where the event lies on every rank
    }
    m_document.alignBy(by);
}

void AlignmentStrip::shiftByHand() {
    const auto ns = shiftInText(m_shift->text());
    m_shift->setProperty("role", ns ? "" : "bad");
    if (!ns) {
        m_shift->setToolTip(tr("expected a duration such as +0.5 ms or -12 \u00b5s"));
        return m_shift->selectAll();
    }
    m_shift->setToolTip({});
    m_document.shiftRank(static_cast<std::size_t>(m_ranks->currentData().toULongLong()), *ns,
                         RanksDocument::Shift::New);
    m_shift->clear();
}

void AlignmentStrip::refresh() {
    setEnabled(m_document.isOpen());
    m_facts.clear();
    if (!m_document.isOpen()) return m_words->clear();
    const align::Alignment& alignment = m_document.set().alignment;
    m_ways->setCurrentIndex(indexOf(alignment.by));
    double drift = 0;
    std::size_t loose = 0, byHand = 0;
    for (std::size_t r = 0; r < alignment.ranks.size(); ++r) {
        drift = std::max(drift, std::abs(alignment.ranks[r].drift) * 1e6);
        loose += alignment.ranks[r].aligned ? 0 : 1;
        byHand += m_document.shiftedBy(r) != 0 ? 1 : 0;
    }
    const std::size_t matched = m_document.set().matching.collectives.size();
    const std::size_t unmatched = m_document.set().matching.unmatched.size();
    QStringList words;
    if (m_document.isMeasuring()) words << tr("figures follow \u2026");
    words << QStringList{tr("reference %1").arg(q(m_document.label(alignment.reference)))};
    if (alignment.by == AlignBy::None)
        words << (align::onOneClock(m_document.set().records) ? tr("one clock for all") : tr("base times only"));
    else
        words << tr("residual %1").arg(q(formatDuration(alignment.residualNs)));
    if (alignment.by == AlignBy::CollectiveEnds)
        words << (drift == 0 ? tr("no drift")
                             : tr("drift up to %1 ppm").arg(q(formatNumber(std::round(drift * 10) / 10))));
    if (alignment.by == AlignBy::Event) words << tr("first %1").arg(q(m_document.alignedEvent()).left(40));
    words << (matched == 1 ? tr("1 collective matched")
                           : tr("%1 collectives matched").arg(q(formatCount(static_cast<std::int64_t>(matched)))));
    if (unmatched > 0)
        words << (unmatched == 1 ? tr("1 part unmatched")
                                 : tr("%1 parts unmatched").arg(q(formatCount(static_cast<std::int64_t>(unmatched)))));
    if (loose > 0) words << tr("%1 not aligned").arg(loose);
    if (byHand > 0) words << tr("%1 shifted by hand").arg(byHand);
    m_facts = words;
    m_words->setToolTip(this->words());
    fitWords();
    m_undo->setVisible(m_document.canUndo());
    const QVariant before = m_ranks->currentData();
    m_ranks->clear();
    for (const std::size_t record : m_document.shown())
        m_ranks->addItem(q(m_document.label(record)), static_cast<qulonglong>(record));
    if (const int at = m_ranks->findData(before); at >= 0) m_ranks->setCurrentIndex(at);
}

} // namespace lanescope::rankpanels
