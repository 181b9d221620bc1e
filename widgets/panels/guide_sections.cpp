// The sections of the guide, top to bottom.
#include "widgets/panels/guide_panel.h"

#include "core/export/quantity.h"
#include "widgets/models/figure_tables.h"

#include <algorithm>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
constexpr double kMargin = 16, kIndent = 42, kShareColumn = 54;
constexpr std::size_t kTopKernels = 5;
const scene::TextStyle kBody{12, 400, false}, kStrong{12, 600, false}, kSmall{11, 400, false},
    kTitle{12.5F, 600, false};

std::string shareText(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? formatShare(static_cast<double>(part) / static_cast<double>(whole)) : std::string("\u2013");
}
} // namespace

void GuidePanel::addHead(Pen& pen) {
    const models::TraceAnalysis* analysis = m_shared.document.analysis();
    std::string window = "whole trace";
    const auto step = m_shared.selection.step();
    const TraceStore& store = m_shared.document.store();
    if (step && *step < store.steps().size()) window = "step " + std::to_string(store.steps()[*step].number);
    if (analysis && analysis->device()) window += ", GPU " + analysis->device()->device;
    if (m_shared.document.isPartial()) window += ", so far";
    pen.layer->labels.push_back(makeLabel(kMargin, pen.y, "Reading guide", Ink::Text, {14, 600, false}));
    pen.layer->labels.push_back(makeLabel(width() - kMargin, pen.y, window, Ink::Text2, kSmall, scene::Align::Right));
    pen.y += 14;
    pen.layer->lines.push_back(makeLine(kMargin, pen.y, width() - kMargin, pen.y, Ink::Line));
    pen.y += 24;
}

void GuidePanel::addSection(Pen& pen, int number, const std::string& title, const std::string& answer) {
    scene::Box disc = makeBox(kMargin, pen.y - 13, 18, 18, Ink::Panel);
    disc.shape = scene::Shape::Round;
    disc.radius = 9;
    disc.edge = Ink::Line2;
    pen.layer->boxes.push_back(disc);
    pen.layer->labels.push_back(
        makeLabel(kMargin + 9, pen.y, std::to_string(number), Ink::Text2, {10, 600, false}, scene::Align::Center));
    pen.layer->labels.push_back(makeLabel(kIndent, pen.y, title, Ink::Text, kTitle));
    pen.layer->labels.push_back(makeLabel(width() - kMargin, pen.y, answer, Ink::Text, kStrong, scene::Align::Right));
    pen.y += 19;
}

void GuidePanel::addRow(Pen& pen, double indent, const std::string& name, const std::string& value,
                        const std::string& share, std::function<void()> act, const QString& tip) {
    const double right = width() - kMargin;
    const std::size_t index = m_jumps.size();
    const double valueRight = share.empty() ? right : right - kShareColumn;
    const double room = valueRight - look().fonts().width(value, kBody) - 8 - indent;
    std::string_view said = name; // template arguments that are left out say nothing, so they go first
    if (said.ends_with("<...>") && look().fonts().width(name, kBody) > room) said.remove_suffix(5);
    const std::string shown = timeline::elidedInMiddle(look().fonts(), said, kBody, room);
    pen.layer->labels.push_back(makeLabel(indent, pen.y, shown, Ink::Text, kBody));
    pen.layer->labels.push_back(makeLabel(valueRight, pen.y, value, Ink::Text, kBody, scene::Align::Right));
    if (!share.empty())
        pen.layer->labels.push_back(makeLabel(right, pen.y, share, Ink::Text2, kBody, scene::Align::Right));
    if (act && m_hovered == index)
        pen.layer->lines.push_back(
            makeLine(indent, pen.y + 2.5, indent + look().fonts().width(shown, kBody), pen.y + 2.5, Ink::Text));
    m_jumps.push_back({QRectF(kIndent, pen.y - 13, right - kIndent, 18), std::move(act), tip});
    pen.y += 18.5;
}

// Broken at blanks to the width.
void GuidePanel::addSentence(Pen& pen, const std::string& text) {
    const double room = width() - kMargin - kIndent;
    std::string line;
    const auto flush = [&] {
        if (line.empty()) return;
        pen.layer->labels.push_back(makeLabel(kIndent, pen.y, line, Ink::Text2, kSmall));
        pen.y += 16;
        line.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!line.empty() && look().fonts().width(line + " " + word, kSmall) > room) flush();
        line += (line.empty() ? "" : " ") + word;
        at = end + 1;
    }
    flush();
}

void GuidePanel::addStep(Pen& pen) {
    const TraceStore& store = m_shared.document.store();
    const auto step = m_shared.selection.step();
    if (store.steps().empty()) {
        const FourNumbers* n = numbers();
        addSection(pen, 1, "Step boundary", formatDuration(n ? n->wallNs : m_shared.view.extent().length().count()));
        addSentence(pen, n ? "no step markers: one window, from the first GPU work to the last"
                           : "no step markers: the whole trace is one window");
        pen.y += 12;
        return;
    }
    const auto warmups =
        std::count_if(store.steps().begin(), store.steps().end(), [](const Step& s) { return s.warmup; });
    const auto total = static_cast<std::int64_t>(store.steps().size());
    std::string answer;
    if (step && *step < store.steps().size()) {
        const SliceId slice{store.steps()[*step].slice};
        answer = formatDuration(store.duration(slice).count());
        m_jumps.push_back({QRectF(kMargin, pen.y - 14, width() - 2 * kMargin, 36),
                           [this, range = store.range(slice)] { emit rangeWanted(range); },
                           QStringLiteral("show the step")});
    }
    addSection(pen, 1, "Step boundary", answer);
    std::string sentence =
        "ProfilerStep, " + std::to_string(total - warmups) + " of " + std::to_string(total) + " used";
    if (warmups > 0) sentence += ", " + std::to_string(warmups) + " warm-up left out";
    addSentence(pen, sentence);
    pen.y += 12;
}

void GuidePanel::addParts(Pen& pen) {
    const models::TraceAnalysis* analysis = m_shared.document.analysis();
    const char* title = m_shared.selection.step() ? "Where the step goes" : "Where the time goes";
    if (!analysis) {
        addSection(pen, 2, title, "\u2026");
        pen.y += 12;
        return;
    }
    const FourNumbers* n = numbers();
    if (!n) {
        addSection(pen, 2, title, "");
        addSentence(pen, "no GPU events in this file; host rows only");
        pen.y += 12;
        return;
    }
    addSection(pen, 2, title, "busy " + shareText(n->busyNs, n->wallNs));
    const models::Parts parts = models::partsOf(*n);
    std::array<double, 4> values{};
    for (std::size_t i = 0; i < 4; ++i) values[i] = static_cast<double>(parts[i]);
    timeline::addPartsBar(*pen.layer, kIndent, pen.y - 8, width() - kMargin - kIndent, 10, values);
    pen.y += 19;
    const PartsText text = formatParts(parts, n->wallNs);
    const char* const names[] = {"compute", "exposed comm", "exposed copies", "idle"};
    for (int i = 0; i < 4; ++i) {
        const auto at = static_cast<std::size_t>(i);
        timeline::addPartChip(*pen.layer, kIndent, pen.y - 8, i);
        addRow(pen, kIndent + 16, names[i], text.parts[at], shareText(parts[at], n->wallNs));
    }
    addIdle(pen);
    pen.y += 12;
}

// What the idle time is made of: by owner once that is known. The rows add up to it.
void GuidePanel::addIdle(Pen& pen) {
    const FourNumbers& n = *numbers();
    const timeline::TraceFacts& facts = *m_shared.document.facts();
    if (facts.analysis->mainDevice < facts.idle.size()) {
        const IdleSums sums = idleWithin(facts.idle[facts.analysis->mainDevice], n.beginNs, n.endNs);
        addOwners(pen, sums);
    }
    const double left = kIndent + 16;
    if (!n.largeGaps.empty()) {
        const auto largest = *std::max_element(n.largeGaps.begin(), n.largeGaps.end(),
                                               [](auto& a, auto& b) { return a.end - a.begin < b.end - b.begin; });
        addGapRow(pen, left, "gaps \u2265 " + formatDuration(facts.analysis->thresholds.largeFromNs, Precision::Slice),
                  n.largeGapCount, n.largeGapNs, timeRange(largest.begin, largest.end));
    }
    if (n.launchGapCount > 0)
        addGapRow(pen, left, "gaps < " + formatDuration(facts.analysis->thresholds.launchBelowNs, Precision::Slice),
                  n.launchGapCount, n.launchGapNs, std::nullopt);
    if (n.headIdleNs >= facts.analysis->thresholds.largeFromNs)
        addGapRow(pen, left, "before the first work", 1, n.headIdleNs, timeRange(n.beginNs, n.beginNs + n.headIdleNs));
    if (n.tailIdleNs >= facts.analysis->thresholds.largeFromNs)
        addGapRow(pen, left, "after the last work", 1, n.tailIdleNs, timeRange(n.endNs - n.tailIdleNs, n.endNs));
}

// In small type, largest first; all in one unit so that they add up to the idle time above.
void GuidePanel::addOwners(Pen& pen, const IdleSums& sums) {
    const PartsText text = formatParts(sums.partNs, sums.idleNs);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < kIdleParts; ++i)
        if (sums.partNs[i] > 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sums.partNs[a] > sums.partNs[b]; });
    const double right = width() - kMargin;
    for (const std::size_t i : order) {
        const scene::IdleOwner owner = scene::ownerOf(static_cast<IdlePart>(i));
        scene::Box chip = makeBox(kIndent + 16, pen.y - 8, 8, 8, Ink::Owner);
        chip.variant = static_cast<std::uint8_t>(owner);
        chip.shape = scene::Shape::Idle;
        pen.layer->boxes.push_back(chip);
        const double room = right - kShareColumn - look().fonts().width(text.parts[i], kSmall) - 8 - (kIndent + 32);
        pen.layer->labels.push_back(makeLabel(kIndent + 32, pen.y,
                                              timeline::elided(look().fonts(), scene::ownerName(owner), kSmall, room),
                                              Ink::Text2, kSmall));
        pen.layer->labels.push_back(
            makeLabel(right - kShareColumn, pen.y, text.parts[i], Ink::Text2, kSmall, scene::Align::Right));
        pen.layer->labels.push_back(makeLabel(right, pen.y, shareText(sums.partNs[i], numbers()->wallNs), Ink::Muted,
                                              kSmall, scene::Align::Right));
        pen.y += 17;
    }
    pen.y += 4;
}

void GuidePanel::addGapRow(Pen& pen, double indent, const std::string& name, std::uint64_t count, std::int64_t ns,
                           std::optional<TimeRange> jump) {
    // A number is never cut: where the threshold has no room, a word stands for it.
    const double room = width() - kMargin - kShareColumn - look().fonts().width(formatDuration(ns), kBody) - 8 - indent;
    const auto withCount = [&](const std::string& words) {
        return count == 1 ? words : formatCount(static_cast<std::int64_t>(count)) + " " + words;
    };
    std::string counted = withCount(name);
    if (look().fonts().width(counted, kBody) > room) {
        if (name.starts_with("gaps \u2265")) counted = withCount(count == 1 ? "large gap" : "large gaps");
        if (name.starts_with("gaps <")) counted = withCount(count == 1 ? "launch gap" : "launch gaps");
        if (name == "before the first work") counted = "before work";
        if (name == "after the last work") counted = "after work";
    }
    std::function<void()> act;
    if (jump) act = [this, range = *jump] { emit rangeWanted(range); };
    addRow(pen, indent, counted, formatDuration(ns), shareText(ns, numbers()->wallNs), std::move(act));
}

void GuidePanel::addOverlap(Pen& pen) {
    const FourNumbers* n = numbers();
    if (!n) return;
    const auto share = n->overlapShare();
    const std::string answer = share ? formatShare(*share) : "\u2013";
    const std::string question = "Does communication overlap?";
    const double taken = look().fonts().width(question, kTitle) + 8 + look().fonts().width(answer, kStrong);
    addSection(pen, 3, kIndent + taken <= width() - kMargin ? question : "Communication overlap", answer);
    if (!share) {
        addSentence(pen, "no communication in this window");
        pen.y += 12;
        return;
    }
    const double room = width() - kMargin - kIndent;
    scene::Box under = makeBox(kIndent, pen.y - 6, room * *share, 5, Ink::Kind);
    under.variant = static_cast<std::uint8_t>(WorkKind::Communication);
    under.alpha = 50;
    scene::Box exposed = makeBox(kIndent + room * *share, pen.y - 6, room * (1 - *share), 5, Ink::Kind);
    exposed.variant = under.variant;
    pen.layer->boxes.push_back(under);
    pen.layer->boxes.push_back(exposed);
    pen.y += 15;
    const std::int64_t parts[] = {n->overlapNs, n->exposedCommNs};
    const PartsText text = formatParts(parts, n->commNs);
    const std::string hidden = text.parts[0] + " under compute", open = text.parts[1] + " exposed";
    pen.layer->labels.push_back(makeLabel(kIndent, pen.y, hidden, Ink::Text2, kSmall));
    if (look().fonts().width(hidden, kSmall) + 8 + look().fonts().width(open, kSmall) > room) pen.y += 16;
    pen.layer->labels.push_back(makeLabel(width() - kMargin, pen.y, open, Ink::Text2, kSmall, scene::Align::Right));
    pen.y += 28;
}

void GuidePanel::addKernels(Pen& pen) {
    const FourNumbers* n = numbers();
    if (!n) return;
    addSection(pen, 4, "Top kernels", "");
    pen.layer->labels.push_back(
        makeLabel(width() - kMargin, pen.y - 19, "of all GPU work", Ink::Muted, kSmall, scene::Align::Right));
    if (!m_summary) {
        addSentence(pen, "\u2026");
        pen.y += 12;
        return;
    }
    if (m_summary->names.empty()) addSentence(pen, "no GPU work in this window");
    std::int64_t whole = 0;
    std::vector<std::int64_t> totals;
    for (const models::NameFigures& f : m_summary->names) {
        whole += f.totalNs;
        if (totals.size() < kTopKernels) totals.push_back(f.totalNs);
    }
    const std::vector<std::string> text = formatColumn(totals);
    std::vector<StringId> list;
    for (std::size_t i = 0; i < totals.size(); ++i) list.push_back(m_summary->names[i].name);
    const auto names = models::distinctNames(m_shared.document.store(), list, m_shared.document.names());
    for (std::size_t i = 0; i < totals.size(); ++i) {
        const models::NameFigures& f = m_summary->names[i];
        scene::Box chip = makeBox(kIndent, pen.y - 8, 8, 8, Ink::Kind);
        chip.variant = static_cast<std::uint8_t>(f.kind);
        pen.layer->boxes.push_back(chip);
        const std::string_view full = m_shared.document.store().text(f.name);
        addRow(
            pen, kIndent + 16, names[i], text[i], shareText(f.totalNs, whole),
            [this, slice = f.longest] { emit sliceWanted(slice); },
            QString::fromUtf8(full.data(), static_cast<qsizetype>(full.size())).left(600));
    }
    pen.y += 12;
}

// What has to be known about the recording before its times are believed.
void GuidePanel::addCapture(Pen& pen) {
    const TraceInfo& info = m_shared.document.store().info();
    const DeviceReport* device = m_shared.document.analysis() ? m_shared.document.analysis()->device() : nullptr;
    std::vector<std::string> notes;
    if (info.withStack.value_or(false))
        notes.push_back("with_stack was on: host times are longer than without the profiler.");
    if (info.profileMemory.value_or(false)) notes.push_back("profile_memory was on: host times are longer.");
    if (device && device->windowAndLaunchDiffer)
        notes.push_back("The GPU lags the host: busy shares by window and by launch differ much.");
    if (notes.empty()) return;
    pen.layer->lines.push_back(makeLine(kMargin, pen.y - 8, width() - kMargin, pen.y - 8, Ink::Line));
    pen.y += 14;
    pen.layer->labels.push_back(makeLabel(kMargin, pen.y, "Notes on the capture", Ink::Text, {14, 600, false}));
    pen.y += 20;
    for (const std::string& note : notes) addSentence(pen, note);
}

} // namespace lanescope::panels
