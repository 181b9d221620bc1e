// What names of machines and people look like in a text. Pure; any thread.
#pragma once

#include <array>
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
// Whose folder a text begins in: "me" of a path through home or Users, from its first slash or backslash on.
std::string_view homeOwner(std::string_view text);
inline constexpr std::array<std::string_view, 4> kHomes{"home", "Users", "users", "export/home"};
// The machine of "node7:12:34", as NCCL begins its lines.
std::optional<std::string_view> ncclHost(std::string_view word);
bool isCommon(std::string_view lower); // tells nothing about anybody: root, localhost, worker3

// Where words end: blanks, quotes, brackets and what stands between values.
inline constexpr std::string_view kBetweenWords = " \t\n,;\"'()[]{}<>=|";

} // namespace lanescope::name_forms
