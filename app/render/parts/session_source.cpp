#include "app/render/parts/session_source.h"

#include "core/analysis/findings/find_findings.h"
#include "core/base/atomic_file.h"
#include "core/session/load_trace.h"
#include "core/session_file/session_file.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/session_picture.h"
#include "widgets/scene/queue_curves.h"

#include <sstream>

namespace lanescope::render {
namespace {

// The rank asked for, else the one that was shown.
Result<session::Trace> traceOf(const session::Session& session, const RenderOptions& options) {
    if (!options.rank) return session.traces[session.current];
    for (const session::Trace& trace : session.traces)
        if (trace.rank == options.rank) return trace;
    return Error{ErrorCode::MissingData, "expected a trace of this rank in the session, found none", "--rank",
                 "without --rank the trace that was shown is drawn"};
}

Result<std::vector<notes::Note>> notesOf(const session::Trace& trace, const RenderOptions& options,
                                         const TraceStore& store) {
    const notes::TraceClock clock{store.info().baseTimeNs, store.info().rank};
    std::string text = trace.notes;
    if (options.notes == "none") return std::vector<notes::Note>{};
    if (options.notes != "beside") {
        auto file = readSmallFile(options.notes, notes::kMostFileBytes);
        if (!file.ok()) return file.error();
        text = std::move(*file);
    }
    if (text.empty()) return std::vector<notes::Note>{};
    auto parsed = notes::parseNotes(text, options.notes == "beside" ? options.file : options.notes, clock);
    if (!parsed.ok()) return parsed.error();
    return std::move(parsed->notes);
}

pictures::PictureWish wishOf(const RenderOptions& options, const TraceStore& store) {
    pictures::PictureWish wish;
    wish.step = options.step;
    if (options.range) {
        const RankTime zero = store.extent().begin;
        wish.range = TimeRange{zero + Ns{options.range->beginNs}, zero + Ns{options.range->endNs}};
    }
    std::istringstream words(options.tracks);
    for (std::string word; std::getline(words, word, ',');)
        if (!word.empty()) wish.words.push_back(word);
    if (options.widthGiven) wish.width = options.width;
    if (options.height) wish.height = *options.height;
    wish.title = options.title;
    wish.numbers = wish.method = !options.plain;
    wish.findings = !options.noFindings;
    wish.namesLeftOut = options.redact;
    return wish;
}

} // namespace

Status drawSession(const RenderOptions& options, const std::function<void(const Error&)>& warn) {
    if (!pictures::isPictureName(options.output))
        return Error{ErrorCode::Usage, "expected a name that ends in .png, .svg or .pdf", options.output, ""};
    const auto session = session::loadSession(options.file);
    if (!session.ok()) return session.error();
    const auto chosen = traceOf(*session, options);
    if (!chosen.ok()) return chosen.error();
    LoadOptions load;
    load.rank = chosen->rank;
    load.member = chosen->member;
    load.useIndex = options.useIndex;
    RunContext context;
    const auto trace = loadTrace(chosen->path, load, context);
    if (!trace.ok()) return trace.error();
    const notes::TraceIdentity now{{}, trace->source.size, trace->source.mtimeNs, trace->source.fingerprint};
    if (chosen->identity && notes::compare(*chosen->identity, now) == notes::Match::Changed)
        warn({ErrorCode::MissingData, "the trace changed since the session was saved", chosen->path, ""});
    const TraceStore& store = *trace->store;
    const std::vector<DeviceWork> devices = collectDeviceWork(store);
    const RowTree tree =
        buildRowTree(store, pictures::treeOptionsOf(session->rows, scene::countersWithQueues(store, devices)));
    auto notes = notesOf(*chosen, options, store);
    if (!notes.ok()) return notes.error();
    FindingOptions finding;
    finding.gaps = session->thresholds;
    const auto findings = findFindings(store, finding, context);
    paint::Fonts fonts;
    const pictures::PictureInput input{*session,         store, tree, devices, findings.ok() ? &*findings : nullptr,
                                       std::move(*notes)};
    const auto picture = pictures::timelinePicture(store, tree, pictures::bandsWithOwners(store, devices),
                                                   pictures::pictureOptions(input, wishOf(options, store)), fonts);
    if (!picture.ok()) return picture.error();
    const std::string theme = options.themeGiven ? options.theme : session->view.theme;
    return pictures::save(*picture, paint::Theme::of(pictures::themeOf(theme)), options.scale, fonts, options.output);
}

} // namespace lanescope::render
