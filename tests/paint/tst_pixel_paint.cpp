// What goes straight into the dots of an image must look as if a painter had done it.
#include "core/store/columns.h"
#include "widgets/paint/fonts.h"
#include "widgets/paint/scene_painter.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <random>

using namespace lanescope;
using namespace lanescope::scene;
using paint::Fonts;
using paint::Theme;
using paint::ThemeId;

namespace {

constexpr int kWidth = 160, kHeight = 60;

Scene sceneOf(std::vector<Box> boxes, std::vector<Label> labels) {
    Scene scene;
    scene.width = kWidth;
    scene.height = kHeight;
    Layer& layer = scene.layers.emplace_back();
    layer.boxes = std::move(boxes);
    layer.labels = std::move(labels);
    return scene;
}

// Into an image of a format whose dots are written directly, or one for which the painter does it all.
QImage painted(const Scene& scene, double scale, QImage::Format format, Fonts& fonts) {
    QImage image(static_cast<int>(kWidth * scale), static_cast<int>(kHeight * scale), format);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paint::paintScene(painter, scene, Theme::of(ThemeId::Dark), fonts);
    painter.end();
    image.setDevicePixelRatio(1);
    return image.convertToFormat(QImage::Format_RGB32);
}

int mostDifferent(const QImage& a, const QImage& b) {
    int most = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor p = a.pixelColor(x, y);
            const QColor q = b.pixelColor(x, y);
            most = std::max(
                {most, std::abs(p.red() - q.red()), std::abs(p.green() - q.green()), std::abs(p.blue() - q.blue())});
        }
    return most;
}

Label label(float x, float baseline, std::string text) {
    Label out;
    out.x = x;
    out.baseline = baseline;
    out.text = std::move(text);
    return out;
}

// Boxes as lanes have them, and some that lie over others: every shape that is no more than a fill.
std::vector<Box> randomBoxes(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> width(1, 9), gap(-2, 6), row(0, 3), alpha(1, 5), variant(1, 13);
    std::vector<Box> out;
    for (int lane = 0; lane < 40; ++lane) {
        int x = -5;
        const int y = row(random) * 13 - 3;
        while (x < kWidth + 5) {
            const int w = width(random);
            const bool run = alpha(random) < 4;
            Box box{{static_cast<float>(x), static_cast<float>(y + (run ? 2 : 0)), static_cast<float>(w),
                     static_cast<float>(run ? 8 : 12)},
                    Ink::Kind,
                    static_cast<std::uint8_t>(variant(random)),
                    static_cast<std::uint8_t>(alpha(random) * 20)};
            box.shape = run ? Shape::Run : Shape::Slice;
            out.push_back(box);
            x += w + gap(random);
        }
    }
    return out;
}

} // namespace

class TestPixelPaint : public QObject {
    Q_OBJECT
private slots:
    void gatheredBoxesLookAsIfPaintedOneByOne() {
        Fonts fonts;
        for (const double scale : {1.0, 2.0})
            for (unsigned seed = 1; seed <= 5; ++seed) {
                const Scene all = sceneOf(randomBoxes(seed), {});
                Scene apart = sceneOf({}, {}); // each box in a layer of its own: nothing can be gathered
                for (const Box& box : all.layers[0].boxes) apart.layers.emplace_back().boxes = {box};
                const QImage once = painted(all, scale, QImage::Format_RGB32, fonts);
                QCOMPARE(once, painted(apart, scale, QImage::Format_RGB32, fonts));
                // Each translucent box may round once more or less than Qt does.
                QVERIFY(mostDifferent(once, painted(all, scale, QImage::Format_RGBA8888, fonts)) <= 8);
            }
    }

    void aClippedLayerKeepsWhatLiesOutside() {
        Fonts fonts;
        Scene scene = sceneOf(randomBoxes(9), {label(35, 24, "ncclDevKernel_AllReduce")});
        scene.layers[0].clip = RectF{40, 10, 50, 30};
        const QImage image = painted(scene, 1, QImage::Format_RGB32, fonts);
        const QRgb ground = Theme::of(ThemeId::Dark).color(Ink::Canvas).rgb();
        int drawn = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                if (image.pixel(x, y) == ground) continue;
                QVERIFY2(QRect(40, 10, 50, 30).contains(x, y), qPrintable(QStringLiteral("%1,%2").arg(x).arg(y)));
                ++drawn;
            }
        QVERIFY(drawn > 1000);
    }

    void aKeptLabelLooksAsThePainterDrawsIt() {
        Fonts fonts;
        for (const double scale : {1.0, 1.25, 2.0}) {
            const Scene scene =
                sceneOf({}, {label(8, 20, "aten::linear 256\u00d7192"), label(20, 44, "jgy|\u00c5 1.45 ms")});
            const QImage kept = painted(scene, scale, QImage::Format_RGB32, fonts);
            const int most = mostDifferent(kept, painted(scene, scale, QImage::Format_RGBA8888, fonts));
            QVERIFY2(most <= 1, // the formats round differently
                     qPrintable(QStringLiteral("%1 at %2").arg(most).arg(scale)));
            QCOMPARE(painted(scene, scale, QImage::Format_RGB32, fonts), kept); // a second time, from what is kept
        }
    }

    void aLabelAcrossAnEdgeLooksAsThePainterDrawsIt() {
        Fonts fonts;
        Box edge = randomBoxes(1).front();
        edge.rect = {30, 5, 40, 20};
        edge.alpha = 100;
        for (const float x : {10.0F, 33.1F, 66.6F, 140.0F}) { // across, inside, across, cut by the picture
            const Scene scene = sceneOf({edge}, {label(x, 20, "cudaGraphLaunch")});
            const QImage kept = painted(scene, 1, QImage::Format_RGB32, fonts);
            QVERIFY(mostDifferent(kept, painted(scene, 1, QImage::Format_RGBA8888, fonts)) <= 1);
        }
    }

    void aLabelMovedByWholeDotsIsTheSameLabel() {
        Fonts fonts;
        const QImage here =
            painted(sceneOf({}, {label(10.3F, 20, "flash_fwd_kernel")}), 1, QImage::Format_RGB32, fonts);
        const QImage there =
            painted(sceneOf({}, {label(27.3F, 31, "flash_fwd_kernel")}), 1, QImage::Format_RGB32, fonts);
        QCOMPARE(there.copy(17, 11, kWidth - 17, kHeight - 11), here.copy(0, 0, kWidth - 17, kHeight - 11));
    }

    void manyLabelsDoNotGrowWithoutBound() {
        Fonts fonts;
        const QImage first = painted(sceneOf({}, {label(8, 20, "label 0")}), 1, QImage::Format_RGB32, fonts);
        for (int i = 1; i < 4000; ++i) // more dots than are kept: the first is thrown away on the way
            painted(sceneOf({}, {label(8, 20, "a rather long label with the number " + std::to_string(i))}), 1,
                    QImage::Format_RGB32, fonts);
        QCOMPARE(painted(sceneOf({}, {label(8, 20, "label 0")}), 1, QImage::Format_RGB32, fonts), first);
    }
};

QTEST_MAIN(TestPixelPaint)
#include "tst_pixel_paint.moc"
