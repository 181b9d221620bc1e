#include "app/gui/window/system_motion.h"

#include <QApplication>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace lanescope::app {

namespace {

constexpr qint64 kMostBytes = 1 << 20; // of a settings file

QString valueIn(const QString& path, const QString& key) {
    const QFileInfo file(path);
    if (!file.isFile() || file.size() > kMostBytes) return {};
    const QSettings settings(path, QSettings::IniFormat);
    return settings.value(key).toString().trimmed().toLower();
}

} // namespace

bool desktopReducesMotion(const QString& configFolder) {
    for (const char* folder : {"gtk-4.0", "gtk-3.0"}) {
        const QString path = configFolder + QLatin1Char('/') + QLatin1String(folder) + QStringLiteral("/settings.ini");
        const QString word = valueIn(path, QStringLiteral("Settings/gtk-enable-animations"));
        if (!word.isEmpty()) return word == QLatin1String("0") || word == QLatin1String("false");
    }
    bool isNumber = false;
    const double factor =
        valueIn(configFolder + QStringLiteral("/kdeglobals"), QStringLiteral("KDE/AnimationDurationFactor"))
            .toDouble(&isNumber);
    return isNumber && factor <= 0;
}

bool systemReducesMotion() {
#if defined(Q_OS_WIN) || defined(Q_OS_MACOS)
    return !QApplication::isEffectEnabled(Qt::UI_AnimateMenu);
#else
    return desktopReducesMotion(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation));
#endif
}

} // namespace lanescope::app
