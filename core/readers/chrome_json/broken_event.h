// Reads what can surely be read of an event whose JSON is broken, guided by the keys that events have: a string ends
// where one of them follows. Pure functions of the text; any thread.
#pragma once

#include "core/readers/chrome_json/arg_keys.h"
#include "core/readers/chrome_json/event_fields.h"

#include <functional>
#include <string_view>

namespace lanescope::readers {

struct BrokenEvent {
    EventFields fields;
    std::string_view args; // inside of the arguments, as far as they reach
    bool unescapedQuote = false;
    bool trailingComma = false;
    bool nonFinite = false;
    bool hexNumber = false;
    // Everything an event of its phase needs is there.
    bool isUsable() const;
};

// `region` begins at the '{' of the event and ends before the next element. It must be followed by a character that may
// be read.
BrokenEvent readBrokenEvent(std::string_view region);

// The typed arguments that can be found in broken (or sound) arguments.
void eachTypedArg(std::string_view args, const ArgKeys& keys,
                  const std::function<void(ArgCode code, const RawValue& value)>& visit);

} // namespace lanescope::readers
