#include "core/io/text_access.h"

#include "core/io/block_points.h"
#include "core/io/bytes.h"
#include "core/io/gzip_stream.h"

#include <algorithm>

namespace lanescope::io {
namespace {

constexpr std::size_t kClickWindow = std::size_t{32} << 10; // compressed bytes fetched at a time

void putHead(std::string& out, SavedAccess kind, const std::string& member) {
    putNumber(out, static_cast<std::uint8_t>(kind));
    putNumber(out, static_cast<std::uint32_t>(member.size()));
    out += member;
}

class PlainTextAccess final : public TextAccess {
public:
    explicit PlainTextAccess(PlainTextParts parts) : m_parts(std::move(parts)) {}

    Result<std::string> read(std::uint64_t offset, std::size_t size) const override {
        const std::uint64_t textBytes = m_parts.source->size() - std::min(m_parts.shift, m_parts.source->size());
        if (offset >= textBytes) return std::string();
        auto stream = m_parts.source->openAt(offset + m_parts.shift);
        if (!stream) return stream.error();
        std::string out(std::min<std::uint64_t>(size, textBytes - offset), '\0');
        auto got = (*stream)->read(out);
        if (!got) return got.error();
        out.resize(*got);
        return out;
    }
    Result<std::string> save(const std::stop_token&) const override {
        std::string out;
        putHead(out, SavedAccess::Plain, m_parts.member);
        putNumber(out, m_parts.shift);
        return out;
    }
    std::uint64_t residentBytes() const override { return sizeof *this; }

private:
    PlainTextParts m_parts;
};

class GzipTextAccess final : public TextAccess {
public:
    explicit GzipTextAccess(GzipTextParts parts) : m_parts(std::move(parts)) {
        std::erase_if(m_parts.points,
                      [](const RestartPoint& p) { return p.kind != RestartPoint::Kind::Member && p.state().empty(); });
    }

    Result<std::string> read(std::uint64_t offset, std::size_t size) const override {
        const std::uint64_t textBytes = m_parts.inflatedBytes - std::min(m_parts.shift, m_parts.inflatedBytes);
        if (offset >= textBytes) return std::string();
        size = std::min<std::uint64_t>(size, textBytes - offset);
        const std::uint64_t target = offset + m_parts.shift;
        auto stream = takeStream(target);
        if (!stream) return stream.error();
        if (auto status = skipTo(**stream, target); !status) return status.error();
        std::string out(size, '\0');
        auto got = (*stream)->read(out);
        if (!got) return got.error();
        out.resize(*got);
        const std::scoped_lock lock(m_mutex);
        m_last = std::move(*stream);
        return out;
    }

    Result<std::string> save(const std::stop_token& stop) const override {
        auto points = portablePoints(*m_parts.source, m_parts.points, stop);
        if (!points) return points.error();
        std::string out;
        putHead(out, SavedAccess::Gzip, m_parts.member);
        putNumber(out, m_parts.shift);
        putNumber(out, m_parts.inflatedBytes);
        putNumber(out, std::uint64_t{points->size()});
        for (const RestartPoint& point : *points) {
            putNumber(out, static_cast<std::uint8_t>(point.kind));
            putNumber(out, static_cast<std::uint8_t>(point.start.bitCount));
            putNumber(out, static_cast<std::uint8_t>(point.start.bits));
            putNumber(out, point.in);
            putNumber(out, point.out);
            putNumber(out, point.stateBytes);
            putNumber(out, static_cast<std::uint32_t>(point.state().size()));
            out += point.state();
        }
        return out;
    }

    std::uint64_t residentBytes() const override {
        std::uint64_t sum = sizeof *this + m_parts.points.capacity() * sizeof(RestartPoint);
        for (const RestartPoint& p : m_parts.points) sum += p.packed.capacity();
        return sum;
    }

private:
    // The stream of the last read when it is a little before `target` in the same unchanged file, else a new one.
    Result<std::unique_ptr<GzipStream>> takeStream(std::uint64_t target) const {
        const auto after = std::upper_bound(m_parts.points.begin(), m_parts.points.end(), target,
                                            [](std::uint64_t t, const RestartPoint& p) { return t < p.out; });
        if (after == m_parts.points.begin())
            return Error{ErrorCode::MissingData, "the text cannot be read from this place", m_parts.source->name(),
                         "open the trace again"};
        const RestartPoint& point = *std::prev(after);
        auto raw = m_parts.source->openAt(point.in); // also tells whether the file is still the same
        if (!raw) return raw.error();
        {
            const std::scoped_lock lock(m_mutex);
            if (m_last && m_last->textPosition() <= target && m_last->textPosition() >= point.out)
                return std::move(m_last);
        }
        return GzipStream::startAt(point, InputWindow(std::move(*raw), kClickWindow, point.in), makeInflater());
    }

    Status skipTo(GzipStream& stream, std::uint64_t target) const {
        std::vector<char> scratch(std::size_t{256} << 10);
        while (stream.textPosition() < target) {
            const std::size_t step = std::min<std::uint64_t>(scratch.size(), target - stream.textPosition());
            auto got = stream.read(std::span<char>(scratch).first(step));
            if (!got) return got.error();
            if (*got < step)
                return Error{ErrorCode::Damaged, "the compressed data could not be read again", m_parts.source->name(),
                             "open the trace again"};
        }
        return {};
    }

    GzipTextParts m_parts;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<GzipStream> m_last; // makes reading on cheap
};

} // namespace

Status TextAccess::prepare(const std::stop_token&) const { return {}; }

Result<std::string> TextAccess::save(const std::stop_token&) const {
    return Error{ErrorCode::MissingData, "this way back to the text cannot be saved", {}, {}};
}

std::shared_ptr<const TextAccess> plainTextAccess(PlainTextParts parts) {
    return std::make_shared<PlainTextAccess>(std::move(parts));
}

std::shared_ptr<const TextAccess> gzipTextAccess(GzipTextParts parts) {
    return std::make_shared<GzipTextAccess>(std::move(parts));
}

} // namespace lanescope::io
