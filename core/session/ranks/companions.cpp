#include "core/session/ranks/companions.h"

#include "core/session/folder_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

namespace lanescope {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kHeadBytes = 64U << 10;

std::vector<std::string> filesOf(std::span<const std::string> inputs) {
    std::set<std::string> out;
    for (const std::string& input : inputs) {
        std::error_code error;
        if (fs::is_regular_file(input, error)) out.insert(input);
        if (!fs::is_directory(input, error)) continue;
        const auto files = folderFiles(input);
        if (!files.ok()) continue;
        for (const fs::path& file : *files)
            if (out.size() < kMostCompanions) out.insert(file.string());
    }
    return {out.begin(), out.end()};
}

std::string headOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string head(kHeadBytes, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    return head;
}

Result<std::string> wholeOf(const std::string& path) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error) return Error{ErrorCode::NotReadable, "cannot be read", path, ""};
    if (size > kMostCompanionBytes)
        return Error{ErrorCode::LimitExceeded, "a log or dump of more than 256 MB", path, "cut it to its first part"};
    std::string text(static_cast<std::size_t>(size), '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    return text;
}

} // namespace

bool RankCompanions::has(const std::string& path) const {
    return std::any_of(logs.begin(), logs.end(), [&](const auto& log) { return log.first == path; }) ||
           std::any_of(dumps.begin(), dumps.end(), [&](const readers::FlightDump& dump) { return dump.file == path; });
}

void compareCompanions(RankCompanions& all) {
    std::sort(all.logs.begin(), all.logs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::sort(all.dumps.begin(), all.dumps.end(), [](const auto& a, const auto& b) {
        return std::pair(a.rank.value_or(INT64_MAX), a.file) < std::pair(b.rank.value_or(INT64_MAX), b.file);
    });
    std::vector<const readers::NcclLog*> logs;
    for (const auto& [path, log] : all.logs) logs.push_back(&log);
    all.nccl = logs.empty() ? readers::NcclLog{} : readers::mergeNcclLogs(logs);
    all.flight = all.dumps.empty() ? readers::FlightReport{} : readers::compareFlights(all.dumps);
}

CompanionKind companionKind(std::string_view head) {
    head = head.substr(0, kHeadBytes);
    const auto has = [&](std::string_view word) { return head.find(word) != std::string_view::npos; };
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool pickle = head.starts_with('\x80');
    const bool json = first != std::string_view::npos && head[first] == '{';
    // With sorted keys the version of a JSON stands behind its entries; a trace or a memory snapshot has other keys.
    const bool dump = has("pg_config") || has("pg_status") || (has("entries") && has("profiling_name"));
    if ((pickle || json) && dump && !has("traceEvents") && !has("schemaVersion") && !has("segments"))
        return CompanionKind::FlightDump;
    if (!pickle && !json && readers::looksLikeNcclLog(head)) return CompanionKind::NcclLog;
    return CompanionKind::None;
}

RankCompanions loadCompanions(std::span<const std::string> inputs, const std::stop_token& stop) {
    RankCompanions out;
    for (const std::string& path : filesOf(inputs)) {
        if (stop.stop_requested()) break;
        const CompanionKind kind = companionKind(headOf(path));
        if (kind == CompanionKind::None) continue;
        const auto text = wholeOf(path);
        if (!text.ok()) {
            out.failed.emplace_back(path, text.error());
            continue;
        }
        if (kind == CompanionKind::NcclLog) {
            out.logs.emplace_back(path, readers::readNcclLog(*text));
            continue;
        }
        auto dump = readers::readFlightDump(*text, path);
        if (!dump.ok()) {
            out.failed.emplace_back(path, dump.error());
            continue;
        }
        dump->file = path;
        out.dumps.push_back(std::move(*dump));
    }
    compareCompanions(out);
    return out;
}

RankCompanions joined(RankCompanions first, RankCompanions added) {
    std::erase_if(first.logs, [&](const auto& log) { return added.has(log.first); });
    std::erase_if(first.dumps, [&](const readers::FlightDump& dump) { return added.has(dump.file); });
    std::move(added.logs.begin(), added.logs.end(), std::back_inserter(first.logs));
    std::move(added.dumps.begin(), added.dumps.end(), std::back_inserter(first.dumps));
    std::move(added.failed.begin(), added.failed.end(), std::back_inserter(first.failed));
    compareCompanions(first);
    return first;
}

} // namespace lanescope
