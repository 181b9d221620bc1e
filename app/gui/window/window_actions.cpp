#include "app/gui/window/window_actions.h"

#include "app/gui/window/main_window.h"

#include <QMenu>

namespace lanescope::app {

namespace {

QList<QKeySequence> sequences(const char* keys) {
    QList<QKeySequence> out;
    for (const QString& one : QString::fromLatin1(keys).split(QStringLiteral(" | "), Qt::SkipEmptyParts)) {
        // A comma separates the strokes of a sequence; here it is a key.
        if (one == QLatin1String(",")) {
            out << QKeySequence(Qt::Key_Comma);
        } else if (one == QLatin1String("Ctrl+,")) {
            out << QKeySequence(Qt::CTRL | Qt::Key_Comma);
        } else {
            out << QKeySequence::fromString(one, QKeySequence::PortableText);
        }
    }
    return out;
}

} // namespace

QString shownKeys(const char* keys) {
    QStringList out;
    for (const QString& one : QString::fromLatin1(keys).split(QStringLiteral(" | "), Qt::SkipEmptyParts)) out << one;
    return out.join(QStringLiteral(" or "));
}

WindowActions::WindowActions(MainWindow& window, QWidget& canvas) : QObject(&window), m_window(window) {
    for (const ActionInfo& info : actionTable())
        if (info.text[0] != '\0' && info.act) {
            QAction* action = make(info, canvas);
            m_actions.insert(QString::fromLatin1(info.id), action);
            m_entries.push_back({action, info});
        }
}

QAction* WindowActions::make(const ActionInfo& info, QWidget& canvas) {
    auto* action = new QAction(this);
    const QString text = QString::fromLatin1(info.text).isEmpty() ? QString() : QString::fromUtf8(info.text);
    action->setObjectName(QString::fromLatin1(info.id));
    action->setProperty("plainText", text);
    action->setProperty("keys", shownKeys(info.keys));
    // Submenus are not part of the words in the palette: "Theme: Dark" says more than "Dark".
    const bool plain = info.submenu[0] == '\0';
    action->setProperty("paletteText", plain ? text : QString::fromUtf8(info.submenu) + QStringLiteral(": ") + text);
    action->setCheckable(info.check != Check::None);
    if (info.scope == Scope::Held) {
        action->setText(text + QLatin1Char('\t') + shownKeys(info.keys)); // the canvas has the key
    } else {
        action->setText(text);
        action->setShortcuts(sequences(info.keys));
        action->setShortcutContext(info.scope == Scope::Canvas ? Qt::WidgetShortcut : Qt::WindowShortcut);
    }
    QWidget& owner = info.scope == Scope::Canvas ? canvas : static_cast<QWidget&>(m_window);
    owner.addAction(action);
    connect(action, &QAction::triggered, this, [this, act = info.act] {
        act(m_window);
        refresh();
    });
    return action;
}

QList<QAction*> WindowActions::all() const {
    QList<QAction*> out;
    for (const Entry& entry : m_entries) out << entry.action;
    return out;
}

QList<QAction*> WindowActions::inSubmenu(const QString& submenu) const {
    QList<QAction*> out;
    for (const Entry& entry : m_entries)
        if (QString::fromUtf8(entry.info.submenu) == submenu) out << entry.action;
    return out;
}

void WindowActions::fill(QMenuBar& bar) {
    for (int m = 0; m < static_cast<int>(MenuId::Count_); ++m) {
        const auto id = static_cast<MenuId>(m);
        QMenu* menu = bar.addMenu(QString::fromLatin1(menuTitle(id)));
        QHash<QString, QMenu*> submenus;
        for (const ActionInfo& info : actionTable()) {
            if (info.menu != id) continue;
            const QString submenu = QString::fromUtf8(info.submenu);
            if (info.text[0] == '\0') {
                menu->addSeparator();
            } else if (!info.act) {
                m_recent = menu->addMenu(submenu);
            } else if (!submenu.isEmpty()) {
                if (!submenus.contains(submenu)) submenus[submenu] = menu->addMenu(submenu);
                submenus[submenu]->addAction(of(QString::fromLatin1(info.id)));
            } else {
                menu->addAction(of(QString::fromLatin1(info.id)));
            }
        }
    }
}

void WindowActions::refresh() {
    for (const Entry& entry : m_entries) {
        entry.action->setEnabled(m_window.has(entry.info.needs));
        if (entry.info.isChecked) entry.action->setChecked(entry.info.isChecked(m_window));
    }
}

std::vector<panels::KeyLine> WindowActions::keyLines() const {
    std::vector<panels::KeyLine> out;
    for (const ActionInfo& info : actionTable())
        if (info.keys[0] != '\0')
            out.push_back(
                {QString::fromLatin1(menuTitle(info.menu)), shownKeys(info.keys), QString::fromUtf8(info.text)});
    const QString mouse = tr("Mouse");
    out.push_back({mouse, tr("click"), tr("select; with Ctrl one more")});
    out.push_back({mouse, tr("double click"), tr("zoom to the slice")});
    out.push_back({mouse, tr("drag"), tr("range; its edges can be dragged")});
    out.push_back({mouse, tr("drag on the ruler"), tr("zoom to it")});
    out.push_back({mouse, tr("Shift+drag, middle drag"), tr("pan")});
    out.push_back({mouse, tr("wheel"), tr("scroll rows")});
    out.push_back({mouse, tr("Ctrl+wheel, Shift+wheel"), tr("zoom at the pointer, pan")});
    out.push_back({tr("Search"), tr("Enter, Shift+Enter"), tr("next, previous hit")});
    return out;
}

} // namespace lanescope::app
