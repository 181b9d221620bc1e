#include "core/session/facts.h"

#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"

#include <fstream>
#include <sstream>

namespace lanescope::cli {
namespace {

Result<Json> questionIn(const std::string& path) {
    if (path.empty()) return Json::object();
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        return Error{ErrorCode::NotReadable, "cannot be read", path, "--ask takes a JSON file of questions"};
    return parseJson(text.str(), path);
}

std::string differencesText(const std::vector<FactsDifference>& differences) {
    std::string out;
    for (const FactsDifference& d : differences)
        out += d.path + ": expected " + d.expected + ", found " + d.found + "\n";
    return out;
}

} // namespace

ExitCode runFacts(const Arguments& arguments) {
    LoadRequest load;
    std::string ask, output;
    bool check = false;
    ArgumentParser parser("facts", "Answers the questions of a JSON file about traces, with the same keys: for tests, "
                                   "scripts and regression checks. Times are whole ns. Without --ask: everything "
                                   "that can be said of whole files.");
    addLoadOptions(parser, load, Amount::AtLeastOne);
    parser.text("--ask", ask, "a JSON file with 'load' and 'expect'");
    parser.flag("--check", check, "list what is not as the file of questions expects, and tell by the exit code");
    parser.text("-o,--output", output, "write to this file");
    if (const auto over = parser.parse(arguments)) return *over;
    const auto question = questionIn(ask);
    if (!question.ok()) return complain(question.error());

    const Stopping stopping;
    InputLoader loader(load, stopping);
    std::vector<FactsInput> inputs;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        const std::string name = path.substr(path.find_last_of("/!") + 1); // a member of an archive by its own name
        inputs.push_back({name, std::move(trace)});
    });
    if (!code.ok()) return complain(code.error());
    RunContext context(stopping.token());
    const auto answer = answerFacts(*question, inputs, context);
    if (!answer.ok()) return complain(answer.error());
    if (!check) {
        const ExitCode emitted = emitText(answer->dump() + "\n", output);
        return emitted != ExitCode::Ok ? emitted : *code;
    }
    const auto differences = compareFacts(*question, *answer);
    const ExitCode emitted = emitText(differencesText(differences), output);
    if (emitted != ExitCode::Ok) return emitted;
    return differences.empty() ? ExitCode::Ok : ExitCode::Differs;
}

} // namespace lanescope::cli
