// What the walker refuses: one broken element at a time. Finds where the next element begins and reads what can surely
// be read of this one. One thread.
#pragma once

#include "core/readers/chrome_json/boundary.h"
#include "core/readers/chrome_json/event_writer.h"
#include "core/readers/chrome_json/walker.h"

#include <string_view>

namespace lanescope::readers {

// The text that may be looked at, and what is known about its end.
struct TolerantText {
    std::string_view text; // of the whole chunk
    bool endIsBoundary = false;
    TextEnd end = TextEnd::MoreFollows;
    bool mustDecide = false;
};

class TolerantParser {
public:
    TolerantParser(EventWriter& writer, Separators separators) : m_writer(writer), m_separators(separators) {}
    // Deals with the element at `at`. Stop is Done (position: go on there), ArrayEnd (position: behind the array), or
    // NeedMore (position = at: the text ends before it can be decided).
    WalkResult repair(const TolerantText& text, std::uint32_t at, Between between);
    // Where the rest of the event stands that was repaired last and is torn: an element of another writer stands in the
    // middle of it. 0 when there is none.
    std::size_t tornRest() const { return m_tornRest; }
    void forgetTorn() { m_tornRest = 0; }

private:
    void cutOff(std::uint32_t at, std::string_view region, Between between);
    void garbage(std::uint32_t at, std::string_view region, Between between);
    void event(std::uint32_t at, std::string_view region);
    bool findTornRest(const TolerantText& text, std::size_t next);

    EventWriter& m_writer;
    Separators m_separators;
    std::size_t m_tornRest = 0;
};

// An element of more than this is looked at with suspicion: a bracket that was never closed makes it swallow the ones
// behind it.
inline constexpr std::size_t kSuspiciousBytes = std::size_t{1} << 20;
// Whether another event seems to begin inside the first kSuspiciousBytes of an element.
bool looksSwallowed(std::string_view text);

} // namespace lanescope::readers
