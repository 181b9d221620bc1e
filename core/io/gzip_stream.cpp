#include "core/io/gzip_stream.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace lanescope::io {

bool looksLikeGzip(std::span<const char> head) {
    return head.size() >= 3 && head[0] == '\x1f' && head[1] == '\x8b' && head[2] == '\x08';
}

GzipStream::GzipStream(InputWindow input, OddityList* notes, RestartPoints* points, std::unique_ptr<Inflater> inflater,
                       std::uint64_t textOffset)
    : m_input(std::move(input)),
      m_notes(notes),
      m_points(points),
      m_inflater(std::move(inflater)),
      m_text(textOffset) {}

Result<std::unique_ptr<GzipStream>> GzipStream::startAt(const RestartPoint& point, InputWindow input,
                                                        std::unique_ptr<Inflater> inflater) {
    auto stream = std::make_unique<GzipStream>(std::move(input), nullptr, nullptr, std::move(inflater));
    stream->m_text = point.out;
    stream->m_members = 1;
    if (point.kind == RestartPoint::Kind::Member) return stream;
    auto state = unpack(point.state(), point.stateBytes);
    if (!state) return state.error();
    stream->m_at = At::InMember;
    const bool started = point.kind == RestartPoint::Kind::Raw ? stream->m_inflater->restoreRaw(*state)
                                                               : stream->m_inflater->startAtBlock(point.start, *state);
    if (!started)
        return Error{ErrorCode::Damaged, "the text cannot be read from this place", {}, "open the trace again"};
    return stream;
}

Result<std::size_t> GzipStream::read(std::span<char> out) {
    std::size_t total = 0;
    while (total < out.size() && m_at != At::End) {
        if (m_at == At::BetweenMembers) {
            if (auto status = nextMember(); !status) return status.error();
            continue;
        }
        auto got = someBytes(out.subspan(total));
        if (!got) return got;
        total += *got;
    }
    return total;
}

// At the end of a member (or the start of the file): another one, padding of zeros, junk, or nothing.
Status GzipStream::nextMember() {
    bool afterZeros = false;
    for (;;) {
        auto next = m_input.peek(3);
        if (!next) return next.error();
        const std::span<const char> bytes = *next;
        if (bytes.empty()) {
            m_at = At::End;
            return {};
        }
        if (looksLikeGzip(bytes)) break;
        const auto zeros = std::find_if(bytes.begin(), bytes.end(), [](char c) { return c != 0; }) - bytes.begin();
        if (zeros > 0) { // tapes and some writers pad; nobody needs to hear of it
            m_input.consume(static_cast<std::size_t>(zeros));
            afterZeros = true;
            continue;
        }
        constexpr std::string_view kMagic = "\x1f\x8b";
        if (bytes.size() < 3 && !afterZeros &&
            kMagic.starts_with(std::string_view(bytes.data(), std::min<std::size_t>(bytes.size(), 2))))
            endEarly("a further gzip member is cut off");
        else if (m_notes)
            m_notes->add(OddityKind::TrailingData, m_input.position(), "bytes after the gzip data");
        m_at = At::End;
        return {};
    }
    if (m_points && (m_members == 0 || m_points->due(m_text))) m_points->addMember(m_input.position(), m_text);
    m_inflater->startMember();
    ++m_members;
    m_idleSteps = 0;
    m_at = At::InMember;
    return {};
}

Result<std::size_t> GzipStream::someBytes(std::span<char> out) {
    auto next = m_input.peek();
    if (!next) return next.error();
    out = out.first(std::min<std::size_t>(out.size(), RestartPoints::kInterval)); // points stay close to each other
    const Inflater::Step step = m_inflater->run(*next, out);
    m_input.consume(step.consumed);
    m_text += step.produced;
    m_idleSteps = step.consumed + step.produced == 0 ? m_idleSteps + 1 : 0;
    switch (step.outcome) {
    case Inflater::Outcome::Progress:
        if (next->empty() && step.produced == 0)
            endEarly("the file ends inside the compressed data");
        else if (m_idleSteps > 8)
            endEarly("the compressed data does not go on");
        else if (m_points)
            notePoint(out.first(step.produced));
        break;
    case Inflater::Outcome::BadChecksum:
        if (m_notes)
            m_notes->add(OddityKind::CheckFailed, m_input.position(), fmt::format("gzip member {}", m_members));
        [[fallthrough]];
    case Inflater::Outcome::MemberEnd:
        m_window.clear(); // text of another member is out of reach
        m_at = At::BetweenMembers;
        break;
    case Inflater::Outcome::BadHeader:
        endEarly("damaged gzip header");
        break;
    case Inflater::Outcome::BadData:
        endEarly("damaged compressed data");
        break;
    }
    return step.produced;
}

void GzipStream::endEarly(std::string_view why) {
    if (m_notes) m_notes->add(OddityKind::GzipTruncated, m_input.position(), why);
    m_at = At::End;
}

void GzipStream::notePoint(std::span<const char> produced) {
    if (m_inflater->maxRawBytes() > 0) {
        if (m_points->due(m_text)) m_points->addRaw(m_input.position(), m_text, *m_inflater);
        return;
    }
    keepWindow(produced);
    if (!m_points->due(m_text)) return;
    if (const auto at = m_inflater->blockBoundary())
        m_points->addBlock(m_input.position() - at->bytesBack, m_text, at->start, m_window);
}

void GzipStream::keepWindow(std::span<const char> produced) {
    if (produced.size() >= kDeflateWindow) {
        const auto tail = produced.last(kDeflateWindow);
        m_window.assign(tail.begin(), tail.end());
        return;
    }
    const std::size_t keep = std::min(m_window.size(), kDeflateWindow - produced.size());
    m_window.erase(m_window.begin(), m_window.end() - static_cast<std::ptrdiff_t>(keep));
    m_window.insert(m_window.end(), produced.begin(), produced.end());
}

} // namespace lanescope::io
