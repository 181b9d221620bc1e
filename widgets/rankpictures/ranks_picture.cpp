#include "widgets/rankpictures/ranks_picture.h"

#include "core/export/quantity.h"
#include "core/session/ranks/alignment_text.h"
#include "core/session/ranks/pipeline_timeline.h"
#include "widgets/pictures/picture_notes.h"
#include "widgets/rankpictures/evidence_strip.h"
#include "widgets/rankpictures/over_rows.h"
#include "widgets/rankpictures/picture_rows_of_ranks.h"
#include "widgets/rankpictures/ranks_picture_parts.h"
#include "widgets/scene/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::rankpictures {
namespace {

using namespace scene;
using ranksview::RanksDocument;

constexpr double kLegendMargin = 12;
// What pipelineRank() gives the operations of a pipelined job.
constexpr KindWords kPipelineWords[] = {{WorkKind::Gemm, "forward"}, {WorkKind::Attention, "backward"}};

struct Window {
    TimeRange range;
    RankTime zero{};
    std::string name; // "step 31"
    bool ofStep = false;
};

Result<Window> windowOf(const RanksDocument& document, const RanksView& view, const RanksWish& wish) {
    Window out{view.scale.visible(), document.zero(), document.zeroName(), false};
    if (wish.range) {
        out.range = *wish.range;
    } else if (wish.time == RanksWish::Time::Whole) {
        out = {document.extent(), document.extent().begin, {}, false};
    } else if (wish.time == RanksWish::Time::Range && view.range) {
        out.range = *view.range;
    } else if (wish.time == RanksWish::Time::Step && document.step()) {
        const auto range = document.stepRange(*document.step());
        if (!range)
            return Error{ErrorCode::MissingData,
                         fmt::format("expected ProfilerStep#{}, found it on no rank", *document.step()), "--step", ""};
        out.range = *range;
        out.ofStep = true;
    }
    if (out.range.empty())
        return Error{ErrorCode::Usage, "expected a range that is longer than nothing", "--range", ""};
    return out;
}

class Drawing {
public:
    Drawing(const RanksDocument& document, const RanksView& view, const RanksWish& wish, paint::Fonts& fonts)
        : m_document(document), m_view(view), m_wish(wish), m_fonts(fonts) {
        m_out.width = wish.width;
    }

    Result<pictures::Picture> draw() {
        const auto window = windowOf(m_document, m_view, m_wish);
        if (!window.ok()) return window.error();
        m_window = *window;
        setFrame();
        if (m_layout.rows.empty())
            return Error{ErrorCode::MissingData, "expected rows to draw, found none", "--tracks",
                         "words such as compute, communication, parts"};
        for (const std::size_t record : m_document.shown())
            if (m_document.trace(record))
                m_numbers.push_back(
                    {m_document.label(record), numbersOf(m_document, record, m_window.range, m_wish.thresholds)});
        if (!isAsInWindow()) setFigures();
        if (m_wish.notes) m_notes = placedNotes(m_wish.given, m_document);
        m_chosen = chosen();
        if (m_wish.verdict) m_head = verdictStrip(m_document, m_wish.width, m_fonts);
        if (m_wish.evidence) m_evidence = evidenceStrip(m_document, m_view.heatMetric, m_wish.width, m_fonts);
        m_hasNumbers = m_wish.numbers && !m_numbers.empty();
        m_hasLegend = m_wish.legend;
        fit();
        add(titleStrip(title(), facts(), m_wish.width, m_fonts));
        if (m_hasNumbers) add(numbersStrip(m_numbers, m_wish.thresholds, m_wish.width, m_fonts));
        if (m_wish.verdict) add(std::move(m_head));
        addRows();
        if (m_evidence.height > 0) add(std::move(m_evidence));
        add(std::move(m_foot));
        m_out.height = m_wish.height.value_or(m_y);
        if (m_wish.namesLeftOut) removeNames();
        return std::move(m_out);
    }

private:
    // The rows of ranks carry the figures of the chosen step, as in the window.
    bool isAsInWindow() const {
        return !m_wish.range && (m_wish.time == RanksWish::Time::View || m_wish.time == RanksWish::Time::Step);
    }

    void setFrame() {
        m_frame.width = m_wish.width;
        m_frame.headerWidth = m_wish.headerWidth.value_or(m_view.headerWidth);
        const bool exact = isAsInWindow() && m_wish.time == RanksWish::Time::View &&
                           std::abs(m_view.scale.widthPx() - m_frame.canvasWidth()) < 0.5;
        m_frame.scale =
            exact ? m_view.scale : TimeScale::fit(m_view.scale.origin(), m_window.range, m_frame.canvasWidth());
        m_frame.asked = m_window.range;
        m_frame.zero = m_window.zero;
        m_frame.zeroName = m_window.name;
        if (m_view.axis != AxisClock::Step) m_frame.axis = m_document.axis(m_view.axis);
        if (m_wish.marks) m_frame.range = m_view.range;
        m_frame.colourBy = m_view.colourBy;
        m_data = m_document.sceneData(m_frame.scale);
        m_choice = m_view.choice;
        m_layout = withWords(m_data, layoutRanks(m_data, m_choice), m_wish.words);
    }

    void removeNames() {
        Redactor names;
        for (const std::string& word : m_wish.hiddenNames) names.hideWord(word);
        for (const auto& record : m_document.job().set.records) { // as they were read
            names.hideHost(record.host);
            names.learnText(record.file);
        }
        for (const RankOnView& rank : m_data.ranks)
            if (rank.data) names.learn(rank.data->store);
        for (const NotesOfRank& of : m_wish.given)
            for (const notes::Note& note : of.list) names.learnText(note.text);
        for (pictures::Part& part : m_out.parts) pictures::removeNames(part.scene, names);
    }

    void setFigures() {
        std::size_t at = 0;
        for (std::size_t i = 0; i < m_data.ranks.size(); ++i) {
            RankOnView& rank = m_data.ranks[i];
            if (!rank.data) continue;
            const FourNumbers& numbers = m_numbers[at++].numbers;
            const TimeRange own{rankTime(numbers.beginNs), rankTime(numbers.endNs)};
            for (RankFigure& figure : rank.figures) {
                if (figure.name == "waits") figure.value = formatDuration(waitsIn(rank, own));
                if (figure.name == "compute") figure.value = formatDuration(numbers.computeNs);
                if (figure.name == "exposed comm") figure.value = formatDuration(numbers.exposedCommNs);
            }
        }
    }

    void fitRows(double most) {
        const double room = std::max(kLeastRows, most - kRulerHeight);
        if (m_wish.rows == RanksWish::Rows::InView && m_view.canvasHeight > kRulerHeight) {
            m_frame.scrollY = m_view.scrollY;
            const double seen = std::min(m_view.canvasHeight - kRulerHeight, m_layout.height - m_view.scrollY);
            m_frame.height = kRulerHeight + std::clamp(seen, std::min(kLeastRows, room), room);
            return;
        }
        if (m_layout.height > room && m_choice.density == Density::Normal) {
            m_choice.density = Density::Compact;
            m_layout = withWords(m_data, layoutRanks(m_data, m_choice), m_wish.words);
        }
        m_frame.height = kRulerHeight + rowsThatFit(m_layout, 0, room);
    }

    double fixedHeight() const {
        return kTitleHeight + (m_hasNumbers ? kNumbersHeight : 0) + static_cast<double>(m_head.height) +
               static_cast<double>(m_evidence.height) + (m_wish.method ? pictures::kScaleBarHeight : 0);
    }

    // Where the height that was given is too low for all: without heat map and evidence, then without legend, numbers.
    void fit() {
        const double most = m_wish.height.value_or(kMostRanksHeight);
        const auto isTooHigh = [&] { return fixedHeight() + fitRowsBetween(most - fixedHeight()) > most + 0.5; };
        const bool fits = !isTooHigh();
        if (fits && !(m_wish.height && isCut())) return;
        m_evidence = {};
        if (!isTooHigh()) return;
        m_hasLegend = false;
        if (!isTooHigh()) return;
        m_hasNumbers = false;
        (void)isTooHigh();
    }
    bool isCut() const {
        return m_wish.rows == RanksWish::Rows::Shown && m_frame.height + 0.5 < kRulerHeight + m_layout.height;
    }

    // Notes, legend and foot are of what the rows show, and the rows have the room those leave. Returns the height of
    // all of them.
    double fitRowsBetween(double most) {
        double around = 0;
        m_choice = m_view.choice;
        m_layout = withWords(m_data, layoutRanks(m_data, m_choice), m_wish.words);
        for (int pass = 0; pass < 4; ++pass) { // compact rows have another legend
            fitRows(most - around);
            Scene rows;
            buildRanks(m_data, m_layout, m_frame, m_fonts, rows);
            const NoteLane lane = buildRankNoteLane(m_data, m_layout, m_frame, m_notes, rows, m_fonts);
            m_foot = pictures::methodScene(method(lane.outside), m_wish.width, kMargin, m_fonts);
            double wanted = lane.height + static_cast<double>(m_foot.height);
            if (m_hasLegend) wanted += legendOf(rows).height + 2 * kLegendMargin;
            if (wanted <= around) break;
            around = wanted;
        }
        return around + m_frame.height;
    }

    scene::Legend legendOf(const Scene& rows) {
        const ranksview::RankTrace* first = nullptr;
        for (const std::size_t record : m_document.shown())
            if (!first) first = m_document.trace(record);
        const bool isPipeline = first && isPipelineTimeline(*first->trace.store);
        const auto words = isPipeline ? std::span<const KindWords>(kPipelineWords) : std::span<const KindWords>();
        return buildLegend(rows, m_wish.width - kMargin, kMargin, m_fonts, words);
    }

    void add(Scene scene) {
        const double height = static_cast<double>(scene.height);
        m_out.parts.push_back({std::move(scene), m_y, 0});
        m_y += height;
    }

    void addRows() {
        Scene rows, over;
        buildRanks(m_data, m_layout, m_frame, m_fonts, rows);
        buildRanksOverlay(m_data, m_layout, m_frame, m_chosen, m_fonts, over);
        scene::Legend legend = legendOf(rows);
        NoteLane notes = buildRankNoteLane(m_data, m_layout, m_frame, m_notes, rows, m_fonts);
        if (notes.height > 0) add(std::move(notes.cards));
        Scene words = labelsAbove(rows, over, notes.over, m_frame.headerWidth, m_fonts);
        Scene numbers = takeDiscs(notes.over);
        for (Scene* scene : {&rows, &over, &notes.over, &words, &numbers})
            m_out.parts.push_back({std::move(*scene), m_y, 0});
        m_y += m_frame.height;
        if (m_wish.method)
            add(pictures::scaleBarScene(m_frame.scale.nsPerPx(), m_frame.canvasWidth(), m_wish.width, kMargin,
                                        m_fonts));
        if (!m_hasLegend) return;
        Scene foot;
        foot.width = static_cast<float>(m_wish.width);
        foot.height = static_cast<float>(legend.height + 2 * kLegendMargin);
        foot.background = Ink::Window;
        foot.layers.emplace_back().lines.push_back({0, 0.5F, foot.width, 0.5F, Ink::Line2});
        const double top = m_y + kLegendMargin;
        add(std::move(foot));
        m_out.parts.push_back({std::move(legend.scene), top, 0});
    }

    // The selection and what it is joined to, as the window has them over the rows.
    RanksOverlay chosen() {
        RanksOverlay out;
        if (!m_wish.marks) return out;
        const auto slice = m_document.slice();
        if (const auto at = slice ? m_document.placeOf(slice->record) : std::nullopt)
            out.current = RankSlice{static_cast<std::uint32_t>(*at), slice->slice};
        if (const auto collective = m_document.collective())
            for (const align::CommPlace& part : m_document.matched(*collective).parts)
                if (const auto at = m_document.placeOf(part.record))
                    out.joined.push_back({static_cast<std::uint32_t>(*at),
                                          SliceId{m_document.set().records[part.record].events[part.event].slice}});
        m_joined = out.joined.size() > 1;
        return out;
    }

    std::string title() const {
        if (!m_wish.title.empty()) return m_wish.title;
        return m_wish.namesLeftOut || m_document.job().title.empty() ? "Ranks side by side" : m_document.job().title;
    }

    std::string facts() const {
        const std::size_t all = m_document.set().records.size(), shown = m_document.shown().size();
        std::string out = fmt::format("{} ranks", all);
        const std::size_t below = ranksBelow(m_layout, m_frame.scrollY + m_frame.height - kRulerHeight);
        if (shown < all || below > 0) out += fmt::format(", {} shown", shown - std::min(shown, below));
        if (!m_window.name.empty()) out += ", " + m_window.name;
        out += ", " + formatDuration(m_window.range.length().count());
        return out + fmt::format(", {} events", formatCount(static_cast<std::int64_t>(m_document.job().events)));
    }

    // How the clocks are laid stands on every picture.
    std::vector<std::string> method(const std::vector<std::size_t>& outside) const {
        const RankSet& set = m_document.set();
        const RankTime begin = m_window.range.begin, end = m_window.range.end;
        std::vector<std::string> out;
        if (m_wish.method)
            out.push_back(fmt::format("Window: {} to {}{}.", formatOffset((begin - m_window.zero).count()),
                                      formatOffset((end - m_window.zero).count()),
                                      m_window.name.empty() ? ", from the first GPU work" : " of " + m_window.name));
        const std::vector<std::size_t>& shown = m_document.shown();
        std::vector<std::int64_t> shifted;
        for (std::size_t r = 0; r < set.records.size(); ++r) shifted.push_back(m_document.shiftedBy(r));
        for (std::string& sentence : alignmentSentences(set, {m_document.alignedEvent(), shifted, 16, shown}))
            out.push_back(std::move(sentence));
        for (const std::size_t index : outside)
            out.push_back("Not drawn: " + noteName(m_notes[index], index, nameOf(m_notes[index].rank)) + ".");
        if (!m_wish.method) return out;
        out.emplace_back("Waiting: latest start minus own start of a collective on all its ranks; transfer: the rest.");
        if (m_joined) out.emplace_back("Dashed lines join one collective on all ranks.");
        for (std::string& sentence : matchingSentences(set)) out.push_back(std::move(sentence));
        if (isAsInWindow() && m_document.step() && !m_window.ofStep)
            out.push_back(fmt::format("Figures in the rows: step {} of each rank.", *m_document.step()));
        if (m_wish.numbers)
            out.push_back(fmt::format("Numbers: unions of slice intervals in the window; gap thresholds {} and {}.",
                                      formatDuration(m_wish.thresholds.launchBelowNs, Precision::Slice),
                                      formatDuration(m_wish.thresholds.largeFromNs, Precision::Slice)));
        out.emplace_back("Made with Lanescope. Definitions: docs/user/metrics.md.");
        return out;
    }

    std::string nameOf(std::uint32_t rank) const {
        return rank < m_data.ranks.size() ? m_data.ranks[rank].name : std::string("rank not shown");
    }

    const RanksDocument& m_document;
    const RanksView& m_view;
    const RanksWish& m_wish;
    paint::Fonts& m_fonts;
    Window m_window;
    TimelineView m_frame;
    RanksData m_data;
    RanksChoice m_choice;
    RanksLayout m_layout;
    std::vector<NumbersOfRank> m_numbers;
    RanksOverlay m_chosen;
    std::vector<RankNote> m_notes;
    Scene m_head, m_evidence, m_foot;
    bool m_hasNumbers = false, m_hasLegend = false, m_joined = false;
    pictures::Picture m_out;
    double m_y = 0;
};

} // namespace

Result<pictures::Picture> ranksPicture(const RanksDocument& document, const RanksView& view, const RanksWish& wish,
                                       paint::Fonts& fonts) {
    if (!document.isOpen()) return Error{ErrorCode::MissingData, "expected ranks to draw, found none", "", ""};
    if (wish.namesLeftOut && !document.filesLeftOut())
        return Error{ErrorCode::Internal, "expected a document without names of files", "", ""};
    return Drawing(document, view, wish, fonts).draw();
}

RanksPictureSource pictureSource(const RanksDocument& document, session::Session session) {
    RanksPictureSource out{document.sharedJob(), std::move(session), {}};
    for (const std::size_t record : document.shown())
        if (auto trace = document.sharedTrace(record)) out.traces.emplace_back(record, std::move(trace));
    return out;
}

Result<pictures::Picture> ranksPicture(const RanksPictureSource& source, RanksWish wish, paint::Fonts& fonts) {
    constexpr double narrow = 800, narrowHeader = 150;
    RanksDocument document;
    document.open(source.job);
    apply(source.session, document);
    for (const auto& [record, trace] : source.traces) document.setTrace(record, trace);
    for (const std::size_t record : document.shown())
        if (!document.trace(record)) document.setFailed(record, QStringLiteral("not open"));
    document.choose(chosenIn(source.session, document));
    if (wish.notes) wish.given = notesOf(document, source.session, NotesFrom::BesideTraces, [](const Error&) {});
    if (wish.namesLeftOut) document.leaveFilesOut();
    const double header = source.session.view.headerWidth;
    if (!wish.headerWidth) wish.headerWidth = wish.width <= narrow ? std::min(header, narrowHeader) : header;
    wish.thresholds = source.session.thresholds;
    return ranksPicture(document, viewOf(source.session, document, wish.width - *wish.headerWidth), wish, fonts);
}

} // namespace lanescope::rankpictures
