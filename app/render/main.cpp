// lanescope-render: draws the timeline of a trace or a session into a picture file. Started by lanescope-cli; needs no
// display.
#include "app/render/parts/bench_frames.h"
#include "app/render/parts/bench_ranks.h"
#include "app/render/parts/options.h"
#include "app/render/parts/picture_source.h"
#include "app/render/parts/ranks_source.h"
#include "app/render/parts/report_source.h"
#include "app/render/parts/tiled_store.h"
#include "core/session/load_trace.h"
#include "widgets/pictures/picture_files.h"

#include <QGuiApplication>

#include <csignal>
#include <cstdio>

namespace {

using namespace lanescope;

int complain(const Error& error) {
    std::string text = "lanescope-render: " + error.text() + "\n";
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n') c = '?'; // names come from files
    std::fputs(text.c_str(), stderr);
    return render::exitCodeOf(error.code);
}

// stderr is for errors. Qt complains about a runtime folder that a picture does not need.
void onlyWarnings(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtDebugMsg || type == QtInfoMsg || text.startsWith(QLatin1String("QStandardPaths:"))) return;
    std::fprintf(stderr, "lanescope-render: %s\n", qPrintable(text));
}

Status benchFrames(const render::RenderOptions& options) {
    const auto load = render::loadOptionsOf(options);
    if (!load.ok()) return load.error();
    if (render::isOfRanks(options)) {
        const auto figures = render::benchRanks(options.ranks.inputs, *load, options.copies);
        if (!figures.ok()) return figures.error();
        std::fputs(figures->c_str(), stdout);
        return {};
    }
    RunContext context;
    const auto trace = loadTrace(options.file, *load, context);
    if (!trace.ok()) return trace.error();
    const auto store = options.copies > 1 ? render::tiled(*trace->store, options.copies) : trace->store;
    std::fputs(render::benchFrames(*store).c_str(), stdout);
    return {};
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string_view> arguments(argv + 1, argv + argc);
    for (const std::string_view word : arguments)
        if (word == "--help" || word == "-h") return std::fputs(render::help().c_str(), stdout), 0;
    const auto options = render::parseOptions(arguments);
    if (!options.ok()) return complain(options.error());
    std::signal(SIGXFSZ, SIG_IGN); // a file that grows too large is an error to tell
    pictures::fixOrderOfFiles();
    qputenv("QT_QPA_PLATFORM", "offscreen"); // nothing is shown, so no display is asked for
    qInstallMessageHandler(onlyWarnings);
    const QGuiApplication app(argc, argv);
    if (render::isReportName(options->file)) {
        const Status laidOut = render::layOutReport(*options);
        return laidOut.ok() ? 0 : complain(laidOut.error());
    }
    const auto warn = [](const Error& error) { complain(error); };
    const Status status = options->benchFrames          ? benchFrames(*options)
                          : render::isOfRanks(*options) ? render::drawRanks(*options, warn)
                                                        : render::drawPicture(*options, warn);
    return status.ok() ? 0 : complain(status.error());
}
