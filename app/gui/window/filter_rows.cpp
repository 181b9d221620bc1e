#include "app/gui/window/filter_rows.h"

#include "app/gui/window/main_window.h"
#include "core/query/filter.h"

#include <QTimer>

#include <algorithm>

namespace lanescope::app {

namespace {

using W = MainWindow;
using Rows = std::vector<FilterRow>;
constexpr qsizetype kMostName = 60;
const std::string kKeyPrefix = "filter/";

QString q(const std::string& text) { return QString::fromStdString(text); }

void setRows(W& w, Rows rows) {
    LoadController::RowChoice choice = w.loader().rowChoice();
    choice.filters = std::move(rows);
    w.loader().setRowChoice(choice);
}

// What is wrong with an expression; empty: nothing.
QString problemOf(const QString& where) {
    if (where.trimmed().isEmpty()) return QObject::tr("expected an expression such as kind:comm dur>1ms");
    const Result<Filter> filter = Filter::parse(where.toStdString());
    if (filter.ok()) return {};
    const QString place = q(filter.error().place);
    return place.isEmpty() ? q(filter.error().message) : place + QStringLiteral(": ") + q(filter.error().message);
}

std::string freeName(const Rows& rows, const QString& wanted, std::optional<std::size_t> except = {}) {
    const QString plain = wanted.trimmed().left(kMostName);
    for (int number = 1;; ++number) {
        const QString name = number == 1 ? plain : QStringLiteral("%1 %2").arg(plain).arg(number);
        bool taken = false;
        for (std::size_t i = 0; i < rows.size(); ++i) taken = taken || (i != except && q(rows[i].name) == name);
        if (!taken) return name.toStdString();
    }
}

// The row made from a filter that is meant: under the pointer or chosen by keys, else the only one.
std::optional<std::size_t> meant(W& w) {
    const Rows& rows = w.loader().rowChoice().filters;
    if (const auto row = w.page().canvas().rowMeant()) {
        const std::string& key = w.document().tree().row(*row).key;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (key == kKeyPrefix + rows[i].name) return i;
    }
    if (rows.size() == 1) return 0;
    w.status().say(rows.empty() ? QObject::tr("there is no row from a filter")
                                : QObject::tr("point at the row from a filter that is meant"));
    return std::nullopt;
}

void askName(W& w, const QString& where) {
    w.askBox().ask(
        {QObject::tr("Name of the row"),
         QObject::tr("name of the row, shown at its left"),
         where.left(kMostName),
         {},
         [&w, where](const QString& name) { return addFilterRow(w, name.trimmed().isEmpty() ? where : name, where); }});
}

void askRow(W& w) {
    if (w.loader().rowChoice().filters.size() >= kMostFilterRows)
        return w.status().say(QObject::tr("there are %1 rows from filters, and no more fit").arg(kMostFilterRows));
    w.askBox().ask({QObject::tr("Row from a filter"),
                    QObject::tr("part of a name, /an expression/, or conditions such as kind:comm dur>1ms"),
                    w.toolBar().omnibox().text(),
                    {},
                    [&w](const QString& where) {
                        const QString wrong = problemOf(where);
                        // The box closes with this answer; then it asks for the name.
                        if (wrong.isEmpty()) QTimer::singleShot(0, &w, [&w, where] { askName(w, where.trimmed()); });
                        return wrong;
                    }});
}

void change(W& w) {
    const auto index = meant(w);
    if (!index) return;
    w.askBox().ask({QObject::tr("Filter of the row"),
                    q(w.loader().rowChoice().filters[*index].name),
                    q(w.loader().rowChoice().filters[*index].where),
                    {},
                    [&w, i = *index](const QString& where) {
                        const QString wrong = problemOf(where);
                        Rows rows = w.loader().rowChoice().filters;
                        if (!wrong.isEmpty() || i >= rows.size()) return wrong;
                        rows[i].where = where.trimmed().toStdString();
                        setRows(w, std::move(rows));
                        return QString();
                    }});
}

void rename(W& w) {
    const auto index = meant(w);
    if (!index) return;
    w.askBox().ask({QObject::tr("Name of the row"),
                    q(w.loader().rowChoice().filters[*index].where),
                    q(w.loader().rowChoice().filters[*index].name),
                    {},
                    [&w, i = *index](const QString& name) {
                        Rows rows = w.loader().rowChoice().filters;
                        if (name.trimmed().isEmpty()) return QObject::tr("expected a name");
                        if (i >= rows.size()) return QString();
                        rows[i].name = freeName(rows, name, i);
                        setRows(w, std::move(rows));
                        return QString();
                    }});
}

void remove(W& w) {
    const auto index = meant(w);
    if (!index) return;
    Rows rows = w.loader().rowChoice().filters;
    w.status().say(QObject::tr("row removed: %1").arg(q(rows[*index].name)));
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(*index));
    setRows(w, std::move(rows));
}

template <void (*act)(W&)>
constexpr ActionInfo row(const char* id, const char* text, const char* keys) {
    return {id,          MenuId::View,         text,    keys,  Scope::Window, Needs::Trace,
            Check::None, [](W& w) { act(w); }, nullptr, "Rows"};
}

constexpr ActionInfo kActions[] = {
    row<askRow>("filter-row.add", "Row from a filter\u2026", "Ctrl+Alt+V"),
    row<change>("filter-row.change", "Change the filter of the row\u2026", "Ctrl+Alt+Shift+F"),
    row<rename>("filter-row.rename", "Rename the row from a filter\u2026", "Ctrl+Alt+Shift+N"),
    row<remove>("filter-row.remove", "Remove the row from a filter", "Ctrl+Alt+Shift+H"),
};

} // namespace

QString addFilterRow(MainWindow& window, const QString& name, const QString& where) {
    const QString wrong = problemOf(where);
    if (!wrong.isEmpty()) return wrong;
    Rows rows = window.loader().rowChoice().filters;
    if (rows.size() >= kMostFilterRows) return QObject::tr("there are too many rows from filters");
    rows.push_back({freeName(rows, name), where.trimmed().toStdString()});
    window.status().say(QObject::tr("row added at the top: %1").arg(q(rows.back().name)));
    setRows(window, std::move(rows));
    window.page().canvas().setScrollY(0);
    return {};
}

std::vector<ActionInfo> withFilterRows(std::vector<ActionInfo> actions) {
    actions.insert(actions.end(), std::begin(kActions), std::end(kActions));
    return actions;
}

void connectFilterRows(MainWindow& window) {
    // In the Search tab: the hits as a row of their own.
    QObject::connect(&window.page().bottom().hits(), &panels::HitsPanel::rowWanted, &window, [&window] {
        const QString words = window.toolBar().omnibox().text();
        const QString wrong = addFilterRow(window, words, words);
        if (!wrong.isEmpty()) window.status().say(wrong);
    });
}

} // namespace lanescope::app
