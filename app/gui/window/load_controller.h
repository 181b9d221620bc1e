// Opens traces: load, rows, figures, each as a job; previews on the way; and back to what was open when it fails or is
// given up. GUI thread.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/trace_loader.h"
#include "widgets/timeline/document.h"
#include "widgets/timeline/selection.h"
#include "widgets/timeline/timeline_widget.h"
#include "widgets/timeline/view_state.h"

#include <QObject>

#include <optional>

namespace lanescope::app {

class LoadController final : public QObject {
    Q_OBJECT
public:
    LoadController(const timeline::Shared& shared, jobs::JobRunner& runner, jobs::TraceLoader::LoadFunction load,
                   QObject* parent = nullptr);
    void open(const QString& path);
    void cancel();
    bool isLoading() const { return m_loading; } // until the rows of the whole trace are shown
    jobs::LoadProgress progress() const { return m_loader.progress(); }
    // Makes the sample trace, when it is not there yet, and opens it.
    void openSample();
    void closeTrace();

    // How the rows are built, of this trace and of those opened later.
    struct RowChoice {
        PythonFrames python = PythonFrames::Shown;
        StreamRows streams = StreamRows::Separate;
        std::vector<FilterRow> filters = {};
        friend bool operator==(const RowChoice&, const RowChoice&) = default;
    };
    const RowChoice& rowChoice() const { return m_rows; }
    void setRowChoice(const RowChoice& choice);
    void setThresholds(const GapThresholds& thresholds); // of gaps; figures are worked out again
    const GapThresholds& thresholds() const { return m_thresholds; }

signals:
    void started(const QString& path);
    void progressed();
    void opened(const QString& path); // the whole trace is shown
    void failed(const QString& path, const lanescope::Error& error);
    void cancelled(const QString& path);
    void ended(); // after any of the three

private:
    void onPreview(const std::shared_ptr<const TraceStore>& store);
    void onLoaded(const LoadedTrace& trace, qint64 elapsedMs);
    void prepare(LoadedTrace trace, qint64 elapsedMs);
    void show(std::shared_ptr<const timeline::OpenTrace> trace, std::optional<SliceId> selected);
    void analyse();
    void findOwners();
    void buildRows();
    void prepareText();
    void keepWhatIsOpen();
    void goBack();
    void finish();

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    jobs::TraceLoader m_loader;
    bool m_loading = false;
    bool m_previewShown = false; // of this load
    QString m_path;
    RowChoice m_rows;
    GapThresholds m_thresholds;
    timeline::Document::Memento m_document;
    timeline::ViewState::Memento m_view;
    struct Chosen {
        std::vector<SliceId> slices;
        std::optional<TimeRange> range;
        std::optional<std::size_t> step;
    } m_chosen;
};

// Where the sample trace lies in the user's cache.
QString samplePath();

} // namespace lanescope::app
