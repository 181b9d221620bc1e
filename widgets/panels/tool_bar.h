// The bar below the menus: history, rank, step, colours, search, and the switches at the right. Buttons carry actions
// of the window; nothing acts by itself. GUI thread.
#pragma once

#include "widgets/panels/omnibox.h"
#include "widgets/timeline/timeline_widget.h"

#include <QAction>
#include <QToolButton>

namespace lanescope::panels {

struct ToolBarActions {
    QAction *back, *forward, *previousStep, *nextStep;
    QList<QAction*> colours;                  // checkable, one at a time
    QList<QPair<QAction*, QString>> switches; // at the right, in order, with short names
};

class ToolBar final : public QWidget {
    Q_OBJECT
public:
    ToolBar(const timeline::Shared& shared, const ToolBarActions& actions, QWidget* parent = nullptr);
    Omnibox& omnibox() { return *m_omnibox; }
    // The files that were opened together; one of them is shown.
    void setFiles(const QStringList& paths, const QString& current);
    QStringList fileNames() const; // in the rank menu
    QString rankPill() const { return m_rank->text(); }
    QString stepPill() const { return m_step->text(); }

signals:
    void fileWanted(const QString& path);
    void stepWanted(std::size_t step);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void fillStepMenu();
    QToolButton* actionButton(QAction* action, const char* role, const QString& text = {});

    timeline::Shared m_shared;
    Omnibox* m_omnibox;
    QToolButton *m_rank, *m_step, *m_colour;
    QToolButton* m_last = nullptr; // of the switches
    QWidget* m_stepGroup;
    QList<QAction*> m_colours;
    QMenu *m_rankMenu, *m_stepMenu;
};

} // namespace lanescope::panels
