#include "widgets/pictures/session_picture.h"

#include "core/analysis/analysis.h"
#include "core/analysis/idle/gap_owners.h"
#include "core/query/filter.h"
#include "widgets/scene/path_pieces.h"
#include "widgets/scene/rank_bands.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::pictures {
namespace {

constexpr std::array<std::pair<scene::ColourBy, std::string_view>, 5> kColours{
    {{scene::ColourBy::Kind, "kind"},
     {scene::ColourBy::Class, "class"},
     {scene::ColourBy::Name, "name"},
     {scene::ColourBy::Stream, "stream"},
     {scene::ColourBy::Duration, "duration"}}};

constexpr std::array<std::pair<paint::ThemeId, std::string_view>, 4> kThemes{
    {{paint::ThemeId::Dark, "dark"},
     {paint::ThemeId::Light, "light"},
     {paint::ThemeId::Print, "print"},
     {paint::ThemeId::HighContrast, "contrast"}}};

std::optional<TimeRange> rangeIn(const TraceStore& store, const std::optional<session::Offsets>& offsets) {
    if (!offsets) return std::nullopt;
    const RankTime zero = store.extent().begin;
    const TimeRange range{zero + Ns{offsets->first}, zero + Ns{offsets->second}};
    const TimeRange inside = range.clippedTo(store.extent());
    return inside.empty() ? std::nullopt : std::optional(inside);
}

bool hasStep(const TraceStore& store, std::int64_t number) {
    return std::any_of(store.steps().begin(), store.steps().end(),
                       [&](const Step& step) { return step.number == number; });
}

// Rows that the window's canvas had in view are left; the others are hidden.
void keepRowsInView(const PictureInput& input, scene::RowState& state) {
    const session::View& view = input.session.view;
    if (view.canvasHeight <= 0) return;
    const scene::RowLayout layout = scene::layoutRows(input.tree, state);
    const double top = view.scrollY, bottom = top + view.canvasHeight - scene::kRulerHeight - layout.pinnedHeight;
    std::vector<bool> keep(input.tree.rows().size(), false);
    for (const scene::PlacedRow& row : layout.rows) {
        if (row.y + row.height <= top || row.y >= bottom) continue;
        keep[row.row] = true;
        if (const auto parent = input.tree.row(row.row).parent) keep[*parent] = true;
    }
    for (std::uint32_t i = 0; i < keep.size(); ++i) {
        const std::string& key = input.tree.row(i).key;
        if (!keep[i] && std::find(state.pinned.begin(), state.pinned.end(), key) == state.pinned.end())
            state.hidden.insert(key);
    }
}

void setTime(const PictureInput& input, const PictureWish& wish, TimelinePictureOptions& out) {
    using Time = PictureWish::Time;
    out.step = wish.step;
    out.range = wish.range;
    const auto& step = input.session.view.step;
    const bool known = step && hasStep(input.store, *step);
    if (known) out.countFrom = step;
    if (wish.step || wish.range) return;
    const auto range = rangeIn(input.store, input.session.view.range);
    if (wish.time == Time::Range && range) {
        out.range = range;
    } else if (wish.time == Time::Step && known) {
        out.step = step;
    } else if (wish.time != Time::Whole) {
        out.range = rangeIn(input.store, input.session.view.shown);
    }
}

// What the window has over its rows.
void setMarks(const PictureInput& input, const PictureWish& wish, TimelinePictureOptions& out) {
    const session::View& view = input.session.view;
    const RankTime zero = input.store.extent().begin;
    out.marked = rangeIn(input.store, view.range);
    if (out.marked && out.marked == out.range) out.marked.reset(); // all of the picture: a tint would say nothing
    for (const session::Selected& one : view.selected)
        if (const auto slice = notes::sliceOf(input.store, input.tree, one.anchor, zero + Ns{one.beginNs}))
            out.selection.push_back(*slice);
    using Arrows = TimelinePictureOptions::Arrows;
    out.arrows = view.arrows ? Arrows::All : Arrows::OfSelection;
    if (wish.arrows == PictureWish::Arrows::None) out.arrows = Arrows::None;
    if (view.rangeLocked) out.markedHold = scene::TimelineView::RangeHold::Locked;
    out.hits = input.hits;
    out.path = input.path;
}

} // namespace

scene::RowState rowStateOf(const session::Rows& rows) {
    scene::RowState out;
    out.folded = rows.folded;
    out.unfolded = rows.unfolded;
    out.hidden = rows.hidden;
    out.pinned = rows.pinned;
    for (const auto& [key, factor] : rows.heights)
        out.heightFactor[key] = std::clamp(factor, scene::kLeastHeight, scene::kMostHeight);
    for (const auto& [group, keys] : rows.order) out.order[group] = keys;
    out.filter = rows.filter;
    out.density = rows.compact ? scene::Density::Compact : scene::Density::Normal;
    return out;
}

session::Rows sessionRowsOf(const scene::RowState& state) {
    session::Rows out;
    out.folded = state.folded;
    out.unfolded = state.unfolded;
    out.hidden = state.hidden;
    out.pinned = state.pinned;
    out.heights = {state.heightFactor.begin(), state.heightFactor.end()};
    out.order = {state.order.begin(), state.order.end()};
    out.filter = state.filter;
    out.compact = state.density == scene::Density::Compact;
    return out;
}

RowTreeOptions treeOptionsOf(const session::Rows& rows, std::shared_ptr<const CounterSet> counters) {
    RowTreeOptions out;
    out.python = rows.python ? PythonFrames::Shown : PythonFrames::Hidden;
    out.streams = rows.mergeStreams ? StreamRows::MergedByDevice : StreamRows::Separate;
    out.counters = std::move(counters);
    for (const auto& [name, where] : rows.filters) out.filters.push_back({name, where});
    return out;
}

scene::ColourBy colourByOf(std::string_view word) {
    for (const auto& [by, known] : kColours)
        if (known == word) return by;
    return scene::ColourBy::Kind;
}

std::string wordOf(scene::ColourBy by) {
    for (const auto& [known, word] : kColours)
        if (known == by) return std::string(word);
    return "kind";
}

paint::ThemeId themeOf(std::string_view word) {
    for (const auto& [theme, known] : kThemes)
        if (known == word) return theme;
    return paint::ThemeId::Dark;
}

std::string wordOf(paint::ThemeId theme) {
    for (const auto& [known, word] : kThemes)
        if (known == theme) return std::string(word);
    return "dark";
}

scene::BandData bandsWithOwners(const TraceStore& store, const std::vector<DeviceWork>& devices) {
    GapFinder finder(store);
    std::vector<DeviceIdle> idle;
    for (const DeviceWork& device : devices) idle.push_back(finder.find(device));
    scene::BandData bands = scene::bandsOf(devices, idle);
    scene::addRankBands(bands, store, devices, scene::IdleOwners::Found);
    return bands;
}

Result<std::vector<SliceId>> hitsOf(const TraceStore& store, std::string_view search, RunContext& context) {
    if (search.empty()) return std::vector<SliceId>{};
    const Result<Filter> filter = Filter::parse(search);
    if (!filter.ok()) return filter.error();
    const Result<SliceMask> mask = evaluate(store, *filter, context);
    if (!mask.ok()) return mask.error();
    return slicesOf(*mask);
}

Result<std::vector<scene::PathPiece>> criticalPathOf(const TraceStore& store, const session::Session& session,
                                                     RunContext& context) {
    const auto range = rangeIn(store, session.view.criticalPath);
    const AnalysisInfo* info = range ? findAnalysis("critical_path") : nullptr;
    if (info == nullptr) return std::vector<scene::PathPiece>{};
    AnalysisInput input;
    input.range = range;
    input.thresholds = session.thresholds;
    const auto result = runAnalysis(*info, store, input, context);
    if (!result.ok()) return result.error();
    std::vector<SliceId> slices;
    for (const Highlight& one : result->highlights) slices.insert(slices.end(), one.slices.begin(), one.slices.end());
    return scene::pathPieces(store, slices);
}

TimelinePictureOptions pictureOptions(const PictureInput& input, const PictureWish& wish) {
    constexpr double narrow = 800, narrowHeader = 150;
    using Options = TimelinePictureOptions;
    Options out;
    out.width = wish.width;
    out.height = wish.height;
    const double header = std::clamp(input.session.view.headerWidth, 60.0, 600.0);
    out.headerWidth = wish.headerWidth.value_or(wish.width <= narrow ? std::min(header, narrowHeader) : header);
    setTime(input, wish, out);
    scene::RowState rows = rowStateOf(input.session.rows);
    if (wish.rows == PictureWish::Rows::InView) keepRowsInView(input, rows);
    out.rows = std::move(rows);
    out.tracks = wish.words;
    out.colourBy = colourByOf(input.session.view.colourBy);
    out.axis = axisClockOf(input.session.view.axis).value_or(AxisClock::Step);
    out.title = wish.title;
    out.thresholds = input.session.thresholds;
    if (wish.numbers) out.numbersOf = &input.devices;
    if (wish.findings) out.findings = input.findings;
    if (wish.notes) out.notes = input.notes;
    if (wish.method) out.method = Options::Method::Told;
    if (!wish.legend) out.legend = Options::Legend::Left;
    if (wish.marks) setMarks(input, wish, out);
    for (const DeviceWork& device : input.devices)
        if (wish.device && device.key.device == wish.device) out.numbersDevice = device.key;
    out.margin = wish.margin;
    if (wish.namesLeftOut) out.paths = Options::Paths::Removed;
    out.hiddenNames = wish.hiddenNames;
    return out;
}

} // namespace lanescope::pictures
