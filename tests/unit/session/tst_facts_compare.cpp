#include "core/session/facts.h"

#include <QTest>

using namespace lanescope;

namespace {
std::vector<std::string> differences(const char* ask, const char* answer) {
    std::vector<std::string> paths;
    for (const FactsDifference& d : compareFacts(*parseJson(ask, "ask"), *parseJson(answer, "answer")))
        paths.push_back(d.path);
    return paths;
}
using Paths = std::vector<std::string>;
} // namespace

class TestFactsCompare : public QObject {
    Q_OBJECT
private slots:
    void equalAnswersDoNotDiffer() {
        QCOMPARE(differences(R"({"expect": {"gpu": {"0": {"busy_ns": 5}}, "ranks": [null, 1]}})",
                             R"({"expect": {"gpu": {"0": {"busy_ns": 5, "idle_ns": 1}}, "ranks": [null, 1]}})"),
                 Paths{});
    }
    void aWrongNumberIsNamedWithItsPath() {
        QCOMPARE(differences(R"({"expect": {"gpu": {"0": {"busy_ns": 5}}}})",
                             R"({"expect": {"gpu": {"0": {"busy_ns": 6}}}})"),
                 Paths{"expect.gpu.0.busy_ns"});
    }
    void bigIntegersAreComparedExactly() {
        QCOMPARE(differences(R"({"expect": {"start_ns": {"a": 1692108548132154501}}})",
                             R"({"expect": {"start_ns": {"a": 1692108548132154500}}})"),
                 Paths{"expect.start_ns.a"});
    }
    void whatIsNotAnsweredDiffers() {
        QCOMPARE(differences(R"({"expect": {"devices": []}, "load": {"a.json": {"slices": 1}}})", R"({"expect": {}})"),
                 (Paths{"load.a.json.slices", "expect.devices"}));
        QCOMPARE(differences(R"({"expect": {"launch_of": {"k": null}}})", R"({"expect": {"launch_of": {}}})"),
                 Paths{"expect.launch_of.k"});
    }
    void boundsTakeEveryValueBetween() {
        const char* ask = R"({"load": {"a": {"slices": {"min": 2, "max": 4}}}})";
        QCOMPARE(differences(ask, R"({"load": {"a": {"slices": 2}}})"), Paths{});
        QCOMPARE(differences(ask, R"({"load": {"a": {"slices": 4}}})"), Paths{});
        QCOMPARE(differences(ask, R"({"load": {"a": {"slices": 5}}})"), Paths{"load.a.slices"});
        QCOMPARE(differences(ask, R"({"load": {"a": {"slices": null}}})"), Paths{"load.a.slices"});
    }
    void warningsMustBeThoseListedAndMayBeThoseIgnored() {
        const char* ask = R"({"load": {"a": {"warnings": ["bom", "truncated"]}}, "ignore_warnings": ["utf16"]})";
        QCOMPARE(differences(ask, R"({"load": {"a": {"warnings": ["truncated", "bom"]}}})"), Paths{});
        QCOMPARE(differences(ask, R"({"load": {"a": {"warnings": ["truncated", "bom", "utf16"]}}})"), Paths{});
        QCOMPARE(differences(ask, R"({"load": {"a": {"warnings": ["truncated"]}}})"), Paths{"load.a.warnings"});
        QCOMPARE(differences(ask, R"({"load": {"a": {"warnings": ["truncated", "bom", "unclosed"]}}})"),
                 Paths{"load.a.warnings"});
    }
    void anEmptyObjectMeansNothingThere() {
        QCOMPARE(differences(R"({"expect": {"steps": {}}})", R"({"expect": {"steps": {"ProfilerStep#1": {}}}})"),
                 Paths{"expect.steps"});
    }
    void listsMustHaveTheSameLengthAndOrder() {
        QCOMPARE(
            differences(R"({"expect": {"search": {"x": ["a", "b"]}}})", R"({"expect": {"search": {"x": ["b", "a"]}}})"),
            (Paths{"expect.search.x[0]", "expect.search.x[1]"}));
        QCOMPARE(differences(R"({"expect": {"gaps_ns": [[1, 2]]}})", R"({"expect": {"gaps_ns": []}})"),
                 Paths{"expect.gaps_ns"});
    }
};

QTEST_APPLESS_MAIN(TestFactsCompare)
#include "tst_facts_compare.moc"
