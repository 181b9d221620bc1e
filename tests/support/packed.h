// Makes compressed files for tests, and undoes them in the plainest way (whole buffers, zlib). Test code only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::test {

std::string gzipped(std::string_view text, int level = 6);
std::string bgzipped(std::string_view text, std::size_t blockBytes = 0xff00); // independent members with sizes
std::string zstded(std::string_view text, int level = 3);
std::string zstdedWithSum(std::string_view text); // one frame that ends with a checksum
std::string gunzipped(std::string_view bytes);    // all members; stops silently at damage

struct TestMember {
    std::string name;
    std::string bytes;
    bool deflated = true; // zip only
};
std::string zipOf(const std::vector<TestMember>& members);
std::string tarOf(const std::vector<TestMember>& members); // names above 100 bytes become GNU long names

// Text that looks like a trace's events: repetitive, but never the same for long. `seed` makes it repeatable.
std::string traceLikeText(std::size_t bytes, std::uint32_t seed = 1);

std::string fileBytes(const std::filesystem::path& path); // empty when it cannot be read
void writeFile(const std::filesystem::path& path, std::string_view bytes);

} // namespace lanescope::test
