#include "widgets/panels/command_palette.h"

#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace lanescope::panels {

using scene::Ink;

namespace {

constexpr int kWidth = 560, kRows = 12, kRowHeight = 28;

// Name at the left, keys at the right.
class CommandDelegate final : public QStyledItemDelegate {
public:
    CommandDelegate(timeline::Look& look, QObject* parent) : QStyledItemDelegate(parent), m_look(look) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const bool current = option.state.testFlag(QStyle::State_Selected);
        painter->fillRect(option.rect, m_look.color(current ? Ink::AccentBack : Ink::Raised));
        const scene::TextStyle style{12, 400, false};
        const double y = option.rect.center().y() + 5;
        painter->setPen(m_look.color(Ink::Text));
        m_look.fonts().draw(*painter, option.rect.left() + 12, y, index.data().toString().toStdString(), style);
        const std::string keys = index.data(Qt::UserRole + 1).toString().toStdString();
        painter->setPen(m_look.color(current ? Ink::Text2 : Ink::Muted));
        m_look.fonts().draw(*painter, option.rect.right() - 12 - m_look.fonts().width(keys, style), y, keys, style);
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {kWidth, kRowHeight}; }

private:
    timeline::Look& m_look;
};

QString plainText(const QAction& action) { return action.property("paletteText").toString(); }

} // namespace

int fuzzyScore(const QString& text, const QString& query) {
    int score = 0;
    qsizetype at = 0, last = -2;
    for (const QChar wanted : query) {
        if (wanted.isSpace()) continue;
        qsizetype found = text.indexOf(wanted, at, Qt::CaseInsensitive);
        if (found < 0) return -1;
        // A beginning of a word later on is worth more than the next best letter.
        for (qsizetype i = found; i >= 0; i = text.indexOf(wanted, i + 1, Qt::CaseInsensitive))
            if (i == last + 1 || i == 0 || !text[i - 1].isLetterOrNumber()) {
                found = i;
                break;
            }
        const bool begins = found == 0 || !text[found - 1].isLetterOrNumber();
        score += found == last + 1 ? 4 : begins ? 3 : 1;
        last = found;
        at = found + 1;
    }
    return score;
}

CommandPalette::CommandPalette(timeline::Look& look, QWidget* window) : QFrame(window), m_look(look) {
    setObjectName(QStringLiteral("sheet"));
    setAccessibleName(tr("command palette"));
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(8, 8, 8, 8);
    m_query = new QLineEdit(this);
    m_query->setAccessibleName(tr("command"));
    m_query->setPlaceholderText(tr("Type a command"));
    m_list = new QListWidget(this);
    m_list->setItemDelegate(new CommandDelegate(look, m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setStyleSheet(QStringLiteral("background: transparent;"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    box->addWidget(m_query);
    box->addWidget(m_list);
    auto* shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 4);
    setGraphicsEffect(shadow);
    m_query->installEventFilter(this);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    hide();
}

void CommandPalette::open(const QList<QAction*>& actions) {
    m_actions = actions;
    m_query->clear();
    filter();
    place();
    show();
    raise();
    m_query->setFocus();
}

void CommandPalette::place() {
    const int height = 52 + kRowHeight * kRows;
    const int x = (parentWidget()->width() - kWidth) / 2;
    setGeometry(std::max(0, x), 76, std::min(kWidth, parentWidget()->width()),
                std::min(height, parentWidget()->height() - 90));
}

void CommandPalette::filter() {
    std::vector<std::pair<int, QAction*>> fitting;
    for (QAction* action : m_actions) {
        const int score = fuzzyScore(plainText(*action), m_query->text());
        if (score >= 0 && action->isEnabled()) fitting.emplace_back(score, action);
    }
    std::stable_sort(fitting.begin(), fitting.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    m_list->clear();
    for (const auto& [score, action] : fitting) {
        auto* item = new QListWidgetItem(plainText(*action), m_list);
        item->setData(Qt::UserRole, QVariant::fromValue<quintptr>(reinterpret_cast<quintptr>(action)));
        item->setData(Qt::UserRole + 1, action->property("keys"));
    }
    m_list->setCurrentRow(0);
}

QStringList CommandPalette::shown() const {
    QStringList out;
    for (int i = 0; i < m_list->count(); ++i) out << m_list->item(i)->text();
    return out;
}

void CommandPalette::runCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    hide();
    if (!item) return;
    const auto wanted = item->data(Qt::UserRole).value<quintptr>();
    for (QAction* action : std::as_const(m_actions))
        if (reinterpret_cast<quintptr>(action) == wanted) return action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut && watched == m_query) {
        hide();
        return false;
    }
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int row = m_list->currentRow();
    switch (key->key()) {
    case Qt::Key_Down:
        m_list->setCurrentRow(std::min(row + 1, m_list->count() - 1));
        return true;
    case Qt::Key_Up:
        m_list->setCurrentRow(std::max(row - 1, 0));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return false;
    }
}

void CommandPalette::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    emit closed();
}

} // namespace lanescope::panels
