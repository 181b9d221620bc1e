#include "widgets/panels/details_card.h"

#include "widgets/models/kernel_shape.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/panels/panel_parts.h"
#include "widgets/scene/link_chain.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::panels {

namespace {

const QString kArgsSlot = QStringLiteral("details args");
const QString kNameSlot = QStringLiteral("details same name");
constexpr int kMaxFrames = 40;

void addNodes(QTreeWidgetItem* parent, const std::vector<models::ArgNode>& nodes) {
    for (const models::ArgNode& node : nodes) {
        auto* item = new QTreeWidgetItem(parent, {node.key, node.value});
        item->setToolTip(1, node.value.left(2000));
        addNodes(item, node.children);
    }
}

} // namespace

DetailsCard::DetailsCard(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent)
    : QScrollArea(parent), m_shared(shared), m_runner(runner) {
    setObjectName(QStringLiteral("card"));
    setAccessibleName(QStringLiteral("details of the selection"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    auto* box = new QVBoxLayout(body);
    box->setContentsMargins(16, 12, 16, 12);
    box->setSpacing(6);
    m_grid = new FactGrid(shared.look, body);
    m_chips = new QWidget(body);
    new FlowLayout(m_chips, 6);
    m_sameName = makeText({}, TextRole::Second, body);
    m_sameName->setWordWrap(true);
    m_launch = makeText({}, TextRole::Second, body);
    m_launch->setWordWrap(true);
    m_argsTitle = makeText(tr("arguments"), TextRole::Muted, body);
    m_argsNote = makeText({}, TextRole::Small, body);
    m_argsNote->setWordWrap(true);
    m_args = new QTreeWidget(body);
    m_args->setAccessibleName(tr("arguments"));
    m_args->setColumnCount(2);
    m_args->header()->hide();
    m_args->setIndentation(12);
    m_args->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_stackTitle = makeText(tr("stack"), TextRole::Muted, body);
    m_stack = makeText({}, TextRole::Small, body);
    m_stack->setWordWrap(true);
    m_stack->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* copy = new QAction(tr("Copy arguments"), m_args);
    connect(copy, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(models::argText(m_argNodes)); });
    m_args->addAction(copy);
    m_args->setContextMenuPolicy(Qt::ActionsContextMenu);
    for (QWidget* w : std::initializer_list<QWidget*>{m_grid, m_chips, m_launch, m_sameName, m_stackTitle, m_stack,
                                                      m_argsTitle, m_argsNote, m_args})
        box->addWidget(w);
    box->addStretch(1);
    setWidget(body);
    connect(&shared.selection, &timeline::Selection::slicesChanged, this, &DetailsCard::refresh);
    connect(&shared.selection, &timeline::Selection::stepChanged, this, &DetailsCard::refresh);
    connect(&shared.document, &timeline::Document::changed, this, &DetailsCard::refresh);
    refresh();
}

void DetailsCard::clearBody() {
    m_args->clear();
    m_argNodes.clear();
    m_argsNote->setText({});
    m_sameName->setText({});
    m_launch->setText({});
    m_launch->hide();
    for (QWidget* w :
         std::initializer_list<QWidget*>{m_args, m_argsNote, m_argsTitle, m_sameName, m_stack, m_stackTitle})
        w->hide();
}

void DetailsCard::refresh() {
    m_runner.cancel(kArgsSlot);
    m_runner.cancel(kNameSlot);
    clearBody();
    m_facts.reset();
    const auto slice = m_shared.selection.current();
    if (slice && m_shared.document.isOpen()) {
        const TraceStore& store = m_shared.document.store();
        const auto step = m_shared.selection.step();
        const bool inStep = step && *step < store.steps().size();
        const RankTime zero = inStep ? store.start(SliceId{store.steps()[*step].slice}) : store.extent().begin;
        const QString name = inStep ? QStringLiteral("step %1").arg(store.steps()[*step].number) : QString();
        m_facts = models::selectionFacts(store, m_shared.document.names(), *slice, zero, name);
    }
    m_grid->setFacts(m_facts);
    fillChips();
    if (!m_facts) return;
    QStringList frames;
    for (const QString& frame : m_facts->stack)
        if (frames.size() < kMaxFrames) frames << frame.left(200);
    m_stack->setText(frames.join(QLatin1Char('\n')));
    m_stack->setVisible(!frames.isEmpty());
    m_stackTitle->setVisible(!frames.isEmpty());
    askArgs();
    askSameName();
}

void DetailsCard::fillChips() {
    qDeleteAll(m_chips->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    const std::vector<models::ChainLink> joined = m_facts ? joinedTo() : std::vector<models::ChainLink>{};
    m_chips->setVisible(m_facts && (!m_facts->comesFrom.empty() || !m_facts->starts.empty() || !joined.empty()));
    if (!m_facts) return;
    const auto addRow = [this](const QString& title, const std::vector<models::ChainLink>& links) {
        if (links.empty()) return;
        m_chips->layout()->addWidget(makeText(title, TextRole::Muted, m_chips));
        for (const models::ChainLink& link : links) {
            QToolButton* chip = makeChip(link.label.left(40), m_chips);
            chip->setToolTip(link.what + QStringLiteral(": ") + link.label);
            connect(chip, &QToolButton::clicked, this, [this, slice = link.slice] { emit sliceWanted(slice); });
            m_chips->layout()->addWidget(chip);
        }
    };
    addRow(tr("comes from"), m_facts->comesFrom);
    addRow(m_facts->startsTotal > m_facts->starts.size() ? tr("starts %1, the first").arg(m_facts->startsTotal)
                                                         : tr("starts"),
           m_facts->starts);
    addRow(tr("joined to"), joined);
    for (QWidget* w : m_chips->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) w->show();
}

// Ends of its other arrows: forward and backward, waits, flow records. What is above or started by it has its own row.
std::vector<models::ChainLink> DetailsCard::joinedTo() const {
    std::vector<models::ChainLink> out;
    const TraceStore& store = m_shared.document.store();
    const SliceId own = m_facts->slice;
    for (const scene::Link& link : scene::linksOf(store, own)) {
        if (link.kind == scene::LinkKind::Launch || link.kind == scene::LinkKind::Chain) continue;
        if (link.from != own && link.to != own) continue;
        const SliceId other = link.from == own ? link.to : link.from;
        const bool isThere = std::any_of(out.begin(), out.end(), [&](const auto& l) { return l.slice == other; });
        if (isThere || out.size() >= models::SelectionFacts::kMaxStarts) continue;
        const QString what = link.from == own ? tr("the arrow leads to") : tr("the arrow comes from");
        out.push_back({QString::fromStdString(std::string(m_shared.document.names().of(other))), what, other});
    }
    return out;
}

QStringList DetailsCard::chipTexts() const {
    QStringList out;
    for (const QToolButton* chip : m_chips->findChildren<QToolButton*>()) out << chip->text();
    return out;
}

void DetailsCard::askArgs() {
    m_argsTitle->show();
    m_argsNote->show();
    if (!m_shared.document.trace().text) {
        m_argsNote->setText(m_shared.document.isPartial() ? tr("after the file was read")
                                                          : tr("the raw text of this trace is not at hand"));
        return;
    }
    m_argsNote->setText(QStringLiteral("\u2026"));
    m_runner.start(
        kArgsSlot, this,
        [trace = m_shared.document.trace(), slice = m_facts->slice](RunContext&) -> Result<models::ArgTree> {
            const Result<std::string> text = eventText(trace, slice);
            if (!text.ok()) return text.error();
            return models::argTree(*text);
        },
        [this](Result<models::ArgTree> result) {
            if (result.ok()) return showArgs(*result);
            m_argsNote->setText(QString::fromStdString(result.error().text()));
        });
}

void DetailsCard::showArgs(const models::ArgTree& tree) {
    m_argNodes = tree.nodes;
    if (m_facts && m_shared.document.isOpen() && m_shared.document.store().role(m_facts->slice) == Role::Kernel)
        showLaunch();
    m_argsNote->setText(tree.problem);
    m_argsNote->setVisible(!tree.problem.isEmpty());
    addNodes(m_args->invisibleRootItem(), tree.nodes);
    m_args->expandToDepth(0);
    m_args->resizeColumnToContents(0);
    m_args->setColumnWidth(0, std::min(m_args->columnWidth(0), 190));
    int rows = 0;
    for (const models::ArgNode& node : tree.nodes) rows += 1 + static_cast<int>(node.children.size());
    m_args->setFixedHeight(std::clamp(rows, 0, 400) * 20 + 4);
    m_args->setVisible(!tree.nodes.empty());
}

void DetailsCard::showLaunch() {
    const TraceStore& store = m_shared.document.store();
    const DeviceProperties* device = nullptr;
    if (const auto number = store.device(m_facts->slice))
        for (const DeviceProperties& each : store.info().devices)
            if (each.id == *number) device = &each;
    const auto shape = models::kernelShape(m_argNodes, device);
    if (!shape) return;
    m_launch->setText(models::kernelShapeText(*shape));
    m_launch->show();
}

std::optional<DetailsCard::Argument> DetailsCard::chosenArgument() const {
    const QTreeWidgetItem* item = m_args->isVisibleTo(this) ? m_args->currentItem() : nullptr;
    if (!item || item->parent() || item->text(1).isEmpty()) return std::nullopt;
    return Argument{item->text(0), item->text(1)};
}

void DetailsCard::setArgumentActions(const QList<QAction*>& actions) {
    const QList<QAction*> own = m_args->actions();
    m_args->insertActions(own.isEmpty() ? nullptr : own.first(), actions);
}

void DetailsCard::askSameName() {
    m_runner.start(
        kNameSlot, this,
        [store = m_shared.document.sharedStore(), slice = m_facts->slice](RunContext& context) -> Result<QString> {
            const QString inside = models::workInsideText(*store, slice, context);
            const QString same = models::sameNameText(*store, slice);
            return inside.isEmpty() ? same : inside + QLatin1Char('\n') + same;
        },
        [this](Result<QString> result) {
            if (!result.ok()) return;
            m_sameName->setText(*result);
            m_sameName->show();
        });
}

} // namespace lanescope::panels
