// A widget that shows a scene: the same boxes, labels and patterns as the timeline and the exports. The scene is built
// when it is needed and kept until invalidate(). GUI thread.
#pragma once

#include "widgets/scene/scene.h"
#include "widgets/timeline/look.h"

#include <QWidget>

namespace lanescope::timeline {

class SceneWidget : public QWidget {
    Q_OBJECT
public:
    explicit SceneWidget(Look& look, QWidget* parent = nullptr);
    const scene::Scene& currentScene(); // built if need be; for tests

protected:
    // Fills `out` (empty, with the widget's size in px at 1x).
    virtual void build(scene::Scene& out) = 0;
    void invalidate(); // builds again before the next frame
    Look& look() { return m_look; }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Look& m_look;
    scene::Scene m_scene;
    bool m_dirty = true;
};

// Small helpers for the scenes of strips and panels.
scene::Label makeLabel(double x, double baseline, std::string text, scene::Ink ink, const scene::TextStyle& style = {},
                       scene::Align align = scene::Align::Left);
scene::Box makeBox(double x, double y, double w, double h, scene::Ink ink);
scene::Line makeLine(double x1, double y1, double x2, double y2, scene::Ink ink);
// Cut at the end with an ellipsis so that it fits; empty when not even a few letters do.
std::string elided(scene::TextMeasure& text, std::string_view utf8, const scene::TextStyle& style, double maxWidth);

// Cut in the middle, 60 % at the front: for names in tables.
std::string elidedInMiddle(scene::TextMeasure& text, std::string_view utf8, const scene::TextStyle& style,
                           double maxWidth);

// The parts that add up, as boxes side by side over [x, x + w): compute, exposed communication, exposed copies, idle.
// `values` in any unit; their sum is the whole.
void addPartsBar(scene::Layer& layer, double x, double y, double w, double h, const std::array<double, 4>& values);
// The same as a column of height h that stands on y + h.
void addPartsColumn(scene::Layer& layer, double x, double y, double w, double h, const std::array<double, 4>& values,
                    std::uint8_t alpha);
// The chip of a part in a legend, 8 x 8.
void addPartChip(scene::Layer& layer, double x, double y, int part);

} // namespace lanescope::timeline
