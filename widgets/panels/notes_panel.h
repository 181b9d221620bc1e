// The Notes tab: all notes of the trace in order of time, filtered by words; a double click on the words changes them
// in place, anywhere else it goes to the note. GUI thread.
#pragma once

#include "widgets/timeline/timeline_widget.h"

#include <QAbstractTableModel>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace lanescope::panels {

class NotesModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : int { Number, Words, Kind, Meaning, Time, Length, Rank, Count_ };
    explicit NotesModel(const timeline::Shared& shared, QObject* parent = nullptr);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override; // the words; " | " = another line

private:
    QString textOf(const timeline::Note& note, int row, int column) const;
    timeline::Shared m_shared;
};

class NotesPanel final : public QWidget {
    Q_OBJECT
public:
    explicit NotesPanel(const timeline::Shared& shared, QWidget* parent = nullptr);
    QTableView& table() { return *m_table; }
    QLineEdit& filter() { return *m_filter; }
    QString sentence() const { return m_sentence->text(); }
    int shownNotes() const { return m_rows.rowCount(); }
    void edit(std::size_t note); // its words, in place

signals:
    void noteWanted(std::size_t index); // show it

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // Delete and Enter in the table

private:
    void refresh();
    void followChosen();
    std::optional<std::size_t> noteAt(const QModelIndex& shown) const;
    timeline::Shared m_shared;
    NotesModel m_model;
    QSortFilterProxyModel m_rows;
    QLineEdit* m_filter;
    QLabel* m_sentence;
    QTableView* m_table;
};

} // namespace lanescope::panels
