#include "core/readers/chrome_json/tolerant.h"

#include "core/readers/chrome_json/broken_event.h"
#include "core/readers/chrome_json/object_scanner.h"
#include "core/readers/chrome_json/unescape.h"

#include <algorithm>

namespace lanescope::readers {
namespace {

// Whether the element ends before the text does. Where its quotes are odd, brackets cannot be counted.
bool isClosed(std::string_view region) {
    if (region[0] != '{') return false;
    if (ObjectScanner(region).containerSize() > 0) return true;
    const std::size_t last = region.find_last_not_of(" \t\r\n,");
    return region[last] == '}' && readBrokenEvent(region).unescapedQuote;
}

// Where quotes are broken only the fields tell what is inside a string.
bool holdsControl(const EventFields& fields) {
    for (std::size_t key = 0; key < kEventKeys; ++key) {
        const RawValue v = fields[static_cast<EventKey>(key)];
        if (v.tok == Tok::Quote &&
            std::any_of(v.view().begin(), v.view().end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
            return true;
    }
    return false;
}

// Whether `text` can be the rest of an event: no element of its own, and no brackets unless a member and another event
// follow them.
bool beginsRest(std::string_view text, AtEnd nothingFollows) {
    if (text[0] == '{') return false;
    if (text[0] != ']' && text[0] != '}') return true;
    const std::size_t comma = text.find_first_not_of("]} \t\r\n");
    if (comma == kNowhere || text[comma] != ',' || nothingFollows == AtEnd::Yes) return false;
    const std::size_t key = text.find_first_not_of(" \t\r\n", comma + 1);
    return key != kNowhere && text[key] == '"';
}

} // namespace

WalkResult TolerantParser::repair(const TolerantText& text, std::uint32_t at, Between between) {
    const AtEnd fileEnds = text.end == TextEnd::EndOfFile ? AtEnd::Yes : AtEnd::No;
    const bool isObject = text.text[at] == '{';
    const Place place = nextPlace(text.text, at + (isObject ? 1u : 0u), fileEnds);
    if (place.position == kNowhere && !text.endIsBoundary && fileEnds == AtEnd::No && !text.mustDecide)
        return {WalkStop::NeedMore, at, between};
    const bool isTornRest = m_tornRest != 0 && m_tornRest == at;
    m_tornRest = 0;
    const bool toTheEnd = place.position == kNowhere && fileEnds == AtEnd::Yes;
    const std::size_t next = place.position == kNowhere ? text.text.size() : place.position;
    const std::string_view region = text.text.substr(at, next - at);
    if (isObject && !place.isArrayEnd && !toTheEnd && !text.mustDecide && !isClosed(region) &&
        !findTornRest(text, next))
        return {WalkStop::NeedMore, at, between};
    const WalkResult after{WalkStop::Done, static_cast<std::uint32_t>(next),
                           place.isArrayEnd || toTheEnd ? Between::AfterElement : Between::AfterRepair};
    if (isObject && between == Between::AfterElement && m_separators == Separators::Commas)
        m_writer.noteAt(OddityKind::MissingComma, at);
    if (toTheEnd && !isClosed(region)) {
        cutOff(at, region, between);
    } else if (isObject && place.position == kNowhere && text.mustDecide) {
        m_writer.noteAt(OddityKind::LimitReached, at, "an element larger than is read");
        ++m_writer.counts().elements;
        ++m_writer.counts().dropped;
    } else if (isObject) {
        event(at, region);
    } else if (!isTornRest) { // which is no element of its own
        garbage(at, region, between);
    }
    return after;
}

// Two writers in one file: the element at `next` stands in the middle of this one, and the rest of it stands behind.
// False when the text ends before that can be told.
bool TolerantParser::findTornRest(const TolerantText& text, std::size_t next) {
    constexpr std::size_t kReach = std::size_t{64} << 10; // of what stands between
    const std::string_view ahead = text.text.substr(0, std::min(text.text.size(), next + kReach));
    const bool reachesEnd = ahead.size() < next + kReach;
    const AtEnd fileEnds = reachesEnd && text.end == TextEnd::EndOfFile ? AtEnd::Yes : AtEnd::No;
    const Place place = nextPlace(ahead, next + 1, fileEnds);
    if (place.position == kNowhere && reachesEnd && fileEnds == AtEnd::No) return false;
    const std::size_t end = std::min(place.position, ahead.size());
    const std::size_t size = ObjectScanner(ahead.substr(next, end - next)).containerSize();
    if (size == 0) return true;
    const std::size_t rest = ahead.find_first_not_of(" \t\r\n,", next + size);
    const bool isFollowed = place.position != kNowhere && !place.isArrayEnd;
    if (rest < end && beginsRest(ahead.substr(rest, end - rest), isFollowed ? AtEnd::No : AtEnd::Yes))
        m_tornRest = rest;
    return true;
}

void TolerantParser::cutOff(std::uint32_t at, std::string_view region, Between between) {
    m_writer.noteAt(OddityKind::Truncated, at, region);
    if (region[0] == '{' || between != Between::AfterElement) ++m_writer.counts().dropped;
}

// Text that is no element. Right behind an element it is no lost one.
void TolerantParser::garbage(std::uint32_t at, std::string_view region, Between between) {
    m_writer.noteAt(OddityKind::BadEvent, at, region);
    if (between == Between::AfterElement || between == Between::AfterRepair) return;
    ++m_writer.counts().elements;
    ++m_writer.counts().dropped;
}

void TolerantParser::event(std::uint32_t at, std::string_view region) {
    ++m_writer.counts().elements;
    const BrokenEvent broken = readBrokenEvent(region);
    if (!broken.isUsable()) {
        m_writer.noteAt(OddityKind::BadEvent, at, region);
        ++m_writer.counts().dropped;
        return;
    }
    m_writer.begin(at);
    bool said = broken.unescapedQuote || broken.trailingComma || broken.nonFinite || broken.hexNumber;
    if (broken.unescapedQuote) m_writer.note(OddityKind::UnescapedQuote, region);
    if (broken.trailingComma) m_writer.note(OddityKind::TrailingComma);
    if (broken.nonFinite) m_writer.note(OddityKind::NonfiniteNumber);
    if (broken.hexNumber) m_writer.note(OddityKind::HexNumber);
    const std::size_t bare = broken.unescapedQuote ? kNowhere : findBareControl(region);
    if (bare != kNowhere) {
        m_writer.noteAt(OddityKind::ControlChar, at + static_cast<std::uint32_t>(bare), "inside a number");
        said = true;
    } else if (holdsControl(broken.fields)) {
        m_writer.note(OddityKind::ControlChar);
    }
    if (findOddBytes(region).badUtf8) m_writer.note(OddityKind::InvalidUtf8);
    const RawValue name = broken.fields[EventKey::Name];
    if (name.tok == Tok::Quote && name.size > 0 && name.view().back() == '\\') said = true; // noted as a bad escape
    if (!said) m_writer.note(OddityKind::RepairedEvent, region);
    eachTypedArg(broken.args, m_writer.argKeys(),
                 [&](ArgCode code, const RawValue& value) { m_writer.arg(code, value); });
    m_writer.commit(broken.fields);
}

bool looksSwallowed(std::string_view text) {
    const Place place = nextPlace(text, 1, AtEnd::No);
    if (place.position == kNowhere || place.isArrayEnd) return false;
    ObjectScanner members(text.substr(place.position));
    std::string_view key;
    unsigned found = 0;
    for (RawValue value; members.next(key, value);) {
        if (key == "ph" && value.tok == Tok::Quote && value.size == 1) found |= 1u;
        if (key == "pid" || key == "ts") found |= 2u;
        if (found == 3) return true;
    }
    return false;
}

} // namespace lanescope::readers
