#include "tests/support/load_recording.h"

#include "core/readers/chrome_json/chrome_json_reader.h"

#include <algorithm>
#include <cstring>

namespace lanescope::test {
namespace {

// Text in memory that comes in pieces as a file's would.
class MemoryInput final : public io::InputFile {
public:
    explicit MemoryInput(std::string_view text) : m_text(text) {}
    Result<std::size_t> read(std::span<char> out) override {
        const std::size_t size = std::min(out.size(), m_text.size() - m_at);
        if (size > 0) std::memcpy(out.data(), m_text.data() + m_at, size);
        m_at += size;
        return size;
    }
    std::uint64_t compressedRead() const override { return m_at; }
    std::uint64_t compressedSize() const override { return m_text.size(); }
    io::Compression compression() const override { return io::Compression::None; }
    const OddityList& oddities() const override { return m_oddities; }
    std::shared_ptr<const io::TextAccess> takeTextAccess() override { return nullptr; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    OddityList m_oddities;
};

Recording load(io::InputFile& input, const LoadSetup& setup) {
    std::string head(64 << 10, '\0');
    std::size_t size = 0;
    while (size < head.size()) {
        const auto got = input.read(std::span<char>(head).subspan(size));
        if (!got.ok() || *got == 0) break;
        size += *got;
    }
    head.resize(size);
    RecordingSink sink;
    RunContext context;
    readers::ReadOptions options;
    options.threads = setup.threads;
    options.fileName = setup.fileName;
    const readers::SplitOptions split{setup.chunkBytes, setup.maxEventBytes};
    const auto result = readers::loadChromeJson(input, head, sink, options, context, split);
    Recording recording = std::move(sink.recording());
    recording.oddities.merge(input.oddities());
    if (!result.ok()) recording.error = errorWord(result.error().code);
    if (!sink.contractBreach().empty()) recording.error = "contract: " + sink.contractBreach();
    return recording;
}

} // namespace

Recording loadText(std::string_view text, const LoadSetup& setup) {
    MemoryInput input(text);
    return load(input, setup);
}

Recording loadFile(const std::filesystem::path& path, LoadSetup setup) {
    auto input = io::openInput(path, {});
    if (!input.ok()) {
        Recording recording;
        recording.error = errorWord(input.error().code);
        return recording;
    }
    setup.fileName = path.filename().string();
    return load(**input, setup);
}

std::string wholeText(const std::filesystem::path& path) {
    auto input = io::openInput(path, {});
    if (!input.ok()) return {};
    std::string text;
    for (;;) {
        const std::size_t size = text.size();
        text.resize(size + (1 << 20));
        const auto got = (*input)->read(std::span<char>(text).subspan(size));
        text.resize(size + (got.ok() ? *got : 0));
        if (!got.ok() || *got == 0) return text;
    }
}

} // namespace lanescope::test
