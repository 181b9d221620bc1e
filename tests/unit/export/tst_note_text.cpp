// Times in the notes of tables, as people read them.
#include "core/analysis/table.h"
#include "core/export/note_text.h"
#include "core/export/table.h"

#include <QtTest>

using namespace lanescope;

class TestNoteText : public QObject {
    Q_OBJECT

private slots:
    void lengthsAreWrittenAsInTheCells() {
        QCOMPARE(noteText("the times add up to the window, 713092254 ns"),
                 std::string("the times add up to the window, 713.1\u202Fms"));
        QCOMPARE(noteText("shorter than 1000 ns. Then 5 ns, and 0 ns"),
                 std::string("shorter than 1.000\u202F\u00B5s. Then 5\u202Fns, and 0\u202Fns"));
        QCOMPARE(noteText("by -1500 ns; no time was changed"),
                 std::string("by \u22121.500\u202F\u00B5s; no time was changed"));
    }
    void namesAndWhatIsWrittenAlreadyStay() {
        for (const char* same : {"", " ns", "ns", "v12 ns", "kernel_5 nsomething", "0.5 ns", "12\u202F345 ns",
                                 "1234567890123456789 ns", "12 ms", "mean 34 nsec"})
            QCOMPARE(noteText(same), std::string(same));
    }
    void textAndMarkdownShowThemJsonKeepsWholeNanoseconds() {
        const Table table{"t", "T", {{"a", "a", Unit::Text}}, {{std::string("x")}}, 0, {"in all 713092254 ns"}, {}};
        QVERIFY(render({table}, Format::Text).find("in all 713.1\u202Fms") != std::string::npos);
        QVERIFY(render({table}, Format::Markdown).find("in all 713.1\u202Fms") != std::string::npos);
        QVERIFY(render({table}, Format::Json).find("in all 713092254 ns") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestNoteText)
#include "tst_note_text.moc"
