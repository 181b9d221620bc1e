#include "widgets/rankpanels/layout_box.h"

#include "core/align/layout_given.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;

namespace {
constexpr int kMostPerNode = 4096;
}

LayoutBox::LayoutBox(RanksDocument& document, QWidget* parent) : QDialog(parent), m_document(document) {
    setWindowTitle(tr("Layout of the job"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(460);
    const align::Layout& layout = document.set().layout;
    auto* words = new QLabel(tr("Sizes of the parallel dimensions, the innermost first: tp, cp, ep, dp, pp. Empty: as "
                                "the process groups tell."),
                             this);
    words->setWordWrap(true);
    words->setProperty("role", "second");
    m_text = new QLineEdit(this);
    m_text->setText(document.givenLayoutText().isEmpty() ? QString::fromStdString(align::layoutText(layout))
                                                         : document.givenLayoutText());
    m_text->setPlaceholderText(tr("tp=2, pp=4, dp=8"));
    m_text->setAccessibleName(tr("sizes of the parallel dimensions"));
    m_perNode = new QSpinBox(this);
    m_perNode->setRange(0, kMostPerNode);
    m_perNode->setSpecialValueText(tr("by the names of the files"));
    m_perNode->setValue(static_cast<int>(document.ranksPerNode().value_or(0)));
    m_perNode->setAccessibleName(tr("ranks per node"));
    m_complaint = new QLabel(this);
    m_complaint->setProperty("role", "bad");
    m_complaint->setWordWrap(true);
    m_use = new QPushButton(tr("Use this layout"), this);
    m_use->setProperty("role", "primary");
    m_use->setDefault(true);
    auto* cancel = new QPushButton(tr("Leave as it is"), this);
    auto* form = new QFormLayout;
    form->addRow(tr("Layout"), m_text);
    form->addRow(tr("Ranks per node"), m_perNode);
    auto* foot = new QHBoxLayout;
    foot->addStretch(1);
    foot->addWidget(cancel);
    foot->addWidget(m_use);
    auto* box = new QVBoxLayout(this);
    box->addWidget(words);
    box->addLayout(form);
    box->addWidget(m_complaint);
    box->addLayout(foot);
    connect(m_use, &QPushButton::clicked, this, &LayoutBox::apply);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(&document, &RanksDocument::changed, this, &QDialog::reject);
}

void LayoutBox::apply() {
    // What was found is no layout of the user's until it is changed.
    const bool found = m_document.givenLayoutText().isEmpty() &&
                       m_text->text() == QString::fromStdString(align::layoutText(m_document.set().layout));
    const QString wrong = found ? QString() : m_document.setLayout(m_text->text());
    m_complaint->setText(wrong);
    if (!wrong.isEmpty()) return m_text->setFocus();
    m_document.setRanksPerNode(m_perNode->value() == 0 ? std::nullopt
                                                       : std::optional<std::int64_t>(m_perNode->value()));
    accept();
}

} // namespace lanescope::rankpanels
