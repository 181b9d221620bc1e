// Boxes that are gathered and painted row by row give the dots that they give one by one.
#include "widgets/paint/pixel_fill.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using lanescope::paint::PixelFill;

namespace {

struct One {
    int x, y, w, h;
    QRgb dot;
};

QImage ground() {
    QImage image(211, 90, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) image.setPixelColor(x, y, QColor(x, 2 * y, (x * y) % 256));
    return image;
}

QRgb premultiplied(int red, int green, int blue, int alpha) { return qPremultiply(qRgba(red, green, blue, alpha)); }

// In words of colours: source + ground * (255 - alpha) / 255, rounded.
int laid(int source, int under, int alpha) { return source + (under * (255 - alpha) + 127) / 255; }

QImage oneByOne(const std::vector<One>& boxes, const QRect& clip) {
    QImage image = ground();
    for (const One& box : boxes) {
        const QRect place = QRect(box.x, box.y, box.w, box.h) & clip & image.rect();
        for (int y = place.top(); y <= place.bottom(); ++y)
            for (int x = place.left(); x <= place.right(); ++x) {
                const QRgb under = image.pixel(x, y), dot = box.dot; // opaque: premultiplied is plain
                const int a = qAlpha(dot);
                image.setPixel(x, y,
                               qRgba(laid(qRed(dot), qRed(under), a), laid(qGreen(dot), qGreen(under), a),
                                     laid(qBlue(dot), qBlue(under), a), 255));
            }
    }
    return image;
}

QImage gathered(const std::vector<One>& boxes, const QRect& clip) {
    QImage image = ground();
    QPainter painter(&image);
    painter.setClipRect(clip);
    auto fill = PixelFill::of(painter);
    if (!fill) return {};
    for (const One& box : boxes) fill->add(box.x, box.y, box.w, box.h, box.dot);
    fill->finish();
    painter.end();
    return image;
}

// Rounding to the nearest may differ by one where a half is met.
int farthest(const QImage& a, const QImage& b) {
    int out = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
            out = std::max({out, std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)),
                            std::abs(qBlue(p) - qBlue(q)), std::abs(qAlpha(p) - qAlpha(q))});
        }
    return out;
}

} // namespace

class TestGatheredBoxes : public QObject {
    Q_OBJECT
private slots:
    void boxesOfSeveralHeightsBesideEachOther() {
        const std::vector<One> boxes{{5, 10, 3, 20, premultiplied(200, 10, 30, 255)},
                                     {8, 12, 1, 18, premultiplied(10, 220, 30, 204)},
                                     {9, 3, 12, 40, premultiplied(90, 90, 250, 102)},
                                     {25, 29, 40, 1, premultiplied(255, 255, 255, 255)}};
        const QRect all(0, 0, 211, 90);
        QVERIFY(farthest(gathered(boxes, all), oneByOne(boxes, all)) <= 1);
    }

    void anyBoxesInAnyOrder() {
        std::mt19937 random(7);
        const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
        for (int round = 0; round < 300; ++round) {
            std::vector<One> boxes;
            int x = below(20) - 5;
            for (int i = 0; i < 60; ++i) {
                if (below(9) == 0) x = below(200) - 20; // another lane, or one over another
                const int w = 1 + below(below(3) == 0 ? 40 : 3);
                const bool same = below(2) == 0 && !boxes.empty();
                const int y = same ? boxes.back().y : below(90) - 5, h = same ? boxes.back().h : 1 + below(64);
                const int alpha = below(2) == 0 ? 255 : below(256);
                boxes.push_back({x, y, w, h, premultiplied(below(256), below(256), below(256), alpha)});
                x += w + (below(3) == 0 ? below(5) : 0);
            }
            const QRect clip = round % 3 == 0 ? QRect(10, 7, 150, 60) : QRect(0, 0, 211, 90);
            // One lies over another a few times: the differences of one add up.
            QVERIFY2(farthest(gathered(boxes, clip), oneByOne(boxes, clip)) <= 4, qPrintable(QString::number(round)));
        }
    }
};

QTEST_GUILESS_MAIN(TestGatheredBoxes)
#include "tst_gathered_boxes.moc"
