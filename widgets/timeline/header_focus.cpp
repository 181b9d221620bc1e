#include "widgets/timeline/header_focus.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lanescope::timeline {

namespace {

// Scrolls as little as is needed; a closed group stays closed.
void scrollTo(TimelineWidget& canvas, std::uint32_t row) {
    const scene::PlacedRow* placed = canvas.layout().find(row);
    if (!placed) return;
    constexpr double kGroupRow = 22; // group rows stick to the top
    const double room = canvas.height() - canvas.rowsTop();
    const double top = std::max(0.0, placed->y - kGroupRow), bottom = placed->y + placed->height;
    if (bottom > canvas.scrollY() + room) canvas.setScrollY(bottom - room);
    if (top < canvas.scrollY()) canvas.setScrollY(top);
}

} // namespace

HeaderFocus::HeaderFocus(const Shared& shared, TimelineWidget& canvas)
    : QWidget(&canvas), m_shared(shared), m_canvas(canvas) {
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(tr("row headers"));
    connect(&canvas, &TimelineWidget::rowsChanged, this, &HeaderFocus::refresh);
    connect(canvas.findChild<QScrollBar*>(QStringLiteral("rowScroll")), &QScrollBar::valueChanged, this,
            qOverload<>(&QWidget::update));
    connect(&shared.view, &ViewState::headerWidthChanged, this, &HeaderFocus::place);
    canvas.installEventFilter(this);
    place();
    connect(&shared.document, &Document::changed, this, [this] {
        m_row.reset();
        refresh();
    });
}

std::vector<std::uint32_t> HeaderFocus::rows() const {
    std::vector<std::uint32_t> out;
    for (const scene::PlacedRow& placed : m_canvas.layout().rows) out.push_back(placed.row);
    return out;
}

void HeaderFocus::place() {
    setGeometry(0, 0, static_cast<int>(m_shared.view.headerWidth()), m_canvas.height());
    raise();
}

bool HeaderFocus::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_canvas && event->type() == QEvent::Resize) place();
    return QWidget::eventFilter(watched, event);
}

void HeaderFocus::refresh() {
    const std::vector<std::uint32_t> all = rows();
    if (all.empty()) {
        m_row.reset();
    } else if (!m_row || std::find(all.begin(), all.end(), *m_row) == all.end()) {
        // The one that took its place: rows are numbered from top to bottom.
        const auto next =
            m_row ? std::find_if(all.begin(), all.end(), [&](auto r) { return r > *m_row; }) : all.begin();
        m_row = next == all.end() ? all.back() : *next;
    }
    m_canvas.setKeyRow(hasFocus() ? m_row : std::nullopt);
    setAccessibleDescription(m_row ? QString::fromStdString(m_shared.document.tree().row(*m_row).name) : QString());
    update();
}

void HeaderFocus::moveTo(std::uint32_t row) {
    m_row = row;
    scrollTo(m_canvas, row);
    refresh();
}

bool HeaderFocus::event(QEvent* event) {
    // These keys are the timeline's as well; here they are about rows.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        static const int keys[] = {Qt::Key_Up, Qt::Key_Down, Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End};
        if (plain && std::find(std::begin(keys), std::end(keys), key->key()) != std::end(keys)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void HeaderFocus::keyPressEvent(QKeyEvent* event) {
    const std::vector<std::uint32_t> all = rows();
    if (all.empty() || !m_row) return QWidget::keyPressEvent(event);
    const auto at = std::find(all.begin(), all.end(), *m_row);
    const Row& row = m_shared.document.tree().row(*m_row);
    const bool folded = m_canvas.rowState().isFolded(row);
    switch (event->key()) {
    case Qt::Key_Up:
        return moveTo(at == all.begin() || at == all.end() ? all.front() : *(at - 1));
    case Qt::Key_Down:
        return moveTo(at == all.end() || at + 1 == all.end() ? all.back() : *(at + 1));
    case Qt::Key_Home:
        return moveTo(all.front());
    case Qt::Key_End:
        return moveTo(all.back());
    case Qt::Key_Right:
        if (folded) m_canvas.toggleRowUnderPointer();
        return;
    case Qt::Key_Left: // closes it, else goes to the group
        if (row.kind == RowKind::Group && !folded) return m_canvas.toggleRowUnderPointer();
        if (row.parent && m_canvas.layout().find(*row.parent)) moveTo(*row.parent);
        return;
    default:
        QWidget::keyPressEvent(event); // the timeline's
    }
}

void HeaderFocus::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (!m_row && m_shared.selection.current() && m_shared.document.isOpen())
        if (const auto place =
                m_shared.document.tree().placeOf(m_shared.document.store(), *m_shared.selection.current()))
            m_row = place->row;
    refresh();
    if (m_row) scrollTo(m_canvas, *m_row);
}

void HeaderFocus::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    refresh();
}

void HeaderFocus::paintEvent(QPaintEvent*) {
    if (!hasFocus() || !m_row) return;
    const scene::PlacedRow* placed = m_canvas.layout().find(*m_row);
    if (!placed) return;
    const double top = m_canvas.rowsTop(); // of the scrolling rows
    QPainter painter(this);
    painter.setClipRect(QRectF(0, top, width(), height() - top));
    painter.setPen(QPen(m_shared.look.theme().color(scene::Ink::Accent), 1.5));
    painter.drawRect(QRectF(1, top + placed->y - m_canvas.scrollY() + 1, width() - 2, placed->height - 2));
}

} // namespace lanescope::timeline
