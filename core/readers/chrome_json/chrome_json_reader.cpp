#include "core/readers/chrome_json/chrome_json_reader.h"

#include "core/readers/chrome_json/metadata.h"
#include "core/readers/chrome_json/object_scanner.h"
#include "core/readers/chrome_json/pipeline.h"
#include "core/readers/chrome_json/rank_from_name.h"
#include "core/readers/chrome_json/top_level.h"
#include "core/readers/chrome_json/vendor.h"

#include <algorithm>
#include <fmt/format.h>

#include <thread>

namespace lanescope::readers {
namespace {

std::string_view withoutBlanks(std::span<const char> head) {
    std::string_view text(head.data(), head.size());
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    return text;
}

// The file is a sequence of events without anything around them: the outermost object is an event itself.
bool isEventLines(std::span<const char> head) {
    const std::string text(withoutBlanks(head)); // NUL at its end
    if (!text.starts_with('{')) return false;
    ObjectScanner members(text);
    std::string_view key;
    for (RawValue value; members.next(key, value);) {
        if (key == "traceEvents") return false;
        if (key == "ph") return value.tok == Tok::Quote && value.size == 1;
    }
    return false;
}

class Load {
public:
    Load(io::InputFile& input, std::span<const char> head, EventSink& sink, const ReadOptions& options,
         RunContext& context, const SplitOptions& split)
        : m_isLines(isEventLines(head)),
          m_fileName(options.fileName),
          m_sink(sink),
          m_context(context),
          m_source(input, head, context),
          m_pipeline(m_source, sink, pipelineOptions(options, split), context) {}

    Result<TraceInfo> run() {
        if (const Status status = readAll(); !status.ok()) return status.error();
        if (m_context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped before the end of the file", "", ""};
        if (m_source.error() && m_pipeline.sums().drawable == 0) return *m_source.error();
        if (m_pipeline.sums().drawable == 0 && !m_hasSamples) return nothingToShow();
        finish();
        return m_info;
    }

private:
    PipelineOptions pipelineOptions(const ReadOptions& options, const SplitOptions& split) const {
        const unsigned threads = options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
        return {threads, m_isLines ? Separators::None : Separators::Commas, split, options.betweenBatches};
    }

    Status readAll() {
        if (m_isLines) {
            readEvents();
            return {};
        }
        TopLevel top(m_source, m_oddities, [this] { return readEvents(); });
        Status status = top.read();
        applyMetadata(top.values(), m_info, m_oddities);
        for (const TopLevelValue& v : top.values()) {
            if (v.key != "samples") continue;
            m_hasSamples = true;
            m_oddities.add(OddityKind::PhaseWithoutRow, v.offset, "samples beside the events");
        }
        return status;
    }

    bool readEvents() {
        const auto outcome = m_pipeline.readArray();
        if (outcome == EventPipeline::Outcome::EndOfText && !m_pipeline.sums().truncated && !m_isLines)
            m_oddities.add(OddityKind::Unclosed, m_source.offset());
        // After the end of the text there is nothing around the array either.
        return outcome == EventPipeline::Outcome::ArrayEnd;
    }

    Error nothingToShow() const {
        const ElementCounts& counts = m_pipeline.sums().counts;
        if (counts.elements == 0 && counts.dropped == 0)
            return {ErrorCode::NoEvents, "traceEvents is empty", "",
                    "nothing happened while the profiler was recording"};
        if (counts.nonObjects == counts.elements)
            return {ErrorCode::NotATrace, "expected an array of trace events, found one of other values", "",
                    "Lanescope reads the JSON traces that the PyTorch profiler writes"};
        return {ErrorCode::NoEvents,
                fmt::format("none of the {} elements of traceEvents can be drawn",
                            std::max(counts.elements, counts.dropped)),
                "", "a recording without work holds only names of processes and threads"};
    }

    void finish() {
        if (m_source.error()) m_oddities.add(OddityKind::Truncated, m_source.offset(), m_source.error()->message);
        // Both together are the mark of a writer that forgot to pad the decimals; either alone is not.
        const FractionStats& fractions = m_pipeline.sums().fractions;
        if (fractions.unpadded > 0 && fractions.endInZero > 0 && !m_info.baseTimeNs) {
            std::uint64_t left = fractions.unpadded;
            for (const std::uint64_t offset : fractions.samples) {
                m_oddities.add(OddityKind::AmbiguousFraction, offset);
                --left;
            }
            if (left > 0) m_oddities.add(OddityKind::AmbiguousFraction, 0, {}, left);
        }
        if (!m_info.rank) {
            m_info.rank = rankFromFileName(m_fileName);
            if (m_info.rank) m_info.rankSource = TraceInfo::RankSource::FileName;
        }
        VendorGuess vendor;
        m_pipeline.eachText([&](std::string_view text) { vendor.see(text); });
        m_info.vendor = vendor.result(m_info);
        m_info.fileName = m_fileName;
        m_info.format = "chrome_json";
        m_info.textBytes = m_source.offset();
        m_sink.finish(m_info, m_oddities);
    }

    bool m_isLines;
    std::string m_fileName;
    EventSink& m_sink;
    RunContext& m_context;
    TextSource m_source;
    EventPipeline m_pipeline;
    TraceInfo m_info;
    OddityList m_oddities;
    bool m_hasSamples = false;
};

} // namespace

int sniffChromeJson(std::span<const char> head) {
    const std::string_view text = withoutBlanks(head);
    if (text.empty()) return 1; // blanks only: the reader says so
    if (text.front() != '{' && text.front() != '[')
        return text.find("\"traceEvents\"") != std::string_view::npos ? 20 : 0;
    if (text.find("\"traceEvents\"") != std::string_view::npos) return 90;
    return text.find("\"ph\"") != std::string_view::npos ? 80 : 10;
}

Result<TraceInfo> loadChromeJson(io::InputFile& input, std::span<const char> head, EventSink& sink,
                                 const ReadOptions& options, RunContext& context) {
    return loadChromeJson(input, head, sink, options, context, SplitOptions{});
}

Result<TraceInfo> loadChromeJson(io::InputFile& input, std::span<const char> head, EventSink& sink,
                                 const ReadOptions& options, RunContext& context, const SplitOptions& split) {
    return Load(input, head, sink, options, context, split).run();
}

} // namespace lanescope::readers
