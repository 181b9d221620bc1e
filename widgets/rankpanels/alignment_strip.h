// How the clocks of the ranks are laid together: the way, what it left over, a shift by hand, and the way back. In
// place of step strip and overview while several ranks are shown. GUI thread.
#pragma once

#include "widgets/ranks/ranks_document.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>

namespace lanescope::rankpanels {

// "1.2 ms", "-318.6 us", "0.5 s", "12 ns": ns; none when it is no duration.
std::optional<std::int64_t> shiftInText(const QString& text);

class AlignmentStrip final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kHeight = 32;
    explicit AlignmentStrip(ranksview::RanksDocument& document, QWidget* parent = nullptr);
    QString words() const;                                 // what there is to say beside the choice
    QString shownWords() const { return m_words->text(); } // of it what there is room for
    QComboBox& ways() { return *m_ways; }
    QComboBox& ranks() { return *m_ranks; }
    QLineEdit& shift() { return *m_shift; }
    QPushButton& undo() { return *m_undo; }

signals:
    void eventWanted(); // aligned by the name of the chosen slice

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void fitWords();
    void choose(int index);
    void shiftByHand();

    ranksview::RanksDocument& m_document;
    QComboBox *m_ways, *m_ranks;
    QLabel* m_words;
    QStringList m_facts;
    QLabel* m_by;
    QLineEdit* m_shift;
    QPushButton* m_undo;
};

} // namespace lanescope::rankpanels
