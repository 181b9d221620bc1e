#include "widgets/trainer/practice_side.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "widgets/panels/panel_parts.h"

#include <QHBoxLayout>
#include <QRegularExpressionValidator>
#include <QVBoxLayout>

namespace lanescope::trainer {

using panels::ButtonRole;
using panels::makeButton;
using panels::makeText;
using panels::TextRole;

namespace {

constexpr int kTextWidth = PracticeSide::kWidth - 2 * 16 - 12; // margins, scroll bar

QString qt(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }
QString seconds(std::int64_t ms) { return QString("%1 s").arg(static_cast<double>(ms) / 1000, 0, 'f', 1); }

QLabel* wrapped(TextRole role, QWidget* parent) {
    QLabel* label = makeText({}, role, parent);
    label->setWordWrap(true);
    return label;
}

} // namespace

PracticeSide::PracticeSide(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("card"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(kWidth);
    m_title = wrapped(TextRole::Statement, this);
    m_score = wrapped(TextRole::Second, this);
    m_question = wrapped(TextRole::Strong, this);
    m_place = wrapped(TextRole::Second, this);
    m_choices = new QWidget(this);
    m_group = new QButtonGroup(this);
    auto* list = new QVBoxLayout(m_choices);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(4);
    int number = 0;
    for (const SignatureInfo& s : builtinSignatures()) {
        QPushButton* button =
            makeButton(QString("%1   %2").arg(number + 1).arg(qt(s.title)), ButtonRole::Plain, m_choices);
        button->setCheckable(true);
        button->setStyleSheet(QStringLiteral("text-align: left;"));
        button->setToolTip(qt(s.seen));
        m_group->addButton(button, number++);
        list->addWidget(button);
    }
    m_seedRow = new QWidget(this);
    auto* seedBox = new QHBoxLayout(m_seedRow);
    seedBox->setContentsMargins(0, 0, 0, 0);
    m_seed = new QLineEdit(m_seedRow);
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,9}")), m_seed));
    m_seed->setAccessibleName(tr("seed: the same number gives the same rounds"));
    seedBox->addWidget(makeText(tr("Seed"), TextRole::Body, m_seedRow));
    seedBox->addWidget(m_seed, 1);
    m_scroll = new QScrollArea(this);
    m_scroll->setAccessibleName(tr("questions and answers"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_act = makeButton({}, ButtonRole::Primary, this);
    m_leave = makeButton(tr("Leave"), ButtonRole::Plain, this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_leave);
    buttons->addStretch();
    buttons->addWidget(m_act);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(16, 14, 16, 14);
    box->setSpacing(8);
    for (QWidget* w : std::initializer_list<QWidget*>{m_title, m_score, m_seedRow, m_question, m_choices, m_place})
        box->addWidget(w);
    box->addWidget(m_scroll, 1);
    box->addLayout(buttons);
    connect(m_group, &QButtonGroup::idClicked, this, [this] {
        refresh();
        emit chosenChanged();
    });
    connect(m_act, &QPushButton::clicked, this, &PracticeSide::actWanted);
    connect(m_leave, &QPushButton::clicked, this, &PracticeSide::leaveWanted);
    setBody({});
}

void PracticeSide::setBody(const Lines& lines) {
    m_body = new QWidget;
    auto* box = new QVBoxLayout(m_body);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(4);
    int height = 0;
    for (const auto& [text, role] : lines) {
        QLabel* label = wrapped(role, m_body);
        label->setText(text);
        label->ensurePolished();
        label->setFixedSize(kTextWidth, label->heightForWidth(kTextWidth));
        if (role == TextRole::Strong) box->addSpacing(6);
        height += label->height() + 4 + 6;
        box->addWidget(label);
    }
    box->addStretch(1);
    m_body->setMinimumHeight(height); // labels that were not shown yet are nothing to the layout
    m_scroll->setWidget(m_body);      // the former one goes
}

void PracticeSide::setHead(const Practice& practice) {
    m_title->setText(tr("Practice, round %1 of %2").arg(practice.round() + 1).arg(practice.rounds()));
    m_score->setText(tr("%1 of %2 points, %3, seed %4")
                         .arg(practice.points())
                         .arg(Practice::kPointsPerRound * static_cast<int>(practice.results().size()))
                         .arg(seconds(practice.milliseconds()))
                         .arg(practice.seed()));
}

// The button that goes on can be pressed when there is something to check.
void PracticeSide::refresh() {
    if (!m_asking) return;
    const auto answer = chosen();
    m_act->setEnabled(answer && (m_hasPlace || !Practice::needsPlace(*answer)));
    if (m_hasPlace) return;
    m_place->setText(
        answer && !Practice::needsPlace(*answer)
            ? tr("A healthy trace has no place to mark.")
            : tr("Where is the evidence? Click or drag on the timeline, or press E for the middle of the view."));
}

void PracticeSide::showStart(std::uint64_t seed, const std::optional<PracticeResult>& best) {
    m_asking = false;
    m_title->setText(tr("Practice"));
    m_score->setText(best ? tr("Best so far: %1 of %2 points in %3 (seed %4).")
                                .arg(best->points)
                                .arg(best->mostPoints)
                                .arg(seconds(best->milliseconds))
                                .arg(best->seed)
                          : tr("Nothing practised yet."));
    m_seedRow->show();
    m_seed->setText(QString::number(seed));
    m_question->hide();
    m_choices->hide();
    m_place->hide();
    setBody(
        {{tr("Ten made-up traces. Say of each which bottleneck it has, or that it is healthy, and where it can be "
             "seen. "
             "One point for the bottleneck, one for the place; the clock runs until you check."),
          TextRole::Body},
         {tr("Keys"), TextRole::Strong},
         {tr("1 to 9: the answer. E: the middle of the view is the place. Enter: check, then the next round. W A S D: "
             "zoom and pan. 0: the whole trace. Ctrl+. and Ctrl+,: next and previous step. Esc: leave."),
          TextRole::Second}});
    m_act->setText(tr("Start"));
    m_act->setEnabled(true);
}

void PracticeSide::showMaking(const Practice& practice) {
    m_asking = false;
    setHead(practice);
    m_seedRow->hide();
    m_choices->hide();
    m_place->hide();
    m_question->setText(tr("The trace is being made\u2026"));
    m_question->show();
    setBody({});
    m_act->setEnabled(false);
}

void PracticeSide::ask(const Practice& practice) {
    setHead(practice);
    m_asking = true;
    m_hasPlace = false;
    m_question->setText(tr("Which bottleneck is it?"));
    m_question->show();
    m_group->setExclusive(false);
    for (QAbstractButton* button : m_group->buttons()) button->setChecked(false);
    m_group->setExclusive(true);
    m_choices->show();
    m_place->show();
    setBody({});
    m_act->setText(tr("Check"));
    refresh();
}

void PracticeSide::choose(std::size_t signature) {
    QAbstractButton* button = m_group->button(static_cast<int>(signature));
    if (!m_asking || !button) return;
    button->setChecked(true);
    refresh();
    emit chosenChanged();
}

std::optional<std::string> PracticeSide::chosen() const {
    const int id = m_group->checkedId();
    if (id < 0) return std::nullopt;
    return std::string(builtinSignatures()[static_cast<std::size_t>(id)].id);
}

void PracticeSide::setPlace(const QString& text) {
    if (!m_asking) return;
    m_hasPlace = !text.isEmpty();
    m_place->setText(text);
    refresh();
}

void PracticeSide::showVerdict(const Practice& practice, const RoundResult& result, const FindingsResult& findings) {
    m_asking = false;
    setHead(practice);
    const Finding& finding = findings.findings.front();
    const SignatureInfo& s = *finding.signature;
    const bool healthy = !Practice::needsPlace(s.id);
    m_question->setText(result.signatureRight ? tr("\u2713 Right: %1").arg(qt(s.title))
                                              : tr("\u2717 It was: %1").arg(qt(s.title)));
    m_choices->hide();
    m_place->setText(healthy             ? tr("There is nothing to mark in a healthy trace.")
                     : result.placeRight ? tr("\u2713 The place is right; all of them are marked above the timeline.")
                                         : tr("\u2717 The place is another; it is marked above the timeline."));
    Lines lines{{tr("Measured"), TextRole::Strong}};
    if (finding.costNs > 0) lines << std::pair(qt(findingCost(finding, findings)), TextRole::Second);
    for (const Evidence& e : finding.evidence) lines << std::pair(qt(evidenceText(e)), TextRole::Second);
    lines << std::pair(tr("Told from what looks alike by"), TextRole::Strong)
          << std::pair(qt(s.confirm), TextRole::Second) << std::pair(tr("What to try"), TextRole::Strong)
          << std::pair(qt(s.advice), TextRole::Second);
    setBody(lines);
    m_act->setText(practice.isOver() ? tr("Result") : tr("Next round"));
    m_act->setEnabled(true);
}

void PracticeSide::showEnd(const Practice& practice, const PracticeResult& best) {
    m_asking = false;
    m_title->setText(tr("%1 of %2 points").arg(practice.points()).arg(practice.mostPoints()));
    m_score->setText(tr("in %1, seed %2. Best: %3 of %4 in %5.")
                         .arg(seconds(practice.milliseconds()))
                         .arg(practice.seed())
                         .arg(best.points)
                         .arg(best.mostPoints)
                         .arg(seconds(best.milliseconds)));
    m_question->setText(tr("Round by round"));
    m_place->hide();
    Lines lines;
    const auto plans = planRounds(practice.seed());
    for (std::size_t i = 0; i < practice.results().size(); ++i) {
        const RoundResult& r = practice.results()[i];
        lines << std::pair(QString("%1. %2  %3 %4  %5")
                               .arg(i + 1)
                               .arg(qt(findSignature(plans[i].signature)->title),
                                    r.signatureRight ? QStringLiteral("\u2713") : QStringLiteral("\u2717"),
                                    r.placeRight ? QStringLiteral("\u2713") : QStringLiteral("\u2717"),
                                    seconds(r.milliseconds)),
                           TextRole::Second);
    }
    setBody(lines);
    m_act->setText(tr("Again"));
    m_act->setEnabled(true);
}

void PracticeSide::showError(const QString& text) {
    m_question->setText(tr("The trace could not be made."));
    m_question->show();
    setBody({{text, TextRole::Body}});
    m_act->setText(tr("Again"));
    m_act->setEnabled(true);
}

std::uint64_t PracticeSide::seed() const { return m_seed->text().toULongLong(); }

QString PracticeSide::said() const {
    QStringList out;
    for (const QLabel* label : findChildren<QLabel*>())
        if (!label->isHidden()) out << label->text();
    return out.join(QLatin1Char('\n'));
}

} // namespace lanescope::trainer
