// The command line of one command: declared options, filled variables. CLI11 stays behind this file.
#pragma once

#include "app/cli/frame/command.h"
#include "core/export/table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::cli {

enum class Amount : std::uint8_t { Any, AtLeastOne, One, Two };

class ArgumentParser {
public:
    ArgumentParser(std::string_view command, std::string_view help);
    ~ArgumentParser();
    ArgumentParser(const ArgumentParser&) = delete;
    ArgumentParser& operator=(const ArgumentParser&) = delete;

    // `names` as in "-o,--output". The variables must live until parse() is over; they keep their value when the
    // option is not given.
    void flag(const std::string& names, bool& out, const std::string& help);
    void text(const std::string& names, std::string& out, const std::string& help);
    void texts(const std::string& names, std::vector<std::string>& out, const std::string& help);     // may be repeated
    void number(const std::string& names, std::optional<std::int64_t>& out, const std::string& help); // 0 and more
    void decimal(const std::string& names, std::optional<double>& out, const std::string& help);
    void positional(const std::string& name, std::vector<std::string>& out, Amount amount, const std::string& help);
    void format(Format& out); // --format text|json|csv|md and --json
    void footer(const std::string& text);

    // Nothing: go on. Else the command is over (help was shown, or the line was wrong and that was said).
    std::optional<ExitCode> parse(const Arguments& arguments);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// "1500", "64K", "1.5G" (powers of 1000), "2Gi" (powers of 1024).
std::optional<std::uint64_t> parseSize(std::string_view text);
// Decimal microseconds to whole ns: "50", "0.5".
std::optional<std::int64_t> parseMicroseconds(std::string_view text);

} // namespace lanescope::cli
