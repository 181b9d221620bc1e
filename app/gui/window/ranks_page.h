// The page of several ranks: tool bar, alignment strip, timelines below each other, tables and heat map below, the
// straggler at the right. It does what its keys ask for; files are the controller's. GUI thread.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/rankpanels/alignment_strip.h"
#include "widgets/rankpanels/layout_box.h"
#include "widgets/rankpanels/rank_chooser.h"
#include "widgets/rankpanels/ranks_bottom.h"
#include "widgets/rankpanels/ranks_notice.h"
#include "widgets/rankpanels/ranks_panes.h"
#include "widgets/rankpanels/verdict_panel.h"
#include "widgets/timeline/timeline_widget.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>

#include <functional>
#include <map>

namespace lanescope::app {

class RanksPage final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kNarrow = 1100;
    RanksPage(timeline::Look& look, ranksview::RanksDocument& document, jobs::JobRunner& runner,
              QWidget* parent = nullptr);
    ~RanksPage() override;

    ranksview::RanksDocument& document() { return m_document; }
    timeline::ViewState& view() { return m_view; }
    rankpanels::RanksTimeline& timelines() { return m_panes->first(); }
    rankpanels::RanksPanes& panes() { return *m_panes; }
    rankpanels::RanksNotice& notice() { return *m_notice; }
    rankpanels::AlignmentStrip& alignment() { return *m_alignment; }
    rankpanels::RanksBottom& bottom() { return *m_bottom; }
    rankpanels::VerdictPanel& verdict() { return *m_verdict; }
    QMenu& rankMenu() { return *m_rankMenu; }
    QString statusText() const { return m_status->text(); }
    void say(const QString& text);

    // Keys by the ids of the window's actions: whatever the user has made of them.
    void setKeys(const std::function<QList<QKeySequence>(const QString&)>& keysOf);

    void goTo(std::size_t record, std::int64_t step); // shows the rank, chooses and fits the step
    void showRank(std::size_t record);                // among the shown ones, scrolled to
    void showCollective(std::size_t measured);        // chosen and in view
    void moveStep(int by);
    void fitStep();
    void fitSelection();
    void nextOnLane(int by);
    void toggleRows(); // stacked or by kind
    void toggleCompact();
    void toggleIdle();   // rows of idle by owner
    void toggleScroll(); // of two timelines: together, or each for itself
    // Two timelines: the rank of the chosen slice (else the reference) and the straggler (else the next one). Pressed
    // again: one.
    void toggleSplit();
    rankpanels::RankChooser* chooseRanks(); // the box that was opened
    rankpanels::LayoutBox* askLayout();
    void search();                               // the Search tab
    void setColourBy(scene::ColourBy by);        // of every timeline
    QLineEdit& filterBox() { return *m_filter; } // searches as the tab does
    QToolButton& colourButton() { return *m_colour; }
    void showHit(const ranksview::ChosenSlice& slice); // chosen, in view
    enum class Part : std::uint8_t { Bottom, Verdict };
    void toggle(Part part);
    bool isShown(Part part) const { return part == Part::Bottom ? m_showBottom : m_showVerdict; }
    bool escape(); // clears one level; false: nothing to clear
    void copyPicture();

signals:
    void rankActivated(std::size_t record);
    void ranksGiven(const std::map<std::size_t, std::int64_t>& ranks); // by the user, by record
    void eventWanted();
    void pictureWanted();
    void closeWanted();
    void tracesWanted(); // other rows are in view

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildBar(QWidget* bar);
    void connectPieces();
    void connectTables();
    void onOpened();
    void onSelection();
    void refreshBar();
    void refreshStatus();
    void fillRankMenu();
    void fillStepMenu();
    void arrange();
    void buildColours(QWidget* bar);
    void buildFilter(QWidget* bar);
    QToolButton* button(QWidget* parent, const QString& text, const QString& name);

    timeline::Look& m_look;
    ranksview::RanksDocument& m_document;
    timeline::ViewState m_view;
    // Of the rank whose slice is chosen, for the details card.
    timeline::Document m_alone;
    timeline::ViewState m_aloneView;
    timeline::Selection m_aloneSelection;
    timeline::Notes m_aloneNotes;
    QWidget *m_bar, *m_left;
    QLineEdit* m_filter;
    QToolButton* m_colour;
    QToolButton *m_back, *m_forward, *m_ranks, *m_stepBack, *m_step, *m_stepOn, *m_rows, *m_tables, *m_panel;
    QMenu *m_rankMenu, *m_stepMenu;
    rankpanels::AlignmentStrip* m_alignment;
    QSplitter* m_splitter;
    rankpanels::RanksPanes* m_panes;
    rankpanels::RanksNotice* m_notice;
    rankpanels::RanksBottom* m_bottom;
    rankpanels::VerdictPanel* m_verdict;
    QLabel *m_status, *m_pointer;
    QString m_said;
    bool m_showBottom = true, m_showVerdict = true;
};

} // namespace lanescope::app
