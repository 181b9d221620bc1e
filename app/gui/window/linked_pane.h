// A second trace below the open one: the trace that is compared with, its timeline linked with the first
// (linked_views.h). It has a document, a view and a selection of its own; its head says which trace it is, from where
// both are counted, and closes it. GUI thread.
#pragma once

#include "app/gui/window/linked_views.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/timeline/timeline_widget.h"

#include <QComboBox>
#include <QLabel>

namespace lanescope::app {

class LinkedPane final : public QWidget {
    Q_OBJECT
public:
    enum class Origin : std::uint8_t { Step, Range, Trace };
    // `first` is the open trace, `canvas` its timeline.
    LinkedPane(const timeline::Shared& first, timeline::TimelineWidget& canvas, jobs::JobRunner& runner,
               QWidget* parent = nullptr);
    ~LinkedPane() override;

    void show(std::shared_ptr<const LoadedTrace> trace); // made ready by a job; shown when it is
    void leave();                                        // closed; what was shown is let go
    bool isShowing() const { return m_document.isOpen(); }
    void select(const std::vector<SliceId>& slices); // of its own trace; none: nothing is selected
    void setOrigin(Origin origin);
    Origin origin() const { return static_cast<Origin>(m_origins->currentData().toInt()); }

    timeline::Document& document() { return m_document; }
    timeline::ViewState& view() { return m_view; }
    timeline::Selection& selection() { return m_selection; }
    timeline::TimelineWidget& canvas() { return *m_canvas; }
    LinkedViews& links() { return m_links; }
    QString words() const { return m_words->text(); }

signals:
    void shown();
    void left();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Origins {
        RankTime first{}, own{};
        QString words;
    };
    void build();
    void onReady(std::shared_ptr<const timeline::OpenTrace> trace);
    void askFacts();
    Origins origins() const;
    std::optional<Origins> stepOrigins() const;
    void link();

    timeline::Shared m_first;
    timeline::TimelineWidget& m_firstCanvas;
    jobs::JobRunner& m_runner;
    timeline::Document m_document;
    timeline::ViewState m_view;
    timeline::Selection m_selection;
    timeline::Notes m_notes;
    LinkedViews m_links;
    QLabel *m_name, *m_words;
    QComboBox* m_origins;
    timeline::TimelineWidget* m_canvas;
};

} // namespace lanescope::app
