#include "tests/support/trace_dsl.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace lanescope::testing {
namespace {

[[noreturn]] void fail(std::string_view what, std::string_view line) {
    std::fprintf(stderr, "trace text: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
                 static_cast<int>(line.size()), line.data());
    std::abort();
}

std::vector<std::string> wordsOf(std::string_view line) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < line.size();) {
        if (line[i] == ' ') {
            ++i;
            continue;
        }
        if (line[i] == '#') break;
        std::string word;
        bool quoted = false;
        for (; i < line.size() && (quoted || line[i] != ' '); ++i) {
            if (line[i] == '"')
                quoted = !quoted;
            else
                word += line[i];
        }
        words.push_back(word);
    }
    return words;
}

std::int64_t number(const std::string& text, std::string_view line) {
    char* end = nullptr;
    const std::int64_t value = std::strtoll(text.c_str(), &end, 0);
    if (end == text.c_str() || *end != 0) fail("expected a number, found \"" + text + "\"", line);
    return value;
}

std::string folded(std::string_view key) {
    std::string out(key);
    for (char& c : out) {
        if (c == ' ') c = '_';
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

std::optional<ArgField> fieldOf(const std::string& key) {
    if (key == "pyid") return ArgField::PythonId;
    if (key == "pyparent") return ArgField::PythonParentId;
    // "bytes" is that of copies, "Bytes" that of memory events
    for (const ArgFieldInfo& info : argFieldTable())
        if (info.key == key) return info.field;
    for (const ArgFieldInfo& info : argFieldTable())
        if (folded(info.key) == folded(key)) return info.field;
    return std::nullopt;
}

// One parse thread: its numbers and the batch it is filling.
struct Producer {
    std::map<std::string, std::uint32_t> strings{{"", 0}};
    std::map<std::string, std::uint32_t> threads;
};

class Writer {
public:
    Writer(DslBatches& out, const DslOptions& options)
        : m_out(out), m_options(options), m_producers(options.producers) {}

    void write(std::string_view line, std::uint64_t offset) {
        const std::vector<std::string> words = wordsOf(line);
        if (words.empty()) return;
        m_line = line;
        if (m_out.batches.empty() || batch().counts.elements >= m_options.perBatch) startBatch(offset);
        ++batch().counts.elements;
        if (words[0] == "!M") return writeMeta(words);
        writeEvent(words, offset);
    }

private:
    RawBatch& batch() { return m_out.batches.back(); }
    Producer& producer() { return m_producers[batch().producer]; }

    void startBatch(std::uint64_t offset) {
        RawBatch next;
        next.sequence = m_out.batches.size();
        next.producer = static_cast<std::uint32_t>(next.sequence % m_options.producers);
        next.textOffset = offset;
        m_out.batches.push_back(std::move(next));
    }

    std::uint32_t string(const std::string& text) {
        const auto [it, isNew] =
            producer().strings.try_emplace(text, static_cast<std::uint32_t>(producer().strings.size()));
        if (isNew) batch().newStrings.push_back(m_out.texts.emplace_back(text));
        return it->second;
    }

    std::uint32_t thread(const std::string& text) {
        const std::size_t slash = text.find('/');
        if (slash == std::string::npos) fail("expected pid/tid, found \"" + text + "\"", m_line);
        const std::uint32_t pid = string(text.substr(0, slash)), tid = string(text.substr(slash + 1));
        const auto [it, isNew] =
            producer().threads.try_emplace(text, static_cast<std::uint32_t>(producer().threads.size()));
        if (isNew) batch().newThreads.push_back({pid, tid});
        return it->second;
    }

    void writeMeta(const std::vector<std::string>& words) {
        using Kind = RawThreadMeta::Kind;
        static const std::map<std::string, Kind> kKinds{{"process_name", Kind::ProcessName},
                                                        {"process_labels", Kind::ProcessLabels},
                                                        {"process_sort_index", Kind::ProcessSortIndex},
                                                        {"thread_name", Kind::ThreadName},
                                                        {"thread_sort_index", Kind::ThreadSortIndex}};
        if (words.size() != 4 || !kKinds.contains(words[1])) fail("expected !M kind pid/tid value", m_line);
        ++batch().counts.byPhase[static_cast<unsigned char>('M')];
        RawThreadMeta meta{kKinds.at(words[1]), thread(words[2]), 0, 0};
        if (words[1].ends_with("sort_index"))
            meta.sortIndex = number(words[3], m_line);
        else
            meta.text = string(words[3]);
        batch().threadMeta.push_back(meta);
    }

    void writeEvent(const std::vector<std::string>& words, std::uint64_t offset) {
        const bool hasPhase = words[0].size() == 2 && words[0][0] == '!';
        const std::size_t first = hasPhase ? 1 : 0;
        if (words.size() < first + 4) fail("expected category, name, pid/tid, time", m_line);
        RawEvent event;
        event.phase = hasPhase ? words[0][1] : 'X';
        event.offset = static_cast<std::uint32_t>(offset - batch().textOffset);
        event.category = words[first] == "-" ? 0 : string(words[first]);
        event.name = words[first + 1] == "-" ? 0 : string(words[first + 1]);
        event.thread = thread(words[first + 2]);
        readTime(words[first + 3], event);
        for (std::size_t i = first + 4; i < words.size(); ++i) readKey(words[i], event);
        ++batch().counts.byPhase[static_cast<unsigned char>(event.phase)];
        batch().events.push_back(event);
    }

    void readTime(const std::string& text, RawEvent& event) {
        const std::size_t dots = text.find(".."), plus = text.find('+');
        if (text == "-") return;
        if (dots != std::string::npos) {
            event.ts = number(text.substr(0, dots), m_line);
            event.dur = number(text.substr(dots + 2), m_line) - event.ts;
        } else if (plus != std::string::npos) {
            event.ts = number(text.substr(0, plus), m_line);
            event.dur = number(text.substr(plus + 1), m_line);
        } else {
            event.ts = number(text, m_line);
        }
    }

    void readKey(const std::string& word, RawEvent& event) {
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        if (key == "local") {
            event.flags |= RawEvent::kIdLocal;
        } else if (key == "bp") {
            event.flags |= RawEvent::kBindEnclosing;
        } else if (key == "flow") {
            if (value.starts_with("in")) event.flags |= RawEvent::kFlowIn;
            if (value.ends_with("out")) event.flags |= RawEvent::kFlowOut;
        } else if (event.phase == 'C') {
            batch().counterValues.push_back(
                {static_cast<std::uint32_t>(batch().events.size()), string(key), std::strtod(value.c_str(), nullptr)});
        } else if (key == "id") {
            event.id = static_cast<std::uint64_t>(number(value, m_line));
        } else if (key == "corr") {
            event.correlation = static_cast<std::uint64_t>(number(value, m_line));
        } else if (key == "ext") {
            event.externalId = static_cast<std::uint64_t>(number(value, m_line));
        } else if (const auto field = fieldOf(key)) {
            const bool isText = info(*field).type == ArgType::Text;
            const std::int64_t read = isText ? string(value) : number(value, m_line);
            batch().args.push_back({static_cast<std::uint32_t>(batch().events.size()), *field, read});
        } else {
            fail("unknown key \"" + key + "\"", m_line);
        }
    }

    DslBatches& m_out;
    const DslOptions& m_options;
    std::vector<Producer> m_producers;
    std::string_view m_line;
};

} // namespace

DslBatches batchesOf(std::string_view text, const DslOptions& options) {
    DslBatches out;
    Writer writer(out, options);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        writer.write(text.substr(at, end - at), at);
        at = end + 1;
    }
    return out;
}

std::shared_ptr<const TraceStore> storeOf(std::string_view text, const DslOptions& options) {
    const DslBatches batches = batchesOf(text, options);
    TraceBuilder builder({options.threads, options.rank, options.rules});
    for (const RawBatch& batch : batches.batches) builder.consume(batch);
    builder.finish(options.info, {});
    RunContext context;
    const auto store = builder.takeStore(context);
    if (!store.ok()) fail(store.error().text(), "");
    return *store;
}

SliceId sliceNamed(const TraceStore& store, std::string_view name) {
    std::optional<SliceId> found;
    for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
        if (store.name(SliceId{row}) != name) continue;
        if (found) fail("a name that stands twice", name);
        found = SliceId{row};
    }
    if (!found) fail("no slice has the name", name);
    return *found;
}

std::string nameOr(const TraceStore& store, std::optional<SliceId> slice, std::string_view otherwise) {
    return std::string(slice ? store.name(*slice) : otherwise);
}

std::string parentOf(const TraceStore& store, std::string_view name) {
    return nameOr(store, store.parent(sliceNamed(store, name)));
}

std::string launchOf(const TraceStore& store, std::string_view name) {
    return nameOr(store, store.launchOf(sliceNamed(store, name)));
}

std::uint32_t laneInTrack(const TraceStore& store, std::string_view name) {
    const LaneId lane = store.lane(sliceNamed(store, name));
    return lane.value - store.tracks()[store.lanes()[lane.value].track.value].firstLane;
}

const Track& trackOf(const TraceStore& store, std::string_view name) {
    return store.tracks()[store.track(sliceNamed(store, name)).value];
}

} // namespace lanescope::testing
