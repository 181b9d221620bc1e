#include "app/cli/commands/commands.h"
#include "app/cli/commands/render_ranks.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/helper_program.h"
#include "app/cli/frame/load.h"
#include "core/session/picture_options.h"
#include "core/session/range_text.h"

#include <fmt/format.h>

#include <deque>
#include <filesystem>

namespace lanescope::cli {
namespace {

struct Request {
    LoadRequest load;
    std::string output, range, tracks, theme, notes, title;
    std::optional<std::int64_t> step, width, height, headerWidth;
    bool plain = false, noFindings = false, redact = false;
    std::string hideNames;
    std::optional<double> scale;
    RenderRanks sideBySide;
    Format format = Format::Text;
    struct Passed { // an option that only the picture program understands
        const PictureOption* option = nullptr;
        std::string value;
        bool isGiven = false;
    };
    std::deque<Passed> passed; // the parser keeps their addresses
};

void addPassed(ArgumentParser& parser, Request& request) {
    for (const PictureOption& option : pictureOptionList()) {
        Request::Passed& one = request.passed.emplace_back();
        one.option = &option;
        const std::string name(option.name), meaning(option.meaning);
        if (option.value.empty())
            parser.flag(name, one.isGiven, meaning);
        else
            parser.text(name, one.value, meaning);
    }
}

Status check(const Request& request) {
    if (request.output.empty())
        return Error{ErrorCode::Usage, "expected -o FILE", "render", "for example -o timeline.png"};
    if (!request.range.empty() && request.step)
        return Error{ErrorCode::Usage, "expected either --range or --step, found both", "render", ""};
    if (request.range.empty()) return {};
    const auto range = parseOffsetRange(request.range);
    if (!range.ok()) return range.error();
    return {};
}

std::vector<std::string> helperArguments(const Request& request, std::optional<std::int64_t> rank) {
    std::vector<std::string> words;
    for (const std::string& input : request.load.inputs) words.push_back(input.starts_with('-') ? "./" + input : input);
    words.insert(words.end(), {"--output", request.output});
    const auto add = [&words](std::string_view option, const std::string& value) {
        if (value.empty()) return;
        words.emplace_back(option);
        words.push_back(value);
    };
    const auto addNumber = [&add](std::string_view option, const std::optional<std::int64_t>& value) {
        if (value) add(option, std::to_string(*value));
    };
    add("--range", request.range);
    addNumber("--step", request.step);
    add("--tracks", request.tracks);
    addNumber("--width", request.width);
    addNumber("--height", request.height);
    add("--theme", request.theme);
    add("--notes", request.notes);
    add("--title", request.title);
    addNumber("--header-width", request.headerWidth);
    if (request.plain) words.emplace_back("--plain");
    for (const Request::Passed& one : request.passed) {
        add(one.option->name, one.value);
        if (one.isGiven) words.emplace_back(one.option->name);
    }
    if (request.noFindings) words.emplace_back("--no-findings");
    if (request.redact) words.emplace_back("--redact");
    add("--hide-names", request.hideNames);
    if (request.scale) add("--scale", fmt::format("{}", *request.scale));
    addNumber("--rank", rank);
    add("--rules", request.load.rulesFile);
    if (request.load.noIndex) words.emplace_back("--no-index");
    appendRenderRanks(request.sideBySide, rank ? std::vector<std::string>{} : request.load.ranks, words);
    return words;
}

// What was written, for scripts; a person who asked for no form sees the picture and needs no words.
ExitCode tell(const Request& request) {
    Table table{"render", "", {{"trace", "trace", Unit::Text}, {"picture", "picture", Unit::Text}}, {}, 0, {}, {}};
    Json document;
    document["files"] = Json::array();
    for (const std::string& input : request.load.inputs) {
        table.rows.push_back({input, request.output});
        Json entry;
        entry["trace"] = input;
        entry["picture"] = request.output;
        document["files"].push(std::move(entry));
    }
    return request.format == Format::Text ? ExitCode::Ok : emit(document, {table}, request.format, "");
}

} // namespace

ExitCode runRender(const Arguments& arguments) {
    Request request;
    ArgumentParser parser("render",
                          "Draws the timeline of a trace, or of several ranks side by side, as the window shows it. "
                          "Works without a display.");
    addLoadOptions(parser, request.load, Amount::AtLeastOne);
    addRenderRanks(parser, request.sideBySide);
    parser.text("-o,--output", request.output, "the picture to write: .png, .svg or .pdf");
    parser.text("--range", request.range, "A..B from the start of the trace, for example 1.5ms..2ms");
    parser.number("--step", request.step, "only this ProfilerStep");
    parser.text("--tracks", request.tracks, "only rows whose name holds one of these words, parted by commas");
    parser.number("--width", request.width, "in pixels (1600; of a session or a review 1200)");
    parser.number("--height", request.height, "in pixels; else as high as the rows are");
    parser.text("--theme", request.theme, "dark, light, print or contrast");
    parser.decimal("--scale", request.scale, "2 = twice as sharp");
    parser.text("--notes", request.notes, "notes to draw; none: no notes (those beside the trace)");
    parser.text("--title", request.title, "in place of the name of the file");
    parser.number("--header-width", request.headerWidth, "px of the column of names (220)");
    parser.flag("--plain", request.plain, "without the four numbers, scale bar and method");
    parser.flag("--no-findings", request.noFindings, "without the brackets of findings");
    parser.flag("--redact", request.redact, "leave out names of files, hosts and users and path prefixes");
    parser.text("--hide-names", request.hideNames, "with --redact: further names to leave out, parted by commas");
    addPassed(parser, request);
    parser.format(request.format);
    if (const auto over = parser.parse(arguments)) return *over;
    const Status checked = check(request);
    if (!checked.ok()) return complain(checked.error());
    std::optional<std::int64_t> rank; // of the one file
    std::error_code noFolder;
    if (request.load.inputs.size() == 1 && !std::filesystem::is_directory(request.load.inputs.front(), noFolder)) {
        const auto ranks = ranksBySource(request.load.ranks, {{request.load.inputs.front(), {}}});
        if (!ranks.ok()) return complain(ranks.error());
        if (!ranks->empty()) rank = ranks->begin()->second;
    }

    const auto helper = findHelper("lanescope-render", "render");
    if (!helper) {
        complain({ErrorCode::MissingData, "the picture program is not installed", "lanescope-render",
                  "install the package with the window; report and info work without it"});
        return ExitCode::NoRenderProgram;
    }
    const auto status = runHelper(*helper, helperArguments(request, rank));
    if (!status.ok()) return complain(status.error());
    const auto code = static_cast<ExitCode>(*status);
    return code == ExitCode::Ok ? tell(request) : code;
}

} // namespace lanescope::cli
