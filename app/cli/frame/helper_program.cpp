#include "app/cli/frame/helper_program.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanescope::cli {
namespace {

// The child gets the signals as the shell gave them to us.
class SpawnAttributes {
public:
    SpawnAttributes() {
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        posix_spawnattr_setsigdefault(&m_attributes, &defaults);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnAttributes() { posix_spawnattr_destroy(&m_attributes); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    const posix_spawnattr_t* get() const { return &m_attributes; }

private:
    posix_spawnattr_t m_attributes{};
};

// A vector of C strings that ends with null, as exec wants it; the words must outlive it.
std::vector<char*> pointersTo(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

Result<pid_t> start(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const posix_spawn_file_actions_t* actions, std::vector<std::string> environment) {
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const auto vector = pointersTo(words);
    for (char** entry = environ; *entry; ++entry) environment.emplace_back(*entry);
    const auto environmentVector = pointersTo(environment);
    const SpawnAttributes attributes;
    pid_t child = 0;
    const int error =
        posix_spawn(&child, program.c_str(), actions, attributes.get(), vector.data(), environmentVector.data());
    if (error == 0) return child;
    return Error{ErrorCode::Internal, std::string("cannot be started: ") + std::strerror(error), program.string(),
                 "is the installation complete?"};
}

Result<int> waitFor(pid_t child, const std::filesystem::path& program, rusage& usage) {
    int status = 0;
    while (::wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return Error{ErrorCode::Internal, std::string("cannot be waited for: ") + std::strerror(errno),
                         program.string(), ""};
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return Error{ErrorCode::Internal, fmt::format("ended by signal {}", WTERMSIG(status)), program.string(), ""};
}

std::string readAll(int file) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
        const ssize_t n = ::read(file, buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(n));
    }
}

} // namespace

std::filesystem::path ownProgram() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error);
}

std::optional<std::filesystem::path> findHelper(const std::string& name, const std::string& buildFolder) {
    const std::filesystem::path folder = ownProgram().parent_path();
    if (folder.empty()) return std::nullopt;
    std::error_code error;
    for (const auto& candidate :
         {folder / ".." / "libexec" / "lanescope" / name, folder / name, folder / ".." / buildFolder / name})
        if (::access(candidate.c_str(), X_OK) == 0) return std::filesystem::weakly_canonical(candidate, error);
    return std::nullopt;
}

Result<int> runHelper(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
    const auto child = start(program, arguments, nullptr, {});
    if (!child.ok()) return child.error();
    rusage usage{};
    return waitFor(*child, program, usage);
}

Result<CapturedRun> captureHelper(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                  const std::vector<std::string>& extraEnvironment) {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return Error{ErrorCode::Internal, std::string("no pipe: ") + std::strerror(errno), program.string(), ""};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    const auto begin = std::chrono::steady_clock::now();
    const auto child = start(program, arguments, &actions, extraEnvironment);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    CapturedRun run;
    if (child.ok()) run.output = readAll(ends[0]);
    run.wallNs = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    ::close(ends[0]);
    if (!child.ok()) return child.error();
    rusage usage{};
    const auto status = waitFor(*child, program, usage);
    if (!status.ok()) return status.error();
    run.status = *status;
    const auto ns = [](const timeval& t) {
        return std::int64_t{t.tv_sec} * 1'000'000'000 + std::int64_t{t.tv_usec} * 1000;
    };
    run.cpuNs = ns(usage.ru_utime) + ns(usage.ru_stime);
    run.peakBytes = std::int64_t{usage.ru_maxrss} * 1024;
    return run;
}

} // namespace lanescope::cli
