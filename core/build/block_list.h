// A list that grows by blocks and never moves: the first blocks are small, so that a million of short threads cost
// little, the rest hold 64 KiB from a pool. Blocks can be given back one list at a time, while others are still in use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <type_traits>
#include <vector>

namespace lanescope::build {

inline constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

// 64 KiB blocks cut from larger mappings. Lists that grow long get them in runs of 2 MiB, one page each where the
// system can. What comes back is used again, or returned to the system once nothing more will be read. Thread-safe.
class BlockPool {
public:
    BlockPool() = default;
    ~BlockPool();
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;
    // A block for a list that has taken `number` blocks, the last of them `last`. std::bad_alloc when there is none.
    void* take(std::size_t number, void* last);
    // The block that was number `number` of its list; with all others of the list.
    void give(std::size_t number, void* block);
    void returnToSystem(); // from now on blocks that come back leave the process

private:
    void* takeSingle();
    void* takeRun();
    void giveSingle(void* block);
    void giveRun(void* run);
    std::mutex m_mutex;
    std::vector<void*> m_slabs; // of single blocks
    std::vector<void*> m_freeSingles, m_freeRuns;
    std::size_t m_usedOfSlab = 0;
    bool m_returning = false;
};

template <class T>
class BlockList {
    static_assert(std::is_trivially_copyable_v<T>);
    // Small blocks end at these sizes; from then on blocks hold 64 KiB.
    static constexpr std::array<std::size_t, 3> kSmallEnds{4, 64, 1024};
    static constexpr std::size_t kSmall = kSmallEnds.back();
    // the largest power of two that fits a block
    static constexpr std::size_t log2Floor(std::size_t n) { return n <= 1 ? 0 : 1 + log2Floor(n / 2); }
    static constexpr std::size_t kShift = log2Floor(kBlockBytes / sizeof(T));
    static constexpr std::size_t kPerBlock = std::size_t{1} << kShift;

public:
    BlockList() = default;
    BlockList(const BlockList&) = delete;
    BlockList& operator=(const BlockList&) = delete;
    ~BlockList() { clear(); }

    std::size_t size() const { return m_size; }
    const T& operator[](std::size_t i) const { return *place(i); }
    T& operator[](std::size_t i) { return *place(i); }
    void push(const T& value, BlockPool& pool) { add(pool) = value; }
    // The next element, to be written in place: any content until then.
    T& add(BlockPool& pool) {
        if (m_next == m_end) addBlock(pool);
        ++m_size;
        return *m_next++;
    }
    void clear() {
        for (std::size_t i = 0; i < m_blocks.size(); ++i) {
            if (i < kSmallEnds.size())
                delete[] m_blocks[i];
            else
                m_pool->give(i - kSmallEnds.size(), m_blocks[i]);
        }
        m_blocks = {};
        m_size = 0;
        m_next = m_end = nullptr;
    }

private:
    T* place(std::size_t i) const {
        if (i >= kSmall)
            return m_blocks[((i - kSmall) >> kShift) + kSmallEnds.size()] + ((i - kSmall) & (kPerBlock - 1));
        if (i < kSmallEnds[0]) return m_blocks[0] + i;
        return i < kSmallEnds[1] ? m_blocks[1] + (i - kSmallEnds[0]) : m_blocks[2] + (i - kSmallEnds[1]);
    }
    void addBlock(BlockPool& pool) {
        std::size_t count = kPerBlock;
        if (m_blocks.size() < kSmallEnds.size()) {
            count = kSmallEnds[m_blocks.size()] - m_size;
            m_blocks.push_back(new T[count]);
        } else {
            m_pool = &pool;
            m_blocks.push_back(static_cast<T*>(pool.take(m_blocks.size() - kSmallEnds.size(), m_blocks.back())));
        }
        m_next = m_blocks.back();
        m_end = m_next + count;
    }
    std::vector<T*> m_blocks; // the first three small
    std::size_t m_size = 0;
    T* m_next = nullptr; // where the next goes
    T* m_end = nullptr;
    BlockPool* m_pool = nullptr;
};

} // namespace lanescope::build
