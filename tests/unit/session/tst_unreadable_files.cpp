// Files that cannot be shown: one sentence that is true, and one that helps.
#include "core/session/load_trace.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cctype>

using namespace lanescope;

class tst_unreadable_files : public QObject {
    Q_OBJECT

private slots:
    void theMessageSaysWhatItIs_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* word, const char* message) {
            QTest::newRow(name) << QByteArray(text) << word << message;
        };
        row("three slices without a time", R"({"traceEvents":[{"ph":"X"},{"ph":"X"},{"ph":"X"}]})", "no_events",
            "none of the 3 elements of traceEvents can be drawn");
        row("five elements, one broken", R"({"traceEvents":[{"ph":"X"},5,{},{"ph":"X"},{"ph":"X",]})", "no_events",
            "none of the 5 elements of traceEvents can be drawn");
        row("a web page", "<!DOCTYPE html><html><body>404</body></html>", "not_a_trace", "found a web page");
        row("a web page after blanks", " \n<html><body>please log in</body></html>", "not_a_trace", "found a web page");
        row("other marks", "<svg></svg>", "not_a_trace", "found something else");
        row("nothing", "", "empty_file", "the file is empty");
    }
    void theMessageSaysWhatItIs() {
        QFETCH(QByteArray, text);
        QFETCH(QString, word);
        QFETCH(QString, message);
        QTemporaryDir folder;
        const QString path = folder.filePath("a.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        LoadOptions options;
        options.useIndex = false;
        RunContext context;
        const auto trace = loadTrace(path.toStdString(), options, context);
        QVERIFY(!trace.ok());
        const Error& error = trace.error();
        QCOMPARE(QString::fromUtf8(errorWord(error.code)), word);
        QVERIFY2(error.message.find(message.toStdString()) != std::string::npos, error.message.c_str());
        QVERIFY(!error.hint.empty());
        const auto first = static_cast<unsigned char>(error.hint.front());
        QVERIFY2(std::islower(first) || error.hint.starts_with("Lanescope"), error.hint.c_str());
    }
};

QTEST_APPLESS_MAIN(tst_unreadable_files)
#include "tst_unreadable_files.moc"
