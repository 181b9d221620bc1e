#include "widgets/panels/welcome_page.h"

#include "core/store/columns.h"
#include "widgets/panels/panel_parts.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lanescope::panels {

using scene::Ink;

namespace {

constexpr int kPageWidth = 1040, kCapsWidth = 114;

// Four slices on four lanes: the mark of the program.
class Logo final : public timeline::SceneWidget {
public:
    Logo(timeline::Look& look, QWidget* parent) : SceneWidget(look, parent) { setFixedSize(56, 36); }

protected:
    void build(scene::Scene& out) override {
        out.background = Ink::Window;
        scene::Layer layer;
        const auto slice = [&](double x, double y, double w, WorkKind kind) {
            scene::Box box = timeline::makeBox(x, y, w, 6, Ink::Kind);
            box.variant = static_cast<std::uint8_t>(kind);
            layer.boxes.push_back(box);
        };
        slice(0, 1, 30, WorkKind::Gemm);
        slice(10, 10, 22, WorkKind::Attention);
        slice(20, 19, 34, WorkKind::Communication);
        slice(6, 28, 14, WorkKind::Memory);
        out.layers.push_back(std::move(layer));
    }
};

class Legend final : public timeline::SceneWidget {
public:
    Legend(timeline::Look& look, QWidget* parent) : SceneWidget(look, parent) { setFixedHeight(30); }

protected:
    void build(scene::Scene& out) override {
        out.background = Ink::Window;
        scene::Layer layer;
        const char* const names[] = {"compute", "exposed comm", "exposed copies", "idle"};
        double x = 2;
        for (int i = 0; i < 4; ++i) {
            timeline::addPartChip(layer, x, 12, i);
            layer.labels.push_back(timeline::makeLabel(x + 14, 20, names[i], Ink::Text2, {11.5F, 400, false}));
            x += 14 + look().fonts().width(names[i], {11.5F, 400, false}) + 18;
        }
        out.layers.push_back(std::move(layer));
    }
};

QWidget* titled(const QString& title, QPushButton* link, timeline::Look& look, QWidget* parent) {
    auto* head = new QWidget(parent);
    auto* box = new QVBoxLayout(head);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(10);
    auto* row = new QHBoxLayout;
    row->addWidget(makeText(title, TextRole::Title, head), 1);
    if (link) row->addWidget(link);
    box->addLayout(row);
    box->addWidget(makeRule(look, head));
    return head;
}

} // namespace

WelcomePage::WelcomePage(timeline::Look& look, QWidget* parent) : QScrollArea(parent), m_look(look) {
    setAccessibleName(tr("start page"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* outer = new QWidget;
    auto* across = new QHBoxLayout(outer);
    auto* page = new QWidget(outer);
    page->setMaximumWidth(kPageWidth);
    across->addStretch(1);
    across->addWidget(page, 1000);
    across->addStretch(1);
    auto* box = new QVBoxLayout(page);
    box->setContentsMargins(0, 64, 0, 24);
    box->setSpacing(0);
    box->addWidget(buildHead());
    box->addSpacing(44);
    box->addWidget(buildDrop());
    box->addSpacing(34);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(60);
    columns->addWidget(buildRecent(), 71);
    auto* right = new QVBoxLayout;
    right->setSpacing(24);
    right->addWidget(buildStart());
    right->addWidget(buildKeys());
    right->addStretch(1);
    columns->addLayout(right, 27);
    box->addLayout(columns);
    box->addStretch(1);
    box->addSpacing(24);
    auto* foot = new QHBoxLayout;
    foot->addWidget(
        makeText(tr("Files stay on this machine. Lanescope opens no network connection."), TextRole::Muted, page), 1);
    m_theme = makeText({}, TextRole::Muted, page);
    foot->addWidget(m_theme);
    box->addLayout(foot);
    setWidget(outer);
}

QWidget* WelcomePage::buildHead() {
    auto* head = new QWidget;
    auto* box = new QVBoxLayout(head);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(14);
    auto* row = new QHBoxLayout;
    row->setSpacing(14);
    row->addWidget(new Logo(m_look, head));
    row->addWidget(makeText(QStringLiteral("Lanescope"), TextRole::PageTitle, head));
    row->addStretch(1);
    box->addLayout(row);
    QLabel* what = makeText(tr("See where the time of a training step goes."), TextRole::Second, head);
    what->setStyleSheet(QStringLiteral("font-size: 15px;"));
    box->addWidget(what);
    return head;
}

QWidget* WelcomePage::buildDrop() {
    m_drop = new QFrame;
    m_drop->setObjectName(QStringLiteral("drop"));
    setDropState(DropState::Idle);
    auto* box = new QHBoxLayout(m_drop);
    box->setContentsMargins(28, 26, 24, 26);
    auto* words = new QVBoxLayout;
    words->setSpacing(8);
    QLabel* title = makeText(tr("Drop traces here"), TextRole::Statement, m_drop);
    words->addWidget(title);
    words->addWidget(makeText(tr("PyTorch Kineto .json, .json.gz or .json.zst, one file per rank, or a folder"),
                              TextRole::Second, m_drop));
    box->addLayout(words, 1);
    m_open = makeButton({}, ButtonRole::Primary, m_drop);
    m_open->setMinimumHeight(36);
    connect(m_open, &QPushButton::clicked, this, &WelcomePage::openWanted);
    box->addWidget(m_open);
    m_folder = makeButton({}, ButtonRole::Plain, m_drop);
    m_folder->setMinimumHeight(36);
    connect(m_folder, &QPushButton::clicked, this, &WelcomePage::folderWanted);
    box->addWidget(m_folder);
    return m_drop;
}

void WelcomePage::setDropState(DropState state) {
    m_drop->setStyleSheet(QStringLiteral("#drop { border: 1px dashed %1; border-radius: 6px; background: %2; }")
                              .arg(m_look.color(state == DropState::Over ? Ink::Accent : Ink::Line2).name(),
                                   m_look.color(state == DropState::Over ? Ink::AccentBack : Ink::Panel).name()));
}

QWidget* WelcomePage::buildRecent() {
    m_recent = new QWidget;
    auto* box = new QVBoxLayout(m_recent);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    QPushButton* clear = makeButton(tr("Clear list"), ButtonRole::Link, m_recent);
    connect(clear, &QPushButton::clicked, this, &WelcomePage::clearRecentWanted);
    box->addWidget(titled(tr("Recent"), clear, m_look, m_recent));
    m_none = makeText(tr("Nothing was opened yet."), TextRole::Second, m_recent);
    m_none->setContentsMargins(0, 14, 0, 0);
    box->addWidget(m_none);
    m_recentList = new QVBoxLayout;
    m_recentList->setSpacing(0);
    box->addLayout(m_recentList);
    m_legend = new Legend(m_look, m_recent);
    box->addWidget(m_legend);
    box->addStretch(1);
    return m_recent;
}

QWidget* WelcomePage::buildStart() {
    auto* start = new QWidget;
    auto* box = new QVBoxLayout(start);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(10);
    box->addWidget(titled(tr("Start here"), nullptr, m_look, start));
    QPushButton* sample = makeButton(tr("Open the sample trace"), ButtonRole::Entry, start);
    connect(sample, &QPushButton::clicked, this, &WelcomePage::sampleWanted);
    box->addWidget(sample);
    box->addWidget(makeText(tr("a healthy training run, made on this machine"), TextRole::Second, start));
    return start;
}

QWidget* WelcomePage::buildKeys() {
    auto* keys = new QWidget;
    auto* box = new QVBoxLayout(keys);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(8);
    box->addWidget(titled(tr("Keys"), nullptr, m_look, keys));
    m_keyLinesBox = new QWidget(keys);
    m_keyLines = new QVBoxLayout(m_keyLinesBox);
    m_keyLines->setContentsMargins(0, 0, 0, 0);
    m_keyLines->setSpacing(8);
    box->addWidget(m_keyLinesBox);
    QPushButton* all = makeButton(tr("Show all keys"), ButtonRole::Link, keys);
    connect(all, &QPushButton::clicked, this, &WelcomePage::keysWanted);
    box->addWidget(all);
    return keys;
}

void WelcomePage::setKeyNames(std::function<QString(const char* action)> keysOf) {
    m_keysOf = std::move(keysOf);
    showKeys();
}

// The first of the keys of an action; empty: it has none.
QString WelcomePage::firstKey(const char* action) const {
    return m_keysOf ? m_keysOf(action).section(QStringLiteral(" or "), 0, 0) : QString();
}

void WelcomePage::showKeys() {
    const auto withKey = [this](const QString& text, const char* action) {
        const QString key = firstKey(action);
        return key.isEmpty() ? text : text + QStringLiteral("   ") + key;
    };
    m_open->setText(withKey(tr("Open files"), "file.open"));
    m_folder->setText(withKey(tr("Open folder of ranks"), "file.open-folder"));
    qDeleteAll(m_keyLinesBox->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    const std::pair<std::vector<const char*>, QString> rows[] = {
        {{"view.zoom-in", "go.pan-left", "view.zoom-out", "go.pan-right"}, tr("zoom and pan")},
        {{"view.fit-selection"}, tr("fit the selection")},
        {{"edit.search"}, tr("search")},
        {{"select.next", "select.previous"}, tr("next, previous slice")},
        {{"help.keys"}, tr("all keys")}};
    for (const auto& [actions, text] : rows) {
        auto* line = new QWidget(m_keyLinesBox);
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(4);
        auto* capsBox = new QWidget(line);
        capsBox->setMinimumWidth(kCapsWidth);
        auto* capsRow = new QHBoxLayout(capsBox);
        capsRow->setContentsMargins(0, 0, 0, 0);
        capsRow->setSpacing(4);
        for (const char* action : actions)
            if (const QString key = firstKey(action); !key.isEmpty()) capsRow->addWidget(makeKeycap(key, capsBox));
        capsRow->addStretch(1);
        row->addWidget(capsBox);
        row->addWidget(makeText(text, TextRole::Second, line), 1);
        m_keyLines->addWidget(line);
        line->show();
    }
}

void WelcomePage::setRecent(const QVector<models::RecentFile>& files) {
    qDeleteAll(m_rows);
    m_rows.clear();
    for (const models::RecentFile& file : files) {
        auto* row = new RecentRow(m_look, file, m_recent);
        connect(row, &RecentRow::chosen, this, &WelcomePage::fileWanted, Qt::QueuedConnection);
        m_recentList->addWidget(row);
        m_rows.insert(file.path, row);
    }
    m_none->setVisible(files.isEmpty());
    m_legend->setVisible(!files.isEmpty());
}

void WelcomePage::setState(const QString& path, const QString& state, Ink ink) {
    if (RecentRow* row = m_rows.value(path)) row->setState(state, ink);
}

void WelcomePage::setThemeName(const QString& name) {
    m_theme->setText(tr("Theme: %1").arg(name));
    setDropState(DropState::Idle);
}

QStringList WelcomePage::recentPaths() const {
    QStringList out;
    for (int i = 0; i < m_recentList->count(); ++i)
        if (const auto* row = qobject_cast<RecentRow*>(m_recentList->itemAt(i)->widget())) out << row->file().path;
    return out;
}

} // namespace lanescope::panels
