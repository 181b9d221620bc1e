// The controls of an analysis: which part of the trace, and what it says it takes (device, grouping, rows of lists,
// figures of the model, peaks of devices). Every change is told at once. GUI thread.
#pragma once

#include "core/analysis/compare/compare.h"
#include "widgets/models/analysis/analysis_request.h"
#include "widgets/panels/analysis/pill_box.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QWidget>

#include <vector>

namespace lanescope::panels {

class AnalysisOptionsBar final : public QWidget {
    Q_OBJECT
public:
    explicit AnalysisOptionsBar(timeline::Look& look, QWidget* parent = nullptr);
    void showFor(const AnalysisInfo* info); // null: comparing two traces
    // The lists of the answer hold as many rows as were asked for: there may be more.
    enum class Lists : std::uint8_t { Whole, Cut };
    void setLists(Lists lists);
    void setDevices(const std::vector<DeviceKey>& devices);
    void setScope(models::Scope scope);
    models::Scope scope() const { return static_cast<models::Scope>(m_scope->currentIndex()); }
    void setStepName(const QString& name); // "step 12"
    models::AnalysisOptions options() const;
    void setPeaks(std::shared_ptr<const DevicePeaks> peaks);
    PerWhat per() const { return m_per->currentIndex() == 0 ? PerWhat::Step : PerWhat::Trace; }
    void setPer(PerWhat per) { m_per->setCurrentIndex(per == PerWhat::Step ? 0 : 1); }
    void setFileName(const QString& name);

signals:
    void changed();
    void peaksWanted(); // edit them
    void fileWanted();  // of the other trace

private:
    QComboBox* combo(const QString& name, const QStringList& texts);
    QLineEdit* figure(const QString& name, const QString& placeholder);
    timeline::Look& m_look;
    QComboBox *m_scope, *m_device, *m_grouping, *m_rows, *m_per;
    QSpinBox* m_depth;
    QLineEdit *m_tokens, *m_parameters;
    QPushButton *m_editPeaks, *m_file;
    std::vector<DeviceKey> m_devices;
    std::shared_ptr<const DevicePeaks> m_peaks;
};

// "7e9", "7 B", "1.5 M", "4096": none when it is no positive number.
std::optional<double> figureOf(const QString& text);

} // namespace lanescope::panels
