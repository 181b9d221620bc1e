#include "widgets/timeline/document.h"

namespace lanescope::timeline {

QString rankText(const TraceInfo& info) {
    if (!info.rank) return QStringLiteral("no rank");
    const QString rank = QStringLiteral("rank %1").arg(*info.rank);
    return info.worldSize && *info.worldSize > 1 ? rank + QStringLiteral(" of %1").arg(*info.worldSize) : rank;
}

QString Document::path() const { return m_open ? QString::fromStdString(m_open->trace.path.string()) : QString(); }

QString Document::title() const {
    if (!m_open) return {};
    const TraceInfo& info = store().info();
    const QString file = path().section(QLatin1Char('/'), -1);
    return info.rank ? QStringLiteral("rank %1 \u00b7 ").arg(*info.rank) + file : file;
}

void Document::open(std::shared_ptr<const OpenTrace> trace) {
    m_open = std::move(trace);
    m_facts.reset();
    m_names = std::make_unique<ShortNames>(store());
    emit changed();
    emit factsChanged();
}

void Document::close() {
    m_open.reset();
    m_facts.reset();
    m_names.reset();
    emit changed();
    emit factsChanged();
}

void Document::setRows(std::shared_ptr<const OpenTrace> trace) {
    if (!m_open || !trace || trace->trace.store != m_open->trace.store) return;
    m_open = std::move(trace);
    emit rowsChanged();
}

void Document::setFacts(std::shared_ptr<const TraceFacts> facts) {
    if (!m_open || !facts || facts->analysis->store != m_open->trace.store) return;
    m_facts = std::move(facts);
    emit factsChanged();
}

void Document::restore(const Memento& memento) {
    if (!memento.open) return close();
    if (m_open && memento.open->trace.store == m_open->trace.store) return;
    open(memento.open);
    if (memento.facts) setFacts(memento.facts);
}

} // namespace lanescope::timeline
