#include "core/synth/synth.h"

#include "core/synth/answers.h"
#include "core/synth/job.h"
#include "core/synth/plan.h"

#include <fmt/format.h>

#include <system_error>

namespace lanescope::synth {

namespace {

constexpr std::int64_t kStartNs = 4'458'676'416'431'397; // after baseTimeNanoseconds

Result<Packing> packingOf(const std::string& option, const std::filesystem::path& name) {
    if (option == "none" || option == "plain") return Packing::None;
    if (option == "gzip" || option == "gz") return Packing::Gzip;
    if (option == "zstd" || option == "zst") return Packing::Zstd;
    if (option != "auto")
        return Error{ErrorCode::Usage, fmt::format("there is no compression '{}'", option), "--compression",
                     "It is one of auto, none, gzip and zstd."};
    if (name.extension() == ".gz") return Packing::Gzip;
    return name.extension() == ".zst" ? Packing::Zstd : Packing::None;
}

std::string_view suffixOf(const std::string& compression) {
    if (compression == "none" || compression == "plain") return ".json";
    return compression == "zstd" || compression == "zst" ? ".json.zst" : ".json.gz";
}

bool isFolder(const std::filesystem::path& out) {
    std::error_code ignored;
    return std::filesystem::is_directory(out, ignored) || !out.has_filename();
}

// run.json.gz -> run_rank3.json.gz; a folder -> folder/<kind>_rank3.json.gz
std::filesystem::path rankPath(const Plan& plan, const std::filesystem::path& out, unsigned rank) {
    const bool folder = isFolder(out) || (plan.ranks > 1 && !out.has_extension());
    if (folder) return out / fmt::format("{}_rank{}{}", plan.ids[0], rank, suffixOf(plan.options.compression));
    if (plan.ranks == 1) return out;
    const std::string name = out.filename().string();
    std::size_t dot = name.find(".pt.trace");
    if (dot == std::string::npos) dot = name.find(".json");
    if (dot == std::string::npos) dot = name.find('.', 1);
    dot = std::min(dot, name.size());
    return out.parent_path() / fmt::format("{}_rank{}{}", name.substr(0, dot), rank, name.substr(dot));
}

Status makeFolder(const std::filesystem::path& folder) {
    if (folder.empty()) return {};
    std::error_code reason;
    std::filesystem::create_directories(folder, reason);
    if (!reason || std::filesystem::is_directory(folder)) return {};
    return Error{ErrorCode::NotWritable, "the folder cannot be made: " + reason.message(), folder.string(), ""};
}

FileFacts factsOf(const Plan& plan, unsigned rank) {
    FileFacts f;
    f.rank = rank;
    f.worldSize = plan.worldSize;
    f.device = rank % 8;
    f.pid = 21400 + rank * 977 % 40000;
    f.host = fmt::format("trainer-{}", rank / 8);
    Rng rng(plan.options.seed * 31 + rank);
    const std::uint64_t high = rng.next(), low = rng.next(); // in this order with every compiler
    f.traceId = fmt::format("{:016X}{:016X}", high, low);
    f.traceName = fmt::format("/tmp/{}_rank{}.json", plan.ids[0], rank);
    f.groups = plan.groupsText;
    f.withStack = plan.options.withStack;
    return f;
}

Result<std::vector<RankOutput>> openRanks(const Plan& plan, const std::vector<SynthFile>& files) {
    std::vector<RankOutput> out(plan.ranks);
    for (unsigned r = 0; r < plan.ranks; ++r) {
        out[r].sim =
            std::make_unique<RankSim>(plan.traits[r], plan.catalog, plan.groups.size(), plan.rootName, kStartNs);
        if (plan.missing(r)) continue;
        const auto packing = packingOf(plan.options.compression, files[r].trace);
        if (!packing) return packing.error();
        auto sink = openSink(files[r].trace, *packing);
        if (!sink) return sink.error();
        out[r].writer = std::make_unique<TraceWriter>(plan.catalog, factsOf(plan, r), std::move(*sink));
    }
    return out;
}

} // namespace

Result<std::vector<SynthFile>> write(const SynthOptions& options, const std::filesystem::path& out,
                                     RunContext& context) {
    auto plan = makePlan(options);
    if (!plan) return plan.error();
    std::vector<SynthFile> files(plan->ranks);
    for (unsigned r = 0; r < plan->ranks; ++r) {
        files[r].trace = rankPath(*plan, out, r);
        files[r].answers = files[r].trace;
        files[r].answers += ".answers.json";
    }
    if (Status s = makeFolder(files[0].trace.parent_path()); !s) return s.error();
    auto ranks = openRanks(*plan, files);
    if (!ranks) return ranks.error();
    Job job(*plan, *ranks, context);
    if (Status s = job.run(); !s) return s.error();
    const JobFacts facts = jobFacts(*plan, *ranks, job.steps());
    std::vector<SynthFile> written;
    for (unsigned r = 0; r < plan->ranks; ++r) {
        if (!(*ranks)[r].writer) continue;
        if (Status s = writeWholeFile(files[r].answers, answersText(*plan, facts, (*ranks)[r])); !s) return s.error();
        if (Status s = (*ranks)[r].writer->commit(); !s) return s.error();
        written.push_back(files[r]);
    }
    return written;
}

} // namespace lanescope::synth
