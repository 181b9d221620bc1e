// What the window with several ranks costs, without a screen: bench_ranks_page INPUT... (a folder, files). Wall and CPU
// time from the request to the first rows and to all rows, memory, how soon a load lets go, and CPU of the GUI thread
// for everything that one change of the view brings: timelines, selection, tables, heat map, words. One JSON object.
#include "app/gui/window/main_window.h"
#include "widgets/paint/fonts.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <numeric>
#include <string>

using namespace lanescope;

namespace {

double msOf(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}
double threadCpu() { return msOf(CLOCK_THREAD_CPUTIME_ID); }
double processCpu() { return msOf(CLOCK_PROCESS_CPUTIME_ID); }

std::int64_t memoryBytes(const std::string& wanted) {
    std::ifstream file("/proc/self/status");
    std::string key;
    std::int64_t kib = 0;
    while (file >> key) {
        if (key == wanted && file >> kib) return kib * 1024;
        file.ignore(1 << 16, '\n');
    }
    return 0;
}
std::string memory(const char* name) {
    return fmt::format("\"{0}_resident_bytes\": {1}, \"{0}_anonymous_bytes\": {2}", name, memoryBytes("VmRSS:"),
                       memoryBytes("RssAnon:"));
}

// The longest stretch of CPU that the GUI thread needed for one round of events.
struct Longest {
    double ms = 0;
    template <class Done>
    bool until(Done done, int wallMs) {
        QElapsedTimer clock;
        clock.start();
        while (!done()) {
            if (clock.elapsed() > wallMs) return false;
            const double begin = threadCpu();
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
            ms = std::max(ms, threadCpu() - begin);
        }
        return true;
    }
};

class Bench {
public:
    explicit Bench(app::MainWindow& window) : m_window(window) { m_wake.start(5); }

    app::RanksController& ranks() { return m_window.ranks(); }
    ranksview::RanksDocument& document() { return ranks().document(); }
    timeline::ViewState& view() { return ranks().page().view(); }

    bool areInViewOpen() {
        if (!ranks().isShown() || !document().isOpen()) return false;
        const auto inView = ranks().page().timelines().recordsInView();
        return std::none_of(inView.begin(), inView.end(), [&](std::size_t r) { return document().wantsTrace(r); });
    }

    std::string open(const QStringList& inputs) {
        QElapsedTimer wall;
        wall.start();
        const double cpu = processCpu();
        Longest longest;
        m_window.openFiles(inputs);
        if (!longest.until([&] { return ranks().isShown(); }, 600'000)) return {};
        const qint64 page = wall.elapsed();
        longest.until([&] { return areInViewOpen(); }, 600'000);
        const qint64 rows = wall.elapsed();
        longest.until([&] { return m_window.isQuiet(); }, 600'000);
        return fmt::format("\"page_wall_ms\": {}, \"rows_in_view_wall_ms\": {}, \"all_wall_ms\": {}, \"all_cpu_ms\": "
                           "{:.0f}, \"gui_longest_cpu_ms\": {:.1f}, \"ranks\": {}, \"timelines\": {}, \"events\": {}",
                           page, rows, wall.elapsed(), processCpu() - cpu, longest.ms, document().set().records.size(),
                           document().openCount(), document().job().events);
    }

    // Asked to stop after some ms: when the window is free, and when no worker does anything any more.
    std::string cancel(const QStringList& inputs) {
        qint64 free = 0, still = 0;
        int stopped = 0;
        for (const int after : {20, 50, 100, 200, 400}) {
            m_window.openFiles(inputs);
            QElapsedTimer clock;
            clock.start();
            Longest().until([&] { return clock.elapsed() >= after; }, 10'000);
            if (!ranks().isLoading()) break;
            clock.restart();
            ranks().cancel();
            free = std::max(free, clock.elapsed());
            still = std::max(still, untilStill());
            ++stopped;
        }
        return fmt::format("\"cancelled\": {}, \"cancel_free_ms\": {}, \"cancel_still_ms\": {}", stopped, free, still);
    }

    // Until the other threads need no CPU for some ms.
    static qint64 untilStill() {
        constexpr int kStillMs = 12;
        const auto others = [] { return processCpu() - threadCpu(); };
        QElapsedTimer clock;
        clock.start();
        qint64 last = 0;
        double used = others();
        while (clock.elapsed() - last < kStillMs && clock.elapsed() < 60'000) {
            QThread::msleep(1);
            const double now = others();
            if (now - used > 0.05) last = clock.elapsed();
            used = now;
        }
        return last;
    }

    // CPU of the GUI thread from a change to the picture.
    template <class Change>
    double median(Change change) {
        std::vector<double> times;
        for (int i = 0; i < 25; ++i) {
            const double begin = threadCpu();
            change(i);
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
            if (i >= 4) times.push_back(threadCpu() - begin);
        }
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

    void show(TimeRange range) {
        view().show(range, timeline::Motion::Instant);
        QCoreApplication::processEvents();
    }

    std::string frames(const char* name, TimeRange range) {
        show(range);
        choose(range);
        const double zoom = median([&](int) { view().zoomAt(view().canvasWidth() / 2, 1.02); });
        show(range);
        const double pan = median([&](int) { view().panBy(7); });
        show(range);
        const double pointer = median([&](int i) { move({300.0 + 7 * i, 60.0 + 11 * i}); });
        const double scroll = median([&](int i) { ranks().page().timelines().setScrollY(i % 2 == 0 ? 40 : 0); });
        return fmt::format("    \"{}\": {{\"zoom_ms\": {:.2f}, \"pan_ms\": {:.2f}, \"pointer_ms\": {:.2f}, "
                           "\"scroll_ms\": {:.2f}}}",
                           name, zoom, pan, pointer, scroll);
    }

    std::string zooms() {
        const TimeRange whole = document().extent();
        const auto around = [&](std::int64_t ns) {
            const RankTime middle = whole.begin + whole.length() / 2;
            return TimeRange{middle - Ns{ns / 2}, middle + Ns{ns / 2}};
        };
        TimeRange step = around(whole.length().count() / 600);
        if (document().step()) step = document().stepRange(*document().step()).value_or(step);
        return fmt::format("{{\n{},\n{},\n{},\n{}}}", frames("whole", whole),
                           frames("tenth", around(whole.length().count() / 10)), frames("step", step),
                           frames("10ms", around(10'000'000)));
    }

private:
    void choose(TimeRange range) {
        std::optional<std::size_t> best;
        const auto off = [&](std::size_t m) {
            const TimeRange own = document().collectiveRange(m);
            return std::abs((own.begin - range.begin + (own.end - range.end)).count());
        };
        for (std::size_t m = 0; m < document().measured().size(); ++m)
            if (!best || off(m) < off(*best)) best = m;
        document().chooseCollective(best);
        QCoreApplication::processEvents();
    }

    void move(QPointF at) {
        QWidget& canvas = ranks().page().timelines();
        QMouseEvent event(QEvent::MouseMove, at, canvas.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&canvas, &event);
    }

    app::MainWindow& m_window;
    QTimer m_wake; // rounds of events are short
};

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QStringList inputs = QApplication::arguments().mid(1);
    if (inputs.isEmpty()) return std::fputs("bench_ranks_page INPUT...\n", stderr), 2;
    paint::loadFonts();
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    settings.setValue(QStringLiteral("view/theme"), QStringLiteral("dark"));
    settings.setValue(QStringLiteral("view/reduceMotion"), true);
    app::MainWindow window({settings, QPalette(), loadTrace});
    window.resize(1600, 1000);
    window.show();
    QCoreApplication::processEvents();
    Bench bench(window);
    const std::string opened = bench.open(inputs);
    if (opened.empty()) return std::fputs("these are no ranks\n", stderr), 1;
    const std::string memoryThen = memory("opened");
    std::string out = fmt::format("{{\n  {},\n  {},\n  \"frames\": {}", opened, memoryThen, bench.zooms());
    std::vector<std::size_t> all(bench.document().set().records.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (all.size() > bench.document().shown().size()) {
        bench.document().setShown(all);
        Longest longest;
        longest.until([&] { return bench.areInViewOpen() && window.isQuiet(); }, 600'000);
        out += fmt::format(",\n  \"all_shown_longest_cpu_ms\": {:.1f}, {},\n  \"all_shown\": {}", longest.ms,
                           memory("all_shown"), bench.zooms());
    }
    out += fmt::format(",\n  {}, \"peak_bytes\": {}\n}}\n", bench.cancel(inputs), memoryBytes("VmHWM:"));
    std::fputs(out.c_str(), stdout);
    return 0;
}
