#include "app/cli/commands/event_columns.h"

#include "core/query/slice_facts.h"

#include <algorithm>

namespace lanescope::cli {
namespace {

const TraceStore& storeOf(const EventSource& source) { return *source.trace.store; }
Cell textCell(std::string_view text) { return text.empty() ? Cell() : Cell(std::string(text)); }
Cell numberCell(const std::optional<std::int64_t>& n) { return n ? Cell(*n) : Cell(); }
Cell idCell(std::int64_t id) { return id == 0 ? Cell() : Cell(id); }

const Thread& threadOf(const TraceStore& store, SliceId s) {
    return store.threads()[store.tracks()[store.track(s).value].thread.value];
}

Cell argText(const TraceStore& store, ArgField field, SliceId s) {
    const auto id = store.arg(field).find(s.value);
    return id ? textCell(store.text(StringId{static_cast<std::uint32_t>(*id)})) : Cell();
}

// As the filter has it: work belongs to the step that launched it.
Cell stepOf(EventSource& source, SliceId s) {
    const TraceStore& store = storeOf(source);
    const RankTime at = store.start(store.launchOf(s).value_or(s));
    for (const Step& step : store.steps())
        if (store.range(SliceId{step.slice}).contains(at)) return step.number;
    return {};
}

Cell operatorOf(EventSource& source, SliceId s) {
    const TraceStore& store = storeOf(source);
    const auto call = store.launchOf(s);
    std::optional<SliceId> at = call ? call : store.parent(s);
    for (int depth = 0; at && depth < 4096; ++depth, at = store.parent(*at))
        if (store.role(*at) == Role::CpuOp) return std::string(store.name(*at));
    return {};
}

Cell launchOf(EventSource& source, SliceId s) {
    const auto call = storeOf(source).launchOf(s);
    return call ? Cell(std::string(storeOf(source).name(*call))) : Cell();
}
Cell launchDelay(EventSource& source, SliceId s) {
    const auto call = storeOf(source).launchOf(s);
    return call ? Cell((storeOf(source).start(s) - storeOf(source).end(*call)).count()) : Cell();
}
Cell parentOf(EventSource& source, SliceId s) {
    const auto parent = storeOf(source).parent(s);
    return parent ? Cell(std::string(storeOf(source).name(*parent))) : Cell();
}
Cell groupOf(EventSource& source, SliceId s) {
    const auto words = groupWords(storeOf(source), s);
    return words ? Cell(*words) : Cell();
}
Cell kindOf(EventSource& source, SliceId s) {
    const WorkKind kind = storeOf(source).kind(s);
    return kind == WorkKind::None ? Cell() : Cell(std::string(kindWord(kind)));
}
// The text of the event itself: read again from the file.
Cell eventOf(EventSource& source, SliceId s) {
    auto text = eventText(source.trace, s);
    return text.ok() ? Cell(std::move(*text)) : Cell();
}

const EventColumn kColumns[] = {
    {{"file", "file", Unit::Text}, "the input", [](EventSource& e, SliceId) { return Cell(e.path); }},
    {{"rank", "rank", Unit::None},
     "rank of the file",
     [](EventSource& e, SliceId) { return numberCell(storeOf(e).info().rank); }},
    {{"name", "name", Unit::Text},
     "full name",
     [](EventSource& e, SliceId s) { return Cell(std::string(storeOf(e).name(s))); }},
    {{"short_name", "short name", Unit::Text},
     "as rows show it",
     [](EventSource& e, SliceId s) { return Cell(e.shortNames.of(s)); }},
    {{"cat", "category", Unit::Text},
     "category as in the file",
     [](EventSource& e, SliceId s) { return textCell(storeOf(e).text(storeOf(e).category(s).text)); }},
    {{"kind", "kind", Unit::Text}, "kind of GPU work", kindOf},
    {{"start_ns", "start", Unit::TimePoint},
     "clock of the file",
     [](EventSource& e, SliceId s) { return Cell(count(storeOf(e).start(s))); }},
    {{"dur_ns", "duration", Unit::Nanoseconds},
     "",
     [](EventSource& e, SliceId s) { return Cell(storeOf(e).duration(s).count()); }},
    {{"end_ns", "end", Unit::TimePoint},
     "clock of the file",
     [](EventSource& e, SliceId s) { return Cell(count(storeOf(e).end(s))); }},
    {{"pid", "pid", Unit::Text},
     "as in the file",
     [](EventSource& e, SliceId s) { return textCell(storeOf(e).text(threadOf(storeOf(e), s).pid)); }},
    {{"tid", "tid", Unit::Text},
     "as in the file",
     [](EventSource& e, SliceId s) { return textCell(storeOf(e).text(threadOf(storeOf(e), s).tid)); }},
    {{"process", "process", Unit::Text},
     "its name",
     [](EventSource& e, SliceId s) { return textCell(storeOf(e).text(threadOf(storeOf(e), s).processName)); }},
    {{"thread", "thread", Unit::Text},
     "its name",
     [](EventSource& e, SliceId s) { return textCell(storeOf(e).text(threadOf(storeOf(e), s).name)); }},
    {{"device", "device", Unit::None}, "", [](EventSource& e, SliceId s) { return numberCell(storeOf(e).device(s)); }},
    {{"stream", "stream", Unit::None}, "", [](EventSource& e, SliceId s) { return numberCell(storeOf(e).stream(s)); }},
    {{"corr", "correlation", Unit::None},
     "",
     [](EventSource& e, SliceId s) { return idCell(storeOf(e).slices().correlation.at(s.value)); }},
    {{"ext", "external id", Unit::None},
     "",
     [](EventSource& e, SliceId s) { return idCell(storeOf(e).slices().externalId.at(s.value)); }},
    {{"step", "step", Unit::None}, "of GPU work: that of its launch", stepOf},
    {{"bytes", "bytes", Unit::Bytes},
     "of a copy or collective",
     [](EventSource& e, SliceId s) { return numberCell(messageBytes(storeOf(e), s)); }},
    {{"group", "group", Unit::Text}, "process group of a collective", groupOf},
    {{"shapes", "input shapes", Unit::Text},
     "as in the file",
     [](EventSource& e, SliceId s) { return argText(storeOf(e), ArgField::InputDims, s); }},
    {{"op", "operator", Unit::Text}, "around it or its launch call", operatorOf},
    {{"launch", "launch call", Unit::Text}, "of GPU work", launchOf},
    {{"launch_delay_ns", "launch delay", Unit::Nanoseconds}, "start less end of the call", launchDelay},
    {{"parent", "parent", Unit::Text}, "the slice directly around it", parentOf},
    {{"event", "event", Unit::Text}, "its text in the file", eventOf},
};

} // namespace

std::span<const EventColumn> eventColumns() { return kColumns; }

Result<std::vector<const EventColumn*>> columnsCalled(std::string_view text) {
    std::vector<const EventColumn*> out;
    std::string all;
    for (const EventColumn& c : kColumns) all += (all.empty() ? "" : ", ") + c.column.id;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string_view word = text.substr(from, comma - from);
        from = comma + 1;
        const std::size_t before = out.size();
        for (const EventColumn& c : kColumns)
            if ((word == "all" && c.column.id != "event") || c.column.id == word) out.push_back(&c);
        if (out.size() == before)
            return Error{ErrorCode::Usage, "no column is called '" + std::string(word) + "'", "--columns",
                         "there are: " + all + ", and 'all' (without event)"};
    }
    return out;
}

} // namespace lanescope::cli
