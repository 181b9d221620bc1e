#include "tests/mutation/mutate.h"

#include <algorithm>
#include <fmt/format.h>

namespace lanescope::test {
namespace {

constexpr std::string_view kStructure = "\"{}[],:\\";
constexpr std::string_view kNames[] = {"flip", "cut", "cut to the end", "duplicate", "insert", "swap"};

std::size_t below(std::mt19937_64& random, std::size_t bound) { return bound == 0 ? 0 : random() % bound; }

// Half of the changes aim at the characters that hold a text together: there they hurt most.
std::size_t somewhere(std::string_view text, std::mt19937_64& random) {
    const std::size_t at = below(random, text.size());
    if (random() % 2 == 0) return at;
    const std::size_t found = text.find_first_of(kStructure, at);
    return found == std::string_view::npos ? at : found;
}

char someByte(std::mt19937_64& random) {
    if (random() % 2 == 0) return kStructure[below(random, kStructure.size())];
    return static_cast<char>(random());
}

// Mostly short, sometimes as long as several events.
std::size_t someLength(std::mt19937_64& random) {
    const unsigned bits = 1 + static_cast<unsigned>(below(random, 12));
    return 1 + below(random, std::size_t{1} << bits);
}

Mutation replaced(std::string_view original, Damage damage, Extent place, std::string_view by) {
    Mutation m{damage, place, by.size(), {}};
    m.bytes.reserve(original.size() + by.size());
    m.bytes = original.substr(0, place.begin);
    m.bytes += by;
    m.bytes += original.substr(place.end);
    return m;
}

Mutation flip(std::string_view original, std::mt19937_64& random) {
    const std::size_t at = somewhere(original, random);
    char c = someByte(random);
    if (c == original[at] || random() % 4 == 0) c = static_cast<char>(original[at] ^ (1 << (random() % 8)));
    return replaced(original, Damage::Flip, {at, at + 1}, {&c, 1});
}

// Two stretches of the same file change places.
Mutation swap(std::string_view original, std::mt19937_64& random) {
    std::size_t cuts[4];
    const std::size_t from = below(random, original.size());
    for (std::size_t& cut : cuts) cut = std::min(original.size(), from + below(random, 2000));
    std::sort(std::begin(cuts), std::end(cuts));
    const auto part = [&](int i) { return original.substr(cuts[i], cuts[i + 1] - cuts[i]); };
    const std::string by = std::string(part(2)) + std::string(part(1)) + std::string(part(0));
    return replaced(original, Damage::Swap, {cuts[0], cuts[3]}, by);
}

} // namespace

std::string Mutation::text() const {
    return fmt::format("{} of {} bytes at {}, {} bytes there now", kNames[static_cast<unsigned>(damage)],
                       place.end - place.begin, place.begin, added);
}

Mutation mutated(std::string_view original, std::mt19937_64& random) {
    const auto pick = random() % 16;
    if (pick < 7) return flip(original, random);
    if (pick == 7) return swap(original, random);
    const std::size_t at = somewhere(original, random);
    const std::size_t end = std::min(original.size(), at + someLength(random));
    const std::string_view part = original.substr(at, end - at);
    if (pick < 10) return replaced(original, Damage::Cut, {at, end}, {});
    if (pick == 10) return replaced(original, Damage::CutToEnd, {at, original.size()}, {});
    if (pick < 13) return replaced(original, Damage::Duplicate, {end, end}, part);
    std::string bytes(1 + below(random, random() % 4 == 0 ? 60 : 3), '\0');
    for (char& c : bytes) c = someByte(random);
    return replaced(original, Damage::Insert, {at, at}, bytes);
}

} // namespace lanescope::test
