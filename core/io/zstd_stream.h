// The text of a zstd file: frames one after another, skippable frames skipped, damage and cuts told as oddities.
// Frames with a window above 128 MiB (zstd --ultra --long=28 and more) are refused: memory stays bounded.
#pragma once

#include "core/base/oddity.h"
#include "core/io/byte_stream.h"

namespace lanescope::io {

bool looksLikeZstd(std::span<const char> head); // a frame or a skippable frame

class ZstdStream final : public ByteStream {
public:
    ZstdStream(InputWindow input, OddityList* notes); // `notes` may be null
    ~ZstdStream() override;
    Result<std::size_t> read(std::span<char> out) override;

private:
    struct Context;
    Status nextFrame();
    Result<std::size_t> someBytes(std::span<char> out);
    void onError(int code, std::size_t fed);
    void endEarly(std::string_view why);

    InputWindow m_input;
    OddityList* m_notes;
    std::unique_ptr<Context> m_context;
    bool m_inFrame = false;
    bool m_anyText = false;
    bool m_atEnd = false;
};

} // namespace lanescope::io
