#include "app/gui/window/report_dialog.h"

#include "widgets/panels/panel_parts.h"

#include <QFileDialog>
#include <QFormLayout>
#include <QStandardItemModel>

#include <algorithm>

namespace lanescope::app {
namespace {

const QString kJob = QStringLiteral("report");
constexpr int kPollMs = 100, kMargin = 16, kWidth = 460;
constexpr int kBarSteps = 1000; // totals may be bytes, more than fit an int
enum Part { Whole, Range, Step };

struct FormInfo {
    const char* name;
    const char* ending;
    const char* filter;
};
constexpr FormInfo kForms[] = {{QT_TR_NOOP("one HTML page"), "html", QT_TR_NOOP("HTML page (*.html)")},
                               {QT_TR_NOOP("PDF"), "pdf", QT_TR_NOOP("PDF document (*.pdf)")},
                               {QT_TR_NOOP("Markdown, pictures beside it"), "md", QT_TR_NOOP("Markdown (*.md)")}};

} // namespace

ReportDialog::ReportDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window)
    : QDialog(window), m_source(std::move(source)), m_runner(runner), m_folder(folder) {
    setWindowTitle(tr("Export report"));
    setAccessibleName(tr("export report"));
    setModal(false);
    build();
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &ReportDialog::showWork);
    refresh();
    showWork();
}

ReportDialog::~ReportDialog() { m_runner.cancel(kJob); }

void ReportDialog::build() {
    setMinimumWidth(kWidth);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    m_form = new QComboBox(this);
    m_form->setAccessibleName(tr("form of the report"));
    for (const FormInfo& info : kForms) m_form->addItem(tr(info.name));
    m_part = new QComboBox(this);
    m_part->setAccessibleName(tr("part of the trace"));
    m_part->addItems({tr("the whole trace"), tr("the range"), tr("the step")});
    const auto toggle = [this](const QString& text) {
        auto* box = new QCheckBox(text, this);
        box->setChecked(true);
        return box;
    };
    m_pictures = toggle(tr("pictures of the longest step and of findings"));
    m_notes = toggle(tr("notes"));
    m_names = toggle(tr("leave out names of files, hosts, users and folders"));
    m_hide = new QLineEdit(this);
    m_hide->setPlaceholderText(tr("further names to leave out, parted by commas"));
    m_hide->setAccessibleName(tr("further names to leave out"));
    m_notes->setHidden(m_source.of == Source::Of::Ranks);
    if (m_source.of == Source::Of::Ranks) m_pictures->setText(tr("picture of the worst step"));
    connect(m_names, &QCheckBox::toggled, m_hide, &QWidget::setEnabled);
    m_save = panels::makeButton(tr("Save the report\u2026"), panels::ButtonRole::Primary, this);
    m_stop = panels::makeButton(tr("Stop"), panels::ButtonRole::Plain, this);
    m_bar = new QProgressBar(this);
    m_bar->setAccessibleName(tr("progress of the report"));
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(4);
    m_note = panels::makeText({}, panels::TextRole::Small, this);
    m_note->setWordWrap(true);
    connect(m_save, &QPushButton::clicked, this, &ReportDialog::askFile);
    connect(m_stop, &QPushButton::clicked, this, &ReportDialog::stop);
    form->addRow(tr("Form"), m_form);
    form->addRow(tr("Part"), m_part);
    for (QCheckBox* box : {m_pictures, m_notes, m_names}) form->addRow(box);
    form->addRow(m_hide);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_save);
    buttons->addWidget(m_stop);
    buttons->addStretch(1);
    form->addRow(buttons);
    form->addRow(m_bar);
    form->addRow(m_note);
}

void ReportDialog::refresh() {
    if (!m_source.isOpen()) return close(), void();
    auto* parts = qobject_cast<QStandardItemModel*>(m_part->model());
    const bool has[] = {true, m_source.range().has_value(), m_source.step().has_value()};
    for (const int part : {Whole, Range, Step}) {
        parts->item(part)->setEnabled(has[part]);
        parts->item(part)->setToolTip(has[part]                          ? QString()
                                      : m_source.of == Source::Of::Ranks ? tr("a report of ranks is about all of it")
                                      : part == Range                    ? tr("drag on the timeline to make a range")
                                                                         : tr("choose a step in the strip"));
    }
    if (!has[m_part->currentIndex()]) m_part->setCurrentIndex(Whole);
}

ReportWish ReportDialog::wish() const {
    ReportWish out;
    out.form = static_cast<ReportForm>(m_form->currentIndex());
    if (m_part->currentIndex() == Range) out.range = m_source.range();
    if (m_part->currentIndex() == Step) out.range = m_source.step();
    out.pictures = m_pictures->isChecked();
    out.notes = m_notes->isChecked();
    out.namesLeftOut = m_names->isChecked();
    for (const QString& word : m_hide->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
        out.hide.push_back(word.trimmed().toStdString());
    return out;
}

bool ReportDialog::isWriting() const { return m_runner.isRunning(kJob); }

void ReportDialog::showWork() {
    const bool busy = isWriting();
    m_save->setEnabled(!busy);
    m_stop->setVisible(busy);
    m_bar->setVisible(busy);
    if (!busy) return m_poll.stop();
    if (const Progress* progress = m_runner.progress(kJob)) {
        const double total = static_cast<double>(progress->total.load());
        const double share = total > 0 ? static_cast<double>(progress->done.load()) / total : 0;
        m_bar->setMaximum(total > 0 ? kBarSteps : 0); // 0: how much there is to do is not known yet
        m_bar->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * kBarSteps));
    }
}

void ReportDialog::askFile() {
    const FormInfo& info = kForms[m_form->currentIndex()];
    auto* dialog = new QFileDialog(this, tr("Save the report"), m_folder, tr(info.filter));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QString::fromLatin1(info.ending));
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog](const QString& path) {
        m_folder = dialog->directory().absolutePath();
        emit folderChosen(m_folder);
        saveTo(path);
    });
    dialog->open();
}

void ReportDialog::saveTo(const QString& path) {
    if (!m_source.isOpen() || isWriting()) return;
    m_note->setText(tr("making the report\u2026"));
    m_runner.start(
        kJob, this,
        [make = m_source.now(), wish = wish(), file = path.toStdString()](RunContext& context) -> Status {
            const auto document = make(wish, context);
            if (!document.ok()) return document.error();
            if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", file, ""};
            return saveReport(*document, wish.form, file, context);
        },
        [this, path](const Status& done) { ended(path, done); });
    m_poll.start();
    showWork();
}

void ReportDialog::ended(const QString& path, const Status& done) {
    showWork();
    m_note->setText(done.ok() ? tr("written: %1").arg(path) : QString::fromStdString(done.error().text()));
    if (done.ok()) emit written(path);
}

void ReportDialog::stop() {
    if (!isWriting()) return;
    m_runner.cancel(kJob);
    m_note->setText(tr("stopped; nothing was written"));
    showWork();
}

} // namespace lanescope::app
