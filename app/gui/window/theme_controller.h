// Dresses the application: palette, style sheet, and the look that drawn widgets share. By the user's setting, or by
// the palette the system gave at the start. GUI thread.
#pragma once

#include "app/gui/window/settings.h"
#include "widgets/timeline/look.h"

#include <QPalette>

namespace lanescope::app {

class ThemeController {
public:
    // `system`: the palette of the application before anything was changed.
    ThemeController(timeline::Look& look, Settings& settings, QPalette system);
    void apply(ThemeChoice choice); // and remembers it
    void wear(ThemeChoice choice);  // for now only
    ThemeChoice choice() const { return m_choice; }
    paint::ThemeId themeOf(ThemeChoice choice) const;
    QString name() const; // "dark", "light (as the system)"

private:
    void dress();
    timeline::Look& m_look;
    Settings& m_settings;
    QPalette m_system;
    ThemeChoice m_choice;
};

} // namespace lanescope::app
