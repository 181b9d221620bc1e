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
std::string_view withoutPort(std::string_view host);         // node7 of node7:29500
std::string_view authorityOf(std::string_view word); // node7:29500 of tcp://node7:29500/x; empty without a scheme
// The part of a word that names a machine or user@host by its form, with its port: of "addr:10.0.0.7:80" what follows
// the first colon, without the point of a sentence's end; empty when there is none.
std::string_view hostIn(std::string_view word);
// A bare machine with its port, "node7:29500": letters, digits and hyphens, at least one letter and one digit, none of
// the words that sizes stand behind in names of kernels ("float32:16384"), and a port of five digits.
bool isHostWithPort(std::string_view word);
// A value that may be the name of a machine or a person: "node7", not "0x7f", "True" or "12".
bool isPlainName(std::string_view word);
// Whose folder a text begins in: "me" of a path through home or Users, from its first slash or backslash on.
std::string_view homeOwner(std::string_view text);
std::string_view homeOwnerAtEnd(std::string_view path); // where a path's last part is a person: "me" of /mnt/home/me
inline constexpr std::array<std::string_view, 4> kHomes{"home", "Users", "users", "export/home"};
// The machine of "node7:12:34", as NCCL begins its lines.
std::optional<std::string_view> ncclHost(std::string_view word);
bool isCommon(std::string_view lower); // tells nothing about anybody: root, localhost, worker3

// Where words end: blanks, quotes, brackets and what stands between values.
inline constexpr std::string_view kBetweenWords = " \t\n,;\"'()[]{}<>=|";

} // namespace lanescope::name_forms
