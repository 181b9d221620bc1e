#include "core/session/ranks/save_merged.h"

#include "core/base/atomic_file.h"
#include "core/export/redact.h"
#include "core/session/index_writing.h"
#include "core/synth/packer.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

const RankSource* sourceOf(std::span<const RankSource> sources, const align::RankRecord& record) {
    const auto it = std::find_if(sources.begin(), sources.end(),
                                 [&](const RankSource& source) { return source.source.text() == record.file; });
    return it == sources.end() ? nullptr : &*it;
}

Status checkSources(const RankSet& set, std::span<const RankSource> sources) {
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        if (!sourceOf(sources, set.records[r]))
            return Error{ErrorCode::MissingData, "a summary has no timeline", set.records[r].file,
                         "merge the traces themselves"};
        for (std::size_t other = 0; other < r; ++other)
            if (set.records[r].file == set.records[other].file)
                return Error{ErrorCode::MissingData, "expected a trace per rank, found a file with several",
                             set.records[r].file, "timelines of whole jobs are one trace already"};
    }
    return {};
}

Result<LoadedTrace> loadRecord(const RankSource& source, const LoadOptions& load, RunContext& context) {
    LoadOptions own = load;
    own.member = source.source.member;
    own.rank = source.rank;
    return loadTrace(source.source.path, own, context);
}

// Names of all ranks before a word is written: what the last trace gives away may stand in the first one.
Result<Redactor> namesOf(const RankSet& set, std::span<const RankSource> sources, const MergedTraceOptions& options,
                         const LoadOptions& load, RunContext& context) {
    Redactor out;
    for (const std::string& word : options.hidden) out.hideWord(word);
    for (const align::RankRecord& record : set.records)
        if (!record.host.empty()) out.hideHost(record.host);
    for (const align::RankRecord& record : set.records) {
        const auto trace = loadRecord(*sourceOf(sources, record), load, context);
        if (!trace.ok()) return trace.error();
        out.learn(*trace->store, record.file);
    }
    return out;
}

} // namespace

Result<MergedCounts> saveMerged(const RankSet& set, std::span<const RankSource> sources,
                                const std::filesystem::path& path, const MergedTraceOptions& options,
                                const LoadOptions& load, RunContext& context) {
    if (const Status ok = checkSources(set, sources); !ok.ok()) return ok.error();
    const bool packed = path.filename().string().ends_with(".gz");
    const auto packer = synth::makePacker(packed ? synth::Packing::Gzip : synth::Packing::None);
    MergedCounts counts;
    MergedTraceOptions shown = options;
    std::optional<RankSet> nameless;
    if (options.namesLeftOut) {
        auto names = namesOf(set, sources, options, load, context);
        if (!names.ok()) return names.error();
        shown.words = [names = std::move(*names)](std::string_view text) { return names(text); };
        leaveFilesOut(nameless.emplace(set));
    }
    std::optional<Error> failed;
    const Status written = writeAtomically(path, [&](const TakePiece& take) {
        std::string piece;
        const auto flush = [&](std::size_t from) {
            if (piece.size() < from || piece.empty()) return true;
            const bool taken = take(piece);
            piece.clear();
            return taken;
        };
        MergedTraceWriter writer(
            nameless ? *nameless : set,
            [&](std::string_view text) {
                if (packer)
                    packer->add(text, piece);
                else
                    piece += text;
                return flush(kPiece);
            },
            shown);
        bool ok = writer.begin();
        for (std::size_t r = 0; ok && r < set.records.size(); ++r) {
            const RankSource* source = sourceOf(sources, set.records[r]);
            auto trace = loadRecord(*source, load, context);
            if (!trace.ok()) failed = trace.error();
            if (failed) return false;
            ok = writer.addRank(r, *trace->store, context.stopToken()) && !context.stopRequested();
            counts.slices += trace->store->slices().size();
            ++counts.ranks;
        }
        ok = ok && writer.end();
        counts.flowsLeftOut = writer.flowsLeftOut();
        if (packer) packer->finish(piece);
        return ok && flush(0);
    });
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped before the end", path.string(), ""};
    if (failed) return *failed;
    if (!written.ok()) return written.error();
    return counts;
}

} // namespace lanescope
