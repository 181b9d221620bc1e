// Export picture of several ranks: choices at the left, the picture as it will be at the right; to a file or to the
// clipboard. Drawn by jobs from copies, by the same function as the picture program. GUI thread.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/paint/theme.h"
#include "widgets/rankpictures/ranks_picture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTimer>

#include <functional>
#include <optional>

namespace lanescope::app {

class RanksPictureDialog final : public QDialog {
    Q_OBJECT
public:
    // Nothing: the ranks were closed.
    using Source = std::function<std::optional<rankpictures::RanksPictureSource>()>;
    RanksPictureDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window);

    void refresh(); // what the window shows changed
    void saveTo(const QString& path);
    void copy();
    rankpictures::RanksWish wish() const;
    paint::ThemeId theme() const;
    double scale() const;
    QImage preview() const { return m_shown; }
    QString trouble() const { return m_note->text(); }

    // The choices, for tests.
    QComboBox& time() { return *m_time; }
    QComboBox& rows() { return *m_rows; }
    QLineEdit& words() { return *m_words; }
    QComboBox& widths() { return *m_widths; }
    QComboBox& themes() { return *m_themes; }
    QComboBox& scales() { return *m_scales; }
    QCheckBox& leaveOutNames() { return *m_redact; }
    QCheckBox& numbers() { return *m_numbers; }

signals:
    void written(const QString& path);
    void copied();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeForm();
    QComboBox* choice(const QString& name, const QStringList& words);
    QCheckBox* toggle(const QString& text);
    void draw();
    void askFile();
    void fail(const Error& error);

    Source m_source;
    jobs::JobRunner& m_runner;
    QString m_folder;
    QTimer m_wait;
    QComboBox *m_time, *m_rows, *m_widths, *m_themes, *m_scales;
    QLineEdit *m_title, *m_words;
    QCheckBox *m_numbers, *m_verdict, *m_marks, *m_method, *m_redact;
    QLabel *m_picture, *m_note;
    QScrollArea* m_area;
    QImage m_shown;
};

} // namespace lanescope::app
