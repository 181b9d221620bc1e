#include "widgets/paint/arrow_crowd.h"

#include "widgets/paint/arrow_curve.h"

#include <QImage>
#include <QPaintDevice>
#include <QPainter>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanescope::paint {

namespace {

constexpr int kSegments = 8;
constexpr double kSamePx = 3;  // ends closer than this are one end
constexpr int kLargest = 8192; // side of the picture the lines are drawn into, device px

std::uint64_t keyOf(const scene::Arrow& arrow) {
    const auto bucket = [](float v) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(v / kSamePx) & 0xFFFF);
    };
    return bucket(arrow.from.x) | bucket(arrow.from.y) << 16 | bucket(arrow.to.x) << 32 | bucket(arrow.to.y) << 48;
}

// One of each place, in order of the keys.
std::vector<std::uint32_t> distinct(std::span<const scene::Arrow> arrows) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    keys.reserve(arrows.size());
    for (std::uint32_t i = 0; i < arrows.size(); ++i) keys.emplace_back(keyOf(arrows[i]), i);
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (i == 0 || keys[i].first != keys[i - 1].first) out.push_back(keys[i].second);
    return out;
}

class Raster {
public:
    Raster(QImage& image, QRgb ink)
        : m_bits(reinterpret_cast<QRgb*>(image.bits())),
          m_stride(image.bytesPerLine() / 4),
          m_w(image.width()),
          m_h(image.height()),
          m_ink(ink) {}

    // A line of one px, by steps along its longer side.
    void line(QPointF a, QPointF b) {
        const double dx = b.x() - a.x();
        const double dy = b.y() - a.y();
        const double longer = std::max(std::abs(dx), std::abs(dy));
        if (longer < 1e-6 || longer > 1e6) return;
        const int steps = static_cast<int>(longer) + 1;
        const double sx = dx / steps;
        const double sy = dy / steps;
        double x = a.x();
        double y = a.y();
        for (int i = 0; i < steps; ++i, x += sx, y += sy) {
            const int px = static_cast<int>(x);
            const int py = static_cast<int>(y);
            if (px < 0 || py < 0 || px >= m_w || py >= m_h) continue;
            m_bits[py * m_stride + px] = m_ink;
        }
    }

private:
    QRgb* m_bits;
    qsizetype m_stride;
    int m_w, m_h;
    QRgb m_ink;
};

} // namespace

void paintArrowCrowd(QPainter& painter, std::span<const scene::Arrow> arrows, const Theme& theme) {
    if (arrows.empty()) return;
    // The visible part, in device px.
    const double ratio = painter.device()->devicePixelRatioF();
    const QTransform toDevice = painter.worldTransform() * QTransform::fromScale(ratio, ratio);
    QRect area(0, 0, static_cast<int>(painter.device()->width() * ratio),
               static_cast<int>(painter.device()->height() * ratio));
    if (painter.hasClipping()) area &= toDevice.mapRect(painter.clipBoundingRect()).toAlignedRect();
    area.setWidth(std::min(area.width(), kLargest));
    area.setHeight(std::min(area.height(), kLargest));
    if (area.isEmpty()) return;
    thread_local QImage image; // kept: touching new memory costs more than drawing
    if (image.size() != area.size()) image = QImage(area.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(0);
    QColor ink = theme.color(arrows.front().ink);
    ink.setAlphaF(arrows.size() > 1000 ? 0.35F : 0.6F);
    Raster raster(image, qPremultiply(ink.rgba()));
    for (const std::uint32_t i : distinct(arrows)) {
        const Curve curve = curveOf(arrows[i]);
        QPointF before = toDevice.map(curve.from) - area.topLeft();
        for (int s = 1; s <= kSegments; ++s) {
            const QPointF next = toDevice.map(curve.at(static_cast<double>(s) / kSegments)) - area.topLeft();
            raster.line(before, next);
            before = next;
        }
    }
    const QTransform world = painter.worldTransform();
    painter.setWorldTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
    painter.drawImage(area.topLeft(), image);
    painter.setWorldTransform(world);
}

} // namespace lanescope::paint
