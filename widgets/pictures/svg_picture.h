// A picture of ours, read back from its SVG, for pages: shapes are drawn as vectors and texts as text, in the order of
// the file. (QSvgRenderer alone draws texts as outlines, which cannot be searched.) One thread.
#pragma once

#include "widgets/paint/fonts.h"

#include <QByteArray>
#include <QColor>
#include <QRectF>
#include <QSvgRenderer>

#include <memory>
#include <string>
#include <vector>

class QPainter;

namespace lanescope::pictures {

class SvgPicture {
public:
    // What is no SVG of the picture writer is drawn by QSvgRenderer as a whole.
    explicit SvgPicture(const std::string& svg);
    bool isValid() const { return !m_box.isEmpty(); }
    QRectF box() const { return m_box; }
    void draw(QPainter& painter, const QRectF& place, paint::Fonts& fonts) const;

private:
    struct Text {
        double x = 0, y = 0;
        std::string words;
        scene::TextStyle style;
        QColor color;
    };
    struct Part { // shapes, then texts above them
        std::unique_ptr<QSvgRenderer> shapes;
        std::vector<Text> texts;
    };
    void addShapes(const QByteArray& groups);
    bool addText(const QByteArray& group);
    void read(const QByteArray& svg);

    QRectF m_box;
    QByteArray m_head; // the <svg> tag and the group around all others
    std::vector<Part> m_parts;
};

} // namespace lanescope::pictures
