#include "widgets/paint/pixel_fill.h"

#include <QImage>
#include <QPainter>
#include <QRegion>

#include <algorithm>
#include <cmath>

namespace lanescope::paint {

namespace {

bool isSupported(const QImage& image) {
    return image.format() == QImage::Format_RGB32 || image.format() == QImage::Format_ARGB32_Premultiplied;
}

// Premultiplied source over destination, two channels at a time.
QRgb over(QRgb source, QRgb under) {
    const quint32 keep = 255 - static_cast<quint32>(qAlpha(source));
    quint32 rb = (under & 0xff00ffu) * keep;
    rb = ((rb + ((rb >> 8) & 0xff00ffu) + 0x800080u) >> 8) & 0xff00ffu;
    quint32 ag = ((under >> 8) & 0xff00ffu) * keep;
    ag = (ag + ((ag >> 8) & 0xff00ffu) + 0x800080u) & 0xff00ff00u;
    return source + (rb | ag);
}

} // namespace

std::optional<PixelFill> PixelFill::of(const QPainter& painter) {
    QPaintDevice* device = painter.device();
    if (device == nullptr || device->devType() != QInternal::Image) return std::nullopt;
    auto* image = static_cast<QImage*>(device);
    const bool plain = painter.opacity() == 1.0 && painter.compositionMode() == QPainter::CompositionMode_SourceOver &&
                       painter.worldTransform().type() <= QTransform::TxScale;
    if (!plain || !isSupported(*image)) return std::nullopt;
    PixelFill out;
    out.m_clip = QRect(0, 0, image->width(), image->height());
    if (painter.hasClipping()) {
        if (painter.clipRegion().rectCount() > 1) return std::nullopt;
        const double ratio = image->devicePixelRatioF();
        const QRectF clip = painter.clipBoundingRect();
        const QRectF mapped = painter.worldTransform().mapRect(clip);
        const auto edge = [&](double v) { return static_cast<int>(std::lround(v * ratio)); };
        const QPoint from(edge(mapped.left()), edge(mapped.top()));
        out.m_clip &= QRect(from, QSize(edge(mapped.right()) - from.x(), edge(mapped.bottom()) - from.y()));
    }
    out.m_bits = reinterpret_cast<QRgb*>(image->bits());
    out.m_stride = image->bytesPerLine() / 4;
    return out;
}

void PixelFill::fill(int x, int y, int w, int h, const QColor& color) const {
    const int x0 = std::max(x, m_clip.left());
    const int y0 = std::max(y, m_clip.top());
    const int x1 = std::min(x + w, m_clip.left() + m_clip.width());
    const int y1 = std::min(y + h, m_clip.top() + m_clip.height());
    if (x0 >= x1 || y0 >= y1) return;
    const QRgb source = qPremultiply(color.rgba());
    for (int row = y0; row < y1; ++row) {
        QRgb* line = m_bits + row * m_stride;
        if (qAlpha(source) == 255)
            std::fill(line + x0, line + x1, source);
        else
            for (int column = x0; column < x1; ++column) line[column] = over(source, line[column]);
    }
}

} // namespace lanescope::paint
