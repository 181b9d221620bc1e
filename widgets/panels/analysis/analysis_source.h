// Asks analyses off the GUI thread and keeps their answers while the trace is open. A newer question overtakes the one
// that is being worked on. Comparing with a second trace is one more question. GUI thread.
#pragma once

#include "core/analysis/compare/compare.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/models/analysis/answer.h"
#include "widgets/timeline/timeline_widget.h"

#include <QHash>
#include <QObject>

namespace lanescope::panels {

class AnalysisSource final : public QObject {
    Q_OBJECT
public:
    AnalysisSource(const timeline::Shared& shared, jobs::JobRunner& runner, QObject* parent = nullptr);
    ~AnalysisSource() override;
    void ask(const models::AnalysisRequest& request);
    // The open trace as "after", the file as "before". The file is read when it is not the one compared with last.
    void compare(const QString& path, PerWhat per, OperatorGrouping grouping);
    void cancel();
    bool isRunning() const;
    const Progress* progress() const; // null while nothing runs
    void askReasons();                // reasonsKnown() follows
    void forgetCharts() { m_answers.clear(); }

signals:
    void answered(const std::string& key, std::shared_ptr<const lanescope::models::AnalysisAnswer> answer);
    void failed(const std::string& key, const lanescope::Error& error);
    void reasonsKnown(const QHash<QString, QString>& reasons);

private:
    using Answer = std::shared_ptr<const models::AnalysisAnswer>;
    void finish(const std::string& key, const std::shared_ptr<const TraceStore>& store, Result<Answer> result);
    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    std::shared_ptr<ResultCache> m_results = std::make_shared<ResultCache>(); // jobs hold it too
    models::AnswerCache m_answers;
    QString m_otherPath;
    std::shared_ptr<const LoadedTrace> m_other;
};

} // namespace lanescope::panels
