// The import report: what was strange in the file, how it was read, what it means for the numbers, and the bytes around
// each sample. GUI thread; bytes are read by a job.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/models/import_report.h"
#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include <optional>

namespace lanescope::panels {

// The list of kinds with their shapes, as a drawn list that can be walked with the keys.
class OddityList final : public timeline::SceneWidget {
    Q_OBJECT
public:
    explicit OddityList(timeline::Look& look, QWidget* parent = nullptr);
    void setRows(const std::vector<models::OddityRow>* rows); // null: none
    std::optional<std::size_t> current() const { return m_current; }
    void setCurrent(std::size_t row);
    QSize sizeHint() const override;

signals:
    void currentChanged();

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addRow(scene::Layer& layer, const models::OddityRow& row, double y);
    const std::vector<models::OddityRow>* m_rows = nullptr;
    std::optional<std::size_t> m_current;
};

class ImportPanel final : public QWidget {
    Q_OBJECT
public:
    ImportPanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent = nullptr);
    const models::ImportReport& report() const { return m_report; }
    OddityList& list() { return *m_list; }
    QString bytesShown() const { return m_bytes->toPlainText(); }
    QString markdown() const { return models::importMarkdown(m_report); }

signals:
    void sliceWanted(lanescope::SliceId slice);

private:
    void refresh();
    void showSample();
    void showBytes(const std::string& bytes, std::size_t place); // index in bytes
    void fillFigures();
    void showOnTimeline();
    QWidget* buildLeft();
    QWidget* buildRight();

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    models::ImportReport m_report;
    std::size_t m_sample = 0;
    QLabel *m_statement, *m_facts;
    QWidget* m_figures;
    OddityList* m_list;
    QLabel *m_title, *m_of, *m_place, *m_detail, *m_effect;
    QPlainTextEdit* m_bytes;
    QPushButton *m_show, *m_copy, *m_next;
    QWidget* m_right;
};

} // namespace lanescope::panels
