// The settings page of the window: looks, motion, figures, what is remembered, keys.
#include "app/gui/window/main_window.h"

#include "app/gui/window/system_motion.h"
#include "widgets/panels/keys_page.h"
#include "widgets/panels/settings_dialog.h"

namespace lanescope::app {

namespace {

panels::KeysPage* makeKeysPage(WindowActions& actions, QWidget* parent) {
    panels::KeysPage::Source source;
    source.list = [&actions] {
        std::vector<panels::KeyChoice> out;
        for (const ActionInfo& info : actionTable()) {
            const QString id = QString::fromLatin1(info.id);
            const QAction* action = actions.of(id);
            if (!action) continue; // a separator, or a submenu without an act
            out.push_back({id, QString::fromLatin1(menuTitle(info.menu)), action->property("paletteText").toString(),
                           actions.keys().keysOf(id), actions.keys().isChanged(id)});
        }
        return out;
    };
    source.set = [&actions](const QString& id, const QString& keys) { return actions.setKeys(id, keys); };
    source.reset = [&actions](const QString& id) { actions.resetKeys(id); };
    source.resetAll = [&actions] { actions.resetAllKeys(); };
    return new panels::KeysPage(std::move(source), parent);
}

} // namespace

void MainWindow::openSettings() {
    if (m_settingsDialog) return m_settingsDialog->raise();
    m_settingsDialog = new panels::SettingsDialog(this);
    m_settingsDialog->setAttribute(Qt::WA_DeleteOnClose);
    panels::SettingsDialog& dialog = *m_settingsDialog;
    dialog.addPage(tr("Keys"), makeKeysPage(*m_actions, &dialog));
    dialog.addTitle(tr("Look"));
    dialog.addChoices(tr("Theme"), actionsIn("Theme"));
    dialog.addChoices(tr("Colour by"), actionsIn("Colour by"));
    dialog.addChoices(tr("Time axis"), actionsIn("Time axis"));
    const QString now = systemReducesMotion() ? tr("as the system (reduced)") : tr("as the system (full)");
    dialog.addWords(tr("Motion"), {now, tr("full"), tr("reduced")}, static_cast<int>(m_settings.motion()),
                    [this](int index) { setMotion(static_cast<MotionChoice>(index)); });
    for (const char* id : {"view.compact", "view.arrows", "view.python", "view.merge-streams"})
        dialog.addSwitch(m_actions->of(QString::fromLatin1(id)));
    dialog.addTitle(tr("Figures"));
    const GapThresholds gaps = m_loader->thresholds();
    dialog.addMicroseconds(tr("Launch gaps are shorter than"), gaps.launchBelowNs, [this](std::int64_t ns) {
        setThresholds({ns, std::max(ns, m_loader->thresholds().largeFromNs)});
    });
    dialog.addMicroseconds(tr("Large gaps begin at"), gaps.largeFromNs, [this](std::int64_t ns) {
        setThresholds({std::min(ns, m_loader->thresholds().launchBelowNs), ns});
    });
    dialog.addTitle(tr("What is remembered"));
    dialog.addButton(tr("Forget the recent files"), [this] {
        m_recent.clear();
        refreshRecent();
    });
    dialog.addButton(tr("Forget views, rows and notes of all traces"), [this] { m_keeper->forgetTraces(); });
    dialog.show();
}

void MainWindow::openKeySettings() {
    openSettings();
    m_settingsDialog->showPage(m_settingsDialog->findChild<panels::KeysPage*>());
}

void MainWindow::setThresholds(const GapThresholds& thresholds) {
    m_settings.setThresholds(thresholds);
    m_loader->setThresholds(thresholds);
}

bool MainWindow::isMotionReduced() const {
    const MotionChoice choice = m_settings.motion();
    return choice == MotionChoice::System ? systemReducesMotion() : choice == MotionChoice::Reduced;
}

void MainWindow::setMotion(MotionChoice choice) {
    m_settings.setMotion(choice);
    m_training->setMotion(isMotionReduced() ? timeline::Motion::Instant : timeline::Motion::Animated);
    m_view.setMotion(isMotionReduced() ? timeline::Motion::Instant : timeline::Motion::Animated);
    m_actions->refresh();
}

// The entry of the menu says what is done from now on, whatever the system says.
void MainWindow::toggleMotion() { setMotion(isMotionReduced() ? MotionChoice::Full : MotionChoice::Reduced); }

} // namespace lanescope::app
