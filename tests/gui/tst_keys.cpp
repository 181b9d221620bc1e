// Keys that the user changes, by the settings page and beneath it; motion as the system says; the table's promises.
#include "tests/gui/window_fixture.h"

#include "app/gui/window/system_motion.h"
#include "widgets/panels/keys_page.h"

#include <QDir>
#include <QMenu>
#include <QRegularExpression>
#include <QToolButton>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

bool isInMenu(const QMenu* menu, const QAction* wanted) {
    for (QAction* action : menu->actions())
        if (action == wanted || (action->menu() && isInMenu(action->menu(), wanted))) return true;
    return false;
}

panels::KeysPage& openPage(WindowFixture& f) {
    f.act("edit.keys");
    panels::SettingsDialog* dialog = f.w().settingsDialog();
    auto* page = dialog ? dialog->findChild<panels::KeysPage*>() : nullptr;
    if (!page || dialog->page() != page) qFatal("the page of keys is not shown");
    return *page;
}

QString sheetKeys(WindowFixture& f, const QString& text) {
    for (const panels::KeyLine& line : f.w().actionsOfWindow().keyLines())
        if (line.text == text) return line.keys;
    return {};
}

void write(const QString& path, const QByteArray& text) {
    QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

} // namespace

class TestKeys : public QObject {
    Q_OBJECT
private slots:
    void everyActionHasAKeyAMenuEntryAndAPlaceInThePalette() {
        WindowFixture f;
        for (const app::ActionInfo& info : app::actionTable()) {
            if (info.text[0] == '\0' || !info.act)
                continue; // separators; the list of recent files is a menu of its own
            QAction* action = f.w().actionsOfWindow().of(QString::fromLatin1(info.id));
            QVERIFY2(action, info.id);
            // The analyses and the walkthroughs are lists; the way to each list has a key.
            const bool listed = info.menu == app::MenuId::Analyse || QString(info.id).startsWith("help.walk");
            QVERIFY2(listed || !action->property("keys").toString().isEmpty(), info.id);
            QVERIFY2(!action->property("paletteText").toString().isEmpty(), info.id);
            bool found = false;
            for (QAction* top : f.w().menuBar()->actions()) found |= isInMenu(top->menu(), action);
            QVERIFY2(found, info.id);
        }
    }

    void aChangedKeyActsAtOnceAndIsShownEverywhere() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        using Part = app::TracePage::Part;
        const bool shown = f.w().page().isShown(Part::Guide);
        QVERIFY(f.w().actionsOfWindow().setKeys("view.guide", "Ctrl+Alt+G"));
        f.key(Qt::Key_B, Qt::ControlModifier); // the old one
        QCOMPARE(f.w().page().isShown(Part::Guide), shown);
        f.key(Qt::Key_G, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(f.w().page().isShown(Part::Guide), !shown);
        const QAction* action = f.w().actionsOfWindow().of("view.guide");
        QCOMPARE(action->shortcut(), QKeySequence("Ctrl+Alt+G"));             // the menu
        QCOMPARE(action->property("keys").toString(), QString("Ctrl+Alt+G")); // the palette
        QCOMPARE(sheetKeys(f, "Guide"), QString("Ctrl+Alt+G"));
        bool inTip = false;
        for (const QToolButton* button : f.w().toolBar().findChildren<QToolButton*>())
            inTip |= button->toolTip() == "Guide (Ctrl+Alt+G)";
        QVERIFY(inTip);
        QCOMPARE(QSettings(f.settings.fileName(), QSettings::IniFormat).value("keys/view.guide").toString(),
                 QString("Ctrl+Alt+G"));
        app::KeyMap next(f.settings); // of the next window
        QCOMPARE(next.keysOf("view.guide"), QString("Ctrl+Alt+G"));
    }

    void theKeysThatAreHeldCanBeOthers() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        f.canvas().setFocus();
        const auto width = [&] { return f.w().view().target().visible().length(); };
        const Ns whole = width();
        f.key(Qt::Key_W);
        QVERIFY(width() < whole);
        f.w().view().fitAll(timeline::Motion::Instant);
        QVERIFY(f.w().actionsOfWindow().setKeys("view.zoom-in", "Z"));
        f.key(Qt::Key_W);
        QCOMPARE(width(), whole);
        f.key(Qt::Key_Z);
        QVERIFY(width() < whole);
    }

    void aKeyThatIsTakenSaysWhoseItIsAndMovesOver() {
        WindowFixture f;
        panels::KeysPage& page = openPage(f);
        page.choose("view.compact");
        QVERIFY(page.sentence().contains("Ctrl+Shift+D"));
        page.key().setKeySequence(QKeySequence("Ctrl+B"));
        QVERIFY2(page.sentence().contains("belongs to") && page.sentence().contains("Guide"),
                 qPrintable(page.sentence()));
        QTest::mouseClick(&page.replaceButton(), Qt::LeftButton);
        QCOMPARE(f.w().actionsOfWindow().of("view.compact")->shortcut(), QKeySequence("Ctrl+B"));
        QVERIFY(f.w().actionsOfWindow().of("view.guide")->shortcuts().isEmpty());
        QVERIFY(f.w().actionsOfWindow().keys().isChanged("view.guide"));
        QCOMPARE(page.chosen(), QString("view.compact"));
        // Back: it takes its own key from whoever has it.
        page.choose("view.guide");
        QVERIFY(page.sentence().contains("has no key"));
        QTest::mouseClick(&page.resetButton(), Qt::LeftButton);
        QCOMPARE(f.w().actionsOfWindow().of("view.guide")->shortcut(), QKeySequence("Ctrl+B"));
        QVERIFY(f.w().actionsOfWindow().of("view.compact")->shortcuts().isEmpty());
        QTest::mouseClick(&page.resetAllButton(), Qt::LeftButton);
        QCOMPARE(f.w().actionsOfWindow().of("view.compact")->shortcut(), QKeySequence("Ctrl+Shift+D"));
        QVERIFY(!page.resetAllButton().isEnabled());
        QVERIFY(f.settings.allKeys().filter(QRegularExpression("^keys/")).isEmpty());
    }

    void aSecondKeyIsAddedAndAllAreTakenAway() {
        WindowFixture f;
        panels::KeysPage& page = openPage(f);
        page.choose("view.bottom");
        QTest::keyClick(&page.key(), Qt::Key_F9); // typed into the field
        QCOMPARE(page.key().keySequence(), QKeySequence("F9"));
        QTRY_VERIFY(page.sentence().contains("free")); // the field waits for more strokes
        QTest::mouseClick(&page.addButton(), Qt::LeftButton);
        QCOMPARE(f.w().actionsOfWindow().of("view.bottom")->shortcuts(),
                 (QList<QKeySequence>{QKeySequence("Q"), QKeySequence("F9")}));
        QCOMPARE(sheetKeys(f, "Range and tables"), QString("Q or F9"));
        QTest::mouseClick(&page.clearButton(), Qt::LeftButton);
        QVERIFY(f.w().actionsOfWindow().of("view.bottom")->shortcuts().isEmpty());
        QVERIFY(sheetKeys(f, "Range and tables").isEmpty());
    }

    void actionsAreFoundByTheirWordsOrTheirKey() {
        WindowFixture f;
        panels::KeysPage& page = openPage(f);
        const auto visible = [&] {
            QStringList out;
            for (int g = 0; g < page.list().topLevelItemCount(); ++g)
                for (int i = 0; i < page.list().topLevelItem(g)->childCount(); ++i)
                    if (const auto* item = page.list().topLevelItem(g)->child(i); !item->isHidden())
                        out << item->text(0);
            return out;
        };
        QCOMPARE(visible().size(), f.w().actionsOfWindow().all().size());
        page.search().setText("ctrl+shift+i");
        QCOMPARE(visible(), QStringList{"Import report"});
        page.search().setText("compact");
        QCOMPARE(visible(), QStringList{"Compact rows"});
    }

    void nonsenseInTheSettingsIsNoHarm() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
        settings.setValue("keys/no.such-action", "F9");
        settings.setValue("keys/view.guide", "Ctrl+K, Ctrl+C");     // two strokes
        settings.setValue("keys/view.bottom", QString(5000, 'x'));  // no key at all
        settings.setValue("keys/view.compact", "Ctrl+Shift+I");     // the import report has it
        settings.setValue("keys/view.strips", "Ctrl+Alt+F9 | F10"); // this is right
        const app::KeyMap keys(settings);
        for (const char* id : {"view.guide", "view.bottom", "view.compact"}) QVERIFY2(!keys.isChanged(id), id);
        QCOMPARE(keys.keysOf("view.guide"), QString("Ctrl+B"));
        QCOMPARE(keys.keysOf("view.strips"), QString("Ctrl+Alt+F9 | F10"));
        QCOMPARE(keys.ownerOf(QKeySequence("Ctrl+Shift+I")), std::optional<QString>("view.import-report"));
        QCOMPARE(keys.ownerOf(QKeySequence("F9")), std::optional<QString>());
    }

    void aCommaIsAKey() {
        QCOMPARE(app::sequencesOf(","), QList<QKeySequence>{QKeySequence(Qt::Key_Comma)});
        QCOMPARE(app::sequencesOf("Ctrl+, | F4"),
                 (QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_Comma), QKeySequence(Qt::Key_F4)}));
        QCOMPARE(app::keysText(app::sequencesOf("Ctrl+, | F4")), QString("Ctrl+, | F4"));
    }

    void theSystemsWishForNoMotionIsRead() {
        QTemporaryDir folder;
        QVERIFY(!app::desktopReducesMotion(folder.path()));
        write(folder.filePath("kdeglobals"), "[KDE]\nAnimationDurationFactor=0\n");
        QVERIFY(app::desktopReducesMotion(folder.path()));
        write(folder.filePath("kdeglobals"), "[KDE]\nAnimationDurationFactor=0.5\n");
        QVERIFY(!app::desktopReducesMotion(folder.path()));
        write(folder.filePath("gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=false\n");
        QVERIFY(app::desktopReducesMotion(folder.path()));
        write(folder.filePath("gtk-4.0/settings.ini"),
              "[Settings]\ngtk-enable-animations=1\n"); // the newer one decides
        QVERIFY(!app::desktopReducesMotion(folder.path()));
    }

    void theUsersChoiceOfMotionComesBeforeTheSystems() {
        WindowFixture f;
        QVERIFY(f.w().isMotionReduced()); // as the fixture wants it
        f.act("view.reduce-motion");
        QVERIFY(!f.w().isMotionReduced());
        QCOMPARE(f.settings.value("view/reduceMotion"), QVariant(false));
        f.w().setMotion(app::MotionChoice::System);
        QCOMPARE(f.w().isMotionReduced(), app::systemReducesMotion());
        QVERIFY(!f.settings.contains("view/reduceMotion"));
    }
};

QTEST_MAIN(TestKeys)
#include "tst_keys.moc"
