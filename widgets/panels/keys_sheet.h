// All keys on one sheet, made of the same table as the menus. GUI thread.
#pragma once

#include "widgets/timeline/scene_widget.h"

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

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    std::vector<KeyLine> m_lines;
};

} // namespace lanescope::panels
