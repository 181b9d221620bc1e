#include "core/analysis/guide/ncu_command.h"

#include "core/query/name_parse.h"
#include "core/query/short_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace lanescope {

namespace {

constexpr std::size_t kMaxReportName = 60;

// A file name that no shell and no file system minds.
std::string reportName(std::string_view function) {
    std::string out;
    for (const char c : function.substr(0, kMaxReportName)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        out += plain ? c : '_';
    }
    return out.empty() ? "kernel" : out;
}

StringId processOf(const TraceStore& store, SliceId slice) {
    return store.threads()[store.tracks()[store.track(slice).value].thread.value].pid;
}

struct Launch {
    std::int64_t at; // of the call, else of the work
    std::int64_t start;
    SliceId kernel;
};

// Launches of the function by the process that launched the kernel, in order.
std::vector<Launch> launchesOf(const TraceStore& store, SliceId kernel, const std::string& function) {
    const LaunchIndex index(store);
    const auto own = index.callOf(kernel);
    std::vector<std::uint8_t> known(store.stringCount(), 0);
    std::vector<Launch> out;
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Stream) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            const SliceId s{row};
            if (store.role(s) != Role::Kernel) continue;
            std::uint8_t& k = known[store.nameId(s).value];
            if (k == 0) k = functionBase(store.name(s)) == function ? 2 : 1;
            if (k != 2) continue;
            const auto call = index.callOf(s);
            if (own && call && processOf(store, *own) != processOf(store, *call)) continue;
            const std::int64_t start = count(store.start(s));
            out.push_back({call ? count(store.start(*call)) : start, start, s});
        }
    }
    std::sort(out.begin(), out.end(), [](const Launch& a, const Launch& b) {
        return std::tuple(a.at, a.start, a.kernel) < std::tuple(b.at, b.start, b.kernel);
    });
    return out;
}

bool isOfGraph(const TraceStore& store, SliceId kernel) {
    const auto call = store.launchOf(kernel);
    return (call && store.name(*call).find("GraphLaunch") != std::string_view::npos) ||
           store.arg(ArgField::GraphNodeId).find(kernel.value).value_or(0) != 0;
}

std::int64_t ranksOf(const TraceStore& store) { return std::max<std::int64_t>(1, store.info().worldSize.value_or(1)); }

void rocm(KernelHandOver& out, std::string_view program) {
    out.command = fmt::format("rocprof-compute profile -n {} \\\n    -k {} -- {}", reportName(out.function),
                              quotedForShell(out.function), program);
}

// Replaying the collective of one rank would wait for ever on its peers: all ranks are profiled in lockstep.
void lockstep(KernelHandOver& out, const TraceStore& store, std::string_view program) {
    const std::int64_t ranks = ranksOf(store);
    out.command =
        fmt::format("ncu --communicator shmem --communicator-shmem-num-peers {0} --lockstep-kernel-launch \\\n"
                    "    --kernel-name-base function --kernel-name {1} --launch-skip {2} --launch-count 1 \\\n"
                    "    --target-processes all -o {3} -f \\\n"
                    "    torchrun --nproc-per-node={0} {4}",
                    ranks, quotedForShell("regex:^" + escapedForRegex(out.function) + "$"), out.ordinal,
                    reportName(out.function), program);
    out.warnings.push_back("a collective cannot be replayed on one rank: it would wait for its peers for ever; all "
                           "ranks run in lockstep instead, on one node, with an ncu of 2026.1 or later");
}

void single(KernelHandOver& out, const TraceStore& store, SliceId kernel, std::string_view program) {
    out.command =
        fmt::format("ncu --set full --kernel-name-base function \\\n    --kernel-name {} \\\n"
                    "    --launch-skip {} --launch-count 1 --target-processes all{} \\\n    -o {} -f \\\n    {}",
                    quotedForShell("regex:^" + escapedForRegex(out.function) + "$"), out.ordinal,
                    isOfGraph(store, kernel) ? " --graph-profiling node" : "", reportName(out.function), program);
    if (ranksOf(store) > 1)
        out.warnings.push_back(
            "profile one rank only, with a wrapper that runs ncu where RANK is 0; its peers wait for "
            "it, so raise the timeout of collectives");
}

} // namespace

std::string functionBase(std::string_view name) {
    const std::string plain = demangled(name);
    std::string_view path = names::functionPath(plain);
    // The last part outside template brackets.
    int depth = 0;
    std::size_t begin = 0, end = path.size();
    for (std::size_t i = 0; i < path.size(); ++i) {
        const char c = path[i];
        if (c == '<' && depth++ == 0) end = i;
        if (c == '>') --depth;
        if (depth == 0 && c == ':' && i + 1 < path.size() && path[i + 1] == ':') {
            begin = i + 2;
            end = path.size();
        }
    }
    return std::string(path.substr(begin, end - std::min(begin, end)));
}

std::string quotedForShell(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c; // names come from files
        }
    }
    return out + "'";
}

std::string escapedForRegex(std::string_view text) {
    constexpr std::string_view kSpecial = R"(.[]{}()*+?^$|\/)";
    std::string out;
    for (const char c : text) {
        if (kSpecial.find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

KernelHandOver kernelHandOver(const TraceStore& store, SliceId kernel, std::string_view program) {
    KernelHandOver out;
    out.function = functionBase(store.name(kernel));
    const std::vector<Launch> launches = launchesOf(store, kernel, out.function);
    out.launches = launches.size();
    const auto own =
        std::find_if(launches.begin(), launches.end(), [kernel](const Launch& l) { return l.kernel == kernel; });
    if (own != launches.end()) out.ordinal = static_cast<std::uint64_t>(own - launches.begin());
    if (store.info().vendor == "ROCm") {
        rocm(out, program);
        return out;
    }
    if (workClass(store.kind(kernel)) == WorkClass::Communication)
        lockstep(out, store, program);
    else
        single(out, store, kernel, program);
    out.warnings.push_back("the ordinal counts from the start of the recording: launches before it, such as warm-up, "
                           "must be added to --launch-skip");
    return out;
}

} // namespace lanescope
