// The look of ordinary widgets: one palette and one style sheet, both made of the theme's tokens. GUI thread.
#pragma once

#include "widgets/paint/theme.h"

#include <QPalette>
#include <QString>

namespace lanescope::panels {

QPalette paletteOf(const paint::Theme& theme);
QString styleSheetOf(const paint::Theme& theme);

// Dark or light as the system's palette is: Qt 6.4 tells no scheme.
paint::ThemeId systemTheme(const QPalette& systemPalette);

} // namespace lanescope::panels
