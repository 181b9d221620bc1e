// Review reports: nothing of a trace breaks out of the page, nothing points outside it, names are left out.
#include "core/export/redact.h"
#include "core/report/document.h"
#include "tests/support/synth_case.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestReviewReport : public QObject {
    Q_OBJECT
private slots:
    void pathsAndPeopleAreLeftOut() {
        QCOMPARE(withoutPaths("/some/folder/train.py(12): step"), std::string("train.py(12): step"));
        QCOMPARE(withoutPaths("me@node7 ran ~/x/y.py"), std::string("\xE2\x80\xA6 ran y.py"));
        QCOMPARE(withoutPaths("aten::add a/b"), std::string("aten::add a/b"));
        QCOMPARE(withoutPaths("file:///some/data/t.json.gz"), std::string("t.json.gz"));
    }

    void namesCannotBreakOutOfTheForms() {
        report::Document document{"a<b>", "s", {report::Sentence{"<script>alert(\"x\")</script> & more"}}};
        document.blocks.emplace_back(report::Grid{{"h|h"}, {{"a|b\nc`d`"}}, 1});
        const std::string page = report::html(document);
        QVERIFY(page.find("<script") == std::string::npos);
        QVERIFY(page.find("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more") != std::string::npos);
        const std::string text = report::markdown(document, "p");
        QVERIFY(text.find("| a\\|b c\\`d\\` |") != std::string::npos);
        QVERIFY(text.find("\\<script\\>") != std::string::npos);
    }

    void picturesKeepTheirIdsApart() {
        const std::string svg =
            "<?xml version=\"1.0\"?><svg width=\"10mm\" height=\"5mm\" viewBox=\"0 0 1 1\"><clipPath id=\"a\"/><g "
            "clip-path=\"url(#a)\"/></svg>";
        const report::Document document{"t", "s", {report::Picture{svg, "c"}, report::Picture{svg, "c"}}};
        const std::string page = report::html(document);
        QVERIFY(page.find("id=\"p1-a\"") != std::string::npos && page.find("url(#p2-a)") != std::string::npos);
        QVERIFY(page.find("<?xml") == std::string::npos && page.find("10mm") == std::string::npos);
        QVERIFY(page.find("viewBox=\"0 0 1 1\"") != std::string::npos);
        QCOMPARE(report::pictures(document).size(), std::size_t{2});
    }

    void aReportIsOnePageThatNeedsNothingElse() {
        synth::SynthOptions options;
        options.steps = 2;
        const testing::SynthCase trace(options, "secret-host_42.json");
        QTemporaryDir dir;
        const QString out = dir.filePath("out.html");
        QProcess cli;
        cli.start(LANESCOPE_CLI,
                  {"report", "--html", out, "--no-pictures", QString::fromStdString(trace.files.at(0).trace.string())});
        QVERIFY(cli.waitForFinished(120'000));
        QCOMPARE(cli.exitCode(), 0);
        const QByteArray page = contentOf(out);
        for (const char* words : {"What was captured", "Reading order", "Four numbers", "Findings", "Top kernels"})
            QVERIFY2(page.contains(words), words);
        for (const char* outside : {"<script", "http://", "https://", "src=", "secret-host", "@import"})
            QVERIFY2(!page.contains(outside), outside);
        const QString tidy = QStandardPaths::findExecutable("tidy");
        if (tidy.isEmpty()) QSKIP("tidy is not installed");
        QProcess check;
        check.start(tidy, {"-qe", out});
        QVERIFY(check.waitForFinished(60'000));
        QVERIFY2(check.exitCode() < 2, check.readAllStandardError().constData()); // 2: errors
    }
};

QTEST_GUILESS_MAIN(TestReviewReport)
#include "tst_review_report.moc"
