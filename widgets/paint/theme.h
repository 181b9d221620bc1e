// Colours: the tokens of resources/tokens.json, compiled in, and which token each role of a scene wears. The only place
// where roles and tokens meet. A value; GUI thread or any one thread.
#pragma once

#include "widgets/scene/scene.h"

#include <QColor>

#include <array>

namespace lanescope::paint {

enum class ThemeId : std::uint8_t { Dark, Light, Print, HighContrast };

class Theme {
public:
    static Theme of(ThemeId id);
    ThemeId id() const { return m_id; }
    bool isDark() const { return m_id == ThemeId::Dark || m_id == ThemeId::HighContrast; }
    QColor color(scene::Ink ink, std::uint8_t variant = 0) const;
    // The same colour laid over the canvas at `percent`: opaque, for files that know no translucency.
    QColor overCanvas(scene::Ink ink, std::uint8_t variant, int percent) const;
    bool slicesHaveEdge() const { return !isDark(); }
    QColor sliceEdge(scene::Ink fill, std::uint8_t variant) const; // 32 % black; white in high contrast

private:
    Theme() = default;
    ThemeId m_id = ThemeId::Dark;
    static constexpr std::size_t kVariants = 16;
    std::array<QColor, static_cast<std::size_t>(scene::Ink::Count_)> m_plain;
    std::array<QColor, kVariants> m_kind, m_owner, m_heat;
};

} // namespace lanescope::paint
