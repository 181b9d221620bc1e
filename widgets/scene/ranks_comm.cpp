// Communication rows of several ranks: waiting for the last rank, then the transfer.
#include "widgets/scene/label_fit.h"
#include "widgets/scene/ranks_parts.h"
#include "widgets/scene/slice_colours.h"

#include "core/export/quantity.h"
#include "core/query/slice_facts.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::scene {

namespace {

constexpr TextStyle kPlain{11, 400, false};
constexpr TextStyle kStrong{11, 500, false};
constexpr double kHalfGap = 0.5, kRunInset = 2, kRailFromPx = 6, kLeastLabelHeight = 14, kWordGap = 8;
constexpr double kLeastWaitPx = 1;
constexpr std::uint8_t kRunAlpha[5] = {40, 40, 60, 80, 100};

class CommLane {
public:
    CommLane(Frame& frame, LayerIndex layer, const RowAt& at, const LaneBox& box, std::span<const RankWait> waits)
        : m_frame(frame), m_layer(frame.layer(layer)), m_top(at.y + box.y), m_height(box.height), m_waits(waits) {}

    void add(const DisplayLane& lane) {
        piecesOf(m_frame.data, m_frame.view.scale, lane, m_frame.pieces);
        for (const Piece& piece : m_frame.pieces) addPiece(piece);
    }

private:
    void addPiece(const Piece& piece) {
        const SliceInk ink = inkOf(m_frame.data, m_frame.view, piece);
        if (piece.kind == PieceKind::Run) {
            const double inset = m_height > 3 * kRunInset ? kRunInset : 0;
            Box box{rectOf(x(piece.x0), m_top + inset, piece.x1 - piece.x0, m_height - 2 * inset), ink.fill,
                    ink.variant};
            box.shape = Shape::Run;
            box.alpha = kRunAlpha[piece.density];
            m_layer.boxes.push_back(box);
            return;
        }
        if (piece.kind == PieceKind::Point) {
            const double size = std::min(kPointPx, m_height);
            Box box{rectOf(x(piece.x0) - size / 2, m_top + (m_height - size) / 2, size, size), ink.fill, ink.variant};
            box.shape = Shape::Diamond;
            m_layer.boxes.push_back(box);
            return;
        }
        const RankWait* wait = waitOf(piece.slice);
        const double inset = piece.kind == PieceKind::Slice ? kHalfGap : 0;
        const double begin = piece.x0 + inset, end = piece.x1 - inset;
        double border = begin; // where the waiting ends
        if (wait) {
            const RankTime until = m_frame.data.store.start(piece.slice) + Ns{wait->waitNs};
            border = std::clamp(m_frame.view.scale.x(until), begin, end);
            if (border - begin < kLeastWaitPx) border = begin;
        }
        if (border > begin) addWaiting(begin, border, wait->waitNs);
        if (end - border >= kLeastWaitPx || border == begin) addTransfer(piece, ink, border, end, wait);
    }

    const RankWait* waitOf(SliceId slice) const {
        const auto it = std::lower_bound(m_waits.begin(), m_waits.end(), slice,
                                         [](const RankWait& w, SliceId s) { return w.slice.value < s.value; });
        return it != m_waits.end() && it->slice == slice ? &*it : nullptr;
    }

    void addWaiting(double from, double to, std::int64_t ns) {
        Box box{rectOf(x(from), m_top, to - from, m_height), Ink::Kind,
                static_cast<std::uint8_t>(WorkKind::Communication)};
        box.shape = Shape::Idle;
        m_layer.boxes.push_back(box);
        const double left = std::max(from, 0.0), right = std::min(to, m_frame.width());
        if (m_height < kLeastLabelHeight) return;
        const std::string number = formatDuration(ns, Precision::Slice);
        for (const std::string& words : {"wait " + number, number}) {
            if (m_frame.text.width(words, kPlain) + 2 * kLabelPadding > right - left) continue;
            // Over the stripes the words stand on their own ground.
            const double width = m_frame.text.width(words, kPlain);
            Box ground{rectOf(x(left) + kLabelPadding - 2, m_top + m_height / 2 - 7, width + 4, 14), Ink::Canvas};
            ground.alpha = 72;
            m_layer.boxes.push_back(ground);
            m_layer.labels.push_back({toF(x(left) + kLabelPadding), toF(baseline()), words, kPlain, Ink::Text});
            return;
        }
    }

    void addTransfer(const Piece& piece, const SliceInk& ink, double from, double to, const RankWait* wait) {
        Box box{rectOf(x(from), m_top, to - from, m_height), ink.fill, ink.variant};
        box.shape = Shape::Slice;
        box.edge = to - from >= 4 ? ink.edge : Ink::None;
        if (to - from >= kRailFromPx) box.rail = ink.rail;
        m_layer.boxes.push_back(box);
        const double left = std::max(from, 0.0), right = std::min(to, m_frame.width());
        if (right - left < kLabelLeastPx || m_height < kLeastLabelHeight) return;
        const double room = right - left - 2 * kLabelPadding;
        std::string name = m_frame.data.names.of(piece.slice);
        if (wait && wait->number >= 0) {
            const std::string numbered = fmt::format("{} #{}", name, wait->number);
            if (m_frame.text.width(numbered, kStrong) <= room) name = numbered;
        }
        const Fitted fitted = fitKernelName(name, room, kStrong, m_frame.text);
        if (fitted.text.empty()) return;
        m_layer.labels.push_back(
            {toF(x(left) + kLabelPadding), toF(baseline()), fitted.text, kStrong, ink.text, ink.textVariant});
        if (fitted.text == name) addFacts(piece, ink.text, left + kLabelPadding + fitted.width + kWordGap, right);
    }

    // Bytes, then the group, each only whole.
    void addFacts(const Piece& piece, Ink ink, double from, double end) {
        std::vector<std::string> facts;
        if (const auto bytes = messageBytes(m_frame.data.store, piece.slice)) facts.push_back(formatBytes(*bytes));
        if (auto group = groupWords(m_frame.data.store, piece.slice)) facts.push_back(std::move(*group));
        for (std::string& fact : facts) {
            const double width = m_frame.text.width(fact, kPlain);
            if (from + width > end - kLabelPadding) return;
            m_layer.labels.push_back({toF(x(from)), toF(baseline()), std::move(fact), kPlain, ink});
            from += width + kWordGap;
        }
    }

    double x(double canvasX) const { return m_frame.left() + canvasX; }
    double baseline() const { return m_top + m_height / 2 + 4; }

    Frame& m_frame;
    Layer& m_layer;
    double m_top, m_height;
    std::span<const RankWait> m_waits;
};

} // namespace

void addCommLanes(Frame& frame, LayerIndex layer, const RowAt& at, std::span<const RankWait> waits) {
    for (std::size_t lane = 0; lane < at.row.lanes.size(); ++lane) {
        const LaneBox box = laneBox(at.row, at.placed, lane, frame.data.rowState);
        if (at.y + box.y + box.height <= kRulerHeight || at.y + box.y >= frame.view.height) continue;
        CommLane(frame, layer, at, box, waits).add(at.row.lanes[lane]);
    }
}

} // namespace lanescope::scene
