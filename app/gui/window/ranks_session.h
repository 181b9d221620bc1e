// Sessions of several ranks: what their page shows, into a session and back. GUI thread.
#pragma once

#include "app/gui/window/ranks_controller.h"
#include "core/session_file/session_file.h"
#include "widgets/rankpictures/ranks_session.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace lanescope::app {

rankpictures::RanksView viewOfPage(RanksPage& page);
// What the page shows now; only while ranks are open; without theme, window and thresholds.
session::Session sessionOfPage(RanksController& ranks);

class RanksSession final : public QObject {
    Q_OBJECT
public:
    explicit RanksSession(RanksController& ranks, QObject* parent = nullptr);

    void open(const QString& file, session::Session session);
    // Opened from a session or saved as one; empty: not, or others are open now.
    const QString& file() const { return m_file; }
    void setFile(const QString& file) { m_file = file; }
    bool isPlacing() const { return m_pending.has_value(); }

signals:
    void opened(const lanescope::session::Session& session); // ranks are there; theme and window are the listener's
    void changed(const QString& path);                       // a trace that is not what it was

private:
    void onDocument();
    void split(); // two timelines
    void place(); // what depends on the size of the canvas
    void settle();

    RanksController& m_ranks;
    QTimer m_poll;
    std::size_t m_open = 0; // timelines at the last look
    int m_still = 0;        // looks since one came
    QString m_file, m_openingFile;
    std::optional<session::Session> m_opening; // until its ranks are read
    std::optional<session::Session> m_pending; // until their timelines are open
    std::optional<TimeScale> m_placed;         // where the view was put, to see that the user moved it
};

} // namespace lanescope::app
