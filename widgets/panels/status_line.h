// The single line at the bottom: what was read, oddities, windows and thresholds, the size of a px, the pointer's time;
// while a file is read, how far it is. Items drop from the middle when it is narrow. GUI thread.
#pragma once

#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

namespace lanescope::panels {

class StatusLine final : public timeline::SceneWidget {
    Q_OBJECT
public:
    explicit StatusLine(const timeline::Shared& shared, QWidget* parent = nullptr);
    void setLoading(const QString& text); // empty: not loading
    void say(const QString& text);        // a short remark until the next one or the next change; empty: none
    QStringList texts();                  // as shown

signals:
    void odditiesClicked();

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    struct Item {
        std::string text;
        scene::Ink ink = scene::Ink::Text2;
        bool link = false;
    };
    std::vector<Item> leftItems() const;
    std::string selectedText() const;
    std::vector<Item> rightItems() const;

    timeline::Shared m_shared;
    QString m_loading, m_remark;
    std::string m_selected;
    QRectF m_link;
};

} // namespace lanescope::panels
