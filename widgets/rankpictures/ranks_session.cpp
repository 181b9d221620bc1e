#include "widgets/rankpictures/ranks_session.h"

#include "core/notes/note.h"
#include "widgets/pictures/session_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lanescope::rankpictures {

using ranksview::ChosenSlice;
using ranksview::onRuler;
using ranksview::RanksDocument;

namespace {

// No clock of a job is further off; more would leave no room for sums of waits.
constexpr std::int64_t kMostShiftNs = 100'000'000'000'000;
constexpr std::int64_t kMostEventNs = 1'000'000'000'000'000;
constexpr double kFurthestNs = 1e18; // of a place of the view; beyond it times do not fit

session::Offsets offsetsOf(TimeRange range, RankTime zero) {
    return {(range.begin - zero).count(), (range.end - zero).count()};
}

std::vector<session::Trace> tracesOf(const RanksDocument& document) {
    std::vector<session::Trace> out;
    for (const RankSource& source : document.job().sources) {
        if (out.size() == session::kMostTraces) break;
        session::Trace trace;
        trace.path = source.source.path.string();
        trace.member = source.source.member;
        trace.rank = source.rank;
        for (const std::size_t record : document.shown()) {
            const ranksview::RankTrace* open = document.trace(record);
            if (!open || document.job().sourceOf(document.job().set.records[record]) != &source) continue;
            const io::SourceId& now = open->trace.source;
            trace.identity = notes::TraceIdentity{source.source.fileName(), now.size, now.mtimeNs, now.fingerprint};
        }
        out.push_back(std::move(trace));
    }
    return out;
}

// Records by the names of the session's entries; of equal names the n-th is the n-th.
std::vector<std::optional<std::size_t>> recordsOf(const session::RanksPart& part, const RanksDocument& document) {
    std::multimap<std::string, std::size_t> byName;
    for (std::size_t r = 0; r < document.set().records.size(); ++r) byName.emplace(document.label(r), r);
    std::vector<std::optional<std::size_t>> out;
    for (const session::RankEntry& entry : part.ranks) {
        const auto it = byName.find(entry.name); // the first of equal ones
        out.push_back(it == byName.end() ? std::nullopt : std::optional(it->second));
        if (it != byName.end()) byName.erase(it);
    }
    return out;
}

align::AlignBy alignByOf(std::string_view word) {
    for (const align::AlignBy by : {align::AlignBy::None, align::AlignBy::StepStart, align::AlignBy::Event})
        if (align::alignByWord(by) == word) return by;
    return align::AlignBy::CollectiveEnds;
}

void applyClocks(const session::RanksPart& part, const std::vector<std::optional<std::size_t>>& records,
                 RanksDocument& document) {
    const std::size_t count = document.set().records.size();
    std::vector<std::optional<std::int64_t>> events(count);
    std::vector<std::int64_t> shifted(count, 0);
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (!records[i]) continue;
        const session::RankEntry& entry = part.ranks[i];
        shifted[*records[i]] = std::clamp(entry.shiftedNs, -kMostShiftNs, kMostShiftNs);
        if (!entry.eventNs) continue;
        const std::int64_t begin = document.set().records[*records[i]].begin;
        if (*entry.eventNs >= begin - kMostEventNs && *entry.eventNs <= begin + kMostEventNs)
            events[*records[i]] = entry.eventNs;
    }
    // Ranks that never had it keep their clocks, as when it was chosen.
    const auto known = std::count_if(events.begin(), events.end(), [](const auto& event) { return event.has_value(); });
    align::AlignBy by = alignByOf(part.alignBy);
    if (by == align::AlignBy::Event && known < 2) by = document.set().alignment.by; // the event is not known any more
    document.setClocks(by, events, by == align::AlignBy::Event ? part.event : std::string(), shifted);
}

// Groups and steps that these ranks do not have confine nothing.
ranksview::RanksFilter filterIn(const session::RanksPart& part, const RanksDocument& document) {
    ranksview::RanksFilter out;
    const auto& names = part.filterGroups;
    for (std::uint32_t g = 0; g < document.set().matching.groups.size(); ++g)
        if (std::find(names.begin(), names.end(), sharedGroupText(document.set(), g)) != names.end())
            out.groups.insert(g);
    for (const std::int64_t step : part.filterSteps)
        if (std::binary_search(document.steps().begin(), document.steps().end(), step)) out.steps.insert(step);
    return out;
}

} // namespace

RankTime zeroOf(const RanksDocument& document) {
    const RankSet& set = document.set();
    if (set.records.empty()) return {};
    const std::size_t reference = set.alignment.reference;
    return onRuler(set.alignment.ranks[reference].toCommon(set.records[reference].begin));
}

session::Session sessionOf(const RanksDocument& document, const RanksView& view) {
    session::Session out;
    const RankTime zero = zeroOf(document);
    out.traces = tracesOf(document);
    session::RanksPart part;
    const align::Alignment& alignment = document.set().alignment;
    part.alignBy = align::alignByWord(alignment.by);
    part.event = document.alignedEvent();
    part.residualNs = alignment.residualNs;
    for (std::size_t r = 0; r < document.set().records.size(); ++r) {
        session::RankEntry entry{
            document.label(r), document.placeOf(r).has_value(), document.shiftedBy(r), {}, alignment.ranks[r].offsetNs};
        if (r < document.eventStarts().size()) entry.eventNs = document.eventStarts()[r];
        part.ranks.push_back(std::move(entry));
    }
    part.rows = view.choice.rows == scene::RankRows::ByKind ? "kind" : "stacked";
    part.compact = view.choice.density == scene::Density::Compact;
    part.idle = view.choice.idle == scene::RanksChoice::Idle::Shown;
    part.folded = view.choice.folded;
    part.layout = document.givenLayoutText().toStdString();
    part.originNs = (view.scale.origin() - zero).count();
    part.heatMetric = view.heatMetric;
    for (const std::uint32_t group : document.filter().groups)
        part.filterGroups.push_back(sharedGroupText(document.set(), group));
    part.filterSteps.assign(document.filter().steps.begin(), document.filter().steps.end());
    for (const auto& [path, log] : document.companions().logs) part.logs.push_back(path);
    for (const readers::FlightDump& dump : document.companions().dumps) part.logs.push_back(dump.file);
    const auto chosen = document.slice();
    const ranksview::RankTrace* open = chosen ? document.trace(chosen->record) : nullptr;
    if (open) {
        const TraceStore& store = *open->trace.store;
        part.selected = session::RankChoice{chosen->record, notes::anchorOf(store, open->tree, chosen->slice),
                                            (store.start(chosen->slice) - store.extent().begin).count()};
    }
    out.ranks = std::move(part);
    out.view.shown = offsetsOf(view.scale.visible(), zero);
    out.view.canvasWidth = view.scale.widthPx();
    out.view.canvasHeight = view.canvasHeight;
    out.view.nsPerPx = view.scale.nsPerPx();
    out.view.firstColumn = view.scale.firstColumn();
    out.view.headerWidth = view.headerWidth;
    out.view.scrollY = view.scrollY;
    if (view.range) out.view.range = offsetsOf(*view.range, zero);
    out.view.step = document.step();
    out.view.colourBy = pictures::wordOf(view.colourBy);
    out.view.axis = std::string(wordOf(view.axis));
    return out;
}

std::vector<RankSource> sourcesOf(const session::Session& session) {
    std::vector<RankSource> out;
    for (const session::Trace& trace : session.traces) out.push_back({{trace.path, trace.member}, trace.rank, false});
    return out;
}

void apply(const session::Session& session, RanksDocument& document) {
    if (!session.ranks || !document.isOpen()) return;
    const auto records = recordsOf(*session.ranks, document);
    // A layout that does not fit these ranks is not taken; then what their groups tell stays.
    const QString layout = QString::fromStdString(session.ranks->layout);
    if (layout != document.givenLayoutText()) (void)document.setLayout(layout);
    applyClocks(*session.ranks, records, document);
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < records.size(); ++i)
        if (records[i] && session.ranks->ranks[i].shown) shown.push_back(*records[i]);
    document.setShown(std::move(shown));
    document.setFilter(filterIn(*session.ranks, document));
    const auto& steps = document.steps();
    const auto& step = session.view.step;
    document.setStep(step && std::binary_search(steps.begin(), steps.end(), *step) ? step : std::nullopt);
}

std::vector<Error> changedSince(const session::Session& session, const RanksDocument& document) {
    std::vector<Error> out;
    const auto& sources = document.job().sources;
    for (const std::size_t record : document.shown()) {
        const ranksview::RankTrace* open = document.trace(record);
        const RankSource* source = document.job().sourceOf(document.job().set.records[record]);
        if (!open || !source) continue;
        const auto at = static_cast<std::size_t>(source - sources.data());
        if (at >= session.traces.size() || !session.traces[at].identity) continue;
        const io::SourceId& id = open->trace.source;
        const notes::TraceIdentity now{{}, id.size, id.mtimeNs, id.fingerprint};
        if (notes::compare(*session.traces[at].identity, now) == notes::Match::Changed)
            out.push_back(
                {ErrorCode::MissingData, "the trace changed since the session was saved", session.traces[at].path, ""});
    }
    return out;
}

std::optional<std::size_t> recordOf(const session::Session& session, const RanksDocument& document, std::size_t entry) {
    if (!session.ranks || !document.isOpen()) return std::nullopt;
    const auto records = recordsOf(*session.ranks, document);
    return entry < records.size() ? records[entry] : std::nullopt;
}

std::optional<ChosenSlice> chosenIn(const session::Session& session, const RanksDocument& document) {
    if (!session.ranks || !session.ranks->selected || !document.isOpen()) return std::nullopt;
    const session::RankChoice& choice = *session.ranks->selected;
    const auto records = recordsOf(*session.ranks, document);
    if (choice.entry >= records.size() || !records[choice.entry]) return std::nullopt;
    const ranksview::RankTrace* open = document.trace(*records[choice.entry]);
    if (!open) return std::nullopt;
    const TraceStore& store = *open->trace.store;
    const std::int64_t length = store.extent().length().count();
    const RankTime at = store.extent().begin + Ns{std::clamp<std::int64_t>(choice.beginNs, 0, length)};
    const auto slice = notes::sliceOf(store, open->tree, choice.anchor, at);
    if (!slice) return std::nullopt;
    return ChosenSlice{*records[choice.entry], *slice};
}

RanksView viewOf(const session::Session& session, const RanksDocument& document, double canvasWidth) {
    RanksView out;
    const RankTime zero = zeroOf(document);
    const session::View& v = session.view;
    const session::RanksPart part = session.ranks.value_or(session::RanksPart{});
    const TimeRange whole = document.extent();
    const auto near = [&](std::int64_t offset) { // what lies further off shows nothing
        const std::int64_t room = whole.length().count() + kMostShiftNs;
        return zero + Ns{std::clamp(offset, -room, room)};
    };
    const TimeRange shown{near(v.shown.first), near(v.shown.second)};
    const bool asThen = std::abs(v.canvasWidth - canvasWidth) < 0.5 && v.nsPerPx > 0 &&
                        std::abs(static_cast<double>(v.firstColumn)) * v.nsPerPx < kFurthestNs;
    if (asThen)
        out.scale = TimeScale(near(part.originNs), near(part.originNs), std::clamp(v.nsPerPx, kMinNsPerPx, kMaxNsPerPx),
                              canvasWidth)
                        .pannedBy(static_cast<double>(v.firstColumn));
    if (!asThen || out.scale.visible().clippedTo(whole).empty())
        out.scale = TimeScale::fit(near(part.originNs), shown.empty() ? whole : shown, canvasWidth);
    out.headerWidth = v.headerWidth;
    out.canvasHeight = v.canvasHeight;
    out.scrollY = v.scrollY;
    out.axis = axisClockOf(v.axis).value_or(AxisClock::Step);
    if (v.range) out.range = TimeRange{near(v.range->first), near(v.range->second)};
    if (out.range && out.range->empty()) out.range.reset();
    out.choice.rows = part.rows == "kind" ? scene::RankRows::ByKind : scene::RankRows::Stacked;
    out.choice.density = part.compact ? scene::Density::Compact : scene::Density::Normal;
    out.choice.idle = part.idle ? scene::RanksChoice::Idle::Shown : scene::RanksChoice::Idle::Hidden;
    out.choice.folded = part.folded;
    out.colourBy = pictures::colourByOf(v.colourBy);
    out.heatMetric = part.heatMetric;
    return out;
}

} // namespace lanescope::rankpictures
