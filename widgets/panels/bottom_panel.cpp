#include "widgets/panels/bottom_panel.h"

#include "widgets/panels/panel_parts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lanescope::panels {

namespace {
constexpr int kCardWidth = 400, kCardFrom = 1000, kTabHeight = 30;
constexpr int kDetailsTab = static_cast<int>(BottomPanel::Tab::Details);
} // namespace

BottomPanel::BottomPanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_shared(shared) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setMinimumHeight(120);
    m_range = new RangePanel(shared, runner, this);
    m_kernels = new KernelsPanel(shared, runner, this);
    m_analyses = new AnalysisPanel(shared, runner, this);
    m_findings = new FindingsPanel(shared, this);
    m_notes = new NotesPanel(shared, this);
    m_hits = new HitsPanel(shared, this);
    m_import = new ImportPanel(shared, runner, this);
    m_details = new DetailsCard(shared, runner, this);
    m_details->setFixedWidth(kCardWidth);
    m_tabs = new QTabBar(this);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setFixedHeight(kTabHeight);
    for (const QString& text :
         {tr("Range"), tr("Kernels"), tr("Analyses"), tr("Findings"), tr("Notes"), tr("Search"), tr("Import report")})
        m_tabs->addTab(text);
    m_copyReport = makeButton(tr("Copy as Markdown"), ButtonRole::Link, this);
    m_pages = new QStackedWidget(this);
    for (QWidget* page :
         std::initializer_list<QWidget*>{m_range, m_kernels, m_analyses, m_findings, m_notes, m_hits, m_import})
        m_pages->addWidget(page);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(4, 0, 16, 0);
    head->addWidget(m_tabs, 1);
    head->addWidget(m_copyReport);
    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addLayout(head);
    left->addWidget(makeRule(shared.look, this));
    left->addWidget(m_pages, 1);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(left, 1);
    box->addWidget(m_details);

    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0 && index < m_pages->count()) m_pages->setCurrentIndex(index);
        placeDetails();
    });
    connect(m_copyReport, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_import->markdown()); });
    connect(&shared.document, &timeline::Document::changed, this, &BottomPanel::refreshTitles);
    connect(&shared.notes, &timeline::Notes::changed, this, &BottomPanel::refreshTitles);
    connect(m_findings, &FindingsPanel::countChanged, this, &BottomPanel::refreshTitles);
    connect(m_range, &RangePanel::sliceWanted, this, &BottomPanel::sliceWanted);
    connect(m_kernels, &KernelsPanel::sliceWanted, this, &BottomPanel::sliceWanted);
    connect(m_hits, &HitsPanel::sliceWanted, this, &BottomPanel::sliceWanted);
    connect(m_import, &ImportPanel::sliceWanted, this, &BottomPanel::sliceWanted);
    connect(m_details, &DetailsCard::sliceWanted, this, &BottomPanel::sliceWanted);
    placeDetails();
}

void BottomPanel::refreshTitles() {
    const std::size_t kinds = m_shared.document.isOpen() ? m_shared.document.store().oddities().entries().size() : 0;
    const std::size_t findings = m_findings->count();
    m_tabs->setTabText(static_cast<int>(Tab::Findings),
                       findings > 0 ? tr("Findings %1").arg(findings) : tr("Findings"));
    const std::size_t notes = m_shared.notes.list().size();
    m_tabs->setTabText(static_cast<int>(Tab::Notes), notes > 0 ? tr("Notes %1").arg(notes) : tr("Notes"));
    m_tabs->setTabText(static_cast<int>(Tab::ImportReport),
                       kinds > 0 ? tr("Import report %1").arg(kinds) : tr("Import report"));
}

void BottomPanel::showTab(Tab tab) {
    if (tab == Tab::Details && !m_detailsInTab) return; // it is in view beside the tabs
    m_tabs->setCurrentIndex(static_cast<int>(tab));
}

BottomPanel::Tab BottomPanel::currentTab() const { return static_cast<Tab>(m_tabs->currentIndex()); }

QStringList BottomPanel::tabTexts() const {
    QStringList out;
    for (int i = 0; i < m_tabs->count(); ++i) out << m_tabs->tabText(i);
    return out;
}

void BottomPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeDetails();
}

// Beside the tabs where there is room; else a tab of its own. Findings and the import report have a right half of their
// own.
void BottomPanel::placeDetails() {
    const bool inTab = width() < kCardFrom;
    if (inTab != m_detailsInTab) {
        m_detailsInTab = inTab;
        if (inTab) {
            m_details->setMinimumWidth(0);
            m_details->setMaximumWidth(QWIDGETSIZE_MAX);
            m_pages->addWidget(m_details);
            m_tabs->addTab(tr("Details"));
        } else {
            if (m_tabs->currentIndex() == kDetailsTab) m_tabs->setCurrentIndex(0);
            m_tabs->removeTab(kDetailsTab);
            m_pages->removeWidget(m_details);
            m_details->setFixedWidth(kCardWidth);
            static_cast<QHBoxLayout*>(layout())->addWidget(m_details);
        }
    }
    const bool report = m_tabs->currentIndex() == static_cast<int>(Tab::ImportReport);
    const bool ownCard = report || m_tabs->currentIndex() == static_cast<int>(Tab::Findings) ||
                         m_tabs->currentIndex() == static_cast<int>(Tab::Analyses);
    m_details->setVisible(m_detailsInTab ? m_tabs->currentIndex() == kDetailsTab : !ownCard);
    m_copyReport->setVisible(report);
}

} // namespace lanescope::panels
