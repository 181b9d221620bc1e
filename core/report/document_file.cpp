#include "core/report/document_file.h"

#include "core/base/json.h"

#include <fmt/format.h>

namespace lanescope::report {
namespace {

Json textsOf(const std::vector<std::string>& texts) {
    Json out = Json::array();
    for (const std::string& text : texts) out.push(text);
    return out;
}

template <class List, class One>
Json listOf(const List& list, One one) {
    Json out = Json::array();
    for (const auto& element : list) out.push(one(element));
    return out;
}

struct JsonWriter {
    Json operator()(const Heading& b) const {
        Json out;
        out["heading"] = b.text;
        out["level"] = b.level;
        out["aside"] = b.aside;
        return out;
    }
    Json operator()(const Sentence& b) const {
        Json out;
        out["sentence"] = b.text;
        return out;
    }
    Json operator()(const List& b) const {
        Json out;
        out["list"] = textsOf(b.items);
        return out;
    }
    Json operator()(const Figures& b) const {
        Json out;
        out["figures"] = listOf(b.figures, [](const auto& f) { return textsOf({f.label, f.value, f.detail}); });
        return out;
    }
    Json operator()(const Answers& b) const {
        Json out;
        out["answers"] = listOf(b.items, [](const Answers::Item& item) {
            Json one;
            one["title"] = item.title;
            one["answer"] = item.answer;
            one["lines"] = listOf(item.lines, [](const auto& line) { return textsOf({line.title, line.value}); });
            return one;
        });
        return out;
    }
    Json operator()(const Grid& b) const {
        Json out;
        out["grid"] = textsOf(b.heads);
        out["rows"] = listOf(b.rows, textsOf);
        out["words"] = static_cast<std::int64_t>(b.textColumns);
        return out;
    }
    Json operator()(const Heat& b) const {
        Json out;
        out["heat"] = b.caption;
        out["rows"] = textsOf(b.rows);
        out["columns"] = textsOf(b.columns);
        out["shares"] = listOf(b.shares, [](const std::vector<double>& row) {
            return listOf(row, [](double share) { return Json(share); });
        });
        return out;
    }
    Json operator()(const Picture& b) const {
        Json out;
        out["picture"] = b.svg;
        out["caption"] = b.caption;
        return out;
    }
};

std::string textIn(const Json* value) {
    const std::string* text = value ? value->asText() : nullptr;
    return text ? *text : std::string();
}
std::string textAt(const Json& value, std::size_t i) {
    return i < value.elements().size() ? textIn(&value.elements()[i]) : std::string();
}
const Json::Array& elementsOf(const Json* value) {
    static const Json::Array none;
    return value ? value->elements() : none;
}
std::vector<std::string> textsIn(const Json* value) {
    std::vector<std::string> out;
    for (const Json& one : elementsOf(value)) out.push_back(textIn(&one));
    return out;
}
std::int64_t integerIn(const Json* value, std::int64_t otherwise) {
    return value ? value->asInteger().value_or(otherwise) : otherwise;
}

Answers answersIn(const Json& list) {
    Answers out;
    for (const Json& one : list.elements()) {
        Answers::Item item{textIn(one.find("title")), textIn(one.find("answer")), {}};
        for (const Json& line : elementsOf(one.find("lines"))) item.lines.push_back({textAt(line, 0), textAt(line, 1)});
        out.items.push_back(std::move(item));
    }
    return out;
}

// Rows as long as the heads say, whatever the file holds.
Grid gridIn(const Json& json) {
    Grid out{textsIn(json.find("grid")), {}, static_cast<std::size_t>(integerIn(json.find("words"), 1))};
    for (const Json& row : elementsOf(json.find("rows"))) {
        out.rows.push_back(textsIn(&row));
        out.rows.back().resize(out.heads.size());
    }
    return out;
}

Heat heatIn(const Json& json) {
    Heat out{textIn(json.find("heat")), textsIn(json.find("rows")), textsIn(json.find("columns")), {}};
    const Json::Array& shares = elementsOf(json.find("shares"));
    for (std::size_t r = 0; r < out.rows.size(); ++r) {
        auto& row = out.shares.emplace_back();
        if (r < shares.size())
            for (const Json& share : shares[r].elements()) row.push_back(share.asNumber().value_or(-1));
        row.resize(out.columns.size(), -1);
    }
    return out;
}

std::optional<Block> blockIn(const Json& json) {
    if (const Json* heading = json.find("heading"))
        return Heading{static_cast<int>(integerIn(json.find("level"), 2)), textIn(heading), textIn(json.find("aside"))};
    if (const Json* sentence = json.find("sentence")) return Sentence{textIn(sentence)};
    if (const Json* list = json.find("list")) return List{textsIn(list)};
    if (const Json* answers = json.find("answers")) return answersIn(*answers);
    if (json.find("grid")) return gridIn(json);
    if (json.find("heat")) return heatIn(json);
    if (const Json* picture = json.find("picture")) return Picture{textIn(picture), textIn(json.find("caption"))};
    if (const Json* figures = json.find("figures")) {
        Figures out;
        for (const Json& f : figures->elements()) out.figures.push_back({textAt(f, 0), textAt(f, 1), textAt(f, 2)});
        return out;
    }
    return std::nullopt;
}

} // namespace

std::string documentText(const Document& document) {
    Json out;
    out["lanescope_report"] = 1;
    out["title"] = document.title;
    out["subtitle"] = document.subtitle;
    out["footer"] = document.footer;
    out["blocks"] = listOf(document.blocks, [](const Block& block) { return std::visit(JsonWriter{}, block); });
    return out.dump(Json::Style::Compact);
}

Result<Document> parseDocument(std::string_view text, std::string_view place) {
    const auto json = parseJson(text, place);
    if (!json.ok()) return json.error();
    if (integerIn(json->find("lanescope_report"), 0) != 1)
        return Error{ErrorCode::Damaged, "expected a report of version 1", std::string(place), ""};
    Document out{textIn(json->find("title")), textIn(json->find("subtitle")), {}, textIn(json->find("footer"))};
    for (const Json& one : elementsOf(json->find("blocks"))) {
        auto block = blockIn(one);
        if (!block) return Error{ErrorCode::Damaged, "expected a block of a report", std::string(place), ""};
        out.blocks.push_back(std::move(*block));
    }
    return out;
}

} // namespace lanescope::report
