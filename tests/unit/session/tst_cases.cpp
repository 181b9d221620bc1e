// The small odd inputs made from public reports: every key of their expectations, through the same function that
// `lanescope-cli facts` uses.
#include "core/session/facts.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace lanescope;

namespace {

QString casesFolder() { return QStringLiteral(LANESCOPE_SHARED_DIR "/cases"); }

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::vector<FactsInput> inputsOf(const QString& folder, const Json& ask) {
    std::vector<FactsInput> inputs;
    for (const Json& name : ask.find("input")->elements()) {
        if (name.asText()->ends_with(".py")) continue; // a generator, no trace
        LoadOptions options;
        options.threads = 2;
        options.useIndex = false;
        RunContext context;
        inputs.push_back({*name.asText(), loadTrace(folder.toStdString() + "/" + *name.asText(), options, context)});
    }
    return inputs;
}

} // namespace

class TestCases : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (!QDir(casesFolder()).exists()) QSKIP("the folder with odd inputs is not there");
    }

    void everyExpectationIsMet_data() {
        QTest::addColumn<QString>("folder");
        const QDir cases(casesFolder());
        for (const QString& name : cases.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
            QTest::newRow(qPrintable(name)) << cases.filePath(name);
    }

    void everyExpectationIsMet() {
        QFETCH(QString, folder);
        const auto ask = parseJson(contentOf(folder + "/expect.json").toStdString(), "expect.json");
        QVERIFY2(ask.ok(), "expect.json is no JSON");
        const std::vector<FactsInput> inputs = inputsOf(folder, *ask);
        RunContext context;
        const auto answer = answerFacts(*ask, inputs, context);
        QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().text().c_str());
        QString wrong;
        for (const FactsDifference& d : compareFacts(*ask, *answer))
            wrong += QStringLiteral("\n  %1: expected %2, found %3")
                         .arg(QString::fromStdString(d.path), QString::fromStdString(d.expected),
                              QString::fromStdString(d.found));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
};

QTEST_APPLESS_MAIN(TestCases)
#include "tst_cases.moc"
