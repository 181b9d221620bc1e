#include "core/report/before_after.h"

#include "core/analysis/compare/compare.h"
#include "core/analysis/signatures/signatures.h"
#include "core/analysis/steady_steps.h"
#include "core/export/findings_text.h"
#include "core/export/quantity.h"
#include "core/export/table.h"
#include "core/report/document_names.h"
#include "core/report/review_parts.h"

#include <algorithm>
#include <fmt/format.h>

namespace lanescope::report {
namespace {

constexpr std::size_t kMostChanges = 12;

const Table* tableOf(const BeforeAfter& both, std::string_view id) {
    for (const Table& table : both.tables)
        if (table.id == id) return &table;
    return nullptr;
}

std::optional<std::size_t> columnOf(const Table& table, std::string_view id) {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].id == id) return c;
    return std::nullopt;
}

std::optional<std::int64_t> nsIn(const std::vector<Cell>& row, std::size_t column) {
    const auto* ns = std::get_if<std::int64_t>(&row[column]);
    return ns ? std::optional<std::int64_t>(*ns) : std::nullopt;
}

// "-12.3 %" of what it was; "new" where nothing was, "gone" where nothing is left.
std::string change(std::int64_t before, std::int64_t after) {
    if (before == after) return "no change";
    if (before == 0) return "new";
    if (after == 0) return "gone";
    const double percent =
        (static_cast<double>(after) - static_cast<double>(before)) / static_cast<double>(before) * 100;
    const double size = percent < 0 ? -percent : percent;
    if (size < 0.05) return fmt::format("< 0.1{}%", kThinSpace);
    return fmt::format("{}{:.{}f}{}%", percent < 0 ? kMinus : "+", size, size < 1000 ? 1 : 0, kThinSpace);
}

// Cells of the chosen columns. All times share one unit, so that before and after can be compared at a glance.
std::vector<std::vector<std::string>> cellsOf(const Table& table, const std::vector<std::size_t>& columns) {
    std::vector<std::int64_t> times;
    for (const std::size_t c : columns)
        if (table.columns[c].unit == Unit::Nanoseconds)
            for (const auto& row : table.rows) times.push_back(nsIn(row, c).value_or(0));
    const std::vector<std::string> texts = formatColumn(times);
    std::vector<std::vector<std::string>> out;
    std::size_t next = 0;
    for (const std::size_t c : columns) {
        if (table.columns[c].unit != Unit::Nanoseconds) {
            out.push_back(formatCells(table, c));
            continue;
        }
        auto& column = out.emplace_back();
        for (const auto& row : table.rows) {
            column.push_back(nsIn(row, c) ? texts[next] : std::string(kNotKnown));
            ++next;
        }
    }
    return out;
}

// The chosen columns as texts, a sign before what grew, and the change of the two times at the end.
Grid changes(const Table& table, std::initializer_list<std::pair<std::string_view, const char*>> wanted,
             std::size_t most, const Words& words) {
    Grid grid{{}, {}, 1};
    std::vector<std::size_t> columns;
    std::vector<std::string_view> ids;
    for (const auto& [id, head] : wanted)
        if (const auto column = columnOf(table, id)) {
            columns.push_back(*column);
            ids.push_back(id);
            grid.heads.emplace_back(head);
        }
    const auto cells = cellsOf(table, columns);
    grid.heads.emplace_back("change");
    const auto before = columnOf(table, "before_ns"), after = columnOf(table, "after_ns");
    const auto difference = columnOf(table, "difference_ns");
    if (!before || !after || !difference) return grid;
    for (std::size_t r = 0; r < table.rows.size() && r < most; ++r) {
        std::vector<std::string> row;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const bool grew = ids[c] == "difference_ns" && nsIn(table.rows[r], *difference).value_or(0) > 0;
            const std::string text = c == 0 ? shortened(words(cells[c][r])) : cells[c][r];
            row.push_back(fmt::format("{}{}", grew ? "+" : "", text));
        }
        const auto was = nsIn(table.rows[r], *before), is = nsIn(table.rows[r], *after);
        row.push_back(was && is ? change(*was, *is) : std::string(kNotKnown));
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

Grid numberChanges(const BeforeAfter& both, const Words& words) {
    const Table* table = tableOf(both, "compare_numbers");
    if (!table) return {};
    return changes(*table,
                   {{"figure", ""},
                    {"before_ns", "before"},
                    {"before_share", "of the window"},
                    {"after_ns", "after"},
                    {"after_share", "of the window"},
                    {"difference_ns", "difference"}},
                   table->rows.size(), words);
}

// The row of the window: how long it was and is.
std::optional<std::pair<std::int64_t, std::int64_t>> windows(const BeforeAfter& both) {
    const Table* table = tableOf(both, "compare_numbers");
    if (!table || table->rows.empty()) return std::nullopt;
    const auto before = columnOf(*table, "before_ns"), after = columnOf(*table, "after_ns");
    if (!before || !after) return std::nullopt;
    const auto was = nsIn(table->rows[0], *before), is = nsIn(table->rows[0], *after);
    if (!was || !is) return std::nullopt;
    return std::pair{*was, *is};
}

std::string verdict(const BeforeAfter& both) {
    const auto window = windows(both);
    if (!window) return "One of the two traces has no GPU work: there is nothing to compare.";
    const auto [was, is] = *window;
    const char* what = both.perStep ? "A step" : both.before.range || both.after.range ? "The range" : "The recording";
    if (was == is) return fmt::format("{} takes {} in both.", what, formatDuration(is));
    return fmt::format("{} takes {} instead of {}: {} {}.", what, formatDuration(is), formatDuration(was),
                       formatDuration(was < is ? is - was : was - is), was < is ? "longer" : "shorter");
}

std::string costOf(const ReviewTrace& trace, const Finding& finding) {
    const std::string cost = findingCost(finding, trace.findings);
    return fmt::format("{}{}{}", cost, cost.empty() ? "" : ", ", confidenceWord(finding.confidence));
}

const Finding* findIn(const ReviewTrace& trace, const SignatureInfo* signature) {
    for (const Finding& finding : trace.findings.findings)
        if (finding.signature == signature) return &finding;
    return nullptr;
}

// Each signature once: its costliest finding of either side.
Grid findingChanges(const BeforeAfter& both) {
    Grid grid{{"finding", "before", "after", ""}, {}, 4};
    for (const SignatureInfo& signature : builtinSignatures()) {
        const Finding *was = findIn(both.before, &signature), *is = findIn(both.after, &signature);
        if (!was && !is) continue;
        grid.rows.push_back({std::string(signature.title), was ? costOf(both.before, *was) : std::string(kNotKnown),
                             is ? costOf(both.after, *is) : std::string(kNotKnown),
                             was && is ? "still there"
                             : was     ? "gone"
                                       : "new"});
    }
    return grid;
}

std::string perWhat(const BeforeAfter& both) {
    if (!both.perStep) return "Times of the windows named above each review; all devices of a trace together.";
    const auto before = steadyMean(*both.before.store).steps, after = steadyMean(*both.after.store).steps;
    return fmt::format("Times per step: {} over {} step{} before and {} after, warm-up and cut-off steps left out; all "
                       "devices of a trace together.",
                       before == 1 && after == 1 ? "taken" : "means", before, before == 1 ? "" : "s", after);
}

CompareSide sideOf(const ReviewTrace& trace, const GapThresholds& thresholds, const char* name) {
    CompareSide side{*trace.store, {}, name};
    side.input.thresholds = thresholds;
    side.input.range = trace.range;
    return side;
}

} // namespace

Result<BeforeAfter> compareReviews(ReviewTrace before, ReviewTrace after, const GapThresholds& thresholds,
                                   RunContext& context) {
    BeforeAfter out;
    const bool steps = steadyMean(*before.store).steps > 0 && steadyMean(*after.store).steps > 0;
    out.perStep = steps && !before.range && !after.range;
    auto tables = compareTraces(sideOf(before, thresholds, "before"), sideOf(after, thresholds, "after"),
                                out.perStep ? PerWhat::Step : PerWhat::Trace, context);
    if (!tables.ok()) return tables.error();
    out.tables = std::move(*tables);
    out.before = std::move(before);
    out.after = std::move(after);
    return out;
}

Document beforeAfter(const BeforeAfter& both, const Redactor* leftOut) {
    const ReviewTrace pair[] = {both.before, both.after};
    const Words words(leftOut, pair);
    Document out;
    out.title = "Before and after";
    out.subtitle = words.subtitle();
    out.blocks.push_back(Heading{2, "What changed"});
    out.blocks.push_back(Sentence{verdict(both)});
    out.blocks.push_back(numberChanges(both, words));
    out.blocks.push_back(Sentence{perWhat(both)});
    out.blocks.push_back(Heading{3, "Findings before and after"});
    Grid findings = findingChanges(both);
    if (findings.rows.empty())
        out.blocks.push_back(Sentence{"None of the nine signatures was seen in either."});
    else
        out.blocks.push_back(std::move(findings));
    if (const Table* kernels = tableOf(both, "compare_kernels"); kernels && !kernels->rows.empty()) {
        out.blocks.push_back(Heading{3, "Kernels, copies and sets that changed most"});
        out.blocks.push_back(changes(*kernels,
                                     {{"name", "kernel"},
                                      {"before_count", "count before"},
                                      {"after_count", "after"},
                                      {"before_ns", "time before"},
                                      {"after_ns", "after"},
                                      {"difference_ns", "difference"}},
                                     kMostChanges, words));
    }
    addReview(both.before, words, "Before: ", out);
    addReview(both.after, words, "After: ", out);
    if (leftOut) leaveNamesOut(out, *leftOut);
    return out;
}

std::string pullRequestChange(const BeforeAfter& both) {
    Document out;
    out.footer.clear();
    Grid grid = numberChanges(both, Words(nullptr, {}));
    for (auto& row : grid.rows) // a compact table: without the shares
        if (row.size() == 7) row.erase(row.begin() + 4), row.erase(row.begin() + 2);
    if (grid.heads.size() == 7) {
        grid.heads.erase(grid.heads.begin() + 4);
        grid.heads.erase(grid.heads.begin() + 2);
        grid.heads[0] = both.perStep ? "per step" : "whole window";
        out.blocks.push_back(std::move(grid));
    } else {
        out.blocks.push_back(Sentence{verdict(both)});
    }
    const Grid findings = findingChanges(both);
    std::string sentence;
    for (const auto& row : findings.rows)
        sentence += fmt::format("{}{} {}", sentence.empty() ? "Findings: " : "; ", row[0],
                                row[3] == "still there" ? fmt::format("still there ({}; before {})", row[2], row[1])
                                : row[3] == "gone"      ? fmt::format("gone (was {})", row[1])
                                                        : fmt::format("new ({})", row[2]));
    out.blocks.push_back(Sentence{sentence.empty() ? std::string("No findings in either.") : sentence + "."});
    const std::string text = markdown(out, "");
    return text.substr(text.find_first_not_of("# \n"));
}

} // namespace lanescope::report
