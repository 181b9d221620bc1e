// A report on its way from the program that made it to the one that lays it out as pages: one JSON text. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/report/document.h"

#include <string>
#include <string_view>

namespace lanescope::report {

inline constexpr std::string_view kDocumentEnding = ".lanescope-report.json";
inline constexpr std::size_t kMostDocumentBytes = std::size_t{256} << 20;

std::string documentText(const Document& document);
// Errors: Damaged, with the place.
Result<Document> parseDocument(std::string_view text, std::string_view place);

} // namespace lanescope::report
