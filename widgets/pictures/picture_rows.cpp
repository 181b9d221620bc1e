#include "widgets/pictures/picture_rows.h"

#include "core/query/visible_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace lanescope::pictures {

using namespace scene;

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

void keepLanes(Row& row, std::size_t lanes) {
    row.subtitle += fmt::format("{}{} deeper not shown", row.subtitle.empty() ? "" : ", ", row.lanes.size() - lanes);
    row.lanes.resize(lanes);
}

// Whole lanes of a row in so many px; all but the last, as the row does not fit.
std::size_t lanesThatFit(const Row& row, const PlacedRow& placed, const RowState& state, double room) {
    constexpr double padding = 3;
    std::size_t out = 0;
    while (out + 1 < row.lanes.size()) {
        const LaneBox box = laneBox(row, placed, out, state);
        if (box.y + box.height + padding > room) break;
        ++out;
    }
    return out;
}

// Of host threads the first lanes: a deep python stack would push everything else out of a picture of limited height.
RowTree withoutDeep(const RowTree& tree, std::size_t mostLanes) {
    std::vector<Row> rows = tree.rows();
    for (Row& row : rows) {
        if (row.kind != RowKind::HostThread || row.lanes.size() <= mostLanes) continue;
        keepLanes(row, mostLanes);
    }
    return RowTree(std::move(rows), tree.sharedCounters(), tree.emptyHidden());
}

} // namespace

bool rowMatches(const Row& row, const std::vector<std::string>& words) {
    const std::string name = lower(row.name + "\n" + row.key + "\n" + row.subtitle);
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return name.find(lower(word)) != std::string::npos; });
}

// Rows the picture leaves out: those not asked for (a group stays with its children) and bands with nothing to show.
RowState pictureRowState(const RowTree& tree, const BandData& bands, const TimelinePictureOptions& options) {
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
        if (!options.tracks.empty() && !rowMatches(row, options.tracks)) continue;
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
RowTree withoutEmptyRows(const TraceStore& store, const RowTree& tree, TimeRange range) {
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

// The tree with as many lanes as let all rows fit into so many px; where nothing helps, with few.
RowTree fittedRows(const RowTree& tree, const RowState& state, double most) {
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

FittedRows rowsThatFit(const RowTree& tree, const RowState& state, double most) {
    FittedRows out{tree, layoutRows(tree, state), 0};
    const double room = most - kRulerHeight - out.layout.pinnedHeight;
    std::size_t whole = 0;
    while (whole < out.layout.rows.size() && out.layout.rows[whole].y + out.layout.rows[whole].height <= room) ++whole;
    if (whole == out.layout.rows.size()) return out;
    const PlacedRow placed = out.layout.rows[whole];
    const std::size_t lanes = lanesThatFit(tree.row(placed.row), placed, state, room - placed.y);
    if (lanes > 0) {
        std::vector<Row> rows = tree.rows();
        keepLanes(rows[placed.row], lanes);
        out.tree = RowTree(std::move(rows), tree.sharedCounters(), tree.emptyHidden());
        out.layout = layoutRows(out.tree, state);
        ++whole;
    }
    out.more = out.layout.rows.size() - whole;
    out.layout.rows.resize(whole);
    for (std::int32_t& place : out.layout.placeOf)
        if (place >= static_cast<std::int32_t>(whole)) place = -1;
    out.layout.height = whole == 0 ? 0 : out.layout.rows.back().y + out.layout.rows.back().height;
    return out;
}

} // namespace lanescope::pictures
