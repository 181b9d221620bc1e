#include "core/analysis/findings/finding.h"

namespace lanescope {

std::string_view confidenceWord(Confidence confidence) {
    switch (confidence) {
    case Confidence::Possible:
        return "possible";
    case Confidence::Likely:
        return "likely";
    case Confidence::Confirmed:
        return "confirmed";
    }
    return "possible";
}

} // namespace lanescope
