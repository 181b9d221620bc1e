// The settings page: what the actions of the window switch, and a few figures. Every change acts at once. It knows
// nothing of the window: lines are added by it. GUI thread.
#pragma once

#include <QAction>
#include <QDialog>
#include <QFormLayout>
#include <QTabWidget>

#include <cstdint>
#include <functional>

namespace lanescope::panels {

class SettingsDialog final : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(QWidget* window);
    void addPage(const QString& title, QWidget* page); // beside the lines that follow, which are the first page
    void showPage(const QWidget* page);
    const QWidget* page() const { return m_pages->currentWidget(); }
    void addTitle(const QString& text);
    // One of several words; `changed` gets its place.
    void addWords(const QString& label, const QStringList& words, int now, std::function<void(int)> changed);
    void addChoices(const QString& label, const QList<QAction*>& actions); // checkable, one at a time
    void addSwitch(QAction* action);                                       // checkable
    void addMicroseconds(const QString& label, std::int64_t ns, std::function<void(std::int64_t)> changed);
    void addButton(const QString& label, std::function<void()> act);

private:
    QTabWidget* m_pages;
    QFormLayout* m_form;
};

} // namespace lanescope::panels
