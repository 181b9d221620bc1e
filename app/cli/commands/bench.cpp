#include "app/cli/bench/bench_analyses.h"
#include "app/cli/bench/bench_file.h"
#include "app/cli/bench/bench_work.h"
#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/stopping.h"

#include <algorithm>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace lanescope::cli {
namespace {

ExitCode runChild(const std::string& path, unsigned threads, bool useIndex) {
    const auto figures = benchChild(path, threads, useIndex);
    if (!figures.ok()) return complain(figures.error());
    const ExitCode code = writeStdout(figures->dump(Json::Style::Compact) + "\n");
    ::_exit(static_cast<int>(code)); // taking the store apart is not what is measured
}

// A row per figure and file, in the order of the JSON.
void addRows(Table& table, const std::string& file, const Json& value, const std::string& key) {
    for (const auto& [name, member] : value.members()) {
        const std::string path = key.empty() ? name : key + "." + name;
        if (member.isObject()) {
            addRows(table, file, member, path);
        } else if (member.asNumber()) {
            table.rows.push_back({file, path, member.dump()});
        }
    }
}

constexpr std::int64_t kMostKernels = 100'000'000;

// Figures of made-up work go into the document and the table.
Status addWork(std::int64_t kernels, const BenchOptions& options, Json& document, Table& table) {
    const auto count = static_cast<std::uint32_t>(std::clamp<std::int64_t>(kernels, 1, kMostKernels));
    auto figures = benchWork(count, options.threads, options.stop);
    if (!figures.ok()) return figures.error();
    addRows(table, "made-up work", *figures, "");
    document["work"] = std::move(*figures);
    return {};
}

} // namespace

ExitCode runBench(const Arguments& arguments) {
    std::vector<std::string> files;
    std::optional<std::int64_t> threads, repeats, work;
    std::string output;
    bool child = false, noIndex = false, frames = false, analyses = false;
    Format format = Format::Text;
    ArgumentParser parser("bench",
                          "How fast traces are read: each stage, memory, and the ratios to decompressing alone "
                          "and to simdjson's own documents, all in one run. Compare ratios, not seconds.");
    parser.positional("FILE", files, Amount::AtLeastOne, "trace files; with --frames also folders of ranks");
    parser.number("--threads", threads, "threads to use; 0 = all cores");
    parser.number("--repeats", repeats, "runs of each kind; the fastest counts (3)");
    parser.flag("--frames", frames, "also what drawing a frame costs (needs the picture program)");
    parser.flag("--analyses", analyses, "instead: what each analysis costs, the load left out, and how soon it stops");
    parser.number("--work", work, "also what linking and summing so many made-up kernels costs");
    parser.flag("--child", child, "load once and print figures of this process (used by bench itself)");
    parser.flag("--no-index", noIndex, "with --child: neither read nor write index files");
    parser.text("-o,--output", output, "write to this file");
    parser.format(format);
    if (const auto over = parser.parse(arguments)) return *over;
    const auto threadCount = static_cast<unsigned>(std::min<std::int64_t>(threads.value_or(0), 1024));
    if (child) return runChild(files.front(), threadCount, !noIndex);

    const Stopping stopping;
    BenchOptions options{threadCount, static_cast<int>(std::clamp<std::int64_t>(repeats.value_or(3), 1, 100)),
                         frames ? BenchOptions::Frames::Yes : BenchOptions::Frames::No, stopping.token()};
    Json document;
    document["threads"] = threadCount > 0 ? threadCount : std::thread::hardware_concurrency();
    document["repeats"] = options.repeats;
    document["files"] = Json::array();
    Table table{"bench", "", {}, {}, 0, {}, {}};
    table.columns = {{"file", "file", Unit::Text}, {"figure", "figure", Unit::Text}, {"value", "value", Unit::Text}};
    ExitCode code = ExitCode::Ok;
    for (const std::string& file : files) {
        std::error_code ignored;
        const bool ranks = frames && std::filesystem::is_directory(file, ignored);
        auto figures = ranks      ? benchRanks(file)
                       : analyses ? benchAnalyses(file, threadCount, options.stop)
                                  : benchFile(file, options);
        if (!figures.ok()) {
            const ExitCode failed = complain(figures.error());
            if (figures.error().code == ErrorCode::Cancelled) return failed;
            if (code == ExitCode::Ok) code = failed;
            document["files"].push(errorJson(file, figures.error()));
            continue;
        }
        addRows(table, file, *figures, "");
        document["files"].push(std::move(*figures));
    }
    if (work)
        if (const Status status = addWork(*work, options, document, table); !status) return complain(status.error());
    const ExitCode emitted = emit(document, {table}, format, output);
    return emitted != ExitCode::Ok ? emitted : code;
}

} // namespace lanescope::cli
