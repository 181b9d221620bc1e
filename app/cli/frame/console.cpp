#include "app/cli/frame/console.h"

#include "core/export/display_width.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace lanescope::cli {
namespace {

void writeStderr(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

} // namespace

ExitCode complain(const Error& error) {
    std::string text = "lanescope-cli: ";
    if (!error.place.empty()) text += printable(error.place) + ": ";
    text += printable(error.message) + "\n";
    if (!error.hint.empty()) text += "hint: " + printable(error.hint) + "\n";
    writeStderr(text);
    return exitCodeOf(error.code);
}

ExitCode writeStdout(std::string_view text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t n = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
        if (n >= 0) {
            done += static_cast<std::size_t>(n);
            continue;
        }
        if (errno == EINTR) continue;
        if (errno == EPIPE) return ExitCode::BrokenPipe;
        return complain({ErrorCode::NotWritable, std::string("cannot write the output: ") + std::strerror(errno),
                         "standard output", "check the disk or the pipe that takes it"});
    }
    return ExitCode::Ok;
}

} // namespace lanescope::cli
