// What is shown while no trace is open: where to drop files, what was opened lately, where to start, the first keys.
// GUI thread; no file access: what became of the recent files is told by whoever asked.
#pragma once

#include "widgets/models/recent_files.h"
#include "widgets/timeline/scene_widget.h"

#include <QFrame>
#include <QHash>
#include <QScrollArea>

#include <functional>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lanescope::panels {

// One line of the list: name, parts bar, size, state, when.
class RecentRow final : public timeline::SceneWidget {
    Q_OBJECT
public:
    RecentRow(timeline::Look& look, models::RecentFile file, QWidget* parent = nullptr);
    const models::RecentFile& file() const { return m_file; }
    void setState(const QString& state, scene::Ink ink);

signals:
    void chosen(const QString& path);

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    models::RecentFile m_file;
    QString m_state;
    scene::Ink m_stateInk = scene::Ink::Muted;
};

class WelcomePage final : public QScrollArea {
    Q_OBJECT
public:
    explicit WelcomePage(timeline::Look& look, QWidget* parent = nullptr);
    void setRecent(const QVector<models::RecentFile>& files);
    // Empty: as it was. Else "not found", "changed since".
    void setState(const QString& path, const QString& state, scene::Ink ink);
    void setThemeName(const QString& name);
    enum class DropState : std::uint8_t { Idle, Over };
    void setDropState(DropState state);
    QStringList recentPaths() const;
    // Where the keys of an action are told, by its id; they can be changed. showKeys() asks again.
    void setKeyNames(std::function<QString(const char* action)> keysOf);
    void showKeys();

signals:
    void openWanted();
    void folderWanted();
    void fileWanted(const QString& path);
    void sampleWanted();
    void keysWanted();
    void clearRecentWanted();

private:
    QWidget* buildHead();
    QWidget* buildDrop();
    QWidget* buildRecent();
    QWidget* buildStart();
    QWidget* buildKeys();
    QString firstKey(const char* action) const;

    timeline::Look& m_look;
    QFrame* m_drop;
    QWidget* m_recent;
    QVBoxLayout* m_recentList;
    QWidget* m_legend;
    QLabel *m_none, *m_theme;
    QPushButton *m_open = nullptr, *m_folder = nullptr;
    QVBoxLayout* m_keyLines = nullptr;
    QWidget* m_keyLinesBox = nullptr;
    std::function<QString(const char* action)> m_keysOf;
    QHash<QString, RecentRow*> m_rows;
};

} // namespace lanescope::panels
