// A main for fuzz targets without libFuzzer: replays the files and folders given as arguments. Options (-runs=0 ...) of
// libFuzzer are passed over, so that the same command line works for both.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void replay(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    // A copy of the exact size: reads behind its end are seen by the address sanitizer.
    const std::string bytes = text.str();
    const std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(data.data(), data.size());
}

} // namespace

int main(int argc, char** argv) {
    unsigned files = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument.starts_with('-')) continue;
        if (!std::filesystem::is_directory(argument)) {
            replay(argument);
            ++files;
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(argument)) {
            if (!entry.is_regular_file()) continue;
            replay(entry.path());
            ++files;
        }
    }
    std::printf("replayed %u inputs\n", files);
    return files > 0 ? 0 : 1;
}
