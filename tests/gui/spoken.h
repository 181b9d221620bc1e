// What a screen reader is told of widgets, and the way of the Tab key through them.
#pragma once

#include "widgets/panels/banner.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QMenu>
#include <QScrollBar>
#include <QTest>

namespace lanescope::testing {

inline QString spokenName(QWidget* widget) {
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
    QString name = spoken ? spoken->text(QAccessible::Name) : QString();
    if (name.isEmpty()) name = widget->accessibleName();
    return name;
}

inline QString what(const QWidget* widget) {
    QStringList path;
    for (const QWidget* w = widget; w; w = w->parentWidget())
        path.prepend(QString::fromLatin1(w->metaObject()->className()) + '#' + w->objectName());
    return path.join('/');
}

// Parts that Qt puts into its own widgets: the widget around them has the name.
inline bool isPartOfOther(const QWidget* widget) {
    const QWidget* parent = widget->parentWidget();
    return widget->objectName().startsWith("qt_") || parent->inherits("QComboBoxPrivateContainer") ||
           qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent) ||
           qobject_cast<const QKeySequenceEdit*>(parent) || qobject_cast<const QScrollBar*>(widget);
}

inline QStringList unnamed(QWidget& top) {
    QStringList out;
    for (QWidget* widget : top.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || isPartOfOther(widget) || qobject_cast<QMenu*>(widget)) continue;
        // A message that is not there has no words either.
        if (qobject_cast<panels::Banner*>(widget->parentWidget()) && !widget->isVisible()) continue;
        if (spokenName(widget).isEmpty()) out << what(widget);
    }
    return out;
}

// From the widget that has the focus, by Tab alone, until it is reached again. Empty: it never is, or a widget comes
// twice.
inline QList<QWidget*> tabRound() {
    QWidget* const first = QApplication::focusWidget();
    QList<QWidget*> out;
    for (QWidget* now = first; now && out.size() < 300;) {
        if (out.contains(now) || !now->isVisible()) return {};
        out << now;
        QTest::keyClick(now, Qt::Key_Tab);
        now = QApplication::focusWidget();
        if (now == first) return out;
    }
    return {};
}

// Those of a window that can be seen, take keys, and were not visited.
inline QStringList notVisited(QWidget& top, const QList<QWidget*>& visited) {
    QStringList out;
    for (QWidget* widget : top.findChildren<QWidget*>()) {
        const bool takesTab = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisible() && widget->isEnabled();
        if (!takesTab || isPartOfOther(widget) || visited.contains(widget)) continue;
        if (widget->focusProxy()) continue;
        out << what(widget);
    }
    return out;
}

} // namespace lanescope::testing
