#include "app/render/parts/bench_ranks.h"

#include "app/render/parts/frame_times.h"
#include "app/render/parts/tiled_store.h"
#include "core/analysis/device_work.h"
#include "core/session/index_writing.h"
#include "widgets/paint/scene_painter.h"
#include "widgets/ranks/ranks_document.h"

#include <QImage>
#include <QPainter>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numeric>

namespace lanescope::render {

namespace {

using namespace scene;
using ranksview::RanksDocument;

constexpr double kWidth = 1600, kHeight = 1000;
constexpr std::size_t kOpenTimelines = 16; // as many as the window opens before they are looked at

double wallMs() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double processCpuMs() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

// "VmRSS:" and the like of /proc/self/status, in bytes; 0 where there is none.
std::int64_t memoryBytes(const std::string& wanted) {
    std::ifstream file("/proc/self/status");
    std::string key;
    std::int64_t kib = 0;
    while (file >> key) {
        if (key == wanted && file >> kib) return kib * 1024;
        file.ignore(1 << 16, '\n');
    }
    return 0;
}

class RanksBench {
public:
    RanksBench(RanksDocument& document, RankRows rows, paint::Fonts& fonts)
        : m_document(document),
          m_fonts(fonts),
          m_theme(paint::Theme::of(paint::ThemeId::Dark)),
          m_image(static_cast<int>(kWidth), static_cast<int>(kHeight), QImage::Format_RGB32) {
        RanksChoice choice;
        choice.rows = rows;
        m_data = document.sceneData(view({}).scale);
        m_layout = layoutRanks(m_data, choice);
    }

    TimelineView view(TimeRange range) const {
        TimelineView out;
        out.width = kWidth;
        out.height = kHeight;
        out.scale = TimeScale::fit(m_document.extent().begin, range, out.canvasWidth());
        out.zero = m_document.zero();
        out.zeroName = m_document.zeroName();
        return out;
    }

    // As the widget draws them: the frame, then the pointer and what is chosen.
    Times frame(const TimelineView& view) {
        const double begin = cpuMs();
        for (std::size_t i = 0; i < m_data.ranks.size(); ++i)
            m_data.ranks[i].scale = m_document.scaleOf(m_document.shown()[i], view.scale);
        buildRanks(m_data, m_layout, view, m_fonts, m_frame);
        const double built = cpuMs();
        QPainter painter(&m_image);
        paint::paintScene(painter, m_frame, m_theme, m_fonts);
        const double painted = cpuMs();
        buildRanksOverlay(m_data, m_layout, view, chosen(), m_fonts, m_over);
        paint::paintScene(painter, m_over, m_theme, m_fonts, {paint::Target::Pixels, paint::Background::Left});
        painter.end();
        Times out{built - begin, painted - built, cpuMs() - painted, 0, 0};
        for (const Layer& layer : m_frame.layers) {
            out.boxes += layer.boxes.size();
            out.labels += layer.labels.size();
        }
        return out;
    }

    void forget() { // the pieces kept from other frames
        for (RankOnView& rank : m_data.ranks)
            if (rank.data) rank.data->kept->clear();
    }

    // One rectangle per event of the visible rows.
    double naive(const TimelineView& view) {
        const RanksData data = m_document.sceneData(view.scale);
        const double begin = cpuMs();
        QPainter painter(&m_image);
        forLanes(data, [&](const RankOnView& rank, const Lane& lane, double y, double height) {
            const TraceStore& store = rank.data->store;
            for (std::uint32_t i = lane.firstSlice; i < lane.firstSlice + lane.sliceCount; ++i) {
                const double x = rank.scale.x(store.start(SliceId{i}));
                const double w = std::max(1.0, rank.scale.px(store.duration(SliceId{i})));
                if (x + w < 0 || x > view.canvasWidth()) continue;
                painter.fillRect(QRectF(view.headerWidth + x, y, w, height), m_theme.color(Ink::Operator));
            }
        });
        painter.end();
        return cpuMs() - begin;
    }

    struct Seen {
        std::size_t lanes = 0, events = 0;
    };
    Seen seen(const TimelineView& view) { // of the rows in view, in the view's time
        Seen out;
        forLanes(m_document.sceneData(view.scale), [&](const RankOnView& rank, const Lane& lane, double, double) {
            ++out.lanes;
            const TimeRange range = rank.scale.visible();
            const TraceStore& store = rank.data->store;
            for (std::uint32_t i = lane.firstSlice; i < lane.firstSlice + lane.sliceCount; ++i)
                if (store.start(SliceId{i}) < range.end && store.end(SliceId{i}) > range.begin) ++out.events;
        });
        return out;
    }

private:
    template <class Visit>
    void forLanes(const RanksData& data, Visit visit) const {
        for (const RanksRow& row : m_layout.rows) {
            if (row.what != RanksRow::What::Timeline || kRulerHeight + row.y > kHeight) continue;
            const RankOnView& rank = data.ranks[row.rank];
            const Row& own = rank.data->tree.row(row.row);
            const PlacedRow placed{row.row, row.y, row.height, false, false, 0};
            for (std::size_t l = 0; l < own.lanes.size(); ++l) {
                const LaneBox box = laneBox(own, placed, l, rank.data->rowState);
                visit(rank, rank.data->store.lanes()[own.lanes[l].lane.value], kRulerHeight + row.y + box.y,
                      box.height);
            }
        }
    }

    RanksOverlay chosen() const {
        RanksOverlay out;
        out.frame = &m_frame;
        out.pointerX = kWidth / 2;
        const auto slice = m_document.slice();
        if (const auto at = slice ? m_document.placeOf(slice->record) : std::nullopt)
            out.current = RankSlice{static_cast<std::uint32_t>(*at), slice->slice};
        for (const ranksview::ChosenSlice& part : m_document.joinedParts())
            if (const auto at = m_document.placeOf(part.record))
                out.joined.push_back({static_cast<std::uint32_t>(*at), part.slice});
        return out;
    }

    RanksDocument& m_document;
    paint::Fonts& m_fonts;
    paint::Theme m_theme;
    QImage m_image;
    RanksData m_data;
    RanksLayout m_layout;
    Scene m_frame, m_over;
};

struct Zoom {
    const char* name;
    TimeRange range;
};

std::string zoomFigures(RanksBench& bench, const Zoom& zoom) {
    const TimelineView base = bench.view(zoom.range);
    const auto viewWith = [&](const TimeScale& scale) {
        TimelineView view = base;
        view.scale = scale;
        return view;
    };
    const Spread fresh = measure(bench, [&](int) {
        bench.forget();
        return base;
    });
    const Spread pan = measure(bench, [&](int i) { return viewWith(base.scale.pannedBy(7 * i)); });
    const Spread zoomed = measure(bench, [&](int i) { return viewWith(base.scale.zoomedAt(700, 1.0 + 0.02 * i)); });
    double naive = bench.naive(base);
    for (int i = 0; i < 2; ++i) naive = std::min(naive, bench.naive(base)); // never flattered by a cold start
    const RanksBench::Seen seen = bench.seen(base);
    const Times& still = fresh.median;
    return fmt::format(
        "    \"{}\": {{\"frame_ms\": {:.3f}, \"build_ms\": {:.3f}, \"paint_ms\": {:.3f}, \"overlay_ms\": {:.3f}, "
        "\"best_ms\": {:.3f}, \"pan_ms\": {:.3f}, \"zoom_ms\": {:.3f}, \"zoom_best_ms\": {:.3f}, \"boxes\": {}, "
        "\"labels\": {}, \"lanes_in_view\": {}, \"events_in_view\": {}, \"naive_ms\": {:.2f}, "
        "\"naive_ratio\": {:.1f}}}",
        zoom.name, fresh.ms(), still.build, still.paint, still.over, fresh.bestMs(), pan.ms(), zoomed.ms(),
        zoomed.bestMs(), still.boxes, still.labels, seen.lanes, seen.events, naive, naive / fresh.ms());
}

TimeRange around(const RanksDocument& document, RankTime middle, std::int64_t ns) {
    const RankTime begin = std::max(document.extent().begin, middle - Ns{ns / 2});
    return {begin, begin + Ns{ns}};
}

// The collective that lies nearest to the middle of the range is chosen, and so joined over the ranks.
void chooseIn(RanksDocument& document, TimeRange range) {
    const auto off = [&](std::size_t m) {
        const TimeRange own = document.collectiveRange(m);
        return std::abs((own.begin - range.begin + (own.end - range.end)).count());
    };
    std::optional<std::size_t> best;
    for (std::size_t m = 0; m < document.measured().size(); ++m)
        if (!best || off(m) < off(*best)) best = m;
    document.chooseCollective(best);
}

std::string layoutFigures(RanksDocument& document, RankRows rows, unsigned copies, paint::Fonts& fonts) {
    TimeRange whole = document.extent();
    whole.end = whole.begin + whole.length() * copies;
    const RankTime middle = whole.begin + whole.length() / 2;
    const std::int64_t total = whole.length().count();
    TimeRange step = around(document, middle, total / 600);
    if (document.step()) step = document.stepRange(*document.step()).value_or(step);
    RanksBench bench(document, rows, fonts);
    std::string out;
    for (const Zoom& zoom : {Zoom{"whole", whole}, Zoom{"tenth", around(document, middle, total / 10)},
                             Zoom{"step", step}, Zoom{"10ms", around(document, middle, 10'000'000)}}) {
        chooseIn(document, zoom.range);
        out += (out.empty() ? "\n" : ",\n") + zoomFigures(bench, zoom);
    }
    return out;
}

struct Opened {
    std::size_t timelines = 0;
    bool fromIndexes = true;
};

// The same trace several times in a row, as the bench of one trace has it.
std::shared_ptr<const ranksview::RankTrace> tiledTrace(const ranksview::RankTrace& trace, unsigned copies) {
    auto out = std::make_shared<ranksview::RankTrace>(trace);
    out->trace.store = tiled(*trace.trace.store, copies);
    out->tree = buildRowTree(*out->trace.store);
    out->bands = bandsOf(collectDeviceWork(*out->trace.store));
    return out;
}

Result<Opened> openTimelines(RanksDocument& document, const LoadOptions& load, unsigned copies) {
    Opened out;
    RunContext context;
    for (std::size_t r = 0; r < document.set().records.size() && out.timelines < kOpenTimelines; ++r) {
        const auto trace = ranksview::openRankTrace(document.job(), r, load, context);
        if (!trace.ok()) return trace.error();
        out.fromIndexes = out.fromIndexes && (*trace)->trace.fromIndex;
        if ((*trace)->trace.indexWriting) (*trace)->trace.indexWriting->wait();
        document.setTrace(r, copies > 1 ? tiledTrace(**trace, copies) : *trace);
        ++out.timelines;
    }
    return out;
}

} // namespace

Result<std::string> benchRanks(const std::vector<std::string>& inputs, const LoadOptions& load, unsigned copies) {
    const double wall = wallMs(), cpu = processCpuMs();
    RunContext context;
    const auto job = ranksview::loadRankJob(inputs, {load, {}}, context);
    if (!job.ok()) return job.error();
    if ((*job)->set.records.empty())
        return Error{ErrorCode::MissingData, "expected timelines of ranks, found none", inputs.front(), ""};
    RanksDocument document;
    document.open(*job);
    const double jobWall = wallMs() - wall, jobCpu = processCpuMs() - cpu;
    std::vector<std::size_t> all((*job)->set.records.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    document.setShown(all);
    const auto opened = openTimelines(document, load, copies);
    if (!opened.ok()) return opened.error();
    const double openWall = wallMs() - wall - jobWall, openCpu = processCpuMs() - cpu - jobCpu;
    std::string out = fmt::format(
        "{{\n  \"ranks\": {}, \"events\": {}, \"collectives\": {}, \"timelines\": {}, \"from_indexes\": {},\n"
        "  \"job_wall_ms\": {:.1f}, \"job_cpu_ms\": {:.1f}, \"timelines_wall_ms\": {:.1f}, "
        "\"timelines_cpu_ms\": {:.1f},\n",
        all.size(), (*job)->events, document.measured().size(), opened->timelines,
        opened->fromIndexes ? "true" : "false", jobWall, jobCpu, openWall, openCpu);
    paint::Fonts fonts;
    out += fmt::format("  \"stacked\": {{{}}},\n", layoutFigures(document, RankRows::Stacked, copies, fonts));
    out += fmt::format("  \"by_kind\": {{{}}},\n", layoutFigures(document, RankRows::ByKind, copies, fonts));
    return out + fmt::format("  \"resident_bytes\": {}, \"anonymous_bytes\": {}, \"peak_bytes\": {}\n}}\n",
                             memoryBytes("VmRSS:"), memoryBytes("RssAnon:"), memoryBytes("VmHWM:"));
}

} // namespace lanescope::render
