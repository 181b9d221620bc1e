#include "core/build/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

namespace lanescope::build {
namespace {

constexpr std::size_t kSmall = std::size_t{64} << 10; // below this the heap is better
constexpr std::size_t kLeastReserve = std::size_t{1} << 20;

std::size_t pageBytes() {
    static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

std::size_t wholePages(std::size_t bytes) { return (bytes + pageBytes() - 1) / pageBytes() * pageBytes(); }

void* mapPages(std::size_t bytes) {
    void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return data == MAP_FAILED ? nullptr : data;
}

} // namespace

void* mapInLargePages(std::size_t bytes) {
    if (bytes < kLargePage) return mapPages(bytes);
    auto* const wider = static_cast<char*>(mapPages(bytes + kLargePage));
    if (!wider) return nullptr;
    const std::size_t before = (kLargePage - reinterpret_cast<std::uintptr_t>(wider) % kLargePage) % kLargePage;
    char* const data = wider + before;
    if (before > 0) munmap(wider, before);
    munmap(data + bytes, kLargePage - before);
#ifdef MADV_HUGEPAGE
    madvise(data, bytes, MADV_HUGEPAGE);
#endif
    return data;
}

Pages::Pages(std::size_t bytes) : m_size(bytes) {
    if (bytes == 0) return;
    m_mapped = bytes >= kSmall;
    if (m_mapped) m_size = wholePages(bytes);
    m_data = m_mapped ? mapInLargePages(m_size) : std::calloc(bytes, 1);
    if (!m_data) throw std::bad_alloc();
}

Pages Pages::reserve(std::size_t bytes) {
    for (std::size_t size = wholePages(bytes); size >= kLeastReserve; size /= 2) {
        size = wholePages(size);
        if (void* const data = mapPages(size)) {
            Pages pages;
            pages.m_data = data;
            pages.m_size = size;
            pages.m_mapped = true;
            return pages;
        }
    }
    throw std::bad_alloc();
}

Pages::~Pages() { free(); }

void Pages::free() {
    if (!m_data) return;
    if (m_mapped)
        munmap(m_data, m_size);
    else
        std::free(m_data);
}

Pages::Pages(Pages&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)),
      m_size(std::exchange(other.m_size, 0)),
      m_mapped(std::exchange(other.m_mapped, false)) {}

Pages& Pages::operator=(Pages&& other) noexcept {
    if (this == &other) return *this;
    free();
    m_data = std::exchange(other.m_data, nullptr);
    m_size = std::exchange(other.m_size, 0);
    m_mapped = std::exchange(other.m_mapped, false);
    return *this;
}

void Pages::releaseFrom(std::size_t bytes) {
    if (!m_mapped || bytes >= m_size) return;
    const std::size_t keep = wholePages(bytes);
    if (keep == 0 || keep >= m_size) return;
    munmap(static_cast<char*>(m_data) + keep, m_size - keep);
    m_size = keep;
}

} // namespace lanescope::build
