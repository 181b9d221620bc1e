// What has to be known about a job before its figures are read: ranks missing or found twice, files that could not be
// read, what the logs beside the traces say. One line above the timelines; the rest in its tooltip. GUI thread.
#pragma once

#include "widgets/ranks/ranks_document.h"
#include "widgets/timeline/look.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

namespace lanescope::rankpanels {

class RanksNotice final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kHeight = 30;
    RanksNotice(timeline::Look& look, ranksview::RanksDocument& document, QWidget* parent = nullptr);
    QStringList sentences() const { return m_sentences; }
    QString shownText() const; // as much as fits
    QPushButton& more() { return *m_more; }
    QToolButton& closing() { return *m_close; }

signals:
    void ranksWanted(); // the table of ranks
    void logsWanted();  // the logs and dumps

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    enum class About : std::uint8_t { Ranks, Logs };
    timeline::Look& m_look;
    ranksview::RanksDocument& m_document;
    QStringList m_sentences;
    About m_about = About::Ranks;
    QLabel* m_words;
    QPushButton* m_more;
    QToolButton* m_close;
};

} // namespace lanescope::rankpanels
