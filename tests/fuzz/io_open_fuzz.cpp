// Fuzz target: any bytes as a trace file: opened by content, read to the end, read again at some places. No crash, no
// hang, and the second reading gives what the first gave.
#include "core/io/input.h"

#include <cstdlib>

using namespace lanescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMaxText = std::size_t{8} << 20;
    io::OpenOptions options;
    options.threads = size % 2 == 0 ? 1 : 3;
    auto file = io::openMemory(std::string(reinterpret_cast<const char*>(data), size), "fuzz.json.gz", options);
    if (!file) return 0;
    std::string text, piece(1000 + size % 5000, '\0');
    while (text.size() < kMaxText) {
        const auto got = (*file)->read(piece);
        if (!got || *got == 0) break;
        text.append(piece, 0, *got);
    }
    if (text.size() >= kMaxText) return 0;
    const auto access = (*file)->takeTextAccess();
    for (const std::size_t at : {std::size_t{0}, text.size() / 2, text.size() - text.size() / 7}) {
        const auto again = access->read(at, 300);
        if (!again || *again != text.substr(at, 300)) std::abort();
    }
    return 0;
}
