// A box for what the files do not tell about a job: sizes of its parallel dimensions, ranks per node. GUI thread; does
// not block.
#pragma once

#include "widgets/ranks/ranks_document.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace lanescope::rankpanels {

class LayoutBox final : public QDialog {
    Q_OBJECT
public:
    explicit LayoutBox(ranksview::RanksDocument& document, QWidget* parent = nullptr);
    QLineEdit& text() { return *m_text; }
    QSpinBox& perNode() { return *m_perNode; } // 0: by the hosts in the names of the files
    QPushButton& use() { return *m_use; }
    QString complaint() const { return m_complaint->text(); }

private:
    void apply();
    ranksview::RanksDocument& m_document;
    QLineEdit* m_text;
    QSpinBox* m_perNode;
    QLabel* m_complaint;
    QPushButton* m_use;
};

} // namespace lanescope::rankpanels
