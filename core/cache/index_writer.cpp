#include "core/base/check.h"
#include "core/cache/column_checks.h"
#include "core/cache/column_list.h"
#include "core/cache/index_format.h"
#include "core/cache/table_codec.h"
#include "core/cache/temp_file.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanescope::cache {
namespace {

std::span<const char> asBytes(std::string_view text) { return {text.data(), text.size()}; }

template <class T>
std::span<const char> asBytes(std::span<const T> column) {
    return {reinterpret_cast<const char*>(column.data()), column.size_bytes()};
}

class SectionWriter {
public:
    SectionWriter(TempFile& file, const std::stop_token& stop) : m_file(file), m_stop(stop) {}

    // After the first failure nothing more is done.
    void add(std::span<const char> bytes) {
        if (!m_status) return;
        for (const auto& [written, section] : m_written) { // columns may share rows: once in memory, once in the file
            if (bytes.empty() || written.data() != bytes.data() || written.size() != bytes.size()) continue;
            m_sections.push_back(section);
            return;
        }
        m_end = (m_end + kAlign - 1) / kAlign * kAlign;
        Section section{m_end, bytes.size(), 0};
        std::vector<std::uint64_t> sums;
        for (std::uint64_t at = 0; at < bytes.size() && m_status; at += kChunk) {
            const auto chunk = bytes.subspan(at, std::min<std::uint64_t>(kChunk, bytes.size() - at));
            sums.push_back(sumOf(chunk));
            m_status = m_stop.stop_requested() ? Status(Error{ErrorCode::Cancelled, "stopped", {}, {}})
                                               : m_file.writeAt(m_end + at, chunk);
        }
        section.sum = sumOfSums(sums);
        m_end += bytes.size();
        m_sections.push_back(section);
        m_written.emplace_back(bytes, section);
    }

    Status finish(const IndexKey& key) {
        if (!m_status) return m_status;
        Header header;
        header.sections = static_cast<std::uint32_t>(m_sections.size());
        header.schema = schemaFingerprint();
        header.key = keyFingerprint(key);
        header.tableOffset = (m_end + kAlign - 1) / kAlign * kAlign;
        const auto table = asBytes(std::span<const Section>(m_sections));
        header.tableSum = sumOf(table);
        header.fileBytes = header.tableOffset + table.size();
        header.headerSum = headerSum(header);
        m_end = header.fileBytes;
        if (auto status = m_file.writeAt(header.tableOffset, table); !status) return status;
        return m_file.writeAt(0, asBytes(std::span<const Header>(&header, 1)));
    }
    std::uint64_t bytes() const { return m_end; }

private:
    TempFile& m_file;
    const std::stop_token& m_stop;
    std::uint64_t m_end = sizeof(Header);
    std::vector<Section> m_sections;
    std::vector<std::pair<std::span<const char>, Section>> m_written; // each once
    Status m_status;
};

} // namespace

Result<std::uint64_t> writeIndex(const TraceStore& store, const IndexKey& key, std::string_view savedText,
                                 const std::filesystem::path& path, const std::stop_token& stop) {
    if (store.partial()) return Error{ErrorCode::Internal, "a preview has no index file", path.string(), {}};
    const bool obeys = storeObeys(store.parts());
    LANESCOPE_CHECK(obeys);
    if (!obeys) return Error{ErrorCode::Internal, "this store breaks a rule of stores", path.string(), {}};
    auto file = TempFile::create(path);
    if (!file) return file.error();
    SectionWriter writer(*file, stop);
    const std::string tables = encodeTables(store.parts(), key);
    writer.add(asBytes(tables));
    forEachColumn(store.parts(), [&](const auto& column, const ColumnRule&) { writer.add(asBytes(column)); });
    writer.add(asBytes(savedText));
    if (auto status = writer.finish(key); !status) return status.error();
    if (auto status = file->publish(); !status) return status.error();
    return writer.bytes();
}

} // namespace lanescope::cache
