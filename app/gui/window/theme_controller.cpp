#include "app/gui/window/theme_controller.h"

#include "widgets/panels/style_sheet.h"

#include <QApplication>
#include <QToolTip>

namespace lanescope::app {

ThemeController::ThemeController(timeline::Look& look, Settings& settings, QPalette system)
    : m_look(look), m_settings(settings), m_system(std::move(system)), m_choice(settings.theme()) {
    dress();
}

paint::ThemeId ThemeController::themeOf(ThemeChoice choice) const {
    switch (choice) {
    case ThemeChoice::Dark:
        return paint::ThemeId::Dark;
    case ThemeChoice::Light:
        return paint::ThemeId::Light;
    case ThemeChoice::HighContrast:
        return paint::ThemeId::HighContrast;
    case ThemeChoice::System:
        break;
    }
    return panels::systemTheme(m_system);
}

QString ThemeController::name() const {
    const QString shown = m_look.theme().isDark() ? QStringLiteral("dark") : QStringLiteral("light");
    if (m_choice == ThemeChoice::HighContrast) return QStringLiteral("high contrast");
    return m_choice == ThemeChoice::System ? shown + QStringLiteral(", as the system") : shown;
}

void ThemeController::dress() {
    m_look.setTheme(themeOf(m_choice));
    const QPalette palette = panels::paletteOf(m_look.theme());
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    qApp->setStyleSheet(panels::styleSheetOf(m_look.theme()));
}

void ThemeController::wear(ThemeChoice choice) {
    m_choice = choice;
    dress();
}

void ThemeController::apply(ThemeChoice choice) {
    m_settings.setTheme(choice);
    wear(choice);
}

} // namespace lanescope::app
