#include "core/session/load_trace.h"

#include "core/build/trace_builder.h"
#include "core/io/archive.h"
#include "core/readers/reader.h"
#include "core/session/index_writing.h"
#include "core/session/preview_pace.h"
#include "core/session/trace_sources.h"

#include <algorithm>
#include <chrono>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lanescope {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10; // enough to tell formats apart

std::string_view compressionWord(io::Compression compression) {
    switch (compression) {
    case io::Compression::None:
        return "none";
    case io::Compression::Gzip:
        return "gzip";
    case io::Compression::Zstd:
        return "zstd";
    }
    return "none";
}

// Passes batches on to the builder, and adds to the end what only the session knows about the file.
class SessionSink final : public EventSink {
public:
    SessionSink(TraceBuilder& builder, const io::InputFile& input, std::string fileName, std::string_view format,
                RunContext& context)
        : m_builder(builder), m_input(input), m_fileName(std::move(fileName)), m_format(format), m_context(context) {}

    void consume(const RawBatch& batch) override {
        const StageTimer timer(m_context.stages(), Stage::Build);
        m_builder.consume(batch);
    }
    void finish(const TraceInfo& info, const OddityList& fileOddities) override {
        TraceInfo whole = info;
        if (whole.fileName.empty()) whole.fileName = m_fileName;
        if (whole.format.empty()) whole.format = m_format;
        if (whole.compression.empty()) whole.compression = compressionWord(m_input.compression());
        if (whole.fileBytes == 0) whole.fileBytes = m_input.compressedSize();
        OddityList oddities = fileOddities;
        oddities.merge(m_input.oddities());
        m_builder.finish(whole, oddities);
        m_finished = true;
    }
    bool finished() const { return m_finished; }

private:
    TraceBuilder& m_builder;
    const io::InputFile& m_input;
    std::string m_fileName;
    std::string_view m_format;
    RunContext& m_context;
    bool m_finished = false;
};

Error withPlace(Error error, const std::filesystem::path& path) {
    if (error.place.empty()) error.place = path.string();
    return error;
}

Error cancelled(const std::filesystem::path& path) {
    return {ErrorCode::Cancelled, "stopped before the end of the file", path.string(), ""};
}

// Fills the head as far as the text reaches; a short read is no end.
Result<std::vector<char>> readHead(io::InputFile& input) {
    std::vector<char> head(kHeadBytes);
    std::size_t size = 0;
    while (size < head.size()) {
        const auto n = input.read(std::span<char>(head).subspan(size));
        if (!n.ok()) return n.error();
        if (*n == 0) break;
        size += *n;
    }
    head.resize(size);
    return head;
}

const readers::ReaderInfo* readerFor(std::span<const char> head) {
    const readers::ReaderInfo* best = nullptr;
    int bestScore = 0;
    for (const readers::ReaderInfo& reader : readers::builtinReaders()) {
        const int score = reader.sniff(head);
        if (score <= bestScore) continue;
        best = &reader;
        bestScore = score;
    }
    return best;
}

unsigned threadsOf(const LoadOptions& options) {
    if (options.threads > 0) return options.threads;
    return std::max(1u, std::thread::hardware_concurrency());
}

Result<std::unique_ptr<io::InputFile>> openSource(const std::filesystem::path& path, const LoadOptions& options) {
    io::OpenOptions how;
    how.threads = options.threads;
    return options.member.empty() ? io::openInput(path, how) : io::openMember(path, options.member, how);
}

// What reading freed makes room for putting the trace together, and what that freed for others.
void giveFreedMemoryBack([[maybe_unused]] std::uint64_t elements) {
#ifdef __GLIBC__
    if (elements >= kIndexFromElements) malloc_trim(0); // small traces leave nothing worth the call
#endif
}

Error notATrace(std::string_view head, const std::filesystem::path& path) {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const std::string_view text = first == std::string_view::npos ? std::string_view() : head.substr(first);
    for (const std::string_view page : {"<!DOCTYPE", "<!doctype", "<html", "<HTML"})
        if (text.starts_with(page))
            return {ErrorCode::NotATrace, "expected a trace, found a web page", path.string(),
                    "a server may send one instead of the file (not found, no access): save the trace itself"};
    return {ErrorCode::NotATrace, "expected a trace, found something else", path.string(),
            "Lanescope reads the JSON traces that the PyTorch profiler writes"};
}

Result<LoadedTrace> readTrace(const std::filesystem::path& path, const LoadOptions& options, RunContext& context) {
    auto opened = openSource(path, options);
    if (!opened.ok()) return withPlace(opened.error(), path);
    io::InputFile& input = **opened;
    context.progress().total = input.compressedSize();
    const auto head = readHead(input);
    if (!head.ok()) return withPlace(head.error(), path);
    if (head->empty())
        return Error{ErrorCode::EmptyFile, "expected a trace, found no bytes", path.string(),
                     "was the recording stopped before it was written?"};
    const readers::ReaderInfo* reader = readerFor(*head);
    if (!reader) return notATrace({head->data(), head->size()}, path);

    TraceBuilder builder({threadsOf(options), options.rank, options.rules});
    const std::string fileName = TraceSource{path, options.member}.fileName();
    SessionSink sink(builder, input, fileName, reader->id, context);
    PreviewPace pace(options.onPreview ? context.progress().total.load() : 0);
    readers::ReadOptions readOptions;
    readOptions.threads = threadsOf(options);
    readOptions.fileName = fileName;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    readOptions.betweenBatches = [&] {
        const std::uint64_t done = context.progress().done.load(std::memory_order_relaxed);
        const Clock::time_point now = Clock::now();
        if (!pace.isDue(done, builder.eventsSoFar(), now - begin)) return;
        if (auto preview = builder.preview(context.stopToken())) options.onPreview(std::move(preview));
        pace.taken(done, Clock::now() - now);
    };
    const auto info = reader->load(input, *head, sink, readOptions, context);
    if (!info.ok()) return withPlace(info.error(), path);
    if (context.stopRequested()) return cancelled(path);
    LANESCOPE_CHECK(sink.finished());
    if (options.freedMemory == LoadOptions::FreedMemory::GiveBack) giveFreedMemoryBack(builder.eventsSoFar());
    auto store = builder.takeStore(context);
    if (!store.ok()) return withPlace(store.error(), path);
    return LoadedTrace{path, options.member, *store, input.takeTextAccess(), input.source(), false, nullptr};
}

cache::IndexKey keyOf(const std::filesystem::path& path, const io::SourceId& source, const LoadOptions& options) {
    const std::string name = TraceSource{path.filename(), options.member}.text();
    return {source, name, options.rules.fingerprint(), options.rank};
}

std::optional<LoadedTrace> openFromIndex(const std::filesystem::path& path, const io::SourceId& source,
                                         const LoadOptions& options, RunContext& context) {
    const StageTimer timer(context.stages(), Stage::IndexOpen);
    const cache::IndexCache index(cache::CacheSettings::fromEnvironment());
    if (!index.enabled()) return std::nullopt;
    auto hit = index.find(keyOf(path, source, options), path, options.threads);
    if (!hit) return std::nullopt;
    context.progress().total = source.size;
    context.progress().done = source.size;
    context.progress().events = hit->store->counts().elements;
    return LoadedTrace{path, options.member, std::move(hit->store), std::move(hit->text), source, true, nullptr};
}

void writeIndexInBackground(LoadedTrace& trace, const LoadOptions& options) {
    if (trace.store->counts().elements < kIndexFromElements) return;
    auto settings = cache::CacheSettings::fromEnvironment();
    if (!cache::IndexCache(settings).enabled()) return;
    trace.indexWriting = std::make_shared<IndexWriting>(trace.store, trace.text,
                                                        keyOf(trace.path, trace.source, options), std::move(settings));
}

} // namespace

Result<LoadedTrace> loadTrace(const std::filesystem::path& path, const LoadOptions& options, RunContext& context) {
    const auto source = io::identify(path);
    if (!source.ok()) return withPlace(source.error(), path);
    if (context.stopRequested()) return cancelled(path);
    if (options.useIndex)
        if (auto trace = openFromIndex(path, *source, options, context)) return std::move(*trace);
    auto trace = readTrace(path, options, context);
    if (!trace.ok()) return trace;
    if (options.freedMemory == LoadOptions::FreedMemory::GiveBack) giveFreedMemoryBack(trace->store->counts().elements);
    // A file that changed while it was read has no name to keep its index under.
    const auto after = io::identify(path);
    if (options.useIndex && after.ok() && *after == trace->source) writeIndexInBackground(*trace, options);
    return trace;
}

} // namespace lanescope
