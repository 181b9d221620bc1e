#include "core/io/source.h"

#include "core/io/file_stream.h"

#include <algorithm>

namespace lanescope::io {
namespace {

class FileSource final : public Source {
public:
    FileSource(std::filesystem::path path, const SourceId& id)
        : m_path(std::move(path)), m_name(m_path.string()), m_id(id) {}

    Result<std::unique_ptr<ByteStream>> openAt(std::uint64_t offset) const override {
        auto file = openForReading(m_path);
        if (!file && file.error().code == ErrorCode::NotFound)
            return Error{ErrorCode::NotFound, "the trace file is gone", m_name,
                         "Figures stay; raw events need the file back in its place"};
        if (!file && file.error().code != ErrorCode::EmptyFile) return file.error();
        if (!file || file->source != m_id)
            return Error{ErrorCode::MissingData, "the trace file changed since it was read", m_name,
                         "open it again to see its raw events"};
        return std::unique_ptr<ByteStream>(std::make_unique<FileStream>(std::move(*file), m_path, offset));
    }
    std::uint64_t size() const override { return m_id.size; }
    const std::string& name() const override { return m_name; }

private:
    std::filesystem::path m_path;
    std::string m_name;
    SourceId m_id;
};

class MemorySource final : public Source {
public:
    MemorySource(std::string bytes, std::string name)
        : m_bytes(std::make_shared<const std::string>(std::move(bytes))), m_name(std::move(name)) {}
    Result<std::unique_ptr<ByteStream>> openAt(std::uint64_t offset) const override {
        return std::unique_ptr<ByteStream>(std::make_unique<MemoryStream>(m_bytes, offset));
    }
    std::uint64_t size() const override { return m_bytes->size(); }
    const std::string& name() const override { return m_name; }

private:
    std::shared_ptr<const std::string> m_bytes;
    std::string m_name;
};

class JoinedStream final : public ByteStream {
public:
    JoinedStream(std::unique_ptr<ByteStream> first, std::unique_ptr<ByteStream> second)
        : m_first(std::move(first)), m_second(std::move(second)) {}
    Result<std::size_t> read(std::span<char> out) override {
        auto got = m_first->read(out);
        if (!got || *got == out.size()) return got;
        auto rest = m_second->read(out.subspan(*got));
        if (!rest) return rest;
        return *got + *rest;
    }

private:
    std::unique_ptr<ByteStream> m_first, m_second;
};

// The first `left` bytes of a stream.
class LimitedStream final : public ByteStream {
public:
    LimitedStream(std::unique_ptr<ByteStream> inner, std::uint64_t left) : m_inner(std::move(inner)), m_left(left) {}
    Result<std::size_t> read(std::span<char> out) override {
        auto got = m_inner->read(out.first(std::min<std::uint64_t>(out.size(), m_left)));
        if (got) m_left -= *got;
        return got;
    }
    Result<std::uint64_t> skip(std::uint64_t bytes) override {
        auto got = m_inner->skip(std::min(bytes, m_left));
        if (got) m_left -= *got;
        return got;
    }

private:
    std::unique_ptr<ByteStream> m_inner;
    std::uint64_t m_left;
};

class SlicedSource final : public Source {
public:
    SlicedSource(std::shared_ptr<const Source> whole, SlicedBytes part, std::string name)
        : m_whole(std::move(whole)), m_part(std::move(part)), m_name(std::move(name)) {}

    Result<std::unique_ptr<ByteStream>> openAt(std::uint64_t offset) const override {
        const std::uint64_t before = m_part.before.size();
        const std::uint64_t inside = std::min(offset - std::min(offset, before), m_part.size);
        auto whole = m_whole->openAt(m_part.offset + inside);
        if (!whole) return whole;
        std::unique_ptr<ByteStream> stream = std::make_unique<LimitedStream>(std::move(*whole), m_part.size - inside);
        if (offset < before) stream = std::make_unique<PrefixedStream>(m_part.before.substr(offset), std::move(stream));
        const std::uint64_t intoAfter = offset - std::min(offset, before + m_part.size);
        auto tail = std::make_shared<const std::string>(m_part.after);
        return std::unique_ptr<ByteStream>(
            std::make_unique<JoinedStream>(std::move(stream), std::make_unique<MemoryStream>(tail, intoAfter)));
    }
    std::uint64_t size() const override { return m_part.before.size() + m_part.size + m_part.after.size(); }
    const std::string& name() const override { return m_name; }

private:
    std::shared_ptr<const Source> m_whole;
    SlicedBytes m_part;
    std::string m_name;
};

} // namespace

std::shared_ptr<const Source> fileSource(std::filesystem::path path, const SourceId& id) {
    return std::make_shared<FileSource>(std::move(path), id);
}
std::shared_ptr<const Source> memorySource(std::string bytes, std::string name) {
    return std::make_shared<MemorySource>(std::move(bytes), std::move(name));
}

std::shared_ptr<const Source> slicedSource(std::shared_ptr<const Source> whole, SlicedBytes part, std::string name) {
    return std::make_shared<SlicedSource>(std::move(whole), std::move(part), std::move(name));
}

} // namespace lanescope::io
