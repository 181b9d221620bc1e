#include "app/gui/window/picture_dialog.h"

#include "widgets/panels/panel_parts.h"
#include "widgets/pictures/picture_files.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFormLayout>
#include <QGuiApplication>
#include <QPushButton>
#include <QResizeEvent>
#include <QSignalBlocker>

namespace lanescope::app {

namespace {

using Wish = pictures::PictureWish;
const QString kPreview = QStringLiteral("picture preview"), kWrite = QStringLiteral("export");
constexpr int kWaitMs = 120, kFormWidth = 320, kMargin = 16;
constexpr int kWidths[] = {800, 1200, 1600}; // a column of a paper, a review, a wide page
constexpr const char* kThemes[] = {"print", "light", "dark", "contrast"};
constexpr double kScales[] = {1, 2, 3, 4};

} // namespace

PictureDialog::PictureDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window)
    : QDialog(window), m_source(std::move(source)), m_runner(runner), m_folder(folder) {
    setWindowTitle(tr("Export picture"));
    setAccessibleName(tr("export picture"));
    setModal(false);
    QDialog::resize(1240, 760);
    m_wait.setSingleShot(true);
    m_wait.setInterval(kWaitMs);
    connect(&m_wait, &QTimer::timeout, this, &PictureDialog::draw);
    m_picture = new QLabel(this);
    m_picture->setAccessibleName(tr("the picture"));
    m_picture->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_area = new QScrollArea(this);
    m_area->setWidget(m_picture);
    m_area->setWidgetResizable(true);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    box->setSpacing(kMargin);
    box->addWidget(makeForm());
    box->addWidget(m_area, 1);
    refresh();
}

QComboBox* PictureDialog::choice(const QString& name, const QStringList& words) {
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->addItems(words);
    connect(box, &QComboBox::currentIndexChanged, this, &PictureDialog::refresh);
    return box;
}

QCheckBox* PictureDialog::toggle(const QString& text) {
    auto* box = new QCheckBox(text, this);
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, &PictureDialog::refresh);
    return box;
}

QWidget* PictureDialog::makeForm() {
    auto* side = new QWidget(this);
    side->setFixedWidth(kFormWidth);
    auto* form = new QFormLayout(side);
    form->setContentsMargins(0, 0, 0, 0);
    m_time = choice(tr("time"), {tr("what is in view"), tr("the range"), tr("the step"), tr("the whole trace")});
    m_rows = choice(tr("rows"), {tr("as in the window"), tr("only those in view"), tr("with these words")});
    m_words = new QLineEdit(this);
    m_words->setPlaceholderText(tr("stream 7, main"));
    m_words->setAccessibleName(tr("words in the names of rows"));
    m_title = new QLineEdit(this);
    m_title->setPlaceholderText(tr("the name of the file"));
    m_title->setAccessibleName(tr("title"));
    m_widths = choice(tr("width"), {tr("paper, 800 px"), tr("review, 1200 px"), tr("wide, 1600 px"), tr("other")});
    m_width = new QSpinBox(this);
    m_width->setRange(320, 20'000);
    m_width->setSuffix(tr(" px"));
    m_width->setAccessibleName(tr("other width"));
    m_width->setValue(1200);
    m_themes = choice(tr("theme"), {tr("print"), tr("light"), tr("dark"), tr("high contrast")});
    m_scales = choice(tr("dots per px of a PNG"), {"1", "2", "3", "4"});
    m_numbers = toggle(tr("the four numbers of the range"));
    m_findings = toggle(tr("findings"));
    m_notes = toggle(tr("notes"));
    m_marks = toggle(tr("selection, range, hits and arrows"));
    m_legend = toggle(tr("legend"));
    m_method = toggle(tr("scale bar and how it was measured"));
    m_redact = toggle(tr("leave out names of hosts, users and folders"));
    m_redact->setChecked(false);
    m_note = panels::makeText({}, panels::TextRole::Small, this);
    m_note->setWordWrap(true);
    const auto soon = [this] { refresh(); };
    connect(m_words, &QLineEdit::textChanged, this, soon);
    connect(m_title, &QLineEdit::textChanged, this, soon);
    connect(m_width, &QSpinBox::valueChanged, this, soon);
    m_widths->setCurrentIndex(1);
    m_scales->setCurrentIndex(1);
    form->addRow(tr("Time"), m_time);
    form->addRow(tr("Rows"), m_rows);
    form->addRow(QString(), m_words);
    form->addRow(tr("Title"), m_title);
    form->addRow(tr("Width"), m_widths);
    form->addRow(QString(), m_width);
    form->addRow(tr("Theme"), m_themes);
    form->addRow(tr("PNG scale"), m_scales);
    m_device = choice(tr("GPU of the four numbers"), {});
    m_deviceName = panels::makeText(tr("Numbers of"), panels::TextRole::Body, this);
    form->addRow(m_deviceName, m_device);
    m_deviceName->hide(); // until there are several
    m_device->hide();
    for (QCheckBox* box : {m_numbers, m_findings, m_notes, m_marks, m_legend, m_method, m_redact}) form->addRow(box);
    auto* write = panels::makeButton(tr("Save the picture\u2026"), panels::ButtonRole::Primary, this);
    auto* copyIt = panels::makeButton(tr("Copy"), panels::ButtonRole::Plain, this);
    connect(write, &QPushButton::clicked, this, &PictureDialog::askFile);
    connect(copyIt, &QPushButton::clicked, this, &PictureDialog::copy);
    form->addRow(write, copyIt);
    form->addRow(m_note);
    return side;
}

Wish PictureDialog::wish() const {
    Wish out;
    out.time = static_cast<Wish::Time>(m_time->currentIndex());
    out.rows = m_rows->currentIndex() == 1 ? Wish::Rows::InView : Wish::Rows::Shown;
    if (m_rows->currentIndex() == 2)
        for (const QString& word : m_words->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
            if (!word.trimmed().isEmpty()) out.words.push_back(word.trimmed().toStdString());
    const int preset = m_widths->currentIndex();
    out.width = preset < 3 ? kWidths[preset] : m_width->value();
    out.title = m_title->text().trimmed().toStdString();
    out.numbers = m_numbers->isChecked();
    out.findings = m_findings->isChecked();
    out.notes = m_notes->isChecked();
    out.marks = m_marks->isChecked();
    out.legend = m_legend->isChecked();
    out.method = m_method->isChecked();
    const QVariant device = m_device->currentData();
    if (device.isValid()) out.device = device.toLongLong();
    out.namesLeftOut = m_redact->isChecked();
    return out;
}

paint::ThemeId PictureDialog::theme() const { return pictures::themeOf(kThemes[m_themes->currentIndex()]); }
double PictureDialog::scale() const { return kScales[m_scales->currentIndex()]; }

void PictureDialog::refresh() {
    m_words->setVisible(m_rows->currentIndex() == 2);
    m_width->setVisible(m_widths->currentIndex() == 3);
    m_wait.start();
}

void PictureDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    m_wait.start();
}

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

void PictureDialog::fail(const Error& error) { m_note->setText(QString::fromStdString(error.text())); }

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

void PictureDialog::draw() {
    if (!m_source.isOpen()) return close(), void();
    listDevices();
    struct Drawn {
        QImage image;
        std::shared_ptr<const FindingsResult> findings;
    };
    const PictureSource source = sourceNow();
    const double room = std::max(200, m_area->viewport()->width() - 2), dots = devicePixelRatioF();
    m_runner.start(
        kPreview, this,
        [source, wish = wish(), theme = theme(), room, dots](RunContext& context) -> Result<Drawn> {
            paint::Fonts fonts;
            auto made = makePicture(source, wish, fonts, context);
            if (!made.ok()) return made.error();
            const double fit = std::min(1.0, room / made->picture.width);
            QImage image = pictures::toImage(made->picture, paint::Theme::of(theme), fit * dots, fonts);
            image.setDevicePixelRatio(dots);
            return Drawn{std::move(image), made->findings};
        },
        [this, source](Result<Drawn> drawn) {
            if (!drawn.ok()) return fail(drawn.error());
            m_note->clear();
            keep(source, drawn->findings);
            m_shown = drawn->image;
            m_picture->setPixmap(QPixmap::fromImage(m_shown));
        });
}

void PictureDialog::askFile() {
    auto* dialog = new QFileDialog(this, tr("Save the picture"), m_folder,
                                   tr("PNG picture (*.png);;SVG picture (*.svg);;PDF (*.pdf)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1).left(3));
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog](const QString& path) {
        m_folder = dialog->directory().absolutePath();
        emit folderChosen(m_folder);
        saveTo(path);
    });
    dialog->open();
}

void PictureDialog::saveTo(const QString& path) {
    if (!m_source.isOpen()) return;
    m_runner.start(
        kWrite, this,
        [source = sourceNow(), wish = wish(), theme = theme(), scale = scale(), path](RunContext& context) -> Status {
            paint::Fonts fonts;
            auto made = makePicture(source, wish, fonts, context);
            if (!made.ok()) return made.error();
            return pictures::save(made->picture, paint::Theme::of(theme), scale, fonts, path.toStdString());
        },
        [this, path](const Status& done) {
            if (!done.ok()) return fail(done.error());
            m_note->setText(tr("written: %1").arg(path));
            emit written(path);
        });
}

void PictureDialog::copy() {
    if (!m_source.isOpen()) return;
    m_runner.start(
        kWrite, this,
        [source = sourceNow(), wish = wish(), theme = theme(), scale = scale()](RunContext& context) -> Result<QImage> {
            paint::Fonts fonts;
            auto made = makePicture(source, wish, fonts, context);
            if (!made.ok()) return made.error();
            return pictures::toImage(made->picture, paint::Theme::of(theme), scale, fonts);
        },
        [this](const Result<QImage>& image) {
            if (!image.ok()) return fail(image.error());
            QGuiApplication::clipboard()->setImage(*image);
            m_note->setText(tr("the picture is in the clipboard"));
            emit copied();
        });
}

} // namespace lanescope::app
