#include "widgets/pictures/timeline_picture.h"

#include "widgets/pictures/picture_head.h"
#include "widgets/pictures/picture_notes.h"
#include "widgets/pictures/picture_rows.h"
#include "widgets/scene/brackets_lane.h"
#include "widgets/scene/legend.h"
#include "widgets/scene/link_chain.h"
#include "widgets/scene/note_marks.h"

#include <algorithm>
#include <cmath>

namespace lanescope::pictures {

namespace {

using namespace scene;
using Options = TimelinePictureOptions;

constexpr double kLegendMargin = 12, kMethodRoom = 68, kLeastRows = 60;

// The selection and what it is joined to, a path, and the arrows of the view, as the window has them over the rows.
Scene marksScene(const TimelineData& data, const TimelineView& view, const Options& options, TextMeasure& text) {
    OverlayState over;
    over.selection = options.selection;
    over.path = options.path;
    LinkSet links;
    if (!options.selection.empty()) {
        const SliceId current = options.selection.back();
        over.sameName = data.store.nameId(current);
        if (options.arrows != Options::Arrows::None) links = linkSetOf(data.store, current);
        for (const Link& link : links.links)
            if (link.kind != LinkKind::Chain) // outlined: what it is joined to itself
                for (const SliceId end : {link.from, link.to})
                    if (end != current) over.related.push_back(end);
    } else if (options.arrows == Options::Arrows::All) {
        links = linkSetInView(data, view);
    }
    over.links = std::move(links.links);
    over.linksLeft = links.left;
    Scene out;
    buildOverlay(data, view, over, text, out);
    return out;
}

// Parts one below the other.
class Stack {
public:
    Stack(const Options& options, paint::Fonts& fonts) : m_options(options), m_fonts(fonts) {
        m_out.width = options.width;
    }
    double used() const { return m_y; }
    void add(Scene scene, double x = 0) {
        const double height = static_cast<double>(scene.height);
        m_out.parts.push_back({std::move(scene), m_y, x});
        m_y += height;
    }
    void addNumbers(TimeRange range) {
        const DeviceWork* device = numbersDevice(m_options);
        if (device == nullptr) return;
        const FourNumbers numbers = fourNumbers(*device, count(range.begin), count(range.end), m_options.thresholds);
        add(numbersScene(numbers, m_options.thresholds, m_options.width, textMargin(m_options), m_fonts));
    }
    // The timeline with its notes: cards above it, their leaders over it. Returns the notes that are not drawn.
    std::vector<std::size_t> addRows(const TimelineData& data, const TimelineView& view, Scene timeline) {
        const std::vector<NoteSource> sources = noteSources(data.store, data.tree, m_options.notes);
        NoteLane notes = buildNoteLane(data, view, sources, timeline, m_fonts);
        const double x = m_options.margin;
        if (notes.height > 0) add(std::move(notes.cards), x);
        m_out.parts.push_back({std::move(timeline), m_y, x});
        m_out.parts.push_back({marksScene(data, view, m_options, m_fonts), m_y, x});
        m_out.parts.push_back({std::move(notes.over), m_y, x});
        m_y += view.height;
        return notes.outside;
    }
    void addLegend(scene::Legend legend) {
        Scene foot;
        foot.width = static_cast<float>(m_options.width);
        foot.height = static_cast<float>(legend.height + 2 * kLegendMargin);
        foot.background = Ink::Window;
        foot.layers.emplace_back();
        const double top = m_y + kLegendMargin;
        add(std::move(foot));
        m_out.parts.push_back({std::move(legend.scene), top, 0});
    }
    Picture take() {
        m_out.height = m_options.height.value_or(m_y);
        return std::move(m_out);
    }

private:
    const Options& m_options;
    paint::Fonts& m_fonts;
    Picture m_out;
    double m_y = 0;
};

TimelineView viewFor(const TraceStore& store, const PictureWindow& window, const Options& options) {
    TimelineView view;
    view.width = options.width - 2 * options.margin;
    view.headerWidth = options.headerWidth;
    view.colourBy = options.colourBy;
    view.scale = TimeScale::fit(store.extent().begin, window.range, view.canvasWidth());
    view.asked = window.range;
    view.zero = window.zero;
    view.zeroName = window.name;
    view.axis = timeAxis(store, options.axis, window.zero);
    view.range = options.marked;
    view.rangeHold = options.markedHold;
    view.hits = options.hits;
    if (!options.hits.empty()) view.notHits = TimelineView::Others::Dimmed;
    return view;
}

// One picture of a trace, tried with different room for its rows.
class Composer {
public:
    Composer(const TraceStore& store, const RowTree& all, const BandData& bands, const PictureWindow& window,
             const Options& options, paint::Fonts& fonts)
        : m_store(store),
          m_all(all),
          m_bands(bands),
          m_window(window),
          m_options(options),
          m_fonts(fonts),
          m_state(pictureRowState(all, bands, options)),
          m_names(store),
          m_view(viewFor(store, window, options)) {
        if (options.findings != nullptr) m_brackets = bracketSources(*options.findings);
        m_lane = layoutBrackets(m_brackets, m_view.scale);
    }

    bool hasRows() const {
        const RowLayout layout = layoutRows(m_all, m_state);
        return !layout.rows.empty() || !layout.pinned.empty();
    }

    // Where the height that was given is too low for all: without findings, then without the legend.
    Picture compose() {
        for (;; ++m_leftOut) {
            Stack stack = fitted();
            const bool isTooHigh = m_options.height && stack.used() > *m_options.height + 1;
            if (!isTooHigh || m_leftOut == 2) return stack.take();
        }
    }

private:
    bool hasFindings() const { return m_leftOut < 1 && bracketsHeight(m_lane) > 0; }
    bool hasLegend() const { return m_leftOut < 2 && m_options.legend == Options::Legend::Drawn; }

    Stack fitted() {
        double most = m_options.height.value_or(kMaxHeight) - reserved();
        for (int round = 0;; ++round) { // what lies around the rows is known once it is there
            Stack stack(m_options, m_fonts);
            const bool isCut = fill(stack, most);
            const double spare = m_options.height.value_or(stack.used()) - stack.used();
            const bool fits = std::abs(spare) < 1 || (spare > 0 && !isCut);
            if (fits) return stack;
            if (round == 3) { // other rows, another legend: what is left over stays free below the rows
                if (spare < 0) return stack;
                Stack last(m_options, m_fonts);
                fill(last, most, spare);
                return last;
            }
            most += spare;
        }
    }

    bool isTold() const { return m_options.method == Options::Method::Told; }
    double reserved() const {
        double out = headHeight(m_options) + (hasFindings() ? bracketsHeight(m_lane) : 0);
        if (hasLegend()) out += 22 * 3 + 2 * kLegendMargin;
        if (isTold()) out += kScaleBarHeight + kMethodRoom;
        if (numbersDevice(m_options) != nullptr) out += kNumbersHeight;
        return out;
    }

    // True: not all rows are there.
    bool fill(Stack& stack, double most, double blank = 0) {
        const FittedRows shown = rowsThatFit(fittedRows(m_all, m_state, most), m_state, most);
        TimelineView view = m_view;
        const RowLayout whole = layoutRows(m_all, m_state);
        const bool isCut = kRulerHeight + whole.pinnedHeight + whole.height > most;
        const double rows = shown.height(); // a little below them is left free where the height is given
        view.height = std::max(kLeastRows, isCut ? std::max(rows, most) : rows) + blank;
        const double margin = textMargin(m_options);
        stack.add(headScene(m_store, m_window, m_options, shown.more, m_fonts));
        stack.addNumbers(m_window.range);
        if (hasFindings()) {
            Scene findings;
            buildBrackets(m_brackets, m_lane, view.width, view.headerWidth, m_fonts, findings);
            stack.add(std::move(findings), m_options.margin);
        }
        const TimelineData data{m_store, shown.tree, shown.layout, m_state, m_bands, m_names};
        Scene timeline;
        buildTimeline(data, view, m_fonts, timeline);
        scene::Legend legend = buildLegend(timeline, m_options.width - margin, margin, m_fonts);
        const std::vector<std::size_t> outside = stack.addRows(data, view, std::move(timeline));
        if (isTold())
            stack.add(scaleBarScene(view.scale.nsPerPx(), view.canvasWidth(), m_options.width,
                                    std::max(textMargin(m_options), 1.0), m_fonts));
        if (hasLegend()) stack.addLegend(std::move(legend));
        if (isTold())
            stack.add(methodScene(methodOf(m_store, m_window, m_options, outside), m_options.width, margin, m_fonts));
        return isCut;
    }

    const TraceStore& m_store;
    const RowTree& m_all;
    const BandData& m_bands;
    const PictureWindow& m_window;
    const Options& m_options;
    paint::Fonts& m_fonts;
    RowState m_state;
    ShortNames m_names;
    TimelineView m_view;
    std::vector<BracketSource> m_brackets;
    BracketLayout m_lane;
    int m_leftOut = 0; // 1: the findings, 2: the legend too
};

} // namespace

Result<Picture> timelinePicture(const TraceStore& store, const RowTree& whole, const BandData& bands,
                                const TimelinePictureOptions& options, paint::Fonts& fonts) {
    const Result<PictureWindow> window = windowOf(store, options);
    if (!window.ok()) return window.error();
    const bool cut = options.step.has_value() || options.range.has_value();
    const RowTree all = cut ? withoutEmptyRows(store, whole, window->range) : whole;
    Composer composer(store, all, bands, *window, options, fonts);
    if (!composer.hasRows())
        return Error{ErrorCode::MissingData, "expected rows to draw, found none", "--tracks",
                     "lanescope-cli info lists threads and streams"};
    Picture picture = composer.compose();
    if (options.paths == TimelinePictureOptions::Paths::Removed) {
        Redactor names;
        for (const std::string& word : options.hiddenNames) names.hideWord(word);
        names.learn(store, options.file);
        for (const notes::Note& note : options.notes) names.learnText(note.text);
        for (Part& part : picture.parts) removeNames(part.scene, names);
    }
    return picture;
}

} // namespace lanescope::pictures
