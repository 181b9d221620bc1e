#include "widgets/panels/import_panel.h"

#include "core/export/quantity.h"
#include "widgets/panels/panel_parts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QTextBlock>
#include <QVBoxLayout>

namespace lanescope::panels {

namespace {

const QString kBytesSlot = QStringLiteral("import bytes");
const QString kFindSlot = QStringLiteral("import find");
constexpr std::uint64_t kBefore = 160;
constexpr std::size_t kBytes = 480;
constexpr int kMarked = 24; // characters from the place on

// Bytes as text: what cannot be shown becomes a dot, lines stay lines.
QString printable(const std::string& bytes) {
    QString text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    for (QChar& c : text)
        if (c.unicode() < 0x20 && c != QLatin1Char('\n')) c = QChar(0x00b7);
    return text;
}

} // namespace

ImportPanel::ImportPanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_shared(shared), m_runner(runner) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(buildLeft(), 3);
    m_right = buildRight();
    box->addWidget(m_right, 2);
    connect(m_list, &OddityList::currentChanged, this, [this] {
        m_sample = 0;
        showSample();
    });
    connect(&shared.document, &timeline::Document::changed, this, &ImportPanel::refresh);
    refresh();
}

QWidget* ImportPanel::buildLeft() {
    auto* area = new QScrollArea(this);
    area->setAccessibleName(tr("what was strange in the file"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* body = new QWidget;
    auto* box = new QVBoxLayout(body);
    box->setContentsMargins(0, 14, 0, 0);
    box->setSpacing(6);
    m_statement = makeText({}, TextRole::Statement, body);
    m_facts = makeText({}, TextRole::Second, body);
    for (QLabel* label : {m_statement, m_facts}) {
        label->setWordWrap(true);
        label->setContentsMargins(14, 0, 14, 0);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        box->addWidget(label);
    }
    m_figures = new QWidget(body);
    auto* figures = new QHBoxLayout(m_figures);
    figures->setContentsMargins(14, 8, 14, 10);
    figures->setSpacing(28);
    box->addWidget(m_figures);
    m_list = new OddityList(m_shared.look, body);
    box->addWidget(m_list);
    QLabel* hidden = makeText(tr("Environment values in the file are never shown or exported."), TextRole::Muted, body);
    hidden->setContentsMargins(14, 0, 14, 8);
    box->addWidget(hidden);
    box->addStretch(1);
    area->setWidget(body);
    return area;
}

QWidget* ImportPanel::buildRight() {
    auto* right = new QWidget(this);
    right->setObjectName(QStringLiteral("card"));
    right->setAttribute(Qt::WA_StyledBackground);
    auto* box = new QVBoxLayout(right);
    box->setContentsMargins(16, 14, 16, 12);
    box->setSpacing(8);
    auto* head = new QHBoxLayout;
    m_title = makeText({}, TextRole::Title, right);
    m_of = makeText({}, TextRole::Second, right);
    head->addWidget(m_title, 1);
    head->addWidget(m_of);
    box->addLayout(head);
    m_place = makeText({}, TextRole::Second, right);
    box->addWidget(m_place);
    m_bytes = new QPlainTextEdit(right);
    m_bytes->setAccessibleName(tr("bytes around the place"));
    m_bytes->setReadOnly(true);
    m_bytes->setFont(paint::font({11, 400, true}));
    m_bytes->setStyleSheet(QStringLiteral("font-family: '%1'; font-size: 11px;").arg(m_bytes->font().family()));
    m_bytes->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_bytes->setMinimumHeight(70);
    box->addWidget(m_bytes, 1);
    m_detail = makeText({}, TextRole::Body, right);
    m_effect = makeText({}, TextRole::Second, right);
    for (QLabel* label : {m_detail, m_effect}) {
        label->setWordWrap(true);
        box->addWidget(label);
    }
    auto* buttons = new QHBoxLayout;
    m_show = makeButton(tr("Show on timeline"), ButtonRole::Plain, right);
    m_copy = makeButton(tr("Copy bytes"), ButtonRole::Plain, right);
    m_next = makeButton(tr("Next"), ButtonRole::Plain, right);
    for (QPushButton* button : {m_show, m_copy, m_next}) buttons->addWidget(button);
    buttons->addStretch(1);
    box->addLayout(buttons);
    connect(m_show, &QPushButton::clicked, this, &ImportPanel::showOnTimeline);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_bytes->toPlainText()); });
    connect(m_next, &QPushButton::clicked, this, [this] {
        const auto& samples = m_report.rows[*m_list->current()].samples;
        m_sample = (m_sample + 1) % std::max<std::size_t>(1, samples.size());
        showSample();
    });
    return right;
}

void ImportPanel::fillFigures() {
    qDeleteAll(m_figures->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* row = static_cast<QHBoxLayout*>(m_figures->layout());
    while (QLayoutItem* item = row->takeAt(0)) delete item;
    for (const models::ReportFigure& figure : m_report.figures) {
        auto* cell = new QWidget(m_figures);
        auto* box = new QVBoxLayout(cell);
        box->setContentsMargins(0, 0, 0, 0);
        box->setSpacing(2);
        box->addWidget(makeText(figure.label, TextRole::Second, cell));
        box->addWidget(makeText(figure.value, TextRole::Strong, cell));
        row->addWidget(cell);
    }
    row->addStretch(1);
}

void ImportPanel::refresh() {
    m_list->setRows(nullptr);
    m_report = {};
    if (m_shared.document.isOpen())
        m_report = models::importReport(m_shared.document.store(), m_shared.document.loadMs(),
                                        m_shared.document.trace().fromIndex);
    m_statement->setText(m_report.statement);
    m_facts->setText(m_report.facts);
    fillFigures();
    m_list->setRows(&m_report.rows);
    showSample();
}

void ImportPanel::showSample() {
    const auto current = m_list->current();
    m_right->setVisible(current.has_value());
    m_runner.cancel(kBytesSlot);
    m_bytes->clear();
    if (!current) return;
    const models::OddityRow& row = m_report.rows[*current];
    m_title->setText(row.found);
    m_effect->setText(tr("Effect on the numbers: %1").arg(row.effect));
    const bool any = !row.samples.empty();
    m_of->setText(any ? tr("%1 of %2").arg(m_sample + 1).arg(row.count) : QString());
    m_show->setEnabled(any);
    m_copy->setEnabled(any);
    m_next->setEnabled(row.samples.size() > 1);
    m_place->setText({});
    m_detail->setText({});
    if (!any) return;
    const OdditySample& sample = row.samples[std::min(m_sample, row.samples.size() - 1)];
    m_place->setText(
        tr("byte %1 of the text").arg(QString::fromStdString(formatCount(static_cast<std::int64_t>(sample.offset)))));
    m_detail->setText(QString::fromStdString(sample.detail));
    const auto text = m_shared.document.trace().text;
    if (!text) return;
    const std::uint64_t from = sample.offset > kBefore ? sample.offset - kBefore : 0;
    m_runner.start(
        kBytesSlot, this, [text, from](RunContext&) { return text->read(from, kBytes); },
        [this, before = sample.offset - from](Result<std::string> bytes) {
            if (!bytes.ok()) return m_bytes->setPlainText(QString::fromStdString(bytes.error().text()));
            showBytes(*bytes, static_cast<std::size_t>(before));
        });
}

// The line where the trouble is wears the warning colour and is in view.
void ImportPanel::showBytes(const std::string& bytes, std::size_t place) {
    m_bytes->setPlainText(printable(bytes));
    const qsizetype at = printable(bytes.substr(0, place)).size();
    QTextCursor cursor(m_bytes->document());
    cursor.setPosition(static_cast<int>(std::min<qsizetype>(at, m_bytes->toPlainText().size())));
    m_bytes->setTextCursor(cursor);
    QTextEdit::ExtraSelection mark;
    mark.cursor = cursor;
    mark.cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, kMarked);
    QColor ground = m_shared.look.color(scene::Ink::Warn);
    ground.setAlphaF(0.35F);
    mark.format.setBackground(ground);
    mark.format.setFontUnderline(true);
    m_bytes->setExtraSelections({mark});
    m_bytes->centerCursor();
}

void ImportPanel::showOnTimeline() {
    const auto current = m_list->current();
    if (!current) return;
    const auto& samples = m_report.rows[*current].samples;
    if (samples.empty()) return;
    const std::uint64_t offset = samples[std::min(m_sample, samples.size() - 1)].offset;
    const auto store = m_shared.document.sharedStore();
    m_runner.start(
        kFindSlot, this,
        [store, offset](RunContext&) -> Result<std::optional<SliceId>> {
            return models::sliceAtOffset(*store, offset);
        },
        [this, store](Result<std::optional<SliceId>> slice) {
            if (!slice.ok() || !*slice || m_shared.document.sharedStore() != store) return;
            emit sliceWanted(**slice);
        });
}

} // namespace lanescope::panels
