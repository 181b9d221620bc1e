// Reports as PDF: what stays together on a page, and what is in the file.
#include "core/report/document_file.h"
#include "tests/support/cli_runner.h"
#include "tests/support/synth_case.h"
#include "widgets/paint/fonts.h"
#include "widgets/pictures/page_text.h"
#include "widgets/pictures/pages_flow.h"
#include "widgets/pictures/report_pages.h"
#include "widgets/pictures/report_tables.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using pictures::Piece;

namespace {

Piece piece(double height, Piece::Keep keep = Piece::Keep::Free) {
    Piece out;
    out.height = height;
    out.keep = keep;
    return out;
}

// "0 1 | 2 3": the numbers of the pieces by page; what is no piece of the list is "h".
std::string placesOf(const std::vector<Piece>& pieces, const std::vector<pictures::PlacedPage>& pages) {
    std::string out;
    for (std::size_t p = 0; p < pages.size(); ++p) {
        if (p > 0) out += " |";
        for (const auto& placed : pages[p]) {
            const std::ptrdiff_t index = placed.piece - pieces.data();
            const bool known = index >= 0 && index < static_cast<std::ptrdiff_t>(pieces.size());
            out += known ? " " + std::to_string(index) : std::string(" h");
        }
    }
    return out;
}

report::Document sample(std::size_t rows) {
    report::Document out{"A title of its own", "below it", {}};
    out.blocks.emplace_back(report::Heading{2, "A long table", "said aside"});
    report::Grid grid{{"name", "figure"}, {}, 1};
    for (std::size_t i = 0; i < rows; ++i) grid.rows.push_back({"row " + std::to_string(i), std::to_string(i * 7)});
    out.blocks.emplace_back(std::move(grid));
    out.blocks.emplace_back(report::Figures{{{"label", "12.5", "detail"}}});
    out.blocks.emplace_back(report::Answers{{{"A question", "its answer", {{"a line", "its value"}}}}});
    out.blocks.emplace_back(report::Heat{"a caption", {"rank 0"}, {"1", "2"}, {{0.1, -1}}});
    out.blocks.emplace_back(report::List{{"an item"}});
    out.blocks.emplace_back(report::Picture{"<svg viewBox=\"0 0 100 50\" xmlns=\"http://www.w3.org/2000/svg\">\n<g "
                                            "fill=\"none\">\n<g fill=\"#ff0000\"><rect "
                                            "x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></g>\n<g "
                                            "transform=\"matrix(1,0,0,1,5,0)\"><text fill=\"#171c24\" x=\"5\" "
                                            "y=\"20\" font-family=\"Inter\" font-size=\"8\" font-weight=\"400\">inside "
                                            "the &lt;picture&gt;</text></g>\n</g></svg>",
                                            "the caption of the picture"});
    return out;
}

} // namespace

class TestReportPages : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { paint::loadFonts(); }

    void whatFitsStandsInOrderAndTheRestGoesOn() {
        const std::vector<Piece> pieces{piece(40), piece(40), piece(40)};
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 1 | 2"));
    }

    void aHeadingGoesWithWhatFollows() {
        const std::vector<Piece> pieces{piece(70), piece(20, Piece::Keep::WithNext), piece(20)};
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 | 1 2"));
    }

    void theHeadOfATableComesAgain() {
        std::vector<Piece> pieces{piece(20, Piece::Keep::WithNext)};
        const auto head = std::make_shared<const Piece>(piece(20));
        for (int i = 0; i < 4; ++i) {
            pieces.push_back(piece(30));
            pieces.back().head = head;
        }
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 1 2 | h 3 4"));
    }

    void aPictureShrinksToEndAPageButNotTooFar() {
        std::vector<Piece> pieces{piece(40), piece(80)};
        pieces[1].least = 60;
        auto pages = pictures::paginate(pieces, 100);
        QCOMPARE(placesOf(pieces, pages), std::string(" 0 1"));
        QCOMPARE(pages[0][1].height, 60.0);
        pieces[1].least = 61;
        pages = pictures::paginate(pieces, 100);
        QCOMPARE(placesOf(pieces, pages), std::string(" 0 | 1"));
        QCOMPARE(pages[1][0].height, 80.0);
    }

    void aPictureWithoutRoomLetsTheTextFillThePage() {
        std::vector<Piece> pieces{piece(60), piece(70), piece(20), piece(15), piece(20)};
        pieces[1].moves = Piece::Moves::ToNextPage;
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 2 3 | 1 4"));
        pieces[2].begins = Piece::Begins::Section; // is about something else
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 | 1 2 | 3 4"));
        pieces[2].begins = Piece::Begins::Nothing;
        pieces.resize(2); // nothing follows
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 | 1"));
        pieces[0].height = 90; // the page is as good as full
        pieces.push_back(piece(5));
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 | 1 2"));
    }

    void behindAPictureThatMovedGroupsStayTogether() {
        std::vector<Piece> pieces{piece(60), piece(70), piece(20), piece(20), piece(20)};
        pieces[1].moves = Piece::Moves::ToNextPage;
        pieces[3].keep = Piece::Keep::WithNext;
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 2 | 1 | 3 4"));
        pieces[3] = piece(20); // alone it has room behind the picture
        pieces.resize(4);
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 2 3 | 1"));
    }

    void whatIsHigherThanAPageIsPartedAndNothingIsLost() {
        std::vector<Piece> pieces;
        for (int i = 0; i < 7; ++i) pieces.push_back(piece(40, Piece::Keep::WithNext));
        QCOMPARE(placesOf(pieces, pictures::paginate(pieces, 100)), std::string(" 0 1 | 2 3 | 4 5 | 6"));
    }

    void linesBreakAtBlanksAndLongWordsWhereTheyMust() {
        paint::Fonts fonts;
        const scene::TextStyle style{12, 400, false};
        const std::string word(60, 'm');
        const auto lines = pictures::brokenLines("a b\nsecond " + word, style, 120, fonts);
        QCOMPARE(lines[0], std::string("a b"));
        QCOMPARE(lines[1], std::string("second"));
        std::string joined;
        for (std::size_t i = 2; i < lines.size(); ++i) {
            joined += lines[i];
            QVERIFY(fonts.width(lines[i], style) <= 120);
        }
        QCOMPARE(joined, word);
    }

    void theSameReportGivesTheSameBytesWithoutADate() {
        paint::Fonts fonts;
        const auto first = pictures::reportPdf(sample(10), fonts), second = pictures::reportPdf(sample(10), fonts);
        QVERIFY(first.ok() && second.ok());
        QVERIFY(first->contains("/CreationDate (D:00000000000000"));
        QCOMPARE(*first, *second);
    }

    void thePagesHoldTextTitleAndNumbers() {
        const QString totext = QStandardPaths::findExecutable("pdftotext");
        if (totext.isEmpty()) QSKIP("pdftotext is not installed");
        paint::Fonts fonts;
        const auto pdf = pictures::reportPdf(sample(150), fonts);
        QVERIFY(pdf.ok());
        QTemporaryDir dir;
        QVERIFY(testing::writeFile(dir.filePath("r.pdf"), *pdf));
        const auto run = testing::runProgram(totext, {"-layout", dir.filePath("r.pdf"), "-"});
        const QByteArrayList pages = run.out.split('\f');
        QVERIFY(pages.size() > 4);
        for (int i = 0; i + 1 < pages.size(); ++i) {
            QVERIFY(pages[i].contains("A title of its own"));
            QVERIFY(pages[i].contains(QString("%1 of %2").arg(i + 1).arg(pages.size() - 1).toUtf8()));
        }
        QVERIFY(pages[1].contains("figure")); // the head again
        for (const char* text :
             {"said aside", "row 0", "row 149", "label", "12.5", "A question", "its answer", "a line", "its value",
              "a caption", "an item", "inside the <picture>", "caption of the picture"})
            QVERIFY2(run.out.contains(text), text);
        for (int i = 0; i < 150; ++i) QVERIFY(run.out.contains(QString("row %1 ").arg(i).toUtf8()));
    }

    void aRowThatIsHigherThanAPageGoesOnLineByLine() {
        constexpr int kLines = 170;
        std::string text;
        for (int i = 0; i < kLines; ++i) text += (i > 0 ? "\nnote line " : "note line ") + std::to_string(i) + ".";
        const report::Grid grid{{"at", "note"}, {{"+1 ms", "short"}, {"+2 ms", text}, {"+3 ms", "after it"}}, 2};
        paint::Fonts fonts;
        const paint::Theme& theme = paint::Theme::of(paint::ThemeId::Print);
        constexpr double kPage = 600;
        std::vector<Piece> pieces;
        pictures::addGrid(grid, {500, kPage, fonts, theme}, pieces);
        const auto placed = pictures::paginate(pieces, kPage);
        QVERIFY(placed.size() >= 4);
        for (const auto& page : placed)
            for (const auto& one : page) QVERIFY(one.y + one.height <= kPage);

        const QString totext = QStandardPaths::findExecutable("pdftotext");
        if (totext.isEmpty()) QSKIP("pdftotext is not installed");
        const auto pdf = pictures::reportPdf(report::Document{"t", "s", {grid}}, fonts);
        QVERIFY(pdf.ok());
        QTemporaryDir dir;
        QVERIFY(testing::writeFile(dir.filePath("r.pdf"), *pdf));
        const auto run = testing::runProgram(totext, {"-layout", dir.filePath("r.pdf"), "-"});
        for (int i = 0; i < kLines; ++i)
            QCOMPARE(run.out.count("note line " + QByteArray::number(i) + "."), qsizetype{1});
        QVERIFY(run.out.contains("after it"));
    }

    void signsBesideFiguresCanBeSearchedFor() { // fonts have other forms of them there, which name no sign
        const QString totext = QStandardPaths::findExecutable("pdftotext");
        if (totext.isEmpty()) QSKIP("pdftotext is not installed");
        paint::Fonts fonts;
        const report::Document document{"t", "s", {report::Sentence{"GPU 0 (A100-PG509), +1.5 to +2.5, 64x16"}}};
        const auto pdf = pictures::reportPdf(document, fonts);
        QVERIFY(pdf.ok());
        QTemporaryDir dir;
        QVERIFY(testing::writeFile(dir.filePath("r.pdf"), *pdf));
        const auto run = testing::runProgram(totext, {"-layout", dir.filePath("r.pdf"), "-"});
        QVERIFY2(run.out.contains("GPU 0 (A100-PG509), +1.5 to +2.5, 64x16"), run.out.constData());
    }

    void aStopIsObeyed() {
        paint::Fonts fonts;
        std::stop_source source;
        source.request_stop();
        const auto pdf = pictures::reportPdf(sample(500), fonts, source.get_token());
        QVERIFY(!pdf.ok() && pdf.error().code == ErrorCode::Cancelled);
    }

    void aReportSurvivesTheWayToThePictureProgram() {
        const report::Document document = sample(3);
        const auto again = report::parseDocument(report::documentText(document), "test");
        QVERIFY(again.ok());
        QCOMPARE(report::html(*again), report::html(document));
        QCOMPARE(again->footer, document.footer);
        for (const char* bad : {"", "[]", "{\"lanescope_report\":2}", "{\"lanescope_report\":1,\"blocks\":[{}]}"})
            QVERIFY2(!report::parseDocument(bad, "test").ok(), bad);
        const auto odd =
            report::parseDocument("{\"lanescope_report\":1,\"blocks\":[{\"grid\":[\"a\"],\"rows\":[[],[1,2]]},"
                                  "{\"heat\":1,\"rows\":[\"r\"],\"columns\":[\"c\"],\"shares\":3}]}",
                                  "test");
        QVERIFY(odd.ok());
        paint::Fonts fonts;
        QVERIFY(pictures::reportPdf(*odd, fonts).ok());
    }

    void theProgramWritesTheSamePdfTwice() {
        synth::SynthOptions options;
        options.steps = 3;
        const testing::SynthCase trace(options);
        QTemporaryDir dir;
        const QString file = QString::fromStdString(trace.files.at(0).trace.string());
        for (const char* name : {"a.pdf", "b.pdf"}) {
            const auto run = testing::runCli({"report", "--no-index", "--pdf", dir.filePath(name), file});
            QVERIFY2(run.exitCode == 0, run.err);
        }
        QVERIFY(testing::readFile(dir.filePath("a.pdf")).size() > 5000);
        QCOMPARE(testing::readFile(dir.filePath("a.pdf")), testing::readFile(dir.filePath("b.pdf")));
    }
};

QTEST_MAIN(TestReportPages)
#include "tst_report_pages.moc"
