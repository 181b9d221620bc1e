#include "widgets/trainer/walk_page.h"

#include "core/analysis/signatures/signatures.h"
#include "widgets/panels/panel_parts.h"
#include "widgets/trainer/practice_side.h"
#include "widgets/trainer/trainer_keys.h"

#include <QHBoxLayout>

namespace lanescope::trainer {

using panels::ButtonRole;
using panels::makeButton;
using panels::makeText;
using panels::TextRole;

namespace {
const QString kSlot = QStringLiteral("walkthrough");
QString qt(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }
} // namespace

WalkPage::WalkPage(timeline::Look& look, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_runner(runner), m_stage(new TraceStage(look, this)), m_side(new QWidget(this)) {
    setAccessibleName(tr("walkthrough"));
    m_side->setObjectName(QStringLiteral("card"));
    m_side->setAttribute(Qt::WA_StyledBackground);
    m_side->setFixedWidth(PracticeSide::kWidth);
    m_title = makeText({}, TextRole::Statement, m_side);
    m_about = makeText({}, TextRole::Second, m_side);
    for (QLabel* label : {m_title, m_about}) label->setWordWrap(true);
    auto* box = new QVBoxLayout(m_side);
    box->setContentsMargins(16, 14, 16, 14);
    box->setSpacing(8);
    box->addWidget(m_title);
    box->addWidget(m_about);
    m_list = new QVBoxLayout;
    m_list->setSpacing(4);
    box->addLayout(m_list);
    box->addStretch(1);
    QLabel* keys =
        makeText(tr("Enter or N: next. Backspace: back. 0: the whole trace. Esc: leave."), TextRole::Second, m_side);
    keys->setWordWrap(true);
    box->addWidget(keys);
    QPushButton* leave = makeButton(tr("Leave"), ButtonRole::Plain, m_side);
    box->addWidget(leave, 0, Qt::AlignLeft);
    auto* page = new QHBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_stage, 1);
    page->addWidget(m_side);
    connect(leave, &QPushButton::clicked, this, &WalkPage::left);
    connect(&m_stage->callout().next(), &QPushButton::clicked, this, &WalkPage::next);
    connect(&m_stage->callout().back(), &QPushButton::clicked, this, &WalkPage::back);
    addStageKeys(*this, *m_stage);
    for (const char* key : {"Return", "Enter", "N"}) onKey(*this, QString::fromLatin1(key), [this] { next(); });
    onKey(*this, QStringLiteral("Backspace"), [this] { back(); });
}

void WalkPage::stop() {
    m_runner.cancel(kSlot);
    m_trace.reset();
    m_stage->clear();
}

void WalkPage::open(std::string_view signature) {
    stop();
    m_walk = findWalkthrough(signature);
    if (!m_walk) return;
    m_step = 0;
    const SignatureInfo& s = *findSignature(m_walk->signature);
    m_title->setText(QString("%1  %2").arg(QChar::fromLatin1(s.letter)).arg(qt(s.title)));
    m_about->setText(tr("The trace is being made\u2026"));
    fillList();
    RoundPlan plan = planOf(m_walk->signature, m_walk->seed, m_walk->strength);
    m_runner.start(
        kSlot, this,
        [plan = std::move(plan), title = qt(s.title)](RunContext& context) {
            return makePracticeTrace(plan, title, context);
        },
        [this, seen = qt(s.seen)](const Result<PracticeTrace>& trace) {
            if (!trace.ok()) return m_about->setText(QString::fromStdString(trace.error().text()));
            m_about->setText(seen);
            m_trace = std::make_unique<PracticeTrace>(*trace);
            m_stage->show(*m_trace);
            m_stage->setBrackets(TraceStage::Brackets::Shown);
            m_stage->canvas().setFocus();
            showStep();
        });
}

void WalkPage::fillList() {
    qDeleteAll(m_entries);
    m_entries.clear();
    for (std::size_t i = 0; i < m_walk->steps.size(); ++i) {
        QPushButton* entry =
            makeButton(QString("%1   %2").arg(i + 1).arg(qt(m_walk->steps[i].title)), ButtonRole::Plain, m_side);
        entry->setCheckable(true);
        entry->setStyleSheet(QStringLiteral("text-align: left;"));
        connect(entry, &QPushButton::clicked, this, [this, i] { goTo(i); });
        m_list->addWidget(entry);
        m_entries.push_back(entry);
    }
}

void WalkPage::goTo(std::size_t step) {
    if (!m_trace || step >= m_walk->steps.size()) return;
    m_step = step;
    showStep();
}

void WalkPage::showStep() {
    const WalkStep& step = m_walk->steps[m_step];
    for (std::size_t i = 0; i < m_entries.size(); ++i) m_entries[i]->setChecked(i == m_step);
    Callout& callout = m_stage->callout();
    callout.say(tr("%1 of %2").arg(m_step + 1).arg(m_walk->steps.size()), qt(step.title), textOf(step, *m_trace));
    callout.back().setEnabled(m_step > 0);
    callout.next().setText(m_step + 1 < m_walk->steps.size() ? tr("Next") : tr("Next signature"));
    callout.show();
    if (const auto place = placeOf(step, *m_trace)) m_stage->mark(place->range, place->slice);
}

void WalkPage::next() {
    if (!m_trace) return;
    if (m_step + 1 < m_walk->steps.size()) return goTo(m_step + 1);
    const auto all = walkthroughs();
    const auto now = static_cast<std::size_t>(m_walk - all.data());
    open(all[(now + 1) % all.size()].signature);
}

void WalkPage::back() {
    if (m_step > 0) goTo(m_step - 1);
}

} // namespace lanescope::trainer
