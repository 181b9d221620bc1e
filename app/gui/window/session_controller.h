// Sessions of the window: what is open and how it is looked at, into a file and back (docs/user/session.md). Files are
// touched by jobs. GUI thread.
#pragma once

#include "core/query/time_scale.h"
#include "core/session_file/session_file.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <optional>

namespace lanescope::app {

class MainWindow;
class RanksSession;

class SessionController final : public QObject {
    Q_OBJECT
public:
    explicit SessionController(MainWindow& window);

    session::Session now() const; // only while a trace is open
    TimeRange rangeMeant() const; // the range, else the step, else the view: what is cut
    QString file() const { return m_file; }

    RanksSession& ranks(); // of several ranks; made when it is needed first

    // False: none of them is a session.
    bool open(const QStringList& paths);
    void save();   // where it was opened from or saved last, else asks
    void saveAs(); // asks
    enum class With : std::uint8_t { TraceAsItIs, Cut };
    void saveTo(const QString& path, With with);
    void saveWithCut(); // asks: the session, and beside it a smaller trace
    void reload();      // the open trace anew, looked at as it is now
    void exportCut();   // asks
    void cutTo(const QString& path);

    // The window tells: the whole trace is shown, what was known about it is restored.
    void onTraceOpened(const QString& path);
    bool isPlacing() const { return m_pending.has_value(); } // something of a session waits for the rows

private:
    void begin(const QString& path, session::Session session);
    void showRanksAs(const session::Session& session); // theme and window
    session::Session ranksNow() const;
    void saveRanksTo(const QString& path);
    void cutRanksTo(const QString& path); // one file per shown rank, with its number in the name
    void apply();
    void place(); // what depends on the size of the canvas and on all rows
    void settle();
    void selectSlices();
    void showPath();

    MainWindow& m_window;
    RanksSession* m_ranks = nullptr; // goes with this
    QString m_file;
    QTimer m_poll;
    std::optional<session::Session> m_opening; // until its trace is shown
    std::optional<session::Session> m_pending; // until all is at its place
    std::optional<TimeScale> m_placed;         // where the view was put, to see that the user moved it
    double m_scrolled = 0;
    bool m_reloading = false;
};

} // namespace lanescope::app
