// The straggler: verdict, confidence, why, cost, evidence, comparison, what would refute it, what to try, and what is
// said about the set of ranks. All from the report of the ranks. GUI thread.
#pragma once

#include "core/session/ranks/rank_verdict.h"
#include "widgets/ranks/ranks_document.h"
#include "widgets/timeline/scene_widget.h"

#include <QPushButton>

namespace lanescope::rankpanels {

class VerdictPanel final : public timeline::SceneWidget {
    Q_OBJECT
public:
    VerdictPanel(timeline::Look& look, ranksview::RanksDocument& document, QWidget* parent = nullptr);
    QSize sizeHint() const override { return {320, 600}; }
    const StragglerVerdict& verdict() const { return m_verdict; }
    QStringList lines(); // what is said, line by line, for tests and screen readers
    QPushButton& worstStep() { return *m_worst; }
    QPushButton& note() { return *m_note; }
    QPushButton& copy() { return *m_copy; }
    std::string text() const; // the verdict as Markdown

signals:
    void stepWanted(std::size_t record, std::int64_t step);
    void rankWanted(std::size_t record); // a comparison bar was clicked
    void noteWanted();                   // the verdict as a note in the straggler's trace
    void said(const QString& text);

protected:
    void build(scene::Scene& out) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Pen {
        scene::Layer* layer = nullptr;
        double y = 0;
    };
    void refresh();
    void addHead(Pen& pen);
    void addRow(Pen& pen, const std::string& name, const std::string& value);
    void addTitle(Pen& pen, const std::string& text);
    void addText(Pen& pen, const std::string& text, scene::Ink ink);
    void addRule(Pen& pen);
    void addBars(Pen& pen);
    void addNodes(Pen& pen);
    void placeButtons(int y);
    double right() const { return width() - 16.0; }

    ranksview::RanksDocument& m_document;
    StragglerVerdict m_verdict;
    QPushButton *m_worst, *m_note, *m_copy;
    double m_scroll = 0, m_contentHeight = 0;
    std::vector<std::pair<QRectF, std::size_t>> m_barRows;
};

} // namespace lanescope::rankpanels
