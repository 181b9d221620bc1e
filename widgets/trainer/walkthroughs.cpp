#include "widgets/trainer/walkthroughs.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "widgets/models/step_bars.h"

#include <algorithm>

namespace lanescope::trainer {

namespace {

constexpr std::size_t kMostEvidence = 4;

QString qt(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

std::optional<TimeRange> typicalStepOf(const TraceStore& store) {
    const auto step = models::typicalStep(store);
    if (!step) return std::nullopt;
    return store.range(SliceId{store.steps()[*step].slice});
}

std::optional<TimeRange> longestOf(const PracticeTrace& trace) {
    if (trace.evidence.empty()) return std::nullopt;
    const Interval at = *std::max_element(trace.evidence.begin(), trace.evidence.end(),
                                          [](auto& a, auto& b) { return a.length() < b.length(); });
    return timeRange(at.begin, at.end);
}

std::optional<SliceId> sliceCalled(const TraceStore& store, std::string_view name, TimeRange near) {
    std::optional<SliceId> best;
    for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
        const SliceId slice{row};
        const TimeRange at = store.range(slice);
        if (at.end < near.begin || at.begin > near.end) continue;
        if (best && store.duration(slice) <= store.duration(*best)) continue;
        if (store.name(slice).find(name) != std::string_view::npos) best = slice;
    }
    return best;
}

} // namespace

const Walkthrough* findWalkthrough(std::string_view signature) {
    const auto all = walkthroughs();
    const auto it = std::find_if(all.begin(), all.end(), [&](const auto& w) { return w.signature == signature; });
    return it == all.end() ? nullptr : &*it;
}

std::optional<Marked> placeOf(const WalkStep& step, const PracticeTrace& trace) {
    const TraceStore& store = *trace.open->trace.store;
    const auto typical = typicalStepOf(store);
    const auto evidence = longestOf(trace);
    switch (step.where) {
    case Where::Whole:
        return Marked{store.extent(), std::nullopt};
    case Where::Step:
        return typical ? std::optional(Marked{*typical, std::nullopt}) : std::nullopt;
    case Where::Evidence:
        return evidence ? std::optional(Marked{*evidence, std::nullopt}) : std::nullopt;
    case Where::Slice:
        for (const auto& near : {evidence, typical}) {
            if (!near) continue;
            if (const auto slice = sliceCalled(store, step.name, *near)) return Marked{store.range(*slice), slice};
        }
        break;
    }
    return std::nullopt;
}

QString textOf(const WalkStep& step, const PracticeTrace& trace) {
    QString out = qt(step.text);
    const Finding& finding = trace.findings->findings.front();
    if (step.says == Says::Advice) out += QStringLiteral("\n\nTry: ") + qt(finding.signature->advice) + ".";
    if (step.says != Says::Measured) return out;
    out += QStringLiteral("\n");
    for (std::size_t i = 0; i < std::min(kMostEvidence, finding.evidence.size()); ++i)
        out += QStringLiteral("\n\u2022 ") + qt(evidenceText(finding.evidence[i]));
    return out;
}

} // namespace lanescope::trainer
