#include "app/gui/window/window_analyses.h"

#include "app/gui/window/linked_compare.h"
#include "app/gui/window/main_window.h"
#include "widgets/scene/path_pieces.h"

#include <QFileDialog>
#include <fmt/format.h>

#include <array>
#include <deque>
#include <string>
#include <utility>

namespace lanescope::app {

namespace {

constexpr std::size_t kMostAnalyses = 64; // entries of the list that can have an action
constexpr int kRoomForTables = 380;       // px of the bottom panel that tables and charts need

panels::AnalysisPanel& panelOf(MainWindow& window) { return window.page().bottom().analyses(); }

void showPanel(MainWindow& window) {
    TracePage& page = window.page();
    if (page.bottomHeight() < kRoomForTables) page.setBottomHeight(kRoomForTables);
    page.setShown(TracePage::Part::Bottom, true);
    page.bottom().showTab(panels::BottomPanel::Tab::Analyses);
}

template <std::size_t index>
void openNth(MainWindow& window) {
    showPanel(window);
    if (index >= builtinAnalyses().size()) return;
    const std::string_view id = builtinAnalyses()[index].id;
    panelOf(window).open(QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())));
}

template <std::size_t... index>
constexpr auto openers(std::index_sequence<index...>) {
    return std::array<void (*)(MainWindow&), sizeof...(index)>{openNth<index>...};
}
constexpr auto kOpeners = openers(std::make_index_sequence<kMostAnalyses>());

void openList(MainWindow& window) {
    showPanel(window);
    panelOf(window).list().search().setFocus(Qt::ShortcutFocusReason);
}

void chooseOther(MainWindow& window) {
    auto* dialog = new QFileDialog(&window, QObject::tr("Compare with the trace from before"), {},
                                   QObject::tr("Traces (*.json *.json.gz *.gz *.zst);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, [&window](const QString& path) {
        showPanel(window);
        panelOf(window).compareWith(path);
    });
    dialog->open();
}

void chooseTarget(MainWindow& window) {
    if (!panelOf(window).table().table()) return;
    const QString name = QString::fromStdString(panelOf(window).table().table()->id);
    auto* dialog = new QFileDialog(&window, QObject::tr("Save table"), name + QStringLiteral(".csv"),
                                   QObject::tr("CSV (*.csv);;JSON (*.json);;Markdown (*.md);;Text (*.txt)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(QLatin1String("*."), 1).section(QLatin1Char(')'), 0, 0));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, &window,
                     [&window](const QString& path) { panelOf(window).exportTo(path); });
    dialog->open();
}

template <models::Scope scope>
void setScope(MainWindow& window) {
    showPanel(window);
    panelOf(window).setScope(scope);
}

template <models::Scope scope>
constexpr ActionInfo scopeAction(const char* id, const char* text, const char* keys) {
    return {id,
            MenuId::Analyse,
            text,
            keys,
            Scope::Window,
            Needs::Trace,
            Check::Choice,
            setScope<scope>,
            [](MainWindow& w) { return panelOf(w).options().scope() == scope; },
            "Analyses over"};
}

constexpr ActionInfo kOwn[] = {
    {"analyse.list", MenuId::Analyse, "All analyses", "Ctrl+Shift+A", Scope::Window, Needs::Trace, Check::None,
     openList},
    scopeAction<models::Scope::Whole>("analyse.whole", "whole trace", "Ctrl+6"),
    scopeAction<models::Scope::Range>("analyse.range", "range", "Ctrl+7"),
    scopeAction<models::Scope::Step>("analyse.step", "step", "Ctrl+8"),
    scopeAction<models::Scope::Visible>("analyse.visible", "in view", "Ctrl+9"),
};
constexpr ActionInfo kLast[] = {
    {"", MenuId::Analyse, "", ""},
    {"analyse.compare", MenuId::Analyse, "Compare with another trace\u2026", "Ctrl+D", Scope::Window, Needs::Trace,
     Check::None, chooseOther},
    {"analyse.linked", MenuId::Analyse, "Compared trace below, linked", "Ctrl+L", Scope::Window, Needs::Trace,
     Check::Toggle, toggleLinked, isLinked},
    {"analyse.save", MenuId::Analyse, "Save the table of the analysis\u2026", "Ctrl+Shift+E", Scope::Window,
     Needs::Trace, Check::None, chooseTarget},
    {"analyse.key_averages", MenuId::Analyse, "Operators as text of key_averages()\u2026", "Ctrl+J", Scope::Window,
     Needs::Trace, Check::None,
     [](MainWindow& w) {
         showPanel(w);
         panelOf(w).showKeyAverages();
     }},
    {"analyse.stop", MenuId::Analyse, "Stop the analysis", "Ctrl+Alt+Q", Scope::Window, Needs::Trace, Check::None,
     [](MainWindow& w) { panelOf(w).cancel(); }},
};

// Ctrl and the function keys, in the order of the menu, as far as they go.
std::string keyOfNth(std::size_t number) {
    if (number < 12) return fmt::format("Ctrl+F{}", number + 1);
    if (number < 15) return fmt::format("Ctrl+Shift+F{}", number - 2);
    return {};
}

} // namespace

std::vector<ActionInfo> withAnalyses(std::span<const ActionInfo> table) {
    static std::deque<std::string> texts; // the table holds pointers
    const auto kept = [](std::string text) { return texts.emplace_back(std::move(text)).c_str(); };
    std::vector<ActionInfo> out(table.begin(), table.end());
    out.insert(out.end(), std::begin(kOwn), std::end(kOwn));
    const auto analyses = builtinAnalyses();
    std::size_t number = 0; // in the order of the menu
    for (const char* group : models::analysisGroups()) {
        bool first = true;
        for (std::size_t i = 0; i < std::min(analyses.size(), kMostAnalyses); ++i) {
            if (std::string_view(models::groupOf(analyses[i].id)) != group) continue;
            if (std::exchange(first, false)) out.push_back({"", MenuId::Analyse, "", ""});
            out.push_back({kept("analyse." + std::string(analyses[i].id)), MenuId::Analyse,
                           kept(std::string(analyses[i].title)), kept(keyOfNth(number++)), Scope::Window, Needs::Trace,
                           Check::None, kOpeners[i]});
        }
    }
    out.insert(out.end(), std::begin(kLast), std::end(kLast));
    return out;
}

void connectAnalyses(MainWindow& window, QSettings& settings) {
    panels::AnalysisPanel& panel = panelOf(window);
    panel.setMemory(&settings);
    connectLinkedCompare(window);
    QObject::connect(&panel, &panels::AnalysisPanel::slicesWanted, &window,
                     [&window](const std::vector<SliceId>& slices, SliceId current) {
                         window.navigator().select(current);
                         if (slices.size() < 2) return;
                         // The current one last: it has the ring. Where there are too many, its neighbours stay.
                         const auto at = std::find(slices.begin(), slices.end(), current) - slices.begin();
                         const std::size_t most = timeline::TimelineWidget::kMostSelected;
                         const std::size_t from = slices.size() <= most
                                                      ? 0
                                                      : std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(
                                                                     0, at - static_cast<std::ptrdiff_t>(most / 2))),
                                                                 slices.size() - most);
                         std::vector<SliceId> chosen;
                         for (std::size_t i = from; i < std::min(slices.size(), from + most); ++i)
                             if (slices[i] != current) chosen.push_back(slices[i]);
                         chosen.push_back(current);
                         window.selection().setSlices(std::move(chosen));
                     });
    QObject::connect(&panel, &panels::AnalysisPanel::rangeWanted, &window.navigator(), &Navigator::showRange);
    QObject::connect(&panel, &panels::AnalysisPanel::pathFound, &window, [&window](const std::vector<SliceId>& path) {
        const bool open = window.document().isOpen();
        window.page().canvas().setPath(open ? scene::pathPieces(window.document().store(), path)
                                            : std::vector<scene::PathPiece>());
    });
    QObject::connect(&panel, &panels::AnalysisPanel::said, &window.status(), &panels::StatusLine::say);
    QObject::connect(&panel, &panels::AnalysisPanel::failed, &window,
                     [&window](const Error& error) { window.banner().show(QString::fromStdString(error.text())); });
    QObject::connect(&panel, &panels::AnalysisPanel::fileWanted, &window, [&window] { chooseOther(window); });
    QObject::connect(&panel, &panels::AnalysisPanel::exportWanted, &window, [&window] { chooseTarget(window); });
}

} // namespace lanescope::app
