// Idle time of generated traces by owner: the generator knows who owned each gap from its own model of host and GPU.
#include "core/analysis/idle/gap_owners.h"
#include "core/base/json.h"
#include "core/session/load_trace.h"
#include "core/synth/synth.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanescope;

namespace {

std::int64_t at(const Json& object, std::string_view key) {
    const Json* value = object.find(key);
    return value ? value->asInteger().value_or(-1) : -1;
}

void compare(const IdleSums& sums, const Json& owners, const std::string& where) {
    for (std::size_t i = 0; i < kIdleParts; ++i) {
        const auto part = static_cast<IdlePart>(i);
        const std::string word(idlePartWord(part));
        // The generator keeps apart what nothing follows.
        const std::int64_t wanted = at(owners, word) + (part == IdlePart::Unknown ? at(owners, "nothing_follows") : 0);
        QVERIFY2(sums.main(part) == wanted,
                 qPrintable(QString("%1 %2: %3 instead of %4")
                                .arg(QString::fromStdString(where), QString::fromStdString(word))
                                .arg(sums.main(part))
                                .arg(wanted)));
    }
}

} // namespace

class TestIdleAnswers : public QObject {
    Q_OBJECT

private slots:
    void everyGeneratedGapIsPutDownToWhatCausedIt_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("ranks");
        for (const synth::KindInfo& kind : synth::kinds())
            for (const int seed : {1, 7}) {
                const QString id = QString::fromUtf8(kind.id.data(), static_cast<qsizetype>(kind.id.size()));
                QTest::addRow("%s, seed %d", qPrintable(id), seed) << id << seed << static_cast<int>(kind.defaultRanks);
            }
    }
    void everyGeneratedGapIsPutDownToWhatCausedIt() {
        QFETCH(QString, kind);
        QFETCH(int, seed);
        QFETCH(int, ranks);
        QTemporaryDir folder;
        synth::SynthOptions options;
        options.kind = kind.toStdString();
        options.seed = static_cast<std::uint64_t>(seed);
        options.ranks = static_cast<unsigned>(ranks);
        RunContext run;
        const auto files = synth::write(options, (folder.path() + "/trace.json").toStdString(), run);
        QVERIFY2(files.ok(), files.ok() ? "" : files.error().text().c_str());
        LoadOptions load;
        load.useIndex = false;
        const auto trace = loadTrace(files->front().trace, load, run);
        QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
        QFile answersFile(QString::fromStdString(files->front().answers.string()));
        QVERIFY(answersFile.open(QIODevice::ReadOnly));
        const auto answers = parseJson(answersFile.readAll().toStdString(), "answers");
        QVERIFY(answers.ok());

        const Json& device = answers->find("devices")->elements().at(0);
        const DeviceIdle idle = GapFinder(*trace->store).find(collectDeviceWork(*trace->store).at(0));
        const auto within = [&idle](const Json& window) {
            const Json::Array& range = window.find("window_ns")->elements();
            return idleWithin(idle, *range[0].asInteger(), *range[1].asInteger());
        };
        compare(within(*device.find("whole")), *device.find("idle_owner_ns"), "whole");
        for (const Json& step : device.find("steps")->elements())
            compare(within(*step.find("by_window")), *step.find("idle_owner_ns"), *step.find("name")->asText());
    }
};

QTEST_APPLESS_MAIN(TestIdleAnswers)
#include "tst_idle_answers.moc"
