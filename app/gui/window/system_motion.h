// Whether the system asks programs to move nothing. Qt 6.4 knows it of Windows and macOS by its switch for animated
// menus; of Linux it is read from the files in which the desktops keep it. GUI thread.
#pragma once

#include <QString>

namespace lanescope::app {

bool systemReducesMotion();

// The same from a folder of settings (usually ~/.config): GTK's gtk-enable-animations=0 in gtk-4.0 or gtk-3.0, KDE's
// AnimationDurationFactor=0 in kdeglobals. Files that are not there, or say nothing of it, ask for nothing.
bool desktopReducesMotion(const QString& configFolder);

} // namespace lanescope::app
