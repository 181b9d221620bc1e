#include "widgets/pictures/timeline_picture.h"

#include "core/export/quantity.h"
#include "core/query/visible_runs.h"
#include "widgets/pictures/picture_notes.h"
#include "widgets/scene/brackets_lane.h"
#include "widgets/scene/label_fit.h"
#include "widgets/scene/legend.h"
#include "widgets/scene/link_chain.h"
#include "widgets/scene/note_marks.h"
#include "widgets/scene/overlay.h"
#include "widgets/scene/timeline_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace lanescope::pictures {

namespace {

using namespace scene;

constexpr double kTitleHeight = 40;
constexpr double kLegendMargin = 12, kMargin = 14, kMethodRoom = 68;

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool matches(const Row& row, const std::vector<std::string>& words) {
    const std::string name = lower(row.name + "\n" + row.key + "\n" + row.subtitle);
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return name.find(lower(word)) != std::string::npos; });
}

// Rows the picture leaves out: those not asked for (a group stays with its children) and bands with nothing to show.
RowState stateFor(const RowTree& tree, const BandData& bands, const TimelinePictureOptions& options) {
    RowState state = options.rows.value_or(defaultRowState(tree));
    for (const Row& row : tree.rows()) {
        const DeviceBands* own = row.device ? bands.find(*row.device) : nullptr;
        if (row.kind == RowKind::PartsBand && own == nullptr) state.hidden.insert(row.key);
        if (row.kind == RowKind::IdleBand && (own == nullptr || own->idle.empty())) state.hidden.insert(row.key);
    }
    if (options.tracks.empty() && options.onlyRows.empty()) return state;
    std::vector<bool> keep(tree.rows().size(), false);
    for (std::uint32_t i = 0; i < tree.rows().size(); ++i) {
        const Row& row = tree.row(i);
        if (!options.tracks.empty() && !matches(row, options.tracks)) continue;
        if (!options.onlyRows.empty()) {
            if (std::find(options.onlyRows.begin(), options.onlyRows.end(), row.key) == options.onlyRows.end())
                continue;
            keep[i] = true;
            if (row.parent) keep[*row.parent] = true;
            continue;
        }
        keep[i] = true;
        if (row.parent) keep[*row.parent] = true;
        if (row.kind == RowKind::Group) // a group asked for by name brings its rows
            for (std::uint32_t j = 0; j < tree.rows().size(); ++j)
                if (tree.row(j).parent == i) keep[j] = true;
    }
    for (std::uint32_t i = 0; i < tree.rows().size(); ++i)
        if (!keep[i]) state.hidden.insert(tree.row(i).key);
    return state;
}

// Rows and lanes with nothing in the range are left out of a picture of a range; bands and counters stay.
RowTree withoutEmpty(const TraceStore& store, const RowTree& tree, TimeRange range) {
    std::vector<Row> rows = tree.rows();
    std::vector<bool> keep(rows.size(), false);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        Row& row = rows[i];
        std::erase_if(row.lanes, [&](const DisplayLane& lane) { return summarize(store, lane, range).count == 0; });
        const bool instants = std::any_of(row.tracks.begin(), row.tracks.end(), [&](TrackId track) {
            const Track& of = store.tracks()[track.value];
            const auto times = store.instants().time.subspan(of.firstInstant, of.instantCount);
            const auto first = std::lower_bound(times.begin(), times.end(), count(range.begin));
            return of.sliceCount == 0 && first != times.end() && *first < count(range.end);
        });
        const bool always = row.kind == RowKind::PartsBand || row.kind == RowKind::IdleBand || row.counter.has_value();
        keep[i] = row.kind != RowKind::Group && (always || instants || !row.lanes.empty());
        if (keep[i] && row.parent && !always) keep[*row.parent] = true;
    }
    for (std::uint32_t i = 0; i < rows.size(); ++i)
        if (rows[i].parent && !keep[*rows[i].parent] && rows[i].counter) keep[i] = false;
    std::vector<std::uint32_t> moved(rows.size(), 0);
    std::vector<Row> out;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        if (!keep[i]) continue;
        moved[i] = static_cast<std::uint32_t>(out.size());
        Row row = std::move(rows[i]);
        if (row.parent) row.parent = keep[*row.parent] ? std::optional(moved[*row.parent]) : std::nullopt;
        out.push_back(std::move(row));
    }
    return RowTree(std::move(out), tree.sharedCounters(), tree.emptyHidden());
}

// Of host threads the first lanes: a deep python stack would push everything else out of a picture of limited height.
RowTree withoutDeep(const RowTree& tree, std::size_t mostLanes) {
    std::vector<Row> rows = tree.rows();
    for (Row& row : rows) {
        if (row.kind != RowKind::HostThread || row.lanes.size() <= mostLanes) continue;
        row.subtitle +=
            fmt::format("{}{} deeper not shown", row.subtitle.empty() ? "" : ", ", row.lanes.size() - mostLanes);
        row.lanes.resize(mostLanes);
    }
    return RowTree(std::move(rows), tree.sharedCounters(), tree.emptyHidden());
}

// The tree with as many lanes as let all rows fit into so many px; where nothing helps, with few.
RowTree fitted(const RowTree& tree, const RowState& state, double most) {
    constexpr std::size_t fewest = 6;
    const auto fits = [&](const RowTree& rows) {
        const RowLayout layout = layoutRows(rows, state);
        return kRulerHeight + layout.pinnedHeight + layout.height <= most;
    };
    if (fits(tree)) return tree;
    std::size_t low = fewest, high = 1; // low may fit, high does not
    for (const Row& row : tree.rows()) high = std::max(high, row.lanes.size());
    while (low + 1 < high) {
        const std::size_t middle = (low + high) / 2;
        (fits(withoutDeep(tree, middle)) ? low : high) = middle;
    }
    return withoutDeep(tree, low);
}

struct Window {
    TimeRange range;
    RankTime zero{};
    std::string name;
};

Result<Window> windowFor(const TraceStore& store, const TimelinePictureOptions& options) {
    const TimeRange whole = store.extent();
    if (whole.empty())
        return Error{ErrorCode::MissingData, "expected events with a duration, found none", store.info().fileName, ""};
    Window window{whole, whole.begin, {}};
    if (options.step) {
        const auto it = std::find_if(store.steps().begin(), store.steps().end(),
                                     [&](const Step& step) { return step.number == *options.step; });
        if (it == store.steps().end())
            return Error{ErrorCode::MissingData,
                         fmt::format("expected ProfilerStep#{}, found no such step", *options.step),
                         store.info().fileName, "lanescope-cli info lists the steps"};
        window.range = store.range(SliceId{it->slice});
        window.zero = window.range.begin;
        window.name = fmt::format("step {}", *options.step);
    }
    if (options.range) window.range = *options.range;
    if (window.range.empty())
        return Error{ErrorCode::Usage, "expected a range that is longer than nothing", "--range", ""};
    return window;
}

// The rows that fit below `most` px; a high one may be cut, of a low one nothing is shown rather than a sliver.
struct RowsShown {
    double height = 0; // ruler and pinned rows included
    std::size_t more = 0;
};
RowsShown rowsThatFit(const RowLayout& layout, double most) {
    constexpr double leastPart = 60;
    RowsShown out{kRulerHeight + layout.pinnedHeight, 0};
    for (const PlacedRow& row : layout.rows) {
        const double room = most - out.height;
        if (out.more == 0 && row.height <= room)
            out.height += row.height;
        else if (out.more == 0 && room >= leastPart)
            out.height = most;
        else
            ++out.more;
    }
    return out;
}

Scene titleScene(const TraceStore& store, const Window& window, std::size_t moreRows, const std::string& given,
                 double width, TextMeasure& text) {
    Scene out;
    out.width = static_cast<float>(width);
    out.height = static_cast<float>(kTitleHeight);
    out.background = Ink::Window;
    Layer& layer = out.layers.emplace_back();
    constexpr TextStyle title{14, 600, false};
    constexpr TextStyle small{12, 400, false};
    const Fitted name = cutAtEnd(given, width * 0.6, 8, title, text);
    layer.labels.push_back({14, 25, name.text, title, Ink::Text});
    std::string facts;
    if (store.info().rank) facts += fmt::format("rank {}", *store.info().rank);
    if (store.info().worldSize) facts += fmt::format(" of {}", *store.info().worldSize);
    if (!window.name.empty()) facts += (facts.empty() ? "" : ", ") + window.name;
    facts += (facts.empty() ? "" : ", ") + formatDuration(window.range.length().count());
    facts += fmt::format(", {} events", formatCount(static_cast<std::int64_t>(store.counts().elements)));
    if (moreRows > 0) facts += fmt::format(", {} more rows not shown", moreRows);
    const double room = width - 14 - name.width - 24 - 14;
    Label label{static_cast<float>(width - 14), 25, cutAtEnd(facts, room, 6, small, text).text, small, Ink::Text2};
    label.align = Align::Right;
    layer.labels.push_back(std::move(label));
    layer.lines.push_back({0, static_cast<float>(kTitleHeight - 0.5), static_cast<float>(width),
                           static_cast<float>(kTitleHeight - 0.5), Ink::Line2});
    return out;
}

// How it was measured, in sentences: definition, window, thresholds, clock, what lies outside, the file.
std::vector<std::string> methodOf(const TraceStore& store, const Window& window, const TimelinePictureOptions& options,
                                  const std::vector<std::size_t>& outside) {
    std::vector<std::string> out;
    if (options.numbersOf != nullptr && !options.numbersOf->empty())
        out.push_back(fmt::format("Method: unions of slice intervals clipped to the range; compute + exposed "
                                  "communication + exposed copies + idle = {}.",
                                  formatDuration(window.range.length().count())));
    const std::int64_t from = (window.range.begin - window.zero).count();
    out.push_back(fmt::format("Window: {} to {}{}.", formatOffset(from),
                              formatOffset(from + window.range.length().count()),
                              window.name.empty() ? ", from the start of the trace" : " of " + window.name));
    out.push_back(fmt::format("Gap thresholds {} and {}.",
                              formatDuration(options.thresholds.launchBelowNs, Precision::Slice),
                              formatDuration(options.thresholds.largeFromNs, Precision::Slice)));
    out.push_back(options.alignment);
    if (store.info().withStack.value_or(false)) out.emplace_back("with_stack was on.");
    std::string oddities;
    if (!store.oddities().entries().empty())
        oddities = fmt::format(", {} kinds of oddities", store.oddities().entries().size());
    const bool named = options.paths == TimelinePictureOptions::Paths::Kept; // file names often hold a host's name
    out.push_back(fmt::format("{}, {} events{}.", named ? store.info().fileName : "One trace",
                              formatCount(static_cast<std::int64_t>(store.counts().elements)), oddities));
    for (const std::size_t index : outside)
        out.push_back(fmt::format("Not drawn: note {}, {}.", index + 1,
                                  options.notes[index].text.substr(0, options.notes[index].text.find('\n'))));
    out.emplace_back("Definitions: docs/user/metrics.md.");
    return out;
}

// The selection and what it is joined to, as the window has them over the rows.
Scene selectionScene(const TimelineData& data, const TimelineView& view, SliceId selected, TextMeasure& text) {
    OverlayState over;
    over.selection = {selected};
    LinkSet links = linkSetOf(data.store, selected);
    over.links = std::move(links.links);
    over.linksLeft = links.left;
    Scene out;
    buildOverlay(data, view, over, text, out);
    return out;
}

// Parts one below the other.
class Stack {
public:
    Stack(const TimelinePictureOptions& options, paint::Fonts& fonts) : m_options(options), m_fonts(fonts) {
        m_out.width = options.width;
    }
    void add(Scene scene) {
        const double height = static_cast<double>(scene.height);
        m_out.parts.push_back({std::move(scene), m_y});
        m_y += height;
    }
    void addNumbers(TimeRange range) {
        if (m_options.numbersOf == nullptr || m_options.numbersOf->empty()) return;
        const std::vector<DeviceWork>& devices = *m_options.numbersOf;
        const auto chosen = std::find_if(devices.begin(), devices.end(), [&](const DeviceWork& device) {
            return device.key == m_options.numbersDevice;
        });
        const FourNumbers numbers = fourNumbers(chosen == devices.end() ? devices.front() : *chosen, count(range.begin),
                                                count(range.end), m_options.thresholds);
        add(numbersScene(numbers, m_options.thresholds, m_options.width, kMargin, m_fonts));
    }
    // The timeline with its notes: cards above it, their leaders over it. Returns the notes that are not drawn.
    std::vector<std::size_t> addRows(const TimelineData& data, const TimelineView& view, Scene timeline) {
        const std::vector<NoteSource> sources = noteSources(data.store, data.tree, m_options.notes);
        NoteLane notes = buildNoteLane(data, view, sources, timeline, m_fonts);
        if (notes.height > 0) add(std::move(notes.cards));
        m_out.parts.push_back({std::move(timeline), m_y});
        if (m_options.selected) m_out.parts.push_back({selectionScene(data, view, *m_options.selected, m_fonts), m_y});
        m_out.parts.push_back({std::move(notes.over), m_y});
        m_y += view.height;
        return notes.outside;
    }
    void addLegend(scene::Legend legend) {
        if (m_options.legend == TimelinePictureOptions::Legend::Left) return;
        Scene foot;
        foot.width = static_cast<float>(m_options.width);
        foot.height = static_cast<float>(legend.height + 2 * kLegendMargin);
        foot.background = Ink::Window;
        foot.layers.emplace_back().lines.push_back({0, 0.5F, foot.width, 0.5F, Ink::Line2});
        const double top = m_y + kLegendMargin;
        add(std::move(foot));
        m_out.parts.push_back({std::move(legend.scene), top});
    }
    Picture take() {
        m_out.height = m_options.height.value_or(m_y);
        if (m_options.paths == TimelinePictureOptions::Paths::Removed)
            for (Part& part : m_out.parts) removePaths(part.scene);
        return std::move(m_out);
    }

private:
    const TimelinePictureOptions& m_options;
    paint::Fonts& m_fonts;
    Picture m_out;
    double m_y = 0;
};

TimelineView viewFor(const TraceStore& store, const Window& window, const TimelinePictureOptions& options) {
    TimelineView view;
    view.width = options.width;
    view.headerWidth = options.headerWidth;
    view.colourBy = options.colourBy;
    view.scale = TimeScale::fit(store.extent().begin, window.range, view.canvasWidth());
    view.asked = window.range;
    view.zero = window.zero;
    view.zeroName = window.name;
    view.range = options.marked;
    view.hits = options.hits;
    if (!options.hits.empty()) view.notHits = TimelineView::Others::Dimmed;
    return view;
}

} // namespace

Result<Picture> timelinePicture(const TraceStore& store, const RowTree& whole, const BandData& bands,
                                const TimelinePictureOptions& options, paint::Fonts& fonts) {
    const Result<Window> window = windowFor(store, options);
    if (!window.ok()) return window.error();
    const bool cut = options.step.has_value() || options.range.has_value();
    const RowTree all = cut ? withoutEmpty(store, whole, window->range) : whole;
    const RowState state = stateFor(all, bands, options);
    if (const RowLayout layout = layoutRows(all, state); layout.rows.empty() && layout.pinned.empty())
        return Error{ErrorCode::MissingData, "expected rows to draw, found none", "--tracks",
                     "lanescope-cli info lists threads and streams"};
    ShortNames names(store);
    TimelineView view = viewFor(store, *window, options);
    const bool told = options.method == TimelinePictureOptions::Method::Told;
    const bool explained = options.legend == TimelinePictureOptions::Legend::Drawn;
    const double below = (explained ? 22 * 3 + 2 * kLegendMargin : 0) + (told ? kScaleBarHeight + kMethodRoom : 0);
    const double numbers = options.numbersOf != nullptr && !options.numbersOf->empty() ? kNumbersHeight : 0;
    std::vector<BracketSource> brackets;
    if (options.findings != nullptr) brackets = bracketSources(*options.findings);
    const BracketLayout lane = layoutBrackets(brackets, view.scale);
    const double laneHeight = bracketsHeight(lane);
    const double most = options.height.value_or(kMaxHeight) - kTitleHeight - numbers - laneHeight - below;
    const RowTree tree = fitted(all, state, most);
    const RowLayout layout = layoutRows(tree, state);
    const RowsShown shown = rowsThatFit(layout, most);
    view.height = std::max(60.0, std::min(shown.height, std::max(most, 60.0)));

    Stack stack(options, fonts);
    const bool named = options.title.empty() && options.paths == TimelinePictureOptions::Paths::Kept;
    const std::string title = named ? store.info().fileName : options.title.empty() ? "Timeline" : options.title;
    stack.add(titleScene(store, *window, shown.more, title, options.width, fonts));
    stack.addNumbers(window->range);
    if (laneHeight > 0) {
        Scene findings;
        buildBrackets(brackets, lane, options.width, view.headerWidth, fonts, findings);
        stack.add(std::move(findings));
    }
    const TimelineData data{store, tree, layout, state, bands, names};
    Scene timeline;
    buildTimeline(data, view, fonts, timeline);
    scene::Legend legend = buildLegend(timeline, options.width - kMargin, kMargin, fonts);
    const std::vector<std::size_t> outside = stack.addRows(data, view, std::move(timeline));
    if (told) stack.add(scaleBarScene(view.scale.nsPerPx(), view.canvasWidth(), options.width, fonts));
    stack.addLegend(std::move(legend));
    if (told) stack.add(methodScene(methodOf(store, *window, options, outside), options.width, kMargin, fonts));
    return stack.take();
}

} // namespace lanescope::pictures
