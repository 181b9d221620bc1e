// Remembers, between runs, how each trace was looked at (view, step, range, rows, colours), the rows across
// traces, and row sets by name. Kept in the settings, which are written to a temporary name and renamed. GUI thread.
#pragma once

#include "app/gui/window/load_controller.h"
#include "app/gui/window/settings.h"
#include "widgets/timeline/row_memory.h"
#include "widgets/timeline/timeline_widget.h"

#include <QObject>
#include <QStringList>

namespace lanescope::app {

class TraceKeeper final : public QObject {
    Q_OBJECT
public:
    static constexpr int kMostTraces = 100;
    TraceKeeper(const timeline::Shared& shared, Settings& settings, timeline::TimelineWidget& canvas,
                LoadController& loader, QObject* parent = nullptr);

    void save();                       // the open trace, and the rows for traces not seen before
    void restore(const QString& path); // what is known about it; its rows, else those of the last trace
    void restoreRows();                // of the last trace: at the start of the program
    void forgetTraces();

    timeline::RowsMemory rows() const;
    void apply(const timeline::RowsMemory& rows);

    QStringList rowSets() const; // of the user, sorted
    void saveRowSet(const QString& name);
    bool applyRowSet(const QString& name); // false: there is none
    void removeRowSet(const QString& name);

    struct Preset {
        const char* name;
        const char* filter;
    };
    static const std::vector<Preset>& presets(); // built in

private:
    timeline::TraceMemory memory() const;
    timeline::Shared m_shared;
    Settings& m_settings;
    timeline::TimelineWidget& m_canvas;
    LoadController& m_loader;
};

} // namespace lanescope::app
