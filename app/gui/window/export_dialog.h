// What the dialogs that export a picture have in common: choices at the left, the picture as it will be at the right;
// to a file or to the clipboard. Pictures are drawn by jobs from copies. GUI thread.
#pragma once

#include "app/gui/window/picture_job.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/paint/fonts.h"
#include "widgets/paint/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFormLayout>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::app {

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    void refresh(); // what the window shows changed
    void saveTo(const QString& path);
    void copy();
    paint::ThemeId theme() const;
    double scale() const;
    QImage preview() const { return m_shown; }
    QString trouble() const { return m_note->text(); }

    // The choices, for tests.
    QComboBox& time() const { return *m_time; }
    QComboBox& rows() const { return *m_rows; }
    QLineEdit& words() const { return *m_words; }
    QComboBox& widths() const { return *m_widths; }
    QComboBox& themes() const { return *m_themes; }
    QComboBox& scales() const { return *m_scales; }
    QCheckBox& leaveOutNames() const { return *m_redact; }
    QCheckBox& numbers() const { return *m_numbers; }

signals:
    void written(const QString& path);
    void copied();
    void folderChosen(const QString& folder);

protected:
    struct Texts {
        QString title, name;             // of the dialog; spoken
        QString preview, write;          // names of the jobs
        QStringList times, widths;       // to choose from; widths begin with kWidths
        QStringList rows;                // all, those in view, those with words
        QString words, heading, numbers; // what may stand in the fields; the four numbers
    };
    struct Job {
        std::function<Result<MadePicture>(paint::Fonts&, RunContext&)> draw;     // from copies, on any thread
        std::function<void(const std::shared_ptr<const FindingsResult>&)> shown; // may be none
    };

    ExportDialog(const Texts& texts, jobs::JobRunner& runner, const QString& folder, QWidget* window);
    QComboBox* choice(const QString& name, const QStringList& words);
    QCheckBox* toggle(const QString& text);
    void endForm(std::initializer_list<QCheckBox*> toggles); // then the buttons; last in a constructor
    QFormLayout& form() { return *m_form; }
    int rowOf(QWidget& field) const; // in the form

    virtual std::optional<Job> jobNow() = 0; // nothing: what the dialog is about was closed
    virtual void choicesChanged() {}

    // What the common choices say.
    std::vector<std::string> wantedWords() const; // of rows; empty: all
    double presetWidth() const;                   // of the first three widths
    std::string titleText() const { return m_title->text().trimmed().toStdString(); }
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();
    void askFile();
    enum class NoteOf : std::uint8_t { Preview, Writing };
    void say(const QString& text, NoteOf of); // a preview takes away only what a preview said
    void fail(const Error& error, NoteOf of);

    jobs::JobRunner& m_runner;
    QString m_folder, m_preview, m_write;
    QTimer m_wait;
    QFormLayout* m_form;
    QComboBox *m_time, *m_rows, *m_widths, *m_themes, *m_scales;
    QLineEdit *m_title, *m_words;
    QCheckBox *m_numbers, *m_redact;
    QLabel *m_picture, *m_note;
    NoteOf m_noteOf = NoteOf::Preview;
    QScrollArea* m_area;
    QImage m_shown;
};

} // namespace lanescope::app
