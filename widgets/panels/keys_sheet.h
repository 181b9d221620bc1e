// All keys on one sheet, made of the same table as the menus. It has the focus while it is open, is scrolled by wheel
// and keys, and gives the focus back. GUI thread.
#pragma once

#include "widgets/timeline/scene_widget.h"

#include <QPointer>
#include <QString>

#include <vector>

namespace lanescope::panels {

struct KeyLine {
    QString group, keys, text; // group as the menu is called
};

class KeysSheet final : public timeline::SceneWidget {
    Q_OBJECT
public:
    KeysSheet(timeline::Look& look, QWidget* window);
    void open(std::vector<KeyLine> lines);
    void scrollTo(double px); // of what is below the title
    double scroll() const { return m_scroll; }
    double mostScroll() const;

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Placed { // a line, or the head of a group when `line` is none
        double x = 0, y = 0;
        const KeyLine* line = nullptr;
        QString head;
    };
    void place();
    double room() const; // px for lines

    std::vector<KeyLine> m_lines;
    std::vector<Placed> m_placed; // y from the first line on
    double m_height = 0, m_scroll = 0;
    QPointer<QWidget> m_before; // that had the focus
};

} // namespace lanescope::panels
