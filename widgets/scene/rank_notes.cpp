#include "widgets/scene/rank_notes.h"

#include "widgets/scene/frame.h"
#include "widgets/scene/note_geometry.h"

#include <algorithm>

namespace lanescope::scene {
namespace {

// Places of one note among the rows of its rank.
class Placing {
public:
    Placing(const RanksData& data, const RanksLayout& layout, const TimelineView& view, const RankNote& note)
        : m_data(data), m_layout(layout), m_view(view), m_note(note) {}

    NotePlace at(std::size_t index) const {
        NotePlace out;
        out.index = index;
        if (m_note.rank >= m_data.ranks.size() || !rank().data) return out;
        const notes::Note& note = m_note.source.note;
        out.x0 = m_view.headerWidth + rank().scale.x(note.begin);
        out.x1 = m_view.headerWidth + rank().scale.x(note.end);
        const auto rows = rowsOf();
        out.inView = rows && out.right() >= m_view.headerWidth && out.left() <= m_view.width;
        if (!out.inView) return out;
        if (note.kind == notes::Kind::Box || note.kind == notes::Kind::Range) {
            out.frame = cut(framed(*rows), out.left(), out.right());
            return out;
        }
        out.at = anchor(m_note.source.from, note.from, out.x0);
        if (!out.at && firstRow()) out.at = moment(*firstRow(), out.x0);
        if (note.kind == notes::Kind::Arrow) out.to = anchor(m_note.source.to, note.to, out.x1);
        return out;
    }

private:
    const RankOnView& rank() const { return m_data.ranks[m_note.rank]; }

    std::optional<RectF> visible(const RanksRow& row) const {
        const double y = kRulerHeight + row.y - m_view.scrollY;
        if (y + row.height <= kRulerHeight + 1 || y >= m_view.height - 1) return std::nullopt;
        return rectOf(m_view.headerWidth, y, m_view.canvasWidth(), row.height);
    }
    bool isOwn(const RanksRow& row) const { return row.what != RanksRow::What::KindGroup && row.rank == m_note.rank; }

    // Below the row of its name and figures, unless it is folded.
    std::optional<RectF> firstRow() const {
        std::optional<RectF> out;
        for (const RanksRow& row : m_layout.rows) {
            const auto rect = isOwn(row) ? visible(row) : std::nullopt;
            if (!rect) continue;
            out = rect;
            if (row.what != RanksRow::What::RankGroup) break;
        }
        return out;
    }
    // All rows of the rank, as they lie below each other; by kind: the first of them, others are elsewhere.
    std::optional<RectF> rowsOf() const {
        std::optional<RectF> out;
        for (const RanksRow& row : m_layout.rows) {
            if (!isOwn(row)) {
                if (out) break;
                continue;
            }
            const bool isHead = row.what == RanksRow::What::RankGroup && !row.folded;
            if (isHead && &row != &m_layout.rows.back()) continue;
            if (const auto rect = visible(row)) out = out ? together(*out, *rect) : *rect;
        }
        return out;
    }
    std::optional<RectF> rowOf(const std::string& key) const {
        const auto row = key.empty() ? std::nullopt : rank().data->tree.find(key);
        const RanksRow* found = row ? m_layout.find(m_note.rank, *row) : nullptr;
        return found ? visible(*found) : std::nullopt;
    }
    static RectF together(const RectF& a, const RectF& b) {
        const float top = std::min(a.y, b.y);
        return {a.x, top, a.w, std::max(a.bottom(), b.bottom()) - top};
    }
    // A box over rows that are shown, else over all of the rank.
    RectF framed(const RectF& all) const {
        const auto first = rowOf(m_note.source.note.from.row), last = rowOf(m_note.source.note.to.row);
        if (!first && !last) return all;
        return together(first ? *first : *last, last ? *last : *first);
    }
    RectF cut(const RectF& rows, double x0, double x1) const {
        const double left = std::max(x0, m_view.headerWidth), right = std::min(x1, m_view.width);
        const float bottom = std::min(rows.bottom(), toF(m_view.height));
        return {toF(left), rows.y, toF(std::max(2.0, right - left)), bottom - rows.y};
    }
    static RectF moment(const RectF& row, double x) { return {toF(x), row.y, 0, row.h}; }

    std::optional<RectF> anchor(const std::optional<SliceId>& slice, const notes::Anchor& anchor, double x) const {
        if (slice) {
            const auto rect = rankSliceRect(m_data, m_layout, m_view, {m_note.rank, *slice});
            const bool seen = rect && rect->y < toF(m_view.height) && rect->bottom() > toF(kRulerHeight);
            return seen ? rect : std::nullopt;
        }
        const auto row = rowOf(anchor.row);
        return row ? std::optional(moment(*row, x)) : std::nullopt;
    }

    const RanksData& m_data;
    const RanksLayout& m_layout;
    const TimelineView& m_view;
    const RankNote& m_note;
};

std::vector<NotePlace> placesOf(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                                std::span<const RankNote> notes) {
    std::vector<NotePlace> out;
    for (std::size_t i = 0; i < notes.size(); ++i) out.push_back(Placing(data, layout, view, notes[i]).at(i));
    return out;
}

// "rank 2: look here"
std::vector<NoteSource> named(const RanksData& data, std::span<const RankNote> notes) {
    std::vector<NoteSource> out;
    for (const RankNote& one : notes) {
        NoteSource& source = out.emplace_back(one.source);
        if (one.rank >= data.ranks.size()) continue;
        const std::string& name = data.ranks[one.rank].name;
        source.note.text = source.note.text.empty() ? name : name + ": " + source.note.text;
    }
    return out;
}

} // namespace

NoteLane buildRankNoteLane(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                           std::span<const RankNote> notes, const Scene& rows, TextMeasure& text) {
    return layNoteCards(view, named(data, notes), placesOf(data, layout, view, notes), LeaderEnd::Number, rows, text);
}

std::vector<NoteHit> buildRankNoteOverlay(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                                          std::span<const RankNote> notes, std::optional<std::size_t> chosen,
                                          TextMeasure& text, Scene& scene) {
    return layNoteOverlay(view, named(data, notes), placesOf(data, layout, view, notes), chosen, text, scene);
}

} // namespace lanescope::scene
