#include "core/io/restart_points.h"

#include <cstring>

namespace lanescope::io {

void RestartPoints::addMember(std::uint64_t in, std::uint64_t out) {
    m_nextOut = out + kInterval;
    const std::scoped_lock lock(m_mutex);
    m_points.push_back({in, out, RestartPoint::Kind::Member, {}, 0, {}, {}});
}

void RestartPoints::addRaw(std::uint64_t in, std::uint64_t out, const Inflater& inflater) {
    std::vector<char> bytes = freeBuffer(inflater.maxRawBytes());
    const std::size_t size = inflater.saveRaw(bytes);
    if (size == 0) return;
    enqueue({in, out, RestartPoint::Kind::Raw, {}, 0, {}, {}}, std::move(bytes), size);
}

void RestartPoints::addBlock(std::uint64_t in, std::uint64_t out, const BlockStart& start,
                             std::span<const char> window) {
    std::vector<char> bytes = freeBuffer(kDeflateWindow);
    std::memcpy(bytes.data(), window.data(), window.size());
    enqueue({in, out, RestartPoint::Kind::Block, start, 0, {}, {}}, std::move(bytes), window.size());
}

std::vector<char> RestartPoints::freeBuffer(std::size_t size) {
    const std::scoped_lock lock(m_mutex);
    if (m_buffers.empty()) return std::vector<char>(size);
    std::vector<char> buffer = std::move(m_buffers.back());
    m_buffers.pop_back();
    return buffer;
}

void RestartPoints::enqueue(RestartPoint point, std::vector<char> bytes, std::size_t size) {
    m_nextOut = point.out + kInterval;
    point.stateBytes = static_cast<std::uint32_t>(size);
    bool tooMany = false;
    {
        const std::scoped_lock lock(m_mutex);
        m_waiting.push_back({m_points.size(), std::move(bytes), size});
        m_points.push_back(std::move(point));
        tooMany = m_waiting.size() > kMaxWaiting;
    }
    if (tooMany) doSome();
}

bool RestartPoints::doSome() {
    Waiting job;
    std::unique_ptr<Packer> packer;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_waiting.empty()) return false;
        job = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_packing;
        if (!m_packers.empty()) {
            packer = std::move(m_packers.back());
            m_packers.pop_back();
        }
    }
    if (!packer) packer = std::make_unique<Packer>();
    std::string packed = packer->pack(std::span<const char>(job.bytes).first(job.size));
    const std::scoped_lock lock(m_mutex);
    m_points[job.point].packed = std::move(packed);
    m_buffers.push_back(std::move(job.bytes));
    m_packers.push_back(std::move(packer));
    if (--m_packing == 0) m_idle.notify_all();
    return true;
}

std::vector<RestartPoint> RestartPoints::takeAll() {
    while (doSome()) {
    }
    std::unique_lock lock(m_mutex);
    m_idle.wait(lock, [this] { return m_packing == 0; });
    m_buffers.clear();
    m_packers.clear();
    return std::move(m_points);
}

} // namespace lanescope::io
