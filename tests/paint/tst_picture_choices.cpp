// What the window lets a user choose for a picture, held by what the picture then says.
#include "tests/support/work_store.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/timeline_picture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using namespace lanescope::pictures;
using lanescope::testing::WorkStore;

namespace {

constexpr std::int64_t kUs = 1000;

struct Stage {
    Stage() {
        WorkStore work;
        call = work.call(10 * kUs, 5 * kUs, 1, "cudaGraphLaunch");
        for (int i = 0; i < 45; ++i) work.kernel(0, 7, (50 + 10 * i) * kUs, 5 * kUs, WorkKind::Gemm, 1);
        other = work.kernel(1, 8, 600 * kUs, 300 * kUs, WorkKind::Attention, 0, "flash_fwd_kernel");
        work.kernel(1, 9, 950 * kUs, 50 * kUs, WorkKind::Norm);
        store = work.build();
        call = work.row(call).value;
        other = work.row(other).value;
        tree = buildRowTree(*store);
        devices = collectDeviceWork(*store);
        bands = scene::bandsOf(devices);
    }
    Picture picture(const TimelinePictureOptions& options) {
        auto made = timelinePicture(*store, tree, bands, options, fonts);
        return made.ok() ? std::move(*made) : Picture{};
    }
    QString dump(const TimelinePictureOptions& options) {
        QString out;
        for (const Part& part : picture(options).parts) out += QString::fromStdString(scene::dump(part.scene));
        return out;
    }
    QString keyOf(const QString& name) const {
        for (const Row& row : tree.rows())
            if (QString::fromStdString(row.name) == name) return QString::fromStdString(row.key);
        return {};
    }
    std::size_t call = 0, other = 0;
    std::shared_ptr<const TraceStore> store;
    RowTree tree;
    std::vector<DeviceWork> devices;
    scene::BandData bands;
    paint::Fonts fonts;
};

} // namespace

class TestPictureChoices : public QObject {
    Q_OBJECT
private slots:
    void chosenRowsAndNoOthers() {
        Stage stage;
        TimelinePictureOptions options;
        options.onlyRows = {stage.keyOf("stream 8").toStdString()};
        const QString dump = stage.dump(options);
        QVERIFY(dump.contains(QLatin1String("\"stream 8\"")));
        QVERIFY(!dump.contains(QLatin1String("\"stream 9\"")));
        QVERIFY(!dump.contains(QLatin1String("\"stream 7\"")));
        QVERIFY(!dump.contains(QLatin1String("main thread")));
    }

    void theFourNumbersAreThoseOfTheChosenDevice() {
        Stage stage;
        TimelinePictureOptions options;
        options.numbersOf = &stage.devices;
        QCOMPARE(stage.devices.size(), std::size_t{2});
        // The trace lasts from 10 to 1000 us; device 0 is busy for 45 x 5 us, device 1 for 350.
        QVERIFY(stage.dump(options).contains(QStringLiteral("225.0\u202fµs of")));
        options.numbersDevice = stage.devices[1].key;
        QVERIFY(stage.dump(options).contains(QStringLiteral("350.0\u202fµs of")));
    }

    void aMarkedRangeIsDrawnWithItsLength() {
        Stage stage;
        TimelinePictureOptions options;
        QVERIFY(!stage.dump(options).contains(QStringLiteral("123.0\u202fµs")));
        options.marked = TimeRange{rankTime(100 * kUs), rankTime(223 * kUs)};
        QVERIFY(stage.dump(options).contains(QStringLiteral("123.0\u202fµs")));
    }

    void hitsAreMarkedAndTheRestIsDimmed() {
        Stage stage;
        TimelinePictureOptions options;
        const auto dimmed = [&] { return stage.dump(options).count(QLatin1String("28%")); };
        QCOMPARE(dimmed(), 0);
        options.hits = {SliceId{static_cast<std::uint32_t>(stage.other)}};
        QCOMPARE(dimmed(), 47); // all slices but the hit: 1 call, 45 kernels and the one after it
    }

    void theSelectionHasItsArrowsAndSaysHowManyAreLeftOut() {
        Stage stage;
        TimelinePictureOptions options;
        options.selection = {SliceId{static_cast<std::uint32_t>(stage.call)}};
        const QString dump = stage.dump(options);
        QCOMPARE(dump.count(QLatin1String("  arrow ")), 40);
        QVERIFY(dump.contains(QLatin1String("\"+5 arrows not drawn\"")));
    }

    void aDeepStackDoesNotPushTheStreamsOutOfALowPicture() {
        WorkStore work;
        for (int depth = 0; depth < 60; ++depth)
            work.op("frame " + std::to_string(depth), depth * kUs, (1000 - 2 * depth) * kUs);
        work.kernel(0, 7, 500 * kUs, 100 * kUs, WorkKind::Gemm);
        const auto store = work.build();
        const RowTree tree = buildRowTree(*store);
        paint::Fonts fonts;
        TimelinePictureOptions options;
        const auto dumpAt = [&](std::optional<double> height) {
            options.height = height;
            const auto made = timelinePicture(*store, tree, {}, options, fonts);
            QString out;
            if (!made.ok()) return out;
            for (const Part& part : made->parts) out += QString::fromStdString(scene::dump(part.scene));
            return out;
        };
        const QString whole = dumpAt(std::nullopt); // as high as it needs to be: nothing is left out
        QVERIFY(whole.contains(QLatin1String("\"frame 59\"")) && !whole.contains(QLatin1String("deeper")));
        const QString low = dumpAt(600);
        QVERIFY(low.contains(QLatin1String("\"stream 7\"")));
        QVERIFY(low.contains(QLatin1String("\"frame 10\"")));
        QVERIFY(!low.contains(QLatin1String("\"frame 59\"")));
        QVERIFY(low.contains(QLatin1String("deeper not shown")));
        QVERIFY(!low.contains(QLatin1String("more rows not shown")));
    }

    void thereMayBeNoLegend() {
        Stage stage;
        TimelinePictureOptions options;
        const double with = stage.picture(options).height;
        options.legend = TimelinePictureOptions::Legend::Left;
        QVERIFY(!stage.dump(options).contains(QLatin1String("\"Legend\"")));
        QVERIFY(stage.picture(options).height < with);
    }

    void theSameChoicesGiveTheSameBytes() {
        QTemporaryDir folder;
        for (const char* ending : {"png", "svg", "pdf"}) {
            QByteArray first;
            for (int run = 0; run < 2; ++run) {
                Stage stage;
                TimelinePictureOptions options;
                options.selection = {SliceId{static_cast<std::uint32_t>(stage.call)}};
                options.marked = TimeRange{rankTime(100 * kUs), rankTime(223 * kUs)};
                options.numbersOf = &stage.devices;
                if (run == 1) stage.dump({}); // labels that were drawn before must not matter
                const QString path = folder.filePath(QStringLiteral("p%1.%2").arg(run).arg(QLatin1String(ending)));
                const Status saved = save(stage.picture(options), paint::Theme::of(paint::ThemeId::Print), 2,
                                          stage.fonts, path.toStdString());
                QVERIFY2(saved.ok(), ending);
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QByteArray bytes = file.readAll();
                QVERIFY(bytes.size() > 1000);
                if (run == 0) first = bytes;
                QCOMPARE(bytes, first);
            }
        }
    }
};

QTEST_MAIN(TestPictureChoices)
#include "tst_picture_choices.moc"
