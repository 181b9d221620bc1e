#include "app/gui/window/picture_dialog.h"

#include "widgets/panels/panel_parts.h"

#include <QSignalBlocker>

namespace lanescope::app {

namespace {

using Wish = pictures::PictureWish;
constexpr int kOtherWidth = 3;

} // namespace

PictureDialog::PictureDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window)
    : ExportDialog({tr("Export picture"),
                    tr("export picture"),
                    QStringLiteral("picture preview"),
                    QStringLiteral("export"),
                    {tr("what is in view"), tr("the range"), tr("the step"), tr("the whole trace")},
                    {tr("paper, 800 px"), tr("review, 1200 px"), tr("wide, 1600 px"), tr("other")},
                    {tr("as in the window"), tr("only those in view"), tr("with these words")},
                    tr("stream 7, main"),
                    tr("the name of the file"),
                    tr("the four numbers of the range")},
                   runner, folder, window),
      m_source(std::move(source)) {
    m_width = new QSpinBox(this);
    m_width->setRange(320, 20'000);
    m_width->setSuffix(tr(" px"));
    m_width->setAccessibleName(tr("other width"));
    m_width->setValue(1200);
    connect(m_width, &QSpinBox::valueChanged, this, &PictureDialog::refresh);
    form().insertRow(rowOf(widths()) + 1, QString(), m_width);
    m_device = choice(tr("GPU of the four numbers"), {});
    m_deviceName = panels::makeText(tr("Numbers of"), panels::TextRole::Body, this);
    form().addRow(m_deviceName, m_device);
    m_deviceName->hide(); // until there are several
    m_device->hide();
    m_findings = toggle(tr("findings"));
    m_notes = toggle(tr("notes"));
    m_marks = toggle(tr("selection, range, hits and arrows"));
    m_legend = toggle(tr("legend"));
    m_method = toggle(tr("scale bar and how it was measured"));
    endForm({m_findings, m_notes, m_marks, m_legend, m_method});
}

Wish PictureDialog::wish() const {
    Wish out;
    out.time = static_cast<Wish::Time>(time().currentIndex());
    out.rows = rows().currentIndex() == 1 ? Wish::Rows::InView : Wish::Rows::Shown;
    out.words = wantedWords();
    out.width = widths().currentIndex() == kOtherWidth ? m_width->value() : presetWidth();
    out.title = titleText();
    out.numbers = numbers().isChecked();
    out.findings = m_findings->isChecked();
    out.notes = m_notes->isChecked();
    out.marks = m_marks->isChecked();
    out.legend = m_legend->isChecked();
    out.method = m_method->isChecked();
    const QVariant device = m_device->currentData();
    if (device.isValid()) out.device = device.toLongLong();
    out.namesLeftOut = leaveOutNames().isChecked();
    return out;
}

void PictureDialog::choicesChanged() { m_width->setVisible(widths().currentIndex() == kOtherWidth); }

PictureSource PictureDialog::sourceNow() const {
    PictureSource source = m_source.now();
    if (m_knownOf == source.open.open->trace.store && m_knownGaps == source.session.thresholds)
        source.findings = m_known;
    return source;
}

void PictureDialog::keep(const PictureSource& source, const std::shared_ptr<const FindingsResult>& findings) {
    m_known = findings;
    m_knownOf = source.open.open->trace.store;
    m_knownGaps = source.session.thresholds;
}

// Of traces with several GPUs: whose four numbers are told.
void PictureDialog::listDevices() {
    const PictureSource source = m_source.now();
    const QSignalBlocker quiet(m_device);
    const QVariant chosen = m_device->currentData();
    m_device->clear();
    if (source.open.facts)
        for (const DeviceWork& device : source.open.facts->analysis->devices)
            if (device.key.device)
                m_device->addItem(tr("GPU %1").arg(*device.key.device), static_cast<qlonglong>(*device.key.device));
    m_device->setCurrentIndex(std::max(0, m_device->findData(chosen)));
    const bool several = m_device->count() > 1;
    m_device->setVisible(several);
    m_deviceName->setVisible(several);
}

std::optional<ExportDialog::Job> PictureDialog::jobNow() {
    if (!m_source.isOpen()) return std::nullopt;
    listDevices();
    const PictureSource source = sourceNow();
    Job job;
    job.draw = [source, wish = wish()](paint::Fonts& fonts, RunContext& context) {
        return makePicture(source, wish, fonts, context);
    };
    job.shown = [this, source](const std::shared_ptr<const FindingsResult>& findings) { keep(source, findings); };
    return job;
}

} // namespace lanescope::app
