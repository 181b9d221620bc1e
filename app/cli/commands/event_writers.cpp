#include "app/cli/commands/event_writers.h"

#include "core/base/json.h"
#include "core/export/table.h"

namespace lanescope::cli {
namespace {

Json jsonOf(const Cell& cell) {
    if (const auto* number = std::get_if<std::int64_t>(&cell)) return *number;
    if (const auto* value = std::get_if<double>(&cell)) return *value;
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    return {};
}

class TableWriter final : public EventWriter { // text and md: one table
public:
    TableWriter(Format format, FileOutput out) : m_format(format), m_out(std::move(out)) {}
    bool rows(Table chunk) override {
        if (m_table.columns.empty()) {
            m_table = std::move(chunk);
            return true;
        }
        std::move(chunk.rows.begin(), chunk.rows.end(), std::back_inserter(m_table.rows));
        std::move(chunk.notes.begin(), chunk.notes.end(), std::back_inserter(m_table.notes));
        return true;
    }
    bool finish() override { return m_out(render(m_table, m_format)); }

private:
    Format m_format;
    FileOutput m_out;
    Table m_table;
};

class CsvWriter final : public EventWriter {
public:
    explicit CsvWriter(FileOutput out) : m_out(std::move(out)) {}
    bool rows(Table chunk) override {
        chunk.title.clear();
        chunk.notes.clear();
        const std::string text = render(chunk, Format::Csv);
        // Ids of columns hold no line break: the first line is the header, said once.
        const std::size_t body = m_started ? text.find('\n') + 1 : 0;
        m_started = true;
        return m_out(std::string_view(text).substr(body));
    }
    bool finish() override { return true; }

private:
    FileOutput m_out;
    bool m_started = false;
};

class JsonWriter final : public EventWriter { // lines of objects, or one document of them
public:
    enum class Shape : std::uint8_t { Lines, Document };
    JsonWriter(Shape shape, FileOutput out) : m_shape(shape), m_out(std::move(out)) {}
    bool rows(Table chunk) override {
        std::string text;
        for (const auto& row : chunk.rows) {
            if (m_shape == Shape::Document) text += m_any ? ",\n" : "{\"events\": [\n";
            m_any = true;
            Json::Object object;
            for (std::size_t c = 0; c < row.size(); ++c) object.emplace_back(chunk.columns[c].id, jsonOf(row[c]));
            text += Json(std::move(object)).dump(Json::Style::Compact);
            if (m_shape == Shape::Lines) text += '\n';
        }
        return m_out(text);
    }
    bool finish() override {
        if (m_shape == Shape::Lines) return true;
        return m_out(m_any ? "\n]}\n" : "{\"events\": []}\n");
    }

private:
    Shape m_shape;
    FileOutput m_out;
    bool m_any = false;
};

} // namespace

std::unique_ptr<EventWriter> eventWriter(std::string_view word, FileOutput out) {
    if (word == "csv") return std::make_unique<CsvWriter>(std::move(out));
    if (word == "jsonl") return std::make_unique<JsonWriter>(JsonWriter::Shape::Lines, std::move(out));
    if (word == "json") return std::make_unique<JsonWriter>(JsonWriter::Shape::Document, std::move(out));
    return std::make_unique<TableWriter>(word == "md" ? Format::Markdown : Format::Text, std::move(out));
}

} // namespace lanescope::cli
