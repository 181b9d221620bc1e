// Places in a gzip file where inflating can start again, one about every 4 MiB of text. The inflating thread hands over
// raw states (a copy of some 55 kB); packing them (about 0.15 ms each) is left to whoever has time.
#pragma once

#include "core/base/limits.h"
#include "core/io/inflater.h"
#include "core/io/input.h"
#include "core/io/pack.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace lanescope::io {

struct RestartPoint {
    enum class Kind : std::uint8_t { Member, Raw, Block };
    std::uint64_t in = 0;  // offset in the compressed stream of the next byte to feed
    std::uint64_t out = 0; // offset in the text
    Kind kind = Kind::Member;
    BlockStart start; // Block
    std::uint32_t stateBytes = 0;
    std::string packed;        // Raw: state; Block: the text before (window)
    std::string_view borrowed; // instead of `packed` when the bytes live elsewhere
    std::string_view state() const { return packed.empty() ? borrowed : std::string_view(packed); }
};

class RestartPoints final : public DeferredWork {
public:
    static constexpr std::uint64_t kInterval = 2 * limits::kChunkBytes;

    // By the inflating thread.
    bool due(std::uint64_t out) const { return out >= m_nextOut; }
    void addMember(std::uint64_t in, std::uint64_t out);
    void addRaw(std::uint64_t in, std::uint64_t out, const Inflater& inflater);
    void addBlock(std::uint64_t in, std::uint64_t out, const BlockStart& start, std::span<const char> window);

    bool doSome() override;              // any thread
    std::vector<RestartPoint> takeAll(); // after the end; packs what is left

private:
    struct Waiting {
        std::size_t point = 0;
        std::vector<char> bytes;
        std::size_t size = 0;
    };
    static constexpr std::size_t kMaxWaiting = 16; // about 1 MB
    void enqueue(RestartPoint point, std::vector<char> bytes, std::size_t size);
    std::vector<char> freeBuffer(std::size_t size);

    std::uint64_t m_nextOut = 0; // inflating thread only
    std::mutex m_mutex;          // guards all below
    std::condition_variable m_idle;
    unsigned m_packing = 0; // threads inside doSome()
    std::vector<RestartPoint> m_points;
    std::deque<Waiting> m_waiting;
    std::vector<std::vector<char>> m_buffers;
    std::vector<std::unique_ptr<Packer>> m_packers;
};

} // namespace lanescope::io
