// Repeated runs of kernels on streams. Runs of one length are numbered from those one shorter, so each costs one look
// into a table whatever its length; runs that occur once are not made longer. The longest grow by comparing names, in
// order of their first occurrence: what a grown one covers is not grown again, or a period would grow from everywhere.
#include "core/analysis/sequences/sequences.h"
#include "core/analysis/side_cursor.h"

#include <algorithm>
#include <array>
#include <map>

namespace lanescope {

namespace {

constexpr std::uint32_t kNone = 0xffffffffu;
constexpr std::size_t kGrowthPerKernel = 256; // comparisons: a bound on made-up traces; real ones need a few

struct StreamKernels {
    std::vector<SliceId> kernels;    // by start
    std::vector<std::int64_t> ns;    // [i]: durations of the kernels before i
    std::vector<std::int64_t> gapNs; // [i]: gaps before the kernels 1 to i
    std::vector<std::uint32_t> runs; // number of the run that begins here; kNone: occurs once, or too near the end
    std::vector<std::uint32_t> shorterRuns; // the same of the length before
    std::vector<std::uint32_t> covered;     // occurrences of the grown run that lies here; 0: none
    std::int64_t kernelNs(std::size_t at, std::size_t n) const { return ns[at + n] - ns[at]; }
    std::int64_t gapsNs(std::size_t at, std::size_t n) const { return gapNs[at + n - 1] - gapNs[at]; }
};

struct Run {                          // all occurrences of the same names
    std::uint32_t raw = 0, count = 0; // overlapping ones too; those that do not overlap each other
    std::uint32_t stream = kNone;     // of the last one, and where it ended
    std::size_t lastEnd = 0;
    std::uint32_t firstStream = 0;
    std::size_t firstAt = 0;
    std::int64_t kernelNs = 0, gapNs = 0;
    bool isPart = false; // of a longer one with as many occurrences
};

// From (number of the run one shorter, name behind it) to a number. Open addressing.
class Numbers {
public:
    explicit Numbers(std::size_t expected) {
        std::size_t size = 1'024;
        while (size < 2 * expected) size *= 2;
        m_slots.assign(size, {0, kNone});
    }
    std::uint32_t of(std::uint32_t shorter, std::uint32_t name) {
        const std::uint64_t key = std::uint64_t{shorter} << 32 | name;
        std::size_t at = (key * 0x9e3779b97f4a7c15u) >> 24 & (m_slots.size() - 1);
        while (m_slots[at].second != kNone && m_slots[at].first != key) at = (at + 1) & (m_slots.size() - 1);
        if (m_slots[at].second == kNone) m_slots[at] = {key, m_next++};
        return m_slots[at].second;
    }

private:
    std::vector<std::pair<std::uint64_t, std::uint32_t>> m_slots;
    std::uint32_t m_next = 0;
};

class Finder {
public:
    Finder(const TraceStore& store, const WindowedDevice& device, RunContext& context)
        : m_store(store), m_context(context) {
        std::map<std::optional<std::int64_t>, StreamKernels> streams;
        forEachWorkOnStream(store, *device.work, [&](SliceId s, std::optional<std::int64_t> stream) {
            if (isKernelInside(store, s, device)) streams[stream].kernels.push_back(s);
        });
        for (auto& [number, stream] : streams) {
            if (m_context.stopRequested()) return;
            prepare(stream);
            m_kernels += stream.kernels.size();
            m_streams.push_back(std::move(stream));
        }
    }

    std::vector<Sequence> find() {
        for (std::size_t n = 2; n <= kShortSequence; ++n) {
            if (!lengthen(n)) return {};
            markParts(n);
        }
        grow();
        if (m_context.stopRequested()) return {};
        std::vector<Sequence> out = std::move(m_long);
        for (std::size_t n = 2; n <= kShortSequence; ++n)
            for (const Run& run : m_runs[n])
                if (run.count >= kSequenceFrom && !run.isPart)
                    out.push_back(sequenceOf(run.firstStream, run.firstAt, n, run.count, run.kernelNs, run.gapNs));
        sortSequences(m_store, out);
        return out;
    }

private:
    void prepare(StreamKernels& stream) const {
        sortByStart(m_store, stream.kernels, m_context.stopToken());
        stream.ns = {0};
        stream.covered.assign(stream.kernels.size(), 0);
        std::int64_t gaps = 0;
        std::optional<RankTime> reached;
        for (const SliceId kernel : stream.kernels) {
            if (stream.runs.size() % 65'536 == 0 && m_context.stopRequested()) return;
            if (reached) gaps += std::max<std::int64_t>(0, (m_store.start(kernel) - *reached).count());
            reached = m_store.end(kernel);
            stream.gapNs.push_back(gaps);
            stream.ns.push_back(stream.ns.back() + m_store.duration(kernel).count());
            stream.runs.push_back(m_store.nameId(kernel).value);
        }
    }

    // Runs of n from those of n - 1. False: stopped.
    bool lengthen(std::size_t n) {
        std::vector<Run>& runs = m_runs[n];
        Numbers numbers(m_kernels / 4);
        const auto repeats = [&](std::uint32_t shorter) {
            return shorter != kNone && (n == 2 || m_runs[n - 1][shorter].raw > 1);
        };
        for (std::uint32_t s = 0; s < m_streams.size(); ++s) {
            StreamKernels& stream = m_streams[s];
            stream.shorterRuns = std::move(stream.runs);
            const std::vector<std::uint32_t>& shorter = stream.shorterRuns;
            stream.runs.assign(shorter.size(), kNone);
            for (std::size_t at = 0; at + n <= shorter.size(); ++at) {
                if (at % 65'536 == 0 && m_context.stopRequested()) return false;
                if (!repeats(shorter[at]) || !repeats(shorter[at + 1])) continue;
                const std::uint32_t number = numbers.of(shorter[at], nameAt(s, at + n - 1).value);
                if (number == runs.size()) runs.emplace_back();
                stream.runs[at] = number;
                addTo(runs[number], s, at, n);
            }
        }
        return true;
    }

    void addTo(Run& run, std::uint32_t s, std::size_t at, std::size_t n) const {
        if (run.raw++ == 0) {
            run.firstStream = s;
            run.firstAt = at;
        } else if (run.stream == s && at < run.lastEnd) {
            return; // overlaps the one before
        }
        run.stream = s;
        run.lastEnd = at + n;
        ++run.count;
        run.kernelNs += m_streams[s].kernelNs(at, n);
        run.gapNs += m_streams[s].gapsNs(at, n);
    }

    void markParts(std::size_t n) {
        if (n == 2) return;
        for (const Run& run : m_runs[n]) {
            if (run.count < kSequenceFrom) continue;
            const std::vector<std::uint32_t>& shorter = m_streams[run.firstStream].shorterRuns;
            for (const std::size_t at : {run.firstAt, run.firstAt + 1}) {
                Run& part = m_runs[n - 1][shorter[at]];
                part.isPart = part.isPart || part.count == run.count;
            }
        }
    }

    struct Occurrence {
        std::uint32_t stream = 0;
        std::size_t at = 0;
    };

    void grow() {
        std::vector<Run>& runs = m_runs[kShortSequence];
        std::vector<std::vector<Occurrence>> occurrences(runs.size());
        for (std::uint32_t s = 0; s < m_streams.size(); ++s)
            for (std::size_t at = 0; at < m_streams[s].runs.size(); ++at) {
                if (at % 65'536 == 0 && m_context.stopRequested()) return;
                const std::uint32_t number = m_streams[s].runs[at];
                if (number == kNone || runs[number].count < kSequenceFrom) continue;
                std::vector<Occurrence>& all = occurrences[number];
                const bool overlaps = !all.empty() && all.back().stream == s && at < all.back().at + kShortSequence;
                if (!overlaps) all.push_back({s, at});
            }
        m_budget = kGrowthPerKernel * m_kernels;
        for (std::size_t r = 0; r < runs.size() && m_budget > 0; ++r) {
            if (r % 64 == 0 && m_context.stopRequested()) return;
            if (runs[r].count < kSequenceFrom) continue;
            if (isCovered(occurrences[r])) {
                runs[r].isPart = true;
                continue;
            }
            const std::size_t n = grown(occurrences[r]);
            if (n == kShortSequence) continue;
            runs[r].isPart = true;
            addLong(occurrences[r], n);
        }
    }

    // Inside grown runs that occur at least as often.
    bool isCovered(const std::vector<Occurrence>& all) const {
        return std::all_of(all.begin(), all.end(), [&](const Occurrence& o) {
            const std::vector<std::uint32_t>& covered = m_streams[o.stream].covered;
            return covered[o.at] >= all.size() && covered[o.at + kShortSequence - 1] >= all.size();
        });
    }

    // Moves the beginnings to the left and returns the length.
    std::size_t grown(std::vector<Occurrence>& all) {
        std::size_t n = kShortSequence;
        while (n < kMaxSequenceNames && !m_context.stopRequested() && goesOn(all, n, Side::Right)) ++n;
        while (n < kMaxSequenceNames && !m_context.stopRequested() && goesOn(all, n, Side::Left)) {
            ++n;
            for (Occurrence& o : all) --o.at;
        }
        return n;
    }

    enum class Side : std::uint8_t { Left, Right };
    bool goesOn(const std::vector<Occurrence>& all, std::size_t n, Side side) {
        if (m_budget < all.size()) return false;
        m_budget -= all.size();
        std::optional<StringId> name;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Occurrence& o = all[i];
            const Occurrence* next = i + 1 < all.size() && all[i + 1].stream == o.stream ? &all[i + 1] : nullptr;
            if (next != nullptr && o.at + n >= next->at) return false; // would overlap
            if (side == Side::Left ? o.at == 0 : o.at + n >= m_streams[o.stream].kernels.size()) return false;
            const StringId own = nameAt(o.stream, side == Side::Left ? o.at - 1 : o.at + n);
            if (name && *name != own) return false;
            name = own;
        }
        return true;
    }

    void addLong(const std::vector<Occurrence>& all, std::size_t n) {
        std::int64_t kernelNs = 0, gapNs = 0;
        for (const Occurrence& o : all) {
            StreamKernels& stream = m_streams[o.stream];
            kernelNs += stream.kernelNs(o.at, n);
            gapNs += stream.gapsNs(o.at, n);
            for (std::size_t i = o.at; i < o.at + n; ++i)
                stream.covered[i] = std::max(stream.covered[i], static_cast<std::uint32_t>(all.size()));
        }
        m_long.push_back(sequenceOf(all.front().stream, all.front().at, n, all.size(), kernelNs, gapNs));
    }

    Sequence sequenceOf(std::uint32_t s, std::size_t at, std::size_t n, std::uint64_t times, std::int64_t kernelNs,
                        std::int64_t gapNs) const {
        Sequence out;
        for (std::size_t i = at; i < at + n; ++i) {
            out.names.push_back(nameAt(s, i));
            out.first.push_back(m_streams[s].kernels[i]);
        }
        out.count = times;
        out.kernelNs = kernelNs;
        out.gapNs = gapNs;
        return out;
    }

    StringId nameAt(std::uint32_t s, std::size_t at) const { return m_store.nameId(m_streams[s].kernels[at]); }

    const TraceStore& m_store;
    RunContext& m_context;
    std::vector<StreamKernels> m_streams;
    std::size_t m_kernels = 0;
    std::array<std::vector<Run>, kShortSequence + 1> m_runs; // by length
    std::size_t m_budget = 0;                                // comparisons of names while growing
    std::vector<Sequence> m_long;
};

} // namespace

std::vector<Sequence> streamSequences(const TraceStore& store, const WindowedDevice& device, RunContext& context) {
    Finder finder(store, device, context);
    if (context.stopRequested()) return {};
    return finder.find();
}

} // namespace lanescope
