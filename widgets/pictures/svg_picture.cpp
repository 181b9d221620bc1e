#include "widgets/pictures/svg_picture.h"

#include <QPainter>
#include <QXmlStreamReader>

namespace lanescope::pictures {
namespace {

// Past the </g> that closes the group which begins at `from`; -1 when it is not closed.
qsizetype groupEnd(const QByteArray& svg, qsizetype from) {
    int depth = 0;
    for (qsizetype at = from; at >= 0 && at < svg.size();) {
        const qsizetype open = svg.indexOf("<g ", at), close = svg.indexOf("</g>", at);
        if (close < 0) return -1;
        if (open >= 0 && open < close) {
            ++depth;
            at = open + 3;
            continue;
        }
        at = close + 4;
        if (--depth == 0) return at;
    }
    return -1;
}

// dx and dy of "matrix(1,0,0,1,dx,dy)"; false for any other.
bool moves(const QString& transform, double& dx, double& dy) {
    if (transform.isEmpty()) return true;
    if (!transform.startsWith(QLatin1String("matrix(")) || !transform.endsWith(QLatin1Char(')'))) return false;
    const QStringList numbers = transform.mid(7).chopped(1).split(QLatin1Char(','));
    if (numbers.size() != 6 || numbers[0] != QLatin1String("1") || numbers[1] != QLatin1String("0") ||
        numbers[2] != QLatin1String("0") || numbers[3] != QLatin1String("1"))
        return false;
    dx = numbers[4].toDouble();
    dy = numbers[5].toDouble();
    return true;
}

} // namespace

SvgPicture::SvgPicture(const std::string& svg) {
    const QByteArray bytes = QByteArray::fromStdString(svg);
    const QSvgRenderer whole(bytes);
    if (!whole.isValid()) return;
    m_box = whole.viewBoxF();
    read(bytes);
    if (!m_parts.empty()) return;
    m_parts.emplace_back();
    m_parts.back().shapes = std::make_unique<QSvgRenderer>(bytes);
}

void SvgPicture::addShapes(const QByteArray& groups) {
    if (groups.isEmpty()) return;
    m_parts.emplace_back();
    m_parts.back().shapes = std::make_unique<QSvgRenderer>(m_head + groups + "</g></svg>");
}

bool SvgPicture::addText(const QByteArray& group) {
    QXmlStreamReader xml(group);
    double dx = 0, dy = 0;
    std::vector<Text> texts;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QXmlStreamAttributes a = xml.attributes();
        if (xml.name() == QLatin1String("g")) {
            if (!moves(a.value("transform").toString(), dx, dy)) return false;
            continue;
        }
        if (xml.name() != QLatin1String("text")) return false;
        Text text;
        text.x = dx + a.value("x").toDouble();
        text.y = dy + a.value("y").toDouble();
        text.style.size = a.value("font-size").toFloat();
        text.style.weight = static_cast<std::uint16_t>(a.value("font-weight").toInt());
        text.style.mono = a.value("font-family").contains(QLatin1String("Mono"));
        text.color = QColor(a.value("fill").toString());
        text.words = xml.readElementText().toStdString();
        while (!text.words.empty() && text.words.back() == '\n') text.words.pop_back();
        if (text.style.size > 0 && text.color.isValid()) texts.push_back(std::move(text));
    }
    if (xml.hasError()) return false;
    if (m_parts.empty()) m_parts.emplace_back();
    auto& list = m_parts.back().texts;
    list.insert(list.end(), std::make_move_iterator(texts.begin()), std::make_move_iterator(texts.end()));
    return true;
}

// The picture writer makes one group around all, and in it a group for each box, line or text.
void SvgPicture::read(const QByteArray& svg) {
    const qsizetype tag = svg.indexOf("<svg"), around = svg.indexOf("<g ", tag);
    const qsizetype inside = around < 0 ? -1 : svg.indexOf('>', around) + 1, tagEnd = svg.indexOf('>', tag) + 1;
    if (tag < 0 || inside <= 0 || svg.indexOf("<defs>") + 6 + 1 < svg.indexOf("</defs>")) return;
    m_head = svg.mid(tag, tagEnd - tag) + svg.mid(around, inside - around);
    QByteArray shapes;
    for (qsizetype at = svg.indexOf("<g ", inside); at >= 0; at = svg.indexOf("<g ", at)) {
        const qsizetype end = groupEnd(svg, at);
        if (end < 0) break;
        const QByteArray group = svg.mid(at, end - at);
        at = end;
        if (!group.contains("<text ")) {
            shapes += group;
            continue;
        }
        addShapes(shapes);
        shapes.clear();
        if (!addText(group)) shapes = group;
    }
    addShapes(shapes);
}

void SvgPicture::draw(QPainter& painter, const QRectF& place, paint::Fonts& fonts) const {
    for (const Part& part : m_parts) {
        if (part.shapes) part.shapes->render(&painter, place);
        painter.save();
        painter.translate(place.topLeft());
        painter.scale(place.width() / m_box.width(), place.height() / m_box.height());
        painter.translate(-m_box.topLeft());
        for (const Text& text : part.texts) {
            painter.setPen(text.color);
            fonts.drawAsText(painter, text.x, text.y, text.words, text.style);
        }
        painter.restore();
    }
}

} // namespace lanescope::pictures
