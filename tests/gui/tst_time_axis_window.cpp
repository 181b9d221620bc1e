// What the time axis counts in, chosen by menu, keys and palette, and what follows it.
#include "tests/gui/window_fixture.h"

#include <QDateTime>
#include <QMenuBar>
#include <QTimeZone>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

constexpr qint64 kBase = 1'767'189'312'000'000'000; // baseTimeNanoseconds of generated traces

// What a clock reads at a time of the file, by Qt's own calendar: "14:03:07.123".
QString clockAt(RankTime time, const QTimeZone& zone) {
    const qint64 ms = (kBase + count(time)) / 1'000'000;
    return QDateTime::fromMSecsSinceEpoch(ms, zone).toString(QStringLiteral("HH:mm:ss.zzz"));
}

} // namespace

class TestTimeAxisWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        qputenv("TZ", "XYZ-5:30"); // 5 h 30 min east
        tzset();
    }
    void init() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
        f->w().view().fitAll(timeline::Motion::Instant);
        f->canvas().setFocus();
    }
    void cleanup() { f.reset(); }

    void theMenuHasTheFiveClocksAndOneIsChosen() {
        const QList<QAction*> clocks = f->w().actionsOfWindow().inSubmenu("Time axis");
        QStringList texts, checked;
        for (const QAction* action : clocks) {
            texts << action->text();
            if (action->isChecked()) checked << action->text();
            QVERIFY(!action->property("keys").toString().isEmpty());
        }
        QCOMPARE(texts, (QStringList{"from the step", "from the start of the trace", "timecode", "UTC time of day",
                                     "local time of day"}));
        QCOMPARE(checked, QStringList{"from the step"});
    }

    void aKeyChangesTheClockOfRulerAndCursor() {
        f->w().navigator().selectStep(1);
        QVERIFY(rulerWords().contains(QString::fromStdString(f->canvas().currentView().zeroName)));
        f->key(Qt::Key_U, Qt::AltModifier | Qt::ShiftModifier);
        QVERIFY(rulerWords().contains(QStringLiteral("UTC")));
        const QPoint at(700, 300);
        QMouseEvent move(QEvent::MouseMove, QPointF(at), f->canvas().mapToGlobal(QPointF(at)), Qt::NoButton, {}, {});
        QApplication::sendEvent(&f->canvas(), &move);
        const auto time = f->w().selection().pointer();
        QVERIFY(time);
        const QString clock = clockAt(*time, QTimeZone::utc());
        QVERIFY2(chip().startsWith(clock), qPrintable(chip() + " should be " + clock));
        QVERIFY2(f->w().status().texts().join('|').contains("cursor " + clock),
                 qPrintable(f->w().status().texts().join('|')));
        f->key(Qt::Key_L, Qt::AltModifier | Qt::ShiftModifier);
        QVERIFY(rulerWords().contains(QStringLiteral("local")));
        QVERIFY(chip().startsWith(clockAt(*time, QTimeZone(19'800))));
        f->key(Qt::Key_C, Qt::AltModifier | Qt::ShiftModifier);
        const qint64 ms = (*time - f->store().extent().begin).count() / 1'000'000;
        QVERIFY(chip().startsWith(QTime(0, 0).addMSecs(static_cast<int>(ms)).toString("HH:mm:ss.zzz")));
        f->key(Qt::Key_T, Qt::AltModifier | Qt::ShiftModifier);
        QVERIFY(rulerWords().contains(QStringLiteral("trace")));
        QVERIFY(chip().startsWith(QLatin1Char('+')));
        f->key(Qt::Key_S, Qt::AltModifier | Qt::ShiftModifier);
        QVERIFY(!rulerWords().contains(QStringLiteral("trace")));
    }

    void theClockIsRememberedForTheNextWindow() {
        f->act("axis.timecode");
        QCOMPARE(f->settings.value("view/axis").toString(), QStringLiteral("timecode"));
        app::MainWindow next({f->settings, QPalette(), loadTrace});
        QCOMPARE(int(next.view().axisClock()), int(AxisClock::Timecode));
    }

    void goingToWhatAClockReadsGoesThere() {
        const RankTime start = f->store().extent().begin;
        const RankTime wanted = start + f->store().extent().length() / 2;
        f->act("axis.utc");
        const RankTime ms = rankTime((kBase + count(wanted)) / 1'000'000 * 1'000'000 - kBase); // as it is written
        f->w().view().show({start, start + f->store().extent().length() / 10}, timeline::Motion::Instant);
        QCOMPARE(f->w().navigator().goTo(clockAt(wanted, QTimeZone::utc())), QString());
        const TimeRange seen = f->w().view().target().visible();
        QVERIFY(isMiddle(seen, ms));
        f->act("axis.timecode");
        const qint64 half = f->store().extent().length().count() / 2 / 1'000'000; // ms
        QCOMPARE(f->w().navigator().goTo(QTime(0, 0).addMSecs(static_cast<int>(half)).toString("HH:mm:ss.zzz")),
                 QString());
        const TimeRange then = f->w().view().target().visible();
        QVERIFY(isMiddle(then, start + Ns{half * 1'000'000}));
    }

    void aTraceWithoutATimeOfDaySaysSoAndCountsFromItsStart() {
        QFile file(f->folder.filePath("plain.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":5,"dur":1000}]})");
        file.close();
        QVERIFY(f->open(file.fileName()));
        f->act("axis.utc");
        QVERIFY2(f->w().status().texts().join('|').contains("does not say when it was recorded"),
                 qPrintable(f->w().status().texts().join('|')));
        QVERIFY(rulerWords().contains(QStringLiteral("trace")));
        QVERIFY(rulerWords().filter(QStringLiteral(":")).isEmpty());
    }

    void aSessionKeepsItsClock() {
        f->act("axis.local");
        QCOMPARE(QString::fromStdString(f->w().session().now().view.axis), QStringLiteral("local"));
    }

private:
    bool isMiddle(const TimeRange& range, RankTime time) { // to two px
        const Ns away = range.begin + range.length() / 2 - time;
        return std::abs(f->w().view().scale().px(away)) <= 2;
    }
    QStringList rulerWords() {
        QStringList out;
        for (const scene::Layer& layer : f->canvas().frameScene().layers)
            for (const scene::Label& label : layer.labels)
                if (label.baseline < scene::kRulerHeight) out << QString::fromStdString(label.text);
        return out;
    }
    // The time in the ruler above the pointer.
    QString chip() {
        scene::Scene over;
        scene::buildOverlay(f->canvas().currentData(), f->canvas().currentView(), f->canvas().overlayState(), m_fonts,
                            over);
        for (const scene::Layer& layer : over.layers)
            for (const scene::Label& label : layer.labels)
                if (label.baseline < scene::kRulerHeight) return QString::fromStdString(label.text);
        return {};
    }

    std::unique_ptr<WindowFixture> f;
    paint::Fonts m_fonts;
};

QTEST_MAIN(TestTimeAxisWindow)
#include "tst_time_axis_window.moc"
