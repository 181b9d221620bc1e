// Notes in pictures of several ranks: each at its rank and time, from files beside the traces or from a session.
#include "core/notes/notes_file.h"
#include "tests/support/synth_case.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/rankpictures/ranks_picture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <cmath>

using namespace lanescope;
using lanescope::testing::SynthCase;
using rankpictures::NotesFrom;
using rankpictures::RanksView;
using rankpictures::RanksWish;
using ranksview::RanksDocument;

namespace {

constexpr std::size_t kRanks = 3;
constexpr double kWidth = 1000;

struct Shown {
    SynthCase made; // its own: notes are written beside the traces
    RanksDocument document;
    RanksView view;
    RanksWish wish;
    paint::Fonts fonts;

    static synth::SynthOptions options() {
        synth::SynthOptions out;
        out.kind = "straggler";
        out.ranks = kRanks;
        out.steps = 4;
        out.straggler = 1;
        out.cause = "slow-compute";
        out.clockOffsetSeconds = 3;
        return out;
    }
    Shown() : made(options(), "job") {
        RunContext context;
        const auto job = ranksview::loadRankJob({made.files.front().trace.parent_path().string()}, {}, context);
        if (!job.ok()) qFatal("%s", job.error().text().c_str());
        document.open(*job);
        openAll(document);
        wish.width = kWidth;
        wish.time = RanksWish::Time::Step;
        view.scale = TimeScale::fit(document.extent().begin, document.extent(), kWidth - view.headerWidth);
    }
    static void openAll(RanksDocument& document) {
        RunContext context;
        for (const std::size_t record : document.shown()) {
            auto trace = ranksview::openRankTrace(document.job(), record, {}, context);
            if (!trace.ok()) qFatal("%s", trace.error().text().c_str());
            document.setTrace(record, *trace);
        }
    }
    const TraceStore& store(std::size_t record) const { return *document.trace(record)->trace.store; }
    // A note at a time of the ruler, counted from where the picture begins, on the rank's own clock as its file has it:
    // what is added to the clock is known from the generator.
    notes::Note noteAt(std::size_t record, std::int64_t afterNs, const char* text) const {
        const std::int64_t offset =
            lanescope::testing::numberAt(made.answers(), "ranks clock_offsets_ns " + std::to_string(record)) -
            lanescope::testing::numberAt(made.answers(), "ranks clock_offsets_ns 0");
        notes::Note out;
        out.begin = out.end = begin() + Ns{afterNs + offset};
        out.text = text;
        return out;
    }
    RankTime begin() const { return document.stepRange(*document.step())->begin; }

    pictures::Picture picture() {
        auto out = rankpictures::ranksPicture(document, view, wish, fonts);
        if (!out.ok()) qFatal("%s", out.error().text().c_str());
        return std::move(*out);
    }
    QByteArray bytes(const pictures::Picture& picture) {
        const QTemporaryDir dir;
        const QString path = dir.filePath("a.svg");
        const Status saved =
            pictures::save(picture, paint::Theme::of(paint::ThemeId::Dark), 1, fonts, path.toStdString());
        QFile file(path);
        return saved.ok() && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    // As the window keeps them.
    void keepBeside(std::size_t record, const notes::Note& note) {
        const LoadedTrace& of = document.trace(record)->trace;
        const notes::NotesPlaces places = notes::placesFor(of.path, of.member, {});
        const notes::TraceClock clock{of.store->info().baseTimeNs, of.store->info().rank};
        const auto before = notes::loadNotes(places, clock);
        notes::NotesDocument all = before->document;
        all.notes.push_back(note);
        if (!notes::saveNotes(places, all, {}, clock, *before).ok()) qFatal("the note cannot be written");
    }
};

struct At {
    double x = 0, y = 0;
};
// All places of a word, in px of the picture.
std::vector<At> placesOf(const pictures::Picture& picture, const std::string& word) {
    std::vector<At> out;
    for (const pictures::Part& part : picture.parts)
        for (const scene::Layer& layer : part.scene.layers)
            for (const scene::Label& label : layer.labels)
                if (label.text == word)
                    out.push_back(
                        {part.x + static_cast<double>(label.x), part.y + static_cast<double>(label.baseline)});
    return out;
}
QString words(const pictures::Picture& picture) {
    QString out;
    for (const pictures::Part& part : picture.parts)
        for (const scene::Layer& layer : part.scene.layers)
            for (const scene::Label& label : layer.labels) out += QString::fromStdString(label.text) + ' ';
    return out;
}

void silent(const Error& error) { qWarning("%s", error.text().c_str()); }

} // namespace

class NotesOfRanks : public QObject {
    Q_OBJECT
private slots:
    void aNoteLiesOnItsRankAtItsTimeOnTheCommonClock() {
        Shown s;
        s.wish.evidence = false; // names the ranks again
        const TimeRange step = *s.document.stepRange(*s.document.step());
        const double px = (kWidth - s.view.headerWidth) / static_cast<double>(step.length().count());
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            const std::int64_t after = step.length().count() / 4 * static_cast<std::int64_t>(rank + 1);
            s.wish.given = {{rank, {s.noteAt(rank, after, "look here")}}};
            const pictures::Picture picture = s.picture();
            QVERIFY(words(picture).contains(QString("rank %1: look here").arg(rank)));
            const std::vector<At> numbers = placesOf(picture, "1"); // on the card, and at the place
            QCOMPARE(numbers.size(), std::size_t{2});
            const At at = numbers.back();
            QVERIFY2(std::abs(at.x - s.view.headerWidth - static_cast<double>(after) * px) < 1.5,
                     fmt::format("{}", at.x).c_str());
            const auto heads = placesOf(picture, fmt::format("rank {}", rank));
            const auto next = placesOf(picture, fmt::format("rank {}", rank + 1));
            QVERIFY(!heads.empty() && at.y > heads.front().y);
            QVERIFY(next.empty() || at.y < next.front().y);
        }
    }

    void aNoteMovesWithTheClockOfItsRank() {
        Shown s;
        s.wish.given = {{2, {s.noteAt(2, 4'000'000, "here")}}};
        const double before = placesOf(s.picture(), "1").back().x;
        const std::int64_t step = *s.document.step();
        const RankTime slices = s.document.stepRange(2, step)->begin;
        s.document.shiftRank(2, 1'000'000, RanksDocument::Shift::New);
        const double px = (kWidth - s.view.headerWidth) /
                          static_cast<double>(s.document.stepRange(*s.document.step())->length().count()) * 1'000'000;
        const std::int64_t moved = (s.document.stepRange(2, step)->begin - slices).count();
        QCOMPARE(std::abs(moved), std::int64_t{1'000'000});
        const double wanted = before + (moved > 0 ? px : -px);
        QVERIFY2(std::abs(placesOf(s.picture(), "1").back().x - wanted) < 1.5,
                 fmt::format("{} {}", before, wanted).c_str());
    }

    void rangesFrameTheRowsOfTheirRankAndBoxesTheirOwn() {
        Shown s;
        const auto frames = [&s] {
            std::vector<scene::RectF> out;
            for (const pictures::Part& part : s.picture().parts)
                for (const scene::Layer& layer : part.scene.layers)
                    for (const scene::Box& box : layer.boxes)
                        if (box.shape == scene::Shape::Frame && box.edge == scene::Ink::Bad) out.push_back(box.rect);
            return out;
        };
        const double px = (kWidth - s.view.headerWidth) /
                          static_cast<double>(s.document.stepRange(*s.document.step())->length().count());
        std::string key;
        for (const Row& row : s.document.trace(1)->tree.rows())
            if (row.use == StreamUse::Communication) key = row.key;
        QVERIFY(!key.empty());
        notes::Note note = s.noteAt(1, 2'000'000, "waits");
        note.end = note.begin + Ns{5'000'000};
        note.meaning = notes::Meaning::Problem;
        note.kind = notes::Kind::Range;
        s.wish.given = {{1, {note}}};
        const auto range = frames();
        note.kind = notes::Kind::Box;
        note.from.row = note.to.row = key;
        s.wish.given = {{1, {note}}};
        const auto box = frames();
        QCOMPARE(range.size(), std::size_t{1});
        QCOMPARE(box.size(), std::size_t{1});
        for (const scene::RectF& rect : {range[0], box[0]}) {
            QVERIFY(std::abs(static_cast<double>(rect.x) - s.view.headerWidth - 2'000'000 * px) < 1.5);
            QVERIFY(std::abs(static_cast<double>(rect.w) - 5'000'000 * px) < 1.5);
        }
        QCOMPARE(box[0].h, 46.0F);             // the communication row
        QCOMPARE(range[0].h, 24.0F + 31 + 46); // parts, compute, communication
        QCOMPARE(box[0].bottom(), range[0].bottom());
    }

    void notesThatAreNotDrawnAreNamedAtTheFoot() {
        Shown s;
        notes::Note early = s.noteAt(0, 0, "before all of it");
        early.begin = early.end = s.store(0).extent().begin - Ns{1'000'000'000};
        s.wish.given = {{0, {early, s.noteAt(0, 1'000'000, "in the step")}}};
        const QString all = words(s.picture());
        QVERIFY(all.contains("Not drawn: note 1, rank 0: before all of it."));
        QVERIFY(all.contains("rank 0: in the step") && !all.contains("Not drawn: note 2"));
        s.wish.notes = false;
        QVERIFY(!words(s.picture()).contains("in the step"));
    }

    void manyNotesFindAPlaceEach() {
        Shown s;
        const std::int64_t length = s.document.stepRange(*s.document.step())->length().count();
        std::vector<notes::Note> list;
        for (int i = 0; i < 12; ++i) list.push_back(s.noteAt(1, length / 2 + i * 1000, "close to the others"));
        s.wish.given = {{1, list}};
        const pictures::Picture picture = s.picture();
        QVERIFY(!words(picture).contains("Not drawn"));
        for (int i = 1; i <= 12; ++i) QVERIFY(placesOf(picture, std::to_string(i)).size() >= 2);
    }

    void whatTheWindowDrawsIsWhatTheProgramDrawsAndASessionKeepsIt() {
        Shown s;
        s.keepBeside(0, s.noteAt(0, 2'000'000, "on the reference"));
        s.keepBeside(2, s.noteAt(2, 3'000'000, "on the last\nwith more to say"));
        s.wish.title = "both";
        s.wish.time = RanksWish::Time::View;
        s.wish.headerWidth = s.view.headerWidth;
        s.view.scale = TimeScale::fit(s.document.extent().begin, *s.document.stepRange(*s.document.step()),
                                      kWidth - s.view.headerWidth);
        s.wish.given = rankpictures::notesOf(s.document, {}, NotesFrom::BesideTraces, silent);
        const pictures::Picture program = s.picture();
        QVERIFY(words(program).contains("rank 0: on the reference"));
        QVERIFY(words(program).contains("with more to say"));
        const session::Session plain = rankpictures::sessionOf(s.document, s.view);
        RanksWish wish = s.wish;
        wish.given.clear();
        const auto window = rankpictures::ranksPicture(rankpictures::pictureSource(s.document, plain), wish, s.fonts);
        QVERIFY(window.ok());
        QCOMPARE(s.bytes(*window), s.bytes(program));

        session::Session kept = plain;
        rankpictures::takeNotesBeside(kept, silent);
        const auto read = session::parseSession(session::sessionText(kept), "test");
        QVERIFY(read.ok());
        for (const auto& file : s.made.files)
            QFile::remove(QString::fromStdString(file.trace.string()) + ".lanescope-notes.json");
        QVERIFY(rankpictures::notesOf(s.document, plain, NotesFrom::BesideTraces, silent).empty());
        s.wish.given = rankpictures::notesOf(s.document, *read, NotesFrom::Session, silent);
        QCOMPARE(s.bytes(s.picture()), s.bytes(program));
        s.wish.given = rankpictures::notesOf(s.document, *read, NotesFrom::BesideTraces, silent); // none beside
        QCOMPARE(s.bytes(s.picture()), s.bytes(program));
    }

    void aDamagedFileOfNotesIsToldAndTheOthersAreDrawn() {
        Shown s;
        s.keepBeside(1, s.noteAt(1, 2'000'000, "still there"));
        QFile broken(QString::fromStdString(s.document.job().timelineOf(0)->path.string()) + ".lanescope-notes.json");
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"format\": ") > 0);
        broken.close();
        std::size_t told = 0;
        const auto found =
            rankpictures::notesOf(s.document, {}, NotesFrom::BesideTraces, [&](const Error&) { ++told; });
        QCOMPARE(told, std::size_t{1});
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].record, std::size_t{1});
        QCOMPARE(found[0].list.at(0).text, std::string("still there"));
    }
};

QTEST_MAIN(NotesOfRanks)
#include "tst_notes_of_ranks.moc"
