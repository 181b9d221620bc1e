// Widgets one after the other, broken into rows like words. GUI thread.
#pragma once

#include <QLayout>
#include <QVector>

namespace lanescope::panels {

class FlowLayout final : public QLayout {
public:
    FlowLayout(QWidget* parent, int gap);
    ~FlowLayout() override;
    void addItem(QLayoutItem* item) override { m_items << item; }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index, nullptr); }
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    enum class Act : std::uint8_t { Measure, Place };
    int arrange(const QRect& rect, Act act) const;
    QVector<QLayoutItem*> m_items;
    int m_gap;
};

} // namespace lanescope::panels
