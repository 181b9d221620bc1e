#include "widgets/panels/tool_bar.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

namespace lanescope::panels {

namespace {

constexpr int kHeight = 44, kControl = 28;
constexpr std::size_t kMaxStepsInMenu = 200;
constexpr int kColoursFrom = 1120, kLastSwitchFrom = 960; // narrower bars leave them to the menus

// A chevron drawn in the button's own colour, so that it follows the theme.
class ChevronButton final : public QToolButton {
public:
    enum class Way : std::uint8_t { Left, Right, Down };
    ChevronButton(Way way, QWidget* parent) : QToolButton(parent), m_way(way) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        QToolButton::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor color = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText);
        painter.setPen(QPen(color, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF c = m_way == Way::Down ? QPointF(width() - 14, height() / 2.0) : QRectF(rect()).center();
        if (m_way == Way::Down) {
            painter.drawPolyline(QPolygonF{c + QPointF(-4, -2), c + QPointF(0, 2), c + QPointF(4, -2)});
        } else {
            const double d = m_way == Way::Left ? -2 : 2;
            painter.drawPolyline(QPolygonF{c + QPointF(-d, -4), c + QPointF(d, 0), c + QPointF(-d, 4)});
        }
    }

private:
    Way m_way;
};

QToolButton* menuPill(QWidget* parent, QMenu* menu, const QString& name) {
    auto* pill = new ChevronButton(ChevronButton::Way::Down, parent);
    pill->setPopupMode(QToolButton::InstantPopup);
    pill->setMenu(menu);
    pill->setAccessibleName(name);
    pill->setFixedHeight(kControl);
    pill->setStyleSheet(QStringLiteral("padding-right: 26px;"));
    pill->setFocusPolicy(Qt::TabFocus);
    return pill;
}

} // namespace

QToolButton* ToolBar::actionButton(QAction* action, const char* role, const QString& shortText) {
    QToolButton* button = nullptr;
    const QByteArray name(role);
    if (name == "left" || name == "right" || name == "back" || name == "forward") {
        const bool left = name == "left" || name == "back";
        button = new ChevronButton(left ? ChevronButton::Way::Left : ChevronButton::Way::Right, this);
        button->setFixedSize(kControl, kControl);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setProperty("role", left ? "left" : "right");
        if (name == "back" || name == "forward") button->setProperty("role", "alone");
    } else {
        button = new QToolButton(this);
        button->setFixedHeight(kControl);
    }
    // Not setDefaultAction: that would copy the menu's text with its keys.
    const QString text = action->property("plainText").toString();
    if (name == "text") button->setText(shortText);
    button->setAccessibleName(text);
    button->setCheckable(action->isCheckable());
    button->setFocusPolicy(Qt::TabFocus);
    const auto follow = [button, action, text] {
        const QString keys = action->property("keys").toString(); // they can be changed
        button->setToolTip(keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys));
        button->setEnabled(action->isEnabled());
        button->setChecked(action->isChecked());
    };
    connect(action, &QAction::changed, button, follow);
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

ToolBar::ToolBar(const timeline::Shared& shared, const ToolBarActions& actions, QWidget* parent)
    : QWidget(parent), m_shared(shared), m_colours(actions.colours) {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(kHeight);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(12, 0, 12, 0);
    box->setSpacing(8);
    box->addWidget(actionButton(actions.back, "back"));
    box->addWidget(actionButton(actions.forward, "forward"));
    box->addSpacing(4);
    m_rankMenu = new QMenu(this);
    m_rank = menuPill(this, m_rankMenu, tr("rank"));
    box->addWidget(m_rank);
    m_stepGroup = new QWidget(this);
    auto* step = new QHBoxLayout(m_stepGroup);
    step->setContentsMargins(0, 0, 0, 0);
    step->setSpacing(0);
    m_stepMenu = new QMenu(this);
    m_step = new QToolButton(m_stepGroup);
    m_step->setProperty("role", "middle");
    m_step->setFixedHeight(kControl);
    m_step->setMinimumWidth(84);
    m_step->setPopupMode(QToolButton::InstantPopup);
    m_step->setMenu(m_stepMenu);
    m_step->setAccessibleName(tr("step"));
    step->addWidget(actionButton(actions.previousStep, "left"));
    step->addWidget(m_step);
    step->addWidget(actionButton(actions.nextStep, "right"));
    box->addWidget(m_stepGroup);
    auto* colours = new QMenu(this);
    colours->addActions(actions.colours);
    m_colour = menuPill(this, colours, tr("colour by"));
    box->addWidget(m_colour);
    box->addSpacing(12);
    m_omnibox = new Omnibox(shared.look, this);
    box->addWidget(m_omnibox, 10);
    box->addStretch(1);
    for (const auto& [action, text] : actions.switches) {
        m_last = actionButton(action, "text", text);
        box->addWidget(m_last);
    }
    for (QAction* action : actions.colours) connect(action, &QAction::changed, this, &ToolBar::refresh);
    connect(m_stepMenu, &QMenu::aboutToShow, this, &ToolBar::fillStepMenu);
    connect(&shared.document, &timeline::Document::changed, this, &ToolBar::refresh);
    connect(&shared.selection, &timeline::Selection::stepChanged, this, &ToolBar::refresh);
    refresh();
}

void ToolBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_colour->setVisible(width() >= kColoursFrom);
    if (m_last) m_last->setVisible(width() >= kLastSwitchFrom);
}

void ToolBar::refresh() {
    for (const QAction* action : m_colours)
        if (action->isChecked()) m_colour->setText(tr("colour: %1").arg(action->property("plainText").toString()));
    const bool open = m_shared.document.isOpen();
    m_rank->setVisible(open);
    m_stepGroup->setVisible(open && !m_shared.document.store().steps().empty());
    if (!open) return;
    const TraceStore& store = m_shared.document.store();
    m_rank->setText(timeline::rankText(store.info()));
    const auto step = m_shared.selection.step();
    m_step->setText(step && *step < store.steps().size() ? tr("step %1").arg(store.steps()[*step].number)
                                                         : tr("no step"));
}

void ToolBar::setFiles(const QStringList& paths, const QString& current) {
    m_rankMenu->clear();
    for (const QString& path : paths) {
        QAction* action = m_rankMenu->addAction(path.section(QLatin1Char('/'), -1));
        action->setCheckable(true);
        action->setChecked(path == current);
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { emit fileWanted(path); });
    }
}

QStringList ToolBar::fileNames() const {
    QStringList out;
    for (const QAction* action : m_rankMenu->actions()) out << action->text();
    return out;
}

void ToolBar::fillStepMenu() {
    m_stepMenu->clear();
    if (!m_shared.document.isOpen()) return;
    const auto steps = m_shared.document.store().steps();
    for (std::size_t i = 0; i < steps.size() && i < kMaxStepsInMenu; ++i) {
        const QString name = steps[i].warmup ? tr("step %1, warm-up") : tr("step %1");
        QAction* action = m_stepMenu->addAction(name.arg(steps[i].number));
        action->setCheckable(true);
        action->setChecked(m_shared.selection.step() == i);
        connect(action, &QAction::triggered, this, [this, i] { emit stepWanted(i); });
    }
}

} // namespace lanescope::panels
