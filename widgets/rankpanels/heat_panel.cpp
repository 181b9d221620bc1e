#include "widgets/rankpanels/heat_panel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;

namespace {
constexpr int kHintFrom = 600, kTitleFrom = 360;
const QString kLayout = QStringLiteral("layout");

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
} // namespace

HeatPanel::HeatPanel(timeline::Look& look, RanksDocument& document, QWidget* parent)
    : QWidget(parent), m_look(look), m_document(document) {
    m_title = new QLabel(tr("Rank \u00d7 step"), this);
    m_title->setStyleSheet(QStringLiteral("font-weight: 600;"));
    m_metrics = new QComboBox(this);
    m_metrics->setAccessibleName(tr("number of the heat map"));
    m_metrics->addItem(tr("waiting, % of step"), QStringLiteral("waiting"));
    for (const RankMetric& metric : rankMetrics()) m_metrics->addItem(q(metric.title), q(metric.id));
    m_grouping = new QComboBox(this);
    m_grouping->setAccessibleName(tr("how ranks are grouped"));
    m_hint = new QLabel(tr("click: go to rank and step"), this);
    m_hint->setProperty("role", "muted");
    m_map = new HeatMap(look, document, this);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 4, 14, 2);
    head->setSpacing(10);
    head->addWidget(m_title);
    head->addWidget(m_metrics);
    head->addWidget(m_grouping);
    head->addStretch(1);
    head->addWidget(m_hint);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(1, 0, 0, 0);
    box->setSpacing(2);
    box->addLayout(head);
    box->addWidget(m_map, 1);
    connect(&look, &timeline::Look::themeChanged, this, qOverload<>(&QWidget::update));
    connect(m_metrics, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_map->setMetric(m_metrics->itemData(index).toString().toStdString());
        m_map->setAs(index == 0 ? HeatMap::As::ShareOfStep : HeatMap::As::Time);
    });
    connect(m_metrics, &QComboBox::activated, this, [this] { m_isForPipeline = false; }); // the user's choice stays
    connect(m_grouping, &QComboBox::activated, this, [this](int index) {
        const QString what = m_grouping->itemData(index).toString();
        if (what == kLayout) {
            m_grouping->setCurrentIndex(std::max(0, m_grouping->findData(q(m_map->grouping()))));
            return emit layoutWanted();
        }
        m_map->setGrouping(what.toStdString());
    });
    connect(&document, &RanksDocument::changed, this, &HeatPanel::onOpened);
    connect(&document, &RanksDocument::layoutChanged, this, &HeatPanel::refreshGrouping);
    refreshGrouping();
}

void HeatPanel::setMetric(std::string_view id) {
    const int at = m_metrics->findData(q(id));
    if (at >= 0) m_metrics->setCurrentIndex(at);
}

// Of a pipeline whose steps can be played the stages' computation tells, not their waiting.
void HeatPanel::onOpened() {
    const bool pipeline = m_document.isOpen() && m_document.measures().pipeline.has_value();
    if (pipeline && m_metrics->currentIndex() == 0) {
        setMetric("compute");
        m_isForPipeline = true;
    } else if (m_document.isOpen() && !pipeline && std::exchange(m_isForPipeline, false)) {
        m_metrics->setCurrentIndex(0);
    }
    refreshGrouping();
    const int stages = m_grouping->findData(q(align::parallelWord(align::Parallel::Pipeline)));
    if (!pipeline || stages < 0) return;
    m_grouping->setCurrentIndex(stages);
    m_map->setGrouping(m_grouping->currentData().toString().toStdString());
}

void HeatPanel::refreshGrouping() {
    const QString before = m_grouping->currentData().toString();
    m_grouping->clear();
    m_grouping->addItem(tr("by rank"), QString());
    if (m_document.isOpen()) {
        bool hosts = false;
        for (const align::RankRecord& record : m_document.set().records) hosts = hosts || !record.host.empty();
        if (hosts || m_document.ranksPerNode()) m_grouping->addItem(tr("by node"), QStringLiteral("node"));
        for (const align::Layout::Dimension& d : m_document.set().layout.dimensions)
            m_grouping->addItem(tr("by %1").arg(q(align::parallelWord(d.parallel))),
                                q(align::parallelWord(d.parallel)));
    }
    m_grouping->addItem(tr("layout of the job\u2026"), kLayout);
    const int at = before.isEmpty() ? 0 : m_grouping->findData(before);
    m_grouping->setCurrentIndex(std::max(0, at));
    m_map->setGrouping(m_grouping->currentData().toString().toStdString());
}

void HeatPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_hint->setVisible(width() >= kHintFrom);
    m_title->setVisible(width() >= kTitleFrom);
}

// A line at the left edge.
void HeatPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.color(scene::Ink::Panel));
    painter.fillRect(0, 0, 1, height(), m_look.color(scene::Ink::Line2));
}

} // namespace lanescope::rankpanels
