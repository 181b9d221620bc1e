#include "app/gui/window/trace_keeper.h"

#include <QCryptographicHash>
#include <QJsonDocument>

#include <algorithm>

namespace lanescope::app {

namespace {

const QString kOrder = QStringLiteral("traces/order"), kLast = QStringLiteral("rows/last"),
              kSets = QStringLiteral("rowSets");
constexpr int kMostSets = 200, kMostName = 60;

QString keyOf(const QString& path) {
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("traces/") + QString::fromLatin1(hash);
}

QString textOf(const QJsonObject& json) {
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

QJsonObject jsonOf(const QVariant& value) { return QJsonDocument::fromJson(value.toString().toUtf8()).object(); }

QString setKey(const QString& name) {
    return kSets + QLatin1Char('/') + QString::fromLatin1(name.toUtf8().toHex()); // any letters
}

} // namespace

TraceKeeper::TraceKeeper(const timeline::Shared& shared, Settings& settings, timeline::TimelineWidget& canvas,
                         LoadController& loader, QObject* parent)
    : QObject(parent), m_shared(shared), m_settings(settings), m_canvas(canvas), m_loader(loader) {}

timeline::RowsMemory TraceKeeper::rows() const {
    timeline::RowsMemory out;
    out.state = m_canvas.rowState();
    out.pinsChosen = m_canvas.pins() == timeline::TimelineWidget::Pins::Chosen;
    out.python = m_loader.rowChoice().python;
    out.streams = m_loader.rowChoice().streams;
    out.filters = m_loader.rowChoice().filters;
    return out;
}

void TraceKeeper::apply(const timeline::RowsMemory& rows) {
    using Pins = timeline::TimelineWidget::Pins;
    m_loader.setRowChoice({rows.python, rows.streams, rows.filters});
    m_canvas.restoreRows(rows.state, rows.pinsChosen ? Pins::Chosen : Pins::Default);
}

timeline::TraceMemory TraceKeeper::memory() const {
    const TraceStore& store = m_shared.document.store();
    const RankTime zero = store.extent().begin;
    timeline::TraceMemory out;
    out.rows = rows();
    const TimeRange view = m_shared.view.target().visible();
    out.view = {(view.begin - zero).count(), (view.end - zero).count()};
    if (const auto range = m_shared.selection.range())
        out.range = {(range->begin - zero).count(), (range->end - zero).count()};
    const auto step = m_shared.selection.step();
    if (step && *step < store.steps().size()) out.step = store.steps()[*step].number;
    out.colourBy = static_cast<int>(m_canvas.colourBy());
    out.scrollY = m_canvas.scrollY();
    return out;
}

void TraceKeeper::save() {
    if (!m_shared.document.isOpen() || m_shared.document.isPartial()) return;
    QSettings& store = m_settings.store();
    const QString key = keyOf(m_shared.document.path());
    QStringList order = store.value(kOrder).toStringList();
    order.removeAll(key);
    order.prepend(key);
    while (order.size() > kMostTraces) store.remove(order.takeLast());
    store.setValue(kOrder, order);
    store.setValue(key, textOf(toJson(memory())));
    store.setValue(kLast, textOf(toJson(rows())));
}

void TraceKeeper::restoreRows() {
    const QJsonObject json = jsonOf(m_settings.store().value(kLast));
    if (!json.isEmpty()) apply(timeline::rowsFromJson(json));
}

void TraceKeeper::restore(const QString& path) {
    m_shared.notes.setAll({});
    const auto known = timeline::traceFromJson(jsonOf(m_settings.store().value(keyOf(path))));
    if (!known || !m_shared.document.isOpen()) return;
    const TraceStore& store = m_shared.document.store();
    const RankTime zero = store.extent().begin;
    const auto rangeOf = [&](std::pair<std::int64_t, std::int64_t> ns) {
        return TimeRange{zero + Ns{ns.first}, zero + Ns{ns.second}};
    };
    apply(known->rows);
    m_canvas.setColourBy(
        static_cast<scene::ColourBy>(std::clamp(known->colourBy, 0, static_cast<int>(scene::ColourBy::Duration))));
    if (known->step)
        for (std::size_t i = 0; i < store.steps().size(); ++i)
            if (store.steps()[i].number == *known->step) m_shared.selection.setStep(i);
    const std::int64_t most = 4 * std::max<std::int64_t>(1, store.extent().length().count());
    const auto isNear = [&](std::pair<std::int64_t, std::int64_t> ns) { // the file may be another one now
        return ns.first > -most && ns.second < most;
    };
    if (known->range && isNear(*known->range)) m_shared.selection.setRange(rangeOf(*known->range));
    if (isNear(known->view) && rangeOf(known->view).overlaps(store.extent()))
        m_shared.view.show(rangeOf(known->view), timeline::Motion::Instant);
    m_canvas.setScrollY(known->scrollY);
    std::vector<timeline::Note> notes; // kept here by older versions; NotesKeeper has them in a file of their own
    for (const timeline::NoteMemory& note : known->notes)
        if (isNear({note.beginNs, note.endNs}))
            notes.push_back({zero + Ns{note.beginNs}, zero + Ns{note.endNs}, note.text.toStdString()});
    m_shared.notes.setAll(std::move(notes));
}

void TraceKeeper::forgetTraces() { m_settings.store().remove(QStringLiteral("traces")); }

QStringList TraceKeeper::rowSets() const {
    QSettings& store = m_settings.store();
    store.beginGroup(kSets);
    QStringList out;
    for (const QString& key : store.childKeys()) out << QString::fromUtf8(QByteArray::fromHex(key.toLatin1()));
    store.endGroup();
    out.sort();
    return out;
}

void TraceKeeper::saveRowSet(const QString& name) {
    if (name.isEmpty() || rowSets().size() >= kMostSets) return;
    m_settings.store().setValue(setKey(name.left(kMostName)), textOf(toJson(rows())));
}

bool TraceKeeper::applyRowSet(const QString& name) {
    for (const Preset& preset : presets())
        if (name == QLatin1String(preset.name)) {
            m_canvas.setRowFilter(preset.filter);
            return true;
        }
    const QJsonObject json = jsonOf(m_settings.store().value(setKey(name.left(kMostName))));
    if (json.isEmpty()) return false;
    apply(timeline::rowsFromJson(json));
    return true;
}

void TraceKeeper::removeRowSet(const QString& name) { m_settings.store().remove(setKey(name.left(kMostName))); }

const std::vector<TraceKeeper::Preset>& TraceKeeper::presets() {
    static const std::vector<Preset> list{{"all rows", ""},
                                          {"GPU", "kind:stream, kind:band, kind:spans"},
                                          {"GPU and main thread", "kind:stream, kind:band, main"},
                                          {"communication", "kind:comm, kind:band"},
                                          {"host", "kind:host, kind:runtime"}};
    return list;
}

} // namespace lanescope::app
