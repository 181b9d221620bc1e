#include "widgets/rankpanels/ranks_notice.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;

namespace {
constexpr int kShape = 26; // room of the shape at the left

QString capital(const std::string& text) {
    QString out = QString::fromStdString(text);
    const qsizetype blank = out.indexOf(QLatin1Char(' ')), colon = out.indexOf(QLatin1Char(':'));
    const qsizetype dot = out.indexOf(QLatin1Char('.'));
    const bool isName = (colon >= 0 && colon < blank) || (dot >= 0 && dot < blank); // "nccl:all_reduce", "rank3.json"
    if (!out.isEmpty() && !isName) out[0] = out[0].toUpper();
    return out;
}
} // namespace

RanksNotice::RanksNotice(timeline::Look& look, RanksDocument& document, QWidget* parent)
    : QWidget(parent), m_look(look), m_document(document) {
    setObjectName(QStringLiteral("ranksNotice"));
    setFixedHeight(kHeight);
    m_words = new QLabel(this);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setMinimumWidth(0);
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_more = new QPushButton(this);
    m_more->setProperty("role", "link");
    m_close = new QToolButton(this);
    m_close->setText(QStringLiteral("\u00d7"));
    m_close->setAccessibleName(tr("close this line"));
    m_close->setToolTip(tr("close this line"));
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(kShape + 8, 0, 10, 0);
    box->setSpacing(12);
    box->addWidget(m_words, 1);
    box->addWidget(m_more);
    box->addWidget(m_close);
    connect(m_more, &QPushButton::clicked, this,
            [this] { m_about == About::Ranks ? emit ranksWanted() : emit logsWanted(); });
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(&look, &timeline::Look::themeChanged, this, qOverload<>(&QWidget::update));
    connect(&document, &RanksDocument::changed, this, &RanksNotice::refresh);
    connect(&document, &RanksDocument::companionsChanged, this, &RanksNotice::refresh);
    refresh();
}

QString RanksNotice::shownText() const { return m_words->text(); }

void RanksNotice::refresh() {
    m_sentences.clear();
    m_about = About::Ranks;
    if (m_document.isOpen()) {
        for (const std::string& text : m_document.job().troubles()) m_sentences << capital(text) + QLatin1Char('.');
        if (m_sentences.isEmpty()) m_about = About::Logs;
        for (const std::string& text : companionWords(m_document.companions()))
            m_sentences << capital(text) + (text.ends_with('.') ? QString() : QStringLiteral("."));
    }
    m_sentences.removeDuplicates(); // the same hint of several logs
    setVisible(!m_sentences.isEmpty());
    m_words->setText(m_sentences.join(QStringLiteral("   ")));
    m_words->setToolTip(m_sentences.join(QLatin1Char('\n')));
    m_more->setText(m_about == About::Ranks ? tr("Show the ranks") : tr("Show the logs"));
    setAccessibleName(m_sentences.join(QLatin1Char(' ')));
}

void RanksNotice::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.color(scene::Ink::Raised));
    painter.fillRect(0, height() - 1, width(), 1, m_look.color(scene::Ink::Line2));
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath triangle;
    const double x = 18, y = height() / 2.0;
    triangle.moveTo(x, y - 6);
    triangle.lineTo(x + 7, y + 6);
    triangle.lineTo(x - 7, y + 6);
    triangle.closeSubpath();
    painter.fillPath(triangle, m_look.color(scene::Ink::Warn));
}

} // namespace lanescope::rankpanels
