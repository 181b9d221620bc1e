#include "tests/mutation/sample.h"

#include "core/build/trace_builder.h"
#include "core/readers/chrome_json/chrome_json_reader.h"
#include "tests/support/packed.h"
#include "tests/support/recording.h"

#include <algorithm>
#include <fmt/format.h>
#include <zstd.h>

namespace lanescope::test {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;
// How far beyond the elements that a change touches it may cost events. A quote that is gone or new pairs the quotes
// behind it the wrong way up to the place where the reader finds the next event; that may be one element further.
constexpr std::size_t kNeighbours = 1;

class Tee final : public EventSink {
public:
    Tee() : m_builder({}) {}
    void consume(const RawBatch& batch) override {
        m_recorder.consume(batch);
        m_builder.consume(batch);
    }
    void finish(const TraceInfo& traceInfo, const OddityList& oddities) override {
        m_recorder.finish(traceInfo, oddities);
        m_builder.finish(traceInfo, oddities);
        m_finished = true;
    }
    bool finished() const { return m_finished; }
    RecordingSink& recorder() { return m_recorder; }
    TraceBuilder& builder() { return m_builder; }

private:
    RecordingSink m_recorder;
    TraceBuilder m_builder;
    bool m_finished = false;
};

const readers::ReaderInfo* readerFor(std::string_view head) {
    const readers::ReaderInfo* best = nullptr;
    int bestScore = 0;
    for (const readers::ReaderInfo& reader : readers::builtinReaders()) {
        const int score = reader.sniff(head);
        if (score > bestScore) {
            best = &reader;
            bestScore = score;
        }
    }
    return best;
}

std::string headOf(io::InputFile& input) {
    std::string head(kHeadBytes, '\0');
    std::size_t size = 0;
    while (size < head.size()) {
        const auto got = input.read(std::span<char>(head).subspan(size));
        if (!got.ok() || *got == 0) break;
        size += *got;
    }
    head.resize(size);
    return head;
}

// Looks at everything of a store; what does not fit together is found by the sanitizers or said.
std::string faultOf(const TraceStore& store) {
    std::size_t bytes = 0;
    for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
        const SliceId s{row};
        bytes += store.name(s).size();
        if (store.duration(s).count() < 0) return "a slice of negative length";
        if (const auto parent = store.parent(s); parent && parent->value >= store.slices().size())
            return "a parent that does not exist";
        if (const auto call = store.launchOf(s); call && call->value >= store.slices().size())
            return "a launch that does not exist";
    }
    std::uint64_t slices = 0;
    for (const Track& track : store.tracks()) slices += track.sliceCount;
    if (slices != store.slices().size()) return "slices outside of all tracks";
    return bytes > store.parts().stringBytes.size() * store.slices().size() ? "names longer than all text" : "";
}

void takeEvents(const Recording& recording, Loaded& out) {
    for (const std::string& line : recording.events) { // "X @123 ts=..."
        const std::size_t end = line.find(' ', 3);
        const std::uint64_t offset = std::stoull(line.substr(3, end - 3));
        if (!out.events.emplace(offset, line.substr(0, 1) + line.substr(end)).second)
            out.fault = fmt::format("two events at {}", offset);
    }
    out.metas = {recording.metas.begin(), recording.metas.end()};
    out.elements = recording.counts.elements;
    out.oddities = recording.oddities.total();
}

} // namespace

Loaded loadBytes(const std::string& bytes, const LoadShape& shape) {
    Loaded out;
    auto opened = io::openMemory(bytes, "trace.json", {.keepTextAccess = true, .threads = shape.threads});
    const auto failed = [&](ErrorCode code) {
        out.error = errorWord(code);
        return out;
    };
    if (!opened.ok()) return failed(opened.error().code);
    io::InputFile& input = **opened;
    const std::string head = headOf(input);
    if (head.empty()) return failed(ErrorCode::EmptyFile);
    const readers::ReaderInfo* reader = readerFor(head);
    if (reader == nullptr) return failed(ErrorCode::NotATrace);
    Tee sink;
    RunContext context;
    readers::ReadOptions options;
    options.threads = shape.threads;
    options.fileName = "trace.json";
    const auto result = reader->id == "chrome_json"
                            ? readers::loadChromeJson(input, head, sink, options, context, {shape.chunkBytes, 0})
                            : reader->load(input, head, sink, options, context);
    if (!sink.recorder().contractBreach().empty()) out.fault = sink.recorder().contractBreach();
    if (!result.ok()) return failed(result.error().code);
    if (!sink.finished()) {
        out.fault = "loaded without an end";
        return out;
    }
    Recording& recording = sink.recorder().recording();
    recording.oddities.merge(input.oddities());
    takeEvents(recording, out);
    const auto store = sink.builder().takeStore(context);
    if (!store.ok()) return failed(store.error().code);
    if (out.fault.empty()) out.fault = faultOf(**store);
    if ((*store)->counts().elements != out.elements) out.fault = "the store counts other elements than the reader";
    return out;
}

Sample makeSample(std::string name, std::string text, Packing packing) {
    Sample s{std::move(name), packing, {}, std::move(text), {}, {}};
    switch (packing) {
    case Packing::Plain:
        s.bytes = s.text;
        break;
    case Packing::Gzip:
        s.bytes = gzipped(s.text);
        break;
    case Packing::GzipBlocks:
        s.bytes = bgzipped(s.text, 5000);
        break;
    case Packing::Zstd:
        s.bytes = zstded(s.text);
        break;
    case Packing::Zip:
        s.bytes = zipOf({{"trace.json", s.text}});
        break;
    }
    s.elements = elementsOf(s.text);
    s.sound = loadBytes(s.bytes, {});
    return s;
}

std::size_t textOfPrefix(const Sample& sample, std::size_t bytes) {
    const std::string part = sample.bytes.substr(0, bytes);
    if (sample.packing == Packing::Gzip || sample.packing == Packing::GzipBlocks) return gunzipped(part).size();
    if (sample.packing != Packing::Zstd) return 0;
    std::string out(sample.text.size() + 1, '\0');
    ZSTD_DStream* stream = ZSTD_createDStream();
    ZSTD_inBuffer from{part.data(), part.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    while (from.pos < from.size && !ZSTD_isError(ZSTD_decompressStream(stream, &to, &from))) {
    }
    ZSTD_freeDStream(stream);
    return to.pos;
}

namespace {

// Elements [0, before) and [behind, size) must be there, those behind moved by `shift` bytes.
struct Kept {
    std::size_t before = 0, behind = 0;
    std::int64_t shift = 0;
    bool mayFail = false; // something in front of the events was hit
};

Kept keptOf(const Sample& sample, const Mutation& mutation) {
    const std::size_t size = sample.elements.size();
    if (sample.packing == Packing::Plain) {
        const Touched touched = touchedBy(sample.elements, mutation.place);
        const std::size_t removed = mutation.place.end - mutation.place.begin;
        return {touched.first - std::min(touched.first, kNeighbours), std::min(size, touched.last + kNeighbours),
                static_cast<std::int64_t>(mutation.added) - static_cast<std::int64_t>(removed), touched.inFront};
    }
    const std::size_t sure = textOfPrefix(sample, mutation.place.begin);
    const auto whole = std::partition_point(sample.elements.begin(), sample.elements.end(),
                                            [&](const Extent& e) { return e.end <= sure; });
    const auto count = static_cast<std::size_t>(whole - sample.elements.begin());
    return {count - std::min(count, kNeighbours), size, 0, false};
}

} // namespace

std::string judge(const Sample& sample, const Mutation& mutation, const Loaded& loaded) {
    if (!loaded.fault.empty()) return loaded.fault;
    const Kept kept = keptOf(sample, mutation);
    const auto beginOf = [&](std::size_t i) {
        return i < sample.elements.size() ? sample.elements[i].begin : sample.text.size();
    };
    const std::size_t before = beginOf(kept.before), behind = beginOf(kept.behind);
    const auto isKept = [&](std::uint64_t offset) { return offset < before || offset >= behind; };
    std::map<std::uint64_t, std::string> wanted;
    for (const auto& [offset, line] : sample.sound.events) {
        if (!isKept(offset)) continue;
        const std::int64_t moved = static_cast<std::int64_t>(offset) + (offset < before ? 0 : kept.shift);
        wanted.emplace(static_cast<std::uint64_t>(moved), line);
    }
    if (!loaded.error.empty()) return wanted.empty() || kept.mayFail ? "" : "error " + loaded.error;
    std::size_t lost = 0;
    std::string first;
    for (const auto& [offset, line] : wanted) {
        const auto found = loaded.events.find(offset);
        if (found != loaded.events.end() && found->second == line) continue;
        if (lost++ == 0) first = fmt::format("at {}: {}", offset, line);
    }
    // Without its key the array is no array of events; what is found of it is luck, but it has to be said.
    const std::size_t array = sample.text.rfind("\"traceEvents\"", sample.elements.front().begin);
    if (lost > 0 && kept.mayFail && mutation.place.end > array && loaded.oddities > 0) return {};
    if (lost > 0) return fmt::format("{} events lost away from the damage, the first {}", lost, first);
    if (sample.packing != Packing::Plain) return {};
    for (const auto& [offset, line] : loaded.events) {
        const std::int64_t behindNow = static_cast<std::int64_t>(behind) + kept.shift;
        const bool isAway =
            offset < std::min(before, mutation.place.begin) || static_cast<std::int64_t>(offset) >= behindNow;
        if (isAway && !wanted.contains(offset)) return fmt::format("an event that never was at {}: {}", offset, line);
    }
    std::multiset<std::string> gone = sample.sound.metas;
    for (const std::string& meta : loaded.metas)
        if (const auto it = gone.find(meta); it != gone.end()) gone.erase(it);
    if (gone.size() > kept.behind - kept.before)
        return fmt::format("{} names of threads lost, the first {}", gone.size(), *gone.begin());
    return {};
}

} // namespace lanescope::test
