#include "core/session/event_extent.h"

#include <QTest>

#include <algorithm>

using lanescope::eventExtent;
using lanescope::eventExtentByBraces;

namespace {
std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}
std::string cut(const std::string& single) {
    const std::string text = quoted(single);
    const auto length = eventExtent(text);
    return length ? text.substr(0, *length) : "(none)";
}
} // namespace

// Texts are written with ' for the quotes: moc cannot read raw strings with odd ones.
class TestEventExtent : public QObject {
    Q_OBJECT
private slots:
    void anEventEndsAtItsOwnBrace() {
        QCOMPARE(cut("{'a': {'b': [1, {'c': 2}]}}, {'ph': 'X'}"), quoted("{'a': {'b': [1, {'c': 2}]}}"));
    }
    void bracesAndQuotesInsideStringsDoNotCount() {
        QCOMPARE(cut("{'a': '}{\\'}', 'b': '\\\\'}, {"), quoted("{'a': '}{\\'}', 'b': '\\\\'}"));
    }
    void aTextThatStopsInsideHasNoEnd() {
        QCOMPARE(cut("{'a': {'b': 1}"), std::string("(none)"));
        QCOMPARE(cut("{'a': 'x"), std::string("(none)"));
        QCOMPARE(cut(""), std::string("(none)"));
        QCOMPARE(cut("[1]"), std::string("(none)"));
    }
    void aStringThatNeverEndsGivesWayToTheNextEvent() {
        QCOMPARE(cut("{'name': 'a ' b', 'dur': 1},\n  {'ph': 'X', 'name': 'next'}"),
                 quoted("{'name': 'a ' b', 'dur': 1}"));
    }
    void bracesAloneAreTheLastResort() {
        QCOMPARE(*eventExtentByBraces(quoted("{'a': 'x}")), std::size_t{9});
        QVERIFY(!eventExtentByBraces(quoted("{'a': {")));
    }
};

QTEST_APPLESS_MAIN(TestEventExtent)
#include "tst_event_extent.moc"
