// The list of readers: one line adds a format.
#include "core/readers/chrome_json/chrome_json_reader.h"
#include "core/readers/neighbours/neighbours.h"
#include "core/readers/reader.h"

#include <array>

namespace lanescope::readers {

std::span<const ReaderInfo> builtinReaders() {
    static constexpr std::array<ReaderInfo, 2> kReaders{{
        {"chrome_json", "Trace events as JSON (PyTorch profiler, Chrome)", sniffChromeJson, loadChromeJson},
        {"neighbours", "Formats of other tools, recognised but not read", sniffNeighbour, loadNeighbour},
    }};
    return kReaders;
}

} // namespace lanescope::readers
