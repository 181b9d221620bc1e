// The command line of lanescope-render, the small program that draws pictures for lanescope-cli:
//   lanescope-render FILE --output out.png [--range A..B] [--step N] [--tracks PATTERN] [--width W] [--height H]
//                    [--theme dark|light|print|contrast] [--scale S] [--rank N] [--rules FILE] [--no-index]
//                    and those of core/session/picture_options.h.
// --range counts from the start of the trace: plain numbers are ns, units ns, us, ms, s may follow ("1.5ms..2ms").
// lanescope-render FILE --bench-frames [--copies N] prints what frames cost (CPU ms), as JSON.
// --tracks keeps the rows whose key or name contains one of the comma-separated words, whatever the case.
// Exit codes are those of lanescope-cli, which passes them on: 0 drawn, 2 usage, 3 not readable, 4 not a trace ... 9
// not writable (docs/user/exit-codes.md).
#pragma once

#include "app/render/parts/ranks_options.h"
#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanescope::render {

// Options of the list in core/session/picture_options.h that were given.
class ViewOptions {
public:
    void set(std::string_view name, std::string_view value) { m_given[std::string(name)] = value; }
    bool has(std::string_view name) const { return m_given.find(name) != m_given.end(); }
    std::optional<std::string> value(std::string_view name) const {
        const auto it = m_given.find(name);
        return it == m_given.end() ? std::nullopt : std::optional(it->second);
    }

private:
    std::map<std::string, std::string, std::less<>> m_given;
};

struct RenderOptions {
    std::string file;
    std::string output;
    struct Offsets {
        std::int64_t beginNs = 0, endNs = 0; // from the start of the trace
    };
    std::optional<Offsets> range;
    std::optional<std::int64_t> step;
    std::string tracks;
    int width = 1600;
    std::optional<int> height; // none: as many rows as there are, up to 4000 px
    std::string theme = "dark";
    double scale = 1;
    std::optional<std::int64_t> rank;
    std::string rulesFile;
    bool useIndex = true;
    std::string notes = "beside";                // the file of notes beside the trace; "none"; or the name of one
    std::string title;                           // else the name of the file
    int headerWidth = 220;                       // of the names of rows
    bool plain = false;                          // without the four numbers, scale bar and method
    bool noFindings = false;                     // without brackets
    bool themeGiven = false, widthGiven = false; // else a session's own
    bool headerGiven = false;
    std::string hideNames;    // with redact: further names, parted by commas
    bool redact = false;      // path prefixes taken out of names
    ViewOptions view;         // how the timeline is looked at
    bool benchFrames = false; // print what frames cost instead of drawing a picture
    unsigned copies = 1;      // of the trace, for the bench
    RanksOptions ranks;       // of several ranks; its inputs are all files that were named
};

int exitCodeOf(ErrorCode code);

Result<RenderOptions> parseOptions(std::span<const std::string_view> arguments); // without the program's name
// "1.5ms" -> 1500000; plain numbers are ns.
Result<std::int64_t> parseNs(std::string_view text);
Result<RenderOptions::Offsets> parseRangeOption(std::string_view text, std::string_view option); // "1ms..2ms"
const char* usage();
std::string help(); // the usage, and what each option means

} // namespace lanescope::render
