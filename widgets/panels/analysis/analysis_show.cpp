// What the panel shows of an answer, and how it and the timeline lead to each other.
#include "widgets/panels/analysis/analysis_panel.h"

#include "core/export/note_text.h"
#include "core/export/quantity.h"
#include "widgets/models/analysis/table_reader.h"

#include <QStyle>

#include <algorithm>

namespace lanescope::panels {

namespace {

constexpr int kFlameViews = 4;

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

QString countText(std::size_t n) { return q(formatCount(static_cast<std::int64_t>(n))); }

} // namespace

void AnalysisPanel::onAnswer(std::shared_ptr<const models::AnalysisAnswer> answer) {
    m_poll.stop();
    m_progress->end();
    m_cancel->hide();
    const bool same = answer == m_answer;
    m_answer = std::move(answer);
    if (!same) {
        fillTables();
        fillCharts();
    }
    const std::size_t most = m_options->options().rows;
    const auto& all = m_answer->result->tables;
    const bool cut = std::any_of(all.begin(), all.end(), [most](const Table& t) { return t.rows.size() == most; });
    m_options->setLists(cut ? AnalysisOptionsBar::Lists::Cut : AnalysisOptionsBar::Lists::Whole);
    showTable(m_tables->currentIndex());
    markSelection();
    std::vector<SliceId> path;
    if (m_list->chosen() == QLatin1String("critical_path"))
        for (const Highlight& h : m_answer->result->highlights)
            path.insert(path.end(), h.slices.begin(), h.slices.end());
    emit pathFound(path);
    if (m_answer->other && m_answer->other->trace != m_other) {
        m_other = m_answer->other->trace;
        emit compared(m_other);
    }
}

void AnalysisPanel::onError(const Error& error) {
    QString text = q(error.message);
    if (!error.hint.empty()) text += QStringLiteral(". ") + q(error.hint);
    showNothing(text);
    m_sentence->setText(text);
}

void AnalysisPanel::showNothing(const QString& why) {
    m_poll.stop();
    m_progress->end();
    m_cancel->hide();
    m_source->cancel();
    m_answer.reset();
    m_wantedKey.clear();
    m_model.setTable(nullptr, nullptr, nullptr);
    m_flame->setFlame(nullptr);
    m_chart->setChart(nullptr);
    const QSignalBlocker quietTables(m_tables), quietCharts(m_charts);
    m_tables->clear();
    m_charts->clear();
    m_stack->setCurrentWidget(m_view);
    m_occurrences->hide();
    m_flameSelect->hide();
    arrange();
    say(why, true);
    emit pathFound({});
}

void AnalysisPanel::say(const QString& text, bool trouble) {
    m_sentence->setProperty("whole", text);
    m_sentence->setToolTip(text);
    m_sentence->setText(m_sentence->fontMetrics().elidedText(text, Qt::ElideRight, std::max(40, m_sentence->width())));
    if (trouble) m_sentence->setText(text);
}

// The flame graphs first, where there are some; empty tables last, marked.
void AnalysisPanel::fillTables() {
    const QSignalBlocker quiet(m_tables);
    m_tables->clear();
    if (m_answer->flame) {
        m_tables->addItem(tr("Flame graph, from the top, CPU time"), -1);
        m_tables->addItem(tr("Flame graph, from the top, GPU time"), -2);
        m_tables->addItem(tr("Flame graph, from the bottom, CPU time"), -3);
        m_tables->addItem(tr("Flame graph, from the bottom, GPU time"), -4);
    }
    const auto& tables = m_answer->result->tables;
    for (std::size_t i = 0; i < tables.size(); ++i)
        m_tables->addItem(tables[i].rows.empty() ? tr("%1 (empty)").arg(q(tables[i].title)) : q(tables[i].title),
                          static_cast<int>(i));
    const QString last = m_lastTable.value(m_list->chosen());
    int wanted = 0;
    for (int i = 0; i < m_tables->count(); ++i) {
        const int entry = m_tables->itemData(i).toInt();
        const QString id = entry < 0 ? QString::number(entry) : q(tables[static_cast<std::size_t>(entry)].id);
        if (id == last) wanted = i;
        if (last.isEmpty() && wanted == 0 && i > 0 && !m_answer->flame && tables.front().rows.empty() && entry > 0 &&
            !tables[static_cast<std::size_t>(entry)].rows.empty())
            wanted = i;
    }
    m_tables->setCurrentIndex(wanted);
    m_tables->updateGeometry();
}

void AnalysisPanel::showTable(int index) {
    if (!m_answer || index < 0) return;
    const int entry = m_tables->itemData(index).toInt();
    m_occurrences->hide();
    m_foundRow = -1;
    m_lastTable[m_list->chosen()] =
        entry < 0 ? QString::number(entry) : q(m_answer->result->tables[static_cast<std::size_t>(entry)].id);
    if (entry < 0 && entry >= -kFlameViews) {
        const auto side = entry >= -2 ? FlameSide::TopDown : FlameSide::BottomUp;
        const auto by = entry % 2 != 0 ? FlameBy::Cpu : FlameBy::Device;
        m_stack->setCurrentWidget(m_flame);
        m_flame->setFlame(m_answer->flame);
        m_flame->setView(side, by);
        m_flame->setSearch(m_filter->text());
        m_flameSelect->show();
        QString text = side == FlameSide::TopDown
                           ? tr("Each call below its caller, as wide as its time. Click: zoom; Ctrl+click or Space: "
                                "select on the timeline; Backspace: one level back.")
                           : tr("At the top where time ends, below it who called. Click: zoom; Ctrl+click or Space: "
                                "select on the timeline; Backspace: one level back.");
        if (!m_filter->text().trimmed().isEmpty())
            text =
                tr("%1 hits, together %2").arg(countText(m_flame->hits().count), q(formatDuration(m_flame->hits().ns)));
        say(text, false);
        return arrange();
    }
    const Table& table = m_answer->result->tables[static_cast<std::size_t>(entry)];
    m_flameSelect->hide();
    m_stack->setCurrentWidget(m_view);
    if (m_model.table() != &table) {
        m_model.setTable(m_answer->result, m_answer->store, &table);
        m_view->tableChanged();
        m_rowChart.reset();
    }
    arrange();
    QString text =
        static_cast<std::size_t>(m_model.rowCount()) == table.rows.size() || m_model.isTree()
            ? (table.rows.size() == 1 ? tr("1 row") : tr("%1 rows").arg(countText(table.rows.size())))
            : tr("%1 of %2 rows")
                  .arg(countText(static_cast<std::size_t>(m_model.rowCount())), countText(table.rows.size()));
    if (table.rows.empty()) text = tr("nothing of this kind in this part of the trace");
    for (const std::string& note : table.notes) text += QStringLiteral(". ") + q(noteText(note));
    say(text, false);
}

void AnalysisPanel::fillCharts() {
    const QSignalBlocker quiet(m_charts);
    const QString last = m_charts->currentData().toString();
    m_charts->clear();
    m_rowChart.reset();
    for (const models::Chart& chart : m_answer->charts) m_charts->addItem(q(chart.title), q(chart.id));
    const int same = m_charts->findData(last);
    if (same >= 0) m_charts->setCurrentIndex(same);
    m_charts->updateGeometry();
    showChart(m_charts->currentIndex());
}

void AnalysisPanel::showChart(int index) {
    if (!m_answer || index < 0) return m_chart->setChart(nullptr);
    if (m_charts->itemData(index).toString() == QLatin1String("variation")) return m_chart->setChart(m_rowChart);
    if (static_cast<std::size_t>(index) >= m_answer->charts.size()) return;
    // Lives as long as its answer.
    m_chart->setChart({m_answer, &m_answer->charts[static_cast<std::size_t>(index)]});
}

void AnalysisPanel::arrange() {
    const bool flame = m_stack->currentWidget() == m_flame;
    m_chartPane->setVisible(!flame && m_charts->count() > 0 && width() > 760);
    m_export->setEnabled(!flame && m_model.table());
    m_filter->setPlaceholderText(flame ? tr("Find a call") : tr("Filter rows"));
    say(m_sentence->property("whole").toString(), false);
}

// A row about a stretch of time leads there.
std::optional<TimeRange> AnalysisPanel::rangeOfRow(int row) const {
    const Table* table = m_model.table();
    if (!table || row < 0 || row >= m_model.rowCount()) return std::nullopt;
    const models::TableReader reader(*table);
    const std::size_t at = m_model.sourceRow(row);
    const auto begin = reader.integer(at, "begin_ns");
    auto end = reader.integer(at, "end_ns");
    if (begin && !end)
        if (const auto idle = reader.integer(at, "idle_ns")) end = *begin + *idle;
    if (!begin || !end || *begin >= *end) return std::nullopt;
    return timeRange(*begin, *end);
}

void AnalysisPanel::onRow(int row, Walk walk) {
    if (row < 0 || row >= m_model.rowCount() || !m_answer) return;
    showOther(row);
    const auto slices = m_model.slices(row);
    const auto range = rangeOfRow(row);
    const bool removed = m_list->chosen() == QLatin1String("compare") &&
                         models::TableReader(*m_model.table()).text(m_model.sourceRow(row), "state") == "removed";
    if (removed) {
        m_occurrences->hide();
        return emit said(tr("only in the trace from before"));
    }
    if (row != m_foundRow || walk == Walk::First) {
        m_found.assign(slices.begin(), slices.end());
        const TraceStore& store = *m_answer->store;
        std::sort(m_found.begin(), m_found.end(), [&store](SliceId a, SliceId b) {
            return store.start(a) != store.start(b) ? store.start(a) < store.start(b) : a < b;
        });
        m_foundAt = 0;
        addRowChart(row);
    } else if (!m_found.empty()) {
        const std::size_t n = m_found.size();
        m_foundAt = walk == Walk::Next ? (m_foundAt + 1) % n : (m_foundAt + n - 1) % n;
    }
    m_foundRow = row;
    if (range && walk == Walk::First && !m_model.isTree()) emit rangeWanted(*range);
    showOccurrence();
}

// The same row in the trace that is compared with.
void AnalysisPanel::showOther(int row) {
    if (!m_answer->other) return;
    const auto table = static_cast<std::size_t>(m_model.table() - m_answer->result->tables.data());
    const auto& rows = m_answer->other->slices.at(table);
    const std::size_t at = m_model.sourceRow(row);
    emit otherSlicesWanted(at < rows.size() ? rows[at] : std::vector<SliceId>());
}

void AnalysisPanel::showOccurrence() {
    m_occurrences->setVisible(m_found.size() > 1);
    if (m_found.empty()) return;
    m_occurrenceText->setText(tr("%1 of %2").arg(countText(m_foundAt + 1), countText(m_found.size())));
    m_selecting = true;
    emit slicesWanted(m_found, m_found[m_foundAt]);
    m_selecting = false;
}

// How the row's slices vary becomes one more chart.
void AnalysisPanel::addRowChart(int row) {
    const int nameColumn = [this] {
        for (int c = 0; c < m_model.columnCount(); ++c)
            if (m_model.table()->columns[static_cast<std::size_t>(c)].id == "name") return c;
        return 0;
    }();
    const QString name = m_model.index(row, nameColumn).data().toString();
    auto chart = std::make_shared<models::Chart>(models::variationChart(*m_answer->store, m_found, name.toStdString()));
    const int old = m_charts->findData(QStringLiteral("variation"));
    if (chart->isEmpty()) {
        if (old >= 0) m_charts->removeItem(old);
        m_rowChart.reset();
        return arrange();
    }
    m_rowChart = std::move(chart);
    const bool alone = m_charts->count() == 0;
    if (old >= 0)
        m_charts->setItemText(old, tr("Over time: %1").arg(name));
    else
        m_charts->addItem(tr("Over time: %1").arg(name), QStringLiteral("variation"));
    const bool kernels = m_list->chosen() == QLatin1String("kernels") || m_list->chosen() == QLatin1String("operators");
    if (alone || kernels) m_charts->setCurrentIndex(m_charts->findData(QStringLiteral("variation")));
    showChart(m_charts->currentIndex());
    arrange();
}

void AnalysisPanel::onTarget(const models::ChartTarget& target) {
    if (target.range && !target.slice) return emit rangeWanted(*target.range);
    if (!target.slice) return;
    if (target.range) emit rangeWanted(*target.range);
    emit slicesWanted({*target.slice}, *target.slice);
}

void AnalysisPanel::onFlameSlices(const std::vector<SliceId>& slices) {
    if (slices.empty()) return emit said(tr("no single call was kept of it"));
    m_selecting = true;
    emit slicesWanted(slices, slices.front());
    m_selecting = false;
}

// A slice that was selected elsewhere marks the row it belongs to.
void AnalysisPanel::markSelection() {
    if (m_selecting || !isVisible() || !m_answer) return;
    const auto slice = m_shared.selection.current();
    if (!slice || m_shared.document.sharedStore() != m_answer->store) return m_model.setMarked(std::nullopt);
    if (isShowingFlame()) return m_flame->mark(*slice);
    const auto row = m_model.rowOf(*slice);
    m_model.setMarked(row);
    if (row) m_view->scrollTo(m_model.index(*row, 0));
}

} // namespace lanescope::panels
