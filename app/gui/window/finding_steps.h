// From finding to finding: the list, the brackets, the cards and the keys all come here to go to one. GUI thread.
#pragma once

#include "app/gui/window/navigator.h"
#include "app/gui/window/trace_page.h"

#include <QObject>

#include <memory>
#include <optional>

namespace lanescope::app {

class FindingSteps final : public QObject {
    Q_OBJECT
public:
    FindingSteps(const timeline::Shared& shared, TracePage& page, QObject* parent = nullptr);
    std::size_t count() const { return m_findings ? m_findings->findings.size() : 0; }
    std::optional<std::size_t> current() const { return m_current; }
    void next(); // most costly first, round and round
    void previous();
    // To its longest range; selects what causes it there.
    void show(std::size_t finding);
    void showAt(std::size_t finding, TimeRange range);

signals:
    void said(const QString& text);

private:
    void step(int by);

    timeline::Shared m_shared;
    TracePage& m_page;
    std::shared_ptr<const FindingsResult> m_findings;
    std::optional<std::size_t> m_current;
};

} // namespace lanescope::app
