#include "core/session/cut/cut.h"

#include "core/base/atomic_file.h"
#include "core/base/json.h"
#include "core/base/limits.h"
#include "core/export/redact_json.h"
#include "core/readers/chrome_json/decimal.h"
#include "core/session/cut/cut_parts.h"
#include "core/session/event_extent.h"
#include "core/synth/packer.h"

#include <algorithm>
#include <array>

namespace lanescope::cut {
namespace {

constexpr std::size_t kWindow = std::size_t{4} << 20, kPiece = std::size_t{64} << 10;
constexpr std::string_view kArrayKey = "\"traceEvents\"";

bool isBetween(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ','; }

// A window over the text that only goes forward.
class Walk {
public:
    explicit Walk(const io::TextAccess& text) : m_text(text) {}
    std::uint64_t at() const { return m_base + m_at; }
    std::string_view rest() const { return std::string_view(m_window).substr(m_at); }
    void skip(std::size_t n) { m_at = std::min(m_at + n, m_window.size()); }
    bool atEnd() const { return m_ended && m_at == m_window.size(); }
    // More of the text behind what is in view.
    Status more() {
        m_base += m_at;
        m_window.erase(0, m_at);
        m_at = 0;
        auto piece = m_text.read(m_base + m_window.size(), kWindow);
        if (!piece.ok()) return piece.error();
        m_ended = piece->size() < kWindow;
        m_window += *piece;
        return {};
    }
    void jump(std::uint64_t offset) {
        if (offset <= m_base + m_window.size() && offset >= m_base) {
            m_at = static_cast<std::size_t>(offset - m_base);
            return;
        }
        m_window.clear();
        m_at = 0;
        m_base = offset;
        m_ended = false;
    }
    bool ended() const { return m_ended; }

private:
    const io::TextAccess& m_text;
    std::string m_window;
    std::size_t m_at = 0;
    std::uint64_t m_base = 0;
    bool m_ended = false;
};

class Cutter {
public:
    Cutter(const LoadedTrace& trace, Choice choice, const Redactor* names, const Output& out, RunContext& context)
        : m_trace(trace),
          m_names(names),
          m_store(*trace.store),
          m_choice(std::move(choice)),
          m_out(out),
          m_context(context),
          m_walk(*trace.text) {}

    Result<Counts> run() {
        if (const Status found = toFirst(); !found.ok()) return found.error();
        for (;;) {
            if (m_context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
            while (!m_walk.rest().empty() && isBetween(m_walk.rest().front())) m_walk.skip(1);
            if (m_walk.rest().empty()) {
                if (m_walk.atEnd()) return m_counts;
                if (const Status read = m_walk.more(); !read.ok()) return read.error();
                continue;
            }
            const auto one = step();
            if (!one.ok()) return one.error();
            if (!*one) return m_counts;
        }
    }

private:
    // False: over.
    Result<bool> step() {
        const std::string_view rest = m_walk.rest();
        if (rest.front() == ']') return onward();
        if (rest.front() != '{') { // what broken writers leave behind
            m_walk.skip(std::max<std::size_t>(1, std::min(rest.find('{', 1), rest.size())));
            return true;
        }
        auto length = eventExtent(rest);
        if (!length && !m_walk.ended() && rest.size() < limits::kMaxEventBytes) {
            if (const Status read = m_walk.more(); !read.ok()) return read.error();
            return true;
        }
        if (!length) length = eventExtentByBraces(rest);
        if (!length) return onward();
        const bool written = event(m_walk.at(), rest.substr(0, *length));
        m_walk.skip(*length);
        return written;
    }

    // The array has ended: there may be another one with events of ours.
    Result<bool> onward() {
        if (m_next >= m_choice.events.size()) return false;
        const std::uint64_t next = m_choice.events[m_next].offset;
        if (next <= m_walk.at()) return false;
        m_walk.jump(next);
        return true;
    }

    // Behind the '[' of the events.
    Status toFirst() {
        const std::uint64_t first = m_choice.events.empty() ? 0 : m_choice.events.front().offset;
        if (const Status read = m_walk.more(); !read.ok()) return read.error();
        for (;;) {
            const std::size_t key = m_walk.rest().find(kArrayKey);
            if (key != std::string_view::npos && m_walk.at() + key < first) {
                m_walk.skip(key + kArrayKey.size());
                m_walk.skip(std::min(m_walk.rest().find('['), m_walk.rest().size()) + 1);
                return {};
            }
            if (m_walk.ended() || m_walk.at() + m_walk.rest().size() > first) break;
            m_walk.skip(m_walk.rest().size() - kArrayKey.size());
            if (const Status read = m_walk.more(); !read.ok()) return read.error();
        }
        m_walk.jump(0);
        if (const Status read = m_walk.more(); !read.ok()) return read.error();
        const std::size_t begin = m_walk.rest().find_first_not_of(" \t\r\n");
        if (begin < m_walk.rest().size() && m_walk.rest()[begin] == '[')
            m_walk.skip(begin + 1);
        else
            m_walk.jump(first);
        return {};
    }

    bool event(std::uint64_t offset, std::string_view text) {
        while (m_next < m_choice.events.size() && m_choice.events[m_next].offset < offset) ++m_next;
        if (m_next < m_choice.events.size() && m_choice.events[m_next].offset == offset)
            return chosen(m_choice.events[m_next++].slice, text);
        const char phase = phaseOf(text);
        if (phase == 'M') return metadata(text);
        if (phase == 'C') return counter(text);
        if (phase == 's' || phase == 't' || phase == 'f') return flow(text, phase);
        if (phase == 'E' || phase == 'e' || phase == 'F') return end(text);
        return true;
    }

    bool chosen(std::optional<SliceId> slice, std::string_view text) {
        if (!slice) return put(text, m_counts.instants);
        learnScale(*slice, text);
        const char phase = phaseOf(text);
        if (phase == 'B' || phase == 'b' || phase == 'S') ++m_ends[endKey(text, count(m_store.end(*slice)))];
        return put(text, m_counts.slices);
    }

    // Files in ns are rare: how many decimals stand between the text and ns is seen at the first slice.
    void learnScale(SliceId slice, std::string_view text) {
        if (m_shift) return;
        const auto ts = readers::Decimal::parse(fieldOf(text, "ts"));
        if (!ts || ts->digits.empty()) return; // zero is zero in any unit
        for (const int shift : {0, 3})
            if (ts->rounded(shift) == count(m_store.start(slice))) m_shift = shift;
    }

    std::optional<std::int64_t> timeOf(std::string_view text) const {
        const auto ts = readers::Decimal::parse(fieldOf(text, "ts"));
        return ts ? ts->rounded(m_shift.value_or(3)) : std::nullopt;
    }

    bool metadata(std::string_view text) {
        constexpr std::array<std::string_view, 5> names{"process_name", "process_labels", "process_sort_index",
                                                        "thread_name", "thread_sort_index"};
        const std::string_view name = fieldOf(text, "name");
        if (std::find(names.begin(), names.end(), name) == names.end()) return true;
        const std::string_view pid = fieldOf(text, "pid");
        const bool ofThread = name.starts_with("thread");
        if (ofThread ? !m_choice.threads.contains(threadKey(pid, fieldOf(text, "tid")))
                     : !m_choice.processes.contains(std::string(pid)))
            return true;
        const auto json = parseJson(text, "event");
        if (!json.ok()) return true;
        // Only what is understood: other members may hold anything.
        Json out, arguments = Json::object();
        for (const char* key : {"name", "ph", "pid", "tid"})
            if (const Json* value = json->find(key)) out[key] = *value;
        out["ts"] = 0;
        if (const Json* args = json->find("args"))
            for (const char* key : {"name", "labels", "sort_index"})
                if (const Json* value = args->find(key)) arguments[key] = *value;
        out["args"] = std::move(arguments);
        return put(out.dump(Json::Style::Compact), m_counts.metadata);
    }

    bool counter(std::string_view text) {
        const auto time = timeOf(text);
        if (!time || rankTime(*time) < m_choice.range.begin || rankTime(*time) >= m_choice.range.end) return true;
        const std::string name = lower(fieldOf(text, "name"));
        const auto& words = m_choice.counterWords;
        const bool asked = words.empty() || std::any_of(words.begin(), words.end(), [&](const std::string& word) {
                               return name.find(word) != std::string::npos;
                           });
        return !asked || put(text, m_counts.counters);
    }

    bool flow(std::string_view text, char phase) {
        const auto time = timeOf(text);
        if (!time) return true;
        const std::string thread = threadKey(fieldOf(text, "pid"), fieldOf(text, "tid"));
        const auto found = m_choice.flows.find(flowKey(fieldOf(text, "cat"), phase, *time, thread));
        if (found == m_choice.flows.end() || found->second == 0) return true;
        --found->second;
        return put(text, m_counts.flows);
    }

    static std::string endKey(std::string_view text, std::int64_t ns) {
        const char phase = phaseOf(text);
        const bool ofThread = phase == 'B' || phase == 'E';
        return flowKey(ofThread ? "" : fieldOf(text, "id"), ' ', ns,
                       threadKey(fieldOf(text, "pid"), ofThread ? fieldOf(text, "tid") : std::string_view{}));
    }

    bool end(std::string_view text) {
        const auto time = timeOf(text);
        if (!time) return true;
        const auto found = m_ends.find(endKey(text, *time));
        if (found == m_ends.end() || found->second == 0) return true;
        --found->second;
        return put(text, m_counts.ends);
    }

    bool put(std::string_view text, std::uint64_t& counted) {
        ++counted;
        std::string event = shareable(text, m_counts.hiddenSecrets);
        if (m_names) event = withoutNames(event, *m_names);
        const std::string line = (m_first ? "  " : ",\n  ") + event;
        m_first = false;
        return m_out(line);
    }

    const LoadedTrace& m_trace;
    const Redactor* m_names; // null: names are kept
    const TraceStore& m_store;
    Choice m_choice;
    const Output& m_out;
    RunContext& m_context;
    Walk m_walk;
    std::size_t m_next = 0; // of the chosen events
    bool m_first = true;
    std::optional<int> m_shift;
    std::map<std::string, std::size_t> m_ends;
    Counts m_counts;
};

// Arguments stay raw, so what they give away is not known from the trace: the events are gone through once before.
Result<std::shared_ptr<const Redactor>> namesOf(const LoadedTrace& trace, const Options& options, const Choice& choice,
                                                RunContext& context) {
    if (!options.names) return std::shared_ptr<const Redactor>();
    auto names = std::make_shared<Redactor>(*options.names);
    const Output learn = [&](std::string_view event) {
        std::string plain; // "\\/" is a slash
        plain.reserve(event.size());
        for (std::size_t i = 0; i < event.size(); ++i)
            if (event[i] != '\\' || i + 1 == event.size() || event[i + 1] != '/') plain += event[i];
        names->learnText(plain, Redactor::Text::OfEvent);
        return true;
    };
    const auto read = Cutter(trace, choice, nullptr, learn, context).run();
    if (!read.ok()) return read.error();
    return std::shared_ptr<const Redactor>(std::move(names));
}

} // namespace

Result<Counts> write(const LoadedTrace& trace, const Options& options, std::string_view name, const Output& out,
                     RunContext& context) {
    const TraceStore& store = *trace.store;
    if (store.info().format != "chrome_json")
        return Error{ErrorCode::UnsupportedFormat, "expected a trace in Chrome JSON, found " + store.info().format,
                     trace.path.string(), "only those can be cut"};
    if (!trace.text)
        return Error{ErrorCode::MissingData, "the raw text of the events was not kept", trace.path.string(),
                     "open the file again"};
    Choice choice = choose(store, options);
    RankTime begin = store.extent().end;
    for (const Choice::Event& event : choice.events)
        if (event.slice) begin = std::min(begin, store.start(*event.slice));
    if (choice.events.empty())
        return Error{ErrorCode::MissingData, "expected events in the range, found none", trace.path.string(),
                     "lanescope-cli info tells how long the trace is"};
    const auto names = namesOf(trace, options, choice, context);
    if (!names.ok()) return names.error();
    if (!out(header(store, {options.range, options.words, *names})))
        return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    auto counts = Cutter(trace, std::move(choice), names->get(), out, context).run();
    if (!counts.ok()) return counts;
    out(footer(*names ? (**names)(name) : std::string(name)));
    counts->begin = begin;
    return counts;
}

Result<Counts> save(const LoadedTrace& trace, const Options& options, const std::filesystem::path& path,
                    RunContext& context) {
    const std::string file = path.filename().string();
    const auto packer = synth::makePacker(file.ends_with(".gz") ? synth::Packing::Gzip : synth::Packing::None);
    std::string name = packer ? file.substr(0, file.size() - 3) : file;
    Result<Counts> counts{Counts{}};
    const Status written = writeAtomically(path, [&](const TakePiece& take) {
        std::string piece;
        const auto flush = [&](std::size_t from) {
            if (piece.size() < from) return true;
            const bool taken = take(piece);
            piece.clear();
            return taken;
        };
        counts = write(
            trace, options, name,
            [&](std::string_view text) {
                if (packer)
                    packer->add(text, piece);
                else
                    piece += text;
                return flush(kPiece);
            },
            context);
        if (packer) packer->finish(piece);
        return counts.ok() && flush(0);
    });
    if (!counts.ok()) return counts.error(); // says more than that it was stopped
    if (!written.ok()) return written.error();
    return counts;
}

} // namespace lanescope::cut
