// The text of a gzip file: members one after another, padding and junk after them, damage and cuts told as oddities.
// What was inflated before damage stays. One thread at a time.
#pragma once

#include "core/base/oddity.h"
#include "core/io/byte_stream.h"
#include "core/io/inflater.h"
#include "core/io/restart_points.h"

namespace lanescope::io {

inline constexpr std::size_t kInputWindow = std::size_t{256} << 10;
bool looksLikeGzip(std::span<const char> head);

class GzipStream final : public ByteStream {
public:
    // `notes` and `points` may be null; both outlive the stream.
    GzipStream(InputWindow input, OddityList* notes, RestartPoints* points, std::unique_ptr<Inflater> inflater,
               std::uint64_t textOffset = 0);
    // Starts in the middle; `input` begins at point.in. Error (Damaged) when the point is of no use.
    static Result<std::unique_ptr<GzipStream>> startAt(const RestartPoint& point, InputWindow input,
                                                       std::unique_ptr<Inflater> inflater);
    Result<std::size_t> read(std::span<char> out) override;
    std::uint64_t textPosition() const { return m_text; }
    std::uint64_t compressedPosition() const { return m_input.position(); }

private:
    enum class At : std::uint8_t { BetweenMembers, InMember, End };
    Status nextMember();
    Result<std::size_t> someBytes(std::span<char> out);
    void endEarly(std::string_view why);
    void notePoint(std::span<const char> produced);
    void keepWindow(std::span<const char> produced);

    InputWindow m_input;
    OddityList* m_notes;
    RestartPoints* m_points;
    std::unique_ptr<Inflater> m_inflater;
    At m_at = At::BetweenMembers;
    std::uint64_t m_text = 0;
    std::uint64_t m_members = 0;
    unsigned m_idleSteps = 0;
    std::vector<char> m_window; // the last 32 KiB of text, only kept for inflaters without a raw state
};

} // namespace lanescope::io
