// Several ranks under one ruler: each rank's rows are drawn from its own store at the scale of its own clock, so
// nothing is copied and nothing is moved; only the rows of all are placed below each other. The ruler, the view and the
// range are on the common clock. Values; one thread, as TimelineData.
#pragma once

#include "widgets/scene/timeline_view.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace lanescope::scene {

// A communication kernel that was matched with those of other ranks, and how long it waited for the last of them.
struct RankWait {
    SliceId slice;
    std::int64_t waitNs = 0;
    std::int64_t number = -1; // behind its name; -1: none
};

struct RankFigure { // "waits 18.61 ms" in the group row
    std::string name, value;
    enum class Weight : std::uint8_t { Plain, Strong } weight = Weight::Plain;
};

struct RankOnView {
    std::string name;  // "rank 2"
    std::string place; // "node-0, GPU 2"
    std::vector<RankFigure> figures;
    enum class Verdict : std::uint8_t { None, Straggler, SlowStage } verdict = Verdict::None;
    std::optional<TimelineData> data; // none: its timeline is not open
    std::string instead;              // what is said in place of the rows
    TimeScale scale;                  // of its own clock: px as those of the common scale
    std::span<const RankWait> waits;  // by slice
    enum class Devices : std::uint8_t { One, Several } devices = Devices::One; // Several: rows say which one
};

struct RanksData {
    std::vector<RankOnView> ranks;    // top to bottom
    std::optional<std::size_t> ruler; // whose steps are numbered on the ruler; its timeline is open
};

enum class RankRows : std::uint8_t {
    Stacked,
    ByKind
}; // ByKind: compute of all together, communication of all together
struct RanksChoice {
    RankRows rows = RankRows::Stacked;
    Density density = Density::Normal;
    enum class Idle : std::uint8_t { Hidden, Shown } idle = Idle::Hidden; // rows of idle by owner
    std::set<std::string> folded;                                         // RanksRow::name of groups
};

enum class RankRowKind : std::uint8_t { Parts, Idle, Compute, Communication };
std::optional<RankRowKind> rankRowKind(const Row& row); // none: not shown among ranks

struct RanksRow {
    enum class What : std::uint8_t { RankGroup, KindGroup, Timeline, Message } what = What::Timeline;
    std::uint32_t rank = 0; // index in RanksData::ranks; of a kind's group meaningless
    std::uint32_t row = 0;  // in the rank's tree
    RankRowKind kind = RankRowKind::Parts;
    double y = 0, height = 0; // y from the top of the scrolling area
    bool folded = false;
    std::string name; // of groups: "rank 2", "communication"
};
struct RanksLayout {
    std::vector<RanksRow> rows;
    double height = 0;
    const RanksRow* find(std::uint32_t rank, std::uint32_t row) const;
};
RanksLayout layoutRanks(const RanksData& data, const RanksChoice& choice);

// The frame without pointer and selection. `view`: scale, zero and range on the common clock; pinned rows are not used.
void buildRanks(const RanksData& data, const RanksLayout& layout, const TimelineView& view, TextMeasure& text,
                Scene& scene);

struct RankSlice {
    std::uint32_t rank = 0; // index in RanksData::ranks
    SliceId slice;
    friend bool operator==(const RankSlice&, const RankSlice&) = default;
};

struct RanksOverlay {
    std::optional<RankSlice> current, hover;
    std::vector<RankSlice> joined; // one collective on the ranks that are shown
    std::optional<double> pointerX;
    std::optional<std::uint32_t> moved; // the rank that is being shifted by hand
    std::string movedBy;                // "+1.204 ms"
    const Scene* frame = nullptr;       // what lies below, of the same view: joins keep off its words
};
void buildRanksOverlay(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                       const RanksOverlay& state, TextMeasure& text, Scene& scene);

struct RanksHit {
    Zone zone = Zone::Canvas;
    RankTime time{};                // common clock
    std::optional<std::size_t> row; // index in the layout
    std::optional<std::uint32_t> rank;
    Hit inside; // of the rank's own rows: slice, folded run, gap on its own clock
};
std::optional<RanksHit> hitRanks(const RanksData& data, const RanksLayout& layout, const TimelineView& view, double x,
                                 double y);
// Where a slice is drawn, as sliceRect().
std::optional<RectF> rankSliceRect(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                                   const RankSlice& slice);

// A time of the common scale on a rank's own clock.
inline RankTime onRank(const TimeScale& common, const RankOnView& rank, RankTime t) {
    return rank.scale.timeAt(common.x(t));
}

} // namespace lanescope::scene
