// Which code fills the store: a hash of the sources that a store's content depends on, made by the build. An index file
// of other code is not used, without anyone having to remember a version number.
#pragma once

#include <string_view>

namespace lanescope::cache {

std::string_view storeRevision();

} // namespace lanescope::cache
