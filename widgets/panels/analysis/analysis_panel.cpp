// How the panel is built, what it asks and when.
#include "widgets/panels/analysis/analysis_panel.h"

#include "widgets/panels/analysis/peaks_dialog.h"
#include "widgets/panels/analysis/table_files.h"
#include "widgets/panels/panel_parts.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

namespace lanescope::panels {

namespace {
constexpr int kListWidth = 208, kDelayMs = 150, kPollMs = 100, kProgressAfterMs = 600;
const QString kCompare = QStringLiteral("compare");
} // namespace

AnalysisPanel::AnalysisPanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_shared(shared), m_runner(runner), m_source(new AnalysisSource(shared, runner, this)) {
    build();
    connectPieces();
    m_list->choose(QStringLiteral("four_numbers"));
}

// Table, options, filter, export; the line below it.
void AnalysisPanel::buildHead() {
    m_list = new AnalysisList(m_shared.look, this);
    m_list->setFixedWidth(kListWidth);
    m_tables = new PillBox(m_shared.look, tr("table"), this);
    m_options = new AnalysisOptionsBar(m_shared.look, this);
    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter rows"));
    m_filter->setAccessibleName(tr("filter rows"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(150);
    m_export = new QToolButton(this);
    m_export->setText(tr("Export"));
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_export);
    menu->addAction(tr("Save table\u2026"), this, &AnalysisPanel::exportWanted);
    menu->addAction(tr("Copy table as Markdown"), this, [this] {
        m_view->clearSelection();
        m_view->copyMarkdown();
    });
    menu->addAction(tr("Copy chosen rows"), this, [this] { m_view->copyTsv(); });
    auto* averages = menu->addAction(tr("As text of key_averages()\u2026"), this, &AnalysisPanel::showKeyAverages);
    connect(menu, &QMenu::aboutToShow, averages,
            [this, averages] { averages->setVisible(m_list->chosen() == QLatin1String("operators")); });
    m_export->setMenu(menu);
    m_sentence = makeText({}, TextRole::Small, this);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_cancel = makeButton(tr("Stop"), ButtonRole::Link, this);
    m_cancel->hide();
    m_flameSelect = makeButton(tr("Select on the timeline"), ButtonRole::Link, this);
    m_flameSelect->hide();
    buildWalk();
}

// Next and previous occurrence of a row.
void AnalysisPanel::buildWalk() {
    m_occurrences = new QWidget(this);
    m_occurrenceText = makeText({}, TextRole::Small, m_occurrences);
    auto* back = makeButton(QStringLiteral("\u2039"), ButtonRole::Link, m_occurrences);
    auto* on = makeButton(QStringLiteral("\u203A"), ButtonRole::Link, m_occurrences);
    back->setToolTip(tr("previous occurrence (Shift+Enter)"));
    on->setToolTip(tr("next occurrence (Enter)"));
    connect(back, &QPushButton::clicked, this, [this] { onRow(m_foundRow, Walk::Previous); });
    connect(on, &QPushButton::clicked, this, [this] { onRow(m_foundRow, Walk::Next); });
    auto* walk = new QHBoxLayout(m_occurrences);
    walk->setContentsMargins(0, 0, 0, 0);
    for (QWidget* w : std::initializer_list<QWidget*>{back, m_occurrenceText, on}) walk->addWidget(w);
    m_occurrences->hide();
}

// Tables or flame graph, and charts beside them.
void AnalysisPanel::buildBody() {
    m_progress = new ProgressLine(m_shared.look, this);
    m_view = new AnalysisTableView(m_shared.look, m_model, this);
    m_flame = new FlameView(m_shared.look, this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_flame);
    m_chartPane = new QWidget(this);
    m_charts = new PillBox(m_shared.look, tr("chart"), m_chartPane);
    m_chart = new ChartView(m_shared.look, m_chartPane);
    auto* pane = new QVBoxLayout(m_chartPane);
    pane->setContentsMargins(8, 4, 0, 4);
    pane->setSpacing(2);
    pane->addWidget(m_charts, 0, Qt::AlignLeft);
    pane->addWidget(m_chart, 1);
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setHandleWidth(1);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_stack);
    m_split->addWidget(m_chartPane);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
}

void AnalysisPanel::build() {
    buildHead();
    buildBody();
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 6, 12, 4);
    head->setSpacing(6);
    head->addWidget(m_tables);
    head->addWidget(m_options);
    head->addStretch(1);
    head->addWidget(m_filter);
    head->addWidget(m_export);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(12, 0, 12, 4);
    line->setSpacing(12);
    line->addWidget(m_sentence, 1);
    line->addWidget(m_cancel);
    line->addWidget(m_occurrences);
    line->addWidget(m_flameSelect);
    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addLayout(head);
    right->addLayout(line);
    right->addWidget(m_progress);
    right->addWidget(m_split, 1);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_list);
    box->addLayout(right, 1);
}

void AnalysisPanel::connectPieces() {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    m_poll.setInterval(kPollMs);
    connect(&m_delay, &QTimer::timeout, this, &AnalysisPanel::ask);
    connect(&m_poll, &QTimer::timeout, this, &AnalysisPanel::onProgress);
    connect(m_list, &AnalysisList::chosenChanged, this, [this] {
        m_filter->clear();
        ask();
    });
    connect(m_options, &AnalysisOptionsBar::changed, this, &AnalysisPanel::ask);
    connect(m_options, &AnalysisOptionsBar::peaksWanted, this, &AnalysisPanel::editPeaks);
    connect(m_options, &AnalysisOptionsBar::fileWanted, this, &AnalysisPanel::fileWanted);
    connect(m_source, &AnalysisSource::answered, this, [this](const std::string& key, auto answer) {
        if (key == m_wantedKey || m_list->chosen() == kCompare) onAnswer(std::move(answer));
    });
    connect(m_source, &AnalysisSource::failed, this, [this](const std::string&, const Error& e) { onError(e); });
    connect(m_source, &AnalysisSource::reasonsKnown, m_list, &AnalysisList::setReasons);
    connect(m_tables, &QComboBox::currentIndexChanged, this, &AnalysisPanel::showTable);
    connect(m_charts, &QComboBox::currentIndexChanged, this, &AnalysisPanel::showChart);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model.setFilter(text);
        m_flame->setSearch(text);
        markSelection();
        showTable(m_tables->currentIndex());
    });
    connect(m_cancel, &QPushButton::clicked, this, &AnalysisPanel::cancel);
    connect(m_view, &AnalysisTableView::rowChosen, this, &AnalysisPanel::onRow);
    connect(m_chart, &ChartView::targetChosen, this, &AnalysisPanel::onTarget);
    connect(m_flame, &FlameView::slicesWanted, this, &AnalysisPanel::onFlameSlices);
    connect(m_flameSelect, &QPushButton::clicked, this, [this] {
        const auto node = m_flame->current();
        if (node && m_answer && m_answer->flame)
            onFlameSlices(m_answer->flame->slices(m_answer->flame->graph(m_flame->side(), m_flame->by()).nodes[*node]));
    });
    connectTrace();
}

void AnalysisPanel::connectTrace() {
    const auto document = &m_shared.document;
    connect(document, &timeline::Document::changed, this, [this] {
        m_answer.reset();
        emit pathFound({});
        m_list->setReasons({});
        m_comparePath.clear();
        m_other.reset();
        m_options->setFileName({});
        if (m_shared.document.isOpen() && !m_shared.document.isPartial()) m_source->askReasons();
        askAgain();
    });
    connect(document, &timeline::Document::factsChanged, this, &AnalysisPanel::askAgain);
    connect(&m_shared.selection, &timeline::Selection::slicesChanged, this, &AnalysisPanel::markSelection);
    const auto when = [this](models::Scope scope) {
        return [this, scope] {
            if (m_options->scope() == scope) askAgain();
        };
    };
    connect(&m_shared.selection, &timeline::Selection::rangeChanged, this, when(models::Scope::Range));
    connect(&m_shared.selection, &timeline::Selection::stepChanged, this, [this, again = when(models::Scope::Step)] {
        const auto step = m_shared.selection.step();
        m_options->setStepName(step && m_shared.document.isOpen()
                                   ? tr("step %1").arg(m_shared.document.store().steps()[*step].number)
                                   : tr("step"));
        again();
    });
    connect(&m_shared.view, &timeline::ViewState::scaleChanged, this, when(models::Scope::Visible));
}

void AnalysisPanel::setMemory(QSettings* settings) {
    m_settings = settings;
    m_view->setMemory(settings);
    loadPeaks();
}

void AnalysisPanel::loadPeaks() {
    const QByteArray json = m_settings ? m_settings->value("analysis/peaks").toByteArray() : QByteArray();
    if (json.isEmpty()) return m_options->setPeaks(nullptr);
    auto peaks = DevicePeaks::parse(json.toStdString(), "settings");
    m_options->setPeaks(peaks.ok() ? std::make_shared<const DevicePeaks>(std::move(*peaks)) : nullptr);
}

void AnalysisPanel::editPeaks() {
    auto* dialog = new PeaksDialog(m_settings ? m_settings->value("analysis/peaks").toByteArray() : QByteArray(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PeaksDialog::changed, this, [this](const QByteArray& json) {
        if (m_settings) m_settings->setValue("analysis/peaks", json);
        loadPeaks();
    });
    dialog->open();
}

void AnalysisPanel::open(const QString& analysis) {
    m_list->choose(analysis);
    ask();
}

void AnalysisPanel::compareWith(const QString& path) {
    m_comparePath = path;
    m_options->setFileName(path.section(QLatin1Char('/'), -1));
    m_list->choose(kCompare);
    ask();
}

void AnalysisPanel::cancel() {
    if (!m_source->isRunning()) return;
    m_source->cancel();
    m_poll.stop();
    m_progress->end();
    m_cancel->hide();
    showNothing(tr("stopped; choose the analysis again to start it anew"));
    m_wantedKey.clear();
}

void AnalysisPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

void AnalysisPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void AnalysisPanel::askAgain() {
    if (isVisible() && !m_delay.isActive()) m_delay.start();
}

std::optional<models::AnalysisRequest> AnalysisPanel::request(QString& whyNot) const {
    models::AnalysisRequest out;
    out.analysis = m_list->chosen().toStdString();
    out.scope = m_options->scope();
    out.options = m_options->options();
    const TraceStore& store = m_shared.document.store();
    switch (out.scope) {
    case models::Scope::Whole:
        return out;
    case models::Scope::Range:
        out.range = m_shared.selection.range();
        if (!out.range) whyNot = tr("no range: drag over the timeline, or make one of a selection");
        break;
    case models::Scope::Step:
        if (const auto step = m_shared.selection.step())
            out.range = store.range(SliceId{store.steps()[*step].slice});
        else
            whyNot = store.steps().empty() ? tr("no step markers in this trace")
                                           : tr("no step is chosen: click one in the strip above the timeline");
        break;
    case models::Scope::Visible:
        out.range = m_shared.view.target().visible().clippedTo(m_shared.view.extent());
        break;
    }
    if (!out.range) return std::nullopt;
    return out;
}

void AnalysisPanel::ask() {
    m_delay.stop();
    if (!isVisible()) return;
    if (!m_shared.document.isOpen()) return showNothing(tr("no trace is open"));
    if (m_shared.document.isPartial()) return showNothing(tr("the trace is still being read\u2026"));
    const bool comparing = m_list->chosen() == kCompare;
    std::vector<DeviceKey> devices;
    if (const models::TraceAnalysis* facts = m_shared.document.analysis())
        for (const DeviceWork& device : facts->devices) devices.push_back(device.key);
    m_options->setDevices(devices);
    m_options->showFor(comparing ? nullptr : findAnalysis(m_list->chosen().toStdString()));
    if (comparing) {
        if (m_comparePath.isEmpty())
            return showNothing(tr("choose the trace from before; the open one is the trace after"));
        m_wantedKey.clear();
        m_source->compare(m_comparePath, m_options->per(), m_options->options().grouping);
    } else {
        QString whyNot;
        const auto wanted = request(whyNot);
        if (!wanted) return showNothing(whyNot);
        m_wantedKey = wanted->key();
        m_askedRange = wanted->range;
        m_source->ask(*wanted);
    }
    if (!m_source->isRunning()) return;
    say(QStringLiteral("\u2026"), false);
    m_poll.start();
    m_poll.setProperty("since", QDateTime::currentMSecsSinceEpoch());
}

// After a moment: a line, and a way to stop.
void AnalysisPanel::onProgress() {
    if (!m_source->isRunning()) {
        m_poll.stop();
        m_progress->end();
        m_cancel->hide();
        return;
    }
    if (QDateTime::currentMSecsSinceEpoch() - m_poll.property("since").toLongLong() < kProgressAfterMs) return;
    if (!m_progress->isActive()) m_progress->begin();
    const Progress* progress = m_source->progress();
    const std::uint64_t total = progress ? progress->total.load() : 0;
    m_progress->setShare(total > 0
                             ? std::optional(static_cast<double>(progress->done.load()) / static_cast<double>(total))
                             : std::nullopt);
    m_cancel->show();
}

KeyAveragesDialog* AnalysisPanel::showKeyAverages() {
    if (m_list->chosen() != QLatin1String("operators")) open(QStringLiteral("operators"));
    const auto operators = findAnalysis("operators");
    if (!m_shared.document.isOpen() || m_shared.document.isPartial() || operators == nullptr) return nullptr;
    QString whyNot;
    if (const auto missing = missingNeed(m_shared.document.store(), *operators))
        whyNot = QString::fromStdString(*missing);
    const auto wanted = whyNot.isEmpty() ? request(whyNot) : std::nullopt;
    if (!wanted) {
        emit said(whyNot);
        return nullptr;
    }
    auto* dialog = new KeyAveragesDialog(m_runner, m_shared.document.sharedStore(), wanted->input({}), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return dialog;
}

void AnalysisPanel::exportTo(const QString& path) {
    if (!m_model.table()) return;
    m_runner.start(
        QStringLiteral("analysis export"), this,
        [path, table = m_model.shown()](RunContext&) -> Status { return writeTables({table}, path); },
        [this, path](const Status& done) {
            if (done.ok()) return emit said(tr("written: %1").arg(path));
            emit failed(done.error());
        });
}

} // namespace lanescope::panels
