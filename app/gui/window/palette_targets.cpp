#include "app/gui/window/palette_targets.h"

#include "app/gui/window/main_window.h"
#include "core/export/quantity.h"

#include <algorithm>
#include <unordered_map>

namespace lanescope::app {

namespace {

constexpr std::size_t kMostSteps = 1000, kMostRows = 500, kMostKernels = 100;

QString q(const std::string& text) { return QString::fromStdString(text); }

void addSteps(MainWindow& window, std::vector<PaletteTarget>& out) {
    const TraceStore& store = window.document().store();
    for (std::size_t i = 0; i < std::min(store.steps().size(), kMostSteps); ++i) {
        const Step& step = store.steps()[i];
        out.push_back({QObject::tr("Step %1").arg(step.number),
                       q(formatDuration(store.duration(SliceId{step.slice}).count(), Precision::Slice)),
                       [&window, i] { window.navigator().selectStep(i); }});
    }
}

void addRows(MainWindow& window, std::vector<PaletteTarget>& out) {
    const RowTree& tree = window.document().tree();
    for (std::uint32_t i = 0; i < std::min(tree.rows().size(), kMostRows); ++i) {
        const Row& row = tree.row(i);
        const QString group = row.parent ? q(tree.row(*row.parent).name) + QStringLiteral(" / ") : QString();
        out.push_back({QObject::tr("Row: %1").arg(group + q(row.name)), q(row.shortSubtitle),
                       [&window, i] { window.page().canvas().revealRow(i); }});
    }
}

void addKernels(MainWindow& window, std::vector<PaletteTarget>& out) {
    const models::TraceAnalysis* analysis = window.document().analysis();
    if (!analysis || !analysis->hasWork()) return;
    const TraceStore& store = window.document().store();
    struct Kernel {
        SliceId longest;
        std::int64_t ns = 0;
    };
    std::unordered_map<std::uint32_t, Kernel> byName;
    for (const WorkRun& run : analysis->mainWork()->runs)
        for (std::uint32_t row = run.first; row < run.first + run.count; ++row) {
            const SliceId slice{row};
            Kernel& kernel = byName.try_emplace(store.slices().name[row], Kernel{slice, 0}).first->second;
            if (store.duration(slice) > store.duration(kernel.longest)) kernel.longest = slice;
            kernel.ns += store.duration(slice).count();
        }
    std::vector<Kernel> all;
    for (const auto& [name, kernel] : byName) all.push_back(kernel);
    std::sort(all.begin(), all.end(), [](const Kernel& a, const Kernel& b) {
        return a.ns != b.ns ? a.ns > b.ns : a.longest.value < b.longest.value;
    });
    for (std::size_t i = 0; i < std::min(all.size(), kMostKernels); ++i)
        out.push_back({QObject::tr("Kernel: %1").arg(q(window.document().names().of(all[i].longest))),
                       q(formatDuration(all[i].ns, Precision::Slice)),
                       [&window, slice = all[i].longest] { window.navigator().select(slice); }});
}

} // namespace

std::vector<PaletteTarget> paletteTargets(MainWindow& window) {
    std::vector<PaletteTarget> out;
    addSteps(window, out);
    addRows(window, out);
    addKernels(window, out);
    return out;
}

} // namespace lanescope::app
