#include "core/io/file_stream.h"
#include "core/io/input.h"
#include "core/io/opening.h"
#include "core/io/text_access.h"

#include <algorithm>
#include <cctype>

namespace lanescope::io {
namespace {

class CountedStream final : public ByteStream {
public:
    CountedStream(std::unique_ptr<ByteStream> inner, ByteCount count)
        : m_inner(std::move(inner)), m_count(std::move(count)) {}
    Result<std::size_t> read(std::span<char> out) override {
        auto got = m_inner->read(out);
        if (got) *m_count += *got;
        return got;
    }
    Result<std::uint64_t> skip(std::uint64_t bytes) override {
        auto got = m_inner->skip(bytes);
        if (got) *m_count += *got;
        return got;
    }

private:
    std::unique_ptr<ByteStream> m_inner;
    ByteCount m_count;
};

struct InputParts {
    Opening opening;
    std::unique_ptr<OddityList> notes = std::make_unique<OddityList>();
    std::shared_ptr<RestartPoints> points; // null when no text access is wanted
    ByteCount compressedRead = std::make_shared<std::uint64_t>(0);
    Pipeline pipeline;
};

class Input final : public InputFile {
public:
    explicit Input(InputParts parts) : m_parts(std::move(parts)) {}

    Result<std::size_t> read(std::span<char> out) override {
        auto got = m_parts.pipeline.text->read(out);
        if (!got) return got;
        m_textRead += *got;
        if (m_parts.opening.once && m_parts.points) m_recorded.append(out.first(*got)); // it never comes again
        return got;
    }
    std::uint64_t compressedRead() const override { return *m_parts.compressedRead; }
    std::uint64_t compressedSize() const override { return m_parts.opening.packedBytes; }
    Compression compression() const override { return m_parts.pipeline.compression; }
    const OddityList& oddities() const override { return *m_parts.notes; }
    std::shared_ptr<DeferredWork> deferredWork() override {
        return m_parts.pipeline.way == Pipeline::Way::Gzip ? m_parts.points : nullptr;
    }
    SourceId source() const override { return m_parts.opening.id; }

    std::shared_ptr<const TextAccess> takeTextAccess() override {
        if (!m_parts.points) return nullptr;
        const Opening& from = m_parts.opening;
        const Pipeline& pipe = m_parts.pipeline;
        if (from.once) {
            m_recorded.finish();
            return blockTextAccess({{}, std::move(m_recorded), {}, nullptr});
        }
        if (pipe.way == Pipeline::Way::Plain && from.source)
            return plainTextAccess({from.source, pipe.shift, from.member});
        if (pipe.way == Pipeline::Way::Gzip && from.source)
            return gzipTextAccess(
                {from.source, m_parts.points->takeAll(), pipe.shift, m_textRead + pipe.shift, from.member, nullptr});
        return blockTextAccess({[from] { return textOf(from); }, {}, from.member, nullptr});
    }

private:
    InputParts m_parts;
    std::uint64_t m_textRead = 0;
    PackedText m_recorded; // of a pipe
};

bool endsWithGz(std::string_view name) {
    if (name.size() < 3) return false;
    std::string end(name.substr(name.size() - 3));
    std::transform(end.begin(), end.end(), end.begin(), [](unsigned char c) { return std::tolower(c); });
    return end == ".gz";
}

} // namespace

std::unique_ptr<ByteStream> counted(std::unique_ptr<ByteStream> stream, const ByteCount& count) {
    if (!count) return stream;
    return std::make_unique<CountedStream>(std::move(stream), count);
}

Opening openingOf(std::shared_ptr<const Source> source, const SourceId& id) {
    Opening opening;
    opening.name = source->name();
    opening.id = id;
    opening.packedBytes = source->size();
    opening.source = source;
    opening.raw = [source](const ByteCount& count) -> Result<std::unique_ptr<ByteStream>> {
        auto stream = source->openAt(0);
        if (!stream) return stream;
        return counted(std::move(*stream), count);
    };
    return opening;
}

Result<std::unique_ptr<InputFile>> openOpening(Opening opening, const OpenOptions& options) {
    InputParts parts;
    if (options.keepTextAccess) parts.points = std::make_shared<RestartPoints>();
    auto raw = opening.raw(parts.compressedRead);
    if (!raw) return raw.error();
    auto pipeline = buildPipeline(
        std::move(*raw), {opening.name, parts.notes.get(), parts.points.get(), options.threads, opening.source.get()});
    if (!pipeline) return pipeline.error();
    if (pipeline->container != Pipeline::Container::None) {
        if (!opening.member.empty() || opening.once)
            return Error{ErrorCode::UnsupportedFormat,
                         opening.once ? "an archive cannot be read from a pipe" : "an archive inside an archive",
                         opening.name, "unpack it first"};
        auto member = onlyTraceIn(opening);
        if (!member) return member.error();
        return openOpening(std::move(*member), options);
    }
    if (endsWithGz(opening.name) && pipeline->compression != Compression::Gzip)
        parts.notes->add(OddityKind::NotGzip, 0,
                         pipeline->compression == Compression::Zstd ? "the content is zstd" : "the content is plain");
    parts.pipeline = std::move(*pipeline);
    parts.opening = std::move(opening);
    return std::unique_ptr<InputFile>(std::make_unique<Input>(std::move(parts)));
}

Result<std::unique_ptr<ByteStream>> textOf(const Opening& opening) {
    auto raw = opening.raw(nullptr);
    if (!raw) return raw;
    auto pipeline = buildPipeline(std::move(*raw), {opening.name, nullptr, nullptr, 1, nullptr});
    if (!pipeline) return pipeline.error();
    return std::move(pipeline->text);
}

Result<std::unique_ptr<InputFile>> openInput(const std::filesystem::path& path, const OpenOptions& options) {
    auto file = openForReading(path);
    if (!file) return file.error();
    if (file->regular) return openOpening(openingOf(fileSource(path, file->source), file->source), options);
    Opening pipe;
    pipe.name = path.string();
    pipe.once = true;
    auto opened = std::make_shared<OpenedFile>(std::move(*file));
    pipe.raw = [opened, path](const ByteCount& count) -> Result<std::unique_ptr<ByteStream>> {
        return counted(std::make_unique<FileStream>(std::move(*opened), path), count);
    };
    return openOpening(std::move(pipe), options);
}

Result<std::unique_ptr<InputFile>> openMemory(std::string bytes, std::string_view name, const OpenOptions& options) {
    if (bytes.empty()) return Error{ErrorCode::EmptyFile, "the file is empty", std::string(name), {}};
    SourceId id;
    id.size = bytes.size();
    return openOpening(openingOf(memorySource(std::move(bytes), std::string(name)), id), options);
}

} // namespace lanescope::io
