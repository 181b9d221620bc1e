// A box with three tables: which ranks are shown, which groups and which steps the lists and the heat map are confined
// to. Ranks that are missing or found twice stand in the first table as such. Nothing changes before "Show". Does not
// block. GUI thread.
#pragma once

#include "widgets/ranks/ranks_document.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>

#include <map>

namespace lanescope::rankpanels {

class RankChooser final : public QDialog {
    Q_OBJECT
public:
    explicit RankChooser(ranksview::RanksDocument& document, QWidget* parent = nullptr);
    QTableWidget& ranks() { return *m_ranks; }
    QTableWidget& groups() { return *m_groups; }
    QTableWidget& steps() { return *m_steps; }
    QTabWidget& tabs() { return *m_tabs; }
    QLineEdit& numbers() { return *m_numbers; } // "0-3, 7": checks those ranks
    QPushButton& showButton() { return *m_show; }
    QPushButton& asNamedButton() { return *m_asNamed; } // ranks as the names of the files say
    static constexpr int kSetRank = 1;                  // column of the first table: what the user says the rank is
    std::size_t checkedIn(const QTableWidget& table) const;

    // The rank of a row of the first table; none: of a missing one.
    std::optional<std::size_t> recordAt(int row) const;

signals:
    void ranksGiven(const std::map<std::size_t, std::int64_t>& ranks); // by record, instead of what the files say

private:
    std::optional<std::map<std::size_t, std::int64_t>> givenRanks() const; // none: something is no rank
    void takeNames();
    void fillRanks();
    void fillGroups();
    void fillSteps();
    void checkNumbers();
    void refreshWords();
    void checkAll(Qt::CheckState state);
    void apply();

    ranksview::RanksDocument& m_document;
    QTabWidget* m_tabs;
    QTableWidget *m_ranks, *m_groups, *m_steps;
    QLineEdit* m_numbers;
    QLabel* m_words;
    QPushButton *m_show, *m_asNamed;
};

} // namespace lanescope::rankpanels
