#include "core/store/dump.h"

#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"
#include "app/cli/frame/save.h"
#include "core/base/json.h"

#include <functional>

namespace lanescope::cli {
namespace {

using Sink = std::function<bool(std::string_view)>;

// The lines of the dump as elements of a JSON list, fields of a CSV column, or a block of code: never the whole text at
// once.
class LineWriter {
public:
    LineWriter(Format format, Sink out) : m_format(format), m_out(std::move(out)) {}

    bool begin() {
        if (m_format == Format::Json) return m_out("{\n  \"dump\": [");
        if (m_format == Format::Csv) return m_out("line\r\n");
        return m_format != Format::Markdown || m_out("```\n");
    }
    bool take(std::string_view piece) {
        if (m_format == Format::Text || m_format == Format::Markdown) return m_out(piece);
        for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
            m_line += piece.substr(0, end);
            piece.remove_prefix(end + 1);
            if (!writeLine()) return false;
        }
        m_line += piece;
        return true;
    }
    bool end() {
        if (!m_line.empty() && !writeLine()) return false;
        if (m_format == Format::Json) return m_out("\n  ]\n}\n");
        return m_format != Format::Markdown || m_out("```\n");
    }

private:
    bool writeLine() {
        std::string text = m_format == Format::Json ? (m_any ? ",\n    " : "\n    ") : "";
        text += m_format == Format::Json ? jsonQuoted(m_line) : csvField(m_line);
        m_any = true;
        m_line.clear();
        return m_out(text);
    }
    static std::string csvField(std::string_view line) {
        std::string text = "\"";
        for (const char c : line) text += c == '"' ? std::string("\"\"") : std::string(1, c);
        return text + "\"\r\n";
    }

    Format m_format;
    Sink m_out;
    std::string m_line;
    bool m_any = false;
};

bool writeDump(const TraceStore& store, Format format, const Sink& out) {
    LineWriter writer(format, out);
    bool going = writer.begin();
    if (going)
        dumpStore(store, [&](std::string_view piece) {
            going = writer.take(piece);
            return going;
        });
    return going && writer.end();
}

ExitCode dumpToStdout(const TraceStore& store, Format format, const std::stop_token& stop) {
    ExitCode code = ExitCode::Ok;
    writeDump(store, format, [&](std::string_view piece) {
        code = stop.stop_requested() ? ExitCode::Cancelled : writeStdout(piece);
        return code == ExitCode::Ok;
    });
    return code;
}

ExitCode dumpToFile(const TraceStore& store, Format format, const std::string& path, const std::stop_token& stop) {
    const Status saved = saveFile(path, [&](const FileOutput& out) {
        return writeDump(store, format, [&](std::string_view piece) { return !stop.stop_requested() && out(piece); });
    });
    return saved.ok() ? ExitCode::Ok : complain(saved.error());
}

} // namespace

ExitCode runDump(const Arguments& arguments) {
    LoadRequest load;
    std::string output;
    Format format = Format::Text;
    ArgumentParser parser("dump",
                          "The whole trace as canonical text: two traces are the same when their dumps are. Each "
                          "name, row, slice, link and count; for comparing, not for reading.");
    addLoadOptions(parser, load, Amount::One);
    parser.text("-o,--output", output, "write to this file");
    parser.format(format);
    if (const auto over = parser.parse(arguments)) return *over;

    const Stopping stopping;
    InputLoader loader(load, stopping);
    ExitCode dumped = ExitCode::Ok;
    const auto code = loader.forEach([&](const std::string&, Result<LoadedTrace> trace) {
        if (!trace.ok()) return;
        const TraceStore& store = *trace->store;
        dumped = output.empty() ? dumpToStdout(store, format, stopping.token())
                                : dumpToFile(store, format, output, stopping.token());
    });
    if (!code.ok()) return complain(code.error());
    return *code != ExitCode::Ok ? *code : dumped;
}

} // namespace lanescope::cli
