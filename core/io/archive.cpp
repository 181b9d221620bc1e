#include "core/io/archive.h"

#include "core/io/file_stream.h"
#include "core/io/opening.h"
#include "core/io/tar_walker.h"
#include "core/io/zip_directory.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace lanescope::io {
namespace {

constexpr std::size_t kSniffBytes = 4096;
constexpr std::size_t kMaxSniffed = 10'000; // members whose content is looked at
constexpr std::size_t kNamesInMessage = 3;

using Container = Pipeline::Container;

class TarDataStream final : public ByteStream { // the entry that next() gave last
public:
    explicit TarDataStream(std::shared_ptr<TarWalker> tar) : m_tar(std::move(tar)) {}
    Result<std::size_t> read(std::span<char> out) override { return m_tar->readData(out); }

private:
    std::shared_ptr<TarWalker> m_tar;
};

Result<Pipeline> outerPipeline(const Opening& archive, const ByteCount& count) {
    auto raw = archive.raw(count);
    if (!raw) return raw.error();
    auto pipe = buildPipeline(std::move(*raw), {archive.name, nullptr, nullptr, 1, nullptr});
    if (!pipe) return pipe;
    if (pipe->container == Container::None)
        return Error{ErrorCode::UnsupportedFormat, "expected a zip or tar archive", archive.name, {}};
    if (pipe->container == Container::Zip && (pipe->way != Pipeline::Way::Plain || !archive.source))
        return Error{ErrorCode::UnsupportedFormat, "a zip archive that is compressed again", archive.name,
                     "unpack it first"};
    return pipe;
}

bool looksLikeTrace(std::unique_ptr<ByteStream> raw) {
    auto pipe = buildPipeline(std::move(raw), {});
    if (!pipe || pipe->container != Container::None) return false;
    std::string head(kSniffBytes, '\0');
    const auto got = pipe->text->read(head);
    if (!got) return false;
    head.resize(*got);
    const std::size_t start = head.find_first_not_of(" \t\r\n");
    if (start == std::string::npos || (head[start] != '{' && head[start] != '[')) return false;
    constexpr std::array<std::string_view, 4> kWords{"\"traceEvents\"", "\"schemaVersion\"", "\"deviceProperties\"",
                                                     "\"ph\""};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view w) { return head.find(w) != head.npos; });
}

Error stopped() { return {ErrorCode::Cancelled, "stopped", {}, {}}; }

Result<std::vector<ContainerMember>> listZip(const Opening& archive, const std::stop_token& stop) {
    auto entries = readZipDirectory(*archive.source);
    if (!entries) return entries.error();
    std::vector<ContainerMember> members;
    for (const ZipEntry& entry : *entries) {
        if (stop.stop_requested()) return stopped();
        if (entry.isFolder()) continue;
        ContainerMember member{entry.name, entry.size, false};
        if (members.size() < kMaxSniffed)
            if (auto source = zipMember(archive.source, entry))
                if (auto stream = (*source)->openAt(0)) member.looksLikeTrace = looksLikeTrace(std::move(*stream));
        members.push_back(std::move(member));
    }
    return members;
}

Result<std::vector<ContainerMember>> listTar(std::unique_ptr<ByteStream> bytes, const std::string& name,
                                             const std::stop_token& stop) {
    const auto tar = std::make_shared<TarWalker>(std::move(bytes));
    std::vector<ContainerMember> members;
    for (;;) {
        if (stop.stop_requested()) return stopped();
        auto entry = tar->next();
        if (!entry && members.empty()) return entry.error();
        if (!entry || !*entry) return members; // damage after good members: what was found is what there is
        if (members.size() == limits::kMaxArchiveMembers)
            return Error{ErrorCode::LimitExceeded,
                         fmt::format("tar archive has more than {} members", limits::kMaxArchiveMembers), name,
                         "unpack the traces that matter"};
        ContainerMember member{(*entry)->name, (*entry)->size, false};
        if (members.size() < kMaxSniffed) member.looksLikeTrace = looksLikeTrace(std::make_unique<TarDataStream>(tar));
        members.push_back(std::move(member));
    }
}

Result<std::vector<ContainerMember>> listIn(const Opening& archive, const std::stop_token& stop) {
    auto pipe = outerPipeline(archive, nullptr);
    if (!pipe) return pipe.error();
    if (pipe->container == Container::Zip) return listZip(archive, stop);
    return listTar(std::move(pipe->text), archive.name, stop);
}

Error noSuchMember(const Opening& archive, const std::string& member) {
    return {ErrorCode::NotFound, fmt::format("no member '{}' in this archive", member), archive.name, {}};
}

struct FoundInTar {
    std::shared_ptr<TarWalker> tar;
    TarEntry entry;
};

Result<FoundInTar> findInTar(const Opening& archive, const std::string& member, const ByteCount& count) {
    auto pipe = outerPipeline(archive, count);
    if (!pipe) return pipe.error();
    FoundInTar found{std::make_shared<TarWalker>(std::move(pipe->text)), {}};
    for (;;) {
        auto entry = found.tar->next();
        if (!entry) return entry.error();
        if (!*entry) return noSuchMember(archive, member);
        if ((*entry)->name != member) continue;
        found.entry = std::move(**entry);
        return found;
    }
}

Result<Opening> openingInTar(const Opening& archive, const std::string& member, Pipeline::Way way) {
    auto found = findInTar(archive, member, nullptr);
    if (!found) return found.error();
    if (way == Pipeline::Way::Plain && archive.source) { // the member's bytes stand in the file as they are
        SlicedBytes part{{}, found->entry.dataOffset, found->entry.size, {}};
        return openingOf(slicedSource(archive.source, std::move(part), archive.name + ": " + member), archive.id);
    }
    Opening opening;
    opening.name = archive.name + ": " + member;
    opening.id = archive.id;
    opening.packedBytes = archive.packedBytes;
    opening.raw = [archive, member](const ByteCount& count) -> Result<std::unique_ptr<ByteStream>> {
        auto again = findInTar(archive, member, count);
        if (!again) return again.error();
        return std::unique_ptr<ByteStream>(std::make_unique<TarDataStream>(std::move(again->tar)));
    };
    return opening;
}

Result<Opening> openingInZip(const Opening& archive, const std::string& member) {
    auto entries = readZipDirectory(*archive.source);
    if (!entries) return entries.error();
    const auto it = std::find_if(entries->begin(), entries->end(), [&](const ZipEntry& e) { return e.name == member; });
    if (it == entries->end()) return noSuchMember(archive, member);
    auto source = zipMember(archive.source, *it);
    if (!source) return source.error();
    return openingOf(std::move(*source), archive.id);
}

Result<Opening> fileOpening(const std::filesystem::path& path) {
    auto id = identify(path);
    if (!id) return id.error();
    return openingOf(fileSource(path, *id), *id);
}

} // namespace

Result<Opening> memberOpening(const Opening& archive, const std::string& member) {
    auto pipe = outerPipeline(archive, nullptr);
    if (!pipe) return pipe.error();
    auto opening =
        pipe->container == Container::Zip ? openingInZip(archive, member) : openingInTar(archive, member, pipe->way);
    if (opening) opening->member = member;
    return opening;
}

Result<Opening> onlyTraceIn(const Opening& archive) {
    auto members = listIn(archive, {});
    if (!members) return members.error();
    std::string names;
    std::size_t traces = 0;
    const ContainerMember* only = nullptr;
    for (const ContainerMember& member : *members) {
        if (!member.looksLikeTrace) continue;
        only = &member;
        if (++traces <= kNamesInMessage) names += (traces == 1 ? "" : ", ") + member.name;
    }
    if (traces == 1) return memberOpening(archive, only->name);
    if (traces == 0) return Error{ErrorCode::UnsupportedFormat, "an archive without a trace inside", archive.name, {}};
    return Error{ErrorCode::UnsupportedFormat,
                 fmt::format("an archive with {} traces inside ({}{}), expected one", traces, names,
                             traces > kNamesInMessage ? ", ..." : ""),
                 archive.name, "open it as a set of ranks, or unpack the one that matters"};
}

Result<bool> isArchive(const std::filesystem::path& path) {
    auto opening = fileOpening(path);
    if (!opening) return opening.error();
    auto raw = opening->raw(nullptr);
    if (!raw) return raw.error();
    auto pipe = buildPipeline(std::move(*raw), {opening->name, nullptr, nullptr, 1, nullptr});
    if (!pipe) return pipe.error();
    return pipe->container != Container::None;
}

Result<std::vector<ContainerMember>> listMembers(const std::filesystem::path& path, const std::stop_token& stop) {
    auto opening = fileOpening(path);
    if (!opening) return opening.error();
    return listIn(*opening, stop);
}

Result<std::unique_ptr<InputFile>> openMember(const std::filesystem::path& path, const std::string& member,
                                              const OpenOptions& options) {
    auto archive = fileOpening(path);
    if (!archive) return archive.error();
    auto opening = memberOpening(*archive, member);
    if (!opening) return opening.error();
    return openOpening(std::move(*opening), options);
}

} // namespace lanescope::io
