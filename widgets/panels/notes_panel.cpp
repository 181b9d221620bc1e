#include "widgets/panels/notes_panel.h"

#include "core/export/quantity.h"
#include "widgets/panels/panel_parts.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QVBoxLayout>

namespace lanescope::panels {

namespace {

const QString kBreak = QStringLiteral(" | ");
constexpr int kRowHeight = 22;

QString word(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

} // namespace

NotesModel::NotesModel(const timeline::Shared& shared, QObject* parent)
    : QAbstractTableModel(parent), m_shared(shared) {
    const auto again = [this] {
        beginResetModel();
        endResetModel();
    };
    connect(&shared.notes, &timeline::Notes::changed, this, again);
    connect(&shared.document, &timeline::Document::changed, this, again);
    connect(&shared.selection, &timeline::Selection::stepChanged, this, again); // times count from it
}

int NotesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_shared.document.isOpen() ? 0 : static_cast<int>(m_shared.notes.list().size());
}

int NotesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Count_; }

QString NotesModel::textOf(const timeline::Note& note, int row, int column) const {
    const TraceStore& store = m_shared.document.store();
    const auto step = m_shared.selection.step();
    const bool stepped = step && *step < store.steps().size();
    const RankTime zero = stepped ? store.start(SliceId{store.steps()[*step].slice}) : store.extent().begin;
    switch (column) {
    case Number:
        return QString::number(row + 1);
    case Words:
        return QString::fromStdString(note.text).replace(QLatin1Char('\n'), kBreak);
    case Kind:
        return word(notes::kindWord(note.kind));
    case Meaning:
        return word(notes::meaningWord(note.meaning));
    case Time:
        return QString::fromStdString(formatOffset((note.first() - zero).count()));
    case Length:
        return note.first() == note.last()
                   ? QString()
                   : QString::fromStdString(formatDuration((note.last() - note.first()).count()));
    case Rank:
        return store.info().rank ? QString::number(*store.info().rank) : QStringLiteral("\u2013");
    default:
        return {};
    }
}

QVariant NotesModel::data(const QModelIndex& index, int role) const {
    const auto& list = m_shared.notes.list();
    const auto row = static_cast<std::size_t>(index.row());
    if (!index.isValid() || row >= list.size() || !m_shared.document.isOpen()) return {};
    if (role == Qt::DisplayRole || role == Qt::EditRole || (role == Qt::ToolTipRole && index.column() == Words))
        return textOf(list[row], index.row(), index.column());
    const bool figure = index.column() == Number || index.column() >= Time;
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | (figure ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ForegroundRole && index.column() == Meaning)
        return m_shared.look.color(scene::noteInk(list[row].meaning));
    return {};
}

QVariant NotesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter |
                                (section == Number || section >= Time ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole) return {};
    const QStringList heads{tr("no."), tr("words"), tr("kind"), tr("meaning"), tr("time"), tr("length"), tr("rank")};
    return heads.value(section);
}

Qt::ItemFlags NotesModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.column() == Words ? usual | Qt::ItemIsEditable : usual;
}

bool NotesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const auto row = static_cast<std::size_t>(index.row());
    if (role != Qt::EditRole || index.column() != Words || row >= m_shared.notes.list().size()) return false;
    timeline::Note note = m_shared.notes.list()[row];
    note.text = value.toString().trimmed().replace(kBreak, QStringLiteral("\n")).toStdString();
    return !note.text.empty() && m_shared.notes.replace(row, std::move(note));
}

NotesPanel::NotesPanel(const timeline::Shared& shared, QWidget* parent)
    : QWidget(parent), m_shared(shared), m_model(shared) {
    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("filter the notes: words, a kind, a meaning"));
    m_filter->setAccessibleName(tr("filter the notes"));
    m_filter->setClearButtonEnabled(true);
    m_sentence = makeText({}, TextRole::Second, this);
    m_sentence->setContentsMargins(14, 4, 14, 8);
    m_sentence->setWordWrap(true);
    m_rows.setSourceModel(&m_model);
    m_rows.setFilterKeyColumn(-1);
    m_rows.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table = new QTableView(this);
    m_table->setModel(&m_rows);
    m_table->setAccessibleName(tr("notes"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(NotesModel::Words, QHeaderView::Stretch);
    m_table->installEventFilter(this);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(14, 8, 14, 4);
    head->addWidget(m_filter);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(head);
    box->addWidget(m_sentence);
    box->addWidget(m_table, 1);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_rows.setFilterFixedString(text);
        refresh();
    });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() == NotesModel::Words) return m_table->edit(index);
        if (const auto note = noteAt(index)) emit noteWanted(*note);
    });
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { m_shared.notes.choose(noteAt(index)); });
    connect(&m_rows, &QAbstractItemModel::modelReset, this, &NotesPanel::refresh);
    connect(&shared.notes, &timeline::Notes::chosenChanged, this, &NotesPanel::followChosen);
    refresh();
}

std::optional<std::size_t> NotesPanel::noteAt(const QModelIndex& shown) const {
    const QModelIndex index = m_rows.mapToSource(shown);
    if (!index.isValid()) return std::nullopt;
    return static_cast<std::size_t>(index.row());
}

void NotesPanel::refresh() {
    const int all = m_model.rowCount(), shown = m_rows.rowCount();
    m_table->setVisible(shown > 0);
    m_filter->setVisible(all > 0);
    if (all == 0)
        m_sentence->setText(tr("no notes yet; Edit > Note here makes one, on the selected slice or under the pointer"));
    else if (shown < all)
        m_sentence->setText(tr("%1 of %2 notes").arg(shown).arg(all));
    m_sentence->setVisible(all == 0 || shown < all);
    followChosen();
}

void NotesPanel::followChosen() {
    const auto chosen = m_shared.notes.chosen();
    if (!chosen) return m_table->clearSelection();
    const QModelIndex index = m_rows.mapFromSource(m_model.index(static_cast<int>(*chosen), NotesModel::Words));
    if (!index.isValid()) return;
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
}

void NotesPanel::edit(std::size_t note) {
    m_filter->clear();
    const QModelIndex index = m_rows.mapFromSource(m_model.index(static_cast<int>(note), NotesModel::Words));
    if (!index.isValid()) return;
    m_table->setCurrentIndex(index);
    m_table->edit(index);
}

bool NotesPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_table || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto note = noteAt(m_table->currentIndex());
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (note && key == Qt::Key_Delete) return m_shared.notes.removeAt(*note), true;
    if (note && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
        emit noteWanted(*note);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lanescope::panels
