// Fuzz target: decimal texts of ts and dur (one blank between them) to ns. The fast and the exact functions, and a
// whole event through the reader, give what a slow twin with whole numbers of any size works out.
#include "core/readers/chrome_json/decimal.h"
#include "tests/fuzz/slow_number.h"
#include "tests/support/load_recording.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace lanescope;
using namespace lanescope::test;

namespace {

constexpr std::size_t kMaxText = 400;
constexpr int kMaxExponent = 350; // from e400 on the parser reads nothing; the twin stays clear of the edge
constexpr unsigned kNanosecondPower = 17;

void demand(bool holds, const char* what, std::string_view text) {
    if (holds) return;
    std::fprintf(stderr, "%s: '%.*s'\n", what, static_cast<int>(text.size()), text.data());
    std::abort();
}

// The number behind the e, as it is written; 0 without one.
long writtenExponent(std::string_view text) {
    const std::size_t at = text.find_first_of("eE");
    return at == std::string_view::npos ? 0 : std::strtol(std::string(text.substr(at + 1)).c_str(), nullptr, 10);
}

// The parser takes "e+-5" for e-5; no number of any file, and nothing hangs on it.
bool isCompared(std::string_view text, const std::optional<SlowNumber>& slow) {
    if (!slow) return text.find_first_of("eE") == std::string_view::npos;
    // Many digits behind the point and a large exponent can make a number of usual size: both are looked at.
    return slow->exponent > -kMaxExponent && slow->exponent < kMaxExponent &&
           std::labs(writtenExponent(text)) < kMaxExponent;
}

void checkNumber(const std::string& text, const std::optional<SlowNumber>& slow) {
    const auto exact = readers::Decimal::parse(text);
    if (isCompared(text, slow)) {
        demand(exact.has_value() == slow.has_value(), "is a number", text);
        if (slow) {
            demand(exact->rounded(3) == slow->rounded(3), "to ns", text);
            demand(exact->rounded(0) == slow->rounded(0), "to a whole number", text);
            demand(exact->isInteger() == slow->isWhole(), "is whole", text);
            const auto whole = slow->isWhole() ? slow->rounded(0) : std::nullopt;
            // INT64_MAX and INT64_MIN are read as integers, but are no times.
            if (whole) demand(readers::parseInteger(text) == whole, "integer", text);
        }
    }
    const std::string padded = text + ',' + std::string(32, '\0');
    readers::SimpleTime simple;
    const char* end = readers::parseSimpleTime(padded.data(), simple);
    if (end != nullptr && end == padded.data() + text.size())
        demand(slow && slow->rounded(3) == simple.ns, "the fast way to ns", text);
    std::int64_t integer = 0;
    if (readers::parseSimpleInteger(padded.data(), integer) && text.find_first_not_of("-0123456789") == text.npos)
        demand(slow && slow->rounded(0) == integer, "the fast integer", text);
}

// Takes the first event's times; nothing else of a load matters here.
struct Times {
    bool any = false;
    std::int64_t ts = 0, dur = 0;
};

Times timesOf(const std::string& ts, const std::string& dur) {
    const Recording r = loadText("{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":" + ts +
                                 ",\"dur\":" + dur + "}]}");
    demand(r.error.empty() == !r.events.empty() && r.counts.elements == 1, "one element", ts + ' ' + dur);
    if (r.events.empty()) return {};
    Times times{true, kNoTime, kNoTime};
    const std::string& line = r.events[0];
    const auto number = [&](const char* key, std::int64_t& out) {
        const std::size_t at = line.find(key);
        if (at != std::string::npos) out = std::strtoll(line.c_str() + at + std::string_view(key).size(), nullptr, 10);
    };
    number(" ts=", times.ts);
    number(" dur=", times.dur);
    return times;
}

void checkEvent(const std::string& ts, const std::string& dur, const std::optional<SlowNumber>& slowTs,
                const std::optional<SlowNumber>& slowDur) {
    if (!slowTs || !slowDur || !isCompared(ts, slowTs) || !isCompared(dur, slowDur)) return;
    const int shift = slowTs->isWhole() && slowTs->reaches(kNanosecondPower) ? 0 : 3;
    const auto begin = slowTs->rounded(shift);
    const auto end = slowTs->plus(*slowDur).rounded(shift);
    const std::string quotedTs = '"' + ts + '"', quotedDur = '"' + dur + '"';
    const Times times = timesOf(quotedTs, quotedDur);
    demand(times.any == begin.has_value(), "an event with this ts", ts);
    if (!begin) return;
    demand(times.ts == *begin, "ts of the event", ts);
    std::int64_t length = 0;
    if (end && !__builtin_sub_overflow(*end, *begin, &length))
        demand(times.dur == length, "dur of the event", ts + ' ' + dur);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > kMaxText) return 0;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string ts = text.substr(0, blank);
    const std::string dur = blank < text.size() ? text.substr(blank + 1) : "0";
    const auto slowTs = SlowNumber::parse(ts), slowDur = SlowNumber::parse(dur);
    checkNumber(ts, slowTs);
    checkNumber(dur, slowDur);
    checkEvent(ts, dur, slowTs, slowDur);
    return 0;
}
