// Pictures as files: PNG of any scale, SVG with real text, PDF. The same picture gives the same bytes. One thread.
#pragma once

#include "core/base/result.h"
#include "widgets/paint/fonts.h"
#include "widgets/paint/theme.h"
#include "widgets/pictures/timeline_picture.h"

#include <string>

namespace lanescope::pictures {

// By the ending of the name: .png, .svg or .pdf; Usage when it is another. Written beside the target, then renamed.
Status save(const Picture& picture, const paint::Theme& theme, double scale, paint::Fonts& fonts,
            const std::string& path);
// To be called first in a program, before it has any hash table: the order of fonts in a PDF follows Qt's hash seed.
void fixOrderOfFiles();

QByteArray toSvg(const Picture& picture, const paint::Theme& theme, paint::Fonts& fonts); // empty when it cannot be
bool isPictureName(const std::string& path);

} // namespace lanescope::pictures
