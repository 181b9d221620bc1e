// The table of what devices can do, editable: entries of the user stand before the built-in ones, which are shown for
// comparison. Every change that can be read acts at once. GUI thread.
#pragma once

#include <QByteArray>
#include <QDialog>
#include <QLabel>
#include <QTableWidget>

namespace lanescope::panels {

class PeaksDialog final : public QDialog {
    Q_OBJECT
public:
    // `json`: what the user entered before (device_peaks.h), may be empty.
    explicit PeaksDialog(const QByteArray& json, QWidget* parent = nullptr);
    QTableWidget& table() { return *m_table; }
    void addRow();
    QByteArray json() const; // of the user's rows

signals:
    void changed(const QByteArray& json); // empty: the built-in table alone

private:
    void fill(const QByteArray& json);
    void onEdited();
    void loadFile();
    QTableWidget* m_table;
    QLabel* m_trouble;
    bool m_filling = false;
};

} // namespace lanescope::panels
