// Help > Walkthroughs: one signature step by step, with a marked place and words on the timeline. GUI thread.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/trainer/trace_stage.h"
#include "widgets/trainer/walkthroughs.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <memory>
#include <vector>

namespace lanescope::trainer {

class WalkPage final : public QWidget {
    Q_OBJECT
public:
    WalkPage(timeline::Look& look, jobs::JobRunner& runner, QWidget* parent = nullptr);
    void open(std::string_view signature);
    void stop();
    void next(); // after the last: to the next signature
    void back();
    void goTo(std::size_t step);

    TraceStage& stage() { return *m_stage; }
    std::size_t step() const { return m_step; }
    const Walkthrough* walkthrough() const { return m_walk; }
    const PracticeTrace* trace() const { return m_trace.get(); } // null while it is made

signals:
    void left();

private:
    void fillList();
    void showStep();

    jobs::JobRunner& m_runner;
    TraceStage* m_stage;
    QWidget* m_side;
    QLabel *m_title, *m_about;
    QVBoxLayout* m_list;
    std::vector<QPushButton*> m_entries;
    const Walkthrough* m_walk = nullptr;
    std::unique_ptr<PracticeTrace> m_trace;
    std::size_t m_step = 0;
};

} // namespace lanescope::trainer
