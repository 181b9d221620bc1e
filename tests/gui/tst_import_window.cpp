// A damaged trace in the real window: the status bar says that something is strange, the report says what, and a click
// leads to the event.
#include "tests/gui/window_fixture.h"

#include "widgets/panels/status_line.h"

#include <QPushButton>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

// Twenty slices; one has a quote without a backslash, one a NUL in its duration, one no time.
QByteArray damagedTrace() {
    QByteArray text = "{\"traceEvents\": [";
    for (int i = 0; i < 20; ++i) {
        QByteArray name = "op" + QByteArray::number(i), ts = "\"ts\": " + QByteArray::number(100 * i) + ", ",
                   dur = "50";
        if (i == 7) name = "say \"hello\" twice";
        if (i == 11) dur = QByteArray("5#0").replace('#', '\0');
        if (i == 15) ts.clear();
        text += (i > 0 ? ",\n" : "\n") + QByteArray("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"") + name +
                "\", \"pid\": 1, \"tid\": 1, " + ts + "\"dur\": " + dur + "}";
    }
    return text + "\n]}\n";
}

} // namespace

class TestImportWindow : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_path;

private slots:
    void initTestCase() {
        m_path = m_folder.filePath("damaged.json");
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(damagedTrace()) > 0);
    }

    // The quote, the NUL, the duration that it spoils and the missing time: only the last event is lost.
    void theStatusBarCountsWhatTheReportLists() {
        WindowFixture f;
        QVERIFY(f.open(m_path));
        auto* const line = f.w().findChild<panels::StatusLine*>();
        QVERIFY(line != nullptr);
        const QStringList texts = line->texts();
        QVERIFY2(texts.contains("19 of 20 events"), qPrintable(texts.join('|')));
        QVERIFY2(texts.contains("4 oddities, 1 with loss"), qPrintable(texts.join('|')));
        f.act("view.import-report");
        const auto& rows = f.w().page().bottom().importReport().report().rows;
        QCOMPARE(rows.size(), std::size_t{4});
        QStringList found;
        for (const auto& row : rows) {
            QCOMPARE(row.count, std::uint64_t{1});
            found << row.found;
        }
        for (const char* kind :
             {"event without a time", "raw control character inside a string or number", "slice without a duration"})
            QVERIFY2(found.contains(kind), qPrintable(found.join('|')));
        QCOMPARE(found.filter("quote").size(), 1);
    }

    void aClickInTheReportLeadsToTheEvent() {
        WindowFixture f;
        QVERIFY(f.open(m_path));
        f.act("view.import-report");
        panels::ImportPanel& panel = f.w().page().bottom().importReport();
        QVERIFY(panel.isVisible());
        const auto& rows = panel.report().rows;
        QCOMPARE(rows.size(), std::size_t{4});
        std::size_t row = 0;
        while (row < rows.size() && rows[row].kind != OddityKind::ControlChar) ++row;
        QVERIFY(row < rows.size());
        QCOMPARE(rows[row].count, std::uint64_t{1});
        QTest::mouseClick(&panel.list(), Qt::LeftButton, {}, QPoint(60, 24 + 34 * static_cast<int>(row) + 17));
        QCOMPARE(panel.list().current(), std::optional(row));
        QTRY_VERIFY(panel.bytesShown().contains("op11"));
        for (QPushButton* button : panel.findChildren<QPushButton*>())
            if (button->text() == "Show on timeline") QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(f.w().selection().current().has_value());
        QCOMPARE(f.store().name(*f.w().selection().current()), std::string_view("op11"));
        if (const QString to = qEnvironmentVariable("LANESCOPE_TEST_PICTURES"); !to.isEmpty()) {
            for (const char* theme : {"dark", "light"}) {
                f.act((QByteArray("theme.") + theme).constData());
                QVERIFY(f.w().grab().save(to + "/import_" + theme + ".png"));
            }
        }
    }
};

QTEST_MAIN(TestImportWindow)
#include "tst_import_window.moc"
