#include "core/build/block_list.h"

#include <sys/mman.h>

namespace lanescope::build {
namespace {

constexpr std::size_t kSlabBlocks = 64;
constexpr std::size_t kSlabBytes = kSlabBlocks * kBlockBytes;

} // namespace

BlockPool::~BlockPool() {
    for (void* slab : m_slabs) munmap(slab, kSlabBytes);
}

void* BlockPool::take() {
    const std::lock_guard lock(m_mutex);
    if (!m_free.empty()) {
        void* const block = m_free.back();
        m_free.pop_back();
        return block;
    }
    if (m_slabs.empty() || m_usedOfSlab == kSlabBlocks) {
        void* const slab =
            mmap(nullptr, kSlabBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (slab == MAP_FAILED) throw std::bad_alloc();
        m_slabs.push_back(slab);
        m_usedOfSlab = 0;
    }
    return static_cast<char*>(m_slabs.back()) + kBlockBytes * m_usedOfSlab++;
}

void BlockPool::give(void* block) {
    const std::lock_guard lock(m_mutex);
    if (m_returning)
        madvise(block, kBlockBytes, MADV_DONTNEED);
    else
        m_free.push_back(block);
}

void BlockPool::returnToSystem() {
    const std::lock_guard lock(m_mutex);
    m_returning = true;
}

} // namespace lanescope::build
