#include "app/gui/window/load_controller.h"

#include "core/synth/synth.h"
#include "widgets/models/import_report.h"
#include "widgets/scene/queue_curves.h"
#include "widgets/scene/rank_bands.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace lanescope::app {

using timeline::OpenTrace;
using timeline::TraceFacts;

namespace {
const QString kPrepare = QStringLiteral("prepare"), kAnalyse = QStringLiteral("analyse"),
              kOwners = QStringLiteral("idle owners"), kSample = QStringLiteral("sample"),
              kRows = QStringLiteral("rows"), kText = QStringLiteral("raw events");

struct Prepared {
    std::shared_ptr<const OpenTrace> trace;
    std::optional<SliceId> selected;
};

// The same event in another store of the same file: offsets are places in the text.
std::optional<SliceId> sameEvent(const TraceStore& store, std::optional<std::uint64_t> offset) {
    if (!offset) return std::nullopt;
    const auto slice = models::sliceAtOffset(store, *offset);
    return slice && store.eventOffset(*slice) == *offset ? slice : std::nullopt;
}

Result<Prepared> prepareTrace(const LoadedTrace& trace, const RowTreeOptions& rows, qint64 elapsedMs,
                              std::optional<std::uint64_t> selected) {
    auto open = std::make_shared<OpenTrace>();
    open->trace = trace;
    open->tree = buildRowTree(*trace.store, rows);
    open->loadMs = elapsedMs;
    return Prepared{std::move(open), sameEvent(*trace.store, selected)};
}

Result<std::shared_ptr<const TraceFacts>> factsOf(std::shared_ptr<const TraceStore> store,
                                                  const GapThresholds& thresholds, RunContext& context) {
    auto analysis = models::analyseTrace(std::move(store), thresholds, context);
    if (!analysis.ok()) return analysis.error();
    auto facts = std::make_shared<TraceFacts>();
    facts->analysis = *analysis;
    facts->bands = scene::bandsOf(facts->analysis->devices);
    scene::addRankBands(facts->bands, *facts->analysis->store, facts->analysis->devices, scene::IdleOwners::NotYet);
    return std::shared_ptr<const TraceFacts>(std::move(facts));
}

Result<std::shared_ptr<const TraceFacts>> ownersOf(const std::shared_ptr<const models::TraceAnalysis>& analysis,
                                                   RunContext& context) {
    auto facts = std::make_shared<TraceFacts>();
    facts->analysis = analysis;
    GapFinder finder(*analysis->store);
    for (const DeviceWork& device : analysis->devices) {
        if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
        facts->idle.push_back(finder.find(device));
    }
    facts->bands = scene::bandsOf(analysis->devices, facts->idle);
    scene::addRankBands(facts->bands, *analysis->store, analysis->devices, scene::IdleOwners::Found);
    facts->counters = scene::countersWithQueues(*analysis->store, analysis->devices);
    return std::shared_ptr<const TraceFacts>(std::move(facts));
}

} // namespace

QString samplePath() {
    QString cache = qEnvironmentVariable("LANESCOPE_CACHE_DIR");
    if (cache.isEmpty())
        cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/lanescope");
    return cache + QStringLiteral("/samples/healthy.json.gz");
}

LoadController::LoadController(const timeline::Shared& shared, jobs::JobRunner& runner,
                               jobs::TraceLoader::LoadFunction load, QObject* parent)
    : QObject(parent), m_shared(shared), m_runner(runner), m_loader(runner, std::move(load)) {
    connect(&m_loader, &jobs::TraceLoader::progressed, this, &LoadController::progressed);
    connect(&m_loader, &jobs::TraceLoader::previewReady, this, &LoadController::onPreview);
    connect(&m_loader, &jobs::TraceLoader::finished, this, &LoadController::onLoaded);
    connect(&m_loader, &jobs::TraceLoader::failed, this, [this](const QString& path, const Error& error) {
        goBack();
        emit failed(path, error);
        finish();
    });
}

void LoadController::open(const QString& path) {
    if (m_loading) cancel();
    m_path = QFileInfo(path).absoluteFilePath();
    m_loading = true;
    m_previewShown = false;
    m_loader.load(m_path, LoadOptions{});
    emit started(m_path);
}

void LoadController::cancel() {
    m_runner.cancel(kSample);
    if (!m_loading) return;
    m_loader.cancel();
    m_runner.cancel(kPrepare);
    goBack();
    emit cancelled(m_path);
    finish();
}

void LoadController::finish() {
    m_loading = false;
    m_document = {};
    emit ended();
}

void LoadController::keepWhatIsOpen() {
    m_document = m_shared.document.memento();
    m_view = m_shared.view.memento();
    m_chosen = {m_shared.selection.slices(), m_shared.selection.range(), m_shared.selection.step()};
}

// To what was open before: it was never touched unless a preview took its place.
void LoadController::goBack() {
    if (!m_previewShown) return;
    m_previewShown = false;
    m_runner.cancel(kAnalyse);
    m_runner.cancel(kOwners);
    m_shared.selection.clear();
    m_shared.document.restore(m_document);
    if (!m_document.open) return;
    m_shared.view.restore(m_view);
    m_shared.selection.setStep(m_chosen.step);
    m_shared.selection.setRange(m_chosen.range);
    m_shared.selection.setSlices(m_chosen.slices);
    if (!m_document.facts) analyse();
}

void LoadController::onPreview(const std::shared_ptr<const TraceStore>& store) {
    if (store->slices().size() == 0) return;
    LoadedTrace trace;
    trace.path = m_path.toStdString();
    trace.store = store;
    prepare(std::move(trace), 0);
}

void LoadController::onLoaded(const LoadedTrace& trace, qint64 elapsedMs) { prepare(trace, elapsedMs); }

void LoadController::prepare(LoadedTrace trace, qint64 elapsedMs) {
    std::optional<std::uint64_t> selected;
    if (m_previewShown && m_shared.selection.current())
        selected = m_shared.document.store().eventOffset(*m_shared.selection.current());
    m_runner.start(
        kPrepare, this,
        [trace = std::move(trace), rows = RowTreeOptions{m_rows.python, m_rows.streams, nullptr, m_rows.filters},
         elapsedMs, selected](RunContext&) { return prepareTrace(trace, rows, elapsedMs, selected); },
        [this](const Result<Prepared>& prepared) {
            if (prepared.ok()) show(prepared->trace, prepared->selected);
        });
}

void LoadController::show(std::shared_ptr<const OpenTrace> trace, std::optional<SliceId> selected) {
    const bool again = m_previewShown;
    if (!again) keepWhatIsOpen();
    const bool partial = trace->trace.store->partial();
    const auto range = again ? m_shared.selection.range() : std::nullopt;
    const auto extent = trace->trace.store->extent();
    m_runner.cancel(kAnalyse);
    m_runner.cancel(kOwners);
    m_runner.cancel(kRows);
    m_shared.selection.clear();
    m_shared.document.open(std::move(trace));
    m_shared.view.setExtent(extent, again ? timeline::ViewState::Keep::View : timeline::ViewState::Keep::Nothing);
    m_shared.selection.setRange(range);
    if (selected) m_shared.selection.select(*selected);
    m_previewShown = true;
    if (!partial) m_shared.selection.setStep(models::typicalStep(m_shared.document.store()));
    analyse();
    if (partial) return;
    prepareText();
    emit opened(m_path);
    finish();
}

void LoadController::analyse() {
    const auto store = m_shared.document.sharedStore();
    m_runner.start(
        kAnalyse, this,
        [store, thresholds = m_thresholds](RunContext& context) { return factsOf(store, thresholds, context); },
        [this](const Result<std::shared_ptr<const TraceFacts>>& facts) {
            if (!facts.ok()) return;
            m_shared.document.setFacts(*facts);
            if (m_shared.document.isOpen() && !m_shared.document.isPartial() && (*facts)->analysis->hasWork())
                findOwners();
        });
}

void LoadController::findOwners() {
    const auto analysis = m_shared.document.facts()->analysis;
    m_runner.start(
        kOwners, this, [analysis](RunContext& context) { return ownersOf(analysis, context); },
        [this](const Result<std::shared_ptr<const TraceFacts>>& facts) {
            if (!facts.ok()) return;
            m_shared.document.setFacts(*facts);
            buildRows(); // now with the launch queues
        });
}

void LoadController::setRowChoice(const RowChoice& choice) {
    if (choice == m_rows) return;
    m_rows = choice;
    buildRows();
}

void LoadController::setThresholds(const GapThresholds& thresholds) {
    m_thresholds = thresholds;
    if (!m_shared.document.isOpen()) return;
    m_runner.cancel(kOwners);
    analyse();
}

void LoadController::buildRows() {
    if (!m_shared.document.isOpen()) return;
    const timeline::TraceFacts* facts = m_shared.document.facts();
    RowTreeOptions rows{m_rows.python, m_rows.streams, facts ? facts->counters : nullptr, m_rows.filters};
    m_runner.start(
        kRows, this,
        [open = m_shared.document.sharedTrace(),
         rows = std::move(rows)](RunContext&) -> Result<std::shared_ptr<const OpenTrace>> {
            auto out = std::make_shared<OpenTrace>(*open);
            out->tree = buildRowTree(*open->trace.store, rows);
            return std::shared_ptr<const OpenTrace>(std::move(out));
        },
        [this](const Result<std::shared_ptr<const OpenTrace>>& open) {
            if (open.ok()) m_shared.document.setRows(*open);
        });
}

// So that the first look at a raw event does not wait for the text to be read again.
void LoadController::prepareText() {
    const auto text = m_shared.document.trace().text;
    if (!text) return;
    m_runner.start(
        kText, this, [text](RunContext& context) -> Status { return text->prepare(context.stopToken()); },
        [](const Status&) {});
}

void LoadController::openSample() {
    const QString path = samplePath();
    m_runner.start(
        kSample, this,
        [path](RunContext& context) -> Result<QString> {
            if (QFileInfo::exists(path)) return path;
            QDir().mkpath(QFileInfo(path).absolutePath());
            synth::SynthOptions options;
            options.withStack = true;
            const auto files = synth::write(options, path.toStdString(), context);
            if (!files.ok()) return files.error();
            return path;
        },
        [this, path](Result<QString> made) {
            if (made.ok()) return open(*made);
            emit failed(path, made.error());
        });
}

void LoadController::closeTrace() {
    if (m_loading) cancel();
    m_runner.cancel(kAnalyse);
    m_runner.cancel(kOwners);
    m_runner.cancel(kRows);
    m_runner.cancel(kText);
    m_shared.selection.clear();
    m_shared.document.close();
}

} // namespace lanescope::app
