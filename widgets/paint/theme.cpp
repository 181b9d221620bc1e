#include "widgets/paint/theme.h"

#include "core/base/check.h"
#include "core/store/columns.h"
#include "widgets/scene/band_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace lanescope::paint {

namespace {

using scene::Ink;

struct RoleToken {
    Ink ink;
    const char* token; // in "theme" of the tokens
};
constexpr RoleToken kRoles[] = {
    {Ink::Window, "window"},
    {Ink::Header, "header"},
    {Ink::Canvas, "canvas"},
    {Ink::Panel, "panel"},
    {Ink::Raised, "raised"},
    {Ink::Input, "input"},
    {Ink::Group, "group"},
    {Ink::Line, "line"},
    {Ink::Line2, "line2"},
    {Ink::Grid, "grid"},
    {Ink::Text, "text"},
    {Ink::Text2, "text2"},
    {Ink::Muted, "muted"},
    {Ink::Accent, "accent"},
    {Ink::AccentBack, "accentbg"},
    {Ink::OnAccent, "onaccent"},
    {Ink::Selection, "sel"},
    {Ink::SelectionHalo, "selhalo"},
    {Ink::Range, "range"},
    {Ink::Operator, "op"},
    {Ink::OperatorText, "optext"},
    {Ink::Python, "py"},
    {Ink::PythonText, "pytext"},
    {Ink::RuntimeCall, "rt"},
    {Ink::RuntimeText, "rttext"},
    {Ink::Annotation, "ann"},
    {Ink::AnnotationText, "anntext"},
    {Ink::Hit, "hit"},
    {Ink::Bad, "bad"},
    {Ink::Warn, "warn"},
    {Ink::Good, "good"},
};

const QJsonObject& tokens() {
    static const QJsonObject object = [] {
        QFile file(QStringLiteral(":/lanescope/tokens.json"));
        const bool opened = file.open(QIODevice::ReadOnly);
        LANESCOPE_CHECK(opened);
        return QJsonDocument::fromJson(file.readAll()).object();
    }();
    return object;
}

QColor colorOf(const QJsonObject& object, const char* name) {
    const QColor color(object.value(QLatin1String(name)).toString());
    LANESCOPE_CHECK(color.isValid());
    return color;
}

QColor mix(const QColor& over, const QColor& under, double share) {
    const auto channel = [&](int a, int b) { return static_cast<int>(std::lround(a * share + b * (1 - share))); };
    return {channel(over.red(), under.red()), channel(over.green(), under.green()), channel(over.blue(), under.blue())};
}

double luminance(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

Theme Theme::of(ThemeId id) {
    Theme theme;
    theme.m_id = id;
    const char* name = id == ThemeId::Light ? "light" : id == ThemeId::Print ? "print" : "dark";
    const QJsonObject plain = tokens().value(QLatin1String("theme")).toObject().value(QLatin1String(name)).toObject();
    for (const RoleToken& role : kRoles) theme.m_plain[static_cast<std::size_t>(role.ink)] = colorOf(plain, role.token);
    const auto set = [&](Ink ink, const QColor& color) { theme.m_plain[static_cast<std::size_t>(ink)] = color; };
    set(Ink::KindText, colorOf(tokens(), "ink_on_kind"));
    set(Ink::HoverTint, theme.isDark() ? QColor(255, 255, 255, 46) : QColor(0, 0, 0, 20));
    if (id == ThemeId::HighContrast) {
        for (const Ink ink :
             {Ink::Window, Ink::Canvas, Ink::Header, Ink::Operator, Ink::Python, Ink::RuntimeCall, Ink::Annotation})
            set(ink, QColor(0, 0, 0));
        set(Ink::Line2, QColor(0x8A, 0x94, 0xA3));
        set(Ink::Text, QColor(255, 255, 255));
        set(Ink::Muted, QColor(0xC4, 0xCC, 0xD6));
    }
    const QJsonObject kinds = tokens().value(QLatin1String("kind")).toObject();
    for (std::size_t k = 1; k < static_cast<std::size_t>(WorkKind::Count_); ++k)
        theme.m_kind[k] = colorOf(kinds, kindWord(static_cast<WorkKind>(k)));
    theme.m_kind[0] = theme.m_kind[static_cast<std::size_t>(WorkKind::Other)];
    const char* shade = theme.isDark() ? "dark" : "light";
    const QJsonObject owners = tokens().value(QLatin1String("idle")).toObject().value(QLatin1String(shade)).toObject();
    for (std::size_t o = 0; o < static_cast<std::size_t>(scene::IdleOwner::Count_); ++o)
        theme.m_owner[o] = colorOf(owners, ownerWord(static_cast<scene::IdleOwner>(o)));
    const QJsonArray ramp = tokens().value(QLatin1String("heatmap")).toObject().value(QLatin1String(shade)).toArray();
    for (qsizetype i = 0; i < ramp.size() && i < static_cast<qsizetype>(kVariants); ++i)
        theme.m_heat[static_cast<std::size_t>(i)] = QColor(ramp.at(i).toString());
    return theme;
}

QColor Theme::color(Ink ink, std::uint8_t variant) const {
    const std::size_t v = variant < kVariants ? variant : 0;
    switch (ink) {
    case Ink::Kind:
        return m_kind[v];
    case Ink::KindRail:
        return mix(QColor(0, 0, 0), m_kind[v], 0.28);
    case Ink::Owner:
        return m_owner[v];
    case Ink::OwnerCall:
        return mix(m_owner[v], m_plain[static_cast<std::size_t>(Ink::Canvas)], 0.34);
    case Ink::Heat:
        return m_heat[v];
    case Ink::HeatText: // whichever of the two reads better on the step
        return luminance(m_heat[v]) > 0.18 ? QColor(0x0E, 0x11, 0x16) : QColor(0xFF, 0xFF, 0xFF);
    default:
        return m_plain[static_cast<std::size_t>(ink)];
    }
}

QColor Theme::overCanvas(Ink ink, std::uint8_t variant, int percent) const {
    const QColor over = color(ink, variant);
    const double share = static_cast<double>(over.alphaF()) * percent / 100.0;
    return mix(over, m_plain[static_cast<std::size_t>(Ink::Canvas)], share);
}

QColor Theme::sliceEdge(Ink fill, std::uint8_t variant) const {
    if (m_id == ThemeId::HighContrast) return QColor(255, 255, 255);
    return mix(QColor(0, 0, 0), color(fill, variant), 0.32);
}

} // namespace lanescope::paint
