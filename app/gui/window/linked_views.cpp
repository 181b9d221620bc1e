#include "app/gui/window/linked_views.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanescope::app {

// Over a canvas, as large as it; the mouse goes through.
class LinkedViews::Line final : public QWidget {
public:
    explicit Line(QWidget& canvas) : QWidget(&canvas) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
        canvas.installEventFilter(this);
        setGeometry(canvas.rect());
        hide();
    }
    void moveTo(std::optional<double> x) {
        m_x = x;
        setVisible(x.has_value());
        if (x) {
            raise();
            update();
        }
    }
    void setColour(const QColor& colour) { m_colour = colour; }
    std::optional<double> x() const { return m_x; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == parentWidget() && event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
        return QWidget::eventFilter(watched, event);
    }
    void paintEvent(QPaintEvent* /*event*/) override {
        if (!m_x) return;
        QPainter painter(this);
        painter.setPen(QPen(m_colour, 1, Qt::DashLine));
        painter.drawLine(QPointF(*m_x + 0.5, 0), QPointF(*m_x + 0.5, height()));
    }

private:
    std::optional<double> m_x;
    QColor m_colour = Qt::gray;
};

std::size_t LinkedViews::indexOf(const timeline::ViewState& view) const {
    const auto it =
        std::find_if(m_members.begin(), m_members.end(), [&view](const Entry& e) { return e.member.view == &view; });
    return static_cast<std::size_t>(it - m_members.begin());
}

void LinkedViews::add(const Member& member, RankTime origin) {
    if (indexOf(*member.view) < m_members.size()) return setOrigin(*member.view, origin);
    m_members.push_back({member, origin, new Line(*member.canvas)});
    m_members.back().line->setColour(m_colour);
    timeline::ViewState* view = member.view;
    connect(view, &timeline::ViewState::scaleChanged, this, [this, view] { follow(indexOf(*view)); });
    connect(view, &timeline::ViewState::headerWidthChanged, this, [this, view] {
        for (const Entry& e : m_members)
            if (e.member.view != view) e.member.view->setHeaderWidth(view->headerWidth());
    });
    connect(member.selection, &timeline::Selection::pointerChanged, this, [this, view] { pointed(indexOf(*view)); });
    if (m_members.size() < 2) return;
    view->setHeaderWidth(m_members.front().member.view->headerWidth());
    bring(m_members.size() - 1, 0);
}

void LinkedViews::remove(const timeline::ViewState& view) {
    const std::size_t at = indexOf(view);
    if (at == m_members.size()) return;
    m_members[at].member.view->disconnect(this);
    m_members[at].member.selection->disconnect(this);
    delete m_members[at].line;
    m_members.erase(m_members.begin() + static_cast<std::ptrdiff_t>(at));
    for (const Entry& e : m_members) e.line->moveTo(std::nullopt);
}

RankTime LinkedViews::originOf(const timeline::ViewState& view) const {
    const std::size_t at = indexOf(view);
    return at < m_members.size() ? m_members[at].origin : RankTime{};
}

RankTime LinkedViews::timeIn(const timeline::ViewState& to, RankTime time, const timeline::ViewState& from) const {
    return originOf(to) + (time - originOf(from));
}

void LinkedViews::setOrigin(const timeline::ViewState& view, RankTime origin) {
    const std::size_t at = indexOf(view);
    if (at == m_members.size() || m_members[at].origin == origin) return;
    m_members[at].origin = origin;
    if (m_members.size() > 1) bring(at, at == 0 ? 1 : 0);
}

// The same length of time per px, even where one is wider: what lies left stands below each other.
void LinkedViews::bring(std::size_t who, std::size_t leader) {
    const Entry& to = m_members[who];
    const Entry& from = m_members[leader];
    const TimeScale& scale = from.member.view->scale();
    const RankTime begin = to.origin + (scale.visible().begin - from.origin);
    const double px = std::max(1.0, to.member.view->canvasWidth());
    const bool before = std::exchange(m_moving, true);
    to.member.view->follow({begin, begin + std::max(Ns{1}, scale.length(px))});
    m_moving = before;
}

void LinkedViews::follow(std::size_t leader) {
    if (m_moving || leader >= m_members.size()) return;
    for (std::size_t i = 0; i < m_members.size(); ++i)
        if (i != leader) bring(i, leader);
    if (leader != 0) bring(leader, 0); // where the first one may not go, nobody goes
    pointed(leader);
}

void LinkedViews::pointed(std::size_t leader) {
    if (leader >= m_members.size()) return;
    const Entry& from = m_members[leader];
    const auto time = from.member.selection->pointer();
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        const Entry& to = m_members[i];
        std::optional<double> x;
        if (time && i != leader) {
            const double at = to.member.view->scale().x(to.origin + (*time - from.origin));
            if (at >= 0 && at <= to.member.view->canvasWidth()) x = to.member.view->headerWidth() + at;
        }
        to.line->moveTo(x);
    }
}

void LinkedViews::setLineColour(const QColor& colour) {
    m_colour = colour;
    for (const Entry& e : m_members) e.line->setColour(colour);
}

std::optional<double> LinkedViews::lineOf(const timeline::ViewState& view) const {
    const std::size_t at = indexOf(view);
    return at < m_members.size() ? m_members[at].line->x() : std::nullopt;
}

} // namespace lanescope::app
