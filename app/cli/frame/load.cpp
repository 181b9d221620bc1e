#include "app/cli/frame/load.h"

#include "app/cli/frame/console.h"
#include "app/cli/frame/progress_line.h"
#include "core/session/index_writing.h"

#include <charconv>
#include <fstream>
#include <sstream>
#include <utility>

namespace lanescope::cli {
Result<KindRules> rulesIn(const std::string& path) {
    if (path.empty()) return KindRules::builtin();
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        return Error{ErrorCode::NotReadable, "cannot be read", path,
                     "--rules takes a text file of 'kind: pattern' lines"};
    auto rules = KindRules::withUserRules(text.str());
    if (rules.ok()) return rules;
    Error error = rules.error();
    error.place = error.place.empty() ? path : path + ": " + error.place;
    return error;
}

Result<std::map<std::size_t, std::int64_t>> ranksBySource(const std::vector<std::string>& ranks,
                                                          const std::vector<TraceSource>& sources) {
    std::map<std::size_t, std::int64_t> result;
    for (const std::string& text : ranks) {
        const auto equals = text.rfind('=');
        std::int64_t rank = 0;
        const char* end = text.data() + text.size();
        const auto parsed = equals == std::string::npos ? std::from_chars_result{end, std::errc::invalid_argument}
                                                        : std::from_chars(text.data() + equals + 1, end, rank);
        if (parsed.ec != std::errc() || parsed.ptr != end || rank < 0)
            return Error{ErrorCode::Usage, "expected FILE=N, found '" + text + "'", "--rank",
                         "for example --rank worker3.json.gz=3"};
        const std::string file = text.substr(0, equals);
        std::vector<std::size_t> hits;
        for (std::size_t i = 0; i < sources.size(); ++i)
            if (sources[i].text() == file) hits.push_back(i);
        if (hits.empty())
            for (std::size_t i = 0; i < sources.size(); ++i)
                if (sources[i].fileName() == file) hits.push_back(i);
        if (hits.size() != 1)
            return Error{ErrorCode::Usage,
                         hits.empty() ? "no input is called '" + file + "'"
                                      : "several inputs are called '" + file + "'",
                         "--rank", "give the path as it stands among the inputs"};
        result[hits[0]] = rank;
    }
    return result;
}

void addLoadOptions(ArgumentParser& parser, LoadRequest& request, Amount inputs) {
    parser.positional("FILE", request.inputs, inputs, "trace files");
    addTraceOptions(parser, request);
}

void addTraceOptions(ArgumentParser& parser, LoadRequest& request) {
    parser.texts("--rank", request.ranks, "FILE=N: the rank of a file, whatever it says itself");
    parser.text("--rules", request.rulesFile, "a file of rules 'kind: pattern' that come before the built-in ones");
    parser.number("--threads", request.threads, "threads to use; 0 = all cores");
    parser.flag("--no-index", request.noIndex, "neither read nor write index files");
}

InputLoader::~InputLoader() { finishIndex(); }

void InputLoader::finishIndex() {
    if (!m_writing) return;
    const std::stop_callback stopsIt(m_stopping.token(), [this] { m_writing->stop(); });
    m_writing->wait();
    m_writing.reset();
}

Result<InputLoader::Sources> InputLoader::sources() const {
    Sources out;
    for (const std::string& input : m_request.inputs) {
        auto found = traceSources(input, m_stopping.token());
        if (found.ok()) {
            std::move(found->begin(), found->end(), std::back_inserter(out.known));
        } else if (found.error().code == ErrorCode::Cancelled) {
            return found.error();
        } else {
            out.failed.emplace_back(input, found.error());
        }
    }
    return out;
}

Result<LoadedTrace> InputLoader::load(const TraceSource& source, LoadOptions options) {
    options.member = source.member;
    RunContext context(m_stopping.token());
    const ProgressLine line("reading " + source.text(), context.progress());
    return loadTrace(source.path, options, context);
}

Result<ExitCode> InputLoader::forEach(const User& use) {
    const auto rules = rulesIn(m_request.rulesFile);
    if (!rules.ok()) return rules.error();
    const auto all = sources();
    if (!all.ok()) return all.error();
    const auto ranks = ranksBySource(m_request.ranks, all->known);
    if (!ranks.ok()) return ranks.error();

    LoadOptions options;
    options.threads = static_cast<unsigned>(std::min<std::int64_t>(m_request.threads.value_or(0), 1024));
    options.rules = *rules;
    options.useIndex = !m_request.noIndex;
    ExitCode code = ExitCode::Ok;
    const auto failed = [&](const std::string& path, const Error& error) {
        const ExitCode said = complain(error);
        if (code == ExitCode::Ok) code = said;
        use(path, error);
    };
    for (const auto& [path, error] : all->failed) failed(path, error);
    for (std::size_t i = 0; i < all->known.size(); ++i) {
        const auto rank = ranks->find(i);
        options.rank = rank == ranks->end() ? std::nullopt : std::optional(rank->second);
        auto trace = load(all->known[i], options);
        if (!trace.ok() && trace.error().code == ErrorCode::Cancelled) return trace.error();
        if (!trace.ok()) {
            failed(all->known[i].text(), trace.error());
            continue;
        }
        finishIndex(); // one at a time: each holds its store
        m_writing = std::exchange(trace->indexWriting, nullptr);
        use(all->known[i].text(), std::move(trace));
    }
    return code;
}

} // namespace lanescope::cli
