#include "core/align/alignment.h"

#include "core/align/robust_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lanescope::align {

namespace {

// The record of the lowest rank; of files without ranks the first.
std::size_t referenceOf(std::span<const RankRecord> records) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < records.size(); ++i) {
        if (!records[i].rank) continue;
        if (!records[best].rank || *records[i].rank < *records[best].rank) best = i;
    }
    return best;
}

bool isSynchronising(const MatchedCollective& c) { return c.sameKind && waitsForAll(c.kind); }

class Aligner {
public:
    Aligner(std::span<const RankRecord> records, const Matching& matching) : m_records(records), m_matching(matching) {
        m_out.reference = referenceOf(records);
        m_out.ranks.resize(records.size());
        for (std::size_t r = 0; r < records.size(); ++r)
            m_out.ranks[r].baseShiftNs = baseShift(records[r], records[m_out.reference]);
        m_out.ranks[m_out.reference].aligned = true;
    }

    // First everybody who shares a collective with the reference, then who shares one with those, and so on; who shares
    // none is tied by sends and receives; who has neither begins a part of its own.
    void byCollectiveEnds() {
        m_placed.assign(m_records.size(), false);
        m_placed[m_out.reference] = true;
        tieByCollectives(Anchors::Reference);
        std::uint32_t part = 0;
        for (;;) {
            while (tieByCollectives(Anchors::AllPlaced) || tieByTransfers()) {
            }
            const auto loose = firstLoose();
            if (!loose) return;
            m_placed[*loose] = true;
            m_out.ranks[*loose].part = ++part;
        }
    }

    void byOneClock() {
        for (RankClockFit& rank : m_out.ranks) rank.aligned = true;
    }

    void byStepStart() {
        std::map<std::int64_t, std::int64_t> reference; // step number -> its start
        for (const RankStep& step : m_records[m_out.reference].steps) reference.emplace(step.number, step.begin);
        for (std::size_t r = 0; r < m_records.size(); ++r) {
            std::vector<FitPoint> points;
            for (const RankStep& step : m_records[r].steps)
                if (const auto at = reference.find(step.number); at != reference.end())
                    points.push_back({at->second, step.begin + m_out.ranks[r].baseShiftNs - at->second});
            if (r != m_out.reference && !points.empty()) fit(r, points);
        }
    }

    void byEvent(std::span<const std::optional<std::int64_t>> starts) {
        if (starts.size() != m_records.size() || !starts[m_out.reference]) return;
        const std::int64_t reference = *starts[m_out.reference];
        for (std::size_t r = 0; r < m_records.size(); ++r)
            if (starts[r] && r != m_out.reference)
                fit(r, {{reference, *starts[r] + m_out.ranks[r].baseShiftNs - reference}});
    }

    Alignment take(AlignBy by) {
        m_out.by = by;
        for (const RankClockFit& rank : m_out.ranks) m_out.residualNs = std::max(m_out.residualNs, rank.residualNs);
        return std::move(m_out);
    }

private:
    std::int64_t endOf(const CommPlace& place) const { return m_records[place.record].events[place.event].end; }

    enum class Anchors : std::uint8_t { Reference, AllPlaced };
    using Points = std::vector<std::vector<FitPoint>>; // by record

    bool tieByCollectives(Anchors anchors) {
        Points points(m_records.size());
        std::vector<std::size_t> anchorOf(m_records.size(), m_out.reference);
        for (const MatchedCollective& c : m_matching.collectives) addDifferences(c, points, anchorOf, anchors);
        bool any = false;
        std::optional<std::int64_t> scatter; // of ranks with more ends: whether two ends tell a drift
        for (std::size_t r = 0; r < m_records.size(); ++r) {
            if (points[r].size() < kSlopeFrom || m_placed[r]) continue;
            const RobustFit more = robustFit(points[r]);
            if (more.samples >= kSlopeByMedianFrom || more.slope != 0)
                scatter = std::max(scatter.value_or(0), more.worst);
        }
        for (std::size_t r = 0; r < m_records.size(); ++r) {
            if (points[r].empty() || m_placed[r]) continue;
            fit(r, points[r], scatter);
            place(r, anchorOf[r], anchors == Anchors::AllPlaced);
            any = true;
        }
        return any;
    }

    void addDifferences(const MatchedCollective& c, Points& points, std::vector<std::size_t>& anchorOf,
                        Anchors anchors) const {
        if (!isSynchronising(c)) return;
        const CommPlace* anchor = nullptr;
        for (const CommPlace& part : c.parts) {
            const bool usable = anchors == Anchors::Reference ? part.record == m_out.reference : m_placed[part.record];
            if (usable && !anchor) anchor = &part;
        }
        if (!anchor) return;
        const std::int64_t common = count(m_out.ranks[anchor->record].toCommon(endOf(*anchor)));
        for (const CommPlace& part : c.parts) {
            if (m_placed[part.record]) continue;
            points[part.record].push_back({common, endOf(part) + m_out.ranks[part.record].baseShiftNs - common});
            anchorOf[part.record] = anchor->record;
        }
    }

    // The ends of a send and of its receive differ by something that is unknown but the same both ways: the middle of
    // the differences of both directions is the offset. With one direction alone it is within that something.
    bool tieByTransfers() {
        std::map<std::size_t, std::array<std::vector<FitPoint>, 2>> points; // of a loose record: sent by it, received
        std::map<std::size_t, std::size_t> anchorOf;
        for (const MatchedPair& pair : m_matching.pairs) {
            const bool sendPlaced = m_placed[pair.send.record], recvPlaced = m_placed[pair.recv.record];
            if (sendPlaced == recvPlaced) continue;
            const CommPlace& anchor = sendPlaced ? pair.send : pair.recv;
            const CommPlace& loose = sendPlaced ? pair.recv : pair.send;
            const auto [known, isNew] = anchorOf.emplace(loose.record, anchor.record);
            if (known->second != anchor.record) continue; // one neighbour decides
            const std::int64_t common = count(m_out.ranks[anchor.record].toCommon(endOf(anchor)));
            points[loose.record][sendPlaced ? 1 : 0].push_back(
                {common, endOf(loose) + m_out.ranks[loose.record].baseShiftNs - common});
        }
        for (auto& [record, both] : points) {
            centre(both);
            both[0].insert(both[0].end(), both[1].begin(), both[1].end());
            fit(record, std::move(both[0]));
            place(record, anchorOf.at(record), true);
            m_out.ranks[record].byTransfers = true;
        }
        return !points.empty();
    }

    // Moves both directions to the middle between their medians.
    static void centre(std::array<std::vector<FitPoint>, 2>& both) {
        if (both[0].empty() || both[1].empty()) return;
        const auto median = [](const std::vector<FitPoint>& points) {
            std::vector<std::int64_t> values;
            for (const FitPoint& p : points) values.push_back(p.difference);
            return lowerMedian(std::move(values));
        };
        const std::int64_t half = (median(both[1]) - median(both[0])) / 2;
        for (FitPoint& p : both[0]) p.difference += half;
        for (FitPoint& p : both[1]) p.difference -= half;
    }

    void place(std::size_t record, std::size_t anchor, bool throughOthers) {
        RankClockFit& rank = m_out.ranks[record];
        m_placed[record] = true;
        rank.part = m_out.ranks[anchor].part;
        rank.aligned = rank.part == 0;
        rank.throughOthers = throughOthers;
    }

    // The lowest rank that nothing ties to those that have a place, of those that share anything with others.
    std::optional<std::size_t> firstLoose() const {
        std::optional<std::size_t> best;
        const auto consider = [&](const CommPlace& place) {
            if (m_placed[place.record]) return;
            if (!best || m_records[place.record].rank < m_records[*best].rank) best = place.record;
        };
        for (const MatchedCollective& c : m_matching.collectives)
            if (isSynchronising(c)) std::for_each(c.parts.begin(), c.parts.end(), consider);
        for (const MatchedPair& pair : m_matching.pairs) {
            consider(pair.send);
            consider(pair.recv);
        }
        return best;
    }

    void fit(std::size_t record, std::vector<FitPoint> points, std::optional<std::int64_t> scatterNs = {}) {
        const RobustFit fitted = robustFit(std::move(points), scatterNs);
        RankClockFit& rank = m_out.ranks[record];
        rank.offsetNs = fitted.median;
        rank.atPivotNs = fitted.atPivot;
        rank.pivotNs = fitted.pivot;
        rank.drift = fitted.slope;
        rank.residualNs = fitted.residual;
        rank.worstNs = fitted.worst;
        rank.samples = fitted.samples;
        rank.aligned = true;
    }

    std::span<const RankRecord> m_records;
    const Matching& m_matching;
    Alignment m_out;
    std::vector<bool> m_placed; // on the clock of its part
};

} // namespace

std::string_view alignByWord(AlignBy by) {
    constexpr std::string_view kWords[] = {"none", "step_start", "collective_ends", "event"};
    return kWords[static_cast<std::size_t>(by)];
}

CommonTime RankClockFit::toCommon(std::int64_t fileNs) const {
    const std::int64_t shifted = fileNs + baseShiftNs - atPivotNs;
    // shifted = common + drift x (common - pivot), solved for common
    const double away = static_cast<double>(shifted - pivotNs) * (drift / (1.0 + drift));
    return CommonTime{Ns{shifted - std::llround(away)}};
}

std::int64_t RankClockFit::toFile(CommonTime time) const {
    const std::int64_t common = count(time);
    const double away = static_cast<double>(common - pivotNs) * drift;
    return common + std::llround(away) + atPivotNs - baseShiftNs;
}

bool Alignment::certain() const {
    return std::all_of(ranks.begin(), ranks.end(), [](const RankClockFit& rank) { return rank.aligned; });
}

bool onOneClock(std::span<const RankRecord> records) {
    return records.size() > 1 && std::all_of(records.begin(), records.end(), [&](const RankRecord& record) {
               return !record.file.empty() && record.file == records.front().file;
           });
}

AlignBy defaultAlignment(std::span<const RankRecord> records, const Matching& matching) {
    if (onOneClock(records)) return AlignBy::None;
    const bool any = std::any_of(matching.collectives.begin(), matching.collectives.end(), isSynchronising);
    return any || !matching.pairs.empty() ? AlignBy::CollectiveEnds : AlignBy::None;
}

Alignment alignRanks(std::span<const RankRecord> records, const Matching& matching, AlignBy by,
                     std::span<const std::optional<std::int64_t>> eventStartNs) {
    if (records.empty()) return {};
    Aligner aligner(records, matching);
    if (onOneClock(records)) aligner.byOneClock();
    if (by == AlignBy::CollectiveEnds) aligner.byCollectiveEnds();
    if (by == AlignBy::StepStart) aligner.byStepStart();
    if (by == AlignBy::Event) aligner.byEvent(eventStartNs);
    return aligner.take(by);
}

void shiftRank(Alignment& alignment, std::size_t record, std::int64_t byNs) {
    alignment.ranks[record].offsetNs += byNs;
    alignment.ranks[record].atPivotNs += byNs;
}

} // namespace lanescope::align
