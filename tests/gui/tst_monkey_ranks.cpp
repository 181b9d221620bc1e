// Random actions on the page of several ranks, in the real window: every action of the table that asks for no file,
// keys, drags over rows and clocks, wheels, the heat map, tabs, choices of ranks, groups and steps, panes, alignment,
// sessions, loads that are stopped, sizes and themes. It must not fall over, hang, or lose its state. LANESCOPE_MONKEY
// says how many (600); LANESCOPE_MONKEY_SEED which.
#include "tests/gui/ranks_monkey.h"

#include <QDialog>
#include <QTimer>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

// Qt ends a test function after five minutes; thousands of acts under a sanitizer take longer.
const bool kPatient =
    qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT") || qputenv("QTEST_FUNCTION_TIMEOUT", "7000000");

bool copyJob(const SynthCase& made, const QString& to) {
    if (!QDir().mkpath(to)) return false;
    for (const auto& file : made.files) {
        const QString from = QString::fromStdString(file.trace.string());
        if (!QFile::copy(from, to + "/" + QFileInfo(from).fileName())) return false;
    }
    return true;
}

const SynthCase& anotherRun() {
    static const SynthCase made = [] {
        synth::SynthOptions options;
        options.kind = "straggler";
        options.ranks = 3;
        options.steps = 4;
        options.seed = 7;
        return SynthCase(options, "run");
    }();
    return made;
}

void closeDialogs() {
    if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    for (QWidget* top : QApplication::topLevelWidgets())
        if (qobject_cast<QDialog*>(top) && top->isVisible()) top->close();
}

} // namespace

class TestMonkeyRanks : public QObject {
    Q_OBJECT
private slots:
    void randomActionsOnRanksDoNoHarm() {
        const int wanted =
            qEnvironmentVariableIsSet("LANESCOPE_MONKEY") ? qEnvironmentVariableIntValue("LANESCOPE_MONKEY") : 600;
        const unsigned seed = qEnvironmentVariableIsSet("LANESCOPE_MONKEY_SEED")
                                  ? static_cast<unsigned>(qEnvironmentVariableIntValue("LANESCOPE_MONKEY_SEED"))
                                  : 1;
        QVERIFY(kPatient);
        Inputs inputs;
        inputs.job = inputs.folder.filePath("job");
        inputs.other = inputs.folder.filePath("run");
        inputs.single = inputs.folder.filePath("single.json");
        inputs.session = inputs.folder.filePath("ranks.lanescope");
        QVERIFY(copyJob(fourSlowRanks(), inputs.job) && copyJob(anotherRun(), inputs.other));
        QVERIFY(QFile::copy(smallTracePath(), inputs.single));
        RanksFixture f;
        QVERIFY(f.openAll({inputs.job}));
        QTimer closer; // a dialog that runs a loop of its own
        connect(&closer, &QTimer::timeout, this, &closeDialogs);
        closer.start(100);
        RanksMonkey monkey(f, inputs, seed);
        for (int i = 0; i < wanted; ++i) {
            monkey.act();
            if (i % 3 == 0) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
            closeDialogs();
            check(f, i, monkey.last());
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(f.w().isQuiet() || f.waitUntilQuiet(60'000));
        if (!f.w().ranks().hasRanks()) QVERIFY(f.openAll({inputs.job}));
        f.w().ranks().show();
        QVERIFY(!f.page().timelines().picture(1).isNull());
    }

private:
    // What must hold after every act.
    void check(RanksFixture& f, int i, const QString& last) {
        const QByteArray what = QStringLiteral("act %1: %2").arg(i).arg(last).toUtf8();
        QVERIFY2(f.w().isVisible(), what.constData());
        if (!f.w().ranks().hasRanks()) return;
        const ranksview::RanksDocument& doc = f.doc();
        const std::size_t ranks = doc.set().records.size();
        QVERIFY2(!doc.shown().empty() && doc.shown().back() < ranks, what.constData());
        QVERIFY2(doc.set().alignment.ranks.size() == ranks, what.constData());
        QVERIFY2(!doc.collective() || *doc.collective() < doc.measured().size(), what.constData());
        if (const auto slice = doc.slice()) {
            QVERIFY2(slice->record < ranks, what.constData());
            const auto* trace = doc.trace(slice->record);
            QVERIFY2(!trace || slice->slice.value < trace->trace.store->slices().size(), what.constData());
        }
        const TimeScale& scale = f.page().view().target();
        QVERIFY2(scale.nsPerPx() > 0 && scale.visible().begin < scale.visible().end, what.constData());
        checkTimeline(f.page().timelines(), doc, what);
        if (auto* second = f.page().panes().second())
            checkTimeline(*second, f.page().panes().isOfOtherRun() ? f.page().panes().run() : doc, what);
    }

    void checkTimeline(rankpanels::RanksTimeline& timeline, const ranksview::RanksDocument& doc,
                       const QByteArray& what) {
        QVERIFY2(!timeline.range() || timeline.range()->begin <= timeline.range()->end, what.constData());
        double y = 0;
        for (const scene::RanksRow& row : timeline.layout().rows) {
            QVERIFY2(row.y == y && row.height > 0, what.constData());
            y += row.height;
            if (row.what == scene::RanksRow::What::KindGroup) continue;
            QVERIFY2(row.rank < timeline.records().size(), what.constData());
            const auto* trace = doc.trace(timeline.records()[row.rank]);
            if (row.what == scene::RanksRow::What::Timeline)
                QVERIFY2(trace && row.row < trace->tree.rows().size(), what.constData());
        }
    }
};

QTEST_MAIN(TestMonkeyRanks)
#include "tst_monkey_ranks.moc"
