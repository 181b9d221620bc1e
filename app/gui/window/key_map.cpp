#include "app/gui/window/key_map.h"

#include <QStringList>

namespace lanescope::app {

namespace {

const QString kGroup = QStringLiteral("keys"), kBetween = QStringLiteral(" | ");
constexpr qsizetype kMostLetters = 200; // of what is read back

bool areKeys(const QString& text) {
    if (text.size() > kMostLetters) return false;
    const QStringList parts = text.split(kBetween, Qt::SkipEmptyParts);
    const QList<QKeySequence> keys = sequencesOf(text);
    for (const QKeySequence& key : keys)
        if (key.count() != 1 || key[0].key() == Qt::Key_unknown) return false;
    return keys.size() == parts.size();
}

QString keyOf(const QString& id) { return kGroup + QLatin1Char('/') + id; }

} // namespace

QList<QKeySequence> sequencesOf(const QString& keys) {
    QList<QKeySequence> out;
    for (const QString& one : keys.split(kBetween, Qt::SkipEmptyParts)) {
        // A comma separates the strokes of a sequence; as the last sign it is a key.
        if (one.endsWith(QLatin1Char(','))) {
            const QKeySequence other = QKeySequence::fromString(one.chopped(1) + QLatin1Char('.'));
            if (!other.isEmpty()) out << QKeySequence(QKeyCombination(other[0].keyboardModifiers(), Qt::Key_Comma));
        } else {
            out << QKeySequence::fromString(one, QKeySequence::PortableText);
        }
    }
    return out;
}

QString keysText(const QList<QKeySequence>& sequences) {
    QStringList out;
    for (const QKeySequence& sequence : sequences) out << sequence.toString(QKeySequence::PortableText);
    return out.join(kBetween);
}

QString shownKeys(const QString& keys) { return keys.split(kBetween, Qt::SkipEmptyParts).join(QStringLiteral(" or ")); }

KeyMap::KeyMap(QSettings& store) : m_store(store) {
    for (const ActionInfo& info : actionTable())
        if (info.text[0] != '\0' && info.act) m_table[QString::fromLatin1(info.id)] = QString::fromLatin1(info.keys);
    m_store.beginGroup(kGroup);
    for (const QString& id : m_store.childKeys()) {
        const QString keys = m_store.value(id).toString();
        if (m_table.contains(id) && areKeys(keys)) m_changed[id] = keys;
    }
    m_store.endGroup();
    // A key that a newer table gives to another action stays with that one.
    for (auto it = m_changed.begin(); it != m_changed.end();) {
        bool isTaken = false;
        for (const QKeySequence& key : sequencesOf(*it))
            for (auto other = m_table.constBegin(); other != m_table.constEnd(); ++other)
                isTaken |= other.key() != it.key() && sequencesOf(keysOf(other.key())).contains(key);
        it = isTaken ? m_changed.erase(it) : std::next(it);
    }
}

QString KeyMap::keysOf(const QString& id) const {
    const auto it = m_changed.constFind(id);
    return it != m_changed.constEnd() ? *it : m_table.value(id);
}

std::optional<QString> KeyMap::ownerOf(const QKeySequence& key) const {
    for (auto it = m_table.constBegin(); it != m_table.constEnd(); ++it)
        if (sequencesOf(keysOf(it.key())).contains(key)) return it.key();
    return std::nullopt;
}

void KeyMap::write(const QString& id, const QString& keys) {
    if (keys == m_table.value(id)) {
        m_changed.remove(id);
        m_store.remove(keyOf(id));
    } else {
        m_changed[id] = keys;
        m_store.setValue(keyOf(id), keys);
    }
}

void KeyMap::takeAway(const QList<QKeySequence>& keys, const QString& to) {
    for (const QKeySequence& key : keys)
        while (const auto owner = ownerOf(key)) {
            if (*owner == to) break;
            QList<QKeySequence> left = sequencesOf(keysOf(*owner));
            left.removeAll(key);
            write(*owner, keysText(left));
        }
}

bool KeyMap::set(const QString& id, const QString& keys) {
    if (!m_table.contains(id) || !areKeys(keys)) return false;
    write(id, {}); // so that it is not in its own way
    takeAway(sequencesOf(keys), id);
    write(id, keys);
    m_store.sync();
    return true;
}

void KeyMap::reset(const QString& id) {
    if (isChanged(id)) set(id, m_table.value(id));
}

void KeyMap::resetAll() {
    m_changed.clear();
    m_store.remove(kGroup);
    m_store.sync();
}

} // namespace lanescope::app
