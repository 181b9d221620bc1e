// Streaming compression: gzip (ISA-L, else zlib) and zstd. Bounded memory. The text that comes out again is the same
// everywhere; the compressed bytes may differ between versions of the libraries.
#pragma once

#include "core/synth/sink.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanescope::synth {

class Packer {
public:
    virtual ~Packer() = default;
    virtual void add(std::string_view text, std::string& out) = 0; // appends what is ready
    virtual void finish(std::string& out) = 0;
};

std::unique_ptr<Packer> makePacker(Packing packing); // null for None

} // namespace lanescope::synth
