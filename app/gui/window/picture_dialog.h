// Export picture: choices at the left, the picture as it will be at the right; to a file or to the clipboard. Pictures
// are drawn by jobs; what the window shows meanwhile is followed. GUI thread.
#pragma once

#include "app/gui/window/picture_job.h"
#include "widgets/jobs/job_runner.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QTimer>

#include <functional>

namespace lanescope::app {

class PictureDialog final : public QDialog {
    Q_OBJECT
public:
    struct Source {
        std::function<PictureSource()> now; // only while a trace is open
        std::function<bool()> isOpen;
    };
    PictureDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window);

    void refresh(); // what the window shows changed
    void saveTo(const QString& path);
    void copy();
    pictures::PictureWish wish() const;
    paint::ThemeId theme() const;
    double scale() const;
    QImage preview() const { return m_shown; }
    QString trouble() const { return m_note->text(); }

    // The choices, for tests.
    QComboBox& time() { return *m_time; }
    QComboBox& rows() { return *m_rows; }
    QLineEdit& words() { return *m_words; }
    QComboBox& widths() { return *m_widths; }
    QSpinBox& width() { return *m_width; }
    QComboBox& themes() { return *m_themes; }
    QComboBox& scales() { return *m_scales; }
    QCheckBox& leaveOutNames() { return *m_redact; }
    QCheckBox& numbers() { return *m_numbers; }
    QCheckBox& legend() { return *m_legend; }
    QCheckBox& marks() { return *m_marks; }
    QComboBox& device() { return *m_device; }

signals:
    void written(const QString& path);
    void copied();
    void folderChosen(const QString& folder);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeForm();
    QComboBox* choice(const QString& name, const QStringList& words);
    QCheckBox* toggle(const QString& text);
    void draw();
    void listDevices();
    void askFile();
    void fail(const Error& error);

    Source m_source;
    jobs::JobRunner& m_runner;
    QString m_folder;
    QTimer m_wait;
    QComboBox *m_time, *m_rows, *m_widths, *m_themes, *m_scales, *m_device;
    QLabel* m_deviceName;
    QSpinBox* m_width;
    QLineEdit *m_title, *m_words;
    QCheckBox *m_numbers, *m_findings, *m_notes, *m_marks, *m_legend, *m_method, *m_redact;
    QLabel *m_picture, *m_note;
    QScrollArea* m_area;
    QImage m_shown;
    std::shared_ptr<const FindingsResult> m_known; // of the store and thresholds below
    std::shared_ptr<const TraceStore> m_knownOf;
    GapThresholds m_knownGaps;
    PictureSource sourceNow() const;
    void keep(const PictureSource& source, const std::shared_ptr<const FindingsResult>& findings);
};

} // namespace lanescope::app
