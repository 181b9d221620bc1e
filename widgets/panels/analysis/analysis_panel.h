// The Analyses tab: every entry of the list of analyses by itself: the list at the left; for the chosen one its
// options, its tables, its charts or flame graph. Worked out by a job over the whole trace, the range, the step or what
// is in view; cached; a row selects its slices, a selected slice marks its row. It asks the window for jumps and knows
// nothing of it. GUI thread.
#pragma once

#include "widgets/panels/analysis/analysis_list.h"
#include "widgets/panels/analysis/analysis_options_bar.h"
#include "widgets/panels/analysis/analysis_source.h"
#include "widgets/panels/analysis/analysis_table_view.h"
#include "widgets/panels/analysis/chart_view.h"
#include "widgets/panels/analysis/flame_view.h"
#include "widgets/panels/analysis/key_averages_dialog.h"
#include "widgets/panels/progress_line.h"

#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

namespace lanescope::panels {

class AnalysisPanel final : public QWidget {
    Q_OBJECT
public:
    AnalysisPanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent = nullptr);
    void setMemory(QSettings* settings); // columns, peaks, sizes; null: nothing is remembered
    void open(const QString& analysis);  // shows it; asks when it is seen
    void setScope(models::Scope scope) { m_options->setScope(scope); }
    void compareWith(const QString& path); // the open trace is "after"
    void exportTo(const QString& path);    // the shown table, by the ending of the path
    // The operators of the shown part as the text of prof.key_averages().table(); none where they cannot be asked for.
    KeyAveragesDialog* showKeyAverages();
    void cancel();

    // The pieces, for tests and for the window.
    AnalysisList& list() { return *m_list; }
    AnalysisOptionsBar& options() { return *m_options; }
    models::AnalysisTable& table() { return m_model; }
    AnalysisTableView& tableView() { return *m_view; }
    ChartView& chart() { return *m_chart; }
    FlameView& flame() { return *m_flame; }
    QComboBox& tables() { return *m_tables; }
    QComboBox& charts() { return *m_charts; }
    QLineEdit& filter() { return *m_filter; }
    std::shared_ptr<const LoadedTrace> otherTrace() const { return m_other; } // compared with last; may be null
    QString sentence() const { return m_sentence->property("whole").toString(); }
    bool isShowingFlame() const { return m_stack->currentWidget() == m_flame; }
    bool isWaiting() const { return m_source->isRunning(); }
    std::optional<TimeRange> askedRange() const { return m_askedRange; } // what was asked about last; none: all

signals:
    void slicesWanted(const std::vector<lanescope::SliceId>& slices, lanescope::SliceId current);
    void rangeWanted(const lanescope::TimeRange& range);
    void compared(const std::shared_ptr<const lanescope::LoadedTrace>& other); // another one than before
    void otherSlicesWanted(const std::vector<lanescope::SliceId>& slices);     // of that trace, for the chosen row
    void
    pathFound(const std::vector<lanescope::SliceId>& path); // the critical path, in order of time; empty: none shown
    void fileWanted();                                      // choose a trace to compare with
    void exportWanted();                                    // choose where the table goes
    void said(const QString& text);
    void failed(const lanescope::Error& error);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void buildHead();
    void buildWalk();
    void buildBody();
    void connectPieces();
    void connectTrace();
    void editPeaks();
    void loadPeaks();
    // Asking.
    void askAgain(); // a moment later
    void ask();
    std::optional<models::AnalysisRequest> request(QString& whyNot) const; // of the chosen analysis
    void onAnswer(std::shared_ptr<const models::AnalysisAnswer> answer);
    void onError(const Error& error);
    void showNothing(const QString& why);
    void onProgress();
    // Showing.
    void fillTables();
    void showTable(int index);
    void fillCharts();
    void showChart(int index);
    void say(const QString& text, bool trouble);
    void arrange();
    // To and from the timeline.
    void onRow(int row, Walk walk);
    void onTarget(const models::ChartTarget& target);
    void onFlameSlices(const std::vector<SliceId>& slices);
    void markSelection();
    std::optional<TimeRange> rangeOfRow(int row) const;
    void showOccurrence();
    void showOther(int row);
    void addRowChart(int row);

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    AnalysisSource* m_source;
    models::AnalysisTable m_model;
    QSettings* m_settings = nullptr;
    AnalysisList* m_list;
    QComboBox *m_tables, *m_charts;
    AnalysisOptionsBar* m_options;
    QLineEdit* m_filter;
    QToolButton* m_export;
    QLabel* m_sentence;
    QPushButton* m_cancel;
    QWidget* m_occurrences;
    QLabel* m_occurrenceText;
    QPushButton* m_flameSelect;
    ProgressLine* m_progress;
    QSplitter* m_split;
    QStackedWidget* m_stack;
    AnalysisTableView* m_view;
    FlameView* m_flame;
    QWidget* m_chartPane;
    ChartView* m_chart;
    QTimer m_delay, m_poll;

    std::shared_ptr<const models::AnalysisAnswer> m_answer;
    std::string m_wantedKey;
    std::optional<TimeRange> m_askedRange;
    QString m_comparePath;
    std::shared_ptr<const LoadedTrace> m_other;
    QHash<QString, QString> m_lastTable; // by analysis: the table looked at last
    std::shared_ptr<const models::Chart> m_rowChart;
    std::vector<SliceId> m_found; // of the chosen row, in order of time
    std::size_t m_foundAt = 0;
    int m_foundRow = -1;
    bool m_selecting = false; // the selection is our own
};

} // namespace lanescope::panels
