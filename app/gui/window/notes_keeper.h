// Keeps the notes of the open trace in their file: read when a trace is opened, written soon after each change and
// before another trace comes. Files are touched by a worker, one after the other. GUI thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/notes/notes_file.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/timeline/timeline_widget.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>

namespace lanescope::app {

class NotesKeeper final : public QObject {
    Q_OBJECT
public:
    static constexpr int kDelayMs = 400; // after a change
    NotesKeeper(const timeline::Shared& shared, jobs::JobRunner& runner, QObject* parent = nullptr);
    ~NotesKeeper() override; // all is written
    void load();             // of the trace that was just opened
    // Notes of a session (a document of notes; empty: none) in place of those beside the trace, which stay as they are
    // until the user changes one; then they are kept aside. To be called after load().
    void useInstead(const std::string& document);
    void saveNow();        // what is waiting; returns at once
    void waitUntilSaved(); // for tests, and for closing
    // What a note can be made of; null: not looked for yet.
    const FindingsResult* findings() const { return m_findings.get(); }
    void setFindings(std::shared_ptr<const FindingsResult> findings) { m_findings = std::move(findings); }
    QString file() const; // where the notes are kept; empty: nowhere yet

signals:
    void troubled(const QString& sentence); // could not be read or written; the trace changed
    void fileChanged();

private:
    struct Store; // what the worker knows about the file
    void onLoaded(const std::shared_ptr<Store>& store);
    void showInstead(Store& store);
    void save();

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    QThreadPool m_worker;
    QTimer m_timer;
    std::shared_ptr<Store> m_store;
    std::shared_ptr<const FindingsResult> m_findings;
    std::optional<std::string> m_instead; // of a session, until those beside the trace are read
    QString m_file, m_lastTrouble;
};

} // namespace lanescope::app
