// The reading guide as people read it, and as JSON with integers in ns. Any thread.
#pragma once

#include "core/analysis/guide/reading_guide.h"
#include "core/base/json.h"
#include "core/export/findings_text.h"

#include <string>

namespace lanescope {

std::string guideValue(const GuideLine& line); // "3.10 ms", "82.4 %"; empty when there is none
std::string guideText(const TraceStore& store, const ReadingGuide& guide, CardStyle style);
Json guideJson(const ReadingGuide& guide);

} // namespace lanescope
