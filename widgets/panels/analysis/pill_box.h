// A choice that looks like the pills of the toolbar: its text and a chevron in a rounded box. GUI thread.
#pragma once

#include "widgets/timeline/look.h"

#include <QComboBox>

namespace lanescope::panels {

class PillBox final : public QComboBox {
    Q_OBJECT
public:
    PillBox(timeline::Look& look, const QString& accessibleName, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    timeline::Look& m_look;
};

} // namespace lanescope::panels
