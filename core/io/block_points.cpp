#include "core/io/block_points.h"

#include <algorithm>

namespace lanescope::io {
namespace {

constexpr std::size_t kCoarse = 1024, kFine = 8;          // compressed bytes fed at a time
constexpr std::size_t kMaxText = std::size_t{3} << 20;    // inflated while searching
constexpr std::size_t kMaxInput = std::size_t{192} << 10; // compressed bytes looked at
constexpr std::size_t kRoom = std::size_t{32} << 10;
constexpr std::size_t kProofBytes = std::size_t{16} << 10; // of text that must come out the same

class BlockSearch {
public:
    BlockSearch(std::string input, const RestartPoint& from, std::unique_ptr<Inflater> inflater)
        : m_input(std::move(input)),
          m_from(from),
          m_inflater(std::move(inflater)),
          m_before(makeInflater()),
          m_raw(m_inflater->maxRawBytes()) {}

    std::optional<RestartPoint> find() {
        while (m_used < m_input.size() && m_textSize < kMaxText) {
            const std::size_t usedBefore = m_used, textBefore = m_textSize;
            const std::size_t rawSize = m_inflater->saveRaw(m_raw);
            m_before->restoreRaw(std::span<const char>(m_raw).first(rawSize));
            if (!feed(kCoarse)) return {};
            if (auto point = pointHere()) return point;
            if (m_inflater->sameBlockCodes(*m_before)) continue;
            // A block began somewhere in this stretch: go through it again in small steps.
            const std::size_t end = m_used;
            m_inflater->restoreRaw(std::span<const char>(m_raw).first(rawSize));
            m_used = usedBefore;
            m_textSize = textBefore;
            while (m_used < end) {
                if (!feed(std::min(kFine, end - m_used))) return {};
                if (auto point = pointHere()) return point;
            }
        }
        return {};
    }

private:
    // False at the end of the member and at damage.
    bool feed(std::size_t bytes) {
        const std::size_t end = std::min(m_input.size(), m_used + bytes);
        for (;;) {
            if (m_text.size() < m_textSize + kRoom) m_text.resize(m_textSize + 4 * kRoom);
            const std::string_view in = std::string_view(m_input).substr(m_used, end - m_used);
            const Inflater::Step step = m_inflater->run(in, std::span<char>(m_text).subspan(m_textSize, kRoom));
            m_used += step.consumed;
            m_textSize += step.produced;
            if (step.outcome != Inflater::Outcome::Progress || m_textSize > 2 * kMaxText) return false;
            if (m_used == end && step.produced < kRoom) return true;
        }
    }

    std::optional<RestartPoint> pointHere() {
        const auto at = m_inflater->blockBoundary();
        if (!at || m_textSize < kDeflateWindow || at->bytesBack > m_used) return {};
        RestartPoint point;
        point.kind = RestartPoint::Kind::Block;
        point.start = at->start;
        const std::size_t in = m_used - at->bytesBack;
        point.in = m_from.in + in;
        point.out = m_from.out + m_textSize;
        const std::string window = m_text.substr(m_textSize - kDeflateWindow, kDeflateWindow);
        if (!isRight(in, point.start, window)) return {};
        point.stateBytes = static_cast<std::uint32_t>(window.size());
        point.packed = Packer().pack(window);
        return point;
    }

    // Inflates a little from the point and from here, which must give the same.
    bool isRight(std::size_t in, const BlockStart& start, const std::string& window) {
        auto trial = makeInflater();
        if (!trial->startAtBlock(start, window)) return false;
        const std::string fromPoint = some(*trial, in);
        const std::size_t rawSize = m_inflater->saveRaw(m_raw);
        trial->restoreRaw(std::span<const char>(m_raw).first(rawSize));
        return !fromPoint.empty() && fromPoint == some(*trial, m_used);
    }

    std::string some(Inflater& inflater, std::size_t in) const {
        std::string text(kProofBytes, '\0');
        std::size_t size = 0;
        for (int i = 0; i < 16 && size < text.size(); ++i) {
            const Inflater::Step step =
                inflater.run(std::string_view(m_input).substr(in), std::span<char>(text).subspan(size));
            in += step.consumed;
            size += step.produced;
            if (step.outcome != Inflater::Outcome::Progress) break;
        }
        text.resize(size);
        return text;
    }

    std::string m_input;
    const RestartPoint& m_from;
    std::unique_ptr<Inflater> m_inflater;
    std::unique_ptr<Inflater> m_before; // the state before the last coarse step
    std::vector<char> m_raw;
    std::string m_text; // since the starting point; the first m_textSize bytes count
    std::size_t m_textSize = 0;
    std::size_t m_used = 0;
};

} // namespace

Result<std::optional<RestartPoint>> findBlockStart(const Source& source, const RestartPoint& from) {
    auto state = unpack(from.state(), from.stateBytes);
    if (!state) return state.error();
    auto inflater = makeInflater();
    if (!inflater->restoreRaw(*state)) return std::optional<RestartPoint>();
    auto stream = source.openAt(from.in);
    if (!stream) return stream.error();
    std::string input(kMaxInput, '\0');
    auto got = (*stream)->read(input);
    if (!got) return got.error();
    input.resize(*got);
    return BlockSearch(std::move(input), from, std::move(inflater)).find();
}

Result<std::vector<RestartPoint>> portablePoints(const Source& source, const std::vector<RestartPoint>& points,
                                                 const std::stop_token& stop) {
    std::vector<RestartPoint> out;
    for (const RestartPoint& point : points) {
        if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
        if (!out.empty() && point.out < out.back().out + kSavedInterval) continue;
        if (point.kind != RestartPoint::Kind::Raw) {
            out.push_back(point);
            continue;
        }
        auto found = findBlockStart(source, point);
        if (!found) return found.error();
        if (*found && (out.empty() || (**found).out > out.back().out)) out.push_back(std::move(**found));
    }
    return out;
}

} // namespace lanescope::io
