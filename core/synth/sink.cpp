#include "core/synth/sink.h"

#include "core/synth/packer.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>

namespace lanescope::synth {

namespace {

Error notWritable(const std::filesystem::path& path, int reason) {
    return {ErrorCode::NotWritable, fmt::format("cannot be written: {}", std::strerror(reason)), path.string(),
            "Check that the folder exists, that it may be written to and that there is room."};
}

class FileSink final : public Sink {
public:
    FileSink(std::filesystem::path path, std::filesystem::path temporary, std::FILE* file,
             std::unique_ptr<Packer> packer)
        : m_path(std::move(path)), m_temporary(std::move(temporary)), m_file(file), m_packer(std::move(packer)) {}
    ~FileSink() override {
        if (m_file != nullptr) std::fclose(m_file);
        std::error_code ignored;
        if (!m_committed) std::filesystem::remove(m_temporary, ignored);
    }
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    Status write(std::string_view text) override {
        if (!m_packer) return put(text);
        m_packed.clear();
        m_packer->add(text, m_packed);
        return put(m_packed);
    }

    Status commit() override {
        if (m_packer) {
            m_packed.clear();
            m_packer->finish(m_packed);
            if (Status s = put(m_packed); !s) return s;
        }
        std::FILE* file = m_file;
        m_file = nullptr;
        const bool flushed = std::fflush(file) == 0;
        const int reason = errno;
        if (std::fclose(file) != 0 || !flushed) return notWritable(m_path, flushed ? errno : reason);
        if (std::rename(m_temporary.c_str(), m_path.c_str()) != 0) return notWritable(m_path, errno);
        m_committed = true;
        return {};
    }

private:
    Status put(std::string_view bytes) {
        if (bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), m_file) == bytes.size()) return {};
        return notWritable(m_path, errno);
    }

    std::filesystem::path m_path, m_temporary;
    std::FILE* m_file;
    std::unique_ptr<Packer> m_packer;
    std::string m_packed;
    bool m_committed = false;
};

} // namespace

Result<std::unique_ptr<Sink>> openSink(const std::filesystem::path& path, Packing packing) {
    std::filesystem::path temporary = path;
    temporary += fmt::format(".{}.part", ::getpid());
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr) return notWritable(path, errno);
    return std::unique_ptr<Sink>(std::make_unique<FileSink>(path, temporary, file, makePacker(packing)));
}

Status writeWholeFile(const std::filesystem::path& path, std::string_view text) {
    auto sink = openSink(path, Packing::None);
    if (!sink) return sink.error();
    if (Status s = (*sink)->write(text); !s) return s;
    return (*sink)->commit();
}

} // namespace lanescope::synth
