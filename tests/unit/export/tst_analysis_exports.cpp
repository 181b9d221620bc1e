// Every table of every analysis in every format: all rows, all columns, readable by others.
#include "core/base/json.h"
#include "core/export/table.h"
#include "tests/support/random_trace.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

// Records of CSV text: quoted fields may hold line ends.
std::vector<std::vector<std::string>> csvOf(const std::string& text) {
    std::vector<std::vector<std::string>> out{{""}};
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            out.back().back() += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            out.back().emplace_back();
        } else if (!quoted && c == '\n') {
            out.push_back({""});
        } else if (quoted || c != '\r') {
            out.back().back() += c;
        }
    }
    if (out.back() == std::vector<std::string>{""}) out.pop_back();
    return out;
}

} // namespace

class TestAnalysisExports : public QObject {
    Q_OBJECT

private slots:
    void everyTableIsWholeInEveryFormat() {
        const auto store = twins::storeOf(twins::randomTrace(1));
        for (const AnalysisInfo& info : builtinAnalyses()) {
            for (const Table& table : resultOf(info.id, *store).tables) {
                const auto json = parseJson(render(table, Format::Json), "json");
                QVERIFY2(json.ok(), table.id.c_str());
                const Json& written = json->find("tables")->elements().front();
                QCOMPARE(*written.find("id")->asText(), table.id);
                QCOMPARE(written.find("columns")->elements().size(), table.columns.size());
                const auto& rows = written.find("rows")->elements();
                QCOMPARE(rows.size(), table.rows.size());
                const auto csv = csvOf(render(table, Format::Csv));
                QCOMPARE(csv.size(), table.rows.size() + 1);
                const std::string markdown = render(table, Format::Markdown);
                for (std::size_t c = 0; c < table.columns.size(); ++c) {
                    QCOMPARE(csv[0][c], table.columns[c].id);
                    QVERIFY(markdown.find(table.columns[c].title) != std::string::npos || table.rows.empty());
                }
                for (std::size_t r = 0; r < table.rows.size(); ++r) {
                    QCOMPARE(csv[r + 1].size(), table.columns.size());
                    for (std::size_t c = 0; c < table.columns.size(); ++c) {
                        const Json* cell = rows[r].find(table.columns[c].id);
                        QVERIFY(cell != nullptr);
                        if (const auto* number = std::get_if<std::int64_t>(&table.rows[r][c])) {
                            QCOMPARE(cell->asInteger().value_or(-1), *number); // whole ns and bytes
                            QCOMPARE(csv[r + 1][c], std::to_string(*number));
                        }
                        if (const auto* text = std::get_if<std::string>(&table.rows[r][c])) {
                            QCOMPARE(*cell->asText(), *text);
                            QCOMPARE(csv[r + 1][c], *text);
                        }
                    }
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestAnalysisExports)
#include "tst_analysis_exports.moc"
