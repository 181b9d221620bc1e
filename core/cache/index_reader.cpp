#include "core/cache/column_checks.h"
#include "core/cache/column_list.h"
#include "core/cache/index_format.h"
#include "core/cache/table_codec.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace lanescope::cache {
namespace {

constexpr std::size_t kStartSection = 1; // the first column of column_list.h
constexpr std::uint64_t kBytesPerThread = std::uint64_t{64}
                                          << 20; // some 8 ms of work; waking a thread may take as long

Error damaged(const std::filesystem::path& path, const char* what) {
    return {ErrorCode::Damaged, std::string("index file is damaged: ") + what, path.string(), {}};
}

// The open file and its mapping. Checking reads with pread into small buffers, which costs far less than the page
// faults of going through the whole mapping; pages are mapped when figures and pictures touch them.
class MappedFile {
public:
    MappedFile() = default;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile() {
        if (m_bytes != nullptr) ::munmap(const_cast<char*>(m_bytes), m_size);
        if (m_fd >= 0) ::close(m_fd);
    }

    Status open(const std::filesystem::path& path) {
        m_fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (m_fd < 0) return Error{ErrorCode::NotFound, "no index file", path.string(), {}};
        struct stat info {};
        if (::fstat(m_fd, &info) != 0 || !S_ISREG(info.st_mode)) return damaged(path, "it is no file");
        // Somebody else's file, or one that anybody may write, is not ours to map.
        if (info.st_uid != ::geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
            return damaged(path, "others may write it");
        m_size = static_cast<std::uint64_t>(info.st_size);
        if (m_size < sizeof(Header)) return damaged(path, "it is too short");
        void* at = ::mmap(nullptr, m_size, PROT_READ, MAP_SHARED, m_fd, 0);
        if (at == MAP_FAILED) return damaged(path, "it cannot be mapped");
        m_bytes = static_cast<const char*>(at);
        return {};
    }
    bool readAt(std::uint64_t offset, std::span<char> out) const {
        while (!out.empty()) {
            const ssize_t got = ::pread(m_fd, out.data(), out.size(), static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return false;
            out = out.subspan(static_cast<std::size_t>(got));
            offset += static_cast<std::uint64_t>(got);
        }
        return true;
    }
    void closeDescriptor() { ::close(std::exchange(m_fd, -1)); }
    const char* bytes() const { return m_bytes; }
    std::uint64_t size() const { return m_size; }

private:
    int m_fd = -1;
    const char* m_bytes = nullptr;
    std::uint64_t m_size = 0;
};

// Small jobs for a few threads; the caller's thread takes part.
class Jobs {
public:
    void add(std::function<bool(std::vector<char>& buffer)> job) { m_jobs.push_back(std::move(job)); }
    bool run(unsigned threads) {
        std::atomic<std::size_t> next{0};
        std::atomic<bool> good{true};
        const auto work = [&] {
            std::vector<char> buffer;
            for (std::size_t i = next++; i < m_jobs.size() && good; i = next++)
                if (!m_jobs[i](buffer)) good = false;
        };
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < threads && i < m_jobs.size(); ++i) helpers.emplace_back(work);
        work();
        helpers.clear();
        return good;
    }

private:
    std::vector<std::function<bool(std::vector<char>&)>> m_jobs;
};

class IndexReader {
public:
    IndexReader(const std::filesystem::path& path, const IndexKey& key)
        : m_path(path), m_key(key), m_file(std::make_shared<MappedFile>()) {}

    Result<OpenedIndex> open(unsigned threads) {
        if (auto status = m_file->open(m_path); !status) return status.error();
        if (auto status = readHeader(); !status) return status.error();
        if (!readSections()) return damaged(m_path, "its table of sections");
        if (!readTables()) return damaged(m_path, "its tables");
        if (!mapColumns()) return damaged(m_path, "its columns do not fit");
        if (threads == 0) threads = std::clamp(std::thread::hardware_concurrency(), 1u, 4u);
        threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, 1 + m_file->size() / kBytesPerThread));
        if (!checkContents(threads)) return damaged(m_path, "its content");
        if (!tablesFit(m_parts)) return damaged(m_path, "its tables do not fit its columns");
        m_file->closeDescriptor();
        OpenedIndex opened;
        const Section& text = m_sections.back();
        opened.savedText = {m_file->bytes() + text.offset, text.bytes};
        opened.owner = m_file;
        opened.fileBytes = m_file->size();
        opened.store = std::make_shared<const TraceStore>(std::move(m_parts), m_file);
        return opened;
    }

private:
    Status readHeader() {
        Header header;
        if (!m_file->readAt(0, {reinterpret_cast<char*>(&header), sizeof header})) return damaged(m_path, "its header");
        const Header fresh;
        if (std::memcmp(header.magic, fresh.magic, sizeof header.magic) != 0 || header.headerSum != headerSum(header))
            return damaged(m_path, "its header");
        if (header.byteOrder != kByteOrder || header.version != kFormatVersion ||
            header.schema != schemaFingerprint() || header.key != keyFingerprint(m_key))
            return Error{
                ErrorCode::MissingData, "index file of another trace, version or machine", m_path.string(), {}};
        m_header = header;
        return {};
    }

    bool readSections() {
        const std::uint64_t size = m_file->size();
        if (m_header.fileBytes != size || m_header.sections < 2 || m_header.sections > kMaxSections) return false;
        m_sections.resize(m_header.sections);
        const std::span<char> bytes(reinterpret_cast<char*>(m_sections.data()), m_sections.size() * sizeof(Section));
        if (m_header.tableOffset > size || size - m_header.tableOffset != bytes.size()) return false;
        if (!m_file->readAt(m_header.tableOffset, bytes) || sumOf(bytes) != m_header.tableSum) return false;
        return std::all_of(m_sections.begin(), m_sections.end(), [&](const Section& s) {
            return s.offset % kAlign == 0 && s.offset <= size && s.bytes <= size - s.offset;
        });
    }

    bool readTables() {
        const Section& section = m_sections.front();
        if (sumOfSection(section) != section.sum) return false;
        IndexKey key;
        return decodeTables({m_file->bytes() + section.offset, section.bytes}, m_parts, key) && key == m_key;
    }

    std::uint64_t sumOfSection(const Section& section) const {
        std::vector<std::uint64_t> sums;
        for (std::uint64_t at = 0; at < section.bytes; at += kChunk)
            sums.push_back(sumOf({m_file->bytes() + section.offset + at, std::min(kChunk, section.bytes - at)}));
        return sumOfSums(sums);
    }

    bool mapColumns() {
        std::size_t next = 1; // section of the next column
        bool good = true;
        forEachColumn(m_parts, [&](auto& column, const ColumnRule&) {
            using T = std::remove_cvref_t<decltype(column[0])>;
            if (next + 1 >= m_sections.size()) good = false; // the last one is the saved text
            if (!good) return;
            const Section& section = m_sections[next++];
            if (section.bytes % sizeof(T) != 0) good = false;
            const T* data = reinterpret_cast<const T*>(m_file->bytes() + section.offset);
            column = std::remove_cvref_t<decltype(column)>(data, section.bytes / sizeof(T));
        });
        return good && next + 1 == m_sections.size();
    }

    bool checkContents(unsigned threads);
    template <class T>
    void addColumnJobs(Jobs& jobs, const Section& section, const ColumnRule& rule, std::vector<std::uint64_t>& sums);
    template <class T>
    bool checkChunk(const Section& section, const ColumnRule& rule, std::uint64_t at, std::uint64_t& sum,
                    std::vector<char>& buffer) const;
    bool checkStarts(const Section& section, const ColumnRule& rule, std::uint64_t at, std::uint64_t& sum,
                     std::vector<char>& buffer) const;
    std::uint64_t offsetOf(const void* mapped) const {
        return static_cast<std::uint64_t>(static_cast<const char*>(mapped) - m_file->bytes());
    }

    std::filesystem::path m_path;
    IndexKey m_key;
    std::shared_ptr<MappedFile> m_file;
    Header m_header;
    std::vector<Section> m_sections;
    StoreParts m_parts;
};

// Sum and values of one chunk. Ordered columns look at one value of the next chunk too.
template <class T>
bool IndexReader::checkChunk(const Section& section, const ColumnRule& rule, std::uint64_t at, std::uint64_t& sum,
                             std::vector<char>& buffer) const {
    const std::uint64_t size = std::min(kChunk, section.bytes - at);
    const std::uint64_t more = std::min<std::uint64_t>(section.bytes - at - size, sizeof(T));
    buffer.resize(kChunk + sizeof(std::uint64_t));
    if (!m_file->readAt(section.offset + at, std::span<char>(buffer).first(size + more))) return false;
    sum = sumOf({buffer.data(), size});
    return valuesObey(std::span<const T>(reinterpret_cast<const T*>(buffer.data()), (size + more) / sizeof(T)), rule);
}

// The start times of one chunk: also that slices of a lane follow one another, for which their durations are read too.
bool IndexReader::checkStarts(const Section& section, const ColumnRule& rule, std::uint64_t at, std::uint64_t& sum,
                              std::vector<char>& buffer) const {
    if (!checkChunk<std::int64_t>(section, rule, at, sum, buffer)) return false;
    const std::span<const std::uint32_t> durations = m_parts.slices.duration.narrow;
    const std::uint64_t first = at / sizeof(std::int64_t);
    const std::uint64_t rows =
        std::min<std::uint64_t>(kChunk / sizeof(std::int64_t) + 1, m_parts.slices.size() - first);
    if (durations.size() < first + rows) return false;
    std::vector<std::uint32_t> narrow(rows);
    const std::span<char> bytes(reinterpret_cast<char*>(narrow.data()), rows * sizeof(std::uint32_t));
    if (!m_file->readAt(offsetOf(durations.data() + first), bytes)) return false;
    return rowsInOrder(first, {reinterpret_cast<const std::int64_t*>(buffer.data()), rows}, narrow,
                       {m_parts.lanes, &m_parts.slices.duration});
}

template <class T>
void IndexReader::addColumnJobs(Jobs& jobs, const Section& section, const ColumnRule& rule,
                                std::vector<std::uint64_t>& sums) {
    sums.resize((section.bytes + kChunk - 1) / kChunk);
    for (std::size_t i = 0; i < sums.size(); ++i)
        jobs.add([this, &section, rule, &sum = sums[i], at = i * kChunk](std::vector<char>& buffer) {
            if (&section == &m_sections[kStartSection]) return checkStarts(section, rule, at, sum, buffer);
            return checkChunk<T>(section, rule, at, sum, buffer);
        });
}

bool IndexReader::checkContents(unsigned threads) {
    Jobs jobs;
    std::vector<std::vector<std::uint64_t>> sums(m_sections.size());
    std::size_t next = 1;
    forEachColumn(m_parts, [&](auto& column, const ColumnRule& rule) {
        using T = std::remove_cvref_t<decltype(column[0])>;
        addColumnJobs<T>(jobs, m_sections[next], rule, sums[next]);
        ++next;
    });
    addColumnJobs<char>(jobs, m_sections[next], {}, sums[next]);
    if (!jobs.run(threads)) return false;
    for (std::size_t i = 1; i < m_sections.size(); ++i)
        if (sumOfSums(sums[i]) != m_sections[i].sum) return false;
    return true;
}

} // namespace

Result<OpenedIndex> openIndex(const IndexKey& key, const std::filesystem::path& path, unsigned threads) {
    return IndexReader(path, key).open(threads);
}

} // namespace lanescope::cache
