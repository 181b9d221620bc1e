#include "widgets/panels/analysis/analysis_list.h"

#include "widgets/timeline/scene_widget.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace lanescope::panels {

using scene::Ink;

namespace {
constexpr int kIdRole = Qt::UserRole, kGreyRole = Qt::UserRole + 1, kRow = 22;

struct Entry {
    QString id, title;
    const char* group;
};

class EntryDelegate final : public QStyledItemDelegate {
public:
    EntryDelegate(timeline::Look& look, QObject* parent) : QStyledItemDelegate(parent), m_look(look) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QRect r = option.rect;
        const bool head = index.data(kIdRole).toString().isEmpty();
        const bool selected = option.state.testFlag(QStyle::State_Selected) && !head;
        const bool hover = option.state.testFlag(QStyle::State_MouseOver) && !head;
        if (selected || hover) painter->fillRect(r, m_look.color(selected ? Ink::AccentBack : Ink::Group));
        const scene::TextStyle style{head ? 11.0F : 12.0F, static_cast<std::uint16_t>(head ? 600 : 400), false};
        const bool grey = head || index.data(kGreyRole).toBool();
        painter->setPen(m_look.color(!grey ? Ink::Text : selected ? Ink::Text2 : Ink::Muted));
        const std::string text = timeline::elided(m_look.fonts(), index.data(Qt::DisplayRole).toString().toStdString(),
                                                  style, r.width() - kLeft - 8);
        m_look.fonts().draw(*painter, r.left() + (head ? 8 : kLeft), r.top() + r.height() / 2.0 + 4, text, style);
    }

private:
    static constexpr int kLeft = 16;
    timeline::Look& m_look;
};

std::vector<Entry> entries() {
    std::vector<Entry> out;
    for (const AnalysisInfo& info : builtinAnalyses())
        out.push_back({QString::fromUtf8(info.id.data(), static_cast<qsizetype>(info.id.size())),
                       QString::fromUtf8(info.title.data(), static_cast<qsizetype>(info.title.size())),
                       models::groupOf(info.id)});
    out.push_back(
        {QStringLiteral("compare"), AnalysisList::tr("Compare with another trace"), models::groupOf("compare")});
    return out;
}
} // namespace

AnalysisList::AnalysisList(timeline::Look& look, QWidget* parent)
    : QWidget(parent), m_look(look), m_search(new QLineEdit(this)), m_list(new QListWidget(this)) {
    m_search->setPlaceholderText(tr("Find an analysis"));
    m_search->setAccessibleName(tr("find an analysis"));
    m_search->installEventFilter(this);
    m_list->setAccessibleName(tr("analyses"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setUniformItemSizes(false);
    m_list->setItemDelegate(new EntryDelegate(look, m_list));
    m_list->setMouseTracking(true);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(8, 6, 4, 0);
    box->setSpacing(6);
    box->addWidget(m_search);
    box->addWidget(m_list, 1);
    connect(m_search, &QLineEdit::textChanged, this, &AnalysisList::fill);
    connect(m_list, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (m_filling || !item) return;
        const QString id = item->data(kIdRole).toString();
        if (id.isEmpty() || id == m_chosen) return;
        m_chosen = id;
        emit chosenChanged(id);
    });
    connect(&look, &timeline::Look::themeChanged, m_list->viewport(), qOverload<>(&QWidget::update));
    fill();
}

void AnalysisList::setReasons(const QHash<QString, QString>& reasons) {
    m_reasons = reasons;
    fill();
}

void AnalysisList::fill() {
    m_filling = true;
    m_list->clear();
    const QStringList words = m_search->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const auto fits = [&words](const Entry& entry) {
        for (const QString& word : words)
            if (!entry.title.contains(word, Qt::CaseInsensitive) && !entry.id.contains(word, Qt::CaseInsensitive))
                return false;
        return true;
    };
    const std::vector<Entry> all = entries();
    for (const char* group : models::analysisGroups()) {
        bool headed = false;
        for (const Entry& entry : all) {
            if (QLatin1String(entry.group) != QLatin1String(group) || !fits(entry)) continue;
            if (!headed) {
                auto* head = new QListWidgetItem(tr(group), m_list);
                head->setFlags(Qt::NoItemFlags);
                head->setSizeHint({0, kRow});
                headed = true;
            }
            auto* item = new QListWidgetItem(entry.title, m_list);
            item->setData(kIdRole, entry.id);
            item->setSizeHint({0, kRow});
            const QString reason = m_reasons.value(entry.id);
            item->setData(kGreyRole, !reason.isEmpty());
            item->setToolTip(reason.isEmpty() ? entry.title : entry.title + QStringLiteral(": ") + reason);
            if (entry.id == m_chosen) m_list->setCurrentItem(item);
        }
    }
    m_filling = false;
}

QListWidgetItem* AnalysisList::itemOf(const QString& id) const {
    for (int i = 0; i < m_list->count(); ++i)
        if (m_list->item(i)->data(kIdRole).toString() == id) return m_list->item(i);
    return nullptr;
}

void AnalysisList::choose(const QString& id) {
    if (!itemOf(id)) m_search->clear();
    if (QListWidgetItem* item = itemOf(id)) m_list->setCurrentItem(item);
}

QStringList AnalysisList::shown() const {
    QStringList out;
    for (int i = 0; i < m_list->count(); ++i)
        if (!m_list->item(i)->data(kIdRole).toString().isEmpty()) out << m_list->item(i)->text();
    return out;
}

// Arrows walk the list while the box has the focus; Enter takes the first that fits.
bool AnalysisList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool down = key == Qt::Key_Down, up = key == Qt::Key_Up;
    if (!down && !up && key != Qt::Key_Return && key != Qt::Key_Enter) return false;
    int row = m_list->currentRow();
    const int by = up ? -1 : 1;
    if (!down && !up) {
        if (row >= 0 && m_list->item(row)->data(kIdRole).toString() == m_chosen) return true;
        row = -1;
    }
    for (row += by; row >= 0 && row < m_list->count(); row += by)
        if (!m_list->item(row)->data(kIdRole).toString().isEmpty()) {
            m_list->setCurrentRow(row);
            break;
        }
    return true;
}

} // namespace lanescope::panels
