#include "core/build/raw_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace lanescope::build {
namespace {

// The first blocks are small: most threads of odd files have hardly any arguments.
constexpr std::array<std::uint32_t, 3> kSmallBlocks{64, 1024, 8192};
constexpr std::size_t kMostBlocks = std::size_t{1} << 16; // positions are 32 bit

template <class T>
bool fits(std::int64_t value) {
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

} // namespace

bool ArgBytes::Packed::add(ArgField field, std::int64_t value) {
    const unsigned width = fits<std::int8_t>(value)    ? 0
                           : fits<std::int16_t>(value) ? 1
                           : fits<std::int32_t>(value) ? 2
                                                       : 3;
    const std::size_t count = std::size_t{1} << width;
    if (size + 1 + count > std::min(bytes.size(), kMostBytes)) return false;
    bytes[size++] = static_cast<std::uint8_t>(static_cast<unsigned>(field) | (width << 6));
    std::memcpy(bytes.data() + size, &value, count); // little endian, as everything here
    size += count;
    return true;
}

bool ArgBytes::append(const Packed& packed, BlockPool& pool) {
    if (packed.size == 0) return true;
    if (m_blocks.empty() || m_used + packed.size > m_blocks.back().size) {
        if (m_blocks.size() == kMostBlocks) return false;
        if (m_blocks.size() < kSmallBlocks.size()) {
            const auto size = std::max(kSmallBlocks[m_blocks.size()], static_cast<std::uint32_t>(packed.size));
            m_blocks.push_back({new std::uint8_t[size], size});
        } else {
            m_pool = &pool;
            void* const block = pool.take(m_blocks.size() - kSmallBlocks.size(), m_blocks.back().data);
            m_blocks.push_back({static_cast<std::uint8_t*>(block), kBlockBytes});
        }
        m_used = 0;
    }
    std::memcpy(m_blocks.back().data + m_used, packed.bytes.data(), packed.size);
    m_used += static_cast<std::uint32_t>(packed.size);
    return true;
}

ArgBytes::Position ArgBytes::begin(Position after, std::size_t bytes) const {
    // `after` may be one past a full 64 KiB block: then the position has carried into the next block already.
    if ((after & 0xffff) + bytes <= m_blocks[after >> 16].size) return after;
    return ((after >> 16) + 1) << 16;
}

void ArgBytes::clear() {
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        if (i < kSmallBlocks.size())
            delete[] m_blocks[i].data;
        else
            m_pool->give(i - kSmallBlocks.size(), m_blocks[i].data);
    }
    m_blocks = {};
    m_used = 0;
}

bool ArgReader::next(PackedArg& arg) {
    if (m_at == m_end) return false;
    const unsigned head = *m_at++;
    arg.field = static_cast<ArgField>(head & 63u);
    switch (head >> 6) {
    case 0: {
        arg.value = static_cast<std::int8_t>(*m_at);
        m_at += 1;
        break;
    }
    case 1: {
        std::int16_t value = 0;
        std::memcpy(&value, m_at, 2);
        arg.value = value;
        m_at += 2;
        break;
    }
    case 2: {
        std::int32_t value = 0;
        std::memcpy(&value, m_at, 4);
        arg.value = value;
        m_at += 4;
        break;
    }
    default: {
        std::memcpy(&arg.value, m_at, 8);
        m_at += 8;
        break;
    }
    }
    return true;
}

std::int64_t RawStream::wideValue(std::size_t record, WideField field) const {
    auto it = std::lower_bound(wide.begin(), wide.end(), record,
                               [](const WideValue& w, std::size_t r) { return w.record < r; });
    for (; it != wide.end() && it->record == record; ++it)
        if (it->field == field) return it->value;
    return 0;
}

void RawStream::clear() {
    records.clear();
    args.clear();
    wide = {};
}

} // namespace lanescope::build
