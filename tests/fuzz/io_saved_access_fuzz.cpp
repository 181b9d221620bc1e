// Fuzz target: what TextAccess::save() wrote, changed. Restoring and reading never crashes, whatever comes out.
#include "core/io/input.h"
#include "tests/fuzz/io_patch.h"
#include "tests/support/packed.h"

#include <filesystem>
#include <unistd.h>

using namespace lanescope;

namespace {

struct Saved {
    std::filesystem::path path;
    io::SourceId id;
    std::string bytes;
};

Saved savedOf(const char* name, const std::string& packed) {
    Saved saved;
    saved.path = std::filesystem::temp_directory_path() / ("lanescope-fuzz-" + std::to_string(::getpid()) + name);
    test::writeFile(saved.path, packed);
    saved.id = *io::identify(saved.path);
    auto file = io::openInput(saved.path, {});
    std::string piece(std::size_t{1} << 20, '\0');
    while (*(*file)->read(piece) > 0) {
    }
    saved.bytes = *(*file)->takeTextAccess()->save({});
    return saved;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string text = test::traceLikeText(5'000'000);
    static const Saved all[] = {savedOf(".gz", test::gzipped(text)),
                                savedOf(".zst", test::zstded(text.substr(0, 1'200'000))),
                                savedOf(".zip", test::zipOf({{"trace.json", text.substr(0, 300'000)}}))};
    const Saved& saved = all[size % 3];
    const std::string bad = test::patched(saved.bytes, data, size);
    const auto access = io::restoreTextAccess(saved.path, saved.id, bad, nullptr);
    if (!access) return 0;
    for (const std::uint64_t at : {0u, 250'000u, 4'900'000u}) (void)(*access)->read(at, 200);
    return 0;
}
