#include "app/gui/window/linked_compare.h"

#include "app/gui/window/main_window.h"

namespace lanescope::app {

void connectLinkedCompare(MainWindow& window) {
    TracePage& page = window.page();
    auto* pane = new LinkedPane(page.shared(), page.canvas(), page.runner(), &page.canvases());
    page.canvases().addWidget(pane);
    panels::AnalysisPanel& panel = page.bottom().analyses();
    QObject::connect(&panel, &panels::AnalysisPanel::compared, pane,
                     [pane](const std::shared_ptr<const LoadedTrace>& other) { pane->show(other); });
    QObject::connect(&panel, &panels::AnalysisPanel::otherSlicesWanted, pane, &LinkedPane::select);
    QObject::connect(pane, &LinkedPane::shown, &window, [&window, pane] {
        // Half and half.
        const int whole = window.page().canvases().height();
        window.page().canvases().setSizes({whole / 2, whole - whole / 2});
        window.status().say(QObject::tr("the trace from before is below, linked at %1").arg(pane->words()));
        window.actionsOfWindow().refresh();
    });
    QObject::connect(pane, &LinkedPane::left, &window, [&window] { window.actionsOfWindow().refresh(); });
}

LinkedPane* linkedPane(MainWindow& window) { return window.page().canvases().findChild<LinkedPane*>(); }

bool isLinked(MainWindow& window) {
    const LinkedPane* pane = linkedPane(window);
    return pane != nullptr && pane->isShowing();
}

void toggleLinked(MainWindow& window) {
    LinkedPane* pane = linkedPane(window);
    if (pane == nullptr) return;
    if (pane->isShowing()) return pane->leave();
    if (const auto other = window.page().bottom().analyses().otherTrace()) return pane->show(other);
    window.status().say(QObject::tr("no trace has been compared with: Analyse > Compare with another trace"));
    window.actionsOfWindow().refresh();
}

} // namespace lanescope::app
