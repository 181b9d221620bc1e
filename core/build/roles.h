// What a category text means: one visible table of the words that Kineto and its relatives have written since 2020.
// Any thread.
#pragma once

#include "core/store/columns.h"
#include "core/store/trace_store.h"

#include <string_view>

namespace lanescope::build {

// By category, never by pid or name. Upper and lower case are equal; in a comma list the first known word decides.
// Unknown words are Role::Other.
Role roleOfCategory(std::string_view category);
TrackRole trackRoleOf(Role role);
// Tracks whose device and stream are told by their rows.
constexpr bool isGpuTrack(TrackRole role) {
    return role == TrackRole::Stream || role == TrackRole::GpuSpans || role == TrackRole::GpuSyncs;
}

} // namespace lanescope::build
