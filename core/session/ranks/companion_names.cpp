// Names of machines, people and folders out of what was read, before anything is made of it: transports and places in
// the source look like paths and stay.
#include "core/export/redact.h"
#include "core/session/ranks/companions.h"

#include <set>

namespace lanescope {
namespace {

using readers::NcclLog;

void learnHosts(const NcclLog& log, std::set<std::string>& hosts) {
    for (const auto& [host, machine] : log.machines) hosts.insert(host);
    for (const readers::NcclCommunicator& comm : log.communicators)
        for (const auto& [rank, member] : comm.members) hosts.insert(member.host);
    for (const readers::NcclWarning& warning : log.warnings) hosts.insert(warning.hosts.begin(), warning.hosts.end());
}

std::set<std::string> renamed(const std::set<std::string>& names, const Redactor& redactor) {
    std::set<std::string> out;
    for (const std::string& name : names) out.insert(redactor(name));
    return out;
}

template <class Value>
std::map<std::string, Value> renamed(const std::map<std::string, Value>& byName, const Redactor& redactor) {
    std::map<std::string, Value> out;
    for (const auto& [name, value] : byName) out.emplace(redactor(name), value);
    return out;
}

void leaveOut(NcclLog& log, const Redactor& redactor) {
    log.hosts = renamed(log.hosts, redactor);
    log.machines = renamed(log.machines, redactor);
    log.jobRanks = renamed(log.jobRanks, redactor);
    for (readers::NcclCommunicator& comm : log.communicators)
        for (auto& [rank, member] : comm.members) {
            member.host = redactor(member.host);
            member.process = redactor(member.process);
        }
    for (readers::NcclWarning& warning : log.warnings) {
        warning.text = redactor(warning.text);
        warning.hosts = renamed(warning.hosts, redactor);
        warning.processes = renamed(warning.processes, redactor);
    }
}

} // namespace

void leaveOutNames(RankCompanions& companions, std::span<const std::string> hidden) {
    Redactor redactor;
    std::set<std::string> hosts;
    for (const auto& [path, log] : companions.logs) learnHosts(log, hosts);
    for (const std::string& host : hosts) redactor.hideHost(host);
    for (const std::string& word : hidden) redactor.hideHost(word);
    for (auto& [path, log] : companions.logs) {
        path = redactor(path);
        leaveOut(log, redactor);
    }
    for (readers::FlightDump& dump : companions.dumps) {
        dump.file = redactor(dump.file);
        for (auto& [name, group] : dump.groups) group.description = redactor(group.description);
    }
    for (auto& [path, error] : companions.failed) path = redactor(path);
    compareCompanions(companions);
}

} // namespace lanescope
