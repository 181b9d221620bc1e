// Broken input costs the event it stands in, and what was found is said with its place.
#include "tests/support/load_recording.h"

#include <QtTest>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::test;

namespace {

// Three events; the middle one is given.
std::string withMiddle(const std::string& middle, const std::string& comma = ",\n") {
    return R"({"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "first", "pid": 1, "tid": 2, "ts": 10.000, "dur": 5.000, "args": {"External id": 1}},
)" + middle +
           comma +
           R"({"ph": "X", "cat": "kernel", "name": "last", "pid": 0, "tid": 7, "ts": 30.000, "dur": 2.000, "args": {"stream": 7}}
], "traceName": "x.json"})";
}

std::string nameOf(const std::string& line) {
    const std::size_t at = line.find("name=") + 5;
    return line.substr(at, line.find(" cat=") - at);
}

bool holds(const Recording& r, std::string_view part) {
    return std::any_of(r.events.begin(), r.events.end(),
                       [&](const std::string& e) { return e.find(part) != std::string::npos; });
}

// First and last are there and untouched, whatever happened to the middle; also in small chunks.
std::string neighboursAreWhole(const std::string& text) {
    const Recording r = loadText(text);
    if (!r.error.empty()) return r.error;
    if (!holds(r, "ts=10000 dur=5000 name=first cat=cpu_op pid=1 tid=2")) return "first is lost";
    if (!holds(r, "ts=30000 dur=2000 name=last cat=kernel pid=0 tid=7")) return "last is lost";
    return firstDifference(r, loadText(text, {.threads = 2, .chunkBytes = 128}));
}

std::uint64_t count(const Recording& r, const char* word) {
    const auto counts = r.oddityCounts();
    const auto found = counts.find(word);
    return found == counts.end() ? 0 : found->second;
}

} // namespace

class TstReaderBroken : public QObject {
    Q_OBJECT

private slots:
    void aBrokenEventWhoseFieldsAreThereIsRead_data();
    void aBrokenEventWhoseFieldsAreThereIsRead();
    void aBrokenEventThatCannotBeReadIsCountedWithItsPlace_data();
    void aBrokenEventThatCannotBeReadIsCountedWithItsPlace();
    void twoWritersInOneFileCostTheEventThatWasInterrupted();
    void missingAndSurplusSeparatorsLoseNothing();
    void oddNumbersAreReadOrLeftOut();
    void aControlCharacterInsideANumberIsToldWithItsPlace_data();
    void aControlCharacterInsideANumberIsToldWithItsPlace();
    void aNumberThatIsNoneIsTold();
    void aFileCutAnywhereKeepsItsWholeEvents();
    void aQuoteAtTheVeryEndIsNoText();
    void aBracketThatIsNeverClosedDoesNotSwallowTheRest();
    void nestedEventsInArgumentsAreNoEvents();
    void valuesBeyondTheLimitsAreListed();
};

void TstReaderBroken::aBrokenEventWhoseFieldsAreThereIsRead_data() {
    QTest::addColumn<QString>("middle");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("oddity");
    const auto row = [](const char* what, const char* middle, const char* expected, const char* oddity) {
        QTest::newRow(what) << QString(middle) << QString(expected) << QString(oddity);
    };
    row("quotes in a name",
        R"({"ph": "X", "cat": "python_function", "name": "{"device": "cpu"}(12): run", "pid": 1, "tid": 2, "ts": 20.5, "dur": 1})",
        R"(ts=20500 dur=1000 name={"device": "cpu"}(12): run cat=python_function pid=1 tid=2)", "unescaped_quote");
    row("a name that ends in a backslash",
        R"({"ph": "X", "cat": "python_function", "name": "E:\data\", "pid": 1, "tid": 2, "ts": 20, "dur": 1})",
        R"(ts=20000 dur=1000 name=E:\data\ cat=python_function pid=1 tid=2)", "bad_escape");
    row("a bare word", R"({"ph": "X", "cat": "cpu_op", "name": aten::add, "pid": 1, "tid": 2, "ts": 20, "dur": 1})",
        "ts=20000 dur=1000 name=aten::add cat=cpu_op pid=1 tid=2", "repaired_event");
    row("a Python literal",
        R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 2, "ts": 20, "dur": 1, "args": {"x": True, "External id": 5}})",
        "name=a cat=cpu_op pid=1 tid=2 id=0 flags=0 corr=0 ext=5", "repaired_event");
    row("a missing closing brace",
        R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 2, "ts": 20, "dur": 1, "args": {"External id": 5})",
        "name=a cat=cpu_op pid=1 tid=2 id=0 flags=0 corr=0 ext=5", "repaired_event");
    row("a missing bracket in the arguments",
        R"({"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 20, "dur": 1, "args": {"grid": [1, 2, "correlation": 9, "stream": 7}})",
        "name=a cat=kernel pid=0 tid=7 id=0 flags=0 corr=9 ext=0 stream=7", "repaired_event");
    row("a missing comma inside", R"({"ph": "X", "cat": "cpu_op" "name": "a", "pid": 1, "tid": 2, "ts": 20, "dur": 1})",
        "ts=20000 dur=1000 name=a cat=cpu_op pid=1 tid=2", "repaired_event");
    row("two commas inside", R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 2, "ts": 20,, "dur": 1})",
        "ts=20000 dur=1000 name=a cat=cpu_op pid=1 tid=2", "repaired_event");
    row("broken arguments in front",
        R"({"args": {"a": [1, "correlation": 9}, "cat": "kernel", "dur": 1, "name": "a", "ph": "X", "pid": 0, "tid": 7, "ts": 20})",
        "ts=20000 dur=1000 name=a cat=kernel pid=0 tid=7 id=0 flags=0 corr=9", "repaired_event");
}
void TstReaderBroken::aBrokenEventWhoseFieldsAreThereIsRead() {
    QFETCH(QString, middle);
    QFETCH(QString, expected);
    QFETCH(QString, oddity);
    const std::string text = withMiddle(middle.toStdString());
    QCOMPARE(neighboursAreWhole(text), "");
    const Recording r = loadText(text);
    QVERIFY2(holds(r, expected.toStdString()), r.events[1].c_str());
    QCOMPARE(r.counts.elements, 3u);
    QCOMPARE(r.counts.dropped, 0u);
    QCOMPARE(r.oddities.total(), count(r, oddity.toStdString().c_str()));
    QVERIFY(r.oddities.total() >= 1);
    QCOMPARE(r.oddities.entries()[0].samples[0].offset, text.find(middle.toStdString()));
}

void TstReaderBroken::aBrokenEventThatCannotBeReadIsCountedWithItsPlace_data() {
    QTest::addColumn<QString>("middle");
    QTest::newRow("half an event") << R"({"ph": "X", "cat": "cpu_op", "name": "a", "pi)";
    QTest::newRow("no time") << R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1 "tid": 2})";
    QTest::newRow("garbage") << "%%%% not json at all";
    QTest::newRow("a word") << "hello";
    QTest::newRow("from a text on") << R"("cpu_op", "name": "a", "pid": 1, "tid": 2, "ts": 20, "dur": 1})";
    QTest::newRow("from a number on") << R"(2, "name": "a", "ts": 20, "dur": 1, "args": {"x": [1]}})";
}
void TstReaderBroken::aBrokenEventThatCannotBeReadIsCountedWithItsPlace() {
    QFETCH(QString, middle);
    const std::string text = withMiddle(middle.toStdString());
    QCOMPARE(neighboursAreWhole(text), "");
    const Recording r = loadText(text);
    QCOMPARE(r.counts.elements, 3u);
    QCOMPARE(r.counts.dropped, 1u);
    QCOMPARE(count(r, "bad_event"), 1u);
    QCOMPARE(r.oddities.entries()[0].samples[0].offset, text.find(middle.toStdString()));
}

void TstReaderBroken::twoWritersInOneFileCostTheEventThatWasInterrupted() {
    const std::string text = withMiddle(
        R"({"ph": "X", "cat": "cpu_op", "na{"ph": "X", "cat": "cpu_op", "name": "other", "pid": 3, "tid": 3, "ts": 20, "dur": 1},
me": "mine", "pid": 1, "tid": 2, "ts": 21, "dur": 1})");
    QCOMPARE(neighboursAreWhole(text), "");
    const Recording r = loadText(text);
    QVERIFY(holds(r, "ts=20000 dur=1000 name=other"));
    QCOMPARE(r.counts.elements, 4u);
    QCOMPARE(r.counts.dropped, 1u); // the interrupted one, once
    QCOMPARE(count(r, "bad_event"), 1u);
    QCOMPARE(r.events.size(), std::size_t{3});
}

void TstReaderBroken::missingAndSurplusSeparatorsLoseNothing() {
    const std::string middle = R"({"ph": "i", "name": "m", "pid": 1, "tid": 1, "ts": 20})";
    const Recording noComma = loadText(withMiddle(middle, "\n"));
    QCOMPARE(noComma.events.size(), std::size_t{3});
    QCOMPARE(count(noComma, "missing_comma"), 1u);
    const Recording twoCommas = loadText(withMiddle(middle, ", ,"));
    QCOMPARE(twoCommas.events.size(), std::size_t{3});
    QCOMPARE(count(twoCommas, "repaired_event"), 1u);
    for (const char* stray : {"}", "]"}) {
        const Recording r = loadText(withMiddle(middle + stray));
        QCOMPARE(r.events.size(), std::size_t{3});
        QCOMPARE(count(r, "repaired_event"), 1u);
    }
    for (const std::string& text : {withMiddle(middle, "\n"), withMiddle(middle, ", ,"), withMiddle(middle + "}")})
        QCOMPARE(neighboursAreWhole(text), "");
}

void TstReaderBroken::oddNumbersAreReadOrLeftOut() {
    const auto event = [](const std::string& ts, const std::string& dur) {
        return R"({"ph": "X", "name": "m", "pid": 1, "tid": 1, "ts": )" + ts + R"(, "dur": )" + dur + "}";
    };
    const Recording hex = loadText(withMiddle(event("0x14", "\"0x2\"")));
    QVERIFY(holds(hex, "ts=20000 dur=2000 name=m"));
    QCOMPARE(count(hex, "hex_number"), 2u);
    const Recording nan = loadText(withMiddle(event("20", "NaN")));
    QVERIFY(holds(nan, "ts=20000 dur=" + std::to_string(kNoTime) + " name=m"));
    QCOMPARE(count(nan, "nonfinite_number"), 1u);
    QCOMPARE(count(nan, "missing_dur"), 1u);
    const Recording noTime = loadText(withMiddle(event("-Infinity", "1")));
    QCOMPARE(noTime.counts.dropped, 1u);
    QCOMPARE(noTime.counts.elements, 3u);
    QCOMPARE(count(noTime, "missing_ts"), 1u);
    const Recording negative = loadText(withMiddle(event("20", "-1.5")));
    QVERIFY(holds(negative, "ts=20000 dur=-1500 name=m"));
    QCOMPARE(count(negative, "negative_dur"), 1u);
    const Recording huge = loadText(withMiddle(event("20", "1e40")));
    QVERIFY(holds(huge, "ts=20000 dur=" + std::to_string(INT64_MAX - 20000) + " name=m"));
    QCOMPARE(count(huge, "number_out_of_range"), 1u);
    const Recording ns = loadText(withMiddle(event("1700000000000000123", "7")));
    QVERIFY(holds(ns, "ts=1700000000000000123 dur=7 name=m"));
    QCOMPARE(count(ns, "time_in_nanoseconds"), 1u);
}

void TstReaderBroken::aFileCutAnywhereKeepsItsWholeEvents() {
    const std::string text = withMiddle(
        R"({"ph": "X", "cat": "kernel", "name": "a \"b\" {c}", "pid": 0, "tid": 7, "ts": 20, "dur": 1, "args": {"stream": "7", "correlation": "3", "Collective name": "x", "grid": [1, [2]]}})");
    const std::size_t end = text.find("], \"traceName\"");
    std::vector<std::size_t> ends; // behind each event
    for (std::size_t at = text.find("}}"); at != std::string::npos && at < end; at = text.find("}}", at + 1))
        ends.push_back(at + 2);
    QCOMPARE(ends.size(), std::size_t{3});
    for (std::size_t cut = ends[0]; cut < text.size(); ++cut) {
        const std::string part = text.substr(0, cut);
        const Recording r = loadText(part);
        const auto whole =
            static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), [&](std::size_t e) { return e <= cut; }));
        QVERIFY2(r.events.size() == whole, part.c_str());
        QCOMPARE(r.counts.elements, whole);
        QVERIFY2(count(r, "truncated") + count(r, "unclosed") == 1, part.c_str());
        const bool isInside = r.counts.dropped == 1;
        QVERIFY2(isInside == (cut < end && part.find_last_not_of(" \n,") + 1 != ends[whole - 1]), part.c_str());
        QVERIFY2(firstDifference(r, loadText(part, {.chunkBytes = 100})).empty(), part.c_str());
    }
}

// A quote that is the last character of the text has no end: nothing behind it is taken for its text.
void TstReaderBroken::aQuoteAtTheVeryEndIsNoText() {
    const std::string event = R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 20, "dur": 1})";
    for (const char* rest : {"\"", "[\"", "{\"", R"({"ph": ")", R"({"x": {"y": ")", R"({"args": {"correlation": ")",
                             R"({"args": {"stream": 7, "Collective name": ")"}) {
        const std::string text = "[" + event + "," + rest;
        const Recording r = loadText(text);
        QVERIFY2(r.error.empty(), text.c_str());
        QVERIFY2(r.events.size() == 1 && r.counts.elements == 1, text.c_str());
        QVERIFY2(count(r, "truncated") + count(r, "unclosed") >= 1, text.c_str());
        QVERIFY2(firstDifference(r, loadText(text, {.chunkBytes = event.size() + 3})).empty(), text.c_str());
    }
}

void TstReaderBroken::aBracketThatIsNeverClosedDoesNotSwallowTheRest() {
    std::string text = "[\n";
    const auto add = [&](int i) {
        text += R"({"ph": "X", "cat": "cpu_op", "name": "op", "pid": 1, "tid": 1, "ts": )" + std::to_string(i) +
                R"(, "dur": 1, "args": {"x": [1, 2]}},)" + "\n";
    };
    for (int i = 0; i < 10; ++i) add(i);
    text +=
        R"({"ph": "X", "cat": "cpu_op", "name": "bad", "pid": 1, "tid": 1, "ts": 10, "dur": 1, "args": {"x": [[1, 2}},)"
        "\n";
    for (int i = 11; i < 40'000; ++i) add(i);
    text += "{}]";
    const Recording r = loadText(text);
    QCOMPARE(r.counts.elements, 40'001u);
    QCOMPARE(r.counts.dropped, 0u);
    QCOMPARE(r.events.size(), std::size_t{40'000});
    QCOMPARE(count(r, "repaired_event"), 1u);
    const std::string difference = firstDifference(r, loadText(text, {.threads = 2, .chunkBytes = 64 << 10}));
    QVERIFY2(difference.empty(), difference.c_str());
}

void TstReaderBroken::nestedEventsInArgumentsAreNoEvents() {
    // Every chunk seems to end between two elements, and does not.
    std::string text = "{\"traceEvents\": [";
    for (int i = 0; i < 300; ++i) {
        text += std::string(i ? "," : "") + R"({"ph":"X","name":"outer","pid":1,"tid":1,"ts":)" + std::to_string(i) +
                R"(,"dur":1,"args":{"children":[)";
        for (int k = 0; k < 20; ++k) text += std::string(k ? "," : "") + R"({"name":"inner","ts":1},{"ph":"X"})";
        text += "]}}";
    }
    text += "]}";
    const Recording r = loadText(text);
    QCOMPARE(r.counts.elements, 300u);
    QCOMPARE(r.events.size(), std::size_t{300});
    QVERIFY(r.oddities.empty());
    for (const std::size_t chunk : {300u, 1000u, 5000u}) {
        const std::string difference = firstDifference(r, loadText(text, {.threads = 2, .chunkBytes = chunk}));
        QVERIFY2(difference.empty(), difference.c_str());
    }
}

void TstReaderBroken::valuesBeyondTheLimitsAreListed() {
    std::string deep(200'000, '[');
    deep += std::string(200'000, ']');
    const Recording nested = loadText(
        withMiddle(R"({"ph": "X", "name": "m", "pid": 1, "tid": 1, "ts": 20, "dur": 1, "args": {"x": )" + deep + "}}"));
    QCOMPARE(nested.events.size(), std::size_t{3});
    QCOMPARE(count(nested, "deep_nesting"), 1u);
    const std::string name(200'000, 'n');
    const Recording longName =
        loadText(withMiddle(R"({"ph": "X", "name": ")" + name + R"(", "pid": 1, "tid": 1, "ts": 20, "dur": 1})"));
    QCOMPARE(nameOf(longName.events[1]), name.substr(0, 65'536));
    QCOMPARE(count(longName, "limit_reached"), 1u);
    const std::string giant = withMiddle(
        R"({"ph": "X", "name": "m", "pid": 1, "tid": 1, "ts": 20, "dur": 1, "args": {"x": ")" + name + "\"}}");
    const Recording r = loadText(giant, {.chunkBytes = 4096, .maxEventBytes = 50'000});
    QVERIFY(holds(r, "name=first") && holds(r, "name=last"));
    QCOMPARE(r.counts.elements, 3u);
    QCOMPARE(r.counts.dropped, 1u);
    QCOMPARE(count(r, "limit_reached"), 1u);
}

void TstReaderBroken::aControlCharacterInsideANumberIsToldWithItsPlace_data() {
    QTest::addColumn<QByteArray>("member"); // # stands for the control character
    QTest::addColumn<int>("events");        // how many of the three are left
    QTest::newRow("time") << QByteArray(R"("ts": 2#.25)") << 2;
    QTest::newRow("duration") << QByteArray(R"("ts": 20.000, "dur": 1#)") << 3;
    QTest::newRow("process") << QByteArray(R"("ts": 20.000, "pid": 4#5)") << 3;
    QTest::newRow("thread") << QByteArray(R"("ts": 20.000, "tid": -7#)") << 3;
    QTest::newRow("correlation") << QByteArray(R"("ts": 20.000, "args": {"correlation": 12#3, "stream": 7})") << 3;
    QTest::newRow("argument") << QByteArray(R"("ts": 20.000, "args": {"stream": 7#})") << 3;
    QTest::newRow("shapes") << QByteArray(R"("ts": 20.000, "args": {"Input Dims": [[8, 1#6]]})") << 3;
    QTest::newRow("name") << QByteArray(R"("ts": 20.000, "name": 12#34)") << 3;
    QTest::newRow("counter") << QByteArray(R"("ts": 20.000, "ph": "C", "args": {"a": 1#2, "b": 3})") << 3;
    QTest::newRow("flow") << QByteArray(R"("ts": 20.000, "ph": "s", "id": 9#9)") << 3;
}

void TstReaderBroken::aControlCharacterInsideANumberIsToldWithItsPlace() {
    QFETCH(QByteArray, member);
    QFETCH(int, events);
    std::string middle = R"({"pid": 1, "tid": 2, )";
    if (!member.contains("\"ph\"")) middle += R"("ph": "X", )";
    if (!member.contains("\"dur\"")) middle += R"("dur": 3, )";
    if (!member.contains("\"name\"")) middle += R"("name": "middle", )";
    for (const char control : {'\0', '\1', '\x1a', '\x1f'}) {
        for (const char* repeat : {"#", "###"}) {
            std::string own = QByteArray(member).replace("#", repeat).toStdString();
            std::replace(own.begin(), own.end(), '#', control);
            const std::string text = withMiddle(middle + own + "}");
            QCOMPARE(neighboursAreWhole(text), std::string());
            const Recording r = loadText(text);
            QCOMPARE(r.events.size(), static_cast<std::size_t>(events));
            QCOMPARE(r.counts.elements, 3u);
            QVERIFY2(count(r, "control_char") == 1, (std::to_string(int{control}) + " " + repeat).c_str());
            for (const OddityEntry& entry : r.oddities.entries())
                if (entry.kind == OddityKind::ControlChar)
                    QCOMPARE(entry.samples.at(0).offset, std::uint64_t{text.find(control)});
            QVERIFY2(!holds(r, "correlation=12"), "a piece of a number is not used");
        }
    }
}

void TstReaderBroken::aNumberThatIsNoneIsTold() {
    const auto with = [](const char* args) {
        return loadText(withMiddle(
            std::string(R"({"ph": "X", "name": "m", "pid": 1, "tid": 2, "ts": 20, "dur": 1, "args": )") + args + "}"));
    };
    for (const char* args : {R"({"correlation": 12abc})", R"({"stream": 7..5})", R"({"External id": 1-2x})"}) {
        const Recording r = with(args);
        QCOMPARE(r.events.size(), std::size_t{3});
        QCOMPARE(count(r, "repaired_event"), 1u);
    }
    QCOMPARE(count(with(R"({"correlation": 1e999})"), "number_out_of_range"), 1u);
    QCOMPARE(with(R"({"stream": 7.0, "correlation": "none", "External id": 1.5})").oddities.total(), 0u);
}

QTEST_APPLESS_MAIN(TstReaderBroken)
#include "tst_reader_broken.moc"
