#include "app/gui/window/ranks_picture_dialog.h"

#include "widgets/panels/panel_parts.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/session_picture.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFormLayout>
#include <QGuiApplication>
#include <QPushButton>
#include <QResizeEvent>

namespace lanescope::app {

namespace {

using rankpictures::RanksWish;
const QString kPreview = QStringLiteral("ranks picture preview"), kWrite = QStringLiteral("ranks picture");
constexpr int kWaitMs = 150, kFormWidth = 320, kMargin = 16;
constexpr int kWidths[] = {800, 1200, 1600}; // a column of a paper, a review, a wide page
constexpr const char* kThemes[] = {"print", "light", "dark", "contrast"};

} // namespace

RanksPictureDialog::RanksPictureDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window)
    : QDialog(window), m_source(std::move(source)), m_runner(runner), m_folder(folder) {
    setWindowTitle(tr("Export picture of the ranks"));
    setAccessibleName(tr("export picture of the ranks"));
    setModal(false);
    QDialog::resize(1240, 760);
    m_wait.setSingleShot(true);
    m_wait.setInterval(kWaitMs);
    connect(&m_wait, &QTimer::timeout, this, &RanksPictureDialog::draw);
    m_picture = new QLabel(this);
    m_picture->setAccessibleName(tr("the picture"));
    m_picture->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_area = new QScrollArea(this);
    m_area->setWidget(m_picture);
    m_area->setWidgetResizable(true);
    m_area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // else it takes width from a picture that fitted
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    box->setSpacing(kMargin);
    box->addWidget(makeForm());
    box->addWidget(m_area, 1);
    refresh();
}

QComboBox* RanksPictureDialog::choice(const QString& name, const QStringList& words) {
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->addItems(words);
    connect(box, &QComboBox::currentIndexChanged, this, &RanksPictureDialog::refresh);
    return box;
}

QCheckBox* RanksPictureDialog::toggle(const QString& text) {
    auto* box = new QCheckBox(text, this);
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, &RanksPictureDialog::refresh);
    return box;
}

QWidget* RanksPictureDialog::makeForm() {
    auto* side = new QWidget(this);
    side->setFixedWidth(kFormWidth);
    auto* form = new QFormLayout(side);
    form->setContentsMargins(0, 0, 0, 0);
    m_time = choice(tr("time"), {tr("what is in view"), tr("the range"), tr("the step"), tr("all of it")});
    m_rows = choice(tr("rows"), {tr("all of the shown ranks"), tr("only those in view"), tr("with these words")});
    m_words = new QLineEdit(this);
    m_words->setPlaceholderText(tr("communication, rank 2"));
    m_words->setAccessibleName(tr("words in the names of rows"));
    m_title = new QLineEdit(this);
    m_title->setPlaceholderText(tr("the name of the folder"));
    m_title->setAccessibleName(tr("title"));
    m_widths = choice(tr("width"), {tr("paper, 800 px"), tr("review, 1200 px"), tr("wide, 1600 px")});
    m_themes = choice(tr("theme"), {tr("print"), tr("light"), tr("dark"), tr("high contrast")});
    m_scales = choice(tr("dots per px of a PNG"), {"1", "2", "3", "4"});
    m_numbers = toggle(tr("the four numbers over the ranks"));
    m_verdict = toggle(tr("who keeps the others waiting"));
    m_marks = toggle(tr("range, selection and the joined collective"));
    m_method = toggle(tr("scale bar, clocks and how it was measured"));
    m_redact = toggle(tr("leave out names of hosts, users and folders"));
    m_redact->setChecked(false);
    m_note = panels::makeText({}, panels::TextRole::Small, this);
    m_note->setWordWrap(true);
    connect(m_words, &QLineEdit::textChanged, this, &RanksPictureDialog::refresh);
    connect(m_title, &QLineEdit::textChanged, this, &RanksPictureDialog::refresh);
    m_widths->setCurrentIndex(1);
    m_scales->setCurrentIndex(1);
    form->addRow(tr("Time"), m_time);
    form->addRow(tr("Rows"), m_rows);
    form->addRow(QString(), m_words);
    form->addRow(tr("Title"), m_title);
    form->addRow(tr("Width"), m_widths);
    form->addRow(tr("Theme"), m_themes);
    form->addRow(tr("PNG scale"), m_scales);
    for (QCheckBox* box : {m_numbers, m_verdict, m_marks, m_method, m_redact}) form->addRow(box);
    auto* write = panels::makeButton(tr("Save the picture\u2026"), panels::ButtonRole::Primary, this);
    auto* copyIt = panels::makeButton(tr("Copy"), panels::ButtonRole::Plain, this);
    connect(write, &QPushButton::clicked, this, &RanksPictureDialog::askFile);
    connect(copyIt, &QPushButton::clicked, this, &RanksPictureDialog::copy);
    form->addRow(write, copyIt);
    form->addRow(m_note);
    return side;
}

RanksWish RanksPictureDialog::wish() const {
    RanksWish out;
    out.time = static_cast<RanksWish::Time>(m_time->currentIndex());
    out.rows = m_rows->currentIndex() == 1 ? RanksWish::Rows::InView : RanksWish::Rows::Shown;
    if (m_rows->currentIndex() == 2)
        for (const QString& word : m_words->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
            if (!word.trimmed().isEmpty()) out.words.push_back(word.trimmed().toStdString());
    out.width = kWidths[m_widths->currentIndex()];
    out.title = m_title->text().trimmed().toStdString();
    out.numbers = m_numbers->isChecked();
    out.verdict = m_verdict->isChecked();
    out.marks = m_marks->isChecked();
    out.method = m_method->isChecked();
    out.namesLeftOut = m_redact->isChecked();
    return out;
}

paint::ThemeId RanksPictureDialog::theme() const { return pictures::themeOf(kThemes[m_themes->currentIndex()]); }
double RanksPictureDialog::scale() const { return m_scales->currentIndex() + 1; }

void RanksPictureDialog::refresh() {
    m_words->setVisible(m_rows->currentIndex() == 2);
    m_wait.start();
}

void RanksPictureDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    m_wait.start();
}

void RanksPictureDialog::fail(const Error& error) { m_note->setText(QString::fromStdString(error.text())); }

void RanksPictureDialog::draw() {
    auto source = m_source();
    if (!source) return close(), void();
    const double room = std::max(200, m_area->viewport()->width() - 2), dots = devicePixelRatioF();
    m_runner.start(
        kPreview, this,
        [source = std::move(*source), wish = wish(), theme = theme(), room, dots](RunContext&) -> Result<QImage> {
            paint::Fonts fonts;
            const auto picture = rankpictures::ranksPicture(source, wish, fonts);
            if (!picture.ok()) return picture.error();
            const double fit = std::min(1.0, room / picture->width);
            QImage image = pictures::toImage(*picture, paint::Theme::of(theme), fit * dots, fonts);
            image.setDevicePixelRatio(dots);
            return image;
        },
        [this](const Result<QImage>& drawn) {
            if (!drawn.ok()) return fail(drawn.error());
            m_note->clear();
            m_shown = *drawn;
            m_picture->setPixmap(QPixmap::fromImage(m_shown));
        });
}

void RanksPictureDialog::askFile() {
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
        saveTo(path);
    });
    dialog->open();
}

void RanksPictureDialog::saveTo(const QString& path) {
    auto source = m_source();
    if (!source) return;
    m_runner.start(
        kWrite, this,
        [source = std::move(*source), wish = wish(), theme = theme(), scale = scale(), path](RunContext&) -> Status {
            paint::Fonts fonts;
            const auto picture = rankpictures::ranksPicture(source, wish, fonts);
            if (!picture.ok()) return picture.error();
            return pictures::save(*picture, paint::Theme::of(theme), scale, fonts, path.toStdString());
        },
        [this, path](const Status& done) {
            if (!done.ok()) return fail(done.error());
            m_note->setText(tr("written: %1").arg(path));
            emit written(path);
        });
}

void RanksPictureDialog::copy() {
    auto source = m_source();
    if (!source) return;
    m_runner.start(
        kWrite, this,
        [source = std::move(*source), wish = wish(), theme = theme(), scale = scale()](RunContext&) -> Result<QImage> {
            paint::Fonts fonts;
            const auto picture = rankpictures::ranksPicture(source, wish, fonts);
            if (!picture.ok()) return picture.error();
            return pictures::toImage(*picture, paint::Theme::of(theme), scale, fonts);
        },
        [this](const Result<QImage>& image) {
            if (!image.ok()) return fail(image.error());
            QGuiApplication::clipboard()->setImage(*image);
            m_note->setText(tr("the picture is in the clipboard"));
            emit copied();
        });
}

} // namespace lanescope::app
