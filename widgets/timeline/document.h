// What one window shows: an open trace with its rows, and what was worked out about it. Widgets listen and read; only
// the window changes it. GUI thread; the parts themselves are immutable and may be read by jobs.
#pragma once

#include "core/analysis/idle/gap_owners.h"
#include "core/query/row_tree.h"
#include "core/query/short_names.h"
#include "core/session/load_trace.h"
#include "widgets/models/trace_analysis.h"
#include "widgets/scene/band_data.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace lanescope::timeline {

// A trace made ready to be shown, by a job.
struct OpenTrace {
    LoadedTrace trace; // of a preview: store and path only
    RowTree tree;
    qint64 loadMs = 0; // how long the whole load took
};

// What a job found out about it; may come much later than the first picture.
struct TraceFacts {
    std::shared_ptr<const models::TraceAnalysis> analysis;
    scene::BandData bands;
    std::vector<DeviceIdle> idle;               // per device; empty until the owners are known
    std::shared_ptr<const CounterSet> counters; // with the launch queues; null until worked out
};

class Document final : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr) : QObject(parent) {}

    bool isOpen() const { return m_open != nullptr; }
    bool isPartial() const { return m_open && m_open->trace.store->partial(); }
    // All of these: only while open.
    const TraceStore& store() const { return *m_open->trace.store; }
    std::shared_ptr<const TraceStore> sharedStore() const { return m_open->trace.store; }
    const LoadedTrace& trace() const { return m_open->trace; }
    const RowTree& tree() const { return m_open->tree; }
    ShortNames& names() { return *m_names; }
    qint64 loadMs() const { return m_open->loadMs; }
    QString path() const;
    QString title() const; // "rank 3 · trace_rank3.json.gz"

    // None until worked out.
    const TraceFacts* facts() const { return m_facts.get(); }
    const models::TraceAnalysis* analysis() const { return m_facts ? m_facts->analysis.get() : nullptr; }
    const scene::BandData& bands() const { return m_facts ? m_facts->bands : m_noBands; }

    void open(std::shared_ptr<const OpenTrace> trace);
    void close();
    // The same trace with its rows built otherwise; another trace than the open one is ignored.
    void setRows(std::shared_ptr<const OpenTrace> trace);
    std::shared_ptr<const OpenTrace> sharedTrace() const { return m_open; }
    // Facts about another store than the open one are ignored.
    void setFacts(std::shared_ptr<const TraceFacts> facts);

    // What is open, to come back to it when a load fails.
    struct Memento {
        std::shared_ptr<const OpenTrace> open;
        std::shared_ptr<const TraceFacts> facts;
    };
    Memento memento() const { return {m_open, m_facts}; }
    void restore(const Memento& memento);

signals:
    void changed();      // another store, or none
    void rowsChanged();  // the same store, other rows
    void factsChanged(); // facts came, or went with the store

private:
    std::shared_ptr<const OpenTrace> m_open;
    std::shared_ptr<const TraceFacts> m_facts;
    std::unique_ptr<ShortNames> m_names;
    scene::BandData m_noBands;
};

// "rank 3", "no rank", as the file says.
QString rankText(const TraceInfo& info);

} // namespace lanescope::timeline
