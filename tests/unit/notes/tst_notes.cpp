// Notes as values: order, undo, their text form, and how they find again what they are about.
#include "core/notes/note_book.h"
#include "core/notes/notes_text.h"
#include "tests/support/json_store.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::notes;

namespace {

constexpr std::int64_t kBase = 1735689600000000000;

Note flag(std::int64_t ns, std::string text) { return {rankTime(ns), rankTime(ns), std::move(text)}; }

std::vector<std::string> texts(const NoteBook& book) {
    std::vector<std::string> out;
    for (const Note& note : book.list()) out.push_back(note.text);
    return out;
}
using Texts = std::vector<std::string>;

std::shared_ptr<const TraceStore> twoGemms() {
    return lanescope::testing::storeFromEvents(
        R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":5,
            "args":{"device":0,"stream":7,"correlation":4}},
           {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":5,
            "args":{"device":0,"stream":7,"correlation":5}})");
}

} // namespace

class TestNotes : public QObject {
    Q_OBJECT
private slots:
    void notesStandInOrderOfTime() {
        NoteBook book;
        QCOMPARE(book.add(flag(20, "late")), std::optional<std::size_t>(0));
        QCOMPARE(book.add(flag(10, "early")), std::optional<std::size_t>(0));
        QCOMPARE(book.add({rankTime(30), rankTime(15), "backwards arrow", Kind::Arrow}), std::optional<std::size_t>(1));
        QCOMPARE(texts(book), (Texts{"early", "backwards arrow", "late"}));
    }

    void everyChangeIsTakenBackAndMadeAgain() {
        NoteBook book;
        book.add(flag(1, "a"));
        book.add(flag(2, "b"));
        Note changed = book.list()[0];
        changed.text = "A";
        QVERIFY(book.replace(0, changed));
        QVERIFY(!book.replace(0, changed)); // nothing changed: nothing to undo
        QVERIFY(book.remove(1));
        QCOMPARE(texts(book), (Texts{"A"}));
        QVERIFY(book.undo());
        QCOMPARE(texts(book), (Texts{"A", "b"}));
        QVERIFY(book.undo());
        QCOMPARE(texts(book), (Texts{"a", "b"}));
        QVERIFY(book.redo());
        QCOMPARE(texts(book), (Texts{"A", "b"}));
        book.add(flag(3, "c")); // what was undone is gone now
        QVERIFY(!book.canRedo());
        QVERIFY(book.undo() && book.undo() && book.undo() && book.undo());
        QVERIFY(!book.undo());
        QVERIFY(book.list().empty());
    }

    void noMoreThanAThousandNotesAreTaken() {
        NoteBook book;
        for (std::size_t i = 0; i < kMostNotes; ++i) QVERIFY(book.add(flag(1, "x")));
        QVERIFY(!book.add(flag(1, "one too many")));
        QCOMPARE(book.list().size(), kMostNotes);
    }

    void aTextIsCutAtAWholeLetterAndHasNoControlCharacters() {
        QCOMPARE(cleanText("  a\tb\x01\n\nc \n"), std::string("a b\n\nc"));
        std::string e(kMostBytes - 1, 'x');
        e += "\xC3\xA9"; // one byte too long
        QCOMPARE(cleanText(e), std::string(kMostBytes - 1, 'x'));
    }

    void timesAreAbsoluteInTheFileWhereTheTraceKnowsItsBaseTime() {
        NotesDocument document;
        document.notes.push_back(flag(6000000000250000, "here"));
        const std::string text = notesText(document, {"input.json", 773, 5, 0xab}, {kBase, 3});
        QVERIFY(text.find("\"begin_ns\": 1741689600000250000") != std::string::npos);
        QVERIFY(text.find("\"clock\": \"absolute\"") != std::string::npos);
        QVERIFY(text.find("\"rank\": 3") != std::string::npos);
        const auto again = parseNotes(text, "x", {kBase, 3});
        QVERIFY(again.ok());
        QCOMPARE(again->notes, document.notes);
        QCOMPARE(again->trace, std::optional(TraceIdentity{"input.json", 773, 5, 0xab}));
        const auto shifted = parseNotes(text, "x", {kBase + 1000, 3}); // the same moment on another clock
        QVERIFY(shifted.ok());
        QCOMPARE(count(shifted->notes.at(0).begin), std::int64_t{6000000000249000});
    }

    void everyKindComesBackAsItWas() {
        NotesDocument document;
        for (std::size_t k = 0; k < static_cast<std::size_t>(Kind::Count_); ++k) {
            Note note{rankTime(10 + static_cast<std::int64_t>(k)), rankTime(40), "line one\nline \"two\" \xC2\xB5s"};
            note.kind = static_cast<Kind>(k);
            note.meaning = static_cast<Meaning>(k % static_cast<std::size_t>(Meaning::Count_));
            note.from = {"gpu 0/stream 7", "gemm<a, b>", 4};
            note.to = {"host/main", "", std::nullopt};
            note.finding = k == 2 ? "exposed-comm" : "";
            document.notes.push_back(note);
        }
        const auto again = parseNotes(notesText(document, {}, {}), "x", {});
        QVERIFY(again.ok());
        QCOMPARE(again->notes, document.notes);
    }

    void whatThisVersionDoesNotKnowIsKept() {
        const char* text = R"({"format":"lanescope-notes","version":1,"reviewer":"me","notes":[
            {"kind":"flag","begin_ns":5,"text":"a","stars":[1,2]},
            {"kind":"hologram","begin_ns":6,"text":"b"},
            {"kind":"flag","begin_ns":7,"rank":9,"text":"of another rank"}]})";
        const auto document = parseNotes(text, "x", {std::nullopt, 2});
        QVERIFY(document.ok());
        QCOMPARE(document->notes.size(), std::size_t{1});
        QCOMPARE(document->others.size(), std::size_t{2});
        const auto json = parseJson(notesText(*document, {}, {std::nullopt, 2}), "x");
        QVERIFY(json.ok());
        QCOMPARE(*json->find("reviewer")->asText(), std::string("me"));
        const auto& list = json->find("notes")->elements();
        QCOMPARE(list.size(), std::size_t{3});
        QCOMPARE(list[0].find("stars")->elements().size(), std::size_t{2});
        QCOMPARE(*list[1].find("kind")->asText(), std::string("hologram"));
        QCOMPARE(list[2].find("rank")->asInteger(), std::optional<std::int64_t>(9));
    }

    void aNewerVersionIsRefusedAndDamageIsSaid() {
        const auto newer = parseNotes(R"({"format":"lanescope-notes","version":2,"notes":[]})", "x", {});
        QVERIFY(!newer.ok());
        QCOMPARE(newer.error().code, ErrorCode::UnsupportedFormat);
        const auto damaged = parseNotes("{\"format\":\"lanescope-notes\",\"ver", "x", {});
        QVERIFY(!damaged.ok());
        QCOMPARE(damaged.error().code, ErrorCode::NotATrace);
        QVERIFY(!parseNotes("{}", "x", {}).ok());
    }

    void timesBeyondAllReasonAreNeitherShownNorLost() {
        const char* text = R"({"format":"lanescope-notes","version":1,"clock":"absolute","notes":[
            {"kind":"flag","begin_ns":-9223372036854775807,"text":"a"}]})";
        const TraceClock clock{kBase, {}};
        const auto document = parseNotes(text, "x", clock);
        QVERIFY(document.ok());
        QVERIFY(document->notes.empty());
        QCOMPARE(document->others.size(), std::size_t{1});
        NotesDocument far;
        far.notes.push_back(flag(INT64_MAX - 5, "far"));
        const auto again = parseNotes(notesText(far, {}, clock), "x", clock);
        QVERIFY(again.ok());
        QCOMPARE(again->notes, far.notes);
    }

    void aChangedTraceIsToldFromATouchedOne() {
        const TraceIdentity a{"t", 100, 5, 7};
        QCOMPARE(compare(a, a), Match::Same);
        QCOMPARE(compare(a, {"t", 100, 6, 7}), Match::Touched);
        QCOMPARE(compare(a, {"t", 101, 5, 7}), Match::Changed);
        QCOMPARE(compare(a, {"t", 100, 5, 8}), Match::Changed);
    }

    void aNoteFindsItsSliceAgainByTimeAndByCorrelation() {
        const auto store = twoGemms();
        QVERIFY(store);
        const RowTree tree = buildRowTree(*store);
        QCOMPARE(store->slices().start.size(), std::size_t{2});
        const SliceId second{1};
        const Anchor anchor = anchorOf(*store, tree, second);
        QCOMPARE(anchor.slice, std::string("gemm"));
        QCOMPARE(anchor.correlation, std::optional<std::int64_t>(5));
        QCOMPARE(anchor.row, std::string("gpu 0/stream 7"));
        QCOMPARE(sliceOf(*store, tree, anchor, rankTime(20000)), std::optional(second));
        QCOMPARE(sliceOf(*store, tree, anchor, rankTime(99)), std::optional(second)); // moved: by its correlation
        const Anchor none{"gpu 0/stream 7", "gemm", std::nullopt};
        QCOMPARE(sliceOf(*store, tree, none, rankTime(10000)), std::optional(SliceId{0}));
        QVERIFY(!sliceOf(*store, tree, none, rankTime(99)));
        QVERIFY(!sliceOf(*store, tree, {"host/main", "gemm", 5}, rankTime(20000)));
        QVERIFY(!sliceOf(*store, tree, {"", "other", 5}, rankTime(20000)));
    }
};

QTEST_APPLESS_MAIN(TestNotes)
#include "tst_notes.moc"
