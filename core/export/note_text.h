// Notes of tables for people. Analyses never format text: they write a time in a note as whole nanoseconds ("713092254
// ns"), exact as JSON has it; here it becomes the length that the cells of the table would show ("713.1 ms"). Any
// thread.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

// Every whole number of at most 18 digits that stands alone before " ns"; everything else stays as it is.
std::string noteText(std::string_view note);

} // namespace lanescope
