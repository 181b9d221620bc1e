// Help > Practise: generated traces without their findings; the user says what and where; then what is right. GUI
// thread.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/trainer/practice.h"
#include "widgets/trainer/practice_side.h"
#include "widgets/trainer/trace_stage.h"

#include <QElapsedTimer>
#include <QSettings>

#include <memory>

namespace lanescope::trainer {

class PracticePage final : public QWidget {
    Q_OBJECT
public:
    // `settings` keeps the results; it and the runner outlive the page.
    PracticePage(timeline::Look& look, jobs::JobRunner& runner, QSettings& settings, QWidget* parent = nullptr);
    void open(std::uint64_t seed); // the first page, with this seed in the box
    void start(std::uint64_t seed);
    void stop(); // gives up what is running
    void act();  // start, check, next round, result or again: what the button says

    TraceStage& stage() { return *m_stage; }
    PracticeSide& side() { return *m_side; }
    const Practice* practice() const { return m_practice.get(); }
    const PracticeTrace* trace() const { return m_trace.get(); } // null while it is made

signals:
    void left();

private:
    void addKeys();
    void makeRound();
    void begin(const PracticeTrace& trace);
    void check();
    void finish();
    void takePlace(TimeRange range);
    void takeMiddle();

    jobs::JobRunner& m_runner;
    PracticeResults m_results;
    TraceStage* m_stage;
    PracticeSide* m_side;
    std::unique_ptr<Practice> m_practice;
    std::unique_ptr<PracticeTrace> m_trace;
    std::optional<Interval> m_place;
    QElapsedTimer m_clock;
    bool m_ended = false;
};

} // namespace lanescope::trainer
