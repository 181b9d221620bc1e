#include "widgets/scene/row_filter.h"

#include <algorithm>

namespace lanescope::scene {

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

} // namespace

const std::vector<RowKindWord>& rowKindWords() {
    static const std::vector<RowKindWord> words{
        {"host", "threads of the host"},     {"runtime", "runtime calls"},         {"stream", "GPU streams"},
        {"compute", "streams that compute"}, {"comm", "streams that communicate"}, {"copies", "streams that copy"},
        {"spans", "annotations on the GPU"}, {"syncs", "synchronisation"},         {"counter", "counters"},
        {"band", "parts and idle bands"},    {"filter", "rows from filters"},      {"other", "everything else"}};
    return words;
}

bool isOfKind(const Row& row, std::string_view word) {
    switch (row.kind) {
    case RowKind::Group:
        return false;
    case RowKind::PartsBand:
    case RowKind::IdleBand:
        return word == "band";
    case RowKind::HostThread:
        return word == "host";
    case RowKind::RuntimeCalls:
        return word == "runtime";
    case RowKind::GpuSpans:
        return word == "spans";
    case RowKind::Stream:
        return word == "stream" || (word == "compute" && row.use == StreamUse::Compute) ||
               (word == "comm" && row.use == StreamUse::Communication) ||
               (word == "copies" && row.use == StreamUse::Copies);
    case RowKind::GpuSyncs:
        return word == "syncs";
    case RowKind::Counter:
        return word == "counter";
    case RowKind::Filtered:
        return word == "filter";
    default:
        return word == "other";
    }
}

RowFilter::RowFilter(std::string_view text) {
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view word = trimmed(text.substr(0, comma));
        text.remove_prefix(std::min(text.size(), comma + 1));
        Word out;
        if (word.starts_with('-')) {
            out.hides = true;
            word.remove_prefix(1);
        }
        if (word.starts_with("kind:")) {
            out.kind = true;
            word.remove_prefix(5);
        }
        out.text = lower(trimmed(word));
        if (out.text.empty()) continue; // still being typed
        m_wants = m_wants || !out.hides;
        m_words.push_back(std::move(out));
    }
}

bool RowFilter::keeps(const Row& row, std::string_view groupName) const {
    if (m_words.empty()) return true;
    const std::string names = lower(std::string(groupName) + " / " + row.name + " " + row.subtitle);
    bool wanted = !m_wants;
    for (const Word& word : m_words) {
        const bool fits = word.kind ? isOfKind(row, word.text) : names.find(word.text) != std::string::npos;
        if (fits && word.hides) return false;
        wanted = wanted || (fits && !word.hides);
    }
    return wanted;
}

} // namespace lanescope::scene
