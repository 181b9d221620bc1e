#include "widgets/panels/settings_dialog.h"

#include "widgets/panels/panel_parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::panels {

namespace {
constexpr int kWidth = 460;
constexpr double kNsPerMicrosecond = 1000, kMostMicroseconds = 60e6;
} // namespace

SettingsDialog::SettingsDialog(QWidget* window) : QDialog(window) {
    setWindowTitle(tr("Settings"));
    setAccessibleName(tr("settings"));
    setModal(false);
    setMinimumWidth(kWidth);
    m_pages = new QTabWidget(this);
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("pages of the settings"));
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 8, 0, 0);
    box->addWidget(m_pages);
    auto* general = new QWidget(m_pages);
    m_form = new QFormLayout(general);
    m_form->setContentsMargins(16, 16, 16, 16);
    m_form->setHorizontalSpacing(16);
    addPage(tr("General"), general);
}

void SettingsDialog::addPage(const QString& title, QWidget* page) { m_pages->addTab(page, title); }

void SettingsDialog::showPage(const QWidget* page) {
    for (int i = 0; i < m_pages->count(); ++i)
        if (m_pages->widget(i) == page) m_pages->setCurrentIndex(i);
}

void SettingsDialog::addWords(const QString& label, const QStringList& words, int now,
                              std::function<void(int)> changed) {
    auto* box = new QComboBox(this);
    box->setAccessibleName(label);
    box->addItems(words);
    box->setCurrentIndex(now);
    connect(box, &QComboBox::activated, this, [changed = std::move(changed)](int index) { changed(index); });
    m_form->addRow(label, box);
}

void SettingsDialog::addTitle(const QString& text) { m_form->addRow(makeText(text, TextRole::Title, this)); }

void SettingsDialog::addChoices(const QString& label, const QList<QAction*>& actions) {
    auto* box = new QComboBox(this);
    box->setAccessibleName(label);
    for (QAction* action : actions) box->addItem(action->text());
    const auto show = [box, actions] {
        for (int i = 0; i < actions.size(); ++i)
            if (actions[i]->isChecked()) box->setCurrentIndex(i);
    };
    show();
    connect(box, &QComboBox::activated, this, [actions](int index) { actions[index]->trigger(); });
    for (QAction* action : actions) connect(action, &QAction::changed, box, show);
    m_form->addRow(label, box);
}

void SettingsDialog::addSwitch(QAction* action) {
    auto* box = new QCheckBox(action->text(), this);
    const auto show = [box, action] {
        box->setChecked(action->isChecked());
        box->setEnabled(action->isEnabled());
    };
    show();
    connect(box, &QCheckBox::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, box, show);
    m_form->addRow(box);
}

void SettingsDialog::addMicroseconds(const QString& label, std::int64_t ns, std::function<void(std::int64_t)> changed) {
    auto* box = new QDoubleSpinBox(this);
    box->setAccessibleName(label);
    box->setSuffix(QStringLiteral(" \u00b5s"));
    box->setDecimals(1);
    box->setRange(0.1, kMostMicroseconds);
    box->setValue(static_cast<double>(ns) / kNsPerMicrosecond);
    connect(box, &QDoubleSpinBox::editingFinished, this, [box, changed = std::move(changed)] {
        changed(static_cast<std::int64_t>(box->value() * kNsPerMicrosecond + 0.5));
    });
    m_form->addRow(label, box);
}

void SettingsDialog::addButton(const QString& label, std::function<void()> act) {
    QPushButton* button = makeButton(label, ButtonRole::Plain, this);
    connect(button, &QPushButton::clicked, this, [act = std::move(act)] { act(); });
    m_form->addRow(button);
}

} // namespace lanescope::panels
