// A trace from the text of a file, through reader and builder, as the program loads it. For tests of rows and pictures.
#pragma once

#include "core/store/trace_store.h"

#include <QString>

#include <memory>

namespace lanescope::testing {

// Events as in a Kineto file, comma separated; QVERIFY-able: null when it does not load.
std::shared_ptr<const TraceStore> storeFromEvents(const QString& events, const QString& topLevel = {});
std::shared_ptr<const TraceStore> storeFromFile(const QString& path);

} // namespace lanescope::testing
