#include "core/notes/notes_file.h"

#include "core/base/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace lanescope::notes {
namespace {

namespace fs = std::filesystem;
constexpr const char* kSuffix = ".lanescope-notes.json";

// Told apart by folder as well: many traces are called trace.json.gz.
std::uint64_t hashOf(std::string_view text) { // FNV-1a: a name of a file, no defence
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return hash;
}

Result<std::string> readIfThere(const fs::path& path) {
    auto text = readSmallFile(path, kMostFileBytes);
    if (!text.ok() && text.error().code == ErrorCode::NotFound) return std::string();
    return text;
}

Result<fs::path> moveAside(const fs::path& path) {
    for (int n = 1; n < 100; ++n) {
        fs::path aside = path;
        aside += fmt::format(".{}", n);
        std::error_code error;
        fs::create_hard_link(path, aside, error); // never replaces one that is there; the file stays until the rename
        if (!error) return aside;
        if (error != std::errc::file_exists) break;
    }
    return Error{ErrorCode::NotWritable, "was changed by somebody else and cannot be kept aside", path.string(), ""};
}

// What stands at `path` may be replaced; if it is not what we know, after it was kept aside.
Result<fs::path> makeRoom(const fs::path& path, const LoadedNotes& before, const TraceClock& clock) {
    const auto there = readIfThere(path);
    if (!there.ok()) return there.error();
    if (there->empty()) return fs::path();
    const auto parsed = parseNotes(*there, path.string(), clock);
    if (!parsed.ok() && parsed.error().code == ErrorCode::UnsupportedFormat) return parsed.error();
    if (*there == before.text) return fs::path();
    return moveAside(path);
}

Result<SavedNotes> saveAt(const fs::path& path, const std::string& text, const LoadedNotes& before,
                          const TraceClock& clock) {
    const auto aside = makeRoom(path, before, clock);
    if (!aside.ok()) return aside.error();
    const Status written = writeAtomically(path, text);
    if (!written.ok()) return written.error();
    return SavedNotes{path, text, *aside};
}

} // namespace

fs::path userNotesFolder() {
    if (const char* own = std::getenv("LANESCOPE_NOTES_DIR")) return own;
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && data[0] == '/')
        return fs::path(data) / "lanescope" / "notes";
    const char* home = std::getenv("HOME");
    return home && home[0] == '/' ? fs::path(home) / ".local/share/lanescope/notes" : fs::path();
}

NotesPlaces placesFor(const fs::path& trace, const std::string& member, const fs::path& userFolder) {
    std::string name = trace.filename().string();
    if (!member.empty()) name += "!" + member;
    std::replace(name.begin(), name.end(), '/', '_');
    constexpr std::size_t mostName = 180; // names of files end at 255 bytes
    if (name.size() > mostName) name = name.substr(0, mostName) + fmt::format("-{:08x}", hashOf(name) & 0xffffffffU);
    NotesPlaces out;
    out.beside = trace.parent_path() / (name + kSuffix);
    std::error_code error;
    const fs::path whole = fs::absolute(trace, error);
    if (!userFolder.empty()) out.user = userFolder / fmt::format("{:016x}-{}{}", hashOf(whole.string()), name, kSuffix);
    return out;
}

Result<LoadedNotes> loadNotes(const NotesPlaces& places, const TraceClock& clock) {
    std::error_code error;
    fs::path path = places.beside;
    const bool beside = fs::exists(places.beside, error);
    const bool user = !places.user.empty() && fs::exists(places.user, error);
    if (!beside && !user) return LoadedNotes{};
    if (user && (!beside || fs::last_write_time(places.user, error) > fs::last_write_time(places.beside, error)))
        path = places.user;
    auto text = readSmallFile(path, kMostFileBytes);
    if (!text.ok()) return text.error();
    auto document = parseNotes(*text, path.string(), clock);
    if (!document.ok()) return document.error();
    return LoadedNotes{std::move(*document), path, std::move(*text)};
}

Result<SavedNotes> saveNotes(const NotesPlaces& places, const NotesDocument& document, const TraceIdentity& trace,
                             const TraceClock& clock, const LoadedNotes& before) {
    const bool nothing = document.notes.empty() && document.others.empty();
    if (nothing && before.path.empty()) return SavedNotes{};
    const std::string text = notesText(document, trace, clock);
    auto saved = saveAt(places.beside, text, before, clock);
    if (saved.ok() || saved.error().code == ErrorCode::UnsupportedFormat || places.user.empty()) return saved;
    std::error_code error;
    fs::create_directories(places.user.parent_path(), error);
    auto second = saveAt(places.user, text, before, clock);
    return second.ok() ? second : saved;
}

} // namespace lanescope::notes
