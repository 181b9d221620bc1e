#include "tests/support/synth_case.h"

#include "tests/support/packed.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace lanescope::testing {

namespace {

[[noreturn]] void missing(const std::string& path) {
    std::fprintf(stderr, "the answers have no '%s'\n", path.c_str());
    std::abort();
}

std::filesystem::path newFolder() {
    static std::atomic<int> count{0};
    const auto name = "lanescope-synth-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
    const auto folder = std::filesystem::temp_directory_path() / name;
    std::filesystem::create_directories(folder);
    return folder;
}

} // namespace

SynthCase::SynthCase(const synth::SynthOptions& options, const std::string& name) : folder(newFolder()) {
    RunContext context;
    auto written = synth::write(options, folder / name, context);
    if (written)
        files = std::move(*written);
    else
        error = written.error().text();
}

SynthCase::~SynthCase() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

std::string SynthCase::text(std::size_t rank) const { return test::fileBytes(files.at(rank).trace); }

Json SynthCase::answers(std::size_t rank) const {
    auto parsed = parseJson(test::fileBytes(files.at(rank).answers), "answers");
    if (!parsed) missing(parsed.error().text());
    return std::move(*parsed);
}

const Json& at(const Json& value, const std::string& path) {
    const Json* now = &value;
    std::istringstream keys(path);
    for (std::string key; keys >> key;) {
        if (now->isArray()) {
            const auto index = static_cast<std::size_t>(std::atoll(key.c_str()));
            if (index >= now->elements().size()) missing(path);
            now = &now->elements()[index];
        } else {
            now = now->find(key);
            if (now == nullptr) missing(path);
        }
    }
    return *now;
}

std::int64_t numberAt(const Json& value, const std::string& path) {
    const auto number = at(value, path).asInteger();
    if (!number) missing(path);
    return *number;
}

std::vector<std::string> textsAt(const Json& value, const std::string& path) {
    std::vector<std::string> out;
    for (const Json& text : at(value, path).elements()) out.push_back(*text.asText());
    return out;
}

} // namespace lanescope::testing
