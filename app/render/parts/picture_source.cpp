#include "app/render/parts/picture_source.h"

#include "app/render/parts/view_options.h"
#include "core/analysis/findings/find_findings.h"
#include "core/base/atomic_file.h"
#include "core/notes/notes_file.h"
#include "core/session_file/session_file.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/session_picture.h"
#include "widgets/scene/queue_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace lanescope::render {
namespace {

using Warn = std::function<void(const Error&)>;
using Wish = pictures::PictureWish;
constexpr std::size_t kMostRules = std::size_t{4} << 20;
constexpr double kTraceWidth = 1600;

bool isSession(const RenderOptions& options) { return session::isSessionName(options.file); }

// The session to draw; of a trace one as a new window has it.
Result<session::Session> sessionOf(const RenderOptions& options) {
    if (isSession(options)) return session::loadSession(options.file);
    session::Session out;
    out.traces.emplace_back().path = options.file;
    out.traces[0].rank = options.rank;
    out.view.arrows = false;
    return out;
}

// The rank asked for, else the one that was shown.
Result<session::Trace> traceOf(const session::Session& session, const RenderOptions& options) {
    if (!isSession(options) || !options.rank) return session.traces[session.current];
    for (const session::Trace& trace : session.traces)
        if (trace.rank == options.rank) return trace;
    return Error{ErrorCode::MissingData, "expected a trace of this rank in the session, found none", "--rank",
                 "without --rank the trace that was shown is drawn"};
}

Wish wishOf(const RenderOptions& options, session::Session& session) {
    const bool review = options.view.has("--review");
    Wish wish;
    if (!isSession(options)) {
        wish.time = Wish::Time::Whole;
        wish.width = kTraceWidth;
        wish.margin = 0;
    }
    if (review) {
        wish.width = Wish().width;
        wish.margin = pictures::kReviewMargin;
        session.view.theme = "print";
    }
    wish.step = options.step;
    std::istringstream words(options.tracks);
    for (std::string word; std::getline(words, word, ',');)
        if (!word.empty()) wish.words.push_back(word);
    if (options.widthGiven) wish.width = options.width;
    if (options.height) wish.height = *options.height;
    if (options.headerGiven) wish.headerWidth = options.headerWidth;
    wish.title = options.title;
    wish.numbers = wish.method = !options.plain;
    wish.findings = !options.noFindings;
    wish.namesLeftOut = options.redact;
    std::istringstream hidden(options.hideNames);
    for (std::string word; std::getline(hidden, word, ',');) wish.hiddenNames.push_back(word);
    if (options.themeGiven) session.view.theme = options.theme;
    return wish;
}

bool hasChanged(const std::optional<notes::TraceIdentity>& then, const LoadedTrace& trace) {
    const notes::TraceIdentity now{{}, trace.source.size, trace.source.mtimeNs, trace.source.fingerprint};
    return then && notes::compare(*then, now) == notes::Match::Changed;
}

// The notes to draw. A file that was named must be there; one beside the trace that cannot be read is said.
Result<std::vector<notes::Note>> notesOf(const session::Trace& saved, const RenderOptions& options,
                                         const LoadedTrace& trace, const Warn& warn) {
    const notes::TraceClock clock{trace.store->info().baseTimeNs, trace.store->info().rank};
    if (options.notes == "none") return std::vector<notes::Note>{};
    if (options.notes != "beside" || isSession(options)) {
        std::string text = saved.notes, place = options.file;
        if (options.notes != "beside") {
            auto file = readSmallFile(options.notes, notes::kMostFileBytes);
            if (!file.ok()) return file.error();
            text = std::move(*file);
            place = options.notes;
        }
        if (text.empty()) return std::vector<notes::Note>{};
        auto parsed = notes::parseNotes(text, place, clock);
        if (!parsed.ok()) return parsed.error();
        return std::move(parsed->notes);
    }
    auto loaded = notes::loadNotes(notes::placesFor(trace.path, trace.member, notes::userNotesFolder()), clock);
    if (!loaded.ok()) {
        warn(loaded.error());
        return std::vector<notes::Note>{};
    }
    if (!loaded->document.notes.empty() && hasChanged(loaded->document.trace, trace))
        warn({ErrorCode::MissingData, "the trace changed since its notes were made; they may lie elsewhere now",
              trace.path.string(), ""});
    return std::move(loaded->document.notes);
}

struct Drawing {
    session::Session session;
    Wish wish;
    LoadedTrace trace;
    std::vector<notes::Note> notes;
};

Result<DrawnPicture> draw(const RenderOptions& options, Drawing& drawing, paint::Fonts& fonts, RunContext& context) {
    const TraceStore& store = *drawing.trace.store;
    session::Session& session = drawing.session;
    const std::vector<DeviceWork> devices = collectDeviceWork(store);
    const auto isMeant = [&](const DeviceWork& one) { return one.key.device == drawing.wish.device; };
    if (drawing.wish.device && std::none_of(devices.begin(), devices.end(), isMeant))
        return Error{ErrorCode::MissingData,
                     fmt::format("expected one of the GPUs of the trace, found {}", *drawing.wish.device), "--device",
                     "lanescope-cli info lists them"};
    const RowTree tree =
        buildRowTree(store, pictures::treeOptionsOf(session.rows, scene::countersWithQueues(store, devices)));
    if (!isSession(options)) {
        const session::Rows given = session.rows; // filter and density
        session.rows = pictures::sessionRowsOf(scene::defaultRowState(tree));
        session.rows.filter = given.filter;
        session.rows.compact = given.compact;
    }
    const Status applied = applyToTrace(options, store, tree, drawing.wish, session, context);
    if (!applied.ok()) return applied.error();
    FindingOptions finding;
    finding.gaps = session.thresholds;
    const auto findings = findFindings(store, finding, context);
    pictures::PictureInput input{
        session, store, tree, devices, findings.ok() ? &*findings : nullptr, std::move(drawing.notes)};
    if (drawing.wish.marks) {
        auto hits = pictures::hitsOf(store, session.view.search, context);
        if (!hits.ok()) return hits.error();
        input.hits = std::move(*hits);
        auto path = pictures::criticalPathOf(store, session, context);
        if (!path.ok()) return path.error();
        input.path = std::move(*path);
    }
    pictures::TimelinePictureOptions drawn = pictures::pictureOptions(input, drawing.wish);
    drawn.file = drawing.trace.path.string();
    auto picture = pictures::timelinePicture(store, tree, pictures::bandsWithOwners(store, devices), drawn, fonts);
    if (!picture.ok()) return picture.error();
    return DrawnPicture{std::move(*picture), session.view.theme};
}

} // namespace

Result<LoadOptions> loadOptionsOf(const RenderOptions& options) {
    LoadOptions out;
    out.rank = options.rank;
    out.useIndex = options.useIndex;
    if (options.rulesFile.empty()) return out;
    const auto text = readSmallFile(options.rulesFile, kMostRules);
    if (!text.ok())
        return Error{ErrorCode::NotReadable, "the rules cannot be read", options.rulesFile,
                     "check the name of the file"};
    auto rules = KindRules::withUserRules(*text);
    if (!rules.ok()) return rules.error();
    out.rules = std::move(*rules);
    return out;
}

Result<DrawnPicture> pictureFor(const RenderOptions& options, const Warn& warn, paint::Fonts& fonts) {
    auto session = sessionOf(options);
    if (!session.ok()) return session.error();
    Drawing drawing;
    drawing.session = std::move(*session);
    drawing.wish = wishOf(options, drawing.session);
    if (const Status applied = applyOptions(options, drawing.session, drawing.wish); !applied.ok())
        return applied.error();
    const auto chosen = traceOf(drawing.session, options);
    if (!chosen.ok()) return chosen.error();
    auto load = loadOptionsOf(options);
    if (!load.ok()) return load.error();
    load->rank = chosen->rank;
    load->member = chosen->member;
    RunContext context;
    auto trace = loadTrace(chosen->path, *load, context);
    if (!trace.ok()) return trace.error();
    if (hasChanged(chosen->identity, *trace))
        warn({ErrorCode::MissingData, "the trace changed since the session was saved", chosen->path, ""});
    drawing.trace = std::move(*trace);
    if (options.range) {
        const RankTime zero = drawing.trace.store->extent().begin;
        drawing.wish.range = TimeRange{zero + Ns{options.range->beginNs}, zero + Ns{options.range->endNs}};
    }
    auto notes = notesOf(*chosen, options, drawing.trace, warn);
    if (!notes.ok()) return notes.error();
    drawing.notes = std::move(*notes);
    return draw(options, drawing, fonts, context);
}

Status drawPicture(const RenderOptions& options, const Warn& warn) {
    if (!pictures::isPictureName(options.output)) // before a long load, not after it
        return Error{ErrorCode::Usage, "expected a name that ends in .png, .svg or .pdf", options.output, ""};
    paint::Fonts fonts;
    const auto drawn = pictureFor(options, warn, fonts);
    if (!drawn.ok()) return drawn.error();
    const paint::Theme theme = paint::Theme::of(pictures::themeOf(drawn->theme));
    return pictures::save(drawn->picture, theme, options.scale, fonts, options.output);
}

} // namespace lanescope::render
