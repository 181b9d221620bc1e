#include "app/gui/window/window_actions.h"

#include "app/gui/window/main_window.h"

#include <QMenu>

namespace lanescope::app {

WindowActions::WindowActions(MainWindow& window, timeline::TimelineWidget& canvas, QSettings& settings)
    : QObject(&window), m_window(window), m_canvas(canvas), m_keys(settings) {
    for (const ActionInfo& info : actionTable())
        if (info.text[0] != '\0' && info.act) {
            QAction* action = make(info);
            m_actions.insert(QString::fromLatin1(info.id), action);
            m_entries.push_back({action, info});
        }
    applyKeys();
}

QAction* WindowActions::make(const ActionInfo& info) {
    auto* action = new QAction(this);
    const QString text = QString::fromLatin1(info.text).isEmpty() ? QString() : QString::fromUtf8(info.text);
    action->setObjectName(QString::fromLatin1(info.id));
    action->setProperty("plainText", text);
    // Submenus are not part of the words in the palette: "Theme: Dark" says more than "Dark".
    const bool plain = info.submenu[0] == '\0';
    action->setProperty("paletteText", plain ? text : QString::fromUtf8(info.submenu) + QStringLiteral(": ") + text);
    action->setCheckable(info.check != Check::None);
    action->setText(text);
    action->setShortcutContext(info.scope == Scope::Canvas ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
    QWidget& owner = info.scope == Scope::Canvas ? static_cast<QWidget&>(m_canvas) : m_window;
    owner.addAction(action);
    connect(action, &QAction::triggered, this, [this, act = info.act] {
        act(m_window);
        refresh();
    });
    return action;
}

void WindowActions::applyKeys() {
    for (const Entry& entry : m_entries) {
        const QString keys = m_keys.keysOf(entry.action->objectName());
        entry.action->setProperty("keys", shownKeys(keys)); // before the signal of what follows
        if (entry.info.scope != Scope::Held) {
            entry.action->setShortcuts(sequencesOf(keys));
            continue;
        }
        // The canvas has these, while they are held.
        entry.action->setText(entry.action->property("plainText").toString() + QLatin1Char('\t') + shownKeys(keys));
    }
    using Held = timeline::TimelineWidget::HeldKeys;
    const auto held = [&](const char* id) {
        const QString name = QString::fromLatin1(id);
        return Held::Keys{sequencesOf(m_keys.keysOf(name)),
                          m_keys.isChanged(name) ? Held::Meaning::BySign : Held::Meaning::ByPosition};
    };
    m_canvas.setHeldKeys({held("view.zoom-in"), held("go.pan-left"), held("view.zoom-out"), held("go.pan-right")});
    emit keysChanged();
}

bool WindowActions::setKeys(const QString& id, const QString& keys) {
    if (!m_keys.set(id, keys)) return false;
    applyKeys();
    return true;
}

void WindowActions::resetKeys(const QString& id) {
    m_keys.reset(id);
    applyKeys();
}

void WindowActions::resetAllKeys() {
    m_keys.resetAll();
    applyKeys();
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
    if (m_isStopped) return;
    for (const Entry& entry : m_entries) {
        entry.action->setEnabled(m_window.has(entry.info.needs));
        if (entry.info.isChecked) entry.action->setChecked(entry.info.isChecked(m_window));
    }
}

std::vector<panels::KeyLine> WindowActions::keyLines() const {
    std::vector<panels::KeyLine> out;
    for (const Entry& entry : m_entries)
        if (const QString keys = entry.action->property("keys").toString(); !keys.isEmpty())
            out.push_back({QString::fromLatin1(menuTitle(entry.info.menu)), keys, QString::fromUtf8(entry.info.text)});
    const QString mouse = tr("Mouse");
    out.push_back({mouse, tr("click"), tr("select; with Ctrl one more")});
    out.push_back({mouse, tr("Shift+click"), tr("gap or overlap from the selection to it")});
    out.push_back({mouse, tr("Ctrl+drag"), tr("select what the box touches")});
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
