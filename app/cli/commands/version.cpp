#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/emit.h"

namespace lanescope::cli {

ExitCode runVersion(const Arguments& arguments) {
    Format format = Format::Text;
    if (!arguments.empty()) {
        ArgumentParser parser("version", "Prints the version of this program.");
        parser.format(format);
        if (const auto over = parser.parse(arguments)) return *over;
    }
    Json document;
    document["name"] = "lanescope-cli";
    document["version"] = LANESCOPE_VERSION;
    if (format == Format::Text) return emitText("lanescope-cli " LANESCOPE_VERSION "\n", "");
    Table table{"version", "", {{"name", "name", Unit::Text}, {"version", "version", Unit::Text}}, {}, 0, {}, {}};
    table.rows.push_back({std::string("lanescope-cli"), std::string(LANESCOPE_VERSION)});
    return emit(document, {table}, format, "");
}

} // namespace lanescope::cli
