#include "app/cli/commands/info_output.h"
#include "core/export/quantity.h"
#include "core/export/redact.h"
#include "core/session/words.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace lanescope::cli {
namespace {

Cell numberCell(std::uint64_t n) { return static_cast<std::int64_t>(n); }
Cell optionalCell(const std::optional<std::int64_t>& n) { return n ? Cell(*n) : Cell(); }
Cell textCell(std::string_view text) { return std::string(text); }

std::string flagText(const std::optional<bool>& flag) { return !flag ? "not said" : *flag ? "on" : "off"; }

// What, and what it is: one line each, words only.
class Lines {
public:
    Lines() {
        m_table.id = "file";
        m_table.columns = {{"key", "", Unit::Text}, {"value", "", Unit::Text}};
    }
    void add(std::string_view key, std::string value) {
        if (!value.empty()) m_table.rows.push_back({textCell(key), std::move(value)});
    }
    Table take() { return std::move(m_table); }

private:
    Table m_table;
};

Table fileTable(const TraceStore& store, const InfoFacts& facts) {
    const TraceInfo& info = store.info();
    const LoadCounts& counts = store.counts();
    Lines lines;
    lines.add("format", info.format + (info.compression == "none" ? "" : ", " + info.compression));
    lines.add("size", formatBytes(static_cast<std::int64_t>(info.fileBytes)) +
                          (info.textBytes > info.fileBytes
                               ? ", " + formatBytes(static_cast<std::int64_t>(info.textBytes)) + " uncompressed"
                               : ""));
    if (info.rank) {
        std::string rank = std::to_string(*info.rank);
        if (info.worldSize) rank += fmt::format(" of {}", *info.worldSize);
        if (info.rankSource == TraceInfo::RankSource::FileName) rank += " (from the file name)";
        if (info.rankSource == TraceInfo::RankSource::User) rank += " (set by you)";
        lines.add("rank", rank);
    } else {
        lines.add("rank", "not said");
    }
    lines.add("vendor", info.vendor);
    lines.add("backend", info.backend + (info.ncclVersion.empty() ? "" : ", NCCL " + info.ncclVersion));
    for (const auto& [key, value] : info.versions)
        if (key != kHostNameKey) lines.add(key, value); // the machine's name is for leaving it out only
    lines.add("recorded", fmt::format("shapes {}, memory {}, stacks {}, modules {}, flops {}",
                                      flagText(info.recordShapes), flagText(info.profileMemory),
                                      flagText(info.withStack), flagText(info.withModules), flagText(info.withFlops)));
    const TimeRange range = store.extent();
    if (!range.empty())
        lines.add("time range",
                  fmt::format("{}, from {} ns", formatDuration(range.length().count()), count(range.begin)));
    lines.add("elements", formatCount(static_cast<std::int64_t>(counts.elements)));
    lines.add("slices", formatCount(static_cast<std::int64_t>(counts.slices)));
    if (counts.implausible > 0) lines.add("set aside", formatCount(static_cast<std::int64_t>(counts.implausible)));
    if (counts.dropped > 0) lines.add("dropped", formatCount(static_cast<std::int64_t>(counts.dropped)));
    std::string log;
    for (const auto& [level, n] : facts.logLines) log += fmt::format("{}{} {}", log.empty() ? "" : ", ", n, level);
    lines.add("log lines", log);
    std::string keys;
    for (const std::string& key : info.otherKeys) keys += (keys.empty() ? "" : ", ") + key;
    lines.add("other metadata", keys.empty() ? "" : keys + " (values not shown)");
    lines.add("oddities",
              store.oddities().empty() ? "none" : formatCount(static_cast<std::int64_t>(store.oddities().total())));
    return lines.take();
}

Table devicesTable(const InfoFacts& facts) {
    Table table{"devices", "devices with GPU work", {}, {}, 0, {}, {}};
    table.columns = {{"device", "device", Unit::Text},
                     {"streams", "streams", Unit::Text},
                     {"gpu_slices", "pieces of work", Unit::Count},
                     {"without_launch", "without a launch", Unit::Count}};
    for (const DeviceLine& line : facts.devices) {
        std::string streams;
        for (const std::int64_t stream : line.streams)
            streams += fmt::format("{}{}", streams.empty() ? "" : " ", stream);
        table.rows.push_back({line.device, streams, numberCell(line.work), numberCell(line.withoutLaunch)});
    }
    return table;
}

Table tracksTable(const InfoFacts& facts) {
    Table table{"tracks", "rows", {}, {}, 0, {}, {}};
    table.columns = {
        {"pid", "pid", Unit::Text},         {"tid", "tid", Unit::Text},        {"role", "what", Unit::Text},
        {"process", "process", Unit::Text}, {"thread", "thread", Unit::Text},  {"device", "device", Unit::None},
        {"stream", "stream", Unit::None},   {"slices", "slices", Unit::Count}, {"instants", "instants", Unit::Count},
        {"lanes", "lanes", Unit::Count}};
    for (const TrackLine& line : facts.tracks)
        table.rows.push_back({line.process, line.thread, textCell(trackRoleWord(line.role)), line.processName,
                              line.threadName, optionalCell(line.device), optionalCell(line.stream),
                              numberCell(line.slices), numberCell(line.instants), numberCell(line.lanes)});
    return table;
}

Table categoriesTable(const InfoFacts& facts) {
    Table table{"categories", "categories", {}, {}, 0, {}, {}};
    table.columns = {{"category", "category", Unit::Text},
                     {"role", "read as", Unit::Text},
                     {"slices", "slices", Unit::Count},
                     {"instants", "instants", Unit::Count}};
    for (const CategoryLine& line : facts.categories)
        table.rows.push_back({line.category.empty() ? std::string("(none)") : line.category,
                              textCell(roleWord(line.role)), numberCell(line.slices), numberCell(line.instants)});
    return table;
}

Table phasesTable(const TraceStore& store) {
    Table table{"phases", "phases", {{"phase", "phase", Unit::Text}, {"count", "elements", Unit::Count}}, {}, 0,
                {},       {}};
    for (std::size_t phase = 0; phase < store.counts().byPhase.size(); ++phase)
        if (store.counts().byPhase[phase] > 0)
            table.rows.push_back({std::string(1, static_cast<char>(phase)), numberCell(store.counts().byPhase[phase])});
    return table;
}

Table stepsTable(const TraceStore& store) {
    Table table{"steps", "steps", {}, {}, 0, {}, {}};
    table.originNs = count(store.extent().begin);
    table.columns = {{"name", "step", Unit::Text},
                     {"start_ns", "start", Unit::TimePoint},
                     {"dur_ns", "length", Unit::Nanoseconds},
                     {"marks", "", Unit::Text}};
    for (const Step& step : store.steps()) {
        const SliceId slice{step.slice};
        table.rows.push_back({textCell(store.name(slice)), count(store.start(slice)), store.duration(slice).count(),
                              std::string(step.warmup ? "warm-up" : "") + (step.cutOff ? " cut off" : "")});
    }
    return table;
}

Table odditySummary(const TraceStore& store) {
    Table table{"oddities", "oddities", {}, {}, 0, {}, {}};
    table.columns = {{"kind", "kind", Unit::Text},
                     {"severity", "severity", Unit::Text},
                     {"count", "count", Unit::Count},
                     {"title", "what", Unit::Text},
                     {"effect", "effect on figures", Unit::Text}};
    for (const OddityEntry& entry : store.oddities().entries()) {
        const OddityInfo& about = info(entry.kind);
        table.rows.push_back({textCell(about.word), textCell(severityWord(about.severity)), numberCell(entry.count),
                              textCell(about.title), textCell(about.effect)});
    }
    return table;
}

} // namespace

std::vector<Table> infoTables(const TraceStore& store, const InfoFacts& facts) {
    std::vector<Table> tables{fileTable(store, facts), devicesTable(facts), tracksTable(facts), categoriesTable(facts),
                              phasesTable(store)};
    if (!store.steps().empty()) tables.push_back(stepsTable(store));
    if (!store.oddities().empty()) tables.push_back(odditySummary(store));
    return tables;
}

std::vector<Table> oddityTables(const TraceStore& store, Format format) {
    constexpr std::size_t kForPeople = 3;
    const bool isForPeople = format == Format::Text || format == Format::Markdown;
    bool isCut = false;
    Table summary = odditySummary(store);
    Table samples{"oddity_samples", "the first of each kind", {}, {}, 0, {}, {}};
    samples.columns = {{"kind", "kind", Unit::Text}, {"offset", "byte", Unit::None}, {"detail", "what", Unit::Text}};
    for (const OddityEntry& entry : store.oddities().entries()) {
        const std::size_t shown = std::min(entry.samples.size(), isForPeople ? kForPeople : entry.samples.size());
        isCut = isCut || shown < entry.samples.size();
        for (const OdditySample& sample : std::span(entry.samples).first(shown))
            samples.rows.push_back({textCell(info(entry.kind).word), numberCell(sample.offset), sample.detail});
    }
    if (isCut) samples.notes.push_back("--json has up to 8 of each kind");
    return {std::move(summary), std::move(samples)};
}

} // namespace lanescope::cli
