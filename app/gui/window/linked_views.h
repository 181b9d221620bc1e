// Several timelines that look at the same stretch of time, each counted from an origin of its own (the start of a step,
// of a range, of the trace): who is moved or zoomed takes the others along, the width of the headers too, and where the
// pointer of one is, the others show a line. Any number of them; it owns none. The first one leads: others go nowhere
// that its own limits keep it from. GUI thread.
#pragma once

#include "widgets/timeline/selection.h"
#include "widgets/timeline/view_state.h"

#include <QColor>
#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <vector>

namespace lanescope::app {

class LinkedViews final : public QObject {
    Q_OBJECT
public:
    struct Member { // none of them null
        timeline::ViewState* view;
        timeline::Selection* selection; // its pointer
        QWidget* canvas;                // the line is drawn over it; headers at its left
    };
    explicit LinkedViews(QObject* parent = nullptr) : QObject(parent) {}

    // The first one stays where it is; those that come later go where the others are.
    void add(const Member& member, RankTime origin);
    void remove(const timeline::ViewState& view);
    void setOrigin(const timeline::ViewState& view, RankTime origin); // it moves; the others stay
    RankTime originOf(const timeline::ViewState& view) const;
    std::size_t size() const { return m_members.size(); }
    // The same moment in another one.
    RankTime timeIn(const timeline::ViewState& to, RankTime time, const timeline::ViewState& from) const;
    void setLineColour(const QColor& colour);

    // Where the line of this one is, px of its canvas; none: no other one has the pointer.
    std::optional<double> lineOf(const timeline::ViewState& view) const;

private:
    class Line;
    struct Entry {
        Member member;
        RankTime origin{};
        QPointer<Line> line;
    };
    std::size_t indexOf(const timeline::ViewState& view) const; // size() when it is no member
    void follow(std::size_t leader);
    void bring(std::size_t who, std::size_t leader);
    void pointed(std::size_t leader);
    std::vector<Entry> m_members;
    QColor m_colour = Qt::gray;
    bool m_moving = false; // by us
};

} // namespace lanescope::app
