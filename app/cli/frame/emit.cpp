#include "app/cli/frame/emit.h"

#include "app/cli/frame/console.h"
#include "app/cli/frame/save.h"

namespace lanescope::cli {

ExitCode emitText(std::string_view text, const std::string& output) {
    if (output.empty() || output == "-") return writeStdout(text);
    const Status saved = saveFile(output, text);
    return saved.ok() ? ExitCode::Ok : complain(saved.error());
}

ExitCode emit(const Json& document, const std::vector<Table>& tables, Format format, const std::string& output) {
    if (format == Format::Json) return emitText(document.dump() + "\n", output);
    return emitText(render(tables, format), output);
}

Json errorJson(const std::string& path, const Error& error) {
    Json out;
    out["file"] = path;
    out["error"]["code"] = errorWord(error.code);
    out["error"]["message"] = error.message;
    out["error"]["hint"] = error.hint;
    return out;
}

} // namespace lanescope::cli
