#include "core/export/table.h"

#include "core/base/json.h"
#include "core/export/display_width.h"
#include "core/export/note_text.h"
#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

const Cell& cellAt(const Table& table, std::size_t row, std::size_t column) {
    static const Cell kEmpty;
    return column < table.rows[row].size() ? table.rows[row][column] : kEmpty;
}

std::string numberText(double value) {
    if (!std::isfinite(value)) return {};
    return fmt::format("{}", value); // shortest text that reads back as the same number
}

std::string formatCell(const Cell& cell, Unit unit, std::int64_t originNs) {
    if (std::holds_alternative<std::monostate>(cell)) return kNotKnown;
    if (const auto* text = std::get_if<std::string>(&cell)) return printable(*text);
    const bool whole = std::holds_alternative<std::int64_t>(cell);
    const double value = whole ? static_cast<double>(std::get<std::int64_t>(cell)) : std::get<double>(cell);
    if (!std::isfinite(value)) return kNotKnown;
    switch (unit) {
    case Unit::Nanoseconds:
        return formatDuration(whole ? std::get<std::int64_t>(cell) : std::llround(value));
    case Unit::TimePoint:
        return whole ? formatOffset(std::get<std::int64_t>(cell) - originNs) : kNotKnown;
    case Unit::Bytes:
        return formatBytes(whole ? std::get<std::int64_t>(cell) : std::llround(value));
    case Unit::Ratio:
        // More than the whole is no share: "1.35 x" where totals hold their children.
        return value > 1.000001 ? formatNumber(value) + kThinSpace + "\u00D7" : formatShare(value);
    case Unit::BytesPerSecond:
        return formatRate(value);
    case Unit::Count:
        return whole ? formatCount(std::get<std::int64_t>(cell)) : formatNumber(value);
    case Unit::None:
    case Unit::Text:
        break;
    }
    return whole ? std::to_string(std::get<std::int64_t>(cell)) : formatNumber(value);
}

bool isNumeric(Unit unit) { return unit != Unit::Text; }

std::string padded(std::string_view text, std::size_t width, bool right) {
    const std::size_t have = displayWidth(text);
    const std::string blanks(width > have ? width - have : 0, ' ');
    return right ? blanks + std::string(text) : std::string(text) + blanks;
}

struct TextColumns {
    std::vector<std::vector<std::string>> cells; // per column
    std::vector<std::size_t> widths;
};

void appendTextRow(std::string& out, const std::vector<std::string>& cells, const TextColumns& columns,
                   const Table& table) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (c > 0) line += "  ";
        line += padded(cells[c], columns.widths[c], isNumeric(table.columns[c].unit));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
}

std::string renderText(const Table& table) {
    std::string out;
    if (!table.title.empty()) out += printable(table.title) + "\n";
    TextColumns columns;
    std::vector<std::string> heads;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        columns.cells.push_back(formatCells(table, c));
        heads.push_back(elideMiddle(printable(table.columns[c].title), kTextCellColumns));
        std::size_t width = displayWidth(heads.back());
        for (std::string& cell : columns.cells.back()) {
            cell = elideMiddle(cell, kTextCellColumns);
            width = std::max(width, displayWidth(cell));
        }
        columns.widths.push_back(width);
    }
    appendTextRow(out, heads, columns, table);
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        std::vector<std::string> cells;
        for (const auto& column : columns.cells) cells.push_back(column[r]);
        appendTextRow(out, cells, columns, table);
    }
    if (table.rows.empty()) out += "(nothing)\n";
    for (const std::string& note : table.notes) out += "  " + printable(noteText(note)) + "\n";
    return out;
}

std::string markdownEscaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_<>|[]~&#").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string renderMarkdown(const Table& table) {
    std::string out;
    if (!table.title.empty()) out += "## " + markdownEscaped(printable(table.title)) + "\n\n";
    std::vector<std::vector<std::string>> cells;
    std::string rule = "|";
    out += "|";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        cells.push_back(formatCells(table, c));
        out += " " + markdownEscaped(printable(table.columns[c].title)) + " |";
        rule += isNumeric(table.columns[c].unit) ? " ---: |" : " --- |";
    }
    out += "\n" + rule + "\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        out += "|";
        for (const auto& column : cells) out += " " + markdownEscaped(column[r]) + " |";
        out += "\n";
    }
    for (const std::string& note : table.notes) out += "\n" + markdownEscaped(printable(noteText(note))) + "\n";
    return out;
}

std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + "\"";
}

std::string csvCell(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return csvField(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (const auto* value = std::get_if<double>(&cell)) return numberText(*value);
    return {};
}

std::string renderCsv(const Table& table) {
    std::string out;
    for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c > 0 ? "," : "") + csvField(table.columns[c].id);
    out += "\r\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c > 0 ? "," : "") + csvCell(cellAt(table, r, c));
        out += "\r\n";
    }
    return out;
}

std::string jsonCell(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return jsonQuoted(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (const auto* value = std::get_if<double>(&cell)) return std::isfinite(*value) ? numberText(*value) : "null";
    return "null";
}

// Row by row instead of one document in memory: tables of events can have millions of rows.
std::string renderJson(const Table& table) {
    std::string out =
        "{\"id\": " + jsonQuoted(table.id) + ", \"title\": " + jsonQuoted(table.title) + ",\n   \"columns\": [";
    std::vector<std::string> keys;
    for (const Column& column : table.columns) {
        out += keys.empty() ? "\n    " : ",\n    ";
        keys.push_back(jsonQuoted(column.id));
        out += "{\"id\": " + keys.back() + ", \"title\": " + jsonQuoted(column.title) +
               ", \"unit\": " + jsonQuoted(unitWord(column.unit)) + "}";
    }
    out += "],\n   \"rows\": [";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        out += r > 0 ? ",\n    {" : "\n    {";
        for (std::size_t c = 0; c < keys.size(); ++c)
            out += (c > 0 ? ", " : "") + keys[c] + ": " + jsonCell(cellAt(table, r, c));
        out += "}";
    }
    out += "],\n   \"notes\": [";
    for (std::size_t i = 0; i < table.notes.size(); ++i) out += (i > 0 ? ", " : "") + jsonQuoted(table.notes[i]);
    return out + "]}";
}

} // namespace

std::string_view unitWord(Unit unit) {
    switch (unit) {
    case Unit::Nanoseconds:
        return "ns";
    case Unit::TimePoint:
        return "ns_file_clock";
    case Unit::Bytes:
        return "bytes";
    case Unit::Count:
        return "count";
    case Unit::Ratio:
        return "ratio";
    case Unit::BytesPerSecond:
        return "bytes_per_second";
    case Unit::Text:
        return "text";
    case Unit::None:
        break;
    }
    return "none";
}

std::vector<std::string> formatCells(const Table& table, std::size_t column) {
    const Unit unit = table.columns[column].unit;
    std::vector<std::string> out;
    out.reserve(table.rows.size());
    std::vector<std::int64_t> durations; // those of the column share one unit
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const Cell& cell = cellAt(table, r, column);
        const auto* ns = std::get_if<std::int64_t>(&cell);
        if (unit == Unit::Nanoseconds && ns != nullptr) durations.push_back(*ns);
        out.push_back(formatCell(cell, unit, table.originNs));
    }
    if (durations.size() < 2) return out;
    const std::vector<std::string> texts = formatColumn(durations);
    std::size_t next = 0;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        if (std::holds_alternative<std::int64_t>(cellAt(table, r, column))) out[r] = texts[next++];
    return out;
}

std::string render(std::span<const Table> tables, Format format) {
    std::string out;
    if (format == Format::Json) out = "{\"tables\": [\n  ";
    const char* between = format == Format::Json ? ",\n  " : format == Format::Csv ? "\r\n" : "\n";
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (i > 0) out += between;
        switch (format) {
        case Format::Text:
            out += renderText(tables[i]);
            break;
        case Format::Json:
            out += renderJson(tables[i]);
            break;
        case Format::Csv:
            out += renderCsv(tables[i]);
            break;
        case Format::Markdown:
            out += renderMarkdown(tables[i]);
            break;
        }
    }
    if (format == Format::Json) out += "\n]}\n";
    return out;
}

std::string render(const Table& table, Format format) { return render(std::span(&table, 1), format); }

} // namespace lanescope
