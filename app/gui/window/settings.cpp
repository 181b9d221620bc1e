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

MotionChoice Settings::motion() const {
    const QVariant reduced = m_store.value("view/reduceMotion");
    if (!reduced.isValid()) return MotionChoice::System;
    return reduced.toBool() ? MotionChoice::Reduced : MotionChoice::Full;
}

void Settings::setMotion(MotionChoice choice) {
    if (choice == MotionChoice::System) return m_store.remove("view/reduceMotion");
    m_store.setValue("view/reduceMotion", choice == MotionChoice::Reduced);
}

AxisClock Settings::axisClock() const {
    return axisClockOf(m_store.value("view/axis").toString().toStdString()).value_or(AxisClock::Step);
}

void Settings::setAxisClock(AxisClock clock) {
    const std::string_view word = wordOf(clock);
    m_store.setValue("view/axis", QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())));
}

double Settings::headerWidth() const { return m_store.value("view/headerWidth", 220.0).toDouble(); }

GapThresholds Settings::thresholds() const {
    GapThresholds out;
    const qlonglong launch =
        m_store.value("figures/launchGapNs", QVariant::fromValue<qlonglong>(out.launchBelowNs)).toLongLong();
    const qlonglong large =
        m_store.value("figures/largeGapNs", QVariant::fromValue<qlonglong>(out.largeFromNs)).toLongLong();
    if (launch > 0 && large >= launch) out = {launch, large};
    return out;
}

void Settings::setThresholds(const GapThresholds& thresholds) {
    m_store.setValue("figures/launchGapNs", QVariant::fromValue<qlonglong>(thresholds.launchBelowNs));
    m_store.setValue("figures/largeGapNs", QVariant::fromValue<qlonglong>(thresholds.largeFromNs));
}

} // namespace lanescope::app
