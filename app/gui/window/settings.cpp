#include "app/gui/window/settings.h"

namespace lanescope::app {

namespace {
constexpr ThemeChoice kChoices[] = {ThemeChoice::System, ThemeChoice::Dark, ThemeChoice::Light,
                                    ThemeChoice::HighContrast};
}

const char* themeWord(ThemeChoice choice) {
    switch (choice) {
    case ThemeChoice::Dark:
        return "dark";
    case ThemeChoice::Light:
        return "light";
    case ThemeChoice::HighContrast:
        return "contrast";
    case ThemeChoice::System:
        break;
    }
    return "system";
}

ThemeChoice Settings::theme() const {
    const QString word = m_store.value("view/theme").toString();
    for (const ThemeChoice choice : kChoices)
        if (word == QLatin1String(themeWord(choice))) return choice;
    return ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice) { m_store.setValue("view/theme", QString::fromLatin1(themeWord(choice))); }

double Settings::headerWidth() const { return m_store.value("view/headerWidth", 220.0).toDouble(); }

} // namespace lanescope::app
