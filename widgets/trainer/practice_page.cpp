#include "widgets/trainer/practice_page.h"

#include "core/export/quantity.h"
#include "widgets/trainer/trainer_keys.h"

#include <QHBoxLayout>

namespace lanescope::trainer {

namespace {
const QString kSlot = QStringLiteral("practice");
constexpr std::int64_t kTolerancePx = 4;
} // namespace

PracticePage::PracticePage(timeline::Look& look, jobs::JobRunner& runner, QSettings& settings, QWidget* parent)
    : QWidget(parent), m_runner(runner), m_results(settings) {
    setAccessibleName(tr("practice"));
    m_stage = new TraceStage(look, this);
    m_side = new PracticeSide(this);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_stage, 1);
    box->addWidget(m_side);
    connect(m_side, &PracticeSide::actWanted, this, &PracticePage::act);
    connect(m_side, &PracticeSide::leaveWanted, this, &PracticePage::left);
    connect(m_stage, &TraceStage::placePicked, this, &PracticePage::takePlace);
    addKeys();
}

void PracticePage::addKeys() {
    addStageKeys(*this, *m_stage);
    for (int i = 0; i < 9; ++i)
        onKey(*this, QString::number(i + 1), [this, i] { m_side->choose(static_cast<std::size_t>(i)); });
    onKey(*this, QStringLiteral("E"), [this] { takeMiddle(); });
    for (const char* key : {"Return", "Enter"}) onKey(*this, QString::fromLatin1(key), [this] { act(); });
}

void PracticePage::open(std::uint64_t seed) {
    stop();
    m_side->showStart(seed, m_results.best());
    m_side->seedBox().setFocus();
}

void PracticePage::stop() {
    m_runner.cancel(kSlot);
    m_practice.reset();
    m_trace.reset();
    m_place.reset();
    m_ended = false;
    m_stage->clear();
}

void PracticePage::start(std::uint64_t seed) {
    stop();
    m_practice = std::make_unique<Practice>(seed);
    makeRound();
}

void PracticePage::act() {
    if (!m_side->act().isEnabled()) return;
    if (!m_practice) return start(m_side->seed());
    if (m_ended || !m_trace) return open(m_practice->seed());
    if (!m_practice->isChecked()) return check();
    if (m_practice->isOver()) return finish();
    m_practice->next();
    makeRound();
}

void PracticePage::makeRound() {
    m_stage->clear();
    m_trace.reset();
    m_place.reset();
    m_side->showMaking(*m_practice);
    const QString title = tr("round %1").arg(m_practice->round() + 1);
    m_runner.start(
        kSlot, this,
        [plan = m_practice->plan(), title](RunContext& context) { return makePracticeTrace(plan, title, context); },
        [this](const Result<PracticeTrace>& trace) {
            if (trace.ok()) return begin(*trace);
            m_side->showError(QString::fromStdString(trace.error().text()));
        });
}

void PracticePage::begin(const PracticeTrace& trace) {
    m_trace = std::make_unique<PracticeTrace>(trace);
    m_stage->show(*m_trace);
    m_side->ask(*m_practice);
    m_stage->canvas().setFocus();
    m_clock.start();
}

void PracticePage::takePlace(TimeRange range) {
    if (!m_trace || m_practice->isChecked()) return;
    m_place = Interval{count(range.begin), count(range.end)};
    const std::int64_t from = m_place->begin - count(m_stage->document().store().extent().begin);
    QString text = tr("The place: at %1").arg(QString::fromStdString(formatOffset(from)));
    if (m_place->length() > 0) text += tr(", %1 long").arg(QString::fromStdString(formatDuration(m_place->length())));
    m_side->setPlace(text + tr(". Click again to change it."));
}

void PracticePage::takeMiddle() {
    if (!m_trace) return;
    const TimeRange seen = m_stage->view().target().visible();
    const RankTime middle = seen.begin + seen.length() / 2;
    takePlace({middle, middle});
}

void PracticePage::check() {
    const auto chosen = m_side->chosen();
    if (!chosen) return;
    const RoundResult result =
        m_practice->check({*chosen, m_place}, m_trace->evidence, kTolerancePx * m_stage->nsPerPx(), m_clock.elapsed());
    m_stage->view().fitAll();
    m_stage->setBrackets(TraceStage::Brackets::Shown);
    m_side->showVerdict(*m_practice, result, *m_trace->findings);
}

void PracticePage::finish() {
    m_results.add({QDateTime::currentDateTime(), m_practice->seed(), m_practice->points(), m_practice->mostPoints(),
                   m_practice->milliseconds()});
    m_ended = true;
    const auto best = m_results.best();
    if (best) m_side->showEnd(*m_practice, *best);
}

} // namespace lanescope::trainer
