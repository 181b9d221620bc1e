// The bottom panel: tabs at the left, the details card at the right. GUI thread.
#pragma once

#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/details_card.h"
#include "widgets/panels/findings_panel.h"
#include "widgets/panels/hits_panel.h"
#include "widgets/panels/import_panel.h"
#include "widgets/panels/kernels_panel.h"
#include "widgets/panels/notes_panel.h"
#include "widgets/panels/range_panel.h"

#include <QStackedWidget>
#include <QTabBar>

namespace lanescope::panels {

class BottomPanel final : public QWidget {
    Q_OBJECT
public:
    enum class Tab : std::uint8_t { Range, Kernels, Analyses, Findings, Notes, Search, ImportReport, Details };
    BottomPanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent = nullptr);
    void showTab(Tab tab);
    Tab currentTab() const;
    void focusTabs() { m_tabs->setFocus(Qt::TabFocusReason); }
    RangePanel& range() { return *m_range; }
    KernelsPanel& kernels() { return *m_kernels; }
    AnalysisPanel& analyses() { return *m_analyses; }
    FindingsPanel& findings() { return *m_findings; }
    NotesPanel& notes() { return *m_notes; }
    HitsPanel& hits() { return *m_hits; }
    ImportPanel& importReport() { return *m_import; }
    DetailsCard& details() { return *m_details; }
    QStringList tabTexts() const;

signals:
    void sliceWanted(lanescope::SliceId slice);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refreshTitles();
    void placeDetails();

    timeline::Shared m_shared;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    QPushButton* m_copyReport;
    RangePanel* m_range;
    KernelsPanel* m_kernels;
    AnalysisPanel* m_analyses;
    FindingsPanel* m_findings;
    NotesPanel* m_notes;
    HitsPanel* m_hits;
    ImportPanel* m_import;
    DetailsCard* m_details;
    bool m_detailsInTab = false;
};

} // namespace lanescope::panels
