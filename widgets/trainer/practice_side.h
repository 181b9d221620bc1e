// What is asked and answered at the right of a practice trace: which signature, where; then what is right and why. GUI
// thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "widgets/panels/panel_parts.h"
#include "widgets/trainer/practice.h"
#include "widgets/trainer/practice_results.h"

#include <QButtonGroup>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>

namespace lanescope::trainer {

class PracticeSide final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kWidth = 320;
    explicit PracticeSide(QWidget* parent = nullptr);

    void showStart(std::uint64_t seed, const std::optional<PracticeResult>& best);
    void showMaking(const Practice& practice);
    void ask(const Practice& practice);
    void showVerdict(const Practice& practice, const RoundResult& result, const FindingsResult& findings);
    void showEnd(const Practice& practice, const PracticeResult& best);
    void showError(const QString& text);

    void choose(std::size_t signature); // as the buttons do
    std::optional<std::string> chosen() const;
    void setPlace(const QString& text);   // empty: none yet
    std::uint64_t seed() const;           // as typed
    QPushButton& act() { return *m_act; } // start, check, next, again
    QLineEdit& seedBox() { return *m_seed; }
    QString said() const; // all that is to be read, for tests and screen readers

signals:
    void actWanted();
    void leaveWanted();
    void chosenChanged();

private:
    void setHead(const Practice& practice);
    using Lines = QList<std::pair<QString, panels::TextRole>>;
    void setBody(const Lines& lines);
    void refresh();

    QLabel *m_title, *m_score, *m_question, *m_place;
    QWidget* m_choices;
    QButtonGroup* m_group;
    QLineEdit* m_seed;
    QWidget* m_seedRow;
    QScrollArea* m_scroll;
    QWidget* m_body = nullptr;
    QPushButton *m_act, *m_leave;
    bool m_asking = false;
    bool m_hasPlace = false;
};

} // namespace lanescope::trainer
