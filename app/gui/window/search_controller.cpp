#include "app/gui/window/search_controller.h"

#include "core/export/quantity.h"
#include "core/session/find_argument.h"

namespace lanescope::app {

namespace {
const QString kSlot = QStringLiteral("search");
constexpr std::int64_t kTicks = 4000; // more cannot be told apart in the overview

// At most one time for each of kTicks stretches of the trace.
std::vector<RankTime> tickTimes(const TraceStore& store, const models::NameHits& hits, TimeRange whole) {
    std::vector<RankTime> out;
    const std::int64_t cell = std::max<std::int64_t>(1, whole.length().count() / kTicks);
    for (const SliceId slice : hits.byTime)
        if (out.empty() || (store.start(slice) - out.back()).count() >= cell) out.push_back(store.start(slice));
    return out;
}

// By the filter language, or by an argument that is no column: "arg:grid=[108,1,1]".
Result<models::NameHits> hitsFor(const LoadedTrace& trace, const std::string& text, RunContext& context) {
    const auto argument = argumentWanted(text);
    if (!argument) return models::findHits(*trace.store, text, context);
    Result<std::vector<SliceId>> rows = slicesWithArgument(trace, *argument, context);
    if (!rows.ok()) return rows.error();
    return models::hitsOf(*trace.store, std::move(*rows), context);
}

// The list lives as long as the hits it is part of.
std::shared_ptr<const std::vector<SliceId>> sharedRows(const std::shared_ptr<const models::NameHits>& hits) {
    return {hits, &hits->byRow};
}

QString countText(std::size_t n) { return QString::fromStdString(formatCount(static_cast<std::int64_t>(n))); }
} // namespace

QString searchText(const QString& name) {
    QString out = name;
    out.replace(QLatin1Char('\\'), QStringLiteral("\\\\")).replace(QLatin1Char('"'), QStringLiteral("\\\""));
    return QLatin1Char('"') + out + QLatin1Char('"');
}

SearchController::SearchController(const timeline::Shared& shared, jobs::JobRunner& runner, const Parts& parts,
                                   QObject* parent)
    : QObject(parent), m_shared(shared), m_runner(runner), m_parts(parts) {
    connect(&parts.box, &panels::Omnibox::queryChanged, this, &SearchController::search);
    connect(&parts.box, &panels::Omnibox::nextWanted, this, &SearchController::next);
    connect(&parts.box, &panels::Omnibox::previousWanted, this, &SearchController::previous);
    connect(&shared.document, &timeline::Document::changed, this, [this] {
        // The same words in the new trace.
        const QString query = m_parts.box.text();
        m_hits.reset();
        m_index.reset();
        m_parts.table.setHits(nullptr);
        m_parts.overview.setHits({});
        m_parts.box.setResult({});
        if (!query.isEmpty() && m_shared.document.isOpen()) search(query);
    });
}

void SearchController::search(const QString& query) {
    m_runner.cancel(kSlot);
    m_parts.box.setProblem({});
    if (query.trimmed().isEmpty() || !m_shared.document.isOpen()) return clear();
    const auto store = m_shared.document.sharedStore();
    using Found = std::shared_ptr<const models::NameHits>;
    m_runner.start(
        kSlot, this,
        [store, trace = m_shared.document.trace(), text = query.toStdString()](RunContext& context) -> Result<Found> {
            Result<models::NameHits> hits = hitsFor(trace, text, context);
            if (!hits.ok()) return hits.error();
            return Found(std::make_shared<const models::NameHits>(std::move(*hits)));
        },
        [this, store](Result<Found> found) {
            if (!m_shared.document.isOpen() || m_shared.document.sharedStore() != store) return;
            if (found.ok()) return showHits(*found);
            // The last result stays.
            const Error& error = found.error();
            const QString where = error.place.empty() ? QString() : QString::fromStdString(error.place) + ": ";
            m_parts.box.setProblem(where + QString::fromStdString(error.message));
        });
}

void SearchController::showHits(std::shared_ptr<const models::NameHits> hits) {
    m_hits = std::move(hits);
    m_index.reset();
    m_parts.table.setHits(m_hits);
    m_parts.canvas.setHits(sharedRows(m_hits), std::nullopt);
    m_parts.overview.setHits(tickTimes(m_shared.document.store(), *m_hits, m_shared.view.extent()));
    emit changed();
    m_parts.box.setResult(m_hits->byTime.size() == 1 ? tr("1 hit")
                                                     : tr("%1 hits").arg(countText(m_hits->byTime.size())));
}

void SearchController::clear() {
    m_runner.cancel(kSlot);
    m_hits.reset();
    m_index.reset();
    m_parts.table.setHits(nullptr);
    m_parts.canvas.setHits(nullptr, std::nullopt);
    m_parts.overview.setHits({});
    m_parts.box.setResult({});
    m_parts.box.setProblem({});
    emit changed();
}

void SearchController::goTo(std::size_t index) {
    m_index = index;
    const SliceId slice = m_hits->byTime[index];
    m_parts.canvas.setHits(sharedRows(m_hits), slice);
    m_parts.navigator.select(slice);
    m_parts.table.setCurrent(index);
    m_parts.box.setResult(tr("%1 of %2").arg(countText(index + 1), countText(m_hits->byTime.size())));
}

void SearchController::next() {
    if (!m_hits || m_hits->byTime.empty()) return;
    if (m_index) return goTo((*m_index + 1) % m_hits->byTime.size());
    // The first one is the first in view, else the first after it.
    const auto first =
        models::hitFrom(m_shared.document.store(), *m_hits, count(m_shared.view.target().visible().begin));
    goTo(first.value_or(0));
}

void SearchController::previous() {
    if (!m_hits || m_hits->byTime.empty()) return;
    const std::size_t n = m_hits->byTime.size();
    if (m_index) return goTo((*m_index + n - 1) % n);
    const auto first =
        models::hitFrom(m_shared.document.store(), *m_hits, count(m_shared.view.target().visible().begin));
    goTo((first.value_or(0) + n - 1) % n);
}

} // namespace lanescope::app
