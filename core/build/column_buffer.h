// Memory of one column. Pages are touched only when written and go back to the system at once, so that the peak of a
// load is what is really in use. Throws std::bad_alloc like new does; the builder turns that into an error.
#pragma once

#include "core/build/pages.h"

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

namespace lanescope::build {

// A fixed number of elements, zero at first.
template <class T>
class ColumnBuffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    ColumnBuffer() = default;
    explicit ColumnBuffer(std::size_t count) : m_pages(count * sizeof(T)), m_size(count) {}
    T* data() { return static_cast<T*>(m_pages.data()); }
    const T* data() const { return static_cast<const T*>(m_pages.data()); }
    std::size_t size() const { return m_size; }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }
    std::span<const T> span() const { return {data(), m_size}; }
    // Keeps the first `count` elements; the rest goes back to the system.
    void shrink(std::size_t count) {
        m_pages.releaseFrom(count * sizeof(T));
        m_size = count;
    }

private:
    Pages m_pages;
    std::size_t m_size = 0;
};

// Grows without moving: the address of what is there stays valid, so that previews can share it.
template <class T>
class GrowingColumn {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    explicit GrowingColumn(std::size_t most) : m_pages(Pages::reserve(most * sizeof(T))) {}
    std::size_t size() const { return m_size; }
    const T* data() const { return static_cast<const T*>(m_pages.data()); }
    const T& operator[](std::size_t i) const { return data()[i]; }
    bool hasRoomFor(std::size_t count) const { return (m_size + count) * sizeof(T) <= m_pages.size(); }
    void append(const T* values, std::size_t count) {
        if (count == 0) return;
        std::memcpy(static_cast<T*>(m_pages.data()) + m_size, values, count * sizeof(T));
        m_size += count;
    }
    void push(T value) { append(&value, 1); }

private:
    Pages m_pages;
    std::size_t m_size = 0;
};

} // namespace lanescope::build
