// The real window with settings of its own and a small generated trace, for tests that drive it by keys and mouse.
#pragma once

#include "app/gui/window/main_window.h"
#include "tests/support/synth_case.h"
#include "widgets/paint/fonts.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace lanescope::testing {

// A healthy trace of a few steps; written once per test program.
inline const SynthCase& smallTrace() {
    static const SynthCase trace = [] {
        synth::SynthOptions options;
        options.steps = 4;
        options.withStack = true;
        return SynthCase(options, "small.json");
    }();
    return trace;
}
inline QString smallTracePath() { return QString::fromStdString(smallTrace().files.at(0).trace.string()); }

struct WindowFixture {
    explicit WindowFixture(jobs::TraceLoader::LoadFunction load = loadTrace)
        : settings(folder.filePath("settings.ini"), QSettings::IniFormat) {
        paint::loadFonts();
        settings.setValue("view/reduceMotion", true); // no animation: every act is done when it returns
        settings.setValue("view/theme", "dark");
        window = std::make_unique<app::MainWindow>(app::MainWindow::Options{settings, QPalette(), std::move(load)});
        window->resize(1600, 1000);
        window->show();
        if (!QTest::qWaitForWindowActive(window.get())) qWarning("the window did not become active");
    }

    bool waitUntilQuiet(int ms = 20'000) {
        return QTest::qWaitFor([this] { return window->isQuiet(); }, ms);
    }
    bool open(const QString& path) {
        window->openFiles({path});
        return waitUntilQuiet() && window->document().isOpen() && !window->document().isPartial();
    }

    app::MainWindow& w() { return *window; }
    timeline::TimelineWidget& canvas() { return window->page().canvas(); }
    const TraceStore& store() { return window->document().store(); }
    void key(Qt::Key k, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : window.get(), k, modifiers);
    }
    void act(const char* id) { window->actionsOfWindow().of(id)->trigger(); }

    // The first slice that fits: GPU work with a launch.
    SliceId launchedKernel(std::uint32_t skip = 0) {
        for (std::uint32_t row = 0; row < store().slices().size(); ++row)
            if (store().role(SliceId{row}) == Role::Kernel && store().launchOf(SliceId{row}) && skip-- == 0)
                return SliceId{row};
        qFatal("the trace has no launched kernel");
    }
    // Zooms so that the slice is 200 px wide, its row in view, and returns its middle in px of the canvas widget.
    QPoint bringIntoView(SliceId slice) {
        const RankTime middle = store().start(slice) + store().duration(slice) / 2;
        const Ns half = std::max(Ns{1}, store().duration(slice) * 3);
        window->view().show({middle - half, middle + half}, timeline::Motion::Instant);
        canvas().revealRow(slice);
        const auto rect = canvas().rectOf(slice);
        if (!rect) qFatal("the slice is not in view");
        return rect->center().toPoint();
    }

    QTemporaryDir folder;
    QSettings settings;
    std::unique_ptr<app::MainWindow> window;
};

} // namespace lanescope::testing
