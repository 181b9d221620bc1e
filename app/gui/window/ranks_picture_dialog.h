// Export picture of several ranks, drawn by the same function as the picture program. GUI thread.
#pragma once

#include "app/gui/window/export_dialog.h"
#include "widgets/rankpictures/ranks_picture.h"

namespace lanescope::app {

class RanksPictureDialog final : public ExportDialog {
    Q_OBJECT
public:
    // Nothing: the ranks were closed.
    using Source = std::function<std::optional<rankpictures::RanksPictureSource>()>;
    RanksPictureDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window);

    rankpictures::RanksWish wish() const;

protected:
    std::optional<Job> jobNow() override;

private:
    Source m_source;
    QCheckBox *m_verdict, *m_evidence, *m_notes, *m_marks, *m_method;
};

} // namespace lanescope::app
