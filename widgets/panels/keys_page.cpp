#include "widgets/panels/keys_page.h"

#include "widgets/panels/panel_parts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

namespace lanescope::panels {

namespace {

constexpr int kIdRole = Qt::UserRole, kListHeight = 320, kActionColumn = 300;
const QString kBetween = QStringLiteral(" | ");

QString shown(const QString& keys) { return keys.split(kBetween, Qt::SkipEmptyParts).join(QStringLiteral(" or ")); }

} // namespace

KeysPage::KeysPage(Source source, QWidget* parent)
    : QWidget(parent),
      m_source(std::move(source)),
      m_search(new QLineEdit(this)),
      m_list(new QTreeWidget(this)),
      m_key(new QKeySequenceEdit(this)),
      m_replace(makeButton(tr("Use this key"), ButtonRole::Primary, this)),
      m_add(makeButton(tr("Add it"), ButtonRole::Plain, this)),
      m_clear(makeButton(tr("No key"), ButtonRole::Plain, this)),
      m_reset(makeButton(tr("As at first"), ButtonRole::Plain, this)),
      m_resetAll(makeButton(tr("All as at first"), ButtonRole::Plain, this)),
      m_sentence(makeText({}, TextRole::Second, this)) {
    m_search->setPlaceholderText(tr("Find an action or a key"));
    m_search->setAccessibleName(tr("find an action or a key"));
    m_search->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("actions and their keys"));
    m_list->setColumnCount(2);
    m_list->setHeaderLabels({tr("action"), tr("keys")});
    m_list->setColumnWidth(0, kActionColumn);
    m_list->setMinimumHeight(kListHeight);
    m_list->setUniformRowHeights(true);
    m_key->setAccessibleName(tr("new key"));
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumHeight(2 * m_sentence->fontMetrics().lineSpacing());
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_key, 1);
    for (QPushButton* button : {m_replace, m_add, m_clear, m_reset}) line->addWidget(button);
    auto* last = new QHBoxLayout;
    last->addWidget(m_sentence, 1);
    last->addWidget(m_resetAll, 0, Qt::AlignTop);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(16, 16, 16, 16);
    box->setSpacing(10);
    box->addWidget(m_search);
    box->addWidget(m_list, 1);
    box->addLayout(line);
    box->addLayout(last);
    connect(m_search, &QLineEdit::textChanged, this, &KeysPage::filter);
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this] {
        m_key->clear();
        refresh();
    });
    connect(m_key, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& keys) {
        if (keys.count() > 1) return m_key->setKeySequence(QKeySequence(keys[keys.count() - 1u])); // the last stroke
        refresh();
    });
    connect(m_replace, &QPushButton::clicked, this, [this] { apply(Way::Replace); });
    connect(m_add, &QPushButton::clicked, this, [this] { apply(Way::Add); });
    connect(m_clear, &QPushButton::clicked, this, [this] {
        if (choice() && m_source.set(chosen(), {})) fill();
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (choice()) m_source.reset(chosen());
        fill();
    });
    connect(m_resetAll, &QPushButton::clicked, this, [this] {
        m_source.resetAll();
        fill();
    });
    fill();
}

void KeysPage::fill() {
    const QString kept = chosen();
    m_choices = m_source.list();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        QTreeWidgetItem* group = nullptr;
        for (const KeyChoice& choice : m_choices) {
            if (!group || group->text(0) != choice.group) {
                group = new QTreeWidgetItem(m_list, {choice.group});
                group->setFlags(Qt::ItemIsEnabled);
            }
            auto* item = new QTreeWidgetItem(group, {choice.text, shown(choice.keys)});
            item->setData(0, kIdRole, choice.id);
            item->setToolTip(0, choice.text);
            if (!choice.changed) continue;
            QFont font = item->font(1);
            font.setBold(true);
            item->setFont(1, font);
            item->setToolTip(1, tr("changed by you"));
        }
        m_list->expandAll();
    }
    filter();
    m_key->clear();
    choose(kept);
    refresh();
}

void KeysPage::filter() {
    const QString words = m_search->text().trimmed();
    for (int g = 0; g < m_list->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = m_list->topLevelItem(g);
        bool any = false;
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* item = group->child(i);
            const bool fits = item->text(0).contains(words, Qt::CaseInsensitive) ||
                              item->text(1).contains(words, Qt::CaseInsensitive);
            item->setHidden(!fits);
            any |= fits;
        }
        group->setHidden(!any);
    }
}

void KeysPage::choose(const QString& id) {
    for (int g = 0; g < m_list->topLevelItemCount(); ++g)
        for (int i = 0; i < m_list->topLevelItem(g)->childCount(); ++i) {
            QTreeWidgetItem* item = m_list->topLevelItem(g)->child(i);
            if (item->data(0, kIdRole).toString() != id) continue;
            m_list->setCurrentItem(item);
            m_list->scrollToItem(item);
        }
}

QString KeysPage::chosen() const {
    const QTreeWidgetItem* item = m_list->currentItem();
    return item ? item->data(0, kIdRole).toString() : QString();
}

const KeyChoice* KeysPage::choice() const {
    const QString id = chosen();
    for (const KeyChoice& c : m_choices)
        if (c.id == id) return &c;
    return nullptr;
}

const KeyChoice* KeysPage::ownerOf(const QString& key) const {
    for (const KeyChoice& c : m_choices)
        if (c.id != chosen() && c.keys.split(kBetween, Qt::SkipEmptyParts).contains(key)) return &c;
    return nullptr;
}

void KeysPage::refresh() {
    const KeyChoice* now = choice();
    const QString key = m_key->keySequence().toString(QKeySequence::PortableText);
    const bool own = now && now->keys.split(kBetween, Qt::SkipEmptyParts).contains(key);
    m_key->setEnabled(now != nullptr);
    m_replace->setEnabled(now && !key.isEmpty() && now->keys != key);
    m_add->setEnabled(now && !key.isEmpty() && !own && !now->keys.isEmpty());
    m_clear->setEnabled(now && !now->keys.isEmpty());
    m_reset->setEnabled(now && now->changed);
    bool any = false;
    for (const KeyChoice& c : m_choices) any |= c.changed;
    m_resetAll->setEnabled(any);
    if (!now) return m_sentence->setText(tr("Choose an action, then press its new key in the field."));
    if (key.isEmpty()) {
        m_sentence->setText(now->keys.isEmpty() ? tr("%1 has no key.").arg(now->text)
                                                : tr("%1: %2.").arg(now->text, shown(now->keys)));
    } else if (const KeyChoice* owner = ownerOf(key)) {
        m_sentence->setText(
            tr("%1 belongs to \u201c%2\u201d (%3); it loses it when you go on.").arg(key, owner->text, owner->group));
    } else {
        m_sentence->setText(own ? tr("%1 is its key already.").arg(key) : tr("%1 is free.").arg(key));
    }
}

void KeysPage::apply(Way way) {
    const KeyChoice* now = choice();
    const QString key = m_key->keySequence().toString(QKeySequence::PortableText);
    if (!now || key.isEmpty()) return;
    const QString keys = way == Way::Add && !now->keys.isEmpty() ? now->keys + kBetween + key : key;
    if (m_source.set(now->id, keys)) return fill();
    m_sentence->setText(tr("%1 cannot be a key of its own.").arg(key));
}

} // namespace lanescope::panels
