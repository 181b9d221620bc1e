// What the window remembers of the user: theme, motion, places and sizes. QSettings writes to a temporary name and
// renames. GUI thread.
#pragma once

#include "core/analysis/four_numbers.h"
#include "core/query/time_axis.h"
#include "widgets/paint/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QString>

namespace lanescope::app {

enum class ThemeChoice : std::uint8_t { System, Dark, Light, HighContrast };
enum class MotionChoice : std::uint8_t { System, Full, Reduced };

class Settings {
public:
    explicit Settings(QSettings& store) : m_store(store) {}
    QSettings& store() { return m_store; }

    ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);
    MotionChoice motion() const;
    void setMotion(MotionChoice choice);
    AxisClock axisClock() const;
    void setAxisClock(AxisClock clock);
    double headerWidth() const;
    void setHeaderWidth(double px) { m_store.setValue("view/headerWidth", px); }
    bool isShown(const QString& panel) const { return m_store.value("view/shown/" + panel, true).toBool(); }
    void setShown(const QString& panel, bool shown) { m_store.setValue("view/shown/" + panel, shown); }
    int size(const QString& panel, int otherwise) const {
        return m_store.value("view/size/" + panel, otherwise).toInt();
    }
    void setSize(const QString& panel, int px) { m_store.setValue("view/size/" + panel, px); }
    GapThresholds thresholds() const;
    void setThresholds(const GapThresholds& thresholds);
    QByteArray geometry() const { return m_store.value("window/geometry").toByteArray(); }
    void setGeometry(const QByteArray& bytes) { m_store.setValue("window/geometry", bytes); }
    QString lastFolder() const { return m_store.value("files/folder").toString(); }
    void setLastFolder(const QString& path) { m_store.setValue("files/folder", path); }

private:
    QSettings& m_store;
};

const char* themeWord(ThemeChoice choice); // "system", "dark", "light", "contrast"

} // namespace lanescope::app
