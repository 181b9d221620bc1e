#include "app/gui/window/notes_keeper.h"

#include <QPointer>

#include <mutex>

namespace lanescope::app {

namespace files = lanescope::notes;

struct NotesKeeper::Store {
    std::mutex mutex; // of all below
    files::NotesPlaces places;
    files::TraceIdentity trace;
    files::TraceClock clock;
    files::LoadedNotes loaded;
    std::optional<Error> failed; // the file could not be read
    bool ready = false;
};

NotesKeeper::NotesKeeper(const timeline::Shared& shared, jobs::JobRunner& runner, QObject* parent)
    : QObject(parent), m_shared(shared), m_runner(runner) {
    m_worker.setMaxThreadCount(1); // in the order of the changes
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &NotesKeeper::save);
    connect(&shared.notes, &timeline::Notes::edited, this, [this] { m_timer.start(); });
}

NotesKeeper::~NotesKeeper() {
    saveNow();
    m_worker.waitForDone();
}

void NotesKeeper::saveNow() {
    if (!m_timer.isActive()) return;
    m_timer.stop();
    save();
}

void NotesKeeper::waitUntilSaved() {
    saveNow();
    m_worker.waitForDone();
}

QString NotesKeeper::file() const { return m_file; }

void NotesKeeper::load() {
    const LoadedTrace& trace = m_shared.document.trace();
    auto store = std::make_shared<Store>();
    store->places = files::placesFor(trace.path, trace.member, files::userNotesFolder());
    store->trace = {trace.path.filename().string() + (trace.member.empty() ? "" : "!" + trace.member),
                    trace.source.size, trace.source.mtimeNs, trace.source.fingerprint};
    store->clock = {trace.store->info().baseTimeNs, trace.store->info().rank};
    m_store = store;
    m_instead.reset();
    m_file.clear();
    m_lastTrouble.clear();
    QThreadPool* const worker = &m_worker; // outlives the runner's jobs: they are stopped and waited for first
    m_runner.start(
        QStringLiteral("notes"), this,
        [store, worker](RunContext&) -> Status {
            worker->waitForDone(); // the same trace may just be written
            const std::lock_guard lock(store->mutex);
            auto loaded = files::loadNotes(store->places, store->clock);
            store->ready = true;
            if (loaded.ok())
                store->loaded = std::move(*loaded);
            else
                store->failed = loaded.error();
            return {};
        },
        [this, store](const Status&) { onLoaded(store); });
}

void NotesKeeper::onLoaded(const std::shared_ptr<Store>& store) {
    if (store != m_store) return;
    const std::lock_guard lock(store->mutex);
    if (m_instead) return showInstead(*store);
    if (store->failed) {
        emit troubled(tr("notes: %1").arg(QString::fromStdString(store->failed->text())));
        return;
    }
    m_file = QString::fromStdString(store->loaded.path.string());
    emit fileChanged();
    if (m_file.isEmpty()) { // none yet: those of an older version, or written meanwhile, are kept
        if (!m_shared.notes.list().empty()) m_timer.start();
        return;
    }
    const auto& trace = store->loaded.document.trace;
    m_shared.notes.setAll(store->loaded.document.notes);
    const std::size_t others = store->loaded.document.others.size();
    if (trace && files::compare(*trace, store->trace) == files::Match::Changed)
        emit troubled(tr("the trace changed since its %n note(s) were made; they may lie elsewhere now", nullptr,
                         static_cast<int>(m_shared.notes.list().size())));
    else if (others > 0)
        emit troubled(
            tr("%1 notes of this file are not shown: another rank or clock, or made by a newer version").arg(others));
}

void NotesKeeper::useInstead(const std::string& document) { m_instead = document; }

void NotesKeeper::showInstead(Store& store) {
    const std::string text = *std::exchange(m_instead, std::nullopt);
    files::NotesDocument document;
    if (!text.empty()) {
        auto parsed = files::parseNotes(text, "session", store.clock);
        if (parsed.ok())
            document = std::move(*parsed);
        else
            emit troubled(tr("notes: %1").arg(QString::fromStdString(parsed.error().text())));
    }
    m_file = QString::fromStdString(store.loaded.path.string());
    m_shared.notes.setAll(document.notes);
    emit fileChanged();
    if (store.failed || m_file.isEmpty() || store.loaded.document.notes == document.notes) return;
    store.loaded.text.clear(); // not what stands there: it is kept aside before it is replaced
    emit troubled(tr("the notes of this session are not those beside the trace; those stay, and are kept aside when a "
                     "note is changed"));
}

void NotesKeeper::save() {
    const std::shared_ptr<Store> store = m_store;
    if (!store) return;
    m_worker.start([store, list = m_shared.notes.list(), guard = QPointer<NotesKeeper>(this)] {
        const std::lock_guard lock(store->mutex);
        if (!store->ready) { // a trace that was left before its notes were read: those stay
            auto loaded = files::loadNotes(store->places, store->clock);
            if (loaded.ok()) store->loaded = std::move(*loaded);
            store->ready = true;
        }
        files::NotesDocument document = store->loaded.document;
        document.notes = list;
        const auto saved = files::saveNotes(store->places, document, store->trace, store->clock, store->loaded);
        QString trouble, file;
        if (saved.ok()) {
            if (!saved->path.empty()) {
                store->loaded.path = saved->path;
                store->loaded.text = saved->text;
            }
            file = QString::fromStdString(saved->path.string());
            if (!saved->keptAside.empty())
                trouble = tr("somebody else changed the notes; theirs are in %1")
                              .arg(QString::fromStdString(saved->keptAside.string()));
        } else {
            trouble = tr("the notes are not saved: %1").arg(QString::fromStdString(saved.error().text()));
        }
        QMetaObject::invokeMethod(
            guard.data(),
            [guard, store, trouble, file] {
                if (!guard || guard->m_store != store) return;
                if (!file.isEmpty()) guard->m_file = file;
                if (!trouble.isEmpty() && trouble != guard->m_lastTrouble) emit guard->troubled(trouble);
                guard->m_lastTrouble = trouble;
                emit guard->fileChanged();
            },
            Qt::QueuedConnection);
    });
}

} // namespace lanescope::app
