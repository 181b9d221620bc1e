// Several ranks at once: finds and reads them, shows their page, opens their timelines as they are looked at. What is
// open as a single trace stays open beside it. GUI thread.
#pragma once

#include "app/gui/window/ranks_page.h"
#include "core/notes/note.h"
#include "core/session_file/session_file.h"

#include <QObject>
#include <QSettings>
#include <QStackedWidget>
#include <QTimer>

#include <deque>
#include <functional>
#include <map>
#include <set>

class QFileDialog;

namespace lanescope::app {

class RanksController final : public QObject {
    Q_OBJECT
public:
    struct Parts {
        timeline::Look& look;
        jobs::JobRunner& runner;
        QStackedWidget& stack;
        std::function<QList<QKeySequence>(const QString&)> keysOf; // of an action
        std::function<GapThresholds()> thresholds = {};            // of the window
        std::function<QString()> folder = {};                      // where files were chosen last
        std::function<void(const QString&)> setFolder = {};
    };
    RanksController(Parts parts, QObject* parent = nullptr);
    ~RanksController() override;

    void open(const QStringList& inputs);                             // files, folders, archives, patterns
    void open(std::vector<RankSource> sources, const QString& title); // of a session: ranks whatever their number
    bool isLoading() const;
    bool isBusy() const; // loading, or at work that cancel() stops: another run, an event on every rank, a merged trace
    void cancel();
    bool hasRanks() const { return m_document.isOpen(); } // also while a single trace is shown
    bool isShown() const;
    bool isWanted() const { return m_wanted; } // shown, or about to be
    void show();
    void leave() { m_wanted = false; } // something else is shown; the ranks stay open
    void close();
    QString title() const;
    const TraceSource* timelineOf(std::size_t record) const { return m_document.job().timelineOf(record); }
    RanksPage& page() { return *m_page; }
    ranksview::RanksDocument& document() { return m_document; }
    void setMotion(timeline::Motion motion) { m_page->view().setMotion(motion); }
    void exportPicture();
    void exportMerged();
    void alignBySelection(); // the first slice of the name of the chosen one, on every rank
    void chooseRun();        // another run below; asks for its folder
    void openRun(const QStringList& inputs, std::function<void()> then = {});
    const QStringList& runInputs() const { return m_runInputs; } // of the run that was opened below last
    void chooseLogs();                                           // asks for NCCL logs and flight recorder dumps
    enum class LogsTab : std::uint8_t { Shown, AsItIs };
    void addLogs(const QStringList& inputs, LogsTab tab = LogsTab::Shown);
    void openIfOfRanks(const QString& file); // a summary, a log or a dump; anything else is left alone
    // In the notes beside a trace that is not open alone.
    void saveNote(std::size_t record, const notes::Note& note);
    // Notes of the session that is open, for traces without notes beside them. Of another job: none.
    void keepNotes(std::vector<session::Trace> saved) { m_saved = std::move(saved); }
    const std::vector<session::Trace>& keptNotes() const { return m_saved; }
    void noteVerdict(); // over the worst step, in the trace of the straggler

signals:
    void started();
    void progressed(std::uint64_t done, std::uint64_t total);
    void shown();       // the page is there
    void ended();       // a load, whatever became of it
    void workChanged(); // isBusy() did
    void failed(const lanescope::Error& error);
    void aloneWanted(const QStringList& files, const QString& shown); // no ranks: as single traces
    void left();                                                      // closed
    // To be kept with the trace, wherever it is open.
    void noteWanted(std::size_t record, const lanescope::notes::Note& note);

private:
    void onLoaded(Result<std::shared_ptr<const ranksview::RankJob>> job);
    enum class From : std::uint8_t { Files, Session } m_from = From::Files;
    void giveRanks(const std::map<std::size_t, std::int64_t>& ranks); // by record: the same traces are read again
    void openTraces();
    void openTracesOf(ranksview::RanksDocument& document, const std::vector<std::size_t>& inView);
    void openOne(ranksview::RanksDocument& document, std::size_t record);
    void findOwners(ranksview::RanksDocument& document, std::size_t record,
                    const std::shared_ptr<const ranksview::RankTrace>& trace);
    // Opens a file dialog where files were chosen last, and remembers where they are chosen.
    QFileDialog* fileDialog(const QString& title);
    void letGo();
    // Says how far the job of this slot is, until it ends; cancel() stops it.
    void watchWork(const QString& slot, const QString& words);
    void sayWork();
    void cancelWork();
    void alignedByEvent(const std::string& name, const std::vector<std::optional<std::int64_t>>& starts);
    void activate(std::size_t record);
    void saveNextNote();
    QStringList files() const;

    Parts m_parts;
    ranksview::RanksDocument m_document;
    RanksPage* m_page;
    QTimer m_poll;
    QStringList m_inputs, m_runInputs;
    std::shared_ptr<const RankCompanions> m_kept; // logs and dumps, while the same ranks are read again
    bool m_wanted = false;
    using NoteJob = std::function<Result<std::string>(RunContext&)>;
    std::deque<NoteJob> m_notes; // to be kept after the one that is being written
    std::vector<session::Trace> m_saved;
    std::map<QString, QString> m_working; // slots that are watched, and what they do
    QTimer m_work;
    std::set<QString> m_opening; // slots of timelines that are being opened
};

} // namespace lanescope::app
