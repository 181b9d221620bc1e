#include "widgets/panels/style_sheet.h"

#include <utility>

namespace lanescope::panels {

using scene::Ink;

namespace {

// "@name" stands for the colour of a token.
const char* const kSheet = R"(
* { font-size: 12px; }
QMainWindow, QDialog { background: @window; }
QMenuBar { background: @window; color: @text; border: none; padding: 2px 4px; }
QMenuBar::item { padding: 4px 10px; background: transparent; border-radius: 5px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @raised; }
QMenu { background: @raised; color: @text; border: 1px solid @line2; padding: 4px; }
QMenu::item { padding: 4px 28px 4px 24px; border-radius: 4px; }
QMenu::item:selected { background: @accentback; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @line; margin: 4px 6px; }
QMenu::indicator { width: 12px; height: 12px; left: 6px; }
QToolTip { background: @raised; color: @text; border: 1px solid @line2; padding: 4px 6px; font-size: 11px; }

QPushButton, QToolButton { background: @raised; color: @text; border: 1px solid @line2; border-radius: 5px;
    padding: 0 10px; min-height: 26px; font-weight: 500; }
QPushButton:hover, QToolButton:hover { border-color: @muted; }
QPushButton:pressed, QToolButton:pressed { background: @group; }
QPushButton:disabled, QToolButton:disabled { color: @muted; }
QPushButton:checked, QToolButton:checked { background: @accentback; border-color: @accent; }
QPushButton:focus, QToolButton:focus { border-color: @accent; }
QPushButton[role="primary"] { background: @accent; color: @onaccent; border-color: @accent; font-weight: 600; }
QPushButton[role="link"] { background: transparent; border: none; color: @accent; padding: 0; min-height: 16px;
    text-align: left; font-weight: 400; }
QPushButton[role="link"]:hover, QPushButton[role="link"]:focus { text-decoration: underline; }
QPushButton[role="entry"] { background: transparent; border: none; color: @accent; padding: 0; min-height: 16px;
    text-align: left; font-weight: 600; }
QPushButton[role="entry"]:hover, QPushButton[role="entry"]:focus { text-decoration: underline; }
QToolButton[role="chip"] { padding: 0 8px; min-height: 18px; max-height: 18px; border-radius: 4px; font-weight: 400;
    font-size: 11px; }
QToolButton[role="left"] { border-top-right-radius: 0; border-bottom-right-radius: 0; padding: 0; }
QToolButton[role="middle"] { border-radius: 0; border-left: none; border-right: none; padding: 0 4px; }
QToolButton[role="right"] { border-top-left-radius: 0; border-bottom-left-radius: 0; padding: 0; }
QToolButton[role="flat"] { background: transparent; border: none; min-height: 20px; padding: 0 4px; }
QToolButton[role="flat"]:hover { background: @raised; }
QToolButton::menu-indicator { image: none; width: 0; }

QLineEdit { background: @input; color: @text; border: 1px solid @line2; border-radius: 5px; padding: 0 8px;
    min-height: 26px; selection-background-color: @accentback; selection-color: @text; }
QLineEdit:focus { border-color: @accent; }
QPlainTextEdit { background: @input; color: @text; border: 1px solid @line2; border-radius: 5px; padding: 4px;
    selection-background-color: @accentback; selection-color: @text; }
QLabel { color: @text; background: transparent; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="second"] { color: @text2; }
QLabel[role="small"] { color: @text2; font-size: 11px; }
QLabel[role="bad"] { color: @bad; font-size: 11px; }

QTabBar { background: @panel; qproperty-drawBase: 0; border: none; }
QTabBar::tab { background: @panel; color: @text2; border: none; border-bottom: 2px solid transparent;
    padding: 0 1px; margin: 0 10px; min-height: 26px; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; font-weight: 600; }
QTabBar::tab:hover { color: @text; }

QTableView, QTreeView, QListView { background: @panel; color: @text; border: none; gridline-color: @line;
    selection-background-color: @accentback; selection-color: @text; outline: none; }
QTreeView::item { min-height: 20px; }
QTreeView::item:selected, QListView::item:selected { background: @accentback; color: @text; }
QListView::item { min-height: 26px; padding: 0 8px; }
QHeaderView { background: @group; border: none; }
QHeaderView::section { background: @group; color: @text2; border: none; border-bottom: 1px solid @line;
    padding: 0 7px; height: 22px; font-size: 11px; }
QTableCornerButton::section { background: @group; border: none; }

QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @line2; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QSplitter::handle { background: @line2; }

#panel { background: @panel; }
#toolbar { background: @window; border-bottom: 1px solid @line; }
#banner { background: @raised; border-bottom: 1px solid @line2; }
#sheet { background: @raised; border: 1px solid @line2; border-radius: 6px; }
#card { background: @panel; border-left: 1px solid @line2; }
#keycap { color: @text; background: @raised; border: 1px solid @line2; border-radius: 4px; padding: 1px 6px;
    font-size: 11px; }
)";

const std::pair<const char*, Ink> kTokens[] = {
    {"accentback", Ink::AccentBack}, {"accent", Ink::Accent}, {"onaccent", Ink::OnAccent}, {"window", Ink::Window},
    {"panel", Ink::Panel},           {"raised", Ink::Raised}, {"input", Ink::Input},       {"group", Ink::Group},
    {"line2", Ink::Line2},           {"line", Ink::Line},     {"text2", Ink::Text2},       {"text", Ink::Text},
    {"muted", Ink::Muted},           {"bad", Ink::Bad},
};

} // namespace

QString styleSheetOf(const paint::Theme& theme) {
    QString sheet = QString::fromLatin1(kSheet);
    for (const auto& [name, ink] : kTokens) // longer names stand before those they begin with
        sheet.replace(QLatin1Char('@') + QString::fromLatin1(name), theme.color(ink).name());
    return sheet;
}

QPalette paletteOf(const paint::Theme& theme) {
    QPalette p;
    const auto set = [&](QPalette::ColorRole role, Ink ink) { p.setColor(role, theme.color(ink)); };
    set(QPalette::Window, Ink::Window);
    set(QPalette::WindowText, Ink::Text);
    set(QPalette::Base, Ink::Panel);
    set(QPalette::AlternateBase, Ink::Group);
    set(QPalette::Text, Ink::Text);
    set(QPalette::PlaceholderText, Ink::Muted);
    set(QPalette::Button, Ink::Raised);
    set(QPalette::ButtonText, Ink::Text);
    set(QPalette::BrightText, Ink::Bad);
    set(QPalette::Highlight, Ink::AccentBack);
    set(QPalette::HighlightedText, Ink::Text);
    set(QPalette::Link, Ink::Accent);
    set(QPalette::LinkVisited, Ink::Accent);
    set(QPalette::ToolTipBase, Ink::Raised);
    set(QPalette::ToolTipText, Ink::Text);
    set(QPalette::Light, Ink::Raised);
    set(QPalette::Mid, Ink::Line2);
    set(QPalette::Dark, Ink::Line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, theme.color(Ink::Muted));
    return p;
}

paint::ThemeId systemTheme(const QPalette& systemPalette) {
    const int text = systemPalette.color(QPalette::WindowText).lightness();
    const int window = systemPalette.color(QPalette::Window).lightness();
    return text > window ? paint::ThemeId::Dark : paint::ThemeId::Light;
}

} // namespace lanescope::panels
