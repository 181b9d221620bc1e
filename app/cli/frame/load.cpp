#include "app/cli/frame/load.h"

#include "app/cli/frame/console.h"
#include "app/cli/frame/progress_line.h"
#include "core/session/index_writing.h"

#include <charconv>
#include <fstream>
#include <sstream>
#include <utility>

namespace lanescope::cli {
namespace {

Result<KindRules> rulesOf(const std::string& path) {
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

} // namespace

// FILE is the path as given, or its last part when only one input has it.
Result<std::map<std::size_t, std::int64_t>> ranksByInput(const LoadRequest& request) {
    std::map<std::size_t, std::int64_t> result;
    for (const std::string& text : request.ranks) {
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
        for (std::size_t i = 0; i < request.inputs.size(); ++i)
            if (request.inputs[i] == file) hits.push_back(i);
        if (hits.empty())
            for (std::size_t i = 0; i < request.inputs.size(); ++i)
                if (std::filesystem::path(request.inputs[i]).filename() == file) hits.push_back(i);
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

Result<ExitCode> InputLoader::forEach(const User& use) {
    const auto ranks = ranksByInput(m_request);
    if (!ranks.ok()) return ranks.error();
    const auto rules = rulesOf(m_request.rulesFile);
    if (!rules.ok()) return rules.error();

    ExitCode code = ExitCode::Ok;
    for (std::size_t i = 0; i < m_request.inputs.size(); ++i) {
        const std::string& path = m_request.inputs[i];
        LoadOptions options;
        options.threads = static_cast<unsigned>(std::min<std::int64_t>(m_request.threads.value_or(0), 1024));
        options.rules = *rules;
        options.useIndex = !m_request.noIndex;
        if (const auto it = ranks->find(i); it != ranks->end()) options.rank = it->second;
        RunContext context(m_stopping.token());
        Result<LoadedTrace> trace = [&] {
            const ProgressLine line("reading " + path, context.progress());
            return loadTrace(path, options, context);
        }();
        if (!trace.ok()) {
            if (trace.error().code == ErrorCode::Cancelled) return trace.error();
            const ExitCode failed = complain(trace.error());
            if (code == ExitCode::Ok) code = failed;
        } else {
            finishIndex(); // one at a time: each holds its store
            m_writing = std::exchange(trace->indexWriting, nullptr);
        }
        use(path, std::move(trace));
    }
    return code;
}

} // namespace lanescope::cli
