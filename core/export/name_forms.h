// What names of machines and people look like in a text. Pure; any thread.
#pragma once

#include <optional>
#include <string_view>

namespace lanescope::name_forms {

bool isPath(std::string_view word);
std::string_view lastPart(std::string_view path); // after the last slash or backslash
struct UserAtHost {
    std::string_view user, host;
};
std::optional<UserAtHost> userAtHost(std::string_view word); // in small letters, so that "Dequeue@copy" is none
bool isAddress(std::string_view word);                       // 10.0.0.7, fe80::1; a port may follow
bool isFullHostName(std::string_view word);                  // node7.cluster.example.com, not torch.nn.modules
std::string_view homeOwner(std::string_view text);           // "me" of a text that begins with "/home/me/"
// The machine of "node7:12:34", as NCCL begins its lines.
std::optional<std::string_view> ncclHost(std::string_view word);
bool isCommon(std::string_view lower); // tells nothing about anybody: root, localhost, worker3

// Where words end: blanks, quotes, brackets and what stands between values.
inline constexpr std::string_view kBetweenWords = " \t\n,;\"'()[]{}<>=|";

} // namespace lanescope::name_forms
