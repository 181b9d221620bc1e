#include "app/cli/commands/review.h"

#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/helper_program.h"
#include "app/cli/frame/save.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/signatures/signatures.h"
#include "core/base/atomic_file.h"
#include "core/notes/notes_file.h"
#include "core/report/review.h"

#include <fmt/format.h>

#include <cstdlib>
#include <unistd.h>

namespace lanescope::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostSvg = std::size_t{32} << 20;

// A folder of its own for pictures on their way into the report; gone at the end.
class PictureFolder {
public:
    PictureFolder() {
        std::error_code error;
        std::string name = (fs::temp_directory_path(error) / "lanescope-report-XXXXXX").string();
        if (!error && ::mkdtemp(name.data())) m_path = name;
    }
    ~PictureFolder() {
        std::error_code error;
        if (!m_path.empty()) fs::remove_all(m_path, error);
    }
    PictureFolder(const PictureFolder&) = delete;
    PictureFolder& operator=(const PictureFolder&) = delete;
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

// Draws by the picture program, as `render` does. Without it the report has no pictures, and says so.
class Pictures {
public:
    Pictures(const LoadRequest& load, const ReviewRequest& request)
        : m_load(load), m_request(request), m_helper(findHelper("lanescope-render", "render")) {}
    bool missing() const { return !m_request.noPictures && !m_helper; }
    std::string draw(const std::string& file, std::optional<std::int64_t> rank, std::vector<std::string> words) {
        if (m_request.noPictures || !m_helper || m_folder.path().empty() || m_request.pullRequest) return {};
        const fs::path out = m_folder.path() / "picture.svg";
        std::vector<std::string> all{file.starts_with('-') ? "./" + file : file,
                                     "--output",
                                     out.string(),
                                     "--theme",
                                     "print",
                                     "--width",
                                     "800",
                                     "--header-width",
                                     "150"};
        if (rank) all.insert(all.end(), {"--rank", std::to_string(*rank)});
        if (!m_load.rulesFile.empty()) all.insert(all.end(), {"--rules", m_load.rulesFile});
        if (m_load.noIndex) all.emplace_back("--no-index");
        if (!m_request.keepNames) all.emplace_back("--redact");
        all.insert(all.end(), words.begin(), words.end());
        const auto status = runHelper(*m_helper, all);
        if (!status.ok() || *status != 0) return {};
        auto text = readSmallFile(out, kMostSvg);
        std::error_code error;
        fs::remove(out, error);
        return text.ok() ? std::move(*text) : std::string();
    }

private:
    const LoadRequest& m_load;
    const ReviewRequest& m_request;
    std::optional<fs::path> m_helper;
    PictureFolder m_folder;
};

std::vector<std::string> rangeWords(const TraceStore& store, TimeRange range, const std::string& title) {
    const RankTime zero = store.extent().begin;
    return {"--title", title, "--range",
            fmt::format("{}..{}", (range.begin - zero).count(), (range.end - zero).count())};
}

// Its costliest step, else all of it.
std::vector<std::string> overviewWords(const TraceStore& store, const TraceReport& numbers) {
    const StepFigures* longest = nullptr;
    for (const StepFigures& step : numbers.all.steps)
        if (!step.warmup && !step.cutOff && (!longest || step.byWindow.wallNs > longest->byWindow.wallNs))
            longest = &step;
    if (!longest) return {"--title", "The whole trace"};
    return {"--title", "The longest step", "--step", std::to_string(store.steps()[longest->step].number)};
}

Result<report::ReviewTrace> reviewed(const std::string& path, const LoadedTrace& trace, const ReviewRequest& request,
                                     Pictures& pictures, RunContext& context) {
    report::ReviewTrace out;
    out.store = trace.store;
    const TraceStore& store = *trace.store;
    const auto work = std::make_shared<const TraceWork>(collectTraceWork(store));
    out.numbers = reportOf(store, *work, request.thresholds);
    FindingOptions options;
    options.gaps = request.thresholds;
    auto guide = readingGuide(store, options, context, work);
    if (!guide.ok()) return guide.error();
    out.guide = std::move(*guide);
    auto findings = findFindings(store, options, context, work);
    if (!findings.ok()) return findings.error();
    out.findings = std::move(*findings);
    AnalysisInput input;
    input.thresholds = request.thresholds;
    input.work = work;
    const auto kernels = analyseKernels(store, input, context);
    if (kernels.ok() && !kernels->tables.empty()) out.kernels = kernels->tables.front();
    const notes::TraceClock clock{store.info().baseTimeNs, store.info().rank};
    const auto places = notes::placesFor(trace.path, trace.member, notes::userNotesFolder());
    const auto loaded = notes::loadNotes(places, clock);
    if (loaded.ok())
        out.notes = loaded->document.notes;
    else
        complain(loaded.error());
    std::optional<std::int64_t> rank; // as the user said it
    if (store.info().rankSource == TraceInfo::RankSource::User) rank = store.info().rank.value_or(0);
    out.overview = pictures.draw(path, rank, overviewWords(store, out.numbers));
    for (const report::EvidencePlace& place : report::evidencePlaces(store, out.findings))
        out.evidence.push_back(
            {place.finding,
             pictures.draw(
                 path, rank,
                 rangeWords(store, place.range, std::string(out.findings.findings[place.finding].signature->title)))});
    return out;
}

Status writeMarkdown(const report::Document& document, const std::string& path) {
    const fs::path file(path);
    const std::string stem = file.stem().string();
    std::size_t number = 0;
    for (const std::string_view svg : report::pictures(document)) {
        const auto picture = file.parent_path() / fmt::format("{}-{}.svg", stem, ++number);
        const Status written = saveFile(picture, svg);
        if (!written.ok()) return written.error();
    }
    return saveFile(file, report::markdown(document, stem));
}

ExitCode writeAll(const std::vector<report::ReviewTrace>& traces, const ReviewRequest& request) {
    const auto names = request.keepNames ? report::Names::Kept : report::Names::LeftOut;
    if (request.pullRequest) return emitText(report::pullRequestTable(traces, names), request.output);
    const report::Document document =
        request.before ? report::beforeAfter(traces[0], traces[1], names) : report::review(traces, names);
    if (!request.html.empty()) {
        const Status saved = saveFile(request.html, report::html(document));
        if (!saved.ok()) return complain(saved.error());
    }
    if (!request.markdown.empty()) {
        const Status saved = writeMarkdown(document, request.markdown);
        if (!saved.ok()) return complain(saved.error());
    }
    return ExitCode::Ok;
}

} // namespace

ExitCode runReview(const LoadRequest& load, const ReviewRequest& request) {
    const Stopping stopping;
    RunContext context(stopping.token());
    Pictures pictures(load, request);
    if (pictures.missing() && !request.pullRequest)
        complain({ErrorCode::MissingData, "the picture program is not installed: the report has no pictures",
                  "lanescope-render", "install the package with the window"});
    InputLoader loader(load, stopping);
    std::vector<report::ReviewTrace> traces;
    std::optional<Error> failed;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (!trace.ok()) return;
        auto one = reviewed(path, *trace, request, pictures, context);
        if (one.ok())
            traces.push_back(std::move(*one));
        else
            failed = one.error();
    });
    if (!code.ok()) return complain(code.error());
    if (failed) return complain(*failed);
    if (traces.empty()) return *code;
    if (request.before && traces.size() != 2)
        return complain({ErrorCode::Usage, fmt::format("expected two traces, found {}", traces.size()),
                         "--before-after", "name the trace before first"});
    const ExitCode written = writeAll(traces, request);
    return written != ExitCode::Ok ? written : *code;
}

} // namespace lanescope::cli
