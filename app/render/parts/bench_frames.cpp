#include "app/render/parts/bench_frames.h"

#include "app/render/parts/frame_times.h"
#include "app/render/parts/made_store.h"
#include "core/analysis/device_work.h"
#include "core/query/visible_runs.h"
#include "widgets/paint/scene_painter.h"
#include "widgets/scene/overlay.h"
#include "widgets/scene/timeline_view.h"

#include <QImage>
#include <QPainter>

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::render {

namespace {

using namespace scene;

constexpr double kWidth = 1920, kHeight = 1080;

class Bench {
public:
    explicit Bench(const TraceStore& store)
        : m_store(store),
          m_tree(buildRowTree(store)),
          m_state(defaultRowState(m_tree)),
          m_layout(layoutRows(m_tree, m_state)),
          m_bands(bandsOf(collectDeviceWork(store))),
          m_names(store),
          m_theme(paint::Theme::of(paint::ThemeId::Dark)),
          m_image(static_cast<int>(kWidth), static_cast<int>(kHeight), QImage::Format_RGB32) {}

    Times frame(const TimelineView& view) {
        const double begin = cpuMs();
        buildTimeline(data(), view, m_fonts, m_scene);
        const double built = cpuMs();
        QPainter painter(&m_image);
        paint::paintScene(painter, m_scene, m_theme, m_fonts);
        painter.end();
        Times out{built - begin, cpuMs() - built, 0, 0, 0};
        for (const Layer& layer : m_scene.layers) {
            out.boxes += layer.boxes.size();
            out.labels += layer.labels.size();
        }
        return out;
    }

    void forget() { m_kept.clear(); } // the pieces kept from other frames

    TimelineView view(TimeRange range) const {
        TimelineView out;
        out.width = kWidth;
        out.height = kHeight;
        out.scale = TimeScale::fit(m_store.extent().begin, range, out.canvasWidth());
        out.zero = m_store.extent().begin;
        return out;
    }

    // One rectangle per event of the visible rows.
    double naive(const TimelineView& view) {
        const double begin = cpuMs();
        QPainter painter(&m_image);
        for (const PlacedRow& placed : m_layout.rows) {
            if (placed.y > kHeight) break;
            const Row& row = m_tree.row(placed.row);
            for (std::size_t l = 0; l < row.lanes.size(); ++l) {
                const LaneBox box = laneBox(row, placed, l, m_state);
                const Lane& lane = m_store.lanes()[row.lanes[l].lane.value];
                for (std::uint32_t i = lane.firstSlice; i < lane.firstSlice + lane.sliceCount; ++i) {
                    const double x = view.scale.x(m_store.start(SliceId{i}));
                    const double w = std::max(1.0, view.scale.px(m_store.duration(SliceId{i})));
                    if (x + w < 0 || x > view.canvasWidth()) continue;
                    painter.fillRect(QRectF(view.headerWidth + x, placed.y + box.y, w, box.height),
                                     m_theme.color(Ink::Operator));
                }
            }
        }
        painter.end();
        return cpuMs() - begin;
    }

    double arrows(std::size_t count) {
        Scene scene;
        Layer& layer = scene.layers.emplace_back();
        for (std::size_t i = 0; i < count; ++i) {
            const auto x = static_cast<float>(220 + (i * 7919) % 1600);
            const auto y = static_cast<float>(100 + (i * 104729) % 300);
            layer.arrows.push_back({{x, y}, {x + static_cast<float>(i % 97), y + 400}});
        }
        const double begin = cpuMs();
        QPainter painter(&m_image);
        paint::paintScene(painter, scene, m_theme, m_fonts, {paint::Target::Pixels, paint::Background::Left});
        painter.end();
        return cpuMs() - begin;
    }

    std::size_t rowsInView() const {
        std::size_t lanes = 0;
        for (const PlacedRow& placed : m_layout.rows)
            if (placed.y < kHeight) lanes += m_tree.row(placed.row).lanes.size();
        return lanes;
    }

private:
    TimelineData data() { return {m_store, m_tree, m_layout, m_state, m_bands, m_names, &m_kept}; }

    const TraceStore& m_store;
    RowTree m_tree;
    RowState m_state;
    RowLayout m_layout;
    BandData m_bands;
    ShortNames m_names;
    PieceCache m_kept;
    paint::Theme m_theme;
    paint::Fonts m_fonts;
    QImage m_image;
    Scene m_scene;
};

// What the targets are stated for.
constexpr std::uint32_t kMadeSlices = 10'000'000, kMadeRows = 30;

// `fresh`: nothing is kept from other frames, as for the first one after a zoom.
std::string line(const char* name, const Spread& fresh, const Spread& pan, const Spread& zoom, std::size_t events,
                 double naive) {
    const Times& still = fresh.median;
    return fmt::format(
        "  \"{}\": {{\"frame_ms\": {:.3f}, \"build_ms\": {:.3f}, \"paint_ms\": {:.3f}, \"best_ms\": {:.3f}, "
        "\"pan_ms\": {:.3f}, \"pan_build_ms\": {:.3f}, \"zoom_ms\": {:.3f}, \"zoom_best_ms\": {:.3f}, "
        "\"boxes\": {}, \"labels\": {}, \"events_in_view\": {}, \"naive_ms\": {:.2f}, \"naive_ratio\": {:.1f}}},\n",
        name, fresh.ms(), still.build, still.paint, fresh.bestMs(), pan.ms(), pan.median.build, zoom.ms(),
        zoom.bestMs(), still.boxes, still.labels, events, naive, naive / fresh.ms());
}

struct Zoom {
    const char* name;
    TimeRange range;
};

std::string zoomFigures(Bench& bench, const TraceStore& store, const Zoom& zoom) {
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
    const Spread zoomed = measure(bench, [&](int i) { return viewWith(base.scale.zoomedAt(800, 1.0 + 0.02 * i)); });
    std::size_t events = 0;
    for (std::uint32_t lane = 0; lane < store.lanes().size(); ++lane)
        events += summarize(store, {LaneId{lane}, nullptr, nullptr}, zoom.range).count;
    double naive = bench.naive(base);
    for (int i = 0; i < 2; ++i) naive = std::min(naive, bench.naive(base)); // never flattered by a cold start
    return line(zoom.name, fresh, pan, zoomed, events, naive);
}

// The members of an object.
std::string figuresOf(const TraceStore& store) {
    Bench bench(store);
    const TimeRange whole = store.extent();
    const RankTime middle = whole.begin + whole.length() / 2;
    const auto around = [&](std::int64_t ns) { return TimeRange{middle - Ns{ns / 2}, middle + Ns{ns / 2}}; };
    const std::int64_t total = whole.length().count();
    TimeRange step = around(total / 600); // a trace without marked steps: about as much of it as a step usually is
    if (!store.steps().empty()) step = store.range(SliceId{store.steps()[store.steps().size() / 2].slice});
    std::string out =
        fmt::format("  \"slices\": {}, \"lanes_in_view\": {},\n", store.slices().size(), bench.rowsInView());
    for (const Zoom& zoom :
         {Zoom{"whole", whole}, Zoom{"tenth", around(total / 10)}, Zoom{"step", step}, Zoom{"10ms", around(10'000'000)},
          Zoom{"1ms", around(1'000'000)}, Zoom{"10us", around(10'000)}})
        out += zoomFigures(bench, store, zoom);
    double arrows = bench.arrows(10'000);
    for (int i = 0; i < 8; ++i) arrows = std::min(arrows, bench.arrows(10'000));
    out += fmt::format("  \"arrows_10000_ms\": {:.1f}", arrows);
    return out;
}

} // namespace

std::string benchFrames(const TraceStore& store) {
    std::string out = "{\n" + figuresOf(store) + ",\n  \"made_up\": {\n";
    return out + figuresOf(*madeStore(kMadeSlices, kMadeRows)) + "\n  }\n}\n";
}

} // namespace lanescope::render
