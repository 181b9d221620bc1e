#include "core/query/filter.h"

#include "core/query/filter_columns.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <thread>

namespace lanescope {

namespace {

using filter::kBlockRows;
using filter::Node;

constexpr unsigned kMaxThreads = 16;
constexpr std::uint32_t kRowsPerThread = 262'144; // fewer are not worth one more thread

Error stopped() { return {ErrorCode::Cancelled, "the filter was stopped", {}, {}}; }

struct Plan {
    const filter::Expression* expression = nullptr;
    std::vector<std::unique_ptr<filter::ColumnTest>> tests;
};

using Block = std::array<std::uint8_t, kBlockRows>;

// Works on one block after the other; buffers are kept. One thread's.
class Evaluation {
public:
    explicit Evaluation(const Plan& plan) : m_plan(plan) { m_all.fill(1); }
    void run(std::uint32_t first, std::uint32_t count, std::uint64_t* words) {
        Block out;
        ofNode(m_plan.expression->root, first, count, m_all, out);
        for (std::uint32_t i = 0; i < count; i += 64) {
            std::uint64_t word = 0;
            const std::uint32_t n = std::min(64u, count - i);
            for (std::uint32_t bit = 0; bit < n; ++bit) word |= std::uint64_t{out[i + bit]} << bit;
            words[i / 64] = word;
        }
    }

private:
    bool isCostly(std::uint32_t index) const {
        const Node& node = m_plan.expression->nodes[index];
        if (node.kind == Node::Kind::Test) return m_plan.tests[node.test]->costly;
        if (node.kind == Node::Kind::Not) return isCostly(node.left);
        return false;
    }
    // Rows that are not wanted may come out as anything but are never looked at by the caller.
    void ofNode(std::uint32_t index, std::uint32_t first, std::uint32_t count, const Block& wanted, Block& out) const {
        const Node& node = m_plan.expression->nodes[index];
        switch (node.kind) {
        case Node::Kind::All:
            std::fill_n(out.begin(), count, std::uint8_t{1});
            return;
        case Node::Kind::Test:
            m_plan.tests[node.test]->block(first, count, wanted.data(), out.data());
            return;
        case Node::Kind::Not:
            ofNode(node.left, first, count, wanted, out);
            for (std::uint32_t i = 0; i < count; ++i) out[i] = static_cast<std::uint8_t>(out[i] ^ 1);
            return;
        case Node::Kind::And:
        case Node::Kind::Or:
            break;
        }
        const bool swap = isCostly(node.left) && !isCostly(node.right);
        ofNode(swap ? node.right : node.left, first, count, wanted, out);
        const bool both = node.kind == Node::Kind::And;
        Block rest; // rows the second side decides
        std::uint8_t any = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            rest[i] = static_cast<std::uint8_t>(wanted[i] & (both ? out[i] : out[i] ^ 1));
            any |= rest[i];
        }
        if (any == 0) return;
        Block second;
        ofNode(swap ? node.left : node.right, first, count, rest, second);
        for (std::uint32_t i = 0; i < count; ++i)
            out[i] = static_cast<std::uint8_t>(both ? out[i] & second[i] : out[i] | (rest[i] & second[i]));
    }

    const Plan& m_plan;
    Block m_all;
};

} // namespace

std::uint64_t SliceMask::count() const {
    std::uint64_t out = 0;
    for (const std::uint64_t word : m_words) out += static_cast<std::uint64_t>(std::popcount(word));
    return out;
}

Result<SliceMask> evaluate(const TraceStore& store, const Filter& filter, RunContext& run, unsigned threads) {
    if (run.stopRequested()) return stopped();
    Plan plan;
    plan.expression = &filter.expression();
    for (const filter::Test& test : plan.expression->tests) {
        plan.tests.push_back(filter::columnTest(store, test, run));
        if (!plan.tests.back()) return stopped();
    }
    const auto rows = static_cast<std::uint32_t>(store.slices().size());
    SliceMask mask(rows);
    std::atomic<std::uint64_t> next{0};
    const auto work = [&] {
        Evaluation evaluation(plan);
        for (;;) {
            const std::uint64_t first = next.fetch_add(kBlockRows);
            if (first >= rows || run.stopRequested()) return;
            const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(kBlockRows, rows - first));
            evaluation.run(static_cast<std::uint32_t>(first), count, mask.words().data() + first / 64);
        }
    };
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    threads = std::min({threads, kMaxThreads, 1 + rows / kRowsPerThread});
    {
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(work);
        work();
    }
    if (run.stopRequested()) return stopped();
    return mask;
}

std::vector<SliceId> slicesOf(const SliceMask& mask) {
    std::vector<SliceId> out;
    out.reserve(mask.count());
    const auto words = mask.words();
    for (std::size_t w = 0; w < words.size(); ++w)
        for (std::uint64_t word = words[w]; word != 0; word &= word - 1)
            out.push_back(SliceId{static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(word)))});
    return out;
}

Result<std::vector<SliceId>> slicesByTime(const TraceStore& store, const SliceMask& mask, RunContext& run) {
    std::vector<SliceId> out = slicesOf(mask);
    const auto before = [&store](SliceId a, SliceId b) {
        if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
        return store.eventOffset(a) < store.eventOffset(b);
    };
    // Within a lane the rows are in order already: neighbouring runs are merged, pair by pair.
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i <= out.size(); ++i)
        if (i == out.size() || before(out[i], out[i - 1])) ends.push_back(i);
    std::vector<SliceId> other(out.size());
    while (ends.size() > 1) {
        std::vector<std::size_t> merged;
        std::size_t begin = 0;
        for (std::size_t e = 0; e < ends.size(); e += 2) {
            if (run.stopRequested()) return stopped();
            const auto at = [&](std::size_t i) { return out.begin() + static_cast<std::ptrdiff_t>(i); };
            const std::size_t middle = ends[e];
            const std::size_t end = e + 1 < ends.size() ? ends[e + 1] : middle;
            std::merge(at(begin), at(middle), at(middle), at(end), other.begin() + static_cast<std::ptrdiff_t>(begin),
                       before);
            merged.push_back(end);
            begin = end;
        }
        std::swap(out, other);
        ends = std::move(merged);
    }
    if (run.stopRequested()) return stopped();
    return out;
}

} // namespace lanescope
