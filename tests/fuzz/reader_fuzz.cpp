// Fuzz target: the chrome_json reader. Whatever the bytes: no crash, the batch contract holds, chunks of any size give
// the same result; and for strict JSON the slow twin sees the same events.
#include "tests/support/load_recording.h"
#include "tests/support/slow_reader.h"

#include <cstdio>
#include <cstdlib>
#include <simdjson.h>

using namespace lanescope::test;

namespace {

constexpr std::size_t kMaxInput = std::size_t{1} << 17;

void demand(const std::string& difference, const char* what) {
    if (difference.empty()) return;
    std::fprintf(stderr, "%s: %s\n", what, difference.c_str());
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > kMaxInput) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Recording one = loadText(text, {.chunkBytes = kMaxInput + 1}); // one chunk
    if (one.error.starts_with("contract")) demand(one.error, "batches");
    demand(firstDifference(one, loadText(text, {.chunkBytes = 64 + size % 449})), "chunks");
    if (!simdjson::validate_utf8(text.data(), text.size())) return 0;
    if (const auto slow = readSlowly(text)) demand(differenceToSlow(one, *slow), "slow twin");
    return 0;
}
