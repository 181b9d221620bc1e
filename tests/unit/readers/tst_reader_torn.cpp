// Events that are torn in two, and brackets that are none of the file's: what stands around them is all there, and the
// counts are those of what was written.
#include "tests/support/load_recording.h"
#include "tests/support/slow_reader.h"

#include <QtTest>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::test;

namespace {

std::string slice(const std::string& name, int ts) {
    return R"({"ph": "X", "cat": "kernel", "name": ")" + name + R"(", "pid": 0, "tid": 7, "ts": )" +
           std::to_string(ts) + R"(, "dur": 1, "args": {"grid": [1, [2, 3]], "stream": 7}})";
}

std::string documentOf(const std::string& elements) {
    return "{\"traceEvents\": [\n" + elements + "\n], \"schemaVersion\": 1}";
}

std::size_t namedCount(const Recording& r, const std::string& name) {
    return static_cast<std::size_t>(std::count_if(r.events.begin(), r.events.end(), [&](const std::string& e) {
        return e.find(" name=" + name + " ") != std::string::npos;
    }));
}

std::uint64_t count(const Recording& r, const char* word) {
    const auto counts = r.oddityCounts();
    const auto found = counts.find(word);
    return found == counts.end() ? 0 : found->second;
}

// The arguments alone are an object without a phase, which counts as one.
bool beginsLikeAnElement(const std::string& rest) { return rest[rest.find_first_not_of(' ')] == '{'; }

bool isSameInSmallChunks(const std::string& text, const Recording& whole) {
    for (const std::size_t chunk : {64u, 150u, 333u})
        if (!firstDifference(whole, loadText(text, {.threads = 2, .chunkBytes = chunk})).empty()) return false;
    return true;
}

} // namespace

class TstReaderTorn : public QObject {
    Q_OBJECT

private slots:
    void anEventWrittenIntoAnotherCostsThatOneAndCountsOnce() {
        const std::string mine = slice("mine", 20), other = slice("other", 21);
        for (std::size_t cut = 1; cut < mine.size(); ++cut) {
            if (beginsLikeAnElement(mine.substr(cut))) continue;
            for (const char* comma : {",\n", ""}) {
                const std::string text = documentOf(slice("first", 10) + ",\n" + mine.substr(0, cut) + other + comma +
                                                    mine.substr(cut) + ",\n" + slice("last", 30));
                if (readSlowly(text)) continue; // sound JSON with another meaning
                const Recording r = loadText(text);
                const std::string what = text.substr(text.find("first")) + "\n" + r.countsLine();
                for (const char* name : {"first", "other", "last"}) QVERIFY2(namedCount(r, name) == 1, what.c_str());
                QVERIFY2(r.counts.elements == 4, what.c_str());
                QVERIFY2(r.events.size() + r.counts.dropped == 4, what.c_str());
                QVERIFY2(r.oddities.total() > 0, what.c_str());
                QVERIFY2(r.info.schemaVersion == 1, what.c_str());
                QVERIFY2(isSameInSmallChunks(text, r), what.c_str());
            }
        }
    }

    void anEventWithoutItsBeginningCountsOnce() {
        const std::string mine = slice("mine", 20);
        // Up to its arguments: what is left of those cannot be told from the ends of other things.
        for (std::size_t cut = 1; cut < mine.find("\"grid\""); ++cut) {
            if (beginsLikeAnElement(mine.substr(cut))) continue;
            const std::string text =
                documentOf(slice("first", 10) + ",\n" + mine.substr(cut) + ",\n" + slice("last", 30));
            const Recording r = loadText(text);
            const std::string what = text.substr(text.find("first")) + "\n" + r.countsLine();
            QVERIFY2(namedCount(r, "first") == 1 && namedCount(r, "last") == 1, what.c_str());
            QVERIFY2(r.counts.elements == 3 && r.counts.dropped == 1 && r.counts.nonObjects == 0, what.c_str());
            QVERIFY2(count(r, "bad_event") == 1, what.c_str());
            QVERIFY2(isSameInSmallChunks(text, r), what.c_str());
        }
    }

    void aFalseEndOfTheArrayDoesNotHideWhatIsBehindIt_data() {
        QTest::addColumn<QString>("piece");
        QTest::newRow("a text and an array that stays open") << R"("text"], "some key": [)";
        QTest::newRow("behind a comma") << R"(, "text"], "some key": [)";
        QTest::newRow("an array with something in it") << R"(, "text"], "some key": [1, [2], )";
        QTest::newRow("an object that stays open") << R"(, "text"], "some key": {"a": 1, "b": )";
        QTest::newRow("arguments and their end") << R"( "text"], "Input Dims": [[1, 2], []], "Ev Idx": 5}},)";
        QTest::newRow("an array that goes on") << R"(, 2], [3], 4], "block": [128, 1, 1], "stream": 7}},)";
        QTest::newRow("texts that go on") << R"(], "a", "b"], "block": [128, 1, 1], "stream": 7}},)";
        QTest::newRow("a number") << R"(2], "block": [128, 1, 1], "stream": )";
    }
    void aFalseEndOfTheArrayDoesNotHideWhatIsBehindIt() {
        QFETCH(QString, piece);
        std::string elements;
        for (int i = 0; i < 40; ++i)
            elements += (i == 20 ? piece.toStdString() + "\n" : i > 0 ? ",\n" : "") + slice("a", i);
        const std::string text = documentOf(elements);
        const Recording r = loadText(text);
        QCOMPARE(r.error, "");
        // The one that the piece runs into may be lost with it.
        QVERIFY2(r.events.size() >= 39, r.countsLine().c_str());
        QVERIFY(r.oddities.total() > 0);
        QVERIFY(isSameInSmallChunks(text, r));
    }

    void bracketsTooManyBehindTheLastEventLoseNothing() {
        for (const char* stray : {"}", "}}", "]", "]}", "}]}"}) {
            const std::string text = documentOf(slice("first", 10) + ",\n" + slice("last", 30) + stray);
            const Recording r = loadText(text);
            QCOMPARE(r.events.size(), std::size_t{2});
            QVERIFY2(r.info.schemaVersion == 1, stray);
            QCOMPARE(count(r, "trailing_data"), 0u);
            QVERIFY2(r.oddities.total() > 0, stray);
            QVERIFY2(isSameInSmallChunks(text, r), stray);
        }
    }

    void twoExportsInOneFileAreOneTrace() {
        const std::string one = documentOf(slice("first", 10));
        const std::string array = "[" + slice("second", 30) + ",\n" + slice("third", 40) + "]";
        for (const std::string& second : {documentOf(slice("second", 30) + "," + slice("third", 40)), array}) {
            const std::string text = one + "\n" + second + "\n";
            const Recording r = loadText(text);
            QCOMPARE(r.error, "");
            QCOMPARE(r.counts.elements, 3u);
            QCOMPARE(r.events.size(), std::size_t{3});
            QVERIFY2(r.info.schemaVersion == 1, "what the first says of itself stays");
            QCOMPARE(r.oddities.total(), 1u);
            const OdditySample& sample = r.oddities.entries()[0].samples[0];
            QCOMPARE(sample.offset, std::uint64_t{one.size() + 1});
            QCOMPARE(sample.detail, "another trace: its events are read too");
            QVERIFY(isSameInSmallChunks(text, r));
        }
    }

    void aTraceOfAnotherRankOrClockIsNamedAndNotMixedWithTheFirst() {
        const auto ranked = [](int rank, const char* base) {
            return R"({"distributedInfo": {"rank": )" + std::to_string(rank) + R"(}, "baseTimeNanoseconds": )" + base +
                   R"(, "traceEvents": [)" + slice("a", 10) + "]}";
        };
        const std::string one = ranked(0, "1000");
        const std::pair<std::string, std::string> others[] = {
            {ranked(3, "1000"), "a trace of rank 3: not read"},
            {ranked(0, "2000"), "a trace whose times count from another moment: not read"}};
        for (const auto& [other, said] : others) {
            const Recording r = loadText(one + other + ranked(0, "1000"));
            QCOMPARE(r.events.size(), std::size_t{1});
            QCOMPARE(count(r, "trailing_data"), 1u);
            QCOMPARE(r.oddities.entries()[0].samples[0].detail, said);
            QCOMPARE(r.oddities.entries()[0].samples[0].offset, std::uint64_t{one.size()});
        }
        QCOMPARE(loadText(one + ranked(0, "1000")).events.size(), std::size_t{2});
    }

    void aDocumentThatIsNoTraceIsNamedAndTracesBehindItAreRead() {
        const std::string one = documentOf(slice("first", 10));
        const std::string other = R"({"schema": "1.1.1-chakra.0.0.4", "nodes": [{"id": 2, "name": "a"}]})";
        const Recording r = loadText(one + other + documentOf(slice("second", 30)));
        QCOMPARE(r.events.size(), std::size_t{2});
        QCOMPARE(count(r, "trailing_data"), 2u);
        QCOMPARE(r.oddities.entries()[0].samples[0].detail, "another document, no trace: not read");
        QCOMPARE(r.oddities.entries()[0].samples[1].detail, "another trace: its events are read too");
        for (const char* list : {"[1, 2, 3]", R"([{"id": 1}, {"id": 2}])", "[]"}) {
            const Recording lists = loadText(one + list);
            QCOMPARE(lists.counts.elements, 1u);
            QVERIFY2(lists.oddities.entries()[0].samples[0].detail == "another document, no trace: not read", list);
        }
    }

    void moreTracesInOneFileThanAreReadAreTold() {
        std::string text;
        for (int i = 0; i < 70; ++i) text += documentOf(slice("a", 10 * i));
        const Recording r = loadText(text);
        QCOMPARE(r.events.size(), std::size_t{64});
        QCOMPARE(count(r, "trailing_data"), 63u);
        QCOMPARE(count(r, "limit_reached"), 1u);
    }
};

QTEST_APPLESS_MAIN(TstReaderTorn)
#include "tst_reader_torn.moc"
