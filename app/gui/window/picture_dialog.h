// Export picture of a trace. What the window shows meanwhile is followed. GUI thread.
#pragma once

#include "app/gui/window/export_dialog.h"

#include <QSpinBox>

namespace lanescope::app {

class PictureDialog final : public ExportDialog {
    Q_OBJECT
public:
    struct Source {
        std::function<PictureSource()> now; // only while a trace is open
        std::function<bool()> isOpen;
    };
    PictureDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window);

    pictures::PictureWish wish() const;

    // The choices, for tests.
    QSpinBox& width() { return *m_width; }
    QCheckBox& legend() { return *m_legend; }
    QCheckBox& marks() { return *m_marks; }
    QComboBox& device() { return *m_device; }

protected:
    std::optional<Job> jobNow() override;
    void choicesChanged() override;

private:
    void listDevices();
    PictureSource sourceNow() const;
    void keep(const PictureSource& source, const std::shared_ptr<const FindingsResult>& findings);

    Source m_source;
    QComboBox* m_device;
    QLabel* m_deviceName;
    QSpinBox* m_width;
    QCheckBox *m_findings, *m_notes, *m_marks, *m_legend, *m_method;
    std::shared_ptr<const FindingsResult> m_known; // of the store and thresholds below
    std::shared_ptr<const TraceStore> m_knownOf;
    GapThresholds m_knownGaps;
};

} // namespace lanescope::app
