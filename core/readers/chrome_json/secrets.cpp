#include "core/readers/chrome_json/metadata.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace lanescope::readers {
namespace {

std::size_t tokenLength(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
    });
    return static_cast<std::size_t>(end - text.begin());
}

// Tokens of well-known services begin with a word of their own.
bool holdsKnownToken(std::string_view json) {
    constexpr std::array<std::string_view, 9> kPrefixes{"hf_",  "ghp_", "gho_", "github_pat_", "glpat-",
                                                        "AKIA", "ASIA", "xox",  "sk-"};
    for (const std::string_view prefix : kPrefixes)
        for (std::size_t at = json.find(prefix); at != std::string_view::npos; at = json.find(prefix, at + 1)) {
            const bool startsWord = at == 0 || !std::isalnum(static_cast<unsigned char>(json[at - 1]));
            if (startsWord && tokenLength(json.substr(at + prefix.size())) >= 16) return true;
        }
    return false;
}

// Names of variables that hold secrets, with a value behind them.
bool holdsSecretName(std::string_view json) {
    constexpr std::array<std::string_view, 8> kNames{"TOKEN",   "SECRET",     "PASSWORD",   "PASSWD",
                                                     "API_KEY", "ACCESS_KEY", "CREDENTIAL", "PRIVATE_KEY"};
    for (const std::string_view name : kNames)
        for (std::size_t at = json.find(name); at != std::string_view::npos; at = json.find(name, at + 1)) {
            std::string_view rest = json.substr(at + name.size());
            if (!rest.empty() && std::isalnum(static_cast<unsigned char>(rest[0]))) continue; // MAX_TOKENS
            rest.remove_prefix(std::min(tokenLength(rest), rest.size()));
            const std::size_t value = rest.find_first_not_of("\\\"':= ");
            const bool isAssigned = rest.substr(0, std::min<std::size_t>(value, 8)).find_first_of(":=") != rest.npos;
            if (isAssigned && value != std::string_view::npos && rest[value] != ',' && rest[value] != '}') return true;
        }
    return false;
}

} // namespace

bool isSecretKey(std::string_view key) {
    constexpr std::array<std::string_view, 7> kParts{"token",   "secret", "password",  "passwd",
                                                     "api_key", "apikey", "credential"};
    constexpr std::array<std::string_view, 6> kEnvironment{"env",      "environ", "environment",
                                                           "env_vars", "envvars", "environment_variables"};
    std::string lower(key);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return std::find(kEnvironment.begin(), kEnvironment.end(), lower) != kEnvironment.end() ||
           std::any_of(kParts.begin(), kParts.end(),
                       [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

bool mayHoldSecret(std::string_view json) {
    return holdsKnownToken(json) || holdsSecretName(json) || json.find("Bearer ") != std::string_view::npos;
}

} // namespace lanescope::readers
