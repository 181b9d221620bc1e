#include "tests/support/findings_case.h"

#include "core/analysis/signatures/signatures.h"
#include "core/session/load_trace.h"
#include "core/session/ranks/rank_findings.h"
#include "tests/support/synth_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace lanescope::testing {

namespace {

Result<std::vector<FindingsResult>> judge(const FoundCase& found, const FindingOptions& limits, JudgeAs as) {
    RunContext context;
    if (as == JudgeAs::Job && found.stores.size() > 1) {
        std::vector<RankInput> ranks;
        for (const auto& store : found.stores) ranks.push_back({store->info().rank.value_or(-1), store.get(), {}});
        return findJobFindings(ranks, limits, context);
    }
    std::vector<FindingsResult> out;
    for (const auto& store : found.stores) {
        auto one = findFindings(*store, limits, context);
        if (!one.ok()) return one.error();
        out.push_back(std::move(*one));
    }
    return out;
}

} // namespace

FoundCase findIn(const synth::SynthOptions& options, const FindingOptions& limits, JudgeAs as) {
    FoundCase out;
    const SynthCase files(options);
    out.error = files.error;
    for (std::size_t i = 0; i < files.files.size() && out.error.empty(); ++i) {
        RunContext context;
        LoadOptions load;
        load.useIndex = false;
        load.threads = 1;
        auto trace = loadTrace(files.files[i].trace, load, context);
        if (!trace.ok()) {
            out.error = trace.error().text();
            break;
        }
        out.stores.push_back(trace->store);
        out.answers.push_back(files.answers(i));
    }
    if (!out.error.empty()) return out;
    auto results = judge(out, limits, as);
    if (!results.ok())
        out.error = results.error().text();
    else
        out.results = std::move(*results);
    return out;
}

FindingsResult findInText(std::string_view json) {
    static int number = 0;
    const auto path =
        std::filesystem::temp_directory_path() / fmt::format("lanescope-findings-{}-{}.json", ::getpid(), ++number);
    std::ofstream(path, std::ios::binary) << json;
    RunContext context;
    LoadOptions load;
    load.useIndex = false;
    load.threads = 1;
    auto trace = loadTrace(path, load, context);
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    if (!trace.ok()) {
        std::fprintf(stderr, "%s\n", trace.error().text().c_str());
        std::abort();
    }
    return findFindings(*trace->store, {}, context).value();
}

std::string joinedIds(const FindingsResult& result) { return fmt::format("{}", fmt::join(idsOf(result), " ")); }

std::vector<std::string> idsOf(const FindingsResult& result) {
    std::vector<std::string> out;
    for (const Finding& f : result.findings) out.emplace_back(f.signature->id);
    return out;
}

const Finding* findingCalled(const FindingsResult& result, std::string_view id) {
    for (const Finding& f : result.findings)
        if (f.signature->id == id) return &f;
    return nullptr;
}

const Json* answerCalled(const Json& answers, std::string_view id) {
    const Json* list = answers.find("findings");
    if (list == nullptr) return nullptr;
    for (const Json& one : list->elements())
        if (one.find("id") != nullptr && *one.find("id")->asText() == id) return &one;
    return nullptr;
}

double rangeAgreement(const std::vector<Interval>& found, const Json& answer,
                      const std::vector<FindingWindow>& windows) {
    std::vector<Interval> wanted, counted;
    for (const Json& range : answer.find("ranges_ns")->elements())
        wanted.push_back({*range.elements()[0].asInteger(), *range.elements()[1].asInteger()});
    for (const FindingWindow& w : windows)
        if (w.counts) counted.push_back(w.at);
    const IntervalList inside = unionOf(std::move(counted));
    const IntervalList a = intersect(unionOf(found), inside), b = intersect(unionOf(std::move(wanted)), inside);
    const std::int64_t either = length(unionOf(a, b));
    return either == 0 ? 1 : static_cast<double>(length(intersect(a, b))) / static_cast<double>(either);
}

} // namespace lanescope::testing
