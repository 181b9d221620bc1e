// The list of all analyses, under headings, with a box to find one by its name; what the trace cannot answer is grey
// and says why. GUI thread.
#pragma once

#include "widgets/models/analysis/analysis_request.h"
#include "widgets/timeline/look.h"

#include <QHash>
#include <QLineEdit>
#include <QListWidget>
#include <QWidget>

namespace lanescope::panels {

class AnalysisList final : public QWidget {
    Q_OBJECT
public:
    explicit AnalysisList(timeline::Look& look, QWidget* parent = nullptr);
    // Why an analysis has nothing to say about the open trace, by id; entries that are not in it can be asked.
    void setReasons(const QHash<QString, QString>& reasons);
    void choose(const QString& id); // says chosen() when it is another one
    QString chosen() const { return m_chosen; }
    QStringList shown() const; // titles, without headings
    QLineEdit& search() { return *m_search; }

signals:
    void chosenChanged(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    QListWidgetItem* itemOf(const QString& id) const;
    timeline::Look& m_look;
    QLineEdit* m_search;
    QListWidget* m_list;
    QHash<QString, QString> m_reasons;
    QString m_chosen;
    bool m_filling = false;
};

} // namespace lanescope::panels
