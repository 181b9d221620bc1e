#include "app/render/parts/options.h"

#include "core/session/picture_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lanescope::render {

namespace {

Error usageError(std::string message, std::string_view option) {
    return {ErrorCode::Usage, std::move(message), std::string(option), usage()};
}

template <class T>
Result<T> number(std::string_view text, std::string_view option, T least, T most) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() ||
        !(value >= least && value <= most)) // NaN is in no range
        return usageError("expected a number from " + std::to_string(least) + " to " + std::to_string(most) +
                              ", found '" + std::string(text) + "'",
                          option);
    return value;
}

// "1.5" and 1000000 -> 1500000, without going through a double.
std::optional<std::int64_t> scaled(std::string_view digits, std::int64_t unit) {
    if (digits.empty()) return std::nullopt;
    constexpr std::int64_t most = 9'000'000'000'000'000'000; // ns; nothing overflows below it
    std::int64_t whole = 0;
    std::size_t i = 0;
    for (; i < digits.size() && digits[i] >= '0' && digits[i] <= '9'; ++i) {
        if (whole > most / 10) return std::nullopt;
        whole = whole * 10 + (digits[i] - '0');
        if (whole > most / unit) return std::nullopt;
    }
    std::int64_t value = whole * unit;
    if (i == digits.size()) return value;
    if (digits[i] != '.' || (i == 0 && digits.size() == 1)) return std::nullopt;
    for (++i; i < digits.size(); ++i) {
        if (digits[i] < '0' || digits[i] > '9') return std::nullopt;
        unit /= 10; // finer than a ns is cut
        value += unit * (digits[i] - '0');
    }
    return value;
}

Status setSize(RenderOptions& options, std::string_view option, std::string_view value) {
    if (option == "--scale") {
        const auto scale = number<double>(value, option, 0.25, 8.0);
        if (!scale.ok()) return scale.error();
        options.scale = *scale;
        return {};
    }
    const auto size = number<int>(value, option, option == "--width" ? 320 : 120, 20000);
    if (!size.ok()) return size.error();
    if (option == "--width")
        options.width = *size;
    else
        options.height = *size;
    return {};
}

Status setValue(RenderOptions& options, std::string_view option, std::string_view value) {
    if (option == "--output" || option == "-o") {
        options.output = value;
    } else if (option == "--range") {
        const auto range = parseRangeOption(value, option);
        if (!range.ok()) return range.error();
        options.range = *range;
    } else if (option == "--step" || option == "--rank") {
        const auto n = number<std::int64_t>(value, option, 0, std::int64_t{1} << 40);
        if (!n.ok()) return n.error();
        (option == "--step" ? options.step : options.rank) = *n;
    } else if (option == "--tracks") {
        options.tracks = value;
    } else if (option == "--theme") {
        constexpr std::array<std::string_view, 4> themes{"dark", "light", "print", "contrast"};
        options.theme = value;
        for (const std::string_view theme : themes)
            if (theme == value) return {};
        return usageError("expected dark, light, print or contrast, found '" + std::string(value) + "'", option);
    } else if (option == "--rules") {
        options.rulesFile = value;
    } else if (option == "--notes") {
        options.notes = value;
    } else if (option == "--hide-names") {
        options.hideNames = value;
    } else if (option == "--title") {
        options.title = value;
    } else if (option == "--header-width") {
        const auto n = number<int>(value, option, 60, 600);
        if (!n.ok()) return n.error();
        options.headerWidth = *n;
    } else if (option == "--copies") {
        const auto n = number<int>(value, option, 1, 10000);
        if (!n.ok()) return n.error();
        options.copies = static_cast<unsigned>(*n);
    } else if (option == "--width" || option == "--height" || option == "--scale") {
        return setSize(options, option, value);
    } else {
        return usageError("unknown option", option);
    }
    return {};
}

const PictureOption* viewOption(std::string_view word) {
    const auto list = pictureOptionList();
    const auto it = std::find_if(list.begin(), list.end(), [&](const PictureOption& one) { return one.name == word; });
    return it == list.end() ? nullptr : &*it;
}

bool setSwitch(RenderOptions& options, std::string_view word) {
    bool* const found = word == "--plain"         ? &options.plain
                        : word == "--no-findings" ? &options.noFindings
                        : word == "--redact"      ? &options.redact
                                                  : nullptr;
    if (found) *found = true;
    return found != nullptr;
}

constexpr const char* kHelp = R"(

Draws the timeline of a trace, or a session (.lanescope) as it was saved, into a picture; needs no display.

  --output FILE, -o  .png, .svg or .pdf
  --range A..B       from the start of the trace: 1.5ms..2ms; plain numbers are ns
  --step N           the time of ProfilerStep#N
  --tracks WORDS     rows whose name holds one of the words, parted by commas
  --width W          px, from 320
  --height H         px, from 120; without it as high as the rows
  --theme NAME       dark, light, print, contrast
  --scale S          dots per px, 0.25 to 8
  --rank N           the rank of the file, whatever it says
  --rules FILE       rules that sort GPU work into kinds
  --notes FILE       notes to draw; none: no notes; else those beside the trace
  --title TEXT       in place of the file's name
  --header-width W   px of the column of names, 60 to 600
  --plain            without the four numbers, scale bar and method
  --no-findings      without the brackets of findings
  --redact           leave out names of files, hosts and users and path prefixes
  --hide-names WORDS with --redact: further names to leave out, parted by commas
  --no-index         neither read nor write the index file
)";

} // namespace

const char* usage() {
    return "lanescope-render FILE --output out.png [--range A..B] [--step N] [--tracks WORDS] [--width W] [--height H] "
           "[--theme dark|light|print|contrast] [--scale S] [--rank N] [--rules FILE] [--no-index] "
           "[--notes FILE|none] [--title TEXT] [--header-width W] [--plain] [--no-findings] [--redact] [--hide-names "
           "WORDS]";
}

std::string help() {
    std::string out = usage();
    out += kHelp;
    for (const PictureOption& option : pictureOptionList())
        out += fmt::format("  {:<19}{}\n", fmt::format("{} {}", option.name, option.value), option.meaning);
    return out + ranksHelp();
}

Result<std::int64_t> parseNs(std::string_view text) {
    struct Unit {
        std::string_view name;
        std::int64_t ns;
    };
    constexpr std::array<Unit, 5> units{
        {{"ns", 1}, {"us", 1'000}, {"\u00b5s", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};
    const bool negative = text.starts_with('-');
    std::string_view digits = negative ? text.substr(1) : text;
    std::int64_t unit = 1;
    for (const Unit& candidate : units)
        if (digits.ends_with(candidate.name)) {
            unit = candidate.ns;
            digits.remove_suffix(candidate.name.size());
            break;
        }
    while (digits.ends_with(' ')) digits.remove_suffix(1);
    const auto value = scaled(digits, unit);
    if (!value)
        return usageError("expected a time such as 1500, 1.5us or 2ms, found '" + std::string(text) + "'", "--range");
    return negative ? -*value : *value;
}

Result<RenderOptions::Offsets> parseRangeOption(std::string_view text, std::string_view option) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) return usageError(fmt::format("expected A..B, found '{}'", text), option);
    const auto begin = parseNs(text.substr(0, dots));
    if (!begin.ok()) return begin.error();
    const auto end = parseNs(text.substr(dots + 2));
    if (!end.ok()) return end.error();
    if (*end <= *begin) return usageError(fmt::format("expected A before B, found '{}'", text), option);
    constexpr std::int64_t most = std::int64_t{1} << 61; // traces begin at times since 1970: their sum fits as well
    if (*end > most) return usageError(fmt::format("expected a time below 73 years, found '{}'", text), option);
    return RenderOptions::Offsets{*begin, *end};
}

Result<RenderOptions> parseOptions(std::span<const std::string_view> arguments) {
    RenderOptions options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view word = arguments[i];
        if (setSwitch(options, word) || setRanksSwitch(options.ranks, word)) continue;
        if (const PictureOption* known = viewOption(word)) {
            if (!known->value.empty() && i + 1 == arguments.size()) return usageError("expected a value", word);
            options.view.set(word, known->value.empty() ? std::string_view() : arguments[++i]);
            continue;
        }
        if (word == "--no-index" || word == "--bench-frames") {
            (word == "--no-index" ? options.useIndex : options.benchFrames) = word == "--bench-frames";
            continue;
        }
        if (!word.starts_with('-') || word == "-") {
            if (options.file.empty()) options.file = word;
            options.ranks.inputs.emplace_back(word);
            continue;
        }
        if (i + 1 == arguments.size()) return usageError("expected a value", word);
        options.themeGiven |= word == "--theme";
        options.widthGiven |= word == "--width";
        options.headerGiven |= word == "--header-width";
        const auto ofRanks = setRanksValue(options.ranks, word, arguments[i + 1]);
        if (!ofRanks.ok()) return ofRanks.error();
        if (*ofRanks) {
            ++i;
            continue;
        }
        const Status status = setValue(options, word, arguments[++i]);
        if (!status.ok()) return status.error();
    }
    if (options.file.empty()) return usageError("expected a file", "FILE");
    if (options.output.empty() && !options.benchFrames)
        return usageError("expected where to write the picture", "--output");
    return options;
}

int exitCodeOf(ErrorCode code) {
    switch (code) {
    case ErrorCode::Internal:
        return 1;
    case ErrorCode::Usage:
        return 2;
    case ErrorCode::NotFound:
    case ErrorCode::NotReadable:
        return 3;
    case ErrorCode::EmptyFile:
    case ErrorCode::NotATrace:
    case ErrorCode::NoTraceEvents:
    case ErrorCode::NoEvents:
        return 4;
    case ErrorCode::UnsupportedFormat:
        return 5;
    case ErrorCode::Damaged:
        return 6;
    case ErrorCode::LimitExceeded:
        return 7;
    case ErrorCode::MissingData:
        return 8;
    case ErrorCode::NotWritable:
        return 9;
    case ErrorCode::Cancelled:
        return 130;
    }
    return 1;
}

} // namespace lanescope::render
