#include "core/io/file_stream.h"
#include "core/io/input.h"
#include "core/io/pipeline.h"
#include "core/io/source.h"
#include "core/io/text_access.h"

#include <algorithm>
#include <cctype>

namespace lanescope::io {
namespace {

// Counts what passes, for progress.
class CountedStream final : public ByteStream {
public:
    CountedStream(std::unique_ptr<ByteStream> inner, std::shared_ptr<std::uint64_t> count)
        : m_inner(std::move(inner)), m_count(std::move(count)) {}
    Result<std::size_t> read(std::span<char> out) override {
        auto got = m_inner->read(out);
        if (got) *m_count += *got;
        return got;
    }

private:
    std::unique_ptr<ByteStream> m_inner;
    std::shared_ptr<std::uint64_t> m_count;
};

struct InputParts {
    std::shared_ptr<const Source> source; // null for a pipe
    SourceId id;
    std::unique_ptr<OddityList> notes;
    std::shared_ptr<RestartPoints> points; // null when no text access is wanted
    std::shared_ptr<std::uint64_t> compressedRead;
    Pipeline pipeline;
};

class Input final : public InputFile {
public:
    explicit Input(InputParts parts) : m_parts(std::move(parts)) {}

    Result<std::size_t> read(std::span<char> out) override {
        auto got = m_parts.pipeline.text->read(out);
        if (got) m_textRead += *got;
        return got;
    }
    std::uint64_t compressedRead() const override { return *m_parts.compressedRead; }
    std::uint64_t compressedSize() const override { return m_parts.source ? m_parts.source->size() : 0; }
    Compression compression() const override { return m_parts.pipeline.compression; }
    const OddityList& oddities() const override { return *m_parts.notes; }
    std::shared_ptr<DeferredWork> deferredWork() override {
        return m_parts.pipeline.way == Pipeline::Way::Gzip ? m_parts.points : nullptr;
    }
    SourceId source() const override { return m_parts.id; }

    std::shared_ptr<const TextAccess> takeTextAccess() override {
        if (!m_parts.points || !m_parts.source) return nullptr;
        const Pipeline& pipe = m_parts.pipeline;
        switch (pipe.way) {
        case Pipeline::Way::Plain:
            return plainTextAccess(m_parts.source, pipe.shift);
        case Pipeline::Way::Gzip:
            return gzipTextAccess(
                {m_parts.source, m_parts.points->takeAll(), pipe.shift, m_textRead + pipe.shift, nullptr});
        case Pipeline::Way::Anew:
            break;
        }
        return nullptr;
    }

private:
    InputParts m_parts;
    std::uint64_t m_textRead = 0;
};

bool endsWithGz(std::string_view name) {
    if (name.size() < 3) return false;
    std::string end(name.substr(name.size() - 3));
    std::transform(end.begin(), end.end(), end.begin(), [](unsigned char c) { return std::tolower(c); });
    return end == ".gz";
}

Result<std::unique_ptr<InputFile>> open(InputParts parts, std::unique_ptr<ByteStream> raw, std::string_view name,
                                        const OpenOptions& options) {
    parts.notes = std::make_unique<OddityList>();
    parts.compressedRead = std::make_shared<std::uint64_t>(0);
    if (options.keepTextAccess) parts.points = std::make_shared<RestartPoints>();
    raw = std::make_unique<CountedStream>(std::move(raw), parts.compressedRead);
    auto pipeline = buildPipeline(std::move(raw), {name, parts.notes.get(), parts.points.get(), options.threads});
    if (!pipeline) return pipeline.error();
    if (endsWithGz(name) && pipeline->compression != Compression::Gzip)
        parts.notes->add(OddityKind::NotGzip, 0,
                         pipeline->compression == Compression::Zstd ? "the content is zstd" : "the content is plain");
    parts.pipeline = std::move(*pipeline);
    return std::unique_ptr<InputFile>(std::make_unique<Input>(std::move(parts)));
}

} // namespace

Result<std::unique_ptr<InputFile>> openInput(const std::filesystem::path& path, const OpenOptions& options) {
    auto file = openForReading(path);
    if (!file) return file.error();
    InputParts parts;
    parts.id = file->source;
    if (file->regular) parts.source = fileSource(path, parts.id);
    auto raw = std::make_unique<FileStream>(std::move(*file), path);
    return open(std::move(parts), std::move(raw), path.string(), options);
}

Result<std::unique_ptr<InputFile>> openMemory(std::string bytes, std::string_view name, const OpenOptions& options) {
    if (bytes.empty()) return Error{ErrorCode::EmptyFile, "the file is empty", std::string(name), {}};
    InputParts parts;
    parts.id.size = bytes.size();
    parts.source = memorySource(std::move(bytes), std::string(name));
    auto raw = parts.source->openAt(0);
    if (!raw) return raw.error();
    return open(std::move(parts), std::move(*raw), name, options);
}

} // namespace lanescope::io
