#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"

#include <fmt/format.h>

namespace lanescope {

namespace {

std::string_view roleWord(EvidenceRole role) {
    switch (role) {
    case EvidenceRole::Confirms:
        return "confirms";
    case EvidenceRole::Against:
        return "against";
    case EvidenceRole::Measures:
        break;
    }
    return "measures";
}

Json cellJson(const Cell& cell) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return Json(*n);
    if (const auto* d = std::get_if<double>(&cell)) return Json(*d);
    if (const auto* s = std::get_if<std::string>(&cell)) return Json(*s);
    return {};
}

Json evidenceJson(const std::vector<Evidence>& all) {
    Json out = Json::array();
    for (const Evidence& e : all) {
        Json one;
        one["id"] = e.id;
        one["title"] = e.title;
        one["value"] = cellJson(e.value);
        one["unit"] = unitWord(e.unit);
        one["role"] = roleWord(e.role);
        out.push(std::move(one));
    }
    return out;
}

Json numbers(const std::vector<std::int64_t>& values) {
    Json out = Json::array();
    for (const std::int64_t v : values) out.push(Json(v));
    return out;
}

Json findingJson(const Finding& f, const Thresholds& limits) {
    Json one;
    one["id"] = f.signature->id;
    one["letter"] = std::string(1, f.signature->letter);
    one["title"] = f.signature->title;
    one["device"] = f.device;
    one["confidence"] = confidenceWord(f.confidence);
    one["severity"] = severityWord(severityOf(f, limits));
    one["cost_ns"] = f.costNs;
    one["cost_per_step_ns"] = f.costPerStepNs;
    one["cost_share"] = f.costShare;
    one["cost_ns_by_window"] = numbers(f.costPerWindowNs);
    one["evidence"] = evidenceJson(f.evidence);
    one["lowered"] = Json::array();
    for (const std::string& reason : f.lowered) one["lowered"].push(Json(reason));
    one["confirmed_by"] = f.signature->confirm;
    one["refuted_if"] = f.signature->refute;
    one["try"] = f.signature->advice;
    one["limits"] = Json::array();
    for (const Limit limit : limitsOf(*f.signature))
        one["limits"].push(Json(limitTable()[static_cast<std::size_t>(limit)].name));
    one["range_count"] = static_cast<std::int64_t>(f.rangeCount);
    one["ranges_ns"] = Json::array();
    for (const Interval& at : f.ranges) one["ranges_ns"].push(numbers({at.begin, at.end}));
    return one;
}

Json windowsJson(const TraceStore& store, const FindingsResult& result) {
    Json out = Json::array();
    for (const FindingWindow& w : result.windows) {
        Json one;
        one["step"] = w.step ? Json(store.steps()[*w.step].number) : Json();
        one["window_ns"] = numbers({w.at.begin, w.at.end});
        one["counts"] = w.counts;
        out.push(std::move(one));
    }
    return out;
}

} // namespace

Json findingsJson(const TraceStore& store, const FindingsResult& result) {
    Json out;
    out["findings"] = Json::array();
    for (const Finding& f : result.findings) out["findings"].push(findingJson(f, result.thresholds));
    out["notes"] = Json::array();
    for (const CaptureNote& note : result.notes) {
        Json one;
        one["id"] = note.id;
        one["text"] = note.text;
        one["evidence"] = evidenceJson(note.evidence);
        out["notes"].push(std::move(one));
    }
    out["windows"] = windowsJson(store, result);
    out["unexplained_idle"] = Json::array();
    for (const auto& u : result.unexplained) {
        Json one;
        one["device"] = u.device;
        one["idle_per_step_ns"] = u.idlePerStepNs;
        one["parts_ns"] = Json::object();
        for (const auto& [part, ns] : u.parts) one["parts_ns"][idlePartWord(part)] = Json(ns);
        out["unexplained_idle"].push(std::move(one));
    }
    out["unexplained_exposed_comm"] = Json::array();
    for (const auto& u : result.unexplained) {
        Json one;
        one["device"] = u.device;
        one["exposed_comm_per_step_ns"] = u.exposedCommPerStepNs;
        out["unexplained_exposed_comm"].push(std::move(one));
    }
    out["thresholds"] = Json::object();
    for (const LimitInfo& info : limitTable()) out["thresholds"][info.name] = Json(result.thresholds[info.limit]);
    return out;
}

Table findingsTable(const TraceStore& store, const FindingsResult& result) {
    Table table{"findings", "Findings", {}, {}, count(store.extent().begin), {}, {}};
    table.columns = {{"signature", "signature", Unit::Text},
                     {"device", "device", Unit::Text},
                     {"confidence", "confidence", Unit::Text},
                     {"severity", "severity", Unit::Text},
                     {"cost_per_step_ns", "cost per step", Unit::Nanoseconds},
                     {"cost_share", "share", Unit::Ratio},
                     {"ranges", "ranges", Unit::Count},
                     {"evidence", "evidence", Unit::Text},
                     {"advice", "try", Unit::Text}};
    for (const Finding& f : result.findings) {
        table.rows.push_back({std::string(f.signature->id), f.device, std::string(confidenceWord(f.confidence)),
                              std::string(severityWord(severityOf(f, result.thresholds))), f.costPerStepNs, f.costShare,
                              static_cast<std::int64_t>(f.rangeCount), evidenceLine(f),
                              std::string(f.signature->advice)});
        table.rowSlices.push_back(f.slices);
    }
    return table;
}

} // namespace lanescope
