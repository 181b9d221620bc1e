// Opening traces in the real window: by call, by drop, from the recent list; progress, previews, cancel, errors.
#include "tests/gui/window_fixture.h"

#include <QDir>
#include <QDropEvent>
#include <QMimeData>
#include <QThread>

#include <atomic>
#include <ctime>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

void drop(app::MainWindow& window, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(400, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(400, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
    QVERIFY(event.isAccepted());
}

QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write a test file");
    return file.fileName();
}

// Loads the real trace, then goes on "reading" until it is released or stopped; hands over a preview first.
struct HeldLoad {
    std::atomic<bool> hold{false}, release{false}, stopSeen{false};
    std::shared_ptr<const TraceStore> previewStore;

    jobs::TraceLoader::LoadFunction function() {
        return [this](const std::filesystem::path& path, const LoadOptions& options,
                      RunContext& context) -> Result<LoadedTrace> {
            LoadOptions plain = options;
            plain.onPreview = {};
            Result<LoadedTrace> loaded = loadTrace(path, plain, context);
            if (!loaded.ok() || !hold) return loaded;
            context.progress().total = 2000;
            context.progress().done = 500;
            if (previewStore) options.onPreview(previewStore);
            while (!release && !context.stopRequested()) QThread::msleep(1);
            stopSeen = context.stopRequested();
            if (stopSeen) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
            return loaded;
        };
    }
};

// CPU time of this thread: what the act costs, whatever else the machine does.
double threadMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

// The same trace, marked as a part of it.
std::shared_ptr<const TraceStore> asPreview(const std::shared_ptr<const TraceStore>& store) {
    StoreParts parts = store->parts();
    parts.partial = true;
    return std::make_shared<const TraceStore>(std::move(parts), store);
}

} // namespace

class TestWindowOpen : public QObject {
    Q_OBJECT
private slots:
    void theWelcomePageComesFirst() {
        WindowFixture f;
        QVERIFY(f.w().welcome().isVisible());
        QVERIFY(!f.w().page().isVisible());
        QVERIFY(!f.w().toolBar().isVisible());
        QVERIFY(f.w().welcome().recentPaths().isEmpty());
    }

    void anOpenedTraceIsShownWithItsFigures() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        QVERIFY(f.w().page().isVisible());
        QVERIFY(f.w().windowTitle().contains("small.json"));
        QVERIFY(f.w().document().analysis());
        // The figures of the guide are those of the generator's answers.
        const Json answers = smallTrace().answers();
        const FourNumbers& whole = *f.w().document().analysis()->device()->whole;
        QCOMPARE(whole.busyNs, numberAt(answers, "devices 0 whole gpu_busy_ns"));
        QCOMPARE(f.w().document().analysis()->steps.bars.size(), std::size_t{4});
        QVERIFY2(f.w().status().texts().join('|').contains("events"), qPrintable(f.w().status().texts().join('|')));
        QVERIFY(f.w().page().guide().lines().join('|').contains("Where the step goes"));
        QVERIFY(!f.w().progressLine().isActive());
        QVERIFY(f.canvas().hasFocus());
    }

    void droppedFilesAreOpenedTogether() {
        WindowFixture f;
        const QString second = f.folder.filePath("second.json");
        QVERIFY(QFile::copy(smallTracePath(), second));
        drop(f.w(), {smallTracePath(), second});
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.w().windowTitle().contains("small.json"));
        emit f.w().toolBar().fileWanted(second); // as the rank menu does
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.w().windowTitle().contains("second.json"));
    }

    void aFolderStandsForTheTracesInItByName() {
        WindowFixture f;
        QDir(f.folder.path()).mkdir("ranks");
        for (const char* name : {"b_after.json", "a_before.json", "notes.txt"}) // names tell no ranks
            QVERIFY(QFile::copy(smallTracePath(), f.folder.filePath(QString("ranks/") + name)));
        drop(f.w(), {f.folder.filePath("ranks")});
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.w().windowTitle().contains("a_before.json"));
        QCOMPARE(f.w().toolBar().fileNames(), (QStringList{"a_before.json", "b_after.json"}));
        QDir(f.folder.path()).mkdir("empty");
        f.w().openFiles({f.folder.filePath("empty")});
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.w().banner().isVisible());
        QVERIFY(f.w().windowTitle().contains("a_before.json")); // what was open stays
    }

    void recentFilesAreRememberedWithTheirFigures() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        const auto files = f.w().recentFiles().files();
        QCOMPARE(files.size(), 1);
        QCOMPARE(files[0].path, smallTracePath());
        QCOMPARE(files[0].bytes, static_cast<std::uint64_t>(QFileInfo(smallTracePath()).size()));
        QVERIFY(files[0].facts.contains("4 steps"));
        QVERIFY(files[0].parts);
        const FourNumbers& whole = *f.w().document().analysis()->device()->whole;
        QCOMPARE((*files[0].parts)[0] + (*files[0].parts)[1] + (*files[0].parts)[2] + (*files[0].parts)[3],
                 qint64{whole.wallNs});
        QCOMPARE(f.w().welcome().recentPaths(), QStringList{smallTracePath()});
        f.act("file.close");
        QVERIFY(f.w().welcome().isVisible());
        emit f.w().welcome().fileWanted(smallTracePath());
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.w().document().isOpen());
    }

    void anErrorSaysWhatIsWrongAndKeepsWhatWasOpen_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no trace") << QByteArray("{\"recipe\": [\"flour\", \"water\"]}");
        QTest::newRow("not JSON") << QByteArray("once upon a time there was a file");
        QTest::newRow("gzip of nothing") << QByteArray::fromHex("1f8b0800000000000003");
    }
    void anErrorSaysWhatIsWrongAndKeepsWhatWasOpen() {
        QFETCH(QByteArray, bytes);
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        const SliceId kernel = f.launchedKernel();
        f.w().navigator().select(kernel);
        f.w().view().show(f.store().range(kernel));
        const TraceStore* before = &f.store();
        const TimeScale scale = f.w().view().scale();
        f.w().openFiles({writeFile(f.folder, "bad.json", bytes)});
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.w().banner().isVisible());
        QVERIFY2(f.w().banner().sentence().startsWith("bad.json: "), qPrintable(f.w().banner().sentence()));
        QVERIFY(f.w().banner().sentence().size() > 20);
        QCOMPARE(&f.store(), before);
        QCOMPARE(f.w().view().scale(), scale);
        QCOMPARE(f.w().selection().current(), std::optional(kernel));
        QVERIFY(f.w().windowTitle().contains("small.json"));
        QVERIFY(!f.w().progressLine().isActive());
    }

    void aMissingFileLeavesTheRecentList() {
        WindowFixture f;
        const QString path = f.folder.filePath("gone.json");
        QVERIFY(QFile::copy(smallTracePath(), path));
        QVERIFY(f.open(path));
        f.act("file.close");
        QVERIFY(QFile::remove(path));
        f.w().openFiles({path});
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(f.w().banner().isVisible());
        QVERIFY(f.w().welcome().isVisible());
        QVERIFY(f.w().welcome().recentPaths().isEmpty());
    }

    void escapeStopsALoadAtOnceAndTheOldTraceIsThereAgain() {
        HeldLoad held;
        WindowFixture f(held.function());
        QVERIFY(f.open(smallTracePath()));
        const SliceId kernel = f.launchedKernel(3);
        f.w().navigator().select(kernel);
        f.w().selection().setRange(f.store().range(kernel));
        f.w().view().show(f.store().range(kernel));
        const TimeScale scale = f.w().view().scale();
        const auto step = f.w().selection().step();
        const TraceStore* before = &f.store();
        held.previewStore = asPreview(f.w().document().sharedStore());
        held.hold = true;
        const QString other = f.folder.filePath("other.json");
        QVERIFY(QFile::copy(smallTracePath(), other));
        f.w().openFiles({other});
        QTRY_VERIFY(f.w().document().isPartial()); // the preview took its place
        QVERIFY(f.w().progressLine().isActive());
        QTRY_VERIFY(f.w().status().texts().join('|').contains("Esc stops"));
        QTRY_VERIFY(f.w().status().texts().join('|').contains("so far"));
        QVERIFY(!f.w().selection().current()); // nothing of the old trace is left in it
        const double pressed = threadMs();
        f.key(Qt::Key_Escape);
        QVERIFY2(threadMs() - pressed < 100, qPrintable(QString::number(threadMs() - pressed)));
        QVERIFY(!f.w().loader().isLoading());
        QTRY_VERIFY_WITH_TIMEOUT(held.stopSeen.load(), 1000); // the stand-in looks every millisecond
        QCOMPARE(&f.store(), before);
        QCOMPARE(f.w().view().scale(), scale);
        QCOMPARE(f.w().selection().current(), std::optional(kernel));
        QCOMPARE(f.w().selection().range(), std::optional(f.store().range(kernel)));
        QCOMPARE(f.w().selection().step(), step);
        QVERIFY(f.w().windowTitle().contains("small.json"));
        QVERIFY(!f.w().progressLine().isActive());
        QCOMPARE(f.w().recentFiles().files().size(), 1); // a file given up is no recent file
    }

    void aPreviewKeepsTheUsersPlaceWhenTheWholeTraceComes() {
        HeldLoad held;
        WindowFixture f(held.function());
        QVERIFY(f.open(smallTracePath()));
        held.previewStore = asPreview(f.w().document().sharedStore());
        const SliceId kernel = f.launchedKernel(5);
        const std::uint64_t offset = f.store().eventOffset(kernel);
        f.act("file.close");
        held.hold = true;
        f.w().openFiles({smallTracePath()});
        QTRY_VERIFY(f.w().document().isOpen());
        QVERIFY(f.w().document().isPartial());
        f.w().navigator().select(kernel);
        f.w().view().show(f.store().range(kernel));
        const TimeScale scale = f.w().view().scale();
        held.release = true;
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(!f.w().document().isPartial());
        QCOMPARE(f.w().view().scale(), scale);
        QVERIFY(f.w().selection().current());
        QCOMPARE(f.store().eventOffset(*f.w().selection().current()), offset);
    }

    void stoppingTheFirstLoadLeadsBackToTheWelcomePage() {
        HeldLoad held;
        held.hold = true;
        WindowFixture f(held.function());
        f.w().openFiles({smallTracePath()});
        QTRY_VERIFY(f.w().loader().isLoading());
        QVERIFY(f.w().status().isVisible());
        f.act("file.stop");
        QVERIFY(!f.w().loader().isLoading());
        QVERIFY(f.w().welcome().isVisible());
        QVERIFY(!f.w().document().isOpen());
    }

    void theSampleIsMadeAndOpened() {
        WindowFixture f;
        QFile::remove(app::samplePath());
        f.act("file.sample");
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().isOpen() && f.w().isQuiet(), 30'000);
        QVERIFY(QFile::exists(app::samplePath()));
        QVERIFY(f.w().document().analysis()->hasWork());
    }
};

QTEST_MAIN(TestWindowOpen)
#include "tst_window_open.moc"
