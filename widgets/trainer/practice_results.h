// What was reached in practice, kept in the settings, which are written to a temporary name and renamed. GUI thread.
#pragma once

#include <QDateTime>
#include <QSettings>
#include <QVector>

#include <cstdint>
#include <optional>

namespace lanescope::trainer {

struct PracticeResult {
    QDateTime when;
    std::uint64_t seed = 0;
    int points = 0, mostPoints = 0;
    std::int64_t milliseconds = 0;
    friend bool operator==(const PracticeResult&, const PracticeResult&) = default;
};

class PracticeResults {
public:
    static constexpr int kMost = 50;
    explicit PracticeResults(QSettings& store) : m_store(store) {}
    QVector<PracticeResult> all() const; // newest first; what cannot be read is left out
    void add(const PracticeResult& result);
    std::optional<PracticeResult> best() const; // most points, then least time

private:
    QSettings& m_store;
};

} // namespace lanescope::trainer
