// Small pieces that several panels are made of. GUI thread.
#pragma once

#include "widgets/timeline/look.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

namespace lanescope::panels {

enum class TextRole : std::uint8_t { Body, Strong, Second, Muted, Small, Title, Statement, PageTitle, Bad };
QLabel* makeText(const QString& text, TextRole role, QWidget* parent = nullptr);

enum class ButtonRole : std::uint8_t { Plain, Primary, Link, Entry };
QPushButton* makeButton(const QString& text, ButtonRole role, QWidget* parent = nullptr);
QToolButton* makeChip(const QString& text, QWidget* parent = nullptr);

// Drawn line of 1 px.
QWidget* makeRule(timeline::Look& look, QWidget* parent = nullptr);

// A keycap such as "Ctrl+O".
QLabel* makeKeycap(const QString& text, QWidget* parent = nullptr);

} // namespace lanescope::panels
