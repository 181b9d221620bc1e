// Slices, folded runs and their labels (UI.md 8).
#include "widgets/scene/frame.h"
#include "widgets/scene/label_fit.h"
#include "widgets/scene/slice_colours.h"

#include "core/export/quantity.h"
#include "core/query/slice_facts.h"

#include <algorithm>

namespace lanescope::scene {

namespace {

constexpr TextStyle kPlain{11, 400, false};
constexpr TextStyle kStrong{11, 500, false};
constexpr double kRunInset = 2;
constexpr double kHalfGap = 0.5; // of canvas between touching slices, each side
constexpr double kRailFromPx = 6;
constexpr double kLeastLabelHeight = 14;
constexpr double kWordGap = 8;       // between name, bytes and group of a collective
constexpr std::uint8_t kDimmed = 28; // per cent
constexpr std::uint8_t kRunAlpha[5] = {40, 40, 60, 80, 100};

// Draws the pieces of one lane.
class LanePart {
public:
    LanePart(Frame& frame, LayerIndex layer, const RowAt& at, LaneBox box)
        : m_frame(frame), m_layer(frame.layer(layer)), m_at(at), m_top(at.y + box.y), m_height(box.height) {}

    void add(const DisplayLane& lane) {
        std::vector<Piece>& pieces = m_frame.pieces;
        piecesOf(m_frame.data, m_frame.view.scale, lane, pieces);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const double next = i + 1 < pieces.size() ? pieces[i + 1].x0 : m_frame.width();
            addPiece(pieces[i], next);
        }
        if (!m_frame.view.hits.empty() && !lane.derived) addFoldedHits(lane.lane);
    }

private:
    bool dimmed(const Piece& piece) const {
        const TimelineView& view = m_frame.view;
        if (view.notHits == TimelineView::Others::Plain) return false;
        return !std::binary_search(view.hits.begin(), view.hits.end(), piece.slice);
    }
    bool isHit(const Piece& piece) const {
        return std::binary_search(m_frame.view.hits.begin(), m_frame.view.hits.end(), piece.slice);
    }

    void addPiece(const Piece& piece, double next) {
        const SliceInk ink = inkOf(m_frame.data, m_frame.view, piece);
        switch (piece.kind) {
        case PieceKind::Run:
            return addRun(piece, ink);
        case PieceKind::Point:
            return addPoint(piece, ink);
        case PieceKind::Lone:
            addBox(piece, ink, 0);
            return addLabelBeside(piece, next);
        case PieceKind::Slice:
            addBox(piece, ink, kHalfGap);
            return addLabel(piece, ink);
        }
    }

    void addRun(const Piece& piece, const SliceInk& ink) {
        const double inset = m_height > 3 * kRunInset ? kRunInset : 0;
        Box box{rectOf(x(piece.x0), m_top + inset, piece.x1 - piece.x0, m_height - 2 * inset), ink.fill, ink.variant};
        box.shape = Shape::Run;
        box.alpha = dimmed(piece) ? kDimmed : kRunAlpha[piece.density];
        m_layer.boxes.push_back(box);
    }

    void addPoint(const Piece& piece, const SliceInk& ink) {
        const double size = std::min(kPointPx, m_height);
        Box box{rectOf(x(piece.x0) - size / 2, m_top + (m_height - size) / 2, size, size), ink.fill, ink.variant};
        box.shape = Shape::Diamond;
        if (dimmed(piece)) box.alpha = kDimmed;
        box.edge = ink.edge;
        m_layer.boxes.push_back(box);
    }

    void addBox(const Piece& piece, const SliceInk& ink, double inset) {
        const double width = piece.x1 - piece.x0 - 2 * inset;
        Box box{rectOf(x(piece.x0) + inset, m_top, width, m_height), ink.fill, ink.variant};
        box.shape = Shape::Slice;
        box.edge = width >= 4 ? ink.edge : Ink::None;
        if (width >= kRailFromPx) box.rail = ink.rail;
        if (dimmed(piece)) {
            box.alpha = kDimmed;
            box.rail = Rail::None;
        }
        m_layer.boxes.push_back(box);
        if (ink.fill == Ink::OwnerCall && width >= 4)
            m_layer.boxes.push_back({rectOf(x(piece.x0) + inset, m_top, 3, m_height), Ink::Owner, ink.variant});
        if (isHit(piece)) addHitMark(piece);
    }

    // Hits inside folded runs: a tick at the top of each stretch of px that holds one.
    void addFoldedHits(LaneId id) {
        constexpr std::int64_t stretch = 4;
        const Lane& lane = m_frame.data.store.lanes()[id.value];
        const std::span<const SliceId> hits = m_frame.view.hits;
        auto it = std::lower_bound(hits.begin(), hits.end(), SliceId{lane.firstSlice});
        const auto end = std::lower_bound(it, hits.end(), SliceId{lane.firstSlice + lane.sliceCount});
        const auto startsBefore = [&](SliceId slice, RankTime t) { return m_frame.data.store.start(slice) < t; };
        for (const Piece& piece : m_frame.pieces) {
            if (piece.kind != PieceKind::Run) continue;
            const TimeScale& scale = m_frame.view.scale;
            std::int64_t column = scale.firstColumn() + static_cast<std::int64_t>(piece.x0);
            const std::int64_t last = scale.firstColumn() + static_cast<std::int64_t>(piece.x1);
            while (column < last) {
                it = std::lower_bound(it, end, scale.columnStart(column), startsBefore);
                if (it == end) return;
                column = std::max(column, scale.columnOf(m_frame.data.store.start(*it)));
                if (column >= last) break;
                m_layer.boxes.push_back({rectOf(x(scale.columnX(column)), m_top, 2, 4), Ink::Hit});
                column += stretch;
            }
        }
    }

    void addHitMark(const Piece& piece) {
        Box frame{rectOf(x(piece.x0) + kHalfGap, m_top, piece.x1 - piece.x0 - 1, m_height), Ink::None};
        frame.shape = Shape::Frame;
        frame.edge = Ink::KindText;
        frame.edgeWidth = 1.5F;
        if (piece.x1 - piece.x0 >= 6) m_layer.boxes.push_back(frame);
        const double middle = (std::max(piece.x0, 0.0) + std::min(piece.x1, m_frame.width())) / 2;
        m_layer.marks.push_back({MarkShape::TriangleDown, {toF(x(middle)), toF(m_top - 2)}, 10, 6, Ink::Hit});
    }

    void addLabel(const Piece& piece, const SliceInk& ink) {
        const double left = std::max(piece.x0, 0.0);
        const double right = std::min(piece.x1, m_frame.width());
        if (right - left < kLabelLeastPx || m_height < kLeastLabelHeight) return;
        const double start = x(left) + kLabelPadding + (ink.fill == Ink::OwnerCall ? 3 : 0);
        const double room = x(right) - kLabelPadding - start;
        const Ink text = dimmed(piece) ? Ink::Text2 : ink.text;
        const Role role = m_frame.data.store.role(piece.slice);
        const bool strong = piece.tone == static_cast<std::uint8_t>(WorkKind::Communication);
        const TextStyle& style = strong ? kStrong : kPlain;
        const std::string& name = m_frame.data.names.of(piece.slice);
        const Fitted fitted = nameStyle(role) == NameStyle::Gpu ? fitKernelName(name, room, style, m_frame.text)
                                                                : fitHostName(name, room, style, m_frame.text);
        if (fitted.text.empty()) return;
        m_layer.labels.push_back({toF(start), toF(baseline()), fitted.text, style, text, ink.textVariant});
        if (fitted.text != name) return; // nothing beside a name that is cut
        const auto cls = piece.tone < 16 ? workClass(static_cast<WorkKind>(piece.tone)) : WorkClass::None;
        if (cls == WorkClass::Communication || cls == WorkClass::Memory)
            addFacts(piece, text, start + fitted.width + kWordGap, x(right) - kLabelPadding);
    }

    // Bytes, then the group: each only when it fits whole.
    void addFacts(const Piece& piece, Ink ink, double from, double end) {
        std::vector<std::string> facts;
        if (const auto bytes = messageBytes(m_frame.data.store, piece.slice)) facts.push_back(formatBytes(*bytes));
        if (auto group = groupWords(m_frame.data.store, piece.slice)) facts.push_back(std::move(*group));
        for (std::string& fact : facts) {
            const double width = m_frame.text.width(fact, kPlain);
            if (from + width > end) return;
            m_layer.labels.push_back({toF(from), toF(baseline()), std::move(fact), kPlain, ink});
            from += width + kWordGap;
        }
    }

    // A copy too short for a label carries it beside, where nothing follows.
    void addLabelBeside(const Piece& piece, double next) {
        if (m_at.row.use != StreamUse::Copies || m_height < kLeastLabelHeight || piece.x1 < 0) return;
        std::string words = m_frame.data.names.of(piece.slice);
        if (const auto bytes = messageBytes(m_frame.data.store, piece.slice)) words += " " + formatBytes(*bytes);
        const double start = piece.x1 + 6;
        const double width = m_frame.text.width(words, kPlain);
        if (start + width + 8 > std::min(next, m_frame.width())) return;
        m_layer.labels.push_back({toF(x(start)), toF(baseline()), std::move(words), kPlain, Ink::Text2});
    }

    double x(double canvasX) const { return m_frame.left() + canvasX; }
    double baseline() const { return m_top + m_height / 2 + 4; }

    Frame& m_frame;
    Layer& m_layer;
    const RowAt& m_at;
    double m_top;
    double m_height;
};

bool isInView(const Frame& frame, double top, double height) {
    return top + height > kRulerHeight && top < frame.view.height;
}

// Points in time of the tracks of a row: one diamond per stretch as wide as one.
void addInstants(Frame& frame, LayerIndex layer, const RowAt& at, const LaneBox& box) {
    const TraceStore& store = frame.data.store;
    const InstantColumns& instants = store.instants();
    const TimeRange view = frame.view.scale.visible();
    const double size = std::min(kPointPx, box.height);
    for (const TrackId id : at.row.tracks) {
        const Track& track = store.tracks()[id.value];
        const auto times = instants.time.subspan(track.firstInstant, track.instantCount);
        auto it = std::lower_bound(times.begin(), times.end(), count(view.begin));
        const auto block = static_cast<std::int64_t>(kPointPx);
        while (it != times.end() && *it < count(view.end)) {
            const std::size_t row = track.firstInstant + static_cast<std::size_t>(it - times.begin());
            if (store.text(StringId{instants.name[row]}) == "[memory]") { // drawn as curves
                ++it;
                continue;
            }
            const double x = frame.left() + frame.view.scale.x(rankTime(*it));
            Box mark{rectOf(x - size / 2, at.y + box.y + (box.height - size) / 2, size, size), Ink::Annotation};
            mark.shape = Shape::Diamond;
            mark.edge = Ink::Line2;
            frame.layer(layer).boxes.push_back(mark);
            const std::int64_t column = frame.view.scale.columnOf(rankTime(*it));
            const RankTime next =
                frame.view.scale.columnStart(((column >= 0 ? column : column - block + 1) / block + 1) * block);
            it = std::lower_bound(it + 1, times.end(), count(next));
        }
    }
}

} // namespace

void addLanes(Frame& frame, LayerIndex layer, const RowAt& at) {
    LaneBox box = laneBox(at.row, at.placed, 0, frame.data.rowState);
    for (std::size_t lane = 0; lane < at.row.lanes.size(); ++lane) {
        box = laneBox(at.row, at.placed, lane, frame.data.rowState);
        if (!isInView(frame, at.y + box.y, box.height)) continue;
        LanePart(frame, layer, at, box).add(at.row.lanes[lane]);
    }
    if (isInView(frame, at.y + box.y, box.height)) addInstants(frame, layer, at, box);
}

} // namespace lanescope::scene
