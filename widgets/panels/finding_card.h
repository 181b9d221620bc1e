// One finding with everything that is known of it: how it was measured, why it is not surer, what would refute it, what
// to try, and the limits it goes by. GUI thread.
#pragma once

#include "core/analysis/findings/finding.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace lanescope::panels {

class FindingCard final : public QScrollArea {
    Q_OBJECT
public:
    static constexpr int kWidth = 400;
    explicit FindingCard(QWidget* parent = nullptr);
    void show(const FindingsResult& result, const Finding& finding);
    void clear();
    QStringList lines() const; // what is said, for tests and screen readers

private:
    void add(const QString& text, int role);
    void addHead(const QString& text);

    QWidget* m_page = nullptr;
    QVBoxLayout* m_box = nullptr;
};

} // namespace lanescope::panels
