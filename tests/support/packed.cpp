#include "tests/support/packed.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <random>
#include <zlib.h>
#include <zstd.h>

namespace lanescope::test {
namespace {

std::string deflated(std::string_view text, int level, int windowBits) {
    z_stream z{};
    deflateInit2(&z, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&z, text.size()) + 64, '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(out.size() - z.avail_out);
    deflateEnd(&z);
    return out;
}

std::uint32_t crcOf(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

void appendLittle(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

} // namespace

std::string gzipped(std::string_view text, int level) { return deflated(text, level, 15 + 16); }

std::string bgzipped(std::string_view text, std::size_t blockBytes) {
    std::string out;
    const auto addBlock = [&](std::string_view part) {
        const std::string data = deflated(part, 6, -15);
        out += std::string("\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0", 16);
        appendLittle(out, 18 + data.size() + 8 - 1, 2);
        out += data;
        appendLittle(out, crcOf(part), 4);
        appendLittle(out, part.size(), 4);
    };
    for (std::size_t at = 0; at < text.size(); at += blockBytes) addBlock(text.substr(at, blockBytes));
    addBlock({}); // as bgzip ends its files
    return out;
}

std::string zipOf(const std::vector<TestMember>& members) {
    std::string out, directory;
    for (const TestMember& member : members) {
        const std::string data = member.deflated ? deflated(member.bytes, 6, -15) : member.bytes;
        std::string common;
        appendLittle(common, 20, 2);
        appendLittle(common, 0, 2);
        appendLittle(common, member.deflated ? 8 : 0, 2);
        appendLittle(common, 0, 4);
        appendLittle(common, crcOf(member.bytes), 4);
        appendLittle(common, data.size(), 4);
        appendLittle(common, member.bytes.size(), 4);
        appendLittle(common, member.name.size(), 2);
        appendLittle(common, 0, 2);
        directory += "PK\x01\x02";
        appendLittle(directory, 20, 2);
        directory += common;
        directory += std::string(10, '\0');
        appendLittle(directory, out.size(), 4);
        directory += member.name;
        out += "PK\x03\x04" + common + member.name + data;
    }
    const std::size_t at = out.size();
    out += directory + "PK\x05\x06" + std::string(4, '\0');
    appendLittle(out, members.size(), 2);
    appendLittle(out, members.size(), 2);
    appendLittle(out, directory.size(), 4);
    appendLittle(out, at, 4);
    appendLittle(out, 0, 2);
    return out;
}

std::string tarOf(const std::vector<TestMember>& members) {
    std::string out;
    const auto add = [&](std::string_view name, char type, std::string_view data) {
        std::string block(512, '\0');
        block.replace(0, std::min<std::size_t>(name.size(), 100), name.substr(0, 100));
        block.replace(100, 8, "0000644", 8);
        block.replace(124, 11, fmt::format("{:011o}", data.size()));
        block.replace(148, 8, "        ");
        block[156] = type;
        block.replace(257, 8, std::string("ustar\00000", 8));
        unsigned sum = 0;
        for (const char c : block) sum += static_cast<unsigned char>(c);
        block.replace(148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
        out += block;
        out += data;
        out.append((512 - data.size() % 512) % 512, '\0');
    };
    for (const TestMember& member : members) {
        if (member.name.ends_with('/')) {
            add(member.name, '5', {});
            continue;
        }
        if (member.name.size() > 100) add("././@LongLink", 'L', member.name + '\0');
        add(member.name, '0', member.bytes);
    }
    return out + std::string(1024, '\0');
}

std::string zstded(std::string_view text, int level) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), level));
    return out;
}

std::string zstdedWithSum(std::string_view text) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
    ZSTD_freeCCtx(context);
    return out;
}

std::string gunzipped(std::string_view bytes) {
    std::string text;
    while (bytes.size() > 18) {
        z_stream z{};
        inflateInit2(&z, 15 + 16);
        z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        z.avail_in = static_cast<uInt>(bytes.size());
        int code = Z_OK;
        std::string piece(std::size_t{1} << 16, '\0');
        while (code == Z_OK) {
            z.next_out = reinterpret_cast<Bytef*>(piece.data());
            z.avail_out = static_cast<uInt>(piece.size());
            code = inflate(&z, Z_NO_FLUSH);
            text.append(piece.data(), piece.size() - z.avail_out);
        }
        bytes.remove_prefix(bytes.size() - z.avail_in);
        inflateEnd(&z);
        if (code != Z_STREAM_END) break;
    }
    return text;
}

std::string traceLikeText(std::size_t bytes, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::string text = "{\"traceEvents\": [\n";
    std::uint64_t ts = 1'000'000;
    while (text.size() < bytes) {
        ts += random() % 5000;
        text += fmt::format("  {{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"kernel_{}<float, {}>\", \"pid\": 0, "
                            "\"tid\": {}, \"ts\": {}.{:03}, \"dur\": {}.{:03}, \"args\": {{\"correlation\": {}}}}},\n",
                            random() % 200, random() % 8, random() % 20, ts, random() % 1000, random() % 900,
                            random() % 1000, random());
    }
    text.resize(bytes);
    return text;
}

std::string fileBytes(const std::filesystem::path& path) {
    std::string bytes;
    if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
        std::string piece(std::size_t{1} << 16, '\0');
        while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), file)) bytes.append(piece, 0, got);
        std::fclose(file);
    }
    return bytes;
}

void writeFile(const std::filesystem::path& path, std::string_view bytes) {
    if (std::FILE* file = std::fopen(path.c_str(), "wb")) {
        std::fwrite(bytes.data(), 1, bytes.size(), file);
        std::fclose(file);
    }
}

} // namespace lanescope::test
