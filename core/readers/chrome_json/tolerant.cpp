#include "core/readers/chrome_json/tolerant.h"

namespace lanescope::readers {

WalkResult TolerantParser::repair(const TolerantText& text, std::uint32_t at, Between between) {
    const AtEnd fileEnds = text.end == TextEnd::EndOfFile ? AtEnd::Yes : AtEnd::No;
    const Place place = nextPlace(text.text, at + 1, fileEnds);
    const auto size = static_cast<std::uint32_t>(text.text.size());
    if (place.position == kNowhere && !text.endIsBoundary && fileEnds == AtEnd::No && !text.mustDecide)
        return {WalkStop::NeedMore, at, between};
    const bool isCutOff = place.position == kNowhere && fileEnds == AtEnd::Yes;
    const auto next = place.position == kNowhere ? size : static_cast<std::uint32_t>(place.position);
    ++m_writer.counts().dropped;
    m_writer.noteAt(isCutOff ? OddityKind::Truncated : OddityKind::BadEvent, at, text.text.substr(at, 80));
    return {WalkStop::Done, next, Between::AfterComma};
}

} // namespace lanescope::readers
