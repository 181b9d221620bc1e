#include "app/gui/program.h"

#include "app/gui/window/main_window.h"
#include "widgets/panels/box_style.h"
#include "widgets/pictures/picture_files.h"

#include <QApplication>
#include <QCommandLineParser>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

namespace lanescope::app {

namespace {

constexpr int kUsage = 2, kNotWritten = 5;
constexpr int kPollMs = 50;

struct Arguments {
    QStringList files, actions;
    QString theme, search, screenshot;
    QSize size;
    int afterMs = 500;
    bool sample = false;
};

// Fills `out`; a text when something is wrong with the command line.
QString parse(const QCoreApplication& application, Arguments& out) {
    QCommandLineParser parser;
    parser.setApplicationDescription("Viewer and analyser for GPU traces.");
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument("FILE", "Traces to open; the first is shown.", "[FILE...]");
    const QCommandLineOption theme("theme", "dark, light, contrast or system; for this run only.", "name");
    const QCommandLineOption sample("sample", "Open the sample trace.");
    const QCommandLineOption size("size", "Size of the window, for example 1600x1000.", "WxH");
    const QCommandLineOption search("search", "Search for this once the trace is shown.", "text");
    const QCommandLineOption run("run", "Run an action by its id once the trace is shown; may be repeated.", "id");
    const QCommandLineOption shot("screenshot", "Write a picture of the window once all is worked out, then quit.",
                                  "file");
    const QCommandLineOption after("after", "With --screenshot: wait so long before.", "ms", "500");
    parser.addOptions({theme, sample, size, search, run, shot, after});
    parser.process(application);
    out.files = parser.positionalArguments();
    out.actions = parser.values(run);
    out.theme = parser.value(theme);
    out.search = parser.value(search);
    out.screenshot = parser.value(shot);
    out.sample = parser.isSet(sample);
    out.afterMs = parser.value(after).toInt();
    const QStringList sides = parser.value(size).split(QLatin1Char('x'));
    if (parser.isSet(size)) {
        if (sides.size() == 2) out.size = QSize(sides[0].toInt(), sides[1].toInt());
        if (out.size.width() < 100 || out.size.height() < 100)
            return QStringLiteral("--size: expected WIDTHxHEIGHT, found '%1'").arg(parser.value(size));
    }
    if (!out.theme.isEmpty() && !QStringList{"dark", "light", "contrast", "system"}.contains(out.theme))
        return QStringLiteral("--theme: expected dark, light, contrast or system, found '%1'").arg(out.theme);
    return {};
}

// stderr is for errors. Qt complains about a runtime folder that nothing here needs.
void onlyWarnings(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtDebugMsg || type == QtInfoMsg || text.startsWith(QLatin1String("QStandardPaths:"))) return;
    std::fprintf(stderr, "lanescope: %s\n", qPrintable(text));
}

// Asked for words only: no display is needed for that.
bool wantsWordsOnly(int argc, char** argv) {
    const std::string_view words[] = {"-h", "--help", "--help-all", "-v", "--version"};
    for (int i = 1; i < argc; ++i)
        if (std::find(std::begin(words), std::end(words), std::string_view(argv[i])) != std::end(words)) return true;
    return false;
}

ThemeChoice choiceOf(const QString& word) {
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrast})
        if (word == QLatin1String(themeWord(choice))) return choice;
    return ThemeChoice::System;
}

// Waits until nothing is being worked out, runs the actions one after the other, then takes the picture.
class Script final : public QObject {
public:
    Script(MainWindow& window, Arguments arguments) : m_window(window), m_arguments(std::move(arguments)) {
        m_poll.setInterval(kPollMs);
        connect(&m_poll, &QTimer::timeout, this, &Script::advance);
        m_poll.start();
    }

private:
    void advance() {
        const bool wantsTrace = !m_arguments.files.isEmpty() || m_arguments.sample;
        const bool there =
            m_window.document().isOpen() || m_window.ranks().hasRanks() || m_window.banner().isVisible() || !wantsTrace;
        if (!m_window.isQuiet() || !there) return;
        if (!m_arguments.search.isEmpty()) {
            const QString query = std::exchange(m_arguments.search, QString());
            m_window.toolBar().omnibox().setText(query);
            return m_window.searching().search(query);
        }
        if (!m_arguments.actions.isEmpty()) {
            const QString id = m_arguments.actions.takeFirst();
            if (QAction* action = m_window.actionsOfWindow().of(id)) return action->trigger();
            std::fprintf(stderr, "lanescope: no action is called '%s'\n", qPrintable(id));
            return QCoreApplication::exit(kUsage);
        }
        m_poll.stop();
        if (!m_arguments.screenshot.isEmpty())
            QTimer::singleShot(m_arguments.afterMs, this, [this] {
                const bool written = m_window.grab().save(m_arguments.screenshot);
                if (!written) std::fprintf(stderr, "lanescope: cannot write %s\n", qPrintable(m_arguments.screenshot));
                QCoreApplication::exit(written ? 0 : kNotWritten);
            });
    }
    MainWindow& m_window;
    Arguments m_arguments;
    QTimer m_poll;
};

} // namespace

int runProgram(int argc, char** argv) {
    pictures::fixOrderOfFiles(); // those saved here are those of the picture program
    qInstallMessageHandler(onlyWarnings);
    std::signal(SIGXFSZ, SIG_IGN); // a file that grows too large is an error to tell, not the end of the program
    QCoreApplication::setApplicationName("Lanescope");
    QCoreApplication::setOrganizationName("Lanescope");
    QCoreApplication::setOrganizationDomain("lanescope.org");
    QCoreApplication::setApplicationVersion(LANESCOPE_VERSION);
    QGuiApplication::setDesktopFileName("org.lanescope.Lanescope");
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    Arguments arguments;
    if (wantsWordsOnly(argc, argv)) {
        const QCoreApplication words(argc, argv);
        parse(words, arguments); // prints and ends the program
    }
    QApplication application(argc, argv);
    if (const QString wrong = parse(application, arguments); !wrong.isEmpty()) {
        std::fprintf(stderr, "lanescope: %s\n", qPrintable(wrong));
        return kUsage;
    }
    const QPalette system = QApplication::palette(); // before it is changed
    QApplication::setStyle(new panels::BoxStyle);
    paint::loadFonts();
    QApplication::setFont(paint::font({12, 400, false}));
    QSettings settings(QSettings::IniFormat, QSettings::UserScope, "lanescope", "lanescope");
    MainWindow window({settings, system, loadTrace});
    if (!arguments.theme.isEmpty()) window.setThemeForThisRun(choiceOf(arguments.theme));
    if (arguments.size.isValid()) window.resize(arguments.size);
    window.show();
    // The first frame goes out before anything is read.
    QTimer::singleShot(0, &window, [&] {
        if (arguments.sample) window.loader().openSample();
        window.openFiles(arguments.files);
    });
    Script script(window, arguments);
    return QApplication::exec();
}

} // namespace lanescope::app
