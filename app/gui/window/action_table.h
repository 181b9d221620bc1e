// Every action of the window in one explicit list: menus, keys, the palette and the keys sheet are all made of it.
// Adding one = one line in action_table.cpp.
#pragma once

#include <cstdint>
#include <span>

namespace lanescope::app {

class MainWindow;

enum class MenuId : std::uint8_t { File, Edit, View, Go, Select, Analyse, Ranks, Help, Count_ };
const char* menuTitle(MenuId menu);

enum class Scope : std::uint8_t {
    Window, // wherever the focus is (text fields keep the letters they need)
    Canvas, // only while the timeline has the focus
    Held,   // acts while it is held: the canvas does it, the menu entry makes one step
};
enum class Needs : std::uint8_t {
    Nothing,
    Trace,
    Selection,
    Range,
    SelectionOrRange,
    Steps,
    Loading,
    Back,
    Forward,
    Search,
    Ranks, // their page is shown
    TraceOrRanks,
    RanksOpen, // they are open, shown or not
};
enum class Check : std::uint8_t { None, Toggle, Choice };

struct ActionInfo {
    const char* id;
    MenuId menu;
    const char* text;
    const char* keys; // portable text; several separated by " | "
    Scope scope = Scope::Window;
    Needs needs = Needs::Nothing;
    Check check = Check::None;
    void (*act)(MainWindow&) = nullptr;
    bool (*isChecked)(MainWindow&) = nullptr;
    const char* submenu = ""; // where it stands below the menu
};

std::span<const ActionInfo> actionTable(); // in the order of the menus; an entry with an empty text is a separator

} // namespace lanescope::app
