// Zeroed memory straight from the system. One owner; not thread-safe by itself.
#pragma once

#include <cstddef>

namespace lanescope::build {

// Address space of `bytes` bytes, to be given to munmap(); null when there is none. Whole 2 MiB of it come as one page
// where the system can: 512 small ones cost ten times as much to get and to give back.
void* mapInLargePages(std::size_t bytes);
inline constexpr std::size_t kLargePage = std::size_t{2} << 20;

class Pages {
public:
    Pages() = default;
    explicit Pages(std::size_t bytes); // std::bad_alloc when there is none
    // Address space of up to `bytes`, less when the system does not give that much; pages come when touched.
    static Pages reserve(std::size_t bytes);
    ~Pages();
    Pages(Pages&& other) noexcept;
    Pages& operator=(Pages&& other) noexcept;
    void* data() { return m_data; }
    const void* data() const { return m_data; }
    std::size_t size() const { return m_size; }
    // Gives back everything from `bytes` on, in whole pages.
    void releaseFrom(std::size_t bytes);

private:
    void free();
    void* m_data = nullptr;
    std::size_t m_size = 0;
    bool m_mapped = false;
};

} // namespace lanescope::build
