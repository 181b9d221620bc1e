// Lines about the machine: devices of the network, topology, searches, environment.
#include "core/readers/nccl_log/nccl_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::readers::nccl {
namespace {

constexpr std::size_t kMostOfAKind = 256;

// Switches and numbers: their values tell of nobody. Of all others only the name is kept.
constexpr std::array<std::string_view, 24> kShownVariables{
    "NCCL_ALGO",          "NCCL_PROTO",         "NCCL_DEBUG",        "NCCL_DEBUG_SUBSYS",  "NCCL_P2P_DISABLE",
    "NCCL_P2P_LEVEL",     "NCCL_SHM_DISABLE",   "NCCL_IB_DISABLE",   "NCCL_NET_GDR_LEVEL", "NCCL_NET_GDR_READ",
    "NCCL_MIN_NCHANNELS", "NCCL_MAX_NCHANNELS", "NCCL_MIN_CTAS",     "NCCL_MAX_CTAS",      "NCCL_NTHREADS",
    "NCCL_BUFFSIZE",      "NCCL_NVLS_ENABLE",   "NCCL_CROSS_NIC",    "NCCL_PXN_DISABLE",   "NCCL_IB_TIMEOUT",
    "NCCL_IB_RETRY_CNT",  "NCCL_CUMEM_ENABLE",  "NCCL_MNNVL_ENABLE", "NCCL_COLLNET_ENABLE"};
constexpr std::array<std::string_view, 7> kPatterns{"?",    "balanced tree", "split tree",    "tree",
                                                    "ring", "NVLS",          "CollNet direct"};
constexpr std::array<std::string_view, 12> kPaths{"LOC", "NVL", "NVB", "C2C", "PIX", "PXB",
                                                  "P2C", "PXN", "PHB", "SYS", "NET", "DIS"};

void insertSome(std::set<std::string>& into, std::string text) {
    if (into.size() < kMostOfAKind) into.insert(std::move(text));
}

// "[0]mlx5_0:1/IB [1]mlx5_1:1/RoCE [RO]; OOB eth0:ip<0>", "[0]eth0:10.0.0.1<0>": names, without addresses.
void devicesIn(std::string_view text, NcclMachine& machine) {
    text = text.substr(0, text.find(';'));
    for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
        const std::size_t close = text.find(']', open);
        if (close == std::string_view::npos || !wholeNumber(text.substr(open + 1))) continue;
        std::string_view name = text.substr(close + 1);
        name = name.substr(0, name.find(' '));
        if (name.find('<') != std::string_view::npos) name = name.substr(0, name.find(':'));
        if (!name.empty()) insertSome(machine.devices, std::string(name));
    }
}

// "Pattern 4, crossNic 0, nChannels 12, bw 20.0/20.0, type NVL/PIX, sameChannels 1"
void search(std::string_view m, NcclLog& log, NcclMachine& machine) {
    const auto upToComma = [&](std::string_view word) {
        const std::string_view text = wordAfter(m, word);
        return std::string(text.substr(0, text.find(',')));
    };
    const auto pattern = numberAfter(m, "Pattern");
    const bool known = pattern && *pattern > 0 && static_cast<std::size_t>(*pattern) < kPatterns.size();
    const std::string type = upToComma("type");
    if (type.starts_with("NVL")) machine.nvlink = true;
    const std::string bandwidth = upToComma("bw");
    insertSome(log.searches,
               fmt::format("{}: {} channels, {} GB/s, {}",
                           known ? std::string(kPatterns[static_cast<std::size_t>(*pattern)]) : upToComma("Pattern"),
                           upToComma("nChannels"), bandwidth.empty() ? upToComma("speed") : bandwidth, type));
}

// "GPU/0-18000 :GPU/0-18000 (0/5000.0/LOC) GPU/0-2a000 (1/20.0/NVL) NET/0-0 (3/12.0/PIX)"
void paths(std::string_view m, NcclMachine& machine) {
    const std::size_t colon = m.find(" :");
    for (std::size_t at = colon + 2; at < m.size();) {
        const std::size_t open = m.find(" (", at), close = m.find(')', at);
        if (open == std::string_view::npos || close == std::string_view::npos || close < open) return;
        const std::string_view to = m.substr(at, open - at), way = m.substr(open + 2, close - open - 2);
        const std::string_view word = way.substr(std::min(way.size(), way.rfind('/') + 1));
        if (word != "LOC" && std::find(kPaths.begin(), kPaths.end(), word) != kPaths.end()) {
            if (to.find("GPU") != std::string_view::npos) machine.gpuPaths.insert(std::string(word));
            if (to.find("NET") != std::string_view::npos) machine.netPaths.insert(std::string(word));
            if (to.find("GPU") != std::string_view::npos && word.starts_with("NV")) machine.nvlink = true;
        }
        at = close + 1;
        while (at < m.size() && m[at] == ' ') ++at;
    }
}

bool topologyLine(std::string_view m, NcclLog& log, NcclMachine& machine) {
    if (m.starts_with("=== System :")) {
        const std::string_view total = wordAfter(m, "totalBw");
        machine.bandwidth = wordAfter(m, "maxBw");
        if (machine.bandwidth.empty()) machine.bandwidth = wordAfter(m, "maxWidth");
        if (!total.empty()) machine.bandwidth.append(" of ").append(total);
        return ++log.graphLines, true;
    }
    if (m.starts_with("Pattern ")) return search(m, log, machine), ++log.graphLines, true;
    if (m.starts_with("GPU/") && m.find(" :") != std::string_view::npos)
        return paths(m, machine), ++log.graphLines, true;
    std::string_view entry = m.substr(std::min(m.size(), m.find_first_not_of(' ')));
    if (!entry.starts_with("+ ") && !entry.starts_with("CPU/")) return false;
    ++log.graphLines;
    if (entry.starts_with("+ NVL[")) machine.nvlink = true;
    return true;
}

bool networkLine(const Line& line, NcclLog& log) {
    const std::string_view m = line.message;
    NcclMachine& machine = log.machines[std::string(line.host)];
    if (m.starts_with("Bootstrap")) {
        const std::size_t using_ = m.find("Using ");
        if (using_ == std::string_view::npos) return true;
        std::string_view name = m.substr(using_ + 6);
        if (name.starts_with('[')) name = name.substr(std::min(name.size(), name.find(']') + 1)); // "Using [0]eth0:..."
        machine.bootstrap = name.substr(0, name.find(':'));
        return true;
    }
    if (m.starts_with("NET/IB : Using")) {
        log.infiniband = machine.infiniband = true;
        devicesIn(m, machine);
        return true;
    }
    if (m.starts_with("NET/Socket : Using")) return devicesIn(m, machine), true;
    if (!m.starts_with("NET/")) return false;
    ++log.netLines;
    const std::size_t quote = m.find('\'');
    const bool direct = m.find("GPU Direct RDMA Enabled") != std::string_view::npos;
    if (direct && quote != std::string_view::npos) {
        const std::string_view name = m.substr(quote + 1);
        insertSome(machine.direct, std::string(name.substr(0, name.find('\''))));
    }
    return true;
}

// "NCCL_ALGO set by environment to Ring."
bool environmentLine(std::string_view m, NcclLog& log) {
    constexpr std::string_view kWords = " set by environment to ";
    const std::size_t at = m.find(kWords);
    if (at == std::string_view::npos || !m.starts_with("NCCL_")) return false;
    const std::string name(m.substr(0, at));
    std::string_view value = m.substr(at + kWords.size());
    if (value.ends_with('.')) value.remove_suffix(1);
    const bool shown = std::find(kShownVariables.begin(), kShownVariables.end(), name) != kShownVariables.end();
    if (log.environment.size() < kMostOfAKind) log.environment[name] = shown ? std::string(value.substr(0, 64)) : "";
    return true;
}

} // namespace

bool machineLine(const Line& line, NcclLog& log) {
    const std::string_view m = line.message;
    if (m.starts_with("Bootstrap") || m.starts_with("NET/")) return networkLine(line, log);
    if (m.starts_with("Using network ")) {
        const std::string name(wordAfter(m, "network"));
        if (log.network.empty()) log.network = name;
        if (log.network.find(name) == std::string::npos && log.network.size() < 200)
            log.network.append(", ").append(name);
        return true;
    }
    if (m.starts_with("NVLS multicast support is available")) {
        log.machines[std::string(line.host)].nvls = true;
        return true;
    }
    if (environmentLine(m, log)) return true;
    if (m.empty() || (m[0] != '=' && m[0] != ' ' && m[0] != '+' && !m.starts_with("CPU/") && !m.starts_with("GPU/") &&
                      !m.starts_with("Pattern ")))
        return false;
    return topologyLine(m, log, log.machines[std::string(line.host)]);
}

} // namespace lanescope::readers::nccl
