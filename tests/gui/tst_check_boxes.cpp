// Check boxes that are not checked can be seen, in every theme.
#include "widgets/paint/theme.h"
#include "widgets/panels/box_style.h"
#include "widgets/panels/style_sheet.h"

#include <QApplication>
#include <QCheckBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QTest>

#include <cmath>

using namespace lanescope;

namespace {

// WCAG 2: relative luminance and contrast.
double luminance(const QColor& colour) {
    const auto part = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
}
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

// Px of at least 3:1 against what lies at the corner: what WCAG asks of the outline of a control.
int seen(const QImage& image) {
    const QColor ground = image.pixelColor(image.width() - 1, image.height() - 1);
    int out = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) out += contrast(image.pixelColor(x, y), ground) >= 3 ? 1 : 0;
    return out;
}

} // namespace

class CheckBoxesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QApplication::setStyle(new panels::BoxStyle); }

    void anUncheckedBoxCanBeSeenInEveryTheme_data() {
        QTest::addColumn<int>("id");
        QTest::newRow("dark") << static_cast<int>(paint::ThemeId::Dark);
        QTest::newRow("light") << static_cast<int>(paint::ThemeId::Light);
        QTest::newRow("contrast") << static_cast<int>(paint::ThemeId::HighContrast);
    }
    void anUncheckedBoxCanBeSeenInEveryTheme() {
        QFETCH(int, id);
        const paint::Theme theme = paint::Theme::of(static_cast<paint::ThemeId>(id));
        QApplication::setPalette(panels::paletteOf(theme));
        qApp->setStyleSheet(panels::styleSheetOf(theme));
        QWidget ground;
        ground.resize(60, 30);
        QCheckBox box(&ground);
        box.setGeometry(4, 4, 24, 22);
        const auto grabbed = [&] { return ground.grab().toImage(); };
        const QImage off = grabbed();
        QVERIFY2(seen(off) >= 40, qPrintable(QString::number(seen(off)))); // an outline of 13 px has 48
        box.setChecked(true);
        const QImage on = grabbed();
        QVERIFY2(seen(on) >= seen(off) + 30, qPrintable(QString::number(seen(on)))); // filled
        // In tables as well.
        QTableWidget table(1, 1);
        table.resize(120, 60);
        auto* item = new QTableWidgetItem;
        item->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled);
        item->setCheckState(Qt::Unchecked);
        table.setItem(0, 0, item);
        table.horizontalHeader()->hide();
        table.verticalHeader()->hide();
        const int cell = seen(table.grab(QRect(1, 1, 30, 26)).toImage());
        QVERIFY2(cell >= 40, qPrintable(QString::number(cell)));
    }
};

QTEST_MAIN(CheckBoxesTest)
#include "tst_check_boxes.moc"
