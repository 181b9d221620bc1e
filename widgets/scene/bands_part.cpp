// The bands of a device (UI.md 7): parts per column, idle by owner.
#include "widgets/scene/cover_walk.h"
#include "widgets/scene/frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace lanescope::scene {

namespace {

constexpr TextStyle kLabel{11, 500, false};
constexpr double kPartsInset = 3;
constexpr double kIdleInset = 2;
constexpr double kStrip = 5; // communication under compute
constexpr std::uint8_t kComputeAlpha = 80;
constexpr double kLabelFree = 40;
constexpr double kPatternPx = 3;

// How a column is filled, in shares of its height. Neighbours that are alike are drawn as one.
struct Column {
    float compute = 0, comm = 0, mem = 0, overlap = 0; // overlap: share of the column
    friend bool operator==(const Column&, const Column&) = default;
};

class PartsPart {
public:
    PartsPart(Frame& frame, LayerIndex layer, const RowAt& at, const DeviceBands& bands)
        : m_frame(frame),
          m_layer(frame.layer(layer)),
          m_top(at.y + kPartsInset),
          m_height(at.placed.height - 2 * kPartsInset),
          m_bands(bands) {}

    void add() {
        const TimeScale& scale = m_frame.view.scale;
        const std::int64_t first = scale.firstColumn();
        std::int64_t begin = count(scale.columnStart(first));
        CoverWalk compute(m_bands.compute, scale, first), comm(m_bands.exposedComm, scale, first),
            mem(m_bands.exposedMem, scale, first), overlap(m_bands.overlap, scale, first);
        m_stretches.reserve(static_cast<std::size_t>(scale.endColumn() - first));
        Column open;
        std::int64_t openFrom = first;
        for (std::int64_t c = first; c < scale.endColumn();) {
            const std::int64_t still = std::min(
                {compute.stillUntil(begin), comm.stillUntil(begin), mem.stillUntil(begin), overlap.stillUntil(begin)});
            std::int64_t next = c + 1;
            std::int64_t end = count(scale.columnStart(next));
            const Column column = columnOf(compute.next(c, begin, end), comm.next(c, begin, end),
                                           mem.next(c, begin, end), overlap.next(c, begin, end), end - begin, open);
            if (c > first && !(column == open)) {
                place(open, openFrom, c);
                openFrom = c;
            }
            open = column;
            if (end > begin && still > end) { // as this column are all up to the one with the border
                next = std::max(next, columnBefore(still));
                const std::int64_t at = count(scale.columnStart(next));
                for (CoverWalk* walk : {&compute, &comm, &mem, &overlap}) walk->skip(end, at);
                end = at;
            }
            begin = end;
            c = next;
        }
        place(open, openFrom, scale.endColumn());
        emitAll();
        addLabels();
    }

private:
    // With one border inside, the larger side takes the whole column: borders stay crisp. With more, parts are stacked.
    static Column columnOf(CoverWalk::Part compute, CoverWalk::Part comm, CoverWalk::Part mem, CoverWalk::Part overlap,
                           std::int64_t width, const Column& before) {
        if (width <= 0) return before; // several columns within one ns
        const auto share = [&](std::int64_t ns) { return static_cast<float>(ns) / static_cast<float>(width); };
        const int edges = std::max({compute.edges, comm.edges, mem.edges});
        Column out{share(compute.covered), share(comm.covered), share(mem.covered), 0};
        const std::int64_t rest = width - compute.covered - comm.covered - mem.covered;
        const int kinds = (compute.covered > 0) + (comm.covered > 0) + (mem.covered > 0) + (rest > 0);
        if (edges <= 1 && kinds <= 2) { // of three kinds each may have one border, and there are two
            const float idle = 1 - out.compute - out.comm - out.mem;
            const float most = std::max({out.compute, out.comm, out.mem, idle});
            out = {out.compute == most ? 1.0F : 0, 0, 0, 0};
            if (out.compute == 0 && share(comm.covered) == most) out.comm = 1;
            if (out.compute == 0 && out.comm == 0 && share(mem.covered) == most) out.mem = 1;
        } else {
            // In steps that can be seen, so that even stretches are one box.
            for (float* part : {&out.compute, &out.comm, &out.mem}) *part = std::ceil(*part * 32) / 32;
        }
        if (out.compute > 0 && compute.covered > 0) {
            const float under = share(overlap.covered) / std::max(share(compute.covered), 1e-6F);
            out.overlap = overlap.edges <= 1 ? (under >= 0.5F ? 1.0F : 0.0F) : std::ceil(under * 4) / 4;
        }
        return out;
    }

    // The last column that begins before t; of those in view, or the one after them.
    std::int64_t columnBefore(std::int64_t t) const {
        const TimeScale& scale = m_frame.view.scale;
        const std::int64_t end = scale.endColumn();
        if (t > count(scale.columnStart(end))) return end;
        const std::int64_t column = scale.columnOf(rankTime(t));
        return count(scale.columnStart(column)) < t ? column : column - 1;
    }

    enum Part : std::size_t { kCompute, kOverlap, kComm, kMem, kParts };
    struct Stretch { // columns that are alike: where each part of them lies, of no width where it is not
        std::array<RectF, kParts> at;
    };

    void place(const Column& column, std::int64_t from, std::int64_t to) {
        const double x = m_frame.left() + m_frame.view.scale.columnX(from);
        const auto w = static_cast<double>(to - from);
        double base = m_top + m_height;
        Stretch& stretch = m_stretches.emplace_back();
        const auto stack = [&](float share, Part part) {
            if (share <= 0) return;
            const double h = std::min<double>(share * m_height, base - m_top);
            stretch.at[part] = rectOf(x, base - h, w, h);
            base -= h;
        };
        stack(column.compute, kCompute);
        if (column.overlap > 0) {
            const double h = std::min<double>(kStrip * m_height / 18 * column.overlap, column.compute * m_height);
            stretch.at[kOverlap] = rectOf(x, base, w, h);
        }
        stack(column.comm, kComm);
        stack(column.mem, kMem);
    }

    // All of one part, then all of the next: boxes of one height beside each other are painted together.
    void emitAll() {
        constexpr WorkKind kinds[kParts] = {WorkKind::Gemm, WorkKind::Communication, WorkKind::Communication,
                                            WorkKind::Memory};
        for (const Part part : {kCompute, kOverlap, kComm, kMem}) {
            const std::uint8_t alpha = part == kCompute ? kComputeAlpha : 100;
            for (const Stretch& stretch : m_stretches)
                if (stretch.at[part].w > 0)
                    m_layer.boxes.push_back(
                        {stretch.at[part], Ink::Kind, static_cast<std::uint8_t>(kinds[part]), alpha});
        }
    }

    // "compute" and "exposed" where they are wide enough to be read at a glance.
    void addLabels() {
        if (m_height < 14) return;
        addLabel(m_bands.compute, "compute", true);
        addLabel(m_bands.exposedComm, "exposed", false);
    }

    void addLabel(const CoverIndex& index, const char* words, bool underStrip) {
        const TimeScale& scale = m_frame.view.scale;
        const double width = m_frame.text.width(words, kLabel);
        const double least = std::max(kLabelFree, width + 12);
        const IntervalList& list = index.intervals();
        double free = -1e9; // not again right beside the last one
        RankTime t = scale.visible().begin;
        for (std::size_t i = index.firstEndingAfter(count(t)); i < list.size(); ++i) {
            const double x0 = std::max(0.0, scale.x(rankTime(list[i].begin)));
            if (x0 >= m_frame.width()) break;
            const double x1 = std::min(m_frame.width(), scale.x(rankTime(list[i].end)));
            if (x1 - x0 < least) {
                // Skip what cannot hold a label: the next candidate ends beyond it.
                const RankTime beyond = scale.timeAt(x0 + least);
                const std::size_t next = index.firstEndingAfter(count(beyond));
                if (next > i + 1) i = next - 1;
                continue;
            }
            if (x0 < free) continue;
            const bool strip = underStrip && m_bands.overlap.covered(list[i].begin, list[i].end) > 0;
            const double middle = (x0 + x1) / 2;
            Label label{toF(m_frame.left() + middle), toF(m_top + m_height / 2 + (strip ? 6 : 4)), words, kLabel,
                        Ink::KindText};
            label.align = Align::Center;
            m_layer.labels.push_back(std::move(label));
            free = x1 + 120;
        }
    }

    Frame& m_frame;
    Layer& m_layer;
    double m_top;
    double m_height;
    const DeviceBands& m_bands;
    std::vector<Stretch> m_stretches;
};

} // namespace

void addPartsBand(Frame& frame, LayerIndex layer, const RowAt& at) {
    if (!at.row.device) return;
    if (const DeviceBands* bands = frame.data.bands.find(*at.row.device)) PartsPart(frame, layer, at, *bands).add();
}

namespace {

// Idle stretches too narrow for themselves, column by column: who owns most of it, and how much of it is idle.
class FoldedIdle {
public:
    FoldedIdle(Frame& frame, LayerIndex layer, const RowAt& at)
        : m_scale(frame.view.scale),
          m_layer(frame.layer(layer)),
          m_left(frame.left()),
          m_top(at.y + kIdleInset),
          m_height(at.placed.height - 2 * kIdleInset) {}

    void add(const OwnedIdle& idle) {
        std::int64_t begin = idle.begin;
        while (begin < idle.end) {
            const std::int64_t column = m_scale.columnOf(rankTime(begin));
            if (column != m_column) finishColumn();
            m_column = column;
            const std::int64_t end = std::max(begin + 1, std::min(idle.end, count(m_scale.columnStart(column + 1))));
            m_owned[static_cast<std::size_t>(idle.owner)] += end - begin;
            m_total += end - begin;
            begin = end;
        }
    }
    void finish() {
        finishColumn();
        emit();
    }

private:
    void finishColumn() {
        if (m_total == 0) return;
        const auto most = static_cast<std::uint8_t>(std::max_element(m_owned.begin(), m_owned.end()) - m_owned.begin());
        const std::int64_t width = std::max<std::int64_t>(1, m_scale.length(1).count());
        const auto quarters =
            static_cast<std::uint8_t>(std::clamp<std::int64_t>((4 * m_total + width - 1) / width, 1, 4));
        if (m_open && (m_runEnd != m_column || m_owner != most || m_quarters != quarters)) emit();
        if (!m_open) m_runBegin = m_column;
        m_open = true;
        m_runEnd = m_column + 1;
        m_owner = most;
        m_quarters = quarters;
        m_owned.fill(0);
        m_total = 0;
    }

    void emit() {
        if (!m_open) return;
        m_open = false;
        const auto width = static_cast<double>(m_runEnd - m_runBegin);
        Box box{rectOf(m_left + m_scale.columnX(m_runBegin), m_top, width, m_height), Ink::Owner, m_owner};
        box.alpha = static_cast<std::uint8_t>(20 + 20 * m_quarters);
        if (width >= kPatternPx) box.shape = Shape::Idle;
        m_layer.boxes.push_back(box);
    }

    const TimeScale& m_scale;
    Layer& m_layer;
    double m_left, m_top, m_height;
    std::array<std::int64_t, static_cast<std::size_t>(IdleOwner::Count_)> m_owned{};
    std::int64_t m_total = 0;
    std::int64_t m_column = 0;
    bool m_open = false;
    std::int64_t m_runBegin = 0, m_runEnd = 0;
    std::uint8_t m_owner = 0, m_quarters = 0;
};

} // namespace

void addIdleBand(Frame& frame, LayerIndex layer, const RowAt& at) {
    if (!at.row.device) return;
    const DeviceBands* bands = frame.data.bands.find(*at.row.device);
    if (bands == nullptr) return;
    const TimeScale& scale = frame.view.scale;
    const std::int64_t viewEnd = count(scale.visible().end);
    auto it = std::upper_bound(bands->idle.begin(), bands->idle.end(), count(scale.visible().begin),
                               [](std::int64_t t, const OwnedIdle& stretch) { return t < stretch.end; });
    FoldedIdle folded(frame, layer, at);
    for (; it != bands->idle.end() && it->begin < viewEnd; ++it) {
        const double x0 = scale.x(rankTime(it->begin));
        const double x1 = scale.x(rankTime(it->end));
        if (x1 - x0 < kPatternPx) {
            folded.add(*it);
            continue;
        }
        const double left = std::max(x0, -4.0);
        Box box{rectOf(frame.left() + left, at.y + kIdleInset, std::min(x1, frame.width() + 4) - left,
                       at.placed.height - 2 * kIdleInset),
                Ink::Owner, static_cast<std::uint8_t>(it->owner)};
        box.shape = Shape::Idle;
        frame.layer(layer).boxes.push_back(box);
    }
    folded.finish();
}

} // namespace lanescope::scene
