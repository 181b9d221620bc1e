#include "widgets/pictures/picture_head.h"

#include "core/export/quantity.h"
#include "widgets/scene/label_fit.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::pictures {
namespace {

using namespace scene;
using Options = TimelinePictureOptions;

constexpr TextStyle kTitle{22, 600, false}, kFacts{13, 400, false};
constexpr double kLeastMargin = 14, kTitleLine = 30, kFactsLine = 22, kBelow = 12;

float f(double v) { return static_cast<float>(v); }
double above(const Options& options) { return std::max(10.0, options.margin - 8); }

const Step* stepOf(const TraceStore& store, std::int64_t number) {
    const auto it = std::find_if(store.steps().begin(), store.steps().end(),
                                 [&](const Step& step) { return step.number == number; });
    return it == store.steps().end() ? nullptr : &*it;
}

// "GPU 3 (NVIDIA H100)": the device whose four numbers are shown.
std::string deviceText(const TraceStore& store, const Options& options) {
    if (options.numbersOf == nullptr || options.numbersOf->empty()) return {};
    const DeviceWork* chosen = numbersDevice(options);
    if (!chosen->key.device) return {};
    std::string out = fmt::format("GPU {}", *chosen->key.device);
    for (const DeviceProperties& device : store.info().devices)
        if (device.id == *chosen->key.device && !device.name.empty()) return out + " (" + device.name + ")";
    return out;
}

// "+95.400 ms to +99.600 ms of step 12, 4.200 ms"
std::string windowText(const PictureWindow& window) {
    const std::int64_t from = (window.range.begin - window.zero).count();
    const std::int64_t length = window.range.length().count();
    return fmt::format("{} to {}, {}", formatOffset(from), formatOffset(from + length), formatDuration(length));
}

std::string factsOf(const TraceStore& store, const PictureWindow& window, const Options& options,
                    std::size_t moreRows) {
    const TraceInfo& info = store.info();
    std::vector<std::string> what;
    if (!options.title.empty() && options.paths == Options::Paths::Kept) what.push_back(info.fileName);
    if (info.rank && info.worldSize)
        what.push_back(fmt::format("rank {} of {}", *info.rank, *info.worldSize));
    else if (info.rank)
        what.push_back(fmt::format("rank {}", *info.rank));
    if (const std::string device = deviceText(store, options); !device.empty()) what.push_back(device);
    if (!window.name.empty()) what.push_back(window.name);
    what.push_back(windowText(window));
    if (moreRows > 0) what.push_back(fmt::format("{} more {} not shown", moreRows, moreRows == 1 ? "row" : "rows"));
    return fmt::format("{}", fmt::join(what, ", "));
}

} // namespace

double textMargin(const Options& options) { return std::max(kLeastMargin, options.margin); }

const DeviceWork* numbersDevice(const Options& options) {
    if (options.numbersOf == nullptr || options.numbersOf->empty()) return nullptr;
    const auto chosen = std::find_if(options.numbersOf->begin(), options.numbersOf->end(),
                                     [&](const DeviceWork& device) { return device.key == options.numbersDevice; });
    return chosen == options.numbersOf->end() ? &options.numbersOf->front() : &*chosen;
}

Result<PictureWindow> windowOf(const TraceStore& store, const Options& options) {
    const TimeRange whole = store.extent();
    if (whole.empty())
        return Error{ErrorCode::MissingData, "expected events with a duration, found none", store.info().fileName, ""};
    PictureWindow window{whole, whole.begin, {}};
    for (const auto& number : {options.countFrom, options.step}) { // a step that is shown counts from itself
        if (!number) continue;
        const Step* step = stepOf(store, *number);
        if (step == nullptr)
            return Error{ErrorCode::MissingData, fmt::format("expected ProfilerStep#{}, found no such step", *number),
                         store.info().fileName, "lanescope-cli info lists the steps"};
        const TimeRange range = store.range(SliceId{step->slice});
        window.zero = range.begin;
        window.name = fmt::format("step {}", *number);
        if (options.step) window.range = range;
    }
    if (options.range) window.range = *options.range;
    if (window.range.empty())
        return Error{ErrorCode::Usage, "expected a range that is longer than nothing", "--range", ""};
    return window;
}

double headHeight(const Options& options) { return above(options) + kTitleLine + kFactsLine + kBelow; }

Scene headScene(const TraceStore& store, const PictureWindow& window, const Options& options, std::size_t moreRows,
                TextMeasure& text) {
    Scene out;
    out.width = f(options.width);
    out.height = f(headHeight(options));
    out.background = Ink::Window;
    Layer& layer = out.layers.emplace_back();
    const bool named = options.title.empty() && options.paths == Options::Paths::Kept;
    const std::string title = named ? store.info().fileName : options.title.empty() ? "Timeline" : options.title;
    const double x = textMargin(options), room = options.width - 2 * x, top = above(options);
    layer.labels.push_back({f(x), f(top + 24), cutAtEnd(title, room, 8, kTitle, text).text, kTitle, Ink::Text});
    const std::string facts = factsOf(store, window, options, moreRows);
    layer.labels.push_back(
        {f(x), f(top + kTitleLine + 16), cutAtEnd(facts, room, 6, kFacts, text).text, kFacts, Ink::Text2});
    return out;
}

std::vector<std::string> methodOf(const TraceStore& store, const PictureWindow& window, const Options& options,
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
    const bool named = options.paths == Options::Paths::Kept; // file names often hold a host's name
    out.push_back(fmt::format("{}, {} events{}.", named ? store.info().fileName : "One trace",
                              formatCount(static_cast<std::int64_t>(store.counts().elements)), oddities));
    for (const std::size_t index : outside)
        out.push_back(fmt::format("Not drawn: note {}, {}.", index + 1,
                                  options.notes[index].text.substr(0, options.notes[index].text.find('\n'))));
    out.push_back(fmt::format("Made with Lanescope {}. Definitions: docs/user/metrics.md.", LANESCOPE_VERSION));
    return out;
}

} // namespace lanescope::pictures
