// lanescope-render: draws the timeline of one trace into a picture file. Started by lanescope-cli; needs no display.
#include "app/render/parts/bench_frames.h"
#include "app/render/parts/options.h"
#include "app/render/parts/report_source.h"
#include "app/render/parts/session_source.h"
#include "app/render/parts/tiled_store.h"
#include "core/analysis/findings/find_findings.h"
#include "core/analysis/idle/gap_owners.h"
#include "core/base/atomic_file.h"
#include "core/notes/notes_file.h"
#include "core/session/load_trace.h"
#include "core/session_file/session_file.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/scene/queue_curves.h"
#include "widgets/scene/rank_bands.h"

#include <QGuiApplication>
#include <QHashFunctions>

#include <cctype>
#include <cstdio>
#include <fstream>
#include <sstream>

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

Result<LoadOptions> loadOptions(const render::RenderOptions& options) {
    LoadOptions out;
    out.rank = options.rank;
    out.useIndex = options.useIndex;
    if (options.rulesFile.empty()) return out;
    std::ifstream file(options.rulesFile, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file)
        return Error{ErrorCode::NotReadable, "the rules cannot be read", options.rulesFile,
                     "check the name of the file"};
    auto rules = KindRules::withUserRules(text.str());
    if (!rules.ok()) return rules.error();
    out.rules = std::move(*rules);
    return out;
}

std::vector<std::string> words(const std::string& list) {
    std::vector<std::string> out;
    std::istringstream stream(list);
    for (std::string word; std::getline(stream, word, ',');)
        if (!word.empty()) out.push_back(word);
    return out;
}

paint::ThemeId themeOf(const std::string& name) {
    if (name == "light") return paint::ThemeId::Light;
    if (name == "print") return paint::ThemeId::Print;
    return name == "contrast" ? paint::ThemeId::HighContrast : paint::ThemeId::Dark;
}

scene::BandData bandsFor(const TraceStore& store, const std::vector<DeviceWork>& devices) {
    GapFinder finder(store);
    std::vector<DeviceIdle> idle;
    for (const DeviceWork& device : devices) idle.push_back(finder.find(device));
    scene::BandData bands = scene::bandsOf(devices, idle);
    scene::addRankBands(bands, store, devices, scene::IdleOwners::Found);
    return bands;
}

// The notes to draw. A file that was named must be there; one beside the trace that cannot be read is said.
Result<std::vector<notes::Note>> notesFor(const render::RenderOptions& options, const LoadedTrace& trace) {
    if (options.notes == "none") return std::vector<notes::Note>{};
    const notes::TraceClock clock{trace.store->info().baseTimeNs, trace.store->info().rank};
    if (options.notes != "beside") {
        const auto text = readSmallFile(options.notes, notes::kMostFileBytes);
        if (!text.ok()) return text.error();
        auto parsed = notes::parseNotes(*text, options.notes, clock);
        if (!parsed.ok()) return parsed.error();
        return std::move(parsed->notes);
    }
    auto loaded = notes::loadNotes(notes::placesFor(trace.path, trace.member, notes::userNotesFolder()), clock);
    if (loaded.ok()) return std::move(loaded->document.notes);
    complain(loaded.error());
    return std::vector<notes::Note>{};
}

pictures::TimelinePictureOptions pictureOptions(const render::RenderOptions& options, const TraceStore& store,
                                                const std::vector<DeviceWork>& devices) {
    using Options = pictures::TimelinePictureOptions;
    Options picture;
    picture.width = options.width;
    if (options.height) picture.height = *options.height;
    picture.step = options.step;
    picture.tracks = words(options.tracks);
    picture.title = options.title;
    picture.headerWidth = options.headerWidth;
    if (!options.plain) {
        picture.numbersOf = &devices;
        picture.method = Options::Method::Told;
    }
    if (options.redact) picture.paths = Options::Paths::Removed;
    if (options.range) {
        const RankTime zero = store.extent().begin;
        picture.range = TimeRange{zero + Ns{options.range->beginNs}, zero + Ns{options.range->endNs}};
    }
    return picture;
}

Status draw(const render::RenderOptions& options) {
    if (!options.benchFrames && !pictures::isPictureName(options.output)) // before a long load, not after it
        return Error{ErrorCode::Usage, "expected a name that ends in .png, .svg or .pdf", options.output, ""};
    auto load = loadOptions(options);
    if (!load.ok()) return load.error();
    RunContext context;
    const auto trace = loadTrace(options.file, *load, context);
    if (!trace.ok()) return trace.error();
    if (options.benchFrames) {
        const auto store = options.copies > 1 ? render::tiled(*trace->store, options.copies) : trace->store;
        std::fputs(render::benchFrames(*store).c_str(), stdout);
        return {};
    }
    const TraceStore& store = *trace->store;
    const std::vector<DeviceWork> devices = collectDeviceWork(store);
    RowTreeOptions rows;
    rows.counters = scene::countersWithQueues(store, devices);
    const RowTree tree = buildRowTree(store, rows);
    pictures::TimelinePictureOptions picture = pictureOptions(options, store, devices);
    auto list = notesFor(options, *trace);
    if (!list.ok()) return list.error();
    picture.notes = std::move(*list);
    const auto findings = findFindings(store, {}, context); // brackets above the rows
    if (findings.ok() && !options.noFindings) picture.findings = &*findings;
    paint::Fonts fonts;
    const auto drawn = pictures::timelinePicture(store, tree, bandsFor(store, devices), picture, fonts);
    if (!drawn.ok()) return drawn.error();
    const paint::Theme theme = paint::Theme::of(themeOf(options.theme));
    return pictures::save(*drawn, theme, options.scale, fonts, options.output);
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string_view> arguments(argv + 1, argv + argc);
    for (const std::string_view word : arguments)
        if (word == "--help" || word == "-h") return std::fputs(render::help().c_str(), stdout), 0;
    const auto options = render::parseOptions(arguments);
    if (!options.ok()) return complain(options.error());
    QHashSeed::setDeterministicGlobalSeed(); // files must not depend on the order of hash tables
    qputenv("QT_QPA_PLATFORM", "offscreen"); // nothing is shown, so no display is asked for
    qInstallMessageHandler(onlyWarnings);
    const QGuiApplication app(argc, argv);
    if (render::isReportName(options->file)) {
        const Status laidOut = render::layOutReport(*options);
        return laidOut.ok() ? 0 : complain(laidOut.error());
    }
    const bool isSession = session::isSessionName(options->file) && !options->benchFrames;
    const auto warn = [](const Error& error) { complain(error); };
    const Status status = isSession ? render::drawSession(*options, warn) : draw(*options);
    return status.ok() ? 0 : complain(status.error());
}
