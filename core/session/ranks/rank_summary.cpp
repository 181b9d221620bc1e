#include "core/session/ranks/rank_summary.h"

#include <algorithm>

namespace lanescope {
namespace {

using align::CommEvent;
using align::RankFigures;
using align::RankGroup;
using align::RankRecord;
using align::RankStep;

constexpr std::size_t kFigures = 11;
using Field = std::int64_t RankFigures::*;
constexpr Field kFields[kFigures] = {&RankFigures::wallNs,       &RankFigures::busyNs,  &RankFigures::computeNs,
                                     &RankFigures::commNs,       &RankFigures::memNs,   &RankFigures::exposedCommNs,
                                     &RankFigures::exposedMemNs, &RankFigures::idleNs,  &RankFigures::kernels,
                                     &RankFigures::kernelSumNs,  &RankFigures::elements};
constexpr std::string_view kFieldNames[kFigures] = {"wall_ns", "busy_ns",         "compute_ns",     "comm_ns",
                                                    "mem_ns",  "exposed_comm_ns", "exposed_mem_ns", "idle_ns",
                                                    "kernels", "kernel_sum_ns",   "elements"};

Json figuresJson(const RankFigures& f) {
    Json out = Json::array();
    for (const Field field : kFields) out.push(f.*field);
    for (const std::int64_t part : f.idlePartNs) out.push(part);
    if (f.loadNs >= 0) out.push(f.loadNs);
    return out;
}

Json stepJson(const RankStep& step) {
    Json out = Json::array();
    for (const std::int64_t v :
         {step.number, step.begin, step.end, std::int64_t{step.warmup}, std::int64_t{step.cutOff}})
        out.push(v);
    out.push(figuresJson(step.figures));
    return out;
}

// Begin, length, kind, group, step, number or null, peer, bytes, input bytes, exposed.
Json eventJson(const CommEvent& e) {
    Json out = Json::array();
    out.push(e.begin);
    out.push(e.end - e.begin);
    out.push(collectiveWord(e.kind));
    for (const std::int64_t v : {std::int64_t{e.group}, std::int64_t{e.step}}) out.push(v);
    out.push(e.seq);
    for (const std::int64_t v : {std::int64_t{e.peer}, e.bytes, e.inBytes, e.exposedNs}) out.push(v);
    return out;
}

Json groupJson(const RankGroup& group) {
    Json out;
    out["name"] = group.name;
    out["description"] = group.description;
    out["size"] = group.size;
    out["members"] = Json::array();
    for (const std::int64_t member : group.members) out["members"].push(member);
    return out;
}

// Begin, length, step, kind.
Json opJson(const align::StageOp& op) {
    Json out = Json::array();
    for (const std::int64_t v :
         {op.begin, op.end - op.begin, std::int64_t{op.step}, static_cast<std::int64_t>(op.kind)})
        out.push(v);
    return out;
}

template <class List, class Function>
Json listJson(const List& list, Function each) {
    Json out = Json::array();
    for (const auto& entry : list) out.push(each(entry));
    return out;
}

Json recordJson(const RankRecord& r) {
    Json out;
    out["file"] = r.file;
    out["host"] = r.host;
    out["rank"] = r.rank;
    out["world_size"] = r.worldSize;
    out["base_time_ns"] = r.baseTimeNs;
    out["begin_ns"] = r.begin;
    out["end_ns"] = r.end;
    out["whole"] = figuresJson(r.whole);
    out["steps"] = listJson(r.steps, stepJson);
    out["groups"] = listJson(r.groups, groupJson);
    out["events"] = listJson(r.events, eventJson);
    if (!r.ops.empty()) out["ops"] = listJson(r.ops, opJson);
    if (!r.losses.empty()) out["losses"] = listJson(r.losses, [](const std::string& loss) { return Json(loss); });
    out["coordinates"] = Json::object();
    for (const auto& [name, place] : r.coordinates) out["coordinates"][name] = place;
    return out;
}

// Reads members and elements; the first that is missing or of another kind stops the rest.
class Reader {
public:
    explicit Reader(std::string_view place) : m_place(place) {}
    const std::string& error() const { return m_error; }
    bool ok() const { return m_error.empty(); }

    RankRecord record(const Json& json) {
        RankRecord r;
        r.file = text(json, "file");
        r.host = text(json, "host");
        r.rank = optional(json, "rank");
        r.worldSize = optional(json, "world_size");
        r.baseTimeNs = optional(json, "base_time_ns");
        r.begin = time(number(member(json, "begin_ns"), "begin_ns"));
        r.end = timeNear(number(member(json, "end_ns"), "end_ns"), r);
        r.whole = figures(member(json, "whole"));
        for (const Json& step : member(json, "steps").elements()) r.steps.push_back(this->step(step, r));
        for (const Json& group : member(json, "groups").elements()) r.groups.push_back(this->group(group));
        for (const Json& event : member(json, "events").elements()) r.events.push_back(this->event(event, r));
        if (const Json* ops = json.find("ops"))
            for (const Json& op : ops->elements()) r.ops.push_back(this->op(op, r));
        if (const Json* losses = json.find("losses"))
            for (const Json& loss : losses->elements())
                if (const std::string* words = loss.asText()) r.losses.push_back(*words);
        for (const auto& [name, place] : member(json, "coordinates").members())
            r.coordinates.emplace_back(name, number(place, "coordinates"));
        return r;
    }

private:
    static constexpr std::int64_t kMostNs = std::int64_t{1} << 61;    // differences of two still fit
    static constexpr std::int64_t kLongestNs = std::int64_t{1} << 53; // a recording of a hundred days

    void fail(std::string_view what) {
        if (m_error.empty()) m_error = "expected " + std::string(what);
    }
    const Json& member(const Json& json, std::string_view key) {
        if (const Json* found = json.find(key)) return *found;
        fail("a member '" + std::string(key) + "'");
        return m_null;
    }
    std::string text(const Json& json, std::string_view key) {
        const std::string* found = member(json, key).asText();
        if (!found) fail("a text in '" + std::string(key) + "'");
        return found ? *found : std::string();
    }
    std::optional<std::int64_t> optional(const Json& json, std::string_view key) {
        return member(json, key).asInteger();
    }
    std::int64_t number(const Json& json, std::string_view what) {
        const auto value = json.asInteger();
        if (!value) fail("a whole number in '" + std::string(what) + "'");
        return value.value_or(0);
    }
    std::int64_t time(std::int64_t ns) {
        if (ns > kMostNs || ns < -kMostNs) fail("a time within 70 years");
        return std::clamp(ns, -kMostNs, kMostNs);
    }
    std::int64_t length(std::int64_t ns) {
        if (ns > kLongestNs || ns < 0) fail("a length of at most a hundred days");
        return std::clamp<std::int64_t>(ns, 0, kLongestNs);
    }
    std::int64_t timeNear(std::int64_t ns, const RankRecord& record) {
        if (ns > record.begin + kLongestNs || ns < record.begin - kLongestNs) fail("a time near the others");
        return std::clamp(ns, record.begin - kLongestNs, record.begin + kLongestNs);
    }
    const Json& at(const Json& list, std::size_t i) {
        if (i < list.elements().size()) return list.elements()[i];
        fail("a longer list");
        return m_null;
    }
    // Times are bounded as lengths are; counts only below.
    std::int64_t bounded(std::int64_t value, std::size_t field) {
        if (kFields[field] != &RankFigures::elements && kFields[field] != &RankFigures::kernelSumNs)
            return length(value);
        if (value < 0) fail("no negative sum");
        return std::max<std::int64_t>(0, value);
    }
    RankFigures figures(const Json& list) {
        RankFigures out;
        for (std::size_t i = 0; i < kFigures; ++i) out.*kFields[i] = bounded(number(at(list, i), kFieldNames[i]), i);
        for (std::size_t p = 0; p < align::kIdleParts; ++p)
            out.idlePartNs[p] = length(number(at(list, kFigures + p), "idle parts"));
        constexpr std::size_t kLoad = kFigures + align::kIdleParts; // older summaries end before it
        if (list.elements().size() > kLoad) out.loadNs = length(number(at(list, kLoad), "loading"));
        return out;
    }
    RankStep step(const Json& list, const RankRecord& record) {
        RankStep out;
        out.number = number(at(list, 0), "step");
        out.begin = timeNear(number(at(list, 1), "step"), record);
        out.end = timeNear(number(at(list, 2), "step"), record);
        out.warmup = number(at(list, 3), "step") != 0;
        out.cutOff = number(at(list, 4), "step") != 0;
        out.figures = figures(at(list, 5));
        return out;
    }
    RankGroup group(const Json& json) {
        RankGroup out;
        out.name = text(json, "name");
        out.description = text(json, "description");
        out.size = number(member(json, "size"), "size");
        for (const Json& m : member(json, "members").elements()) out.members.push_back(number(m, "members"));
        return out;
    }
    CommEvent event(const Json& list, const RankRecord& record) {
        CommEvent out;
        out.begin = timeNear(number(at(list, 0), "event"), record);
        out.end = out.begin + length(number(at(list, 1), "event"));
        const std::string* kind = at(list, 2).asText();
        const auto known = kind ? collectiveKindOfWord(*kind) : std::nullopt;
        if (!known) fail("a kind of collective");
        out.kind = known.value_or(CollectiveKind::Other);
        const std::int64_t group = number(at(list, 3), "event"), step = number(at(list, 4), "event");
        if (group < 0 || group >= static_cast<std::int64_t>(record.groups.size())) fail("the index of a group");
        if (step < -1 || step >= static_cast<std::int64_t>(record.steps.size())) fail("the index of a step");
        if (!ok()) return out;
        out.group = static_cast<std::uint32_t>(group);
        out.step = static_cast<std::int32_t>(step);
        out.seq = at(list, 5).asInteger();
        const std::int64_t peer = number(at(list, 6), "event");
        out.peer = peer >= 0 && peer < INT32_MAX ? static_cast<std::int32_t>(peer) : -1;
        out.bytes = number(at(list, 7), "event");
        out.inBytes = number(at(list, 8), "event");
        out.exposedNs = length(number(at(list, 9), "event"));
        return out;
    }
    align::StageOp op(const Json& list, const RankRecord& record) {
        align::StageOp out;
        out.begin = timeNear(number(at(list, 0), "op"), record);
        out.end = out.begin + length(number(at(list, 1), "op"));
        const std::int64_t step = number(at(list, 2), "op"), kind = number(at(list, 3), "op");
        if (step < -1 || step >= static_cast<std::int64_t>(record.steps.size())) fail("the index of a step");
        if (kind < 0 || kind >= static_cast<std::int64_t>(align::kStageOpKinds)) fail("a kind of operation");
        if (!ok()) return out;
        out.step = static_cast<std::int32_t>(step);
        out.kind = static_cast<align::StageOpKind>(kind);
        return out;
    }

    std::string_view m_place;
    std::string m_error;
    Json m_null;
};

} // namespace

namespace {

// A summary as it is written: this line, a rank per line with commas between them, and the end.
std::string firstLine() {
    return "{\"format\": \"" + std::string(kSummaryFormat) + "\", \"version\": " + std::to_string(kSummaryVersion) +
           ", \"ranks\": [";
}
constexpr std::string_view kLastLine = "\n]}\n";

Error damaged(std::size_t entry, const std::string& what, std::string_view place) {
    return {ErrorCode::Damaged, "rank entry " + std::to_string(entry) + ": " + what, std::string(place),
            "write it again with lanescope-cli summarize"};
}

// Line by line: the values of a whole file take ten times the memory of its text.
Result<std::vector<RankRecord>> readLines(std::string_view lines, std::string_view place) {
    std::vector<RankRecord> out;
    Reader reader(place);
    while (!lines.empty()) {
        lines.remove_prefix(1); // the end of the line before
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        std::string_view line = lines.substr(0, end);
        lines.remove_prefix(end);
        const bool last = lines.empty();
        if (!last && !line.ends_with(',')) return damaged(out.size() + 1, "expected a comma at its end", place);
        if (!last) line.remove_suffix(1);
        const auto json = parseJson(line, place);
        if (!json.ok()) return damaged(out.size() + 1, json.error().message, place);
        out.push_back(reader.record(*json));
        if (!reader.ok()) return damaged(out.size(), reader.error(), place);
    }
    return out;
}

} // namespace

std::string summaryText(std::span<const RankRecord> records) {
    // One rank a line: merging is reading and writing lines, and a difference is seen.
    std::string out = firstLine();
    for (std::size_t i = 0; i < records.size(); ++i)
        out += (i > 0 ? ",\n" : "\n") + recordJson(records[i]).dump(Json::Style::Compact);
    return out + std::string(kLastLine);
}

bool looksLikeSummary(std::string_view head) {
    return head.substr(0, 256).find("\"" + std::string(kSummaryFormat) + "\"") != std::string_view::npos;
}

Result<std::vector<RankRecord>> readSummary(std::string_view text, std::string_view place) {
    const std::string first = firstLine();
    if (text.starts_with(first + "\n") && text.ends_with(kLastLine) && text.size() > first.size() + kLastLine.size())
        return readLines(text.substr(first.size(), text.size() - first.size() - kLastLine.size()), place);
    const auto json = parseJson(text, place);
    if (!json.ok()) return Error{ErrorCode::Damaged, json.error().message, json.error().place, "was it written whole?"};
    const Json* format = json->find("format");
    const Json* version = json->find("version");
    const Json* ranks = json->find("ranks");
    if (!format || !format->asText() || *format->asText() != kSummaryFormat || !ranks)
        return Error{ErrorCode::NotATrace, "expected a summary of ranks", std::string(place), ""};
    if (!version || version->asInteger() != kSummaryVersion)
        return Error{ErrorCode::UnsupportedFormat, "a summary of another version", std::string(place),
                     "write it again with lanescope-cli summarize"};
    std::vector<RankRecord> out;
    Reader reader(place);
    for (const Json& rank : ranks->elements()) {
        out.push_back(reader.record(rank));
        if (!reader.ok()) return damaged(out.size(), reader.error(), place);
    }
    return out;
}

} // namespace lanescope
