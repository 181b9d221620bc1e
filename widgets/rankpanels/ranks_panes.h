// One or two timelines of ranks. The second one shows a rank of the same job, or the ranks of another run; both have
// the same zoom and the same pointer, and scroll together or each for itself. GUI thread.
#pragma once

#include "widgets/rankpanels/ranks_timeline.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>

namespace lanescope::rankpanels {

class RanksPanes final : public QWidget {
    Q_OBJECT
public:
    enum class Scroll : std::uint8_t { Common, Own };
    // Common: the second one starts where the first one is, counted from the start of the chosen step of each.
    RanksPanes(timeline::Look& look, ranksview::RanksDocument& document, timeline::ViewState& view,
               QWidget* parent = nullptr);
    ~RanksPanes() override;

    RanksTimeline& first() { return *m_first; }
    RanksTimeline* second() { return isSplit() ? m_second : nullptr; }
    timeline::ViewState& secondView() { return m_secondView; }
    bool isSplit() const { return m_below->isVisibleTo(this); }
    // A rank of the first pane and one of the second; those that are not shown are shown then.
    void compareRanks(std::size_t above, std::size_t below);
    // The ranks of another run below. What is shown of it, and which timelines are open, is its document's.
    void compareRun(std::shared_ptr<const ranksview::RankJob> job);
    ranksview::RanksDocument& run() { return m_run; }
    bool isOfOtherRun() const { return m_run.isOpen(); }
    void closeSecond();
    // Begin of the second pane's view from its chosen step, where it is moved for itself.
    std::int64_t belowNs() const;
    void showBelow(std::int64_t fromNs);
    Scroll scroll() const { return m_scroll; }
    void setScroll(Scroll scroll);
    QComboBox& above() { return *m_above; } // which rank the first pane shows
    QComboBox& below() { return *m_rank; }
    QToolButton& scrollButton() { return *m_scrollButton; }
    void setKeys(const std::vector<KeyAct>& keys);
    void setChoice(const scene::RanksChoice& choice);
    void setColourBy(scene::ColourBy by);

signals:
    void splitChanged();
    void rowsMoved(); // of the second one

private:
    void build();
    void makeSecond(ranksview::RanksDocument& document);
    void link();
    void follow(timeline::ViewState& to, timeline::ViewState& from);
    RankTime originOf(const timeline::ViewState& view) const;
    void showSecond();
    void fillRanks();
    void refreshHead();

    timeline::Look& m_look;
    ranksview::RanksDocument& m_document;
    timeline::ViewState& m_view;
    timeline::ViewState m_secondView;
    ranksview::RanksDocument m_run;
    Scroll m_scroll = Scroll::Common;
    bool m_moving = false; // by us
    QSplitter* m_splitter;
    RanksTimeline* m_first;
    RanksTimeline* m_second = nullptr;
    QWidget* m_below; // head and second timeline
    QLabel* m_title;
    QComboBox *m_above, *m_rank;
    QToolButton *m_scrollButton, *m_close;
    std::vector<KeyAct> m_keys;
};

} // namespace lanescope::rankpanels
