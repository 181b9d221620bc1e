// Everything around traceEvents: keys in any order before and after, nested in another object, bare arrays. Values of
// keys that are understood are kept as text until the object ends. One thread.
#pragma once

#include "core/base/oddity.h"
#include "core/base/result.h"
#include "core/readers/chrome_json/text_window.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanescope::readers {

struct TopLevelValue {
    std::string key; // decoded
    std::string json;
    std::uint64_t offset = 0;
};

class TopLevel {
public:
    // `readEvents` is called with the source standing behind the '[' of an array of events; false stops everything.
    TopLevel(TextSource& source, OddityList& oddities, std::function<bool()> readEvents);
    // Reads the document, and the traces written behind it as long as nothing says that they are of another rank or
    // clock. Errors: EmptyFile, NotATrace, NoTraceEvents.
    Status read();
    // What stood beside the events of the first document, in the order of the file; keys that are not understood come
    // without their value.
    const std::vector<TopLevelValue>& values() const { return m_values; }
    // Whether the array of events was the whole document.
    bool isBareArray() const { return m_isBareArray; }
    bool hasOtherTraceEvents() const { return m_otherTraceEvents; } // traceEvents that are no array

private:
    struct Level {
        std::vector<TopLevelValue> values;
        bool hasEvents = false;
    };
    // Swallowed: a value behind the events that holds events. Foreign: a trace that does not belong to the first.
    enum class Step : std::uint8_t { Ok, Malformed, EndOfText, Stopped, Swallowed, Foreign };

    Step object(unsigned depth, Level& level);
    Step members(unsigned depth, Level& level);
    Step member(unsigned depth, Level& level);
    Step events(Level& level);
    Step value(std::string key, std::uint64_t offset, Level& level);
    Step textEnds(std::uint64_t offset, std::string_view key);
    Step skipValue();
    Step skipString();
    Step skipContainer();
    bool resume();
    void trailing(Level& level);
    bool nextDocument(const Level& first);
    bool isArrayOfEvents();
    bool belongs(const Level& level);
    bool isKnownKeyNext();
    bool holdsEvents(std::string_view key) const;
    Step swallowed(std::size_t prefix, std::uint64_t offset, Level& level);

    TextSource& m_source;
    TextWindow m_window;
    OddityList& m_oddities;
    std::function<bool()> m_readEvents;
    std::vector<TopLevelValue> m_values;
    std::size_t m_keptBytes = 0;
    bool m_isBareArray = false;
    bool m_otherTraceEvents = false;
    unsigned m_arrays = 0; // of events, so far
    unsigned m_documents = 1;
    const Level* m_first = nullptr; // while a later document is read
    std::string m_foreign;          // why a later one is not
    bool m_endedInString = false;   // the text did
};

} // namespace lanescope::readers
