// Many notes and findings in one picture: an independent check of rectangles over the finished scenes.
#include "core/analysis/device_work.h"
#include "core/analysis/findings/find_findings.h"
#include "core/session/load_trace.h"
#include "tests/support/synth_case.h"
#include "widgets/pictures/session_picture.h"

#include <QTest>

#include <random>

using namespace lanescope;
using pictures::TimelinePictureOptions;

namespace {

struct Text {
    QRectF rect;
    QString words;
};
struct Cards {
    std::vector<QRectF> cards, leaders;
};

// Where the ink of a label can be: its width by the same fonts, its height by the size of the letters.
Text textOf(const pictures::Part& part, const scene::Layer& layer, const scene::Label& label, paint::Fonts& fonts) {
    const double w = fonts.width(label.text, label.style), size = static_cast<double>(label.style.size);
    const double left = static_cast<double>(label.x) - (label.align == scene::Align::Left    ? 0
                                                        : label.align == scene::Align::Right ? w
                                                                                             : w / 2);
    QRectF rect(left, static_cast<double>(label.baseline) - size * 0.75, w, size * 0.75);
    if (layer.clip) rect &= QRectF(layer.clip->x, layer.clip->y, layer.clip->w, layer.clip->h);
    return {rect.translated(part.x, part.y), QString::fromStdString(label.text)};
}

std::vector<Text> textsOf(const pictures::Picture& picture, paint::Fonts& fonts) {
    std::vector<Text> out;
    for (const auto& part : picture.parts)
        for (const auto& layer : part.scene.layers)
            for (const auto& label : layer.labels)
                if (const Text text = textOf(part, layer, label, fonts); !text.rect.isEmpty()) out.push_back(text);
    return out;
}

Cards cardsOf(const pictures::Picture& picture) {
    Cards out;
    for (const auto& part : picture.parts)
        for (const auto& layer : part.scene.layers) {
            std::vector<QRectF> own;
            for (const auto& box : layer.boxes)
                if (box.fill == scene::Ink::AccentBack && box.shape == scene::Shape::Round)
                    own.push_back(QRectF(box.rect.x, box.rect.y, box.rect.w, box.rect.h).translated(part.x, part.y));
            if (own.empty()) continue;
            for (const auto& line : layer.lines)
                if (line.x1 == line.x2)
                    out.leaders.push_back(QRectF(line.x1, line.y1, 0.1, line.y2 - line.y1).translated(part.x, part.y));
            out.cards.insert(out.cards.end(), own.begin(), own.end());
        }
    return out;
}

struct ManyNotes {
    ManyNotes() {
        synth::SynthOptions options;
        options.kind = "input-starvation";
        options.steps = 6;
        trace = std::make_unique<testing::SynthCase>(options, "starved.json");
        RunContext context;
        LoadOptions load;
        load.useIndex = false;
        auto loaded = loadTrace(trace->files.at(0).trace, load, context);
        if (!loaded.ok()) qFatal("not loaded");
        store = loaded->store;
        tree = buildRowTree(*store);
        devices = collectDeviceWork(*store);
        bands = pictures::bandsWithOwners(*store, devices);
        auto found = findFindings(*store, {}, context);
        if (!found.ok()) qFatal("no findings");
        findings = std::move(*found);
    }

    // Of every kind, some on slices, many close together.
    std::vector<notes::Note> notes(int count, unsigned seed) const {
        std::mt19937 random(seed);
        const std::int64_t begin = lanescope::count(store->extent().begin), length = store->extent().length().count();
        std::vector<notes::Note> out;
        for (int i = 0; i < count; ++i) {
            const auto at = [&] {
                return rankTime(begin + static_cast<std::int64_t>(random() % 1000) * length / 1000);
            };
            const SliceId slice{static_cast<std::uint32_t>(random() % store->slices().size())};
            notes::Note note;
            note.text = "note " + std::to_string(i) + " says " + std::string(random() % 40, 'x') +
                        (i % 3 == 0 ? "\nand a second line of words that is longer than the first" : "");
            note.kind = static_cast<notes::Kind>(i % static_cast<int>(notes::Kind::Count_));
            note.meaning = static_cast<notes::Meaning>(i % static_cast<int>(notes::Meaning::Count_));
            note.begin = note.end = at();
            if (note.kind == notes::Kind::Callout) {
                note.from = notes::anchorOf(*store, tree, slice);
                note.begin = store->start(slice);
                note.end = store->end(slice);
            } else if (note.kind != notes::Kind::Flag) {
                note.end = std::min(store->extent().end, note.begin + Ns{length / 20});
                note.from.row = note.to.row = tree.row(static_cast<std::uint32_t>(random() % tree.rows().size())).key;
            }
            out.push_back(note);
        }
        return out;
    }

    pictures::Picture draw(int count, unsigned seed, double width, std::optional<double> height = {}) {
        TimelinePictureOptions options;
        options.height = height;
        options.width = width;
        options.margin = 32;
        options.headerWidth = width <= 800 ? 150 : 220;
        options.notes = notes(count, seed);
        options.findings = &findings;
        options.numbersOf = &devices;
        options.method = TimelinePictureOptions::Method::Told;
        auto picture = pictures::timelinePicture(*store, tree, bands, options, fonts);
        if (!picture.ok()) qFatal("not drawn");
        return std::move(*picture);
    }

    std::unique_ptr<testing::SynthCase> trace;
    std::shared_ptr<const TraceStore> store;
    RowTree tree;
    std::vector<DeviceWork> devices;
    scene::BandData bands;
    FindingsResult findings;
    paint::Fonts fonts;
};

} // namespace

class TestManyNotes : public QObject {
    Q_OBJECT
    std::unique_ptr<ManyNotes> m_stage;

private slots:
    void initTestCase() {
        paint::loadFonts();
        m_stage = std::make_unique<ManyNotes>();
        QVERIFY(!m_stage->findings.findings.empty());
    }
    void cleanupTestCase() { m_stage.reset(); }

    void nothingOverlaps_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("width");
        for (const int count : {0, 1, 6, 20, 60, 120})
            for (const double width : {800.0, 1200.0, 1600.0})
                QTest::addRow("%d notes, %g px", count, width) << count << width;
    }
    void nothingOverlaps() {
        QFETCH(int, count);
        QFETCH(double, width);
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const pictures::Picture picture = m_stage->draw(count, seed, width);
            const QRectF whole(0, 0, picture.width, picture.height);
            const auto texts = textsOf(picture, m_stage->fonts);
            const Cards notes = cardsOf(picture);
            QVERIFY(texts.size() > 20 && (count == 0) == notes.cards.empty());
            for (std::size_t a = 0; a < texts.size(); ++a) {
                QVERIFY2(whole.contains(texts[a].rect), qPrintable(texts[a].words + " leaves the picture"));
                for (std::size_t b = a + 1; b < texts.size(); ++b) {
                    const QRectF both = texts[a].rect & texts[b].rect;
                    QVERIFY2(both.width() < 0.5 || both.height() < 0.5,
                             qPrintable(texts[a].words + " | " + texts[b].words));
                }
            }
            for (std::size_t a = 0; a < notes.cards.size(); ++a) {
                QVERIFY(whole.contains(notes.cards[a]));
                for (std::size_t b = a + 1; b < notes.cards.size(); ++b)
                    QVERIFY(!notes.cards[a].intersects(notes.cards[b]));
                for (const QRectF& leader : notes.leaders) QVERIFY(!notes.cards[a].intersects(leader));
                for (const Text& text : texts)
                    QVERIFY2(notes.cards[a].contains(text.rect) || !notes.cards[a].intersects(text.rect),
                             qPrintable(text.words));
            }
        }
    }

    // Nothing is cut off below, and where rows are left out the last words stand at the bottom.
    void aHeightThatIsGivenIsFilled() {
        for (const double height : {440.0, 520.0, 600.0, 700.0, 800.0}) {
            const pictures::Picture picture = m_stage->draw(2, 1, 1200, height);
            QCOMPARE(picture.height, height);
            double lowest = 0;
            bool isCut = false;
            for (const Text& text : textsOf(picture, m_stage->fonts)) {
                lowest = std::max(lowest, text.rect.bottom());
                isCut |= text.words.contains("not shown");
            }
            QVERIFY2(lowest <= height, qPrintable(QString::number(height)));
            if (isCut) QVERIFY2(lowest >= height - 20, qPrintable(QString::number(height)));
        }
    }

    // Every note is there: as a card, or named below.
    void noNoteIsLost() {
        for (const int count : {6, 60, 120}) {
            const pictures::Picture picture = m_stage->draw(count, 1, 1200);
            QString all;
            for (const Text& text : textsOf(picture, m_stage->fonts)) all += text.words + " ";
            for (int i = 0; i < count; ++i)
                QVERIFY2(all.contains(QStringLiteral("note %1 says").arg(i)), qPrintable(QString::number(i)));
        }
    }
};

QTEST_MAIN(TestManyNotes)
#include "tst_many_notes.moc"
