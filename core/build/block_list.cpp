#include "core/build/block_list.h"

#include "core/build/pages.h"

#include <sys/mman.h>

namespace lanescope::build {
namespace {

constexpr std::size_t kSlabBytes = 64 * kBlockBytes;
constexpr std::size_t kSingles = 16; // a list's first blocks: a run would be half empty more often than not
constexpr std::size_t kRunBytes = kLargePage;
constexpr std::size_t kRunBlocks = kRunBytes / kBlockBytes;

bool beginsRun(std::size_t number) { return (number - kSingles) % kRunBlocks == 0; }

} // namespace

BlockPool::~BlockPool() {
    for (void* slab : m_slabs) munmap(slab, kSlabBytes);
    for (void* run : m_freeRuns) munmap(run, kRunBytes);
}

void* BlockPool::take(std::size_t number, void* last) {
    if (number < kSingles) return takeSingle();
    return beginsRun(number) ? takeRun() : static_cast<char*>(last) + kBlockBytes;
}

void BlockPool::give(std::size_t number, void* block) {
    if (number < kSingles) return giveSingle(block);
    if (beginsRun(number)) giveRun(block);
}

void* BlockPool::takeSingle() {
    const std::lock_guard lock(m_mutex);
    if (!m_freeSingles.empty()) {
        void* const block = m_freeSingles.back();
        m_freeSingles.pop_back();
        return block;
    }
    if (m_slabs.empty() || m_usedOfSlab == kSlabBytes) {
        void* const slab =
            mmap(nullptr, kSlabBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (slab == MAP_FAILED) throw std::bad_alloc();
        m_slabs.push_back(slab);
        m_usedOfSlab = 0;
    }
    void* const block = static_cast<char*>(m_slabs.back()) + m_usedOfSlab;
    m_usedOfSlab += kBlockBytes;
    return block;
}

void* BlockPool::takeRun() {
    const std::lock_guard lock(m_mutex);
    if (!m_freeRuns.empty()) {
        void* const run = m_freeRuns.back();
        m_freeRuns.pop_back();
        return run;
    }
    void* const run = mapInLargePages(kRunBytes);
    if (!run) throw std::bad_alloc();
    return run;
}

void BlockPool::giveSingle(void* block) {
    const std::lock_guard lock(m_mutex);
    if (m_returning)
        madvise(block, kBlockBytes, MADV_DONTNEED);
    else
        m_freeSingles.push_back(block);
}

void BlockPool::giveRun(void* run) {
    const std::lock_guard lock(m_mutex);
    if (m_returning)
        munmap(run, kRunBytes);
    else
        m_freeRuns.push_back(run);
}

void BlockPool::returnToSystem() {
    const std::lock_guard lock(m_mutex);
    m_returning = true;
}

} // namespace lanescope::build
