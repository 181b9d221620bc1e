#include "core/export/guide_text.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

namespace lanescope {

namespace {

class Writer {
public:
    Writer(const TraceStore& store, CardStyle style)
        : m_origin(count(store.extent().begin)), m_markdown(style == CardStyle::Markdown) {}

    std::string write(const ReadingGuide& guide) {
        for (const GuideSection& s : guide.sections) section(s);
        if (!guide.handOver) return std::move(m_text);
        m_text += m_markdown ? "```\n" + guide.handOver->command + "\n```\n" : guide.handOver->command + "\n";
        for (const std::string& warning : guide.handOver->warnings) item(warning);
        return std::move(m_text);
    }

private:
    void item(std::string_view text) { m_text += fmt::format("{}{}\n", m_markdown ? "- " : "   ", text); }

    void section(const GuideSection& s) {
        const std::string value = guideValue(s.answer);
        const std::string answer = value.empty() ? std::string() : fmt::format(": {} {}", s.answer.title, value);
        m_text +=
            fmt::format("{}{}{} {}{}\n", m_markdown ? "### " : "", s.number, m_markdown ? "." : " ", s.title, answer);
        if (!s.phrase.empty()) item(s.phrase);
        for (const GuideLine& line : s.lines) {
            std::string text = fmt::format("{}: {}", printable(line.title), guideValue(line));
            if (line.share) text += ", " + formatShare(*line.share);
            if (line.jump) text += ", at " + formatOffset(count(line.jump->begin) - m_origin);
            item(text);
        }
        m_text += "\n";
    }

    std::int64_t m_origin;
    bool m_markdown;
    std::string m_text;
};

Json lineJson(const GuideLine& line) {
    Json out;
    out["title"] = line.title;
    if (const auto* n = std::get_if<std::int64_t>(&line.value)) out["value"] = Json(*n);
    if (const auto* d = std::get_if<double>(&line.value)) out["value"] = Json(*d);
    if (const auto* s = std::get_if<std::string>(&line.value)) out["value"] = Json(*s);
    out["unit"] = unitWord(line.unit);
    out["share"] = line.share;
    if (line.jump) {
        out["range_ns"] = Json::array();
        out["range_ns"].push(Json(count(line.jump->begin)));
        out["range_ns"].push(Json(count(line.jump->end)));
    }
    return out;
}

} // namespace

std::string guideValue(const GuideLine& line) {
    if (std::holds_alternative<std::monostate>(line.value)) return {};
    return evidenceValue({{}, {}, line.value, line.unit, EvidenceRole::Measures, {}});
}

std::string guideText(const TraceStore& store, const ReadingGuide& guide, CardStyle style) {
    return Writer(store, style).write(guide);
}

Json guideJson(const ReadingGuide& guide) {
    Json out;
    out["device"] = guide.device;
    out["sections"] = Json::array();
    for (const GuideSection& s : guide.sections) {
        Json one;
        one["number"] = s.number;
        one["title"] = s.title;
        one["phrase"] = s.phrase;
        one["answer"] = lineJson(s.answer);
        one["lines"] = Json::array();
        for (const GuideLine& line : s.lines) one["lines"].push(lineJson(line));
        out["sections"].push(std::move(one));
    }
    if (!guide.handOver) return out;
    Json hand;
    hand["command"] = guide.handOver->command;
    hand["function"] = guide.handOver->function;
    hand["ordinal"] = static_cast<std::int64_t>(guide.handOver->ordinal);
    hand["launches"] = static_cast<std::int64_t>(guide.handOver->launches);
    hand["warnings"] = Json::array();
    for (const std::string& warning : guide.handOver->warnings) hand["warnings"].push(Json(warning));
    out["hand_over"] = std::move(hand);
    return out;
}

} // namespace lanescope
