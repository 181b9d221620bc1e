// Compiled with the sources of the reader under another name (`readers` is defined as that) and without its checks.
#include "core/readers/chrome_json/chrome_json_reader.h"

using namespace lanescope;

Result<TraceInfo> loadTrusting(io::InputFile& input, EventSink& sink, RunContext& context);

Result<TraceInfo> loadTrusting(io::InputFile& input, EventSink& sink, RunContext& context) {
    readers::ReadOptions options;
    options.threads = 1;
    return readers::loadChromeJson(input, {}, sink, options, context, {});
}
