// Notes in the window: made by keys, kept in their file, undone, drawn, moved.
#include "core/analysis/signatures/signatures.h"
#include "tests/gui/window_fixture.h"

#include <QDir>
#include <QMouseEvent>

using namespace lanescope;
using lanescope::testing::WindowFixture;

namespace {

// A copy of the small trace in a folder of its own: the file of notes lies beside it.
struct OwnTrace {
    QTemporaryDir dir;
    QString path = dir.filePath("own.json");
    QString notes = path + ".lanescope-notes.json";
    OwnTrace() { QFile::copy(lanescope::testing::smallTracePath(), path); }
};

void write(WindowFixture& f, const char* words) {
    f.key(Qt::Key_B);
    QTest::keyClicks(QApplication::focusWidget(), words);
    f.key(Qt::Key_Return);
}

void drag(QWidget& widget, const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::mousePress(&widget, Qt::LeftButton, modifiers, from);
    for (int i = 1; i <= 4; ++i) {
        const QPoint at = from + (to - from) * i / 4;
        QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
        QApplication::sendEvent(&widget, &move);
    }
    QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to);
}

// The words that are asked for after a drag.
void answer(WindowFixture& f, const char* words) {
    QTest::keyClicks(QApplication::focusWidget(), words);
    f.key(Qt::Key_Return);
}

RankTime timeAtPx(WindowFixture& f, int x) { return f.w().view().scale().timeAt(x - f.w().view().headerWidth()); }

// px of the middle of a row, at that x; the row is brought into view.
QPoint onRow(WindowFixture& f, const std::string& key, int x) {
    const RowTree& tree = f.w().document().tree();
    const auto row = tree.find(key);
    if (!row) qFatal("no such row");
    f.canvas().revealRow(*row);
    for (int y = static_cast<int>(scene::kRulerHeight); y < f.canvas().height(); ++y) {
        const auto hit = scene::hitTest(f.canvas().currentData(), f.canvas().currentView(), x, y);
        if (hit && hit->row == row) return {x, y + 4};
    }
    qFatal("the row is not in view");
}

// Where its number is drawn.
QPoint discOf(WindowFixture& f, std::size_t index) {
    f.canvas().picture(1); // lays out the notes
    for (int y = 0; y < f.canvas().height(); ++y)
        for (int x = 0; x < f.canvas().width(); ++x)
            if (f.canvas().noteAt(QPointF(x, y)) == index) return {x + 6, y + 6};
    qFatal("the note is not drawn");
}

std::string keyOf(WindowFixture& f, RowKind kind) {
    for (const Row& row : f.w().document().tree().rows())
        if (row.kind == kind) return row.key;
    qFatal("no such row");
}

} // namespace

class TestNotesWindow : public QObject {
    Q_OBJECT
private slots:
    void aNoteIsKeptBesideTheTraceAndComesBack() {
        const OwnTrace trace;
        {
            WindowFixture f;
            QVERIFY(f.open(trace.path));
            const SliceId kernel = f.launchedKernel(3);
            f.w().navigator().select(kernel);
            write(f, "why so late");
            QCOMPARE(f.w().notes().list().size(), std::size_t{1});
            QCOMPARE(f.w().notes().list()[0].kind, notes::Kind::Callout);
            f.w().close();
            f.w().notesKeeper().waitUntilSaved();
            QVERIFY(QFile::exists(trace.notes));
        }
        WindowFixture g;
        QVERIFY(g.open(trace.path));
        QCOMPARE(g.w().notes().list().size(), std::size_t{1});
        QCOMPARE(g.w().notes().list()[0].text, std::string("why so late"));
        QCOMPARE(g.w().notes().list()[0].begin, g.store().start(g.launchedKernel(3)));
    }

    void changesAreUndoneAndMadeAgain() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.w().navigator().select(f.launchedKernel(3));
        write(f, "one");
        f.act("note.meaning");
        QCOMPARE(f.w().notes().list()[0].meaning, notes::Meaning::Problem);
        f.act("note.undo");
        QCOMPARE(f.w().notes().list()[0].meaning, notes::Meaning::Remark);
        f.act("note.undo");
        QVERIFY(f.w().notes().list().empty());
        f.act("note.redo");
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
    }

    void anArrowJoinsTheTwoSlicesChosenLast() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.act("note.arrow"); // nothing is chosen, and it says so
        QVERIFY(!f.w().askBox().isVisible());
        const SliceId a = f.launchedKernel(2), b = f.launchedKernel(5);
        f.w().selection().setSlices({a, b});
        f.act("note.arrow");
        QTest::keyClicks(QApplication::focusWidget(), "waits");
        f.key(Qt::Key_Return);
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        QCOMPARE(f.w().notes().list()[0].kind, notes::Kind::Arrow);
        QCOMPARE(f.w().notes().list()[0].begin, f.store().start(a));
        QCOMPARE(f.w().notes().list()[0].end, f.store().start(b));
    }

    void aBoxIsDrawnOverRowsAndTimes() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        const std::string stream = keyOf(f, RowKind::Stream), host = keyOf(f, RowKind::HostThread);
        const QPoint from = onRow(f, host, 500), to(800, onRow(f, stream, 800).y());
        const RankTime begin = timeAtPx(f, 500), end = timeAtPx(f, 800);
        drag(f.canvas(), from, to, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f.w().askBox().isVisible());
        answer(f, "look at this");
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        const notes::Note box = f.w().notes().list()[0];
        QCOMPARE(box.kind, notes::Kind::Box);
        QVERIFY(box.begin == begin && box.end == end);
        QCOMPARE(box.from.row, host);
        QCOMPARE(box.to.row, stream);
        QVERIFY(!f.w().selection().range()); // nothing else came of the drag
        QVERIFY(f.w().selection().slices().empty());
    }

    void wordsAreDrawnOnARowAndMovedToAnother() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        const std::string stream = keyOf(f, RowKind::Stream), host = keyOf(f, RowKind::HostThread);
        const QPoint from = onRow(f, stream, 500);
        drag(f.canvas(), from, from + QPoint(120, 0), Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier);
        answer(f, "free words");
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        const notes::Note text = f.w().notes().list()[0];
        QCOMPARE(text.kind, notes::Kind::Text);
        QCOMPARE(text.from.row, stream);
        QVERIFY(text.begin == timeAtPx(f, 500) && text.end == timeAtPx(f, 620));
        const QPoint disc = discOf(f, 0);
        QVERIFY(std::abs(disc.y() - from.y()) < 20); // on the row, not in the ruler
        const QPoint other(disc.x() + 100, onRow(f, host, 700).y());
        drag(f.canvas(), disc, other);
        const notes::Note moved = f.w().notes().list()[0];
        QCOMPARE(moved.from.row, host);
        QCOMPARE(moved.end - moved.begin, text.end - text.begin);
        QCOMPARE(moved.begin - text.begin, timeAtPx(f, disc.x() + 100) - timeAtPx(f, disc.x()));
        f.act("note.undo");
        QVERIFY(f.w().notes().list()[0] == text);
    }

    void anArrowIsDrawnFromASliceToAPlace() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        const SliceId kernel = f.launchedKernel(3);
        const QPoint from = f.bringIntoView(kernel);
        const std::string stream = keyOf(f, RowKind::Stream);
        const QPoint to(from.x() + 250, from.y());
        const auto target = scene::hitTest(f.canvas().currentData(), f.canvas().currentView(), to.x(), to.y());
        QVERIFY(target);
        drag(f.canvas(), from, to, Qt::ControlModifier | Qt::AltModifier);
        answer(f, "leads to");
        const notes::Note arrow = f.w().notes().list().at(0);
        QCOMPARE(arrow.kind, notes::Kind::Arrow);
        QCOMPARE(arrow.begin, f.store().start(kernel));
        QCOMPARE(arrow.from.slice, std::string(f.store().name(kernel)));
        const RankTime wanted = target->slice ? f.store().start(*target->slice) : timeAtPx(f, to.x());
        QCOMPARE(arrow.end, wanted);
        QCOMPARE(arrow.to.row, stream);
    }

    void aCallOutIsDraggedToAnotherSlice() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        const SliceId first = f.launchedKernel(3), second = f.launchedKernel(4);
        f.w().navigator().select(first);
        write(f, "why so late");
        f.bringIntoView(second);
        const TimeRange both{f.store().start(first), f.store().end(second)};
        f.w().view().show({both.begin - both.length(), both.end + both.length()}, timeline::Motion::Instant);
        const auto target = f.canvas().rectOf(second);
        QVERIFY(target && target->width() >= 3);
        drag(f.canvas(), discOf(f, 0), target->center().toPoint());
        const notes::Note note = f.w().notes().list().at(0);
        QCOMPARE(note.kind, notes::Kind::Callout);
        QCOMPARE(note.begin, f.store().start(second));
        QCOMPARE(note.from.slice, std::string(f.store().name(second)));
        f.act("note.undo");
        QCOMPARE(f.w().notes().list().at(0).begin, f.store().start(first));
    }

    void aFlagIsDraggedToAnotherTime() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        const RankTime at = timeAtPx(f, 600);
        f.w().notes().add({at, at, "flag"});
        const QPoint disc = discOf(f, 0);
        drag(f.canvas(), disc, disc + QPoint(200, 0));
        QCOMPARE(f.w().notes().list().at(0).begin, at + (timeAtPx(f, disc.x() + 200) - timeAtPx(f, disc.x())));
        drag(f.canvas(), discOf(f, 0), discOf(f, 0)); // a click chooses and moves nothing
        QCOMPARE(f.w().notes().list().at(0).begin, at + (timeAtPx(f, disc.x() + 200) - timeAtPx(f, disc.x())));
        QCOMPARE(f.w().notes().chosen(), std::optional<std::size_t>(0));
    }

    void aFindingBecomesANote() {
        synth::SynthOptions options;
        options.steps = 4;
        options.kind = "input-starvation";
        const testing::SynthCase starved(options, "starved.json");
        const QTemporaryDir folder;
        const QString path = folder.filePath("starved.json");
        QVERIFY(QFile::copy(QString::fromStdString(starved.files.at(0).trace.string()), path));
        WindowFixture f;
        QVERIFY(f.open(path));
        QVERIFY(QTest::qWaitFor([&] { return f.w().notesKeeper().findings() != nullptr && f.w().isQuiet(); }, 20'000));
        const FindingsResult& found = *f.w().notesKeeper().findings();
        QVERIFY(!found.findings.empty());
        f.act("go.next-finding");
        const Finding& finding = found.findings[f.w().findingSteps().current().value()];
        f.act("note.finding");
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        const notes::Note note = f.w().notes().list()[0];
        QCOMPARE(note.kind, notes::Kind::Range);
        QCOMPARE(note.finding, std::string(finding.signature->id));
        QVERIFY(note.text.starts_with(std::string(finding.signature->title) + "\n"));
        std::int64_t longest = 0;
        for (const Interval& range : finding.ranges) longest = std::max(longest, range.end - range.begin);
        QCOMPARE((note.end - note.begin).count(), longest);
    }

    void aTraceThatChangedSinceItsNotesWereMadeIsSaid() {
        const OwnTrace trace;
        {
            WindowFixture f;
            QVERIFY(f.open(trace.path));
            const RankTime at = f.store().extent().begin;
            f.w().notes().add({at, at, "still here"});
            f.w().notesKeeper().waitUntilSaved();
        }
        QFile file(trace.path);
        QVERIFY(file.open(QIODevice::Append) && file.write("\n \n") == 3);
        file.close();
        WindowFixture g;
        QVERIFY(g.open(trace.path));
        QVERIFY2(g.w().banner().sentence().contains("changed since"), qPrintable(g.w().banner().sentence()));
        QCOMPARE(g.w().notes().list().at(0).text, std::string("still here"));
    }

    void aFileOfANewerVersionIsSaidAndLeftAlone() {
        const OwnTrace trace;
        const QByteArray newer("{\"format\":\"lanescope-notes\",\"version\":9,\"notes\":[]}");
        QFile file(trace.notes);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(newer) == newer.size());
        file.close();
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        QVERIFY(f.w().banner().isVisible());
        f.w().navigator().select(f.launchedKernel(3));
        write(f, "mine");
        f.w().notesKeeper().waitUntilSaved();
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), newer);
    }
};

QTEST_MAIN(TestNotesWindow)
#include "tst_notes_window.moc"
