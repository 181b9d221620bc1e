#include "tests/support/work_store.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/timeline_picture.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace lanescope;
using namespace lanescope::pictures;
using lanescope::testing::WorkStore;

namespace {

constexpr std::int64_t kUs = 1000;

struct Stage {
    Stage() {
        WorkStore work;
        work.step(3, 0, 500 * kUs);
        work.op("aten::linear", 10 * kUs, 100 * kUs);
        work.op("late", 700 * kUs, 10 * kUs, "2");
        work.kernel(0, 7, 50 * kUs, 200 * kUs, WorkKind::Gemm);
        work.kernel(0, 20, 600 * kUs, 100 * kUs, WorkKind::Communication);
        store = work.build();
        tree = buildRowTree(*store);
        bands = scene::bandsOf(collectDeviceWork(*store));
    }
    Result<Picture> picture(const TimelinePictureOptions& options) {
        return timelinePicture(*store, tree, bands, options, fonts);
    }
    QString dump(const TimelinePictureOptions& options) {
        const auto made = picture(options);
        QString out;
        if (!made.ok()) return QString::fromStdString(made.error().message);
        for (const Part& part : made->parts) out += QString::fromStdString(scene::dump(part.scene));
        return out;
    }
    std::shared_ptr<const TraceStore> store;
    RowTree tree;
    scene::BandData bands;
    paint::Fonts fonts;
};

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestPictures : public QObject {
    Q_OBJECT
private slots:
    void theLegendHasOnlyWhatOccurs() {
        Stage stage;
        const QString dump = stage.dump({});
        QVERIFY(dump.contains(QLatin1String("\"GEMM\"")));
        QVERIFY(dump.contains(QLatin1String("\"communication\"")));
        QVERIFY(!dump.contains(QLatin1String("\"attention\"")));
    }

    void aPictureOfAStepLeavesOutRowsThatAreEmptyInIt() {
        Stage stage;
        TimelinePictureOptions options;
        options.step = 3;
        const QString dump = stage.dump(options);
        QVERIFY(dump.contains(QLatin1String("\"step 3\"")));
        QVERIFY(dump.contains(QLatin1String("\"stream 7\"")));
        QVERIFY(!dump.contains(QLatin1String("\"stream 20\""))); // its work comes later
        QVERIFY(!dump.contains(QLatin1String("\"thread 2\"")));
    }

    void aStepThatIsNotThereIsSaid() {
        Stage stage;
        TimelinePictureOptions options;
        options.step = 99;
        const auto made = stage.picture(options);
        QVERIFY(!made.ok());
        QCOMPARE(made.error().code, ErrorCode::MissingData);
    }

    void rowsAreChosenByWords() {
        Stage stage;
        TimelinePictureOptions options;
        options.tracks = {"STREAM 20"};
        const QString dump = stage.dump(options);
        QVERIFY(dump.contains(QLatin1String("\"stream 20\"")));
        QVERIFY(dump.contains(QLatin1String("\"GPU 0\""))); // its group stays
        QVERIFY(!dump.contains(QLatin1String("\"stream 7\"")));
        options.tracks = {"no such row"};
        QVERIFY(!stage.picture(options).ok());
    }

    void theSamePictureGivesTheSameBytes_data() {
        QTest::addColumn<QString>("ending");
        QTest::newRow("png") << "png";
        QTest::newRow("svg") << "svg";
    }
    void theSamePictureGivesTheSameBytes() {
        QFETCH(QString, ending);
        QTemporaryDir folder;
        QByteArray before;
        for (int i = 0; i < 2; ++i) {
            Stage stage;
            const auto made = stage.picture({});
            QVERIFY(made.ok());
            const QString path = folder.filePath(QStringLiteral("picture.") + ending);
            QVERIFY(save(*made, paint::Theme::of(paint::ThemeId::Print), 1, stage.fonts, path.toStdString()).ok());
            const QByteArray bytes = bytesOf(path);
            QVERIFY(bytes.size() > 1000);
            if (i == 1) QCOMPARE(bytes, before);
            before = bytes;
        }
    }

    void textInSvgIsText() {
        QTemporaryDir folder;
        Stage stage;
        const auto made = stage.picture({});
        const QString path = folder.filePath("picture.svg");
        QVERIFY(save(*made, paint::Theme::of(paint::ThemeId::Light), 1, stage.fonts, path.toStdString()).ok());
        QVERIFY(bytesOf(path).contains(">main thread</text>"));
    }

    void aScaledPictureHasMoreDots() {
        Stage stage;
        const auto made = stage.picture({});
        const QImage image = toImage(*made, paint::Theme::of(paint::ThemeId::Dark), 2, stage.fonts);
        QCOMPARE(image.width(), 3200);
    }

    // Whatever the scale, every part is at its place: made as large again, it is the same picture but for softness.
    void anyScaleShowsTheSamePicture() {
        Stage stage;
        const auto made = stage.picture({});
        const paint::Theme theme = paint::Theme::of(paint::ThemeId::Print);
        const QImage whole = toImage(*made, theme, 1, stage.fonts);
        for (const double scale : {0.8, 1.5}) {
            const QImage image = toImage(*made, theme, scale, stage.fonts);
            QCOMPARE(image.width(), static_cast<int>(std::lround(1600 * scale)));
            const QImage back = image.scaled(whole.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
            qint64 apart = 0; // sum of the differences of grey
            for (int y = 0; y < whole.height(); ++y)
                for (int x = 0; x < whole.width(); ++x)
                    apart += std::abs(qGray(back.pixel(x, y)) - qGray(whole.pixel(x, y)));
            QVERIFY2(apart < 4 * whole.width() * whole.height(), qPrintable(QString::number(apart)));
        }
    }

    void aFailedWriteLeavesNothingBehind() {
        QTemporaryDir folder;
        Stage stage;
        const auto made = stage.picture({});
        const paint::Theme theme = paint::Theme::of(paint::ThemeId::Dark);
        const Status noFolder = save(*made, theme, 1, stage.fonts, folder.filePath("missing/p.png").toStdString());
        QVERIFY(!noFolder.ok());
        QCOMPARE(noFolder.error().code, ErrorCode::NotWritable);
        const Status unknown = save(*made, theme, 1, stage.fonts, folder.filePath("p.gif").toStdString());
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, ErrorCode::Usage);
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
