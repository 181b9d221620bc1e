// The last look at a report that is given away: names go from every text of it, whoever wrote that text. What a section
// left out already stays as it is; pictures leave names out where they are drawn. Any thread.
#pragma once

#include "core/export/redact.h"
#include "core/report/document.h"

namespace lanescope::report {

void leaveNamesOut(Document& document, const Redactor& names);

} // namespace lanescope::report
