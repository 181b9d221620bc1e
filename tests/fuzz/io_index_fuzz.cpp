// Fuzz target: an index file, changed, with all sums made right again as somebody hostile would. Whatever is accepted
// is walked through without a crash.
#include "core/cache/index_file.h"
#include "core/cache/index_format.h"
#include "tests/fuzz/io_patch.h"
#include "tests/support/packed.h"
#include "tests/support/small_store.h"

#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace lanescope;
using namespace lanescope::cache;

namespace {

const IndexKey kKey{{1, 2, 3}, "fuzz.json", 4, std::nullopt};

void makeSumsRight(std::string& bytes) {
    Header header;
    if (bytes.size() < sizeof header) return;
    std::memcpy(&header, bytes.data(), sizeof header);
    header.fileBytes = bytes.size();
    std::vector<Section> table(std::min(header.sections, kMaxSections));
    const std::size_t tableBytes = table.size() * sizeof(Section);
    if (!table.empty() && header.tableOffset <= bytes.size() && tableBytes <= bytes.size() - header.tableOffset) {
        std::memcpy(table.data(), bytes.data() + header.tableOffset, tableBytes);
        for (Section& section : table) {
            if (section.offset > bytes.size() || section.bytes > bytes.size() - section.offset) continue;
            std::vector<std::uint64_t> sums;
            for (std::uint64_t i = 0; i < section.bytes; i += kChunk)
                sums.push_back(sumOf({bytes.data() + section.offset + i, std::min(kChunk, section.bytes - i)}));
            section.sum = sumOfSums(sums);
        }
        std::memcpy(bytes.data() + header.tableOffset, table.data(), tableBytes);
        header.tableSum = sumOf({bytes.data() + header.tableOffset, tableBytes});
    }
    header.headerSum = headerSum(header);
    std::memcpy(bytes.data(), &header, sizeof header);
}

void walk(const TraceStore& store) {
    volatile std::uint64_t sum = 0;
    for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
        const SliceId s{row};
        sum = sum + store.name(s).size() + static_cast<std::uint64_t>(store.role(s)) + store.lane(s).value;
        if (const auto parent = store.parent(s)) sum = sum + store.name(*parent).size();
        if (const auto call = store.launchOf(s)) sum = sum + store.launchedBy(*call).size();
    }
}

std::filesystem::path scratch(const char* name) {
    return std::filesystem::temp_directory_path() / ("lanescope-fuzz-" + std::to_string(::getpid()) + name);
}

std::string goodIndex() {
    if (!writeIndex(*test::smallStore(7, 120), kKey, "saved", scratch(".good"))) return {};
    return test::fileBytes(scratch(".good"));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string good = goodIndex();
    std::string bytes = test::patched(good, data, size);
    makeSumsRight(bytes);
    test::writeFile(scratch(".index"), bytes);
    ::chmod(scratch(".index").c_str(), 0600);
    const auto opened = openIndex(kKey, scratch(".index"), 1);
    if (opened) walk(*opened->store);
    return 0;
}
