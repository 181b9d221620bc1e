#include "core/analysis/guide/reading_guide.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr std::size_t kTopKernels = 5;

double ratio(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

GuideLine time(std::string title, std::int64_t ns, std::optional<double> share = {}) {
    return {std::move(title), ns, Unit::Nanoseconds, share, {}, {}};
}

class Writer {
public:
    Writer(const TraceFacts& facts, const DeviceFacts* device)
        : m_facts(facts), m_store(*facts.store), m_device(device) {
        m_steps = static_cast<std::int64_t>(std::max<std::size_t>(1, facts.counted.size()));
    }

    ReadingGuide write() {
        ReadingGuide out;
        out.sections.push_back(boundary());
        out.sections.push_back(gaps());
        out.sections.push_back(overlap());
        out.sections.push_back(kernels());
        GuideSection hand{5, "One kernel", {}, {}, {}};
        if (m_top) {
            out.kernel = m_top;
            out.handOver = kernelHandOver(m_store, *m_top);
            hand.answer = {"kernel", out.handOver->function, Unit::Text, {}, m_store.range(*m_top), {*m_top}};
            hand.phrase = fmt::format("launch {} of {}", out.handOver->ordinal + 1, out.handOver->launches);
        } else {
            hand.phrase = "no kernel to look into";
        }
        out.sections.push_back(std::move(hand));
        if (m_device) out.device = m_device->name;
        return out;
    }

private:
    TimeRange rangeOf(std::size_t window) const {
        return timeRange(m_facts.windows[window].at.begin, m_facts.windows[window].at.end);
    }

    GuideSection boundary() const {
        GuideSection s{1, "Step boundary", {}, {}, {}};
        if (m_facts.windows.empty()) {
            s.phrase = "nothing to cut into steps";
            return s;
        }
        s.answer = time("mean", m_facts.countedNs / m_steps);
        const std::size_t all = m_facts.windows.size(), used = m_facts.counted.size();
        if (!m_facts.hasSteps) {
            s.phrase = "no step markers: one window, from the first GPU work to the last";
            if (auto line = repeatedRange()) s.lines.push_back(std::move(*line));
            return s;
        }
        s.phrase = fmt::format("ProfilerStep, {} of {} used{}", used, all,
                               m_facts.onlyWarmup ? ": all are warm-up"
                               : used < all       ? ", warm-up and cut-off steps left out"
                                                  : "");
        if (used < 2) return s;
        const auto shorter = [this](std::size_t a, std::size_t b) {
            return m_facts.windows[a].at.length() < m_facts.windows[b].at.length();
        };
        const auto [least, most] = std::minmax_element(m_facts.counted.begin(), m_facts.counted.end(), shorter);
        for (const auto& [title, i] : {std::pair{"shortest", *least}, std::pair{"longest", *most}}) {
            GuideLine line = time(title, m_facts.windows[i].at.length());
            line.jump = rangeOf(i);
            s.lines.push_back(std::move(line));
        }
        return s;
    }

    // What else could be the step: the user's range that repeats most, outermost first.
    std::optional<GuideLine> repeatedRange() const {
        struct Sum {
            std::int64_t ns = 0, times = 0;
            SliceId first;
        };
        std::map<StringId, Sum> sums;
        for (const Track& track : m_store.tracks()) {
            if (track.role != TrackRole::Host) continue;
            for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
                if (m_store.role(SliceId{row}) != Role::UserAnnotation) continue;
                Sum& sum = sums[m_store.nameId(SliceId{row})];
                if (sum.times++ == 0) sum.first = SliceId{row};
                sum.ns += m_store.duration(SliceId{row}).count();
            }
        }
        const Sum* best = nullptr;
        for (const auto& [name, sum] : sums)
            if (sum.times >= 3 && (best == nullptr || sum.ns > best->ns)) best = &sum;
        if (best == nullptr) return std::nullopt;
        GuideLine line = time(fmt::format("a range that repeats: {}, {} times", m_store.name(best->first), best->times),
                              best->ns / best->times);
        line.jump = m_store.range(best->first);
        line.slices = {best->first};
        return line;
    }

    std::int64_t perStep(std::int64_t FourNumbers::*part) const {
        std::int64_t sum = 0;
        for (const std::size_t i : m_facts.counted) sum += m_device->numbers[i].*part;
        return sum / m_steps;
    }

    GuideSection gaps() const {
        GuideSection s{2, m_facts.hasSteps ? "Where the step goes" : "Where the time goes", {}, {}, {}};
        if (!m_device) {
            s.phrase = "no GPU events in this file; host rows only";
            return s;
        }
        const std::int64_t wall = m_facts.countedNs / m_steps;
        s.answer = {"busy", ratio(perStep(&FourNumbers::busyNs), wall), Unit::Ratio, {}, {}, {}};
        const std::pair<const char*, std::int64_t> parts[] = {
            {"compute", perStep(&FourNumbers::computeNs)},
            {"exposed communication", perStep(&FourNumbers::exposedCommNs)},
            {"exposed copies", perStep(&FourNumbers::exposedMemNs)},
            {"idle", perStep(&FourNumbers::idleNs)}};
        for (const auto& [title, ns] : parts) s.lines.push_back(time(title, ns, ratio(ns, wall)));
        std::vector<std::pair<std::int64_t, IdlePart>> owners;
        for (std::size_t p = 0; p < kIdleParts; ++p) {
            std::int64_t ns = 0;
            for (const std::size_t i : m_facts.counted) ns += m_device->idleSums[i].partNs[p];
            if (ns / m_steps > 0) owners.emplace_back(ns / m_steps, static_cast<IdlePart>(p));
        }
        std::stable_sort(owners.begin(), owners.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        for (const auto& [ns, part] : owners)
            s.lines.push_back(time(fmt::format("idle: {}", idlePartTitle(part)), ns, ratio(ns, wall)));
        if (auto line = longestGap()) s.lines.push_back(std::move(*line));
        return s;
    }

    std::optional<GuideLine> longestGap() const {
        const IdleGap* best = nullptr;
        for (const IdleGap& gap : m_device->idle.gaps)
            if (gap.place == GapPlace::Between && m_facts.isCounted(gap.at) &&
                (best == nullptr || gap.at.length() > best->at.length()))
                best = &gap;
        if (best == nullptr) return std::nullopt;
        GuideLine line = time(fmt::format("longest gap: {}", gapOwnerTitle(best->owner)), best->at.length());
        line.jump = timeRange(best->at.begin, best->at.end);
        if (best->cause) line.slices = {*best->cause.get()};
        return line;
    }

    GuideSection overlap() const {
        GuideSection s{3, "Does communication overlap?", {}, {}, {}};
        const std::int64_t comm = m_device ? perStep(&FourNumbers::commNs) : 0;
        if (comm == 0) {
            s.phrase = "no communication";
            return s;
        }
        const std::int64_t under = perStep(&FourNumbers::overlapNs), exposed = perStep(&FourNumbers::exposedCommNs);
        s.answer = {"under compute", ratio(under, comm), Unit::Ratio, {}, {}, {}};
        s.lines = {time("communication", comm), time("under compute", under, ratio(under, comm)),
                   time("exposed", exposed, ratio(exposed, comm))};
        const auto longest = std::max_element(m_device->work->exposedComm.begin(), m_device->work->exposedComm.end(),
                                              [](auto& a, auto& b) { return a.length() < b.length(); });
        if (longest != m_device->work->exposedComm.end()) s.lines.back().jump = timeRange(longest->begin, longest->end);
        return s;
    }

    GuideSection kernels() {
        GuideSection s{4, "Top kernels", {}, {}, {}};
        struct Sum {
            std::int64_t ns = 0, times = 0, longestNs = -1;
            SliceId longest;
        };
        std::map<StringId, Sum> sums;
        std::int64_t whole = 0;
        if (m_device)
            for (const SliceId k : m_device->work->work) {
                const std::int64_t ns = m_store.duration(k).count(), start = count(m_store.start(k));
                if (m_store.role(k) != Role::Kernel || !m_facts.isCounted({start, start + ns})) continue;
                Sum& sum = sums[m_store.nameId(k)];
                sum.ns += ns;
                whole += ns;
                ++sum.times;
                if (ns <= sum.longestNs) continue;
                sum.longestNs = ns;
                sum.longest = k;
            }
        std::vector<std::pair<StringId, Sum>> order(sums.begin(), sums.end());
        std::stable_sort(order.begin(), order.end(), [this](const auto& a, const auto& b) {
            return a.second.ns != b.second.ns ? a.second.ns > b.second.ns
                                              : m_store.text(a.first) < m_store.text(b.first);
        });
        for (const auto& [name, sum] : order) {
            const bool comm = workClass(m_store.kind(sum.longest)) == WorkClass::Communication;
            if (!m_top || (m_topIsComm && !comm)) {
                m_top = sum.longest;
                m_topIsComm = comm;
            }
            if (s.lines.size() >= kTopKernels) continue;
            GuideLine line = time(std::string(m_store.text(name)), sum.ns / m_steps, ratio(sum.ns, whole));
            line.jump = m_store.range(sum.longest);
            line.slices = {sum.longest};
            s.lines.push_back(std::move(line));
        }
        s.phrase = order.empty()      ? "no kernels"
                   : m_facts.hasSteps ? "per step, share of kernel time"
                                      : "share of kernel time";
        return s;
    }

    const TraceFacts& m_facts;
    const TraceStore& m_store;
    const DeviceFacts* m_device;
    std::int64_t m_steps = 1;
    std::optional<SliceId> m_top;
    bool m_topIsComm = false;
};

} // namespace

Result<ReadingGuide> readingGuide(const TraceStore& store, const FindingOptions& options, RunContext& context,
                                  std::shared_ptr<const TraceWork> work) {
    if (!work) work = std::make_shared<const TraceWork>(collectTraceWork(store));
    const TraceFacts facts = factsOf(store, work, options, context);
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "the analysis was stopped", {}, {}};
    const DeviceFacts* device = nullptr;
    for (const DeviceFacts& d : facts.devices)
        if (device == nullptr || length(d.work->busy) > length(device->work->busy)) device = &d;
    return Writer(facts, device).write();
}

} // namespace lanescope
