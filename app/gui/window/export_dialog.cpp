#include "app/gui/window/export_dialog.h"

#include "widgets/panels/panel_parts.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/session_picture.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPushButton>
#include <QResizeEvent>

namespace lanescope::app {

namespace {

constexpr int kWaitMs = 120, kFormWidth = 320, kMargin = 16;
constexpr int kWidths[] = {800, 1200, 1600}; // a column of a paper, a review, a wide page
constexpr const char* kThemes[] = {"print", "light", "dark", "contrast"};
enum RowChoice { AllRows, RowsInView, RowsWithWords };

} // namespace

ExportDialog::ExportDialog(const Texts& texts, jobs::JobRunner& runner, const QString& folder, QWidget* window)
    : QDialog(window), m_runner(runner), m_folder(folder), m_preview(texts.preview), m_write(texts.write) {
    setWindowTitle(texts.title);
    setAccessibleName(texts.name);
    setModal(false);
    QDialog::resize(1240, 760);
    m_wait.setSingleShot(true);
    m_wait.setInterval(kWaitMs);
    connect(&m_wait, &QTimer::timeout, this, &ExportDialog::draw);
    auto* side = new QWidget(this);
    side->setFixedWidth(kFormWidth);
    m_form = new QFormLayout(side);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_time = choice(tr("time"), texts.times);
    m_rows = choice(tr("rows"), texts.rows);
    m_words = new QLineEdit(this);
    m_words->setPlaceholderText(texts.words);
    m_words->setAccessibleName(tr("words in the names of rows"));
    m_title = new QLineEdit(this);
    m_title->setPlaceholderText(texts.heading);
    m_title->setAccessibleName(tr("title"));
    m_widths = choice(tr("width"), texts.widths);
    m_themes = choice(tr("theme"), {tr("print"), tr("light"), tr("dark"), tr("high contrast")});
    m_scales = choice(tr("dots per px of a PNG"), {"1", "2", "3", "4"});
    m_numbers = toggle(texts.numbers);
    m_redact = toggle(tr("leave out names of hosts, users and folders"));
    m_redact->setChecked(false);
    m_note = panels::makeText({}, panels::TextRole::Small, this);
    m_note->setWordWrap(true);
    m_widths->setCurrentIndex(1);
    m_scales->setCurrentIndex(1);
    m_form->addRow(tr("Time"), m_time);
    m_form->addRow(tr("Rows"), m_rows);
    m_form->addRow(QString(), m_words);
    m_form->addRow(tr("Title"), m_title);
    m_form->addRow(tr("Width"), m_widths);
    m_form->addRow(tr("Theme"), m_themes);
    m_form->addRow(tr("PNG scale"), m_scales);
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
    box->addWidget(side);
    box->addWidget(m_area, 1);
}

QComboBox* ExportDialog::choice(const QString& name, const QStringList& words) {
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->addItems(words);
    return box;
}

QCheckBox* ExportDialog::toggle(const QString& text) {
    auto* box = new QCheckBox(text, this);
    box->setChecked(true);
    return box;
}

int ExportDialog::rowOf(QWidget& field) const {
    int row = 0;
    QFormLayout::ItemRole role = QFormLayout::FieldRole;
    m_form->getWidgetPosition(&field, &row, &role);
    return row;
}

void ExportDialog::endForm(std::initializer_list<QCheckBox*> toggles) {
    m_form->addRow(m_numbers);
    for (QCheckBox* box : toggles) m_form->addRow(box);
    m_form->addRow(m_redact);
    auto* write = panels::makeButton(tr("Save the picture\u2026"), panels::ButtonRole::Primary, this);
    auto* copyIt = panels::makeButton(tr("Copy"), panels::ButtonRole::Plain, this);
    connect(write, &QPushButton::clicked, this, &ExportDialog::askFile);
    connect(copyIt, &QPushButton::clicked, this, &ExportDialog::copy);
    m_form->addRow(write, copyIt);
    m_form->addRow(m_note);
    for (QComboBox* box : findChildren<QComboBox*>())
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
    for (QCheckBox* box : findChildren<QCheckBox*>()) connect(box, &QCheckBox::toggled, this, &ExportDialog::refresh);
    for (QLineEdit* edit : {m_words, m_title}) connect(edit, &QLineEdit::textChanged, this, &ExportDialog::refresh);
    refresh();
}

std::vector<std::string> ExportDialog::wantedWords() const {
    std::vector<std::string> out;
    if (m_rows->currentIndex() != RowsWithWords) return out;
    for (const QString& word : m_words->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!word.trimmed().isEmpty()) out.push_back(word.trimmed().toStdString());
    return out;
}

double ExportDialog::presetWidth() const {
    return kWidths[std::clamp(m_widths->currentIndex(), 0, static_cast<int>(std::size(kWidths)) - 1)];
}

paint::ThemeId ExportDialog::theme() const { return pictures::themeOf(kThemes[m_themes->currentIndex()]); }
double ExportDialog::scale() const { return m_scales->currentIndex() + 1; }

void ExportDialog::refresh() {
    m_words->setVisible(m_rows->currentIndex() == RowsWithWords);
    choicesChanged();
    m_wait.start();
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    m_wait.start();
}

void ExportDialog::say(const QString& text, NoteOf of) {
    m_note->setText(text);
    m_noteOf = of;
}

void ExportDialog::fail(const Error& error, NoteOf of) { say(QString::fromStdString(error.text()), of); }

void ExportDialog::draw() {
    auto job = jobNow();
    if (!job) return close(), void();
    struct Drawn {
        QImage image;
        std::shared_ptr<const FindingsResult> findings;
    };
    const double room = std::max(200, m_area->viewport()->width() - 2), dots = devicePixelRatioF();
    m_runner.start(
        m_preview, this,
        [make = std::move(job->draw), theme = theme(), room, dots](RunContext& context) -> Result<Drawn> {
            paint::Fonts fonts;
            const auto made = make(fonts, context);
            if (!made.ok()) return made.error();
            const double fit = std::min(1.0, room / made->picture.width);
            QImage image = pictures::toImage(made->picture, paint::Theme::of(theme), fit * dots, fonts);
            image.setDevicePixelRatio(dots);
            return Drawn{std::move(image), made->findings};
        },
        [this, shown = std::move(job->shown)](const Result<Drawn>& drawn) {
            if (!drawn.ok()) return fail(drawn.error(), NoteOf::Preview);
            if (m_noteOf == NoteOf::Preview) m_note->clear();
            m_shown = drawn->image;
            m_picture->setPixmap(QPixmap::fromImage(m_shown));
            if (shown) shown(drawn->findings);
        });
}

void ExportDialog::askFile() {
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

void ExportDialog::saveTo(const QString& path) {
    auto job = jobNow();
    if (!job) return;
    say(tr("writing\u2026"), NoteOf::Writing);
    m_runner.start(
        m_write, this,
        [make = std::move(job->draw), theme = theme(), scale = scale(), path](RunContext& context) -> Status {
            paint::Fonts fonts;
            const auto made = make(fonts, context);
            if (!made.ok()) return made.error();
            return pictures::save(made->picture, paint::Theme::of(theme), scale, fonts, path.toStdString());
        },
        [this, path](const Status& done) {
            if (!done.ok()) return fail(done.error(), NoteOf::Writing);
            say(tr("written: %1").arg(path), NoteOf::Writing);
            emit written(path);
        });
}

void ExportDialog::copy() {
    auto job = jobNow();
    if (!job) return;
    say(tr("drawing\u2026"), NoteOf::Writing);
    m_runner.start(
        m_write, this,
        [make = std::move(job->draw), theme = theme(), scale = scale()](RunContext& context) -> Result<QImage> {
            paint::Fonts fonts;
            const auto made = make(fonts, context);
            if (!made.ok()) return made.error();
            return pictures::toImage(made->picture, paint::Theme::of(theme), scale, fonts);
        },
        [this](const Result<QImage>& image) {
            if (!image.ok()) return fail(image.error(), NoteOf::Writing);
            QGuiApplication::clipboard()->setImage(*image);
            say(tr("the picture is in the clipboard"), NoteOf::Writing);
            emit copied();
        });
}

} // namespace lanescope::app
