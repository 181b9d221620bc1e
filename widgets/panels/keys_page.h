// The page of the settings on which keys are changed: every action with its keys, a field that takes the key pressed,
// and what stands in the way said before it is done. It knows nothing of the window. GUI thread.
#pragma once

#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

#include <functional>
#include <vector>

namespace lanescope::panels {

struct KeyChoice {
    QString id, group, text, keys; // keys: portable text, several separated by " | "
    bool changed = false;          // other than at first
};

class KeysPage final : public QWidget {
    Q_OBJECT
public:
    struct Source {
        std::function<std::vector<KeyChoice>()> list;                    // in the order of the menus
        std::function<bool(const QString& id, const QString& keys)> set; // takes them from whoever has them
        std::function<void(const QString& id)> reset;
        std::function<void()> resetAll;
    };
    explicit KeysPage(Source source, QWidget* parent = nullptr);
    void choose(const QString& id);
    QString chosen() const; // its id; empty: none
    QString sentence() const { return m_sentence->text(); }

    // The parts, for tests and for the order of the Tab key.
    QLineEdit& search() { return *m_search; }
    QTreeWidget& list() { return *m_list; }
    QKeySequenceEdit& key() { return *m_key; }
    QPushButton& replaceButton() { return *m_replace; }
    QPushButton& addButton() { return *m_add; }
    QPushButton& clearButton() { return *m_clear; }
    QPushButton& resetButton() { return *m_reset; }
    QPushButton& resetAllButton() { return *m_resetAll; }

private:
    enum class Way : std::uint8_t { Replace, Add };
    void fill();
    void filter();
    void refresh(); // buttons and sentence, after the choice or the typed key
    void apply(Way way);
    const KeyChoice* choice() const;
    const KeyChoice* ownerOf(const QString& key) const; // another action that has it

    Source m_source;
    std::vector<KeyChoice> m_choices;
    QLineEdit* m_search;
    QTreeWidget* m_list;
    QKeySequenceEdit* m_key;
    QPushButton *m_replace, *m_add, *m_clear, *m_reset, *m_resetAll;
    QLabel* m_sentence;
};

} // namespace lanescope::panels
