// The generator's own random numbers: splitmix64 and whole-number arithmetic only, so that a seed gives the same trace
// on every machine (the distributions of <random> and floating point may differ). Not thread-safe; cheap to copy.
#pragma once

#include <cstdint>

namespace lanescope::synth {

class Rng {
public:
    // The seed goes through the mixer once: neighbouring seeds would otherwise give the same numbers, shifted by one.
    explicit Rng(std::uint64_t seed) : m_state(mix(seed ^ 0x632be59bd9b4e019ULL)) {}
    std::uint64_t next() {
        m_state += 0x9e3779b97f4a7c15ULL;
        return mix(m_state);
    }
    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    // 0 .. n-1; n below 2^32.
    std::uint64_t below(std::uint64_t n) { return ((next() >> 32) * n) >> 32; }
    // ns changed by up to `permille` thousandths either way; never below 1 for positive ns.
    std::int64_t vary(std::int64_t ns, unsigned permille) {
        if (ns <= 0) return 0;
        const auto part = static_cast<std::int64_t>(below(2 * std::uint64_t{permille} + 1)) - permille;
        const std::int64_t out = ns + ns * part / 1000;
        return out < 1 ? 1 : out;
    }

private:
    std::uint64_t m_state;
};

} // namespace lanescope::synth
