// The actions of one window, made of the table: menus, shortcuts, the palette's list, the sheet's lines. GUI thread.
#pragma once

#include "app/gui/window/action_table.h"
#include "app/gui/window/key_map.h"
#include "widgets/panels/keys_sheet.h"
#include "widgets/timeline/timeline_widget.h"

#include <QAction>
#include <QHash>
#include <QMenuBar>

namespace lanescope::app {

class WindowActions final : public QObject {
    Q_OBJECT
public:
    // Shortcuts of the canvas's scope act while `canvas` has the focus, the others in the whole window.
    WindowActions(MainWindow& window, timeline::TimelineWidget& canvas, QSettings& settings);
    QAction* of(const QString& id) const { return m_actions.value(id); } // null when there is none
    QList<QAction*> all() const;
    QList<QAction*> inSubmenu(const QString& submenu) const;
    void fill(QMenuBar& bar);
    QMenu* recentMenu() const { return m_recent; }
    void refresh();                     // what can be done now, and what is switched on
    void stop() { m_isStopped = true; } // the window goes: its state is no longer asked for
    std::vector<panels::KeyLine> keyLines() const;

    const KeyMap& keys() const { return m_keys; }
    QList<QKeySequence> keysOf(const QString& id) const { return sequencesOf(m_keys.keysOf(id)); }
    // Menus, palette, sheet and tooltips say the new keys at once. False: these are no keys.
    bool setKeys(const QString& id, const QString& keys);
    void resetKeys(const QString& id);
    void resetAllKeys();

signals:
    void keysChanged();

private:
    QAction* make(const ActionInfo& info);
    void applyKeys();
    MainWindow& m_window;
    timeline::TimelineWidget& m_canvas;
    KeyMap m_keys;
    QHash<QString, QAction*> m_actions;
    struct Entry {
        QAction* action;
        const ActionInfo& info;
    };
    std::vector<Entry> m_entries; // in the order of the table
    bool m_isStopped = false;
    QMenu* m_recent = nullptr;
};

} // namespace lanescope::app
