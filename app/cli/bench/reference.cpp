#include "app/cli/bench/reference.h"

#include "core/base/limits.h"
#include "core/io/input.h"
#include "core/session/event_extent.h"

#include <simdjson.h>

#include <array>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

#ifdef LANESCOPE_HAS_ISAL
#include <isa-l/igzip_lib.h>
#endif

namespace lanescope::cli {
namespace {

class File {
public:
    explicit File(const std::filesystem::path& path) : m_file(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~File() {
        if (m_file >= 0) ::close(m_file);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    bool isOpen() const { return m_file >= 0; }
    std::size_t read(std::span<unsigned char> out) const {
        const ssize_t n = ::read(m_file, out.data(), out.size());
        return n > 0 ? static_cast<std::size_t>(n) : 0;
    }

private:
    int m_file;
};

Result<ReferenceRun> readAlone(const std::filesystem::path& path) {
    io::OpenOptions options;
    options.keepTextAccess = false;
    options.threads = 1;
    auto input = io::openInput(path, options);
    if (!input.ok()) return input.error();
    std::vector<char> window(limits::kChunkBytes);
    ReferenceRun run;
    for (;;) {
        const auto n = (*input)->read(window);
        if (!n.ok()) return n.error();
        if (*n == 0) return run;
        run.textBytes += *n;
    }
}

#ifdef LANESCOPE_HAS_ISAL
bool isGzip(const std::filesystem::path& path) {
    const File file(path);
    std::array<unsigned char, 2> magic{};
    return file.isOpen() && file.read(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

Result<ReferenceRun> gunzipAlone(const std::filesystem::path& path) {
    const File file(path);
    std::vector<unsigned char> in(std::size_t{1} << 20), out(std::size_t{256} << 10);
    inflate_state state;
    isal_inflate_init(&state);
    state.crc_flag = ISAL_GZIP;
    state.avail_in = 0;
    ReferenceRun run;
    for (;;) {
        if (state.avail_in == 0) {
            const std::size_t n = file.read(in);
            if (n == 0) return run;
            state.next_in = in.data();
            state.avail_in = static_cast<std::uint32_t>(n);
        }
        if (state.block_state == ISAL_BLOCK_FINISH) { // the next member
            const auto* next = state.next_in;
            const auto left = state.avail_in;
            isal_inflate_reset(&state);
            state.crc_flag = ISAL_GZIP;
            state.next_in = const_cast<unsigned char*>(next);
            state.avail_in = left;
        }
        state.next_out = out.data();
        state.avail_out = static_cast<std::uint32_t>(out.size());
        if (isal_inflate(&state) < 0)
            return Error{ErrorCode::Damaged, "the compressed data is damaged", path.string(), ""};
        run.textBytes += out.size() - state.avail_out;
    }
}
#endif

// Length of the part that ends with a whole event; 0 when none does.
std::size_t wholeEvents(std::string_view text) {
    for (std::size_t at = text.rfind('}'); at != std::string_view::npos && at > 0; at = text.rfind('}', at - 1))
        if (nextEventFollows(text, at)) return at + 1;
    return 0;
}

// Length of the events up to the closing bracket of their array, or to the end of a text that has none.
std::size_t lastEvents(std::string_view text) {
    std::size_t end = 0;
    for (std::size_t at = text.find('{'); at != std::string_view::npos;) {
        const auto length = eventExtent(text.substr(at));
        if (!length) return end;
        end = at + *length;
        const auto next = text.find_first_not_of(" \t\r\n", end);
        at = next == std::string_view::npos || text[next] != ',' ? std::string_view::npos : text.find('{', next);
    }
    return end;
}

class DocumentPass {
public:
    // Parses "[events]" in place of the events' own brackets.
    bool parse(std::string_view events) {
        m_buffer.clear();
        m_buffer.reserve(events.size() + 2 + simdjson::SIMDJSON_PADDING);
        m_buffer += '[';
        m_buffer += events;
        m_buffer += ']';
        const Watch watch;
        simdjson::dom::element document;
        if (m_parser.parse(m_buffer.data(), m_buffer.size(), false).get(document) != simdjson::SUCCESS) return false;
        simdjson::dom::array array;
        if (document.get(array) != simdjson::SUCCESS) return false;
        m_run.events += array.size();
        const Spent spent = watch.elapsed();
        m_run.spent.wallNs += spent.wallNs;
        m_run.spent.cpuNs += spent.cpuNs;
        m_run.textBytes += events.size();
        return true;
    }
    const ReferenceRun& run() const { return m_run; }

private:
    simdjson::dom::parser m_parser;
    std::string m_buffer;
    ReferenceRun m_run;
};

// The text from the first event on.
std::size_t firstEvent(std::string_view text) {
    const auto key = text.find("\"traceEvents\"");
    const auto bracket = text.find('[', key == std::string_view::npos ? 0 : key);
    return bracket == std::string_view::npos ? text.size() : bracket + 1;
}

} // namespace

Result<ReferenceRun> inflateAlone(const std::filesystem::path& path) {
    const Watch watch;
#ifdef LANESCOPE_HAS_ISAL
    auto run = isGzip(path) ? gunzipAlone(path) : readAlone(path);
#else
    auto run = readAlone(path);
#endif
    if (run.ok()) run->spent = watch.elapsed();
    return run;
}

Result<ReferenceRun> documentPass(const std::filesystem::path& path) {
    io::OpenOptions options;
    options.keepTextAccess = false;
    auto input = io::openInput(path, options);
    if (!input.ok()) return input.error();
    DocumentPass pass;
    std::string text;
    bool inEvents = false;
    for (;;) {
        const std::size_t kept = text.size();
        text.resize(kept + limits::kChunkBytes);
        const auto n = (*input)->read(std::span(text).subspan(kept));
        if (!n.ok()) return n.error();
        text.resize(kept + *n);
        if (!inEvents) {
            text.erase(0, firstEvent(text));
            inEvents = true;
        }
        const std::size_t whole = *n == 0 ? lastEvents(text) : wholeEvents(text);
        if (whole > 0 && !pass.parse(std::string_view(text).substr(0, whole)))
            return Error{ErrorCode::MissingData, "simdjson refuses the events as they are", path.string(),
                         "the comparison needs a file of strict JSON"};
        if (*n == 0) return pass.run();
        const auto next = text.find('{', whole);
        text.erase(0, whole == 0 ? 0 : std::min(next, text.size()));
    }
}

} // namespace lanescope::cli
