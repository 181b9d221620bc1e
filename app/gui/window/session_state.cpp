// A session from what the window shows.
#include "app/gui/window/main_window.h"
#include "app/gui/window/session_controller.h"

#include "core/session/trace_sources.h"
#include "widgets/pictures/session_picture.h"

#include <filesystem>

namespace lanescope::app {

namespace {

session::Offsets offsetsOf(TimeRange range, RankTime zero) {
    return {(range.begin - zero).count(), (range.end - zero).count()};
}

session::Trace traceOf(const timeline::Document& document, const std::vector<timeline::Note>& list) {
    const LoadedTrace& trace = document.trace();
    const TraceInfo& info = trace.store->info();
    session::Trace out;
    out.path = trace.path.string();
    out.member = trace.member;
    if (info.rankSource == TraceInfo::RankSource::User) out.rank = info.rank;
    out.identity = notes::TraceIdentity{trace.path.filename().string(), trace.source.size, trace.source.mtimeNs,
                                        trace.source.fingerprint};
    notes::NotesDocument document_;
    document_.notes = list;
    if (!list.empty()) out.notes = notes::notesText(document_, *out.identity, {info.baseTimeNs, info.rank});
    return out;
}

session::View viewOf(MainWindow& w) {
    const TraceStore& store = w.document().store();
    const RankTime zero = store.extent().begin;
    timeline::TimelineWidget& canvas = w.page().canvas();
    const TimeScale& scale = w.view().target();
    session::View out;
    out.shown = offsetsOf(scale.visible(), zero);
    out.canvasWidth = w.view().canvasWidth();
    out.canvasHeight = canvas.height() - canvas.laneHeight();
    out.nsPerPx = scale.nsPerPx();
    out.firstColumn = scale.firstColumn();
    out.headerWidth = w.view().headerWidth();
    out.scrollY = canvas.scrollY();
    if (const auto range = w.selection().range()) out.range = offsetsOf(*range, zero);
    out.rangeLocked = w.selection().isRangeLocked();
    const auto step = w.selection().step();
    if (step && *step < store.steps().size()) out.step = store.steps()[*step].number;
    for (const SliceId slice : w.selection().slices()) {
        if (out.selected.size() == session::kMostSelected) break;
        out.selected.push_back(
            {notes::anchorOf(store, w.document().tree(), slice), (store.start(slice) - zero).count()});
    }
    out.chosenNote = w.notes().chosen();
    out.arrows = canvas.viewArrows() == timeline::TimelineWidget::ViewArrows::Shown;
    if (!canvas.path().empty()) {
        const auto asked = w.page().bottom().analyses().askedRange();
        out.criticalPath = offsetsOf(asked.value_or(store.extent()), zero);
    }
    if (w.searching().isActive()) out.search = w.toolBar().omnibox().text().toStdString();
    out.colourBy = pictures::wordOf(canvas.colourBy());
    out.axis = std::string(wordOf(w.view().axisClock()));
    return out;
}

// "ranks.zip!rank3.json" as the archive and its member; a file of such a name is itself.
TraceSource sourceNamed(const std::string& text) {
    std::error_code error;
    const bool isFile = std::filesystem::exists(text, error);
    for (std::size_t at = text.find('!'); !isFile && at != std::string::npos; at = text.find('!', at + 1))
        if (std::filesystem::is_regular_file(text.substr(0, at), error))
            return {text.substr(0, at), text.substr(at + 1)};
    return {text, {}};
}

session::WindowShape shapeOf(MainWindow& w) {
    using Part = TracePage::Part;
    TracePage& page = w.page();
    return {w.width(),
            w.height(),
            page.bottomHeight(),
            page.guideWidth(),
            page.isShown(Part::Strips),
            page.isShown(Part::Bottom),
            page.isShown(Part::Guide)};
}

} // namespace

session::Session SessionController::now() const {
    MainWindow& w = m_window;
    session::Session out;
    const LoadedTrace& trace = w.document().trace();
    const std::string shown = TraceSource{trace.path, trace.member}.text();
    for (const QString& file : w.m_files) {
        if (out.traces.size() == session::kMostTraces) break;
        if (file.toStdString() == shown) out.current = out.traces.size();
        const TraceSource source = sourceNamed(file.toStdString());
        session::Trace other;
        other.path = source.path.string();
        other.member = source.member;
        out.traces.push_back(file.toStdString() == shown ? traceOf(w.document(), w.notes().list()) : other);
    }
    if (out.traces.empty()) out.traces.push_back(traceOf(w.document(), w.notes().list()));
    out.view = viewOf(w);
    out.view.theme = pictures::wordOf(w.m_look.theme().id());
    const timeline::RowsMemory rows = w.keeper().rows();
    out.rows = pictures::sessionRowsOf(rows.state);
    out.rows.pinsChosen = rows.pinsChosen;
    out.rows.python = rows.python == PythonFrames::Shown;
    for (const FilterRow& row : rows.filters) out.rows.filters.emplace_back(row.name, row.where);
    out.rows.mergeStreams = rows.streams == StreamRows::MergedByDevice;
    out.window = shapeOf(w);
    out.thresholds = w.loader().thresholds();
    out.peaks = w.m_settings.store().value("analysis/peaks").toByteArray().toStdString();
    return out;
}

TimeRange SessionController::rangeMeant() const {
    MainWindow& w = m_window;
    const TraceStore& store = w.document().store();
    if (const auto range = w.selection().range()) return *range;
    return w.view().target().visible().clippedTo(store.extent());
}

} // namespace lanescope::app
