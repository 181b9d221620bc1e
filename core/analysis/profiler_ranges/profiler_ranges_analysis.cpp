// Counters that the profiler measured per kernel (category cuda_profiler_range), joined to their kernels.
#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr std::string_view kCategory = "cuda_profiler_range";
constexpr std::size_t kMaxCounters = 64; // columns of the table

std::vector<SliceId> inOrder(const TraceStore& store, const std::vector<std::uint8_t>& isWanted, TimeRange range) {
    std::vector<SliceId> out;
    const auto categories = store.slices().category;
    for (std::uint32_t row = 0; row < categories.size(); ++row)
        if (isWanted[categories[row]] != 0 && range.contains(store.start(SliceId{row}))) out.push_back(SliceId{row});
    std::sort(out.begin(), out.end(), [&store](SliceId a, SliceId b) {
        return store.start(a) != store.start(b) ? store.start(a) < store.start(b)
                                                : store.eventOffset(a) < store.eventOffset(b);
    });
    return out;
}

template <class Wanted>
std::vector<std::uint8_t> categoriesWith(const TraceStore& store, Wanted wanted) {
    std::vector<std::uint8_t> out(256, 0);
    for (std::size_t c = 0; c < store.categories().size() && c < out.size(); ++c)
        out[c] = wanted(store.categories()[c]) ? 1 : 0;
    return out;
}

struct Joined {
    SliceId range;
    std::optional<SliceId> kernel, call;
    std::map<std::string, Cell> counters;
};

// By time: the first kernel that starts inside the range. Where no range holds one, the recording ran each kernel on
// its own and the clocks say nothing: by position, when there are as many kernels or launch calls as ranges.
std::string join(const TraceStore& store, std::vector<Joined>& all, TimeRange window) {
    const auto kernels =
        inOrder(store, categoriesWith(store, [](const CategoryInfo& c) { return c.role == Role::Kernel; }), window);
    std::size_t found = 0;
    for (Joined& j : all) {
        const auto first = std::lower_bound(kernels.begin(), kernels.end(), store.start(j.range),
                                            [&store](SliceId k, RankTime t) { return store.start(k) < t; });
        if (first == kernels.end() || store.start(*first) >= store.end(j.range)) continue;
        j.kernel = *first;
        j.call = store.launchOf(*first);
        ++found;
    }
    if (found > 0) return fmt::format("{} of {} ranges hold a kernel", found, all.size());
    if (kernels.size() == all.size()) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].kernel = kernels[i];
            all[i].call = store.launchOf(kernels[i]);
        }
        return "joined to the kernels by position: there are as many";
    }
    auto calls =
        inOrder(store, categoriesWith(store, [](const CategoryInfo& c) { return isLaunchCall(c.role); }), window);
    std::erase_if(calls, [&store](SliceId c) { return store.name(c).find("LaunchKernel") == std::string_view::npos; });
    if (calls.size() != all.size())
        return fmt::format("not joined: {} ranges, {} kernels, {} launch calls", all.size(), kernels.size(),
                           calls.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].call = calls[i];
    return "joined to the launch calls by position: there are as many";
}

// Arguments that are numbers, or text that is one.
std::map<std::string, Cell> countersOf(const AnalysisInput& input, SliceId range) {
    std::map<std::string, Cell> out;
    if (!input.eventText) return out;
    const auto text = input.eventText(range);
    if (!text.ok()) return out;
    const auto event = parseJson(*text, "event");
    const Json* args = event.ok() ? event->find("args") : nullptr;
    if (args == nullptr) return out;
    for (const auto& [key, value] : args->members()) {
        std::optional<double> number = value.asNumber();
        if (!number && value.asText() != nullptr) {
            const auto parsed = parseJson(*value.asText(), "value");
            if (parsed.ok()) number = parsed->asNumber();
        }
        if (number) out[key] = *number;
    }
    return out;
}

} // namespace

Result<AnalysisResult> analyseProfilerRanges(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const TimeRange everything{store.extent().begin, store.extent().end + Ns{1}};
    const TimeRange window = input.range.value_or(everything);
    const auto ranges = inOrder(
        store, categoriesWith(store, [&](const CategoryInfo& c) { return store.text(c.text) == kCategory; }), window);
    std::vector<Joined> all;
    std::map<std::string, std::size_t> names; // counters, in order of name
    for (const SliceId range : ranges) {
        if (context.stopRequested()) return stoppedError();
        all.push_back({range, {}, {}, countersOf(input, range)});
        for (const auto& [name, value] : all.back().counters)
            if (names.size() < kMaxCounters) names.emplace(name, 0);
    }
    if (context.stopRequested()) return stoppedError();
    Table out = makeTable(store, "profiler_ranges", "Counters of the profiler by kernel",
                          {{"name", "range", Unit::Text},
                           {"kernel", "kernel", Unit::Text},
                           {"operator", "operator", Unit::Text},
                           {"top_operator", "outermost operator", Unit::Text},
                           {"begin_ns", "start", Unit::TimePoint},
                           {"duration_ns", "time", Unit::Nanoseconds}});
    for (const auto& [name, unused] : names) out.columns.push_back({"counter:" + name, name, Unit::None});
    out.notes.push_back(all.empty() ? "no counters in this trace: it has no events of category cuda_profiler_range"
                                    : join(store, all, window));
    if (!all.empty() && !input.eventText) out.notes.push_back("the values are in the file, which is not at hand");
    for (const Joined& j : all) {
        const auto op = j.call ? operatorAbove(store, *j.call) : std::nullopt;
        auto top = op;
        for (auto above = op; above; above = operatorAbove(store, *above))
            if (store.role(*above) == Role::CpuOp) top = above;
        std::vector<Cell> row{
            std::string(store.name(j.range)), nameCell(store, j.kernel),      nameCell(store, op), nameCell(store, top),
            count(store.start(j.range)),      store.duration(j.range).count()};
        for (const auto& [name, unused] : names) {
            const auto value = j.counters.find(name);
            row.push_back(value != j.counters.end() ? value->second : maybeCell(std::optional<double>()));
        }
        out.rows.push_back(std::move(row));
        out.rowSlices.push_back(j.kernel ? std::vector<SliceId>{j.range, *j.kernel} : std::vector<SliceId>{j.range});
    }
    AnalysisResult result;
    result.tables.push_back(std::move(out));
    return result;
}

} // namespace lanescope
