#include "widgets/timeline/row_memory.h"

#include "core/query/filter.h"

#include <QJsonArray>

#include <algorithm>

namespace lanescope::timeline {

namespace {

constexpr qsizetype kMostKeys = 20'000; // of one list
constexpr qsizetype kMostNotes = 1000;
constexpr qsizetype kMostLetters = 1000;

QJsonValue text(const std::string& s) { return QString::fromStdString(s); }

template <class List>
QJsonArray listOf(const List& list) {
    QJsonArray out;
    for (const std::string& s : list) out.append(text(s));
    return out;
}

std::vector<std::string> readList(const QJsonValue& value) {
    std::vector<std::string> out;
    const QJsonArray array = value.toArray();
    for (qsizetype i = 0; i < std::min(array.size(), kMostKeys); ++i) {
        const QString s = array[i].toString();
        if (!s.isEmpty() && s.size() <= kMostLetters) out.push_back(s.toStdString());
    }
    return out;
}

std::set<std::string> readSet(const QJsonValue& value) {
    const std::vector<std::string> list = readList(value);
    return {list.begin(), list.end()};
}

// Times are text: a JSON number of Qt is a double.
QJsonValue number(std::int64_t n) { return QString::number(n); }
std::int64_t readNumber(const QJsonValue& value) { return value.toString().toLongLong(); }

QJsonArray pairOf(std::int64_t a, std::int64_t b) { return {number(a), number(b)}; }
std::pair<std::int64_t, std::int64_t> readPair(const QJsonValue& value) {
    const QJsonArray array = value.toArray();
    if (array.size() != 2) return {0, 0};
    return {readNumber(array[0]), readNumber(array[1])};
}

} // namespace

namespace {

QJsonArray filtersJson(const std::vector<FilterRow>& filters) {
    QJsonArray out;
    for (const FilterRow& row : filters) out.append(QJsonObject{{"name", text(row.name)}, {"where", text(row.where)}});
    return out;
}

std::vector<FilterRow> filtersFrom(const QJsonArray& list) {
    std::vector<FilterRow> out;
    for (const QJsonValue& entry : list) {
        const QString name = entry["name"].toString(), where = entry["where"].toString();
        const bool isKnown =
            std::any_of(out.begin(), out.end(), [&](const FilterRow& row) { return row.name == name.toStdString(); });
        if (out.size() == kMostFilterRows || name.isEmpty() || name.size() > kMostLetters || isKnown) continue;
        if (where.size() <= static_cast<qsizetype>(kMaxFilterBytes))
            out.push_back({name.toStdString(), where.toStdString()});
    }
    return out;
}

} // namespace

QJsonObject toJson(const RowsMemory& rows) {
    const scene::RowState& s = rows.state;
    QJsonObject heights, order;
    for (const auto& [key, factor] : s.heightFactor) heights[QString::fromStdString(key)] = factor;
    for (const auto& [group, keys] : s.order) order[QString::fromStdString(group)] = listOf(keys);
    return {{"folded", listOf(s.folded)},
            {"unfolded", listOf(s.unfolded)},
            {"hidden", listOf(s.hidden)},
            {"pinned", listOf(s.pinned)},
            {"heights", heights},
            {"order", order},
            {"filter", text(s.filter)},
            {"compact", s.density == scene::Density::Compact},
            {"pinsChosen", rows.pinsChosen},
            {"python", rows.python == PythonFrames::Shown},
            {"mergeStreams", rows.streams == StreamRows::MergedByDevice},
            {"filters", filtersJson(rows.filters)}};
}

RowsMemory rowsFromJson(const QJsonObject& json) {
    RowsMemory out;
    scene::RowState& s = out.state;
    s.folded = readSet(json["folded"]);
    s.unfolded = readSet(json["unfolded"]);
    s.hidden = readSet(json["hidden"]);
    s.pinned = readList(json["pinned"]);
    const QJsonObject heights = json["heights"].toObject(), order = json["order"].toObject();
    for (auto it = heights.begin(); it != heights.end() && s.heightFactor.size() < kMostKeys; ++it)
        s.heightFactor[it.key().toStdString()] =
            std::clamp(it.value().toDouble(1), scene::kLeastHeight, scene::kMostHeight);
    for (auto it = order.begin(); it != order.end() && s.order.size() < kMostKeys; ++it)
        s.order[it.key().toStdString()] = readList(it.value());
    s.filter = json["filter"].toString().left(kMostLetters).toStdString();
    s.density = json["compact"].toBool() ? scene::Density::Compact : scene::Density::Normal;
    out.pinsChosen = json["pinsChosen"].toBool();
    out.python = json["python"].toBool(true) ? PythonFrames::Shown : PythonFrames::Hidden;
    out.streams = json["mergeStreams"].toBool() ? StreamRows::MergedByDevice : StreamRows::Separate;
    out.filters = filtersFrom(json["filters"].toArray());
    return out;
}

QJsonObject toJson(const TraceMemory& memory) {
    QJsonArray notes;
    for (const NoteMemory& note : memory.notes)
        notes.append(QJsonObject{{"at", pairOf(note.beginNs, note.endNs)}, {"text", note.text}});
    QJsonObject out{{"rows", toJson(memory.rows)},
                    {"view", pairOf(memory.view.first, memory.view.second)},
                    {"colourBy", memory.colourBy},
                    {"scroll", memory.scrollY},
                    {"notes", notes}};
    if (memory.range) out["range"] = pairOf(memory.range->first, memory.range->second);
    if (memory.step) out["step"] = number(*memory.step);
    return out;
}

std::optional<TraceMemory> traceFromJson(const QJsonObject& json) {
    TraceMemory out;
    out.view = readPair(json["view"]);
    if (out.view.second <= out.view.first) return std::nullopt;
    out.rows = rowsFromJson(json["rows"].toObject());
    out.colourBy = json["colourBy"].toInt();
    out.scrollY = json["scroll"].toDouble();
    if (json.contains("range")) {
        out.range = readPair(json["range"]);
        if (out.range->second <= out.range->first) out.range.reset();
    }
    if (json.contains("step")) out.step = readNumber(json["step"]);
    const QJsonArray notes = json["notes"].toArray();
    for (qsizetype i = 0; i < std::min(notes.size(), kMostNotes); ++i) {
        const QJsonObject note = notes[i].toObject();
        const auto [begin, end] = readPair(note["at"]);
        if (end >= begin) out.notes.push_back({begin, end, note["text"].toString().left(kMostLetters)});
    }
    return out;
}

} // namespace lanescope::timeline
