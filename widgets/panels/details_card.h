// The details of the selected slice: what it is, times on all clocks, where it comes from, its arguments decoded when
// it is looked at, by a job. GUI thread.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/models/args_tree.h"
#include "widgets/models/selection_facts.h"
#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

#include <QLabel>
#include <QScrollArea>
#include <QTreeWidget>

class QVBoxLayout;

namespace lanescope::panels {

// Kind chip, short name, full name, then facts in two columns.
class FactGrid final : public timeline::SceneWidget {
    Q_OBJECT
public:
    explicit FactGrid(timeline::Look& look, QWidget* parent = nullptr);
    void setFacts(std::optional<models::SelectionFacts> facts);
    int heightForFacts() const;

protected:
    void build(scene::Scene& out) override;
    bool event(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void addFact(scene::Layer& layer, std::size_t index);
    void arrange();
    std::optional<models::SelectionFacts> m_facts;
    std::vector<QRectF> m_cells; // of each fact
    int m_rows = 0;
};

class DetailsCard final : public QScrollArea {
    Q_OBJECT
public:
    DetailsCard(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent = nullptr);
    const std::optional<models::SelectionFacts>& facts() const { return m_facts; }
    const QTreeWidget& args() const { return *m_args; }
    QString figures() const { return m_sameName->text(); } // of what it started, and of its name
    QString argsNote() const { return m_argsNote->text(); }
    QString launchText() const { return m_launch->text(); } // blocks, occupancy, waves of a kernel; empty: not known
    QStringList chipTexts() const;
    struct Argument {
        QString key, value;
    };
    std::optional<Argument> chosenArgument() const; // of the tree; none: no line of it, or one inside another
    QTreeWidget& argumentTree() { return *m_args; }
    // What a right click on the chosen line offers.
    void setArgumentActions(const QList<QAction*>& actions);

signals:
    void sliceWanted(lanescope::SliceId slice);

private:
    void refresh();
    void fillChips();
    std::vector<models::ChainLink> joinedTo() const;
    void askArgs();
    void askSameName();
    void showArgs(const models::ArgTree& tree);
    void showLaunch();
    void clearBody();

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    std::optional<models::SelectionFacts> m_facts;
    FactGrid* m_grid;
    QWidget* m_chips;
    QLabel *m_launch, *m_sameName, *m_argsTitle, *m_argsNote, *m_stack, *m_stackTitle;
    QTreeWidget* m_args;
    std::vector<models::ArgNode> m_argNodes;
};

} // namespace lanescope::panels
