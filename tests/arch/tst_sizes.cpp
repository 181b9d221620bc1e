// Files have at most 400 lines, functions at most 60, and no file names a machine's paths.
#include "tests/arch/source_tree.h"

#include <QRegularExpression>
#include <QTest>

namespace {

constexpr int kMaxFileLines = 400;
constexpr int kMaxFunctionLines = 60;

struct Function {
    int line = 0;   // where its body opens, from 1
    int length = 0; // lines from there to the closing brace
};

// Text without comments, strings and characters, so that braces can be counted.
QStringList withoutLiterals(const QStringList& lines) {
    QStringList out;
    bool inComment = false;
    bool inRaw = false;
    QString rawEnd;
    for (const QString& line : lines) {
        QString clean;
        for (int i = 0; i < line.size(); ++i) {
            if (inRaw) {
                const qsizetype end = line.indexOf(rawEnd, i);
                if (end < 0) break;
                i = static_cast<int>(end + rawEnd.size() - 1);
                inRaw = false;
            } else if (inComment) {
                const qsizetype end = line.indexOf("*/", i);
                if (end < 0) break;
                i = static_cast<int>(end + 1);
                inComment = false;
            } else if (line.mid(i, 2) == "//") {
                break;
            } else if (line.mid(i, 2) == "/*") {
                inComment = true;
                ++i;
            } else if (line.mid(i, 2) == "R\"") {
                const qsizetype open = line.indexOf('(', i);
                rawEnd = ")" + line.mid(i + 2, open - i - 2) + "\"";
                inRaw = true;
                i = static_cast<int>(open);
            } else if (line[i] == '"' || (line[i] == '\'' && (i == 0 || !line[i - 1].isLetterOrNumber()))) {
                const QChar quote = line[i];
                for (++i; i < line.size() && line[i] != quote; ++i)
                    if (line[i] == '\\') ++i;
            } else {
                clean += line[i];
            }
        }
        out << clean;
    }
    return out;
}

// What stands between the last ';', '{' or '}' and an opening brace tells what the brace opens.
bool opensFunction(const QString& before) {
    static const QRegularExpression noFunction("\\b(namespace|class|struct|enum|union|extern|concept)\\b[^()]*$");
    if (noFunction.match(before).hasMatch()) return false;
    const QString text = before.trimmed();
    if (text.endsWith('=') || text.endsWith(',') || text.endsWith('(')) return false;
    return text.contains('(') && text.contains(')');
}

QList<Function> functionsOf(const QStringList& source) {
    QList<Function> found;
    QList<int> opened; // line of each open function brace, -1 for other braces
    int inFunction = 0;
    QString before;
    const QStringList lines = withoutLiterals(source);
    for (int i = 0; i < lines.size(); ++i) {
        if (lines[i].trimmed().startsWith('#')) continue;
        for (const QChar c : lines[i]) {
            if (c == '{') {
                const bool function = inFunction == 0 && opensFunction(before);
                opened.append(function ? i : -1);
                if (function || inFunction > 0) ++inFunction;
                before.clear();
            } else if (c == '}') {
                if (opened.isEmpty()) continue;
                const int line = opened.takeLast();
                if (inFunction > 0) --inFunction;
                if (line >= 0) found.append({line + 1, i - line + 1});
                before.clear();
            } else if (c == ';') {
                before.clear();
            } else {
                before += c;
            }
        }
        before += ' ';
    }
    return found;
}

const QStringList kFolders{"app", "core", "widgets", "tests"};

} // namespace

class TestSizes : public QObject {
    Q_OBJECT
private slots:
    void noFileHasMoreThanFourHundredLines() {
        QStringList wrong;
        for (const auto& file : lanescope::arch::sourceFiles(kFolders))
            if (file.lines.size() - 1 > kMaxFileLines)
                wrong << QStringLiteral("%1 has %2 lines").arg(file.path).arg(file.lines.size() - 1);
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    void noFunctionHasMoreThanSixtyLines() {
        QStringList wrong;
        int seen = 0;
        for (const auto& file : lanescope::arch::sourceFiles(kFolders)) {
            for (const Function& function : functionsOf(file.lines)) {
                ++seen;
                if (function.length > kMaxFunctionLines)
                    wrong
                        << QStringLiteral("%1:%2 has %3 lines").arg(file.path).arg(function.line).arg(function.length);
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
        QVERIFY(seen > 50);
    }

    void aLongFunctionIsNoticed() {
        QStringList text{"namespace a {", "int f(int x) {"};
        for (int i = 0; i < 59; ++i) text << "    if (x) { x = '{'; } // }";
        text << "}"
             << "}";
        const auto found = functionsOf(text);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].line, 2);
        QCOMPARE(found[0].length, 61);
    }

    void noFileNamesAPathOfAMachine() {
        static const QRegularExpression path("(^|[\\s\"'(=])/(work|home|root|farm)/");
        QStringList wrong;
        for (const auto& file : lanescope::arch::sourceFiles(kFolders))
            for (int i = 0; i < file.lines.size(); ++i)
                if (path.match(file.lines[i]).hasMatch() && !file.path.startsWith("tests/"))
                    wrong << QStringLiteral("%1:%2").arg(file.path).arg(i + 1);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }
};

QTEST_APPLESS_MAIN(TestSizes)
#include "tst_sizes.moc"
