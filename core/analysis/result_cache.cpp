#include "core/analysis/result_cache.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {

namespace {

constexpr const char* kWorkKey = "work";

// Everything the analysis reads, and nothing else.
std::string keyOf(const AnalysisInfo& info, const AnalysisInput& input) {
    std::string key(info.id);
    if (input.range) key += fmt::format(" range {} {}", count(input.range->begin), count(input.range->end));
    if (input.device) key += fmt::format(" device {}", input.device->text());
    key += fmt::format(" rows {}", input.maxRows);
    if (contains(info.takes, Takes::Thresholds))
        key += fmt::format(" gaps {} {}", input.thresholds.launchBelowNs, input.thresholds.largeFromNs);
    if (contains(info.takes, Takes::Idle)) key += fmt::format(" idle {}", input.idle.kernelGapBelowNs);
    if (contains(info.takes, Takes::Grouping))
        key += fmt::format(" by {} {}", static_cast<int>(input.operators), input.stackDepth);
    if (contains(info.takes, Takes::Peaks))
        key += fmt::format(" peaks {}", static_cast<const void*>(input.peaks.get()));
    if (contains(info.takes, Takes::Model))
        key += fmt::format(" model {} {}", input.tokensPerStep.value_or(-1), input.parameters.value_or(-1));
    if (contains(info.takes, Takes::EventText)) key += input.eventText ? " text" : " no text";
    return key;
}

std::size_t bytesOf(const std::string& text) { return text.capacity() > 15 ? text.capacity() : 0; }

// Another trace may live where a closed one was.
bool isOf(const std::weak_ptr<const TraceStore>& kept, const TraceStore* store) { return kept.lock().get() == store; }

} // namespace

std::size_t bytesOf(const AnalysisResult& result) {
    std::size_t out = 0;
    for (const Table& table : result.tables) {
        for (const auto& row : table.rows) {
            out += sizeof(row) + row.capacity() * sizeof(Cell);
            for (const Cell& cell : row)
                if (const auto* text = std::get_if<std::string>(&cell)) out += bytesOf(*text);
        }
        for (const auto& slices : table.rowSlices) out += sizeof(slices) + slices.capacity() * sizeof(SliceId);
    }
    for (const Highlight& mark : result.highlights)
        out += sizeof(mark) + bytesOf(mark.label) + mark.slices.capacity() * sizeof(SliceId);
    return out;
}

Result<ResultCache::Answer> ResultCache::run(const AnalysisInfo& info, const std::shared_ptr<const TraceStore>& store,
                                             AnalysisInput input, RunContext& context) {
    const std::string key = keyOf(info, input);
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, context.stopToken(), [&] { return !isRunning(store.get(), key); });
        if (context.stopRequested()) return Error{ErrorCode::Cancelled, "the analysis was stopped", {}, {}};
        if (Answer kept = findLocked(store.get(), key)) return kept;
        m_running.push_back({store.get(), key});
    }
    if (!input.work && !missingNeed(*store, info)) input.work = work(store);
    auto result = runAnalysis(info, *store, input, context);
    Answer answer;
    if (result.ok()) {
        answer = std::make_shared<const AnalysisResult>(std::move(*result));
        const std::scoped_lock lock(m_mutex);
        keepLocked({store, key, answer, input.peaks, bytesOf(*answer) + bytesOf(key), 0});
    }
    finished(store.get(), key);
    if (!answer) return result.error();
    return answer;
}

ResultCache::Answer ResultCache::find(const AnalysisInfo& info, const std::shared_ptr<const TraceStore>& store,
                                      const AnalysisInput& input) {
    const std::string key = keyOf(info, input);
    const std::scoped_lock lock(m_mutex);
    return findLocked(store.get(), key);
}

std::shared_ptr<const TraceWork> ResultCache::work(const std::shared_ptr<const TraceStore>& store) {
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return !isRunning(store.get(), kWorkKey); });
        for (KeptWork& kept : m_works) {
            if (!isOf(kept.store, store.get())) continue;
            kept.used = ++m_clock;
            return kept.work;
        }
        m_running.push_back({store.get(), kWorkKey});
    }
    auto work = std::make_shared<const TraceWork>(collectTraceWork(*store));
    {
        const std::scoped_lock lock(m_mutex);
        std::erase_if(m_works, [](const KeptWork& kept) { return kept.store.expired(); });
        if (m_works.size() >= kMaxWorks)
            m_works.erase(std::min_element(m_works.begin(), m_works.end(),
                                           [](const KeptWork& a, const KeptWork& b) { return a.used < b.used; }));
        m_works.push_back({store, work, ++m_clock});
    }
    finished(store.get(), kWorkKey);
    return work;
}

void ResultCache::forget(const TraceStore& store) {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_entries, [&](const Entry& e) { return isOf(e.store, &store); });
    std::erase_if(m_works, [&](const KeptWork& w) { return isOf(w.store, &store); });
}

std::size_t ResultCache::bytes() const {
    const std::scoped_lock lock(m_mutex);
    std::size_t out = 0;
    for (const Entry& entry : m_entries) out += entry.bytes;
    return out;
}

std::size_t ResultCache::size() const {
    const std::scoped_lock lock(m_mutex);
    return m_entries.size();
}

ResultCache::Answer ResultCache::findLocked(const TraceStore* store, const std::string& key) {
    for (Entry& entry : m_entries) {
        if (entry.key != key || !isOf(entry.store, store)) continue;
        entry.used = ++m_clock;
        return entry.answer;
    }
    return nullptr;
}

// An answer larger than everything together is given and not kept.
void ResultCache::keepLocked(Entry entry) {
    std::erase_if(m_entries, [](const Entry& e) { return e.store.expired(); });
    if (entry.bytes > m_maxBytes) return;
    std::size_t total = entry.bytes;
    for (const Entry& kept : m_entries) total += kept.bytes;
    while (total > m_maxBytes) {
        const auto oldest = std::min_element(m_entries.begin(), m_entries.end(),
                                             [](const Entry& a, const Entry& b) { return a.used < b.used; });
        total -= oldest->bytes;
        m_entries.erase(oldest);
    }
    entry.used = ++m_clock;
    m_entries.push_back(std::move(entry));
}

bool ResultCache::isRunning(const TraceStore* store, const std::string& key) const {
    return std::any_of(m_running.begin(), m_running.end(),
                       [&](const Running& r) { return r.store == store && r.key == key; });
}

void ResultCache::finished(const TraceStore* store, const std::string& key) {
    {
        const std::scoped_lock lock(m_mutex);
        std::erase_if(m_running, [&](const Running& r) { return r.store == store && r.key == key; });
    }
    m_changed.notify_all();
}

} // namespace lanescope
