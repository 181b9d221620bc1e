// The theme and the fonts that every drawn widget of a window shares. A change of theme repaints; no scene is rebuilt.
// GUI thread.
#pragma once

#include "widgets/paint/fonts.h"
#include "widgets/paint/theme.h"

#include <QObject>

namespace lanescope::timeline {

class Look final : public QObject {
    Q_OBJECT
public:
    explicit Look(paint::ThemeId id, QObject* parent = nullptr) : QObject(parent), m_theme(paint::Theme::of(id)) {}
    const paint::Theme& theme() const { return m_theme; }
    paint::Fonts& fonts() { return m_fonts; }
    QColor color(scene::Ink ink, std::uint8_t variant = 0) const { return m_theme.color(ink, variant); }
    void setTheme(paint::ThemeId id) {
        if (id == m_theme.id()) return;
        m_theme = paint::Theme::of(id);
        emit themeChanged();
    }

signals:
    void themeChanged();

private:
    paint::Theme m_theme;
    paint::Fonts m_fonts;
};

} // namespace lanescope::timeline
