#include "app/render/parts/view_options.h"

#include "core/query/filter.h"
#include "widgets/pictures/picture_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>

namespace lanescope::render {
namespace {

Error wrong(std::string message, std::string_view option) {
    return {ErrorCode::Usage, std::move(message), std::string(option), "lanescope-cli render --help lists the options"};
}

std::vector<std::string> partsOf(std::string_view list) {
    std::vector<std::string> out;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (comma > 0) out.emplace_back(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return out;
}

Result<std::int64_t> wholeNumber(std::string_view text, std::string_view option) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= 0) return value;
    return wrong(fmt::format("expected a whole number, found '{}'", text), option);
}

Status oneOf(std::string_view text, std::initializer_list<std::string_view> known, std::string_view option) {
    if (std::find(known.begin(), known.end(), text) != known.end()) return {};
    return wrong(fmt::format("expected {}, found '{}'", fmt::join(known, ", "), text), option);
}

Status setGaps(std::string_view text, GapThresholds& out) {
    const auto parts = partsOf(text);
    if (parts.size() != 2) return wrong(fmt::format("expected A,B such as 50us,1ms, found '{}'", text), "--gaps");
    const auto launch = parseNs(parts[0]), large = parseNs(parts[1]);
    if (!launch.ok()) return launch.error();
    if (!large.ok()) return large.error();
    if (*launch <= 0 || *large < *launch)
        return wrong(fmt::format("expected two lengths, the first at most the second, found '{}'", text), "--gaps");
    out = {*launch, *large};
    return {};
}

// The rows that hold the word; at least one.
Result<std::vector<const Row*>> rowsWith(const RowTree& tree, const std::string& word, std::string_view option) {
    std::vector<const Row*> out;
    for (const Row& row : tree.rows())
        if (pictures::rowMatches(row, {word})) out.push_back(&row);
    if (out.empty()) return wrong(fmt::format("expected a row named '{}', found none", word), option);
    return out;
}

Status forRows(const RowTree& tree, const std::optional<std::string>& words, std::string_view option,
               const std::function<void(const Row&)>& use) {
    for (const std::string& word : partsOf(words.value_or(""))) {
        const auto rows = rowsWith(tree, word, option);
        if (!rows.ok()) return rows.error();
        for (const Row* row : *rows) use(*row);
    }
    return {};
}

Status setHeights(const RowTree& tree, std::string_view list, session::Rows& rows) {
    for (const std::string& part : partsOf(list)) {
        const std::size_t at = part.rfind('=');
        double factor = 0;
        const char* const end = part.data() + part.size();
        if (at == std::string::npos || std::from_chars(part.data() + at + 1, end, factor).ptr != end ||
            !(factor >= scene::kLeastHeight && factor <= scene::kMostHeight))
            return wrong(fmt::format("expected word=factor with a factor of 0.5 to 6, found '{}'", part),
                         "--row-height");
        const Status set = forRows(tree, part.substr(0, at), "--row-height", [&](const Row& row) {
            if (row.kind != RowKind::Group) rows.heights[row.key] = factor;
        });
        if (!set.ok()) return set;
    }
    return {};
}

Status setRows(const RenderOptions& options, const RowTree& tree, session::Rows& rows) {
    const auto value = [&](std::string_view name) { return options.view.value(name); };
    std::vector<std::string> pinned;
    const std::optional<std::string> pins = value("--pin");
    if (pins && *pins != "none") {
        const Status set = forRows(tree, pins, "--pin", [&](const Row& row) {
            const bool twice = std::find(pinned.begin(), pinned.end(), row.key) != pinned.end();
            if (row.kind != RowKind::Group && !twice) pinned.push_back(row.key);
        });
        if (!set.ok()) return set;
    }
    if (pins) rows.pinned = std::move(pinned);
    for (const Status& set :
         {forRows(tree, value("--hide"), "--hide", [&](const Row& row) { rows.hidden.insert(row.key); }),
          forRows(tree, value("--fold"), "--fold",
                  [&](const Row& row) {
                      rows.folded.insert(row.key);
                      rows.unfolded.erase(row.key);
                  }),
          forRows(tree, value("--open"), "--open",
                  [&](const Row& row) {
                      rows.unfolded.insert(row.key);
                      rows.folded.erase(row.key);
                  }),
          forRows(tree, value("--order"), "--order",
                  [&](const Row& row) {
                      const std::string group = row.parent ? tree.row(*row.parent).key : std::string();
                      std::vector<std::string>& list = rows.order[group];
                      if (std::find(list.begin(), list.end(), row.key) == list.end()) list.push_back(row.key);
                  }),
          setHeights(tree, value("--row-height").value_or(""), rows)})
        if (!set.ok()) return set;
    return {};
}

TimeRange shownTime(const TraceStore& store, const pictures::PictureWish& wish, const session::Session& session) {
    const RankTime zero = store.extent().begin;
    if (wish.range) return *wish.range;
    for (const Step& step : store.steps())
        if (wish.step == step.number) return store.range(SliceId{step.slice});
    if (wish.time == pictures::PictureWish::Time::Whole) return store.extent();
    return {zero + Ns{session.view.shown.first}, zero + Ns{session.view.shown.second}};
}

Status select(const std::string& query, const TraceStore& store, const RowTree& tree, TimeRange shown,
              session::Session& session, RunContext& context) {
    const auto hits = pictures::hitsOf(store, query, context);
    if (!hits.ok()) return hits.error();
    std::optional<SliceId> first;
    for (const SliceId slice : *hits) {
        if (store.end(slice) <= shown.begin || store.start(slice) >= shown.end) continue;
        if (!first || store.start(slice) < store.start(*first)) first = slice;
    }
    if (!first)
        return Error{ErrorCode::MissingData, "expected a slice in the picture, found none", "--select " + query,
                     "lanescope-cli events lists what a search finds"};
    session.view.selected = {
        {notes::anchorOf(store, tree, *first), (store.start(*first) - store.extent().begin).count()}};
    return {};
}

} // namespace

Status applyOptions(const RenderOptions& options, session::Session& session, pictures::PictureWish& wish) {
    const ViewOptions& view = options.view;
    if (const auto name = view.value("--colour-by")) {
        const Status known = oneOf(*name, {"kind", "class", "name", "stream", "duration"}, "--colour-by");
        if (!known.ok()) return known;
        session.view.colourBy = *name;
    }
    if (const auto name = view.value("--axis")) {
        const Status known = oneOf(*name, {"step", "trace", "timecode", "utc", "local"}, "--axis");
        if (!known.ok()) return known;
        session.view.axis = *name;
    }
    if (const auto gaps = view.value("--gaps"))
        if (const Status set = setGaps(*gaps, session.thresholds); !set.ok()) return set;
    if (const auto name = view.value("--arrows")) {
        const Status known = oneOf(*name, {"none", "selection", "view"}, "--arrows");
        if (!known.ok()) return known;
        session.view.arrows = *name == "view";
        if (*name == "none") wish.arrows = pictures::PictureWish::Arrows::None;
    }
    if (const auto number = view.value("--count-from")) {
        const auto step = wholeNumber(*number, "--count-from");
        if (!step.ok()) return step.error();
        session.view.step = *step;
    }
    if (const auto number = view.value("--device")) {
        const auto device = wholeNumber(*number, "--device");
        if (!device.ok()) return device.error();
        wish.device = *device;
    }
    if (const auto text = view.value("--mark-range")) {
        const auto range = parseRangeOption(*text, "--mark-range");
        if (!range.ok()) return range.error();
        session.view.range = session::Offsets{range->beginNs, range->endNs};
    }
    if (const auto px = view.value("--margin")) {
        const auto margin = wholeNumber(*px, "--margin");
        if (!margin.ok()) return margin.error();
        if (*margin > 200) return wrong(fmt::format("expected 0 to 200 px, found '{}'", *px), "--margin");
        wish.margin = static_cast<double>(*margin);
    }
    if (const auto filter = view.value("--filter")) session.rows.filter = *filter;
    if (const auto search = view.value("--search")) session.view.search = *search;
    if (view.has("--lock-range")) session.view.rangeLocked = true;
    if (view.has("--compact")) session.rows.compact = true;
    if (view.has("--no-python")) session.rows.python = false;
    if (view.has("--merge-streams")) session.rows.mergeStreams = true;
    if (view.has("--no-legend")) wish.legend = false;
    if (view.has("--no-numbers")) wish.numbers = false;
    if (view.has("--no-method")) wish.method = false;
    if (view.has("--no-marks")) wish.marks = false;
    return {};
}

Status applyToTrace(const RenderOptions& options, const TraceStore& store, const RowTree& tree,
                    const pictures::PictureWish& wish, session::Session& session, RunContext& context) {
    const auto counted = options.view.value("--count-from");
    if (counted && std::none_of(store.steps().begin(), store.steps().end(),
                                [&](const Step& step) { return step.number == session.view.step; }))
        return Error{ErrorCode::MissingData, fmt::format("expected ProfilerStep#{}, found no such step", *counted),
                     "--count-from", "lanescope-cli info lists the steps"};
    if (const Status set = setRows(options, tree, session.rows); !set.ok()) return set;
    const TimeRange shown = shownTime(store, wish, session);
    const RankTime zero = store.extent().begin;
    if (options.view.has("--critical-path"))
        session.view.criticalPath = session::Offsets{(shown.begin - zero).count(), (shown.end - zero).count()};
    const auto query = options.view.value("--select");
    return query ? select(*query, store, tree, shown, session, context) : Status{};
}

} // namespace lanescope::render
