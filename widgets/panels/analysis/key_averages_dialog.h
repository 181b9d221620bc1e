// The operators as the text that prof.key_averages().table() prints, to read and to copy: same columns, sort keys and
// widths (core/export/key_averages_text.h). Worked out off the GUI thread for the part of the trace and the grouping
// that the Analyses tab shows. GUI thread.
#pragma once

#include "core/analysis/analysis.h"
#include "widgets/jobs/job_runner.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace lanescope::panels {

class KeyAveragesDialog final : public QDialog {
    Q_OBJECT
public:
    KeyAveragesDialog(jobs::JobRunner& runner, std::shared_ptr<const TraceStore> store, AnalysisInput input,
                      QWidget* parent = nullptr);
    ~KeyAveragesDialog() override;
    QComboBox& sortKeys() { return *m_sort; } // its data: a key of PyTorch; empty: order of first appearance
    QComboBox& rowLimits() { return *m_rows; }
    QString text() const { return m_text->toPlainText(); }
    void copy();

signals:
    void shown(); // a new text is there

private:
    void build();
    void ask();
    jobs::JobRunner& m_runner;
    std::shared_ptr<const TraceStore> m_store;
    AnalysisInput m_input;
    QComboBox *m_sort, *m_rows;
    QPlainTextEdit* m_text;
    QPushButton* m_copy;
    QLabel* m_trouble;
};

} // namespace lanescope::panels
