// A list that grows by blocks and never moves: the first two blocks are small, so that a million of short threads cost
// little, the rest hold 64 KiB from a pool. Blocks can be given back one list at a time, while others are still in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

namespace lanescope::build {

inline constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

// 64 KiB blocks cut from larger mappings. What comes back is used again, or returned to the system once nothing more
// will be read. Thread-safe.
class BlockPool {
public:
    BlockPool() = default;
    ~BlockPool();
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;
    void* take(); // std::bad_alloc when there is none
    void give(void* block);
    void returnToSystem(); // from now on blocks that come back leave the process

private:
    std::mutex m_mutex;
    std::vector<void*> m_slabs;
    std::vector<void*> m_free;
    std::size_t m_usedOfSlab = 0;
    bool m_returning = false;
};

template <class T>
class BlockList {
    static_assert(std::is_trivially_copyable_v<T>);
    static constexpr std::size_t kFirst = 16;
    static constexpr std::size_t kSecond = 112;
    static constexpr std::size_t kSmall = kFirst + kSecond;
    // the largest power of two that fits a block
    static constexpr std::size_t log2Floor(std::size_t n) { return n <= 1 ? 0 : 1 + log2Floor(n / 2); }
    static constexpr std::size_t kShift = log2Floor(kBlockBytes / sizeof(T));
    static constexpr std::size_t kPerBlock = std::size_t{1} << kShift;

public:
    BlockList() = default;
    BlockList(BlockList&& other) noexcept
        : m_first(std::move(other.m_first)),
          m_second(std::move(other.m_second)),
          m_blocks(std::move(other.m_blocks)),
          m_size(other.m_size),
          m_pool(other.m_pool) {
        other.m_blocks.clear();
        other.m_size = 0;
    }
    BlockList(const BlockList&) = delete;
    BlockList& operator=(const BlockList&) = delete;
    BlockList& operator=(BlockList&&) = delete;
    ~BlockList() { clear(); }

    std::size_t size() const { return m_size; }
    const T& operator[](std::size_t i) const { return *place(i); }
    T& operator[](std::size_t i) { return *place(i); }
    void push(const T& value, BlockPool& pool) {
        const std::size_t at = m_size;
        if (at >= kSmall ? ((at - kSmall) & (kPerBlock - 1)) == 0 : (at == 0 || at == kFirst)) addBlock(pool);
        ++m_size;
        *place(at) = value;
    }
    // Elements [i, end of i's block) that lie side by side.
    std::span<const T> run(std::size_t i) const {
        std::size_t end = i < kFirst   ? kFirst
                          : i < kSmall ? kSmall
                                       : ((i - kSmall) / kPerBlock + 1) * kPerBlock + kSmall;
        end = end < m_size ? end : m_size;
        return {place(i), end - i};
    }
    void clear() {
        for (T* block : m_blocks) m_pool->give(block);
        m_blocks = {};
        m_first.reset();
        m_second.reset();
        m_size = 0;
    }

private:
    T* place(std::size_t i) const {
        if (i >= kSmall) return m_blocks[(i - kSmall) >> kShift] + ((i - kSmall) & (kPerBlock - 1));
        return i < kFirst ? m_first.get() + i : m_second.get() + (i - kFirst);
    }
    void addBlock(BlockPool& pool) {
        if (m_size == 0) {
            m_first.reset(new T[kFirst]);
        } else if (m_size == kFirst) {
            m_second.reset(new T[kSecond]);
        } else {
            m_pool = &pool;
            m_blocks.push_back(static_cast<T*>(pool.take()));
        }
    }
    std::unique_ptr<T[]> m_first;
    std::unique_ptr<T[]> m_second;
    std::vector<T*> m_blocks;
    std::size_t m_size = 0;
    BlockPool* m_pool = nullptr;
};

} // namespace lanescope::build
