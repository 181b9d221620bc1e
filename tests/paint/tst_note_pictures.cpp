// Notes in pictures: where they stand, that nothing overlaps, and that files hold text.
#include "core/analysis/device_work.h"
#include "tests/support/json_store.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/picture_notes.h"
#include "widgets/scene/note_marks.h"

#include <QFile>
#include <QGuiApplication>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using pictures::TimelinePictureOptions;

namespace {

notes::Note calloutOn(const TraceStore& store, const RowTree& tree, std::string_view name, std::string text) {
    for (std::uint32_t i = 0; i < store.slices().start.size(); ++i)
        if (store.name(SliceId{i}) == name)
            return {store.start(SliceId{i}), store.end(SliceId{i}),  std::move(text),
                    notes::Kind::Callout,    notes::Meaning::Remark, notes::anchorOf(store, tree, SliceId{i})};
    qFatal("no such slice");
}

notes::Note flagAt(RankTime time, std::string text) { return {time, time, std::move(text)}; }

// The case d06: three kernels on two streams over 1000 us.
struct D06 {
    std::shared_ptr<const TraceStore> store =
        testing::storeFromFile(QStringLiteral(LANESCOPE_SHARED_DIR "/cases/d06-notes-and-picture/input.json"));
    RowTree tree = store ? buildRowTree(*store) : RowTree();
    RankTime zero = store ? store->extent().begin : RankTime{};
    TimelinePictureOptions options(std::int64_t fromUs, std::int64_t toUs) const {
        TimelinePictureOptions out;
        out.width = 1200;
        out.headerWidth = 200; // plot of 1000 px
        out.range = TimeRange{zero + Ns{fromUs * 1000}, zero + Ns{toUs * 1000}};
        out.notes = {calloutOn(*store, tree, "all_reduce_wait", "exposed all-reduce: 500 us"),
                     flagAt(zero + Ns{900'000}, "optimizer")};
        out.method = TimelinePictureOptions::Method::Told;
        return out;
    }
    pictures::Picture draw(const TimelinePictureOptions& options, paint::Fonts& fonts) const {
        auto picture = pictures::timelinePicture(*store, tree, {}, options, fonts);
        if (!picture.ok()) qFatal("%s", picture.error().text().c_str());
        return std::move(*picture);
    }
};

std::vector<std::string> textsOf(const pictures::Picture& picture) {
    std::vector<std::string> out;
    for (const auto& part : picture.parts)
        for (const auto& layer : part.scene.layers)
            for (const auto& label : layer.labels) out.push_back(label.text);
    return out;
}

bool says(const pictures::Picture& picture, std::string_view words) {
    for (const std::string& text : textsOf(picture))
        if (text.find(words) != std::string::npos) return true;
    return false;
}

// x of the dots at the ends of leaders, left to right.
std::vector<float> dotsOf(const pictures::Picture& picture) {
    std::vector<float> out;
    for (const auto& part : picture.parts)
        for (const auto& layer : part.scene.layers)
            for (const auto& mark : layer.marks)
                if (mark.shape == scene::MarkShape::Disc && mark.ink == scene::Ink::Accent)
                    out.push_back(mark.centre.x);
    std::sort(out.begin(), out.end());
    return out;
}

// The slice of k2, of no known kind: left and right edge.
std::pair<float, float> secondOf(const pictures::Picture& picture) {
    for (const auto& part : picture.parts)
        for (const auto& layer : part.scene.layers)
            for (const auto& box : layer.boxes)
                if (box.shape == scene::Shape::Slice && box.fill == scene::Ink::Kind &&
                    box.variant == static_cast<std::uint8_t>(WorkKind::Other))
                    return {box.rect.x, box.rect.right()};
    return {0, 0};
}

QByteArray fileOf(const pictures::Picture& picture, const QString& path, paint::Fonts& fonts) {
    const auto theme = paint::Theme::of(paint::ThemeId::Print);
    if (!pictures::save(picture, theme, 2, fonts, path.toStdString()).ok()) qFatal("not written");
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestNotePictures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        paint::loadFonts();
        if (!D06().store) QSKIP("the shared cases are not there");
    }

    // x = 200 + (t - t0) / (t1 - t0) x 1000: k2 from 450 to 950, the flag at 1100.
    void notesStandWhereTheirEventsAre() {
        const D06 d;
        paint::Fonts fonts;
        const auto picture = d.draw(d.options(0, 1000), fonts);
        const auto [left, right] = secondOf(picture);
        QVERIFY(std::abs(left - 450.0F) <= 1 && std::abs(right - 950.0F) <= 1);
        const auto dots = dotsOf(picture);
        QCOMPARE(dots.size(), std::size_t{2});
        QVERIFY(dots[0] >= 450 && dots[0] <= 950);
        QVERIFY(std::abs(dots[1] - 1100.0F) <= 1);
        QVERIFY(says(picture, "exposed all-reduce: 500 us"));
        QVERIFY(says(picture, "optimizer"));
        QVERIFY(says(picture, "input.json"));
        QVERIFY(says(picture, "no alignment"));
        QVERIFY(says(picture, "Gap thresholds"));
    }

    void aNoteOutOfViewIsListedAndNotDrawn() {
        const D06 d;
        paint::Fonts fonts;
        const auto picture = d.draw(d.options(200, 400), fonts);
        QVERIFY(std::abs(secondOf(picture).first - 450.0F) <= 1); // 200 + 50/200 x 1000
        const auto dots = dotsOf(picture);
        QCOMPARE(dots.size(), std::size_t{1});
        QVERIFY(dots[0] >= 450 && dots[0] <= 1200);
        QVERIFY(says(picture, "Not drawn: note 2, optimizer."));
    }

    void atScaleTwoThePictureHasTwiceThePixels() {
        const D06 d;
        paint::Fonts fonts;
        const auto picture = d.draw(d.options(0, 1000), fonts);
        const QImage image = pictures::toImage(picture, paint::Theme::of(paint::ThemeId::Print), 2, fonts);
        QCOMPARE(image.width(), 2400);
        QCOMPARE(image.height(), static_cast<int>(std::lround(picture.height * 2)));
    }

    void filesHoldTextAndAreTheSameBytesEachTime() {
        const D06 d;
        paint::Fonts fonts;
        QTemporaryDir dir;
        const auto picture = d.draw(d.options(0, 1000), fonts);
        const QByteArray svg = fileOf(picture, dir.filePath("a.svg"), fonts);
        QVERIFY(svg.contains("exposed all-reduce: 500 us"));
        QCOMPARE(fileOf(d.draw(d.options(0, 1000), fonts), dir.filePath("b.svg"), fonts), svg);
        const QByteArray pdf = fileOf(picture, dir.filePath("a.pdf"), fonts);
        QVERIFY(pdf.size() > 1000);
        QCOMPARE(fileOf(picture, dir.filePath("b.pdf"), fonts), pdf);
    }

    // Cards of one picture never cover each other, nor does a leader run through the card of another note.
    void noCardCoversAnotherOrALeader() {
        const D06 d;
        paint::Fonts fonts;
        for (int count = 1; count <= 24; ++count) {
            auto options = d.options(0, 1000);
            options.notes.clear();
            for (int i = 0; i < count; ++i)
                options.notes.push_back(flagAt(d.zero + Ns{(i * 37 % 100) * 10'000},
                                               "note with some words " + std::string(i % 7 * 5, 'x')));
            const auto picture = d.draw(options, fonts);
            std::vector<scene::RectF> cards;
            std::vector<std::pair<scene::RectF, std::size_t>> leaders; // of the same part
            for (const auto& part : picture.parts)
                for (const auto& layer : part.scene.layers) {
                    if (part.scene.background != scene::Ink::None) continue;
                    for (const auto& box : layer.boxes)
                        if (box.fill == scene::Ink::AccentBack) cards.push_back(box.rect);
                    if (!cards.empty() && leaders.empty())
                        for (const auto& line : layer.lines)
                            if (line.ink == scene::Ink::Accent && line.x1 == line.x2)
                                leaders.push_back({{line.x1, line.y1, 0, line.y2 - line.y1}, cards.size()});
                }
            QVERIFY(!cards.empty());
            for (std::size_t a = 0; a < cards.size(); ++a)
                for (std::size_t b = a + 1; b < cards.size(); ++b)
                    QVERIFY(cards[a].right() <= cards[b].x || cards[b].right() <= cards[a].x ||
                            cards[a].bottom() <= cards[b].y || cards[b].bottom() <= cards[a].y);
            for (const auto& [line, ignored] : leaders)
                for (const scene::RectF& card : cards)
                    QVERIFY(line.x <= card.x || line.x >= card.right() || line.y >= card.bottom() ||
                            line.bottom() <= card.y);
        }
    }

    void aScaleBarIsARoundLengthOfAtMostAQuarter() {
        paint::Fonts fonts;
        const auto bar = pictures::scaleBarScene(1000, 1000, 1200, 14, fonts); // 1 px = 1 us: a quarter is 250 us
        const auto& layer = bar.layers.at(0);
        QCOMPARE(layer.lines.at(0).x2 - layer.lines.at(0).x1, 200.0F);
        QVERIFY(layer.labels.at(0).text.starts_with("200"));
    }
};

QTEST_MAIN(TestNotePictures)
#include "tst_note_pictures.moc"
