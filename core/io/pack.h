// Short-term packing in memory: zstd at its fastest useful level. A Packer belongs to one thread at a time.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace lanescope::io {

class Packer {
public:
    Packer();
    ~Packer();
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;
    std::string pack(std::span<const char> bytes);

private:
    struct Context;
    std::unique_ptr<Context> m_context;
};

// Exactly `size` bytes or an Error (Damaged); never allocates more than that. Any thread.
Result<std::string> unpack(std::string_view packed, std::size_t size);

} // namespace lanescope::io
