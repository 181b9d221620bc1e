// From the search box to hits in the rows and the overview, and from hit to hit. GUI thread.
#pragma once

#include "app/gui/window/navigator.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/models/name_search.h"
#include "widgets/panels/hits_panel.h"
#include "widgets/panels/omnibox.h"
#include "widgets/timeline/overview_strip.h"

namespace lanescope::app {

class SearchController final : public QObject {
    Q_OBJECT
public:
    struct Parts {
        panels::Omnibox& box;
        timeline::TimelineWidget& canvas;
        timeline::OverviewStrip& overview;
        panels::HitsPanel& table;
        Navigator& navigator;
    };
    SearchController(const timeline::Shared& shared, jobs::JobRunner& runner, const Parts& parts,
                     QObject* parent = nullptr);
    void search(const QString& query);
    void next();
    void previous();
    void clear();
    bool isActive() const { return m_hits != nullptr; }
    const models::NameHits* hits() const { return m_hits.get(); }

signals:
    void changed(); // hits came or went

private:
    void showHits(std::shared_ptr<const models::NameHits> hits);
    void goTo(std::size_t index);

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    Parts m_parts;
    std::shared_ptr<const models::NameHits> m_hits;
    std::optional<std::size_t> m_index; // the current hit
};

// A query for slices whose name holds this text, whatever signs are in it.
QString searchText(const QString& name);

} // namespace lanescope::app
