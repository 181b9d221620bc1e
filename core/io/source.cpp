#include "core/io/source.h"

#include "core/io/file_stream.h"

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
                         "Open it again to see its raw events"};
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

} // namespace

std::shared_ptr<const Source> fileSource(std::filesystem::path path, const SourceId& id) {
    return std::make_shared<FileSource>(std::move(path), id);
}
std::shared_ptr<const Source> memorySource(std::string bytes, std::string name) {
    return std::make_shared<MemorySource>(std::move(bytes), std::move(name));
}

} // namespace lanescope::io
