// Names of machines, people and folders out of what was read, before anything is made of it: transports and places in
// the source look like paths and stay.
#include "core/export/redact.h"
#include "core/session/ranks/companions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

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

// "node7:12345[0]" -> "host1:12345[0]": the machine alone, as what follows looks like a port and tells processes apart.
std::string processRenamed(const std::string& process, const Redactor& redactor) {
    const std::size_t colon = std::min(process.find(':'), process.size());
    return redactor(process.substr(0, colon)) + process.substr(colon);
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
    std::map<std::string, std::int64_t> jobRanks;
    for (const auto& [process, rank] : log.jobRanks) jobRanks.emplace(processRenamed(process, redactor), rank);
    log.jobRanks = std::move(jobRanks);
    for (readers::NcclCommunicator& comm : log.communicators)
        for (auto& [rank, member] : comm.members) {
            member.host = redactor(member.host);
            member.process = processRenamed(member.process, redactor);
        }
    for (readers::NcclWarning& warning : log.warnings) {
        warning.text = redactor(warning.text);
        warning.hosts = renamed(warning.hosts, redactor);
        std::set<std::string> processes;
        for (const std::string& process : warning.processes) processes.insert(processRenamed(process, redactor));
        warning.processes = std::move(processes);
    }
}

// Names of groups and operations, the same in all dumps; groups that would get one name stay apart by a number.
struct Renaming {
    std::map<std::string, std::string> groups, operations;
    std::set<std::string> taken;
    std::map<std::string, std::size_t> uses; // of what is left of a group's name
};

std::string groupRenamed(const std::string& name, const Redactor& redactor, Renaming& names) {
    const auto [at, fresh] = names.groups.try_emplace(name);
    if (!fresh) return at->second;
    const std::string clean = redactor(name);
    at->second = clean;
    std::size_t& uses = names.uses.try_emplace(clean, 1).first->second;
    while (!names.taken.insert(at->second).second) at->second = fmt::format("{} ({})", clean, ++uses);
    return at->second;
}

void leaveOut(readers::FlightDump& dump, const Redactor& redactor, Renaming& names) {
    std::map<std::string, readers::FlightGroup> groups;
    for (auto& [name, group] : dump.groups) {
        group.name = groupRenamed(name, redactor, names);
        group.description = redactor(group.description);
        const std::string renamedTo = group.name;
        groups.emplace(renamedTo, std::move(group));
    }
    dump.groups = std::move(groups);
    for (readers::FlightEntry& entry : dump.entries) {
        entry.group = groupRenamed(entry.group, redactor, names);
        const auto [at, fresh] = names.operations.try_emplace(entry.name);
        if (fresh) at->second = redactor(entry.name);
        entry.name = at->second;
    }
}

} // namespace

void leaveOutNames(RankCompanions& companions, std::span<const std::string> hidden) {
    Redactor redactor;
    std::set<std::string> hosts;
    for (const auto& [path, log] : companions.logs) learnHosts(log, hosts);
    for (const std::string& host : hosts) redactor.hideHost(host);
    for (const std::string& word : hidden) redactor.hideWord(word);
    for (auto& [path, log] : companions.logs) {
        path = redactor(path);
        leaveOut(log, redactor);
    }
    Renaming names;
    for (readers::FlightDump& dump : companions.dumps) {
        dump.file = redactor(dump.file);
        leaveOut(dump, redactor, names);
    }
    for (auto& [path, error] : companions.failed) path = redactor(path);
    compareCompanions(companions);
}

} // namespace lanescope
