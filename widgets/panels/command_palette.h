// All actions of the window by name: type a few letters, Enter. Lists exactly what the menus list. GUI thread.
#pragma once

#include "widgets/timeline/look.h"

#include <QAction>
#include <QFrame>
#include <QLineEdit>
#include <QListWidget>

namespace lanescope::panels {

// How well `query` fits `text`: its letters in order; beginnings of words and runs count more. Negative: not at all.
int fuzzyScore(const QString& text, const QString& query);

class CommandPalette final : public QFrame {
    Q_OBJECT
public:
    CommandPalette(timeline::Look& look, QWidget* window);
    void open(const QList<QAction*>& actions);
    QStringList shown() const; // texts, best first

signals:
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void filter();
    void runCurrent();
    void place();
    timeline::Look& m_look;
    QLineEdit* m_query;
    QListWidget* m_list;
    QList<QAction*> m_actions;
};

} // namespace lanescope::panels
