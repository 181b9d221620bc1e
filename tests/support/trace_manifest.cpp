#include "tests/support/trace_manifest.h"

#include <charconv>
#include <fstream>

namespace lanescope::test {
namespace {

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> out;
    for (std::size_t at = 1; at < line.size();) {
        const std::size_t end = std::min(line.find('|', at), line.size());
        std::string cell = line.substr(at, end - at);
        cell.erase(0, std::min(cell.find_first_not_of(" `"), cell.size()));
        cell.erase(cell.find_last_not_of(" `") + 1);
        out.push_back(cell);
        at = end + 1;
    }
    return out;
}

std::vector<ManifestRow> readManifest() {
    const std::filesystem::path folder = std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces";
    std::vector<ManifestRow> rows;
    std::ifstream in(folder / "MANIFEST.md");
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("| `")) continue;
        const std::vector<std::string> c = cells(line);
        if (c.size() < 8) continue;
        ManifestRow row;
        row.file = c[0];
        row.path = folder / c[0];
        std::uint64_t events = 0;
        const auto r = std::from_chars(c[5].data(), c[5].data() + c[5].size(), events);
        if (r.ec == std::errc{} && r.ptr == c[5].data() + c[5].size()) row.events = events;
        row.isTrace = line.find("not a trace") == std::string::npos;
        row.isStrict = line.find("DOES NOT PARSE") == std::string::npos;
        row.isMutant = c[0].starts_with("mutants/");
        if (std::filesystem::exists(row.path)) rows.push_back(row);
    }
    return rows;
}

} // namespace

const std::vector<ManifestRow>& manifest() {
    static const std::vector<ManifestRow> kRows = readManifest();
    return kRows;
}

} // namespace lanescope::test
