// Fuzz target: any bytes as a trace file: opened by content, read to the end, read again at some places. No crash, no
// hang, and the second reading gives what the first gave.
#include "core/io/input.h"

#include <algorithm>
#include <cstdlib>

using namespace lanescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t dataSize) {
    constexpr std::size_t kMaxText = std::size_t{8} << 20;
    io::OpenOptions options;
    options.threads = dataSize % 2 == 0 ? 1 : 3;
    auto file = io::openMemory(std::string(reinterpret_cast<const char*>(data), dataSize), "fuzz.json.gz", options);
    if (!file) return 0;
    std::string text, piece(1000 + dataSize % 5000, '\0');
    while (text.size() < kMaxText) {
        const auto got = (*file)->read(piece);
        if (!got || *got == 0) break;
        text.append(piece, 0, *got);
    }
    if (text.size() >= kMaxText) return 0;
    // Where damage ended the text, a match and a few bytes more or less may have come out.
    const bool damaged = (*file)->oddities().countOf(OddityKind::GzipTruncated) > 0;
    const std::size_t sure = damaged ? text.size() - std::min<std::size_t>(text.size(), 300) : text.size();
    const auto access = (*file)->takeTextAccess();
    for (const std::size_t at : {std::size_t{0}, text.size() / 2, text.size() - text.size() / 7}) {
        if (at >= sure) continue;
        const std::size_t size = std::min<std::size_t>(300, sure - at);
        const auto again = access->read(at, size);
        if (!again || *again != text.substr(at, size)) std::abort();
    }
    return 0;
}
