// A full disk in the window: what the user makes stays, what stood in a file before stays, and the trouble is said.
#include "app/gui/window/picture_dialog.h"
#include "app/gui/window/report_dialog.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/own_disk.h"

using namespace lanescope;
using namespace lanescope::testing;

namespace {

const QByteArray kOld = "what stood here before\n";

// A disk with the trace on it that has no room left.
struct FullDisk {
    OwnDisk disk{"size=8m"};
    QString trace = disk.file("trace.json");
    bool make() {
        qputenv("LANESCOPE_NOTES_DIR", disk.file("notes").toUtf8());
        return disk.ok() && QFile::copy(smallTracePath(), trace);
    }
    ~FullDisk() {
        if (m_notesDir.isNull())
            qunsetenv("LANESCOPE_NOTES_DIR");
        else
            qputenv("LANESCOPE_NOTES_DIR", m_notesDir);
    }

private:
    QByteArray m_notesDir = qgetenv("LANESCOPE_NOTES_DIR"); // as it was
};

// What is said is about this file, not left from one before.
bool saysItCannotWrite(const QString& trouble, const QString& name) {
    return trouble.contains("cannot be written") && trouble.contains(name);
}

void addNote(WindowFixture& f, const char* words) {
    const RankTime at = f.store().extent().begin;
    f.w().notes().add({at, at, words});
}

} // namespace

class TestFullDiskWindow : public QObject {
    Q_OBJECT
private slots:
    void notesStayInTheWindowAndAreSavedWhenThereIsRoom() {
        FullDisk full;
        if (!full.make()) QSKIP("no file system of its own can be mounted here");
        WindowFixture f;
        QVERIFY(f.open(full.trace));
        QVERIFY(full.disk.fill("filler"));
        addNote(f, "first words");
        QVERIFY(QTest::qWaitFor([&] { return f.w().banner().isVisible(); }, 20'000));
        QVERIFY2(f.w().banner().sentence().contains("notes are not saved"), qPrintable(f.w().banner().sentence()));
        QVERIFY(f.waitUntilQuiet());
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        QVERIFY(QFile::remove(full.disk.file("filler")));
        addNote(f, "second words");
        const QString file = full.trace + ".lanescope-notes.json";
        QVERIFY(QTest::qWaitFor(
            [&] {
                const QByteArray text = readFile(file);
                return text.contains("first words") && text.contains("second words");
            },
            20'000));
        for (const QString& name : full.disk.names()) QVERIFY2(!name.endsWith(".part"), qPrintable(name));
    }

    void aSessionThatCannotBeSavedLeavesTheOldOne() {
        FullDisk full;
        if (!full.make()) QSKIP("no file system of its own can be mounted here");
        WindowFixture f;
        QVERIFY(f.open(full.trace));
        const QString file = full.disk.file("old.lanescope");
        QVERIFY(writeFile(file, kOld));
        QVERIFY(full.disk.fill("filler"));
        f.w().session().saveTo(file, app::SessionController::With::TraceAsItIs);
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(QTest::qWaitFor([&] { return f.w().banner().isVisible(); }, 20'000));
        QVERIFY2(f.w().banner().sentence().contains("not saved"), qPrintable(f.w().banner().sentence()));
        QCOMPARE(readFile(file), kOld);
        QVERIFY(f.w().document().isOpen());
    }

    void exportsSayThatTheDiskIsFull() {
        FullDisk full;
        if (!full.make()) QSKIP("no file system of its own can be mounted here");
        WindowFixture f;
        QVERIFY(f.open(full.trace));
        for (const char* ending : {"html", "pdf", "md", "png", "svg"})
            QVERIFY(writeFile(full.disk.file(QString("old.") + ending), kOld));
        QVERIFY(full.disk.fill("filler"));
        f.act("file.export-report");
        auto* report = qobject_cast<app::ReportDialog*>(f.w().reportDialog());
        QVERIFY(report);
        const char* forms[] = {"html", "pdf", "md"};
        const char* told[] = {"old.html", "old.pdf", "old-1.svg"}; // pictures of a Markdown report come first
        for (int form = 0; form < 3; ++form) {
            const QString name = QString("old.") + forms[form];
            QVERIFY(f.waitUntilQuiet(60'000));
            report->form().setCurrentIndex(form);
            report->saveTo(full.disk.file(name));
            QVERIFY(f.waitUntilQuiet(60'000));
            QVERIFY2(saysItCannotWrite(report->trouble(), told[form]), qPrintable(report->trouble()));
        }
        f.act("file.export");
        auto* picture = qobject_cast<app::PictureDialog*>(f.w().pictureDialog());
        QVERIFY(picture);
        for (const char* ending : {"png", "svg", "pdf"}) {
            const QString name = QString("old.") + ending;
            QVERIFY(f.waitUntilQuiet(60'000));
            picture->saveTo(full.disk.file(name));
            QVERIFY2(!picture->trouble().contains("cannot be written"), qPrintable(picture->trouble()));
            QVERIFY(f.waitUntilQuiet(60'000));
            QVERIFY2(saysItCannotWrite(picture->trouble(), name), qPrintable(picture->trouble()));
        }
        for (const char* ending : {"html", "pdf", "md", "png", "svg"})
            QCOMPARE(readFile(full.disk.file(QString("old.") + ending)), kOld);
    }

    void settingsThatCannotBeWrittenStayAsTheyWere() {
        OwnDisk disk("size=64k");
        if (!disk.ok()) QSKIP("no file system of its own can be mounted here");
        const QString file = disk.file("settings.ini");
        {
            QSettings settings(file, QSettings::IniFormat);
            settings.setValue("view/theme", "dark");
        }
        const QByteArray before = readFile(file);
        QVERIFY(before.contains("theme=dark"));
        QVERIFY(disk.fill("filler"));
        {
            QSettings settings(file, QSettings::IniFormat);
            settings.setValue("view/reduceMotion", true);
            app::MainWindow window({settings, QPalette(), loadTrace});
            window.show();
            window.setTheme(app::ThemeChoice::Light);
            window.openFiles({smallTracePath()});
            QVERIFY(QTest::qWaitFor([&] { return window.isQuiet(); }, 20'000));
            window.close();
        }
        QCOMPARE(readFile(file), before);
    }
};

QTEST_MAIN(TestFullDiskWindow)
#include "tst_full_disk_window.moc"
