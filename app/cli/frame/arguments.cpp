#include "app/cli/frame/arguments.h"

#include "app/cli/frame/console.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>

namespace lanescope::cli {

struct ArgumentParser::State {
    State(std::string_view command, std::string_view help)
        : app(std::string(help), "lanescope-cli " + std::string(command)), name(command) {}
    CLI::App app;
    std::string name;
    std::string formatWord = "text";
    bool json = false;
    Format* format = nullptr;
};

ArgumentParser::ArgumentParser(std::string_view command, std::string_view help)
    : m_state(std::make_unique<State>(command, help)) {
    m_state->app.set_help_flag("-h,--help", "show this help");
    m_state->app.get_formatter()->column_width(34);
}

ArgumentParser::~ArgumentParser() = default;

void ArgumentParser::flag(const std::string& names, bool& out, const std::string& help) {
    m_state->app.add_flag(names, out, help);
}

void ArgumentParser::text(const std::string& names, std::string& out, const std::string& help) {
    m_state->app.add_option(names, out, help)->type_name("TEXT");
}

void ArgumentParser::texts(const std::string& names, std::vector<std::string>& out, const std::string& help) {
    m_state->app.add_option(names, out, help)->type_name("TEXT")->expected(1)->take_all()->allow_extra_args(false);
}

void ArgumentParser::number(const std::string& names, std::optional<std::int64_t>& out, const std::string& help) {
    m_state->app
        .add_option_function<std::int64_t>(
            names, [&out](const std::int64_t& value) { out = value; }, help)
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
}

void ArgumentParser::decimal(const std::string& names, std::optional<double>& out, const std::string& help) {
    m_state->app
        .add_option_function<double>(
            names, [&out](const double& value) { out = value; }, help)
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
}

void ArgumentParser::positional(const std::string& name, std::vector<std::string>& out, Amount amount,
                                const std::string& help) {
    CLI::Option* option = m_state->app.add_option(name, out, help)->type_name("");
    if (amount == Amount::One) option->expected(1)->required();
    if (amount == Amount::Two) option->expected(2)->required();
    if (amount == Amount::AtLeastOne) option->required();
}

void ArgumentParser::format(Format& out) {
    m_state->format = &out;
    m_state->app.add_option("--format", m_state->formatWord, "text, json, csv or md")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}));
    m_state->app.add_flag("--json", m_state->json, "short for --format json");
}

void ArgumentParser::footer(const std::string& text) { m_state->app.footer(text); }

std::optional<ExitCode> ArgumentParser::parse(const Arguments& arguments) {
    State& state = *m_state;
    try {
        state.app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend())); // CLI11 takes it reversed
    } catch (const CLI::CallForHelp&) {
        return writeStdout(state.app.help());
    } catch (const CLI::ParseError& error) {
        std::string message = error.what();
        const auto isCapital = [&](std::size_t at) {
            return at < message.size() && std::isupper(static_cast<unsigned char>(message[at]));
        };
        if (isCapital(0) && !isCapital(1)) // "FILE is required" stays as it is
            message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
        return complain({ErrorCode::Usage, message, state.name, "see lanescope-cli " + state.name + " --help"});
    } catch (const std::exception& error) {
        return complain({ErrorCode::Internal, error.what(), state.name, ""});
    }
    if (state.format) {
        const std::string word = state.json ? "json" : state.formatWord;
        *state.format = word == "json"  ? Format::Json
                        : word == "csv" ? Format::Csv
                        : word == "md"  ? Format::Markdown
                                        : Format::Text;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> parseSize(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (unit.ends_with('B')) unit.remove_suffix(1);
    double base = 1000;
    if (unit.ends_with('i')) {
        base = 1024;
        unit.remove_suffix(1);
    }
    constexpr std::string_view kUnits = "KMGT";
    if (unit.size() > 1) return std::nullopt;
    if (unit.size() == 1) {
        const char letter = unit[0] == 'k' ? 'K' : unit[0];
        const auto power = kUnits.find(letter);
        if (power == std::string_view::npos) return std::nullopt;
        number *= std::pow(base, static_cast<double>(power + 1));
    } else if (base == 1024) {
        return std::nullopt;
    }
    if (number > 9e18) return std::nullopt;
    return static_cast<std::uint64_t>(std::llround(number));
}

std::optional<std::int64_t> parseMicroseconds(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (!std::isfinite(number) || number < 0 || number > 9e15) return std::nullopt;
    return std::llround(number * 1000.0);
}

} // namespace lanescope::cli
