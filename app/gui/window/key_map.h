// Which keys each action has: those of the table until the user changes them. Kept in the settings under "keys/", only
// what differs; QSettings writes to a temporary name and renames. Keys are portable text, several separated by " | ".
// GUI thread.
#pragma once

#include "app/gui/window/action_table.h"

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QSettings>
#include <QString>

#include <optional>

namespace lanescope::app {

class KeyMap {
public:
    // What is written there and cannot be read, is unknown, or belongs to another action by now, is left out.
    explicit KeyMap(QSettings& store);

    QString keysOf(const QString& id) const;
    bool isChanged(const QString& id) const { return m_changed.contains(id); }
    // Whose key it is; none when it is free.
    std::optional<QString> ownerOf(const QKeySequence& key) const;
    // Takes keys away from the actions that have them. False: no such action, or a key is more than one stroke.
    bool set(const QString& id, const QString& keys);
    void reset(const QString& id); // as in the table; whoever has these keys meanwhile loses them
    void resetAll();

private:
    void write(const QString& id, const QString& keys);
    void takeAway(const QList<QKeySequence>& keys, const QString& from);

    QSettings& m_store;
    QHash<QString, QString> m_table;   // of every action, also those without keys
    QHash<QString, QString> m_changed; // what the user has instead; may be empty text
};

QList<QKeySequence> sequencesOf(const QString& keys);
QString keysText(const QList<QKeySequence>& sequences); // the other way round
QString shownKeys(const QString& keys);                 // as people read them: "Ctrl+Shift+P", "/ or Ctrl+F"

} // namespace lanescope::app
