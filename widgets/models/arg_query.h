// The line of the search box that finds all events with the same value of an argument: by a column of the store where
// there is one, else by the text of the events (core/session/find_argument.h). Pure.
#pragma once

#include <QString>

#include <optional>

namespace lanescope::models {

// `key` and `value` as the tree of arguments shows them. None: there is nothing to look for.
std::optional<QString> argQuery(const QString& key, const QString& value);

} // namespace lanescope::models
