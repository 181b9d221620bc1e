// Marks that the user left in a trace: a moment or a span of time with a few words. They live beside the store, and are
// kept with what is remembered of the trace. GUI thread.
#pragma once

#include "core/base/time.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace lanescope::timeline {

struct Note {
    RankTime begin{}, end{}; // equal: a moment
    QString text;
    bool isSpan() const { return end > begin; }
    friend bool operator==(const Note&, const Note&) = default;
};

class Notes final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMost = 1000;
    static constexpr int kMostLetters = 400;
    explicit Notes(QObject* parent = nullptr) : QObject(parent) {}
    const std::vector<Note>& list() const { return m_list; } // in order of time; numbered from 1
    // False: there are kMost already.
    bool add(Note note);
    void removeAt(std::size_t index);
    void setAll(std::vector<Note> notes); // another trace; what is too much is left out
    // The note whose beginning is nearest to the moment, within `reach`.
    std::optional<std::size_t> nearest(RankTime time, Ns reach) const;

signals:
    void changed();

private:
    std::vector<Note> m_list;
};

} // namespace lanescope::timeline
