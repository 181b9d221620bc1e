#include "widgets/panels/analysis/key_averages_dialog.h"

#include "core/export/key_averages_text.h"
#include "widgets/panels/panel_parts.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lanescope::panels {

namespace {

const QString kSlot = QStringLiteral("key averages");
constexpr int kRowLimits[] = {10, 20, 50, 100, 1'000}; // PyTorch's own is 100

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

Result<std::string> textOf(const TraceStore& store, const AnalysisInput& input, const KeyAveragesLayout& layout,
                           RunContext& context) {
    OpAverages averages = opAverages(store, input, context);
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "the analysis was stopped", {}, {}};
    return keyAveragesText(std::move(averages), layout);
}

} // namespace

KeyAveragesDialog::KeyAveragesDialog(jobs::JobRunner& runner, std::shared_ptr<const TraceStore> store,
                                     AnalysisInput input, QWidget* parent)
    : QDialog(parent), m_runner(runner), m_store(std::move(store)), m_input(std::move(input)) {
    build();
    ask();
}

KeyAveragesDialog::~KeyAveragesDialog() { m_runner.cancel(kSlot); }

void KeyAveragesDialog::build() {
    setWindowTitle(tr("Operators as key_averages().table()"));
    resize(1100, 620);
    m_sort = new QComboBox(this);
    m_sort->setAccessibleName(tr("sort by"));
    m_sort->addItem(tr("order of first appearance"), QString());
    for (const std::string_view key : keyAveragesSortKeys()) m_sort->addItem(q(key), q(key));
    m_rows = new QComboBox(this);
    m_rows->setAccessibleName(tr("most rows"));
    for (const int rows : kRowLimits) m_rows->addItem(tr("%1 rows").arg(rows), rows);
    m_rows->setCurrentIndex(m_rows->findData(100));
    m_text = new QPlainTextEdit(this);
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setAccessibleName(tr("text of key_averages().table()"));
    m_trouble = makeText({}, TextRole::Bad, this);
    m_trouble->hide();
    m_copy = makeButton(tr("Copy"), ButtonRole::Primary, this);
    auto* close = makeButton(tr("Close"), ButtonRole::Plain, this);
    auto* head = new QHBoxLayout;
    head->addWidget(makeText(tr("sorted by"), TextRole::Second, this));
    head->addWidget(m_sort);
    head->addWidget(m_rows);
    head->addStretch(1);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_trouble, 1);
    buttons->addStretch(1);
    buttons->addWidget(close);
    buttons->addWidget(m_copy);
    auto* box = new QVBoxLayout(this);
    box->addLayout(head);
    box->addWidget(m_text, 1);
    box->addLayout(buttons);
    connect(m_sort, &QComboBox::currentIndexChanged, this, &KeyAveragesDialog::ask);
    connect(m_rows, &QComboBox::currentIndexChanged, this, &KeyAveragesDialog::ask);
    connect(m_copy, &QPushButton::clicked, this, &KeyAveragesDialog::copy);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
}

void KeyAveragesDialog::ask() {
    KeyAveragesLayout layout;
    layout.sortBy = m_sort->currentData().toString().toStdString();
    layout.rowLimit = static_cast<std::size_t>(m_rows->currentData().toInt());
    layout.shapes = m_input.operators == OperatorGrouping::NameAndShape;
    if (m_store->info().vendor == "XPU") layout.device = "XPU";
    m_copy->setEnabled(false);
    m_runner.start(
        kSlot, this,
        [store = m_store, input = m_input, layout](RunContext& context) {
            return textOf(*store, input, layout, context);
        },
        [this](const Result<std::string>& text) {
            m_trouble->setVisible(!text.ok());
            if (!text.ok()) return m_trouble->setText(q(text.error().message));
            m_text->setPlainText(q(*text));
            m_copy->setEnabled(true);
            emit shown();
        });
}

void KeyAveragesDialog::copy() { QGuiApplication::clipboard()->setText(text()); }

} // namespace lanescope::panels
