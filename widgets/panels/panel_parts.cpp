#include "widgets/panels/panel_parts.h"

#include <QPainter>

namespace lanescope::panels {

namespace {

class Rule final : public QWidget {
public:
    Rule(timeline::Look& look, QWidget* parent) : QWidget(parent), m_look(look) { setFixedHeight(1); }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), m_look.color(scene::Ink::Line2)); }

private:
    timeline::Look& m_look;
};

} // namespace

QLabel* makeText(const QString& text, TextRole role, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    const auto style = [&](const char* sheet) { label->setStyleSheet(QString::fromLatin1(sheet)); };
    switch (role) {
    case TextRole::Body:
        break;
    case TextRole::Strong:
        style("font-weight: 600;");
        break;
    case TextRole::Second:
        label->setProperty("role", "second");
        break;
    case TextRole::Muted:
        label->setProperty("role", "muted");
        break;
    case TextRole::Small:
        label->setProperty("role", "small");
        break;
    case TextRole::Bad:
        label->setProperty("role", "bad");
        break;
    case TextRole::Title:
        style("font-size: 14px; font-weight: 600;");
        break;
    case TextRole::Statement:
        style("font-size: 16px; font-weight: 600;");
        break;
    case TextRole::PageTitle:
        style("font-size: 34px; font-weight: 600;");
        break;
    }
    return label;
}

QPushButton* makeButton(const QString& text, ButtonRole role, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    const char* const names[] = {"plain", "primary", "link", "entry"};
    button->setProperty("role", names[static_cast<int>(role)]);
    button->setCursor(Qt::PointingHandCursor);
    button->setAutoDefault(false);
    return button;
}

QToolButton* makeChip(const QString& text, QWidget* parent) {
    auto* chip = new QToolButton(parent);
    chip->setText(text);
    chip->setProperty("role", "chip");
    chip->setCursor(Qt::PointingHandCursor);
    return chip;
}

QWidget* makeRule(timeline::Look& look, QWidget* parent) { return new Rule(look, parent); }

QLabel* makeKeycap(const QString& text, QWidget* parent) {
    auto* cap = new QLabel(text, parent);
    cap->setObjectName(QStringLiteral("keycap"));
    cap->setAlignment(Qt::AlignCenter);
    cap->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return cap;
}

} // namespace lanescope::panels
