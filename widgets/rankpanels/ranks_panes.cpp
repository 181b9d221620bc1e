#include "widgets/rankpanels/ranks_panes.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;
using timeline::ViewState;

namespace {
constexpr int kHead = 28;
constexpr double kSameZoom = 1e-12;

QString q(const std::string& s) { return QString::fromStdString(s); }

void chooseData(QComboBox& box, std::size_t record) {
    const int at = box.findData(static_cast<qulonglong>(record));
    if (at >= 0) box.setCurrentIndex(at);
}

std::size_t chosenIn(const QComboBox& box) { return static_cast<std::size_t>(box.currentData().toULongLong()); }
} // namespace

RanksPanes::RanksPanes(timeline::Look& look, RanksDocument& document, ViewState& view, QWidget* parent)
    : QWidget(parent), m_look(look), m_document(document), m_view(view) {
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_first = new RanksTimeline(look, document, view, m_splitter);
    build();
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(m_splitter);
    link();
    connect(&document, &RanksDocument::changed, this, [this] {
        closeSecond();
        fillRanks();
    });
}

RanksPanes::~RanksPanes() {
    delete m_splitter; // its timelines look at what this object holds
    m_splitter = nullptr;
}

void RanksPanes::build() {
    m_below = new QWidget(m_splitter);
    auto* head = new QWidget(m_below);
    head->setObjectName(QStringLiteral("alignmentStrip")); // looks like it
    head->setAttribute(Qt::WA_StyledBackground);
    head->setFixedHeight(kHead);
    m_title = new QLabel(head);
    m_title->setProperty("role", "second");
    m_above = new QComboBox(head);
    m_above->setAccessibleName(tr("rank above"));
    m_rank = new QComboBox(head);
    m_rank->setAccessibleName(tr("rank below"));
    m_scrollButton = new QToolButton(head);
    m_scrollButton->setAccessibleName(tr("scroll together, or each for itself"));
    m_close = new QToolButton(head);
    m_close->setText(QStringLiteral("\u00d7"));
    m_close->setAccessibleName(tr("close the second timeline"));
    m_close->setToolTip(tr("close the second timeline"));
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(14, 0, 8, 0);
    row->setSpacing(8);
    row->addWidget(m_above);
    row->addWidget(m_title);
    row->addWidget(m_rank);
    row->addStretch(1);
    row->addWidget(m_scrollButton);
    row->addWidget(m_close);
    auto* box = new QVBoxLayout(m_below);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(head);
    m_below->hide();
    connect(m_close, &QToolButton::clicked, this, &RanksPanes::closeSecond);
    connect(m_scrollButton, &QToolButton::clicked, this,
            [this] { setScroll(m_scroll == Scroll::Common ? Scroll::Own : Scroll::Common); });
    const auto again = [this] { compareRanks(chosenIn(*m_above), chosenIn(*m_rank)); };
    connect(m_above, &QComboBox::activated, this, again);
    connect(m_rank, &QComboBox::activated, this, again);
}

void RanksPanes::makeSecond(RanksDocument& document) {
    delete m_second;
    m_second = new RanksTimeline(m_look, document, m_secondView, m_below);
    m_second->setKeys(m_keys);
    m_second->setChoice(m_first->choice());
    m_second->setColourBy(m_first->colourBy());
    m_below->layout()->addWidget(m_second);
    connect(m_second, &RanksTimeline::rowsMoved, this, &RanksPanes::rowsMoved);
    connect(m_second, &RanksTimeline::pointerAt, m_first, &RanksTimeline::setOtherPointer);
    connect(m_first, &RanksTimeline::pointerAt, m_second, &RanksTimeline::setOtherPointer);
    const auto together = [this](RanksTimeline* from, RanksTimeline* to) {
        connect(from, &RanksTimeline::scrolled, to, [this, to](int px) {
            if (m_scroll == Scroll::Common && isSplit()) to->setScrollY(px);
        });
    };
    together(m_first, m_second);
    together(m_second, m_first);
}

void RanksPanes::link() {
    connect(&m_view, &ViewState::scaleChanged, this, [this] { follow(m_secondView, m_view); });
    connect(&m_secondView, &ViewState::scaleChanged, this, [this] { follow(m_view, m_secondView); });
    connect(&m_view, &ViewState::axisChanged, this, [this] { m_secondView.setAxisClock(m_view.axisClock()); });
    connect(&m_view, &ViewState::headerWidthChanged, this,
            [this] { m_secondView.setHeaderWidth(m_view.headerWidth()); });
    connect(&m_secondView, &ViewState::headerWidthChanged, this,
            [this] { m_view.setHeaderWidth(m_secondView.headerWidth()); });
}

RankTime RanksPanes::originOf(const ViewState& view) const {
    return &view == &m_secondView && m_run.isOpen() ? m_run.zero() : m_document.zero();
}

// Common: the same stretch, each from its own origin. Own: the same zoom round its own middle.
void RanksPanes::follow(ViewState& to, ViewState& from) {
    if (m_moving || !isSplit() || !m_document.isOpen()) return;
    const double nsPerPx = from.scale().nsPerPx();
    RankTime begin = originOf(to) + (from.scale().visible().begin - originOf(from));
    if (m_scroll == Scroll::Own) {
        if (std::abs(nsPerPx / to.scale().nsPerPx() - 1) < kSameZoom) return;
        const TimeRange now = to.scale().visible();
        begin = now.begin + (now.end - now.begin) / 2 - Ns{std::llround(nsPerPx * to.canvasWidth() / 2)};
    }
    ViewState::Memento memento = to.memento();
    memento.scale = TimeScale(begin, begin, nsPerPx, to.canvasWidth());
    memento.moved = true; // a new width keeps the zoom
    m_moving = true;
    to.restore(memento);
    m_moving = false;
}

std::int64_t RanksPanes::belowNs() const {
    return (m_secondView.target().visible().begin - originOf(m_secondView)).count();
}

void RanksPanes::showBelow(std::int64_t fromNs) {
    if (!isSplit() || m_scroll != Scroll::Own) return;
    ViewState::Memento memento = m_secondView.memento();
    const RankTime begin = originOf(m_secondView) + Ns{fromNs};
    memento.scale = TimeScale(begin, begin, m_view.scale().nsPerPx(), m_secondView.canvasWidth());
    memento.moved = true;
    m_moving = true;
    m_secondView.restore(memento);
    m_moving = false;
}

void RanksPanes::setScroll(Scroll scroll) {
    m_scroll = scroll;
    refreshHead();
    if (scroll == Scroll::Common) follow(m_secondView, m_view);
}

void RanksPanes::showSecond() {
    const bool wasHidden = m_below->isHidden();
    m_below->show();
    m_second->show();
    if (wasHidden) m_splitter->setSizes({height() / 2, height() / 2});
}

void RanksPanes::compareRanks(std::size_t above, std::size_t below) {
    if (!m_document.isOpen() || std::max(above, below) >= m_document.set().records.size()) return;
    if (m_run.isOpen()) m_run.close();
    std::vector<std::size_t> shown = m_document.shown();
    shown.push_back(above);
    shown.push_back(below);
    m_document.setShown(std::move(shown));
    fillRanks();
    chooseData(*m_above, above);
    chooseData(*m_rank, below);
    makeSecond(m_document);
    m_first->setOnly(std::vector<std::size_t>{above});
    m_second->setOnly(std::vector<std::size_t>{below});
    m_moving = true; // the first one stays where it is, whatever widths the second one gets on its way
    m_secondView.setExtent(m_document.extent(), ViewState::Keep::Nothing);
    showSecond();
    refreshHead();
    m_moving = false;
    follow(m_secondView, m_view);
    emit splitChanged();
}

void RanksPanes::compareRun(std::shared_ptr<const ranksview::RankJob> job) {
    if (!m_document.isOpen()) return;
    m_run.open(std::move(job));
    makeSecond(m_run);
    m_first->setOnly(std::nullopt);
    m_moving = true; // the first one stays where it is, whatever widths the second one gets on its way
    m_secondView.setExtent(m_run.extent(), ViewState::Keep::Nothing);
    showSecond();
    refreshHead();
    m_moving = false;
    follow(m_secondView, m_view);
    emit splitChanged();
}

void RanksPanes::closeSecond() {
    if (m_below->isHidden()) return;
    m_below->hide();
    m_first->setOnly(std::nullopt);
    m_first->setOtherPointer(std::nullopt);
    delete std::exchange(m_second, nullptr);
    m_run.close();
    emit splitChanged();
}

void RanksPanes::fillRanks() {
    for (QComboBox* box : {m_above, m_rank}) {
        box->clear();
        if (!m_document.isOpen()) continue;
        for (std::size_t r = 0; r < m_document.set().records.size(); ++r)
            box->addItem(q(m_document.label(r)), static_cast<qulonglong>(r));
    }
}

void RanksPanes::refreshHead() {
    const bool run = m_run.isOpen();
    m_above->setVisible(!run);
    m_rank->setVisible(!run);
    m_title->setText(run ? tr("another run below: %1, %2 ranks, counted from %3")
                               .arg(q(m_run.job().title))
                               .arg(m_run.set().records.size())
                               .arg(m_run.step() ? tr("step %1").arg(*m_run.step()) : tr("its start"))
                         : tr("above, below:"));
    m_scrollButton->setText(m_scroll == Scroll::Common ? tr("scroll: common") : tr("scroll: own"));
}

void RanksPanes::setKeys(const std::vector<KeyAct>& keys) {
    m_keys = keys;
    m_first->setKeys(keys);
    if (m_second) m_second->setKeys(keys);
}

void RanksPanes::setColourBy(scene::ColourBy by) {
    m_first->setColourBy(by);
    if (m_second) m_second->setColourBy(by);
}

void RanksPanes::setChoice(const scene::RanksChoice& choice) {
    m_first->setChoice(choice);
    if (m_second) m_second->setChoice(choice);
}

} // namespace lanescope::rankpanels
