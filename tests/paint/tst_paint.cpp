#include "core/store/columns.h"
#include "widgets/paint/fonts.h"
#include "widgets/paint/idle_patterns.h"
#include "widgets/paint/scene_painter.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <QTest>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::paint::Fonts;
using lanescope::paint::Theme;
using lanescope::paint::ThemeId;

namespace {

Scene sceneOf(std::vector<Box> boxes, std::vector<Line> lines = {}) {
    Scene scene;
    scene.width = 40;
    scene.height = 20;
    Layer& layer = scene.layers.emplace_back();
    layer.boxes = std::move(boxes);
    layer.lines = std::move(lines);
    return scene;
}

QImage painted(const Scene& scene, ThemeId id, double scale) {
    Fonts fonts;
    QImage image(static_cast<int>(scene.width * scale), static_cast<int>(scene.height * scale), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paint::paintScene(painter, scene, Theme::of(id), fonts);
    painter.end();
    image.setDevicePixelRatio(1);
    return image;
}

Box slice(float x, float w, WorkKind kind = WorkKind::Gemm) {
    Box box{{x, 4, w, 10}, Ink::Kind, static_cast<std::uint8_t>(kind)};
    box.shape = Shape::Slice;
    return box;
}

// Colours along one row of device px, equal neighbours once.
QStringList across(const QImage& image, int y) {
    QStringList out;
    for (int x = 0, count = 1; x < image.width(); ++x, ++count) {
        if (x + 1 < image.width() && image.pixel(x, y) == image.pixel(x + 1, y)) continue;
        out << QStringLiteral("%1x%2").arg(QColor(image.pixel(x, y)).name()).arg(count);
        count = 0;
    }
    return out;
}

} // namespace

class TestPaint : public QObject {
    Q_OBJECT
private slots:
    void rolesWearTheirTokens() {
        const Theme dark = Theme::of(ThemeId::Dark);
        QCOMPARE(dark.color(Ink::Canvas).name(), QStringLiteral("#0e1116"));
        QCOMPARE(dark.color(Ink::Text2).name(), QStringLiteral("#a9b3c1"));
        QCOMPARE(dark.color(Ink::Kind, static_cast<std::uint8_t>(WorkKind::Communication)).name(),
                 QStringLiteral("#e17303"));
        // UI.md: the rail is the kind mixed with 28 % black; the picture of the design has this very value.
        QCOMPARE(dark.color(Ink::KindRail, static_cast<std::uint8_t>(WorkKind::Communication)).name(),
                 QStringLiteral("#a25302"));
        const Theme light = Theme::of(ThemeId::Light);
        QCOMPARE(light.color(Ink::Canvas).name(), QStringLiteral("#ffffff"));
        QCOMPARE(light.color(Ink::Owner, static_cast<std::uint8_t>(IdleOwner::Late)).name(), QStringLiteral("#9c2b07"));
        QCOMPARE(Theme::of(ThemeId::Print).color(Ink::Window).name(), QStringLiteral("#ffffff"));
        QCOMPARE(Theme::of(ThemeId::HighContrast).color(Ink::Line2).name(), QStringLiteral("#8a94a3"));
    }

    void everyRoleHasAColourInEveryTheme() {
        for (const ThemeId id : {ThemeId::Dark, ThemeId::Light, ThemeId::Print, ThemeId::HighContrast})
            for (std::uint8_t ink = 1; ink < static_cast<std::uint8_t>(Ink::Count_); ++ink)
                QVERIFY2(Theme::of(id).color(static_cast<Ink>(ink), 1).isValid(), qPrintable(QString::number(ink)));
    }

    void groundsOfIdlePatternsAreTheDesigns() {
        const Theme dark = Theme::of(ThemeId::Dark); // as in the pattern definitions of the design's picture
        QCOMPARE(paint::idleGround(dark, IdleOwner::Late).name(), QStringLiteral("#3e2c29"));
        QCOMPARE(paint::idleGround(dark, IdleOwner::Sync).name(), QStringLiteral("#331b29"));
        QCOMPARE(paint::idleGround(dark, IdleOwner::KernelGap).name(), QStringLiteral("#525965"));
    }

    void touchingSlicesHaveOnePixelOfCanvasBetween_data() {
        QTest::addColumn<double>("x");
        for (const double x : {10.0, 10.2, 10.5, 10.7}) QTest::addRow("border at %g", x) << x;
    }
    void touchingSlicesHaveOnePixelOfCanvasBetween() {
        QFETCH(double, x);
        // As the scene makes them: half a px is left free on each side of the common border.
        const auto border = static_cast<float>(x);
        const QImage image = painted(sceneOf({slice(0.5F, border - 1), slice(border + 0.5F, 20)}), ThemeId::Dark, 1);
        int canvas = 0;
        for (int px = 5; px < 20; ++px) canvas += image.pixelColor(px, 8).name() == QStringLiteral("#0e1116") ? 1 : 0;
        QCOMPARE(canvas, 1);
    }

    void lightThemesGiveSlicesAnEdgeAndDarkOnesDoNot() {
        const Scene scene = sceneOf({slice(10, 10)});
        QCOMPARE(across(painted(scene, ThemeId::Dark, 1), 8), (QStringList{"#0e1116x10", "#5c83d7x10", "#0e1116x20"}));
        // #5C83D7 mixed with 32 % black: 92 * 0.68 = 62.56, 131 * 0.68 = 89.08, 215 * 0.68 = 146.2
        QCOMPARE(across(painted(scene, ThemeId::Light, 1), 8),
                 (QStringList{"#ffffffx10", "#3f5992x1", "#5c83d7x8", "#3f5992x1", "#ffffffx20"}));
    }

    void aHairlineIsOneDevicePixelAtEveryScale() {
        const Scene scene = sceneOf({}, {{0, 10.5F, 40, 10.5F, Ink::Line2}});
        for (const double scale : {1.0, 1.25, 1.5, 2.0, 3.0}) {
            const QImage image = painted(scene, ThemeId::Dark, scale);
            int lines = 0;
            for (int y = 0; y < image.height(); ++y)
                lines += image.pixelColor(5, y).name() == QStringLiteral("#39424f") ? 1 : 0;
            QCOMPARE(lines, 1);
        }
    }

    void aLineThatEndsFarOutsideReachesTheEdge() {
        constexpr float kFar = 3e9F; // dots: more than an int counts, as after zooming in on one end of it
        const Scene scene = sceneOf({}, {{10, 10.5F, kFar, 10.5F, Ink::Line2}, {-kFar, 3.5F, kFar, 3.5F, Ink::Line2}});
        const QImage image = painted(scene, ThemeId::Dark, 1);
        QCOMPARE(across(image, 10), (QStringList{"#0e1116x10", "#39424fx30"}));
        QCOMPARE(across(image, 3), QStringList{"#39424fx40"});
    }

    void theClipOfALayerIsKept() {
        Scene scene = sceneOf({slice(0, 40)});
        scene.layers[0].clip = RectF{10, 0, 5, 20};
        QCOMPARE(across(painted(scene, ThemeId::Dark, 1), 8), (QStringList{"#0e1116x10", "#5c83d7x5", "#0e1116x25"}));
    }

    // Images are filled directly; other devices go through the painter. Both must give the same dots.
    void aPixmapLooksLikeAnImage_data() {
        QTest::addColumn<double>("scale");
        for (const double scale : {1.0, 1.5, 2.0}) QTest::addRow("%g", scale) << scale;
    }
    void aPixmapLooksLikeAnImage() {
        QFETCH(double, scale);
        std::vector<Box> boxes{slice(-3, 10), slice(8.5F, 3, WorkKind::Communication), slice(12, 20, WorkKind::Memory)};
        boxes[1].rail = Rail::Solid;
        boxes[2].rail = Rail::Dashed;
        for (int i = 0; i < 4; ++i) {
            Box run{{static_cast<float>(30 + i), 6, 1, 6}, Ink::Kind, 6, static_cast<std::uint8_t>(40 + 20 * i)};
            run.shape = Shape::Run;
            boxes.push_back(run);
        }
        Scene scene = sceneOf(boxes);
        scene.layers[0].clip = RectF{2, 5, 33, 8};
        for (const ThemeId id : {ThemeId::Dark, ThemeId::Light}) {
            Fonts fonts;
            QPixmap pixmap(static_cast<int>(40 * scale), static_cast<int>(20 * scale));
            pixmap.setDevicePixelRatio(scale);
            QPainter painter(&pixmap);
            paint::paintScene(painter, scene, Theme::of(id), fonts);
            painter.end();
            const QImage other = pixmap.toImage().convertToFormat(QImage::Format_RGB32);
            const QImage image = painted(scene, id, scale);
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    const QColor a(image.pixel(x, y)), b(other.pixel(x, y));
                    const int away =
                        std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
                    QVERIFY2(away <= 3,
                             qPrintable(QStringLiteral("%1,%2: %3 %4").arg(x).arg(y).arg(a.name(), b.name())));
                }
        }
    }

    void figuresHaveOneWidth() {
        Fonts fonts;
        for (const TextStyle& style :
             {TextStyle{11, 400, false}, TextStyle{12, 600, false}, TextStyle{11, 400, true}}) {
            QCOMPARE(fonts.width("1111", style), fonts.width("0000", style));
            QCOMPARE(fonts.width("95.118", style), fonts.width("11.111", style));
        }
        QVERIFY(fonts.width("1", {11, 400, false}) > 3);
        QVERIFY(fonts.width("aa", {22, 400, false}) > 1.9 * fonts.width("aa", {11, 400, false}));
        QCOMPARE(fonts.width("", {11, 400, false}), 0.0);
    }

    void theThinSpaceIsThin() {
        Fonts fonts;
        const TextStyle style{11, 400, false};
        const double thin = fonts.width("1\u202fms", style) - fonts.width("1ms", style);
        QVERIFY(thin > 1 && thin < 3);
    }

    void signsTheFontLacksAreStillDrawn() {
        Fonts fonts;
        QVERIFY(fonts.width("\u8bad\u7ec3", {11, 400, false}) > 0); // Chinese: measured by whatever font has it
        fonts.width(std::string("\xff\xfe broken"), {11, 400, false});
    }

    void manyTextsDoNotFillMemory() {
        Fonts fonts;
        for (int i = 0; i < 30'000; ++i) fonts.width(std::to_string(i), {11, 400, false});
        QCOMPARE(fonts.width("1234", {11, 400, false}), fonts.width("0000", {11, 400, false}));
    }

    void aCrowdOfArrowsIsDrawnToo() {
        Scene scene;
        scene.width = 200;
        scene.height = 200;
        Layer& layer = scene.layers.emplace_back();
        for (int i = 0; i < 500; ++i) layer.arrows.push_back({{20, 10}, {static_cast<float>(60 + i % 100), 190}});
        const QImage image = painted(scene, ThemeId::Dark, 1);
        int touched = 0;
        for (int x = 0; x < 200; ++x) touched += image.pixelColor(x, 188).name() == QStringLiteral("#0e1116") ? 0 : 1;
        QVERIFY(touched > 30);
    }

    void theBundledFontsAreThere() {
        if (!QFile::exists(QStringLiteral(":/lanescope/fonts/Inter-Regular.otf")))
            QSKIP("built without fonts-inter and fonts-jetbrains-mono");
        QVERIFY(paint::loadFonts());
        QCOMPARE(paint::font({12, 600, false}).families().front(), QStringLiteral("Inter"));
    }
};

QTEST_MAIN(TestPaint)
#include "tst_paint.moc"
