// Context menus: of a slice, a row's header, the ruler, the canvas, the overview, the step strip. Entries are those of
// the table, so keys and what can be done are told here too.
#include "app/gui/window/main_window.h"

#include <QMenu>

namespace lanescope::app {

namespace {

using Ids = std::initializer_list<const char*>; // "" is a separator

std::unique_ptr<QMenu> menuOf(MainWindow& window, Ids ids) {
    auto menu = std::make_unique<QMenu>(&window);
    for (const char* id : ids) {
        if (id[0] == '\0') {
            menu->addSeparator();
        } else if (QAction* action = window.actionsOfWindow().of(QString::fromLatin1(id))) {
            menu->addAction(action);
        }
    }
    return menu;
}

void popUp(std::unique_ptr<QMenu> menu, QPoint globalPos) {
    QMenu* shown = menu.release();
    shown->setAttribute(Qt::WA_DeleteOnClose);
    shown->popup(globalPos);
}

} // namespace

std::unique_ptr<QMenu> MainWindow::contextMenu(const std::optional<scene::Hit>& hit) {
    if (hit && hit->slice)
        return menuOf(*this, {"edit.copy-name", "edit.search-name", "", "select.launch", "select.along",
                              "select.against", "select.next-in-stream", "", "select.parent", "select.child",
                              "select.next-same", "select.previous-same", "", "select.range", "view.fit-selection",
                              "select.all", "select.pair", "", "note.add"});
    if (hit && hit->row && hit->zone == scene::Zone::Header &&
        m_document.tree().row(*hit->row).kind == RowKind::Filtered)
        return menuOf(*this, {"filter-row.change", "filter-row.rename", "filter-row.remove", "filter-row.add", "",
                              "view.pin", "view.hide", "view.row-taller", "view.row-lower", "", "view.row-sets",
                              "view.save-row-set", "view.reset-rows"});
    if (hit && hit->row && hit->zone == scene::Zone::Header)
        return menuOf(*this,
                      {"view.pin", "view.hide", "view.row-up", "view.row-down", "view.row-taller", "view.row-lower", "",
                       "view.fold", "view.fold-all", "view.open-all", "", "filter-row.add", "view.filter-rows",
                       "view.find-row", "view.row-sets", "view.save-row-set", "view.show-all", "view.reset-rows"});
    if (hit && hit->zone == scene::Zone::Ruler)
        return menuOf(*this, {"go.to", "go.previous-step", "go.next-step", "", "view.fit-all", "view.fit-step",
                              "view.fit-selection", "go.back", "go.forward", "", "note.add", "note.remove", "note.next",
                              "", "select.range-lock", "select.clear-range"});
    return menuOf(*this, {"select.range-lock", "select.clear-range", "select.measure", "note.add", "note.remove", "",
                          "view.fit-all", "view.fit-step", "go.to", "", "view.arrows", "view.pin", "view.hide"});
}

void MainWindow::showContextMenu(const std::optional<scene::Hit>& hit, QPoint globalPos) {
    popUp(contextMenu(hit), globalPos);
}

void MainWindow::connectMenus() {
    connect(&m_page->canvas(), &timeline::TimelineWidget::contextMenuWanted, this, &MainWindow::showContextMenu);
    const auto give = [this](QWidget& strip, Ids ids) {
        strip.setContextMenuPolicy(Qt::CustomContextMenu);
        connect(&strip, &QWidget::customContextMenuRequested, this,
                [this, &strip, list = std::vector<const char*>(ids)](QPoint at) {
                    auto menu = std::make_unique<QMenu>(this);
                    for (const char* id : list)
                        if (QAction* action = m_actions->of(QString::fromLatin1(id))) menu->addAction(action);
                    popUp(std::move(menu), strip.mapToGlobal(at));
                });
    };
    give(m_page->overview(), {"view.fit-all", "view.fit-step", "view.fit-selection", "go.back", "go.forward", "go.to",
                              "edit.next-hit", "edit.previous-hit", "note.next", "view.strips"});
    give(m_page->steps(),
         {"view.fit-step", "go.previous-step", "go.next-step", "go.to", "view.fit-all", "view.strips"});
}

} // namespace lanescope::app
