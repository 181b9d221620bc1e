#include "app/gui/window/picture_job.h"

#include "core/analysis/findings/find_findings.h"

namespace lanescope::app {

Result<MadePicture> makePicture(const PictureSource& source, const pictures::PictureWish& wish, paint::Fonts& fonts,
                                RunContext& context) {
    const TraceStore& store = *source.open.open->trace.store;
    const timeline::TraceFacts* facts = source.open.facts.get();
    MadePicture out;
    out.findings = source.findings;
    if (wish.findings && !out.findings) {
        FindingOptions options;
        options.gaps = source.session.thresholds;
        auto found = findFindings(store, options, context);
        if (found.ok()) out.findings = std::make_shared<const FindingsResult>(std::move(*found));
    }
    const std::vector<DeviceWork> own = facts ? std::vector<DeviceWork>{} : collectDeviceWork(store);
    const std::vector<DeviceWork>& devices = facts ? facts->analysis->devices : own;
    const bool known = facts && !facts->idle.empty(); // else the owners are not found yet
    const scene::BandData bands = known ? facts->bands : pictures::bandsWithOwners(store, devices);
    pictures::PictureInput input{source.session,     store,       source.open.open->tree, devices,
                                 out.findings.get(), source.notes};
    if (wish.marks) {
        auto hits = pictures::hitsOf(store, source.session.view.search, context);
        if (hits.ok()) input.hits = std::move(*hits);
        auto path = pictures::criticalPathOf(store, source.session, context);
        if (path.ok()) input.path = std::move(*path);
    }
    pictures::TimelinePictureOptions drawn = pictures::pictureOptions(input, wish);
    drawn.file = source.open.open->trace.path.string();
    auto picture = pictures::timelinePicture(store, input.tree, bands, drawn, fonts);
    if (!picture.ok()) return picture.error();
    out.picture = std::move(*picture);
    return out;
}

} // namespace lanescope::app
