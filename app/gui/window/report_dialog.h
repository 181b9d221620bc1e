// Export report: its form, the part it is about, what is in it and what is left out; then a file. The report is made by
// a job, with progress and a way to stop. GUI thread.
#pragma once

#include "app/gui/window/report_job.h"
#include "widgets/jobs/job_runner.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

#include <functional>

namespace lanescope::app {

class ReportDialog final : public QDialog {
    Q_OBJECT
public:
    using Make = std::function<Result<report::Document>(const ReportWish&, RunContext&)>; // in a job, from copies
    struct Source {
        enum class Of : std::uint8_t { Trace, Ranks } of = Of::Trace;
        std::function<Make()> now; // of what is shown now; only while it is open
        std::function<bool()> isOpen;
        std::function<std::optional<TimeRange>()> range, step; // the user's; none: there is none
    };
    ReportDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window);
    ~ReportDialog() override; // stops what is being made

    void refresh(); // what the window shows changed: which parts there are
    void saveTo(const QString& path);
    void stop();
    ReportWish wish() const;
    bool isWriting() const;
    QString trouble() const { return m_note->text(); } // what the line at the bottom says

    // The choices, for tests.
    QComboBox& form() { return *m_form; }
    QComboBox& part() { return *m_part; }
    QCheckBox& pictures() { return *m_pictures; }
    QCheckBox& notes() { return *m_notes; }
    QCheckBox& leaveOutNames() { return *m_names; }
    QLineEdit& hide() { return *m_hide; }
    QPushButton& stopButton() { return *m_stop; }

signals:
    void written(const QString& path);
    void folderChosen(const QString& folder);

private:
    void build();
    void askFile();
    void showWork();
    void ended(const QString& path, const Status& done);

    Source m_source;
    jobs::JobRunner& m_runner;
    QString m_folder;
    QTimer m_poll;
    QComboBox *m_form = nullptr, *m_part = nullptr;
    QCheckBox *m_pictures = nullptr, *m_notes = nullptr, *m_names = nullptr;
    QLineEdit* m_hide = nullptr;
    QLabel* m_note = nullptr;
    QProgressBar* m_bar = nullptr;
    QPushButton *m_save = nullptr, *m_stop = nullptr;
};

} // namespace lanescope::app
