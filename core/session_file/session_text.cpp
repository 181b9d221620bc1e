#include "core/session_file/session_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace lanescope::session {
namespace {

constexpr std::string_view kFormat = "lanescope-session";
constexpr double kMostPx = 100'000;
constexpr std::int64_t kFurthestNs = std::int64_t{1} << 61;
constexpr std::size_t kMostExtra = 64; // members that are not known

// ---- traces

Json identityJson(const notes::TraceIdentity& identity) {
    Json out;
    out["bytes"] = static_cast<std::int64_t>(identity.bytes);
    out["mtime_ns"] = identity.mtimeNs;
    out["fingerprint"] = fmt::format("{:016x}", identity.fingerprint);
    return out;
}

std::optional<notes::TraceIdentity> identityFrom(const Json& json, const std::string& path) {
    const auto bytes = integerIn(json, "bytes");
    const std::string hex = textIn(json, "fingerprint");
    if (!bytes || *bytes < 0) return std::nullopt;
    notes::TraceIdentity out;
    out.file = std::filesystem::path(path).filename().string();
    out.bytes = static_cast<std::uint64_t>(*bytes);
    out.mtimeNs = integerIn(json, "mtime_ns").value_or(0);
    std::from_chars(hex.data(), hex.data() + hex.size(), out.fingerprint, 16);
    return out;
}

Json traceJson(const Trace& trace) {
    Json out;
    out["path"] = trace.path;
    if (!trace.member.empty()) out["member"] = trace.member;
    if (trace.rank) out["rank"] = *trace.rank;
    if (trace.identity) out["file"] = identityJson(*trace.identity);
    if (trace.notes.empty()) return out;
    auto notes = parseJson(trace.notes, "notes");
    if (notes.ok()) out["notes"] = std::move(*notes);
    return out;
}

std::optional<Trace> traceFrom(const Json& json) {
    Trace out;
    out.path = textIn(json, "path");
    // A name with a zero byte names another file for the system than for us.
    if (out.path.empty() || out.path.find('\0') != std::string::npos) return std::nullopt;
    out.member = textIn(json, "member");
    out.rank = integerIn(json, "rank");
    if (out.rank && *out.rank < 0) out.rank.reset();
    out.identity = identityFrom(member(json, "file"), out.path);
    const Json& notes = member(json, "notes");
    if (notes.isObject()) out.notes = notes.dump();
    return out;
}

// ---- rows

std::vector<std::string> listOf(const std::set<std::string>& set) { return {set.begin(), set.end()}; }
std::set<std::string> setOf(const Json& json) {
    const auto list = textsIn(json);
    return {list.begin(), list.end()};
}

using Filters = std::vector<std::pair<std::string, std::string>>;

Json filtersJson(const Filters& filters) {
    Json out = Json::array();
    for (const auto& [name, where] : filters) {
        Json entry;
        entry["name"] = name;
        entry["where"] = where;
        out.push(std::move(entry));
    }
    return out;
}

Filters filtersFrom(const Json& list) {
    constexpr std::size_t most = 20; // as many as there can be rows of this kind
    Filters out;
    for (const Json& entry : list.elements()) {
        std::string name = textIn(entry, "name"), where = textIn(entry, "where");
        const bool isKnown =
            std::any_of(out.begin(), out.end(), [&](const auto& known) { return known.first == name; });
        if (out.size() < most && !name.empty() && !isKnown) out.emplace_back(std::move(name), std::move(where));
    }
    return out;
}

Json rowsJson(const Rows& rows) {
    Json out;
    Json::Object heights, order; // by hand: there may be thousands
    out["folded"] = textsJson(listOf(rows.folded));
    out["unfolded"] = textsJson(listOf(rows.unfolded));
    out["hidden"] = textsJson(listOf(rows.hidden));
    out["pinned"] = textsJson(rows.pinned);
    for (const auto& [key, factor] : rows.heights) heights.emplace_back(key, factor);
    for (const auto& [key, list] : rows.order) order.emplace_back(key, textsJson(list));
    out["heights"] = std::move(heights);
    out["order"] = std::move(order);
    out["filter"] = rows.filter;
    out["compact"] = rows.compact;
    out["pins_chosen"] = rows.pinsChosen;
    out["python"] = rows.python;
    out["merge_streams"] = rows.mergeStreams;
    if (!rows.filters.empty()) out["filters"] = filtersJson(rows.filters);
    return out;
}

Rows rowsFrom(const Json& json) {
    Rows out;
    out.folded = setOf(member(json, "folded"));
    out.unfolded = setOf(member(json, "unfolded"));
    out.hidden = setOf(member(json, "hidden"));
    out.pinned = textsIn(member(json, "pinned"));
    for (const auto& [key, factor] : member(json, "heights").members()) {
        const auto number = factor.asNumber();
        if (number && key.size() <= kMostText && out.heights.size() < kMostKeys)
            out.heights[key] = std::clamp(*number, 0.1, 100.0);
    }
    for (const auto& [key, list] : member(json, "order").members())
        if (key.size() <= kMostText && out.order.size() < kMostKeys) out.order[key] = textsIn(list);
    out.filter = textIn(json, "filter");
    out.compact = switchIn(json, "compact", false);
    out.pinsChosen = switchIn(json, "pins_chosen", false);
    out.python = switchIn(json, "python", true);
    out.mergeStreams = switchIn(json, "merge_streams", false);
    out.filters = filtersFrom(member(json, "filters"));
    return out;
}

// ---- view

Json selectedJson(const std::vector<Selected>& list) {
    Json out = Json::array();
    for (const Selected& one : list) {
        Json entry;
        entry["row"] = one.anchor.row;
        entry["slice"] = one.anchor.slice;
        if (one.anchor.correlation) entry["correlation"] = *one.anchor.correlation;
        entry["begin_ns"] = one.beginNs;
        out.push(std::move(entry));
    }
    return out;
}

std::vector<Selected> selectedFrom(const Json& json) {
    std::vector<Selected> out;
    for (const Json& entry : json.elements()) {
        if (out.size() == kMostSelected) break;
        const auto begin = integerIn(entry, "begin_ns");
        const std::string* slice = member(entry, "slice").asText(); // names of kernels may be long
        if (!begin || !slice || *begin < -kFurthestNs || *begin > kFurthestNs) continue;
        out.push_back({{textIn(entry, "row"), *slice, integerIn(entry, "correlation")}, *begin});
    }
    return out;
}

Json viewJson(const View& view) {
    Json out, canvas;
    out["shown_ns"] = offsetsJson(view.shown);
    canvas["width"] = view.canvasWidth;
    canvas["height"] = view.canvasHeight;
    canvas["ns_per_px"] = view.nsPerPx;
    canvas["first_column"] = view.firstColumn;
    out["canvas"] = std::move(canvas);
    out["header_width"] = view.headerWidth;
    out["scroll"] = view.scrollY;
    if (view.range) out["range_ns"] = offsetsJson(*view.range);
    if (view.range) out["range_locked"] = view.rangeLocked;
    if (view.step) out["step"] = *view.step;
    if (!view.selected.empty()) out["selected"] = selectedJson(view.selected);
    if (view.chosenNote) out["chosen_note"] = static_cast<std::int64_t>(*view.chosenNote);
    out["arrows"] = view.arrows;
    if (view.criticalPath) out["critical_path_ns"] = offsetsJson(*view.criticalPath);
    out["search"] = view.search;
    out["colour_by"] = view.colourBy;
    out["axis"] = view.axis;
    out["theme"] = view.theme;
    return out;
}

View viewFrom(const Json& json) {
    View out;
    out.shown = offsetsIn(json, "shown_ns").value_or(Offsets{});
    const Json& canvas = member(json, "canvas");
    out.canvasWidth = numberIn(canvas, "width", 0, kMostPx, 0);
    out.canvasHeight = numberIn(canvas, "height", 0, kMostPx, 0);
    out.nsPerPx = numberIn(canvas, "ns_per_px", 0, 1e12, 0);
    constexpr std::int64_t mostColumns = std::int64_t{1} << 52; // exact as a double
    out.firstColumn = std::clamp(integerIn(canvas, "first_column").value_or(0), -mostColumns, mostColumns);
    out.headerWidth = numberIn(json, "header_width", 60, 1000, 220);
    out.scrollY = numberIn(json, "scroll", 0, 1e7, 0);
    out.range = offsetsIn(json, "range_ns");
    out.rangeLocked = out.range && switchIn(json, "range_locked", false);
    out.step = integerIn(json, "step");
    out.selected = selectedFrom(member(json, "selected"));
    const auto chosen = integerIn(json, "chosen_note");
    if (chosen && *chosen >= 0) out.chosenNote = static_cast<std::size_t>(*chosen);
    out.arrows = switchIn(json, "arrows", true);
    out.criticalPath = offsetsIn(json, "critical_path_ns");
    out.search = textIn(json, "search");
    out.colourBy = wordIn(json, "colour_by", {"kind", "class", "name", "stream", "duration"});
    out.axis = wordIn(json, "axis", {"step", "trace", "timecode", "utc", "local"});
    out.theme = wordIn(json, "theme", {"dark", "light", "contrast"});
    return out;
}

Json windowJson(const WindowShape& window) {
    Json out;
    out["width"] = window.width;
    out["height"] = window.height;
    out["bottom_height"] = window.bottomHeight;
    out["guide_width"] = window.guideWidth;
    out["strips"] = window.strips;
    out["bottom"] = window.bottom;
    out["guide"] = window.guide;
    return out;
}

WindowShape windowFrom(const Json& json) {
    const auto px = [&](std::string_view key) { return static_cast<int>(numberIn(json, key, 0, 20'000, 0)); };
    return {px("width"),
            px("height"),
            px("bottom_height"),
            px("guide_width"),
            switchIn(json, "strips", true),
            switchIn(json, "bottom", true),
            switchIn(json, "guide", true)};
}

// ---- figures

GapThresholds thresholdsFrom(const Json& json) {
    const GapThresholds usual;
    const std::int64_t launch = integerIn(json, "launch_gap_below").value_or(0);
    const std::int64_t large = integerIn(json, "large_gap_from").value_or(0);
    return launch > 0 && large >= launch ? GapThresholds{launch, large} : usual;
}

constexpr std::string_view kKnown[] = {"format", "version", "traces",    "current", "view",
                                       "rows",   "window",  "alignment", "figures", "ranks"};

} // namespace

Result<Session> parseSession(std::string_view text, std::string_view place) {
    if (text.size() > kMostFileBytes)
        return Error{ErrorCode::LimitExceeded,
                     fmt::format("expected at most {} bytes, found {}", kMostFileBytes, text.size()),
                     std::string(place), ""};
    const auto json = parseJson(text, place);
    if (!json.ok()) {
        Error error = json.error();
        error.code = ErrorCode::NotATrace;
        error.message = "expected a session, found a damaged file: " + error.message;
        return error;
    }
    const auto version = integerIn(*json, "version");
    if (textIn(*json, "format") != kFormat || !version)
        return Error{ErrorCode::NotATrace, "expected a session of Lanescope, found another file", std::string(place),
                     ""};
    if (*version > kVersion)
        return Error{ErrorCode::UnsupportedFormat,
                     fmt::format("expected a session of version {} or less, found {}", kVersion, *version),
                     std::string(place), "open it with a newer Lanescope"};
    Session out;
    for (const Json& entry : member(*json, "traces").elements())
        if (auto trace = traceFrom(entry); trace && out.traces.size() < kMostTraces)
            out.traces.push_back(std::move(*trace));
    if (out.traces.empty())
        return Error{ErrorCode::NotATrace, "expected a session with traces, found none", std::string(place), ""};
    const std::int64_t current = integerIn(*json, "current").value_or(0);
    if (current > 0 && static_cast<std::uint64_t>(current) < out.traces.size())
        out.current = static_cast<std::size_t>(current);
    out.view = viewFrom(member(*json, "view"));
    out.rows = rowsFrom(member(*json, "rows"));
    out.window = windowFrom(member(*json, "window"));
    const Json& figures = member(*json, "figures");
    out.thresholds = thresholdsFrom(figures);
    const Json& peaks = member(figures, "peaks");
    if (peaks.isArray()) out.peaks = peaks.dump(Json::Style::Compact);
    const Json& ranks = member(*json, "ranks");
    if (ranks.isObject()) out.ranks = ranksFrom(member(*json, "alignment"), ranks);
    for (const auto& [key, value] : json->members()) {
        if (out.extra.members().size() == kMostExtra) break;
        if (std::find(std::begin(kKnown), std::end(kKnown), key) == std::end(kKnown)) out.extra[key] = value;
    }
    return out;
}

std::string sessionText(const Session& session) {
    Json out, traces = Json::array(), figures;
    out["format"] = kFormat;
    out["version"] = kVersion;
    for (const Trace& trace : session.traces) traces.push(traceJson(trace));
    out["traces"] = std::move(traces);
    out["current"] = static_cast<std::int64_t>(session.current);
    if (session.ranks) {
        out["alignment"] = alignmentJson(*session.ranks);
        out["ranks"] = ranksJson(*session.ranks);
    }
    out["view"] = viewJson(session.view);
    out["rows"] = rowsJson(session.rows);
    out["window"] = windowJson(session.window);
    figures["launch_gap_below"] = session.thresholds.launchBelowNs;
    figures["large_gap_from"] = session.thresholds.largeFromNs;
    if (auto peaks = parseJson(session.peaks, "peaks"); peaks.ok() && peaks->isArray())
        figures["peaks"] = std::move(*peaks);
    out["figures"] = std::move(figures);
    for (const auto& [key, value] : session.extra.members()) out[key] = value;
    return out.dump() + "\n";
}

} // namespace lanescope::session
