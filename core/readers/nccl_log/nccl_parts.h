// What the reader of NCCL logs is made of: pieces of a log that grow line by line. One thread's.
#pragma once

#include "core/readers/nccl_log/nccl_line.h"
#include "core/readers/nccl_log/nccl_log.h"

#include <deque>
#include <map>
#include <string>
#include <tuple>

namespace lanescope::readers::nccl {

// Edges of a communicator, each once; a send and its receive become one.
class EdgeList {
public:
    explicit EdgeList(NcclCommunicator& comm);
    void add(NcclCommunicator& comm, NcclEdge edge);

private:
    void index(const NcclEdge& edge, std::size_t at);
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>, std::vector<std::size_t>> m_at;
};

// Everything of `from` into `to`, which is the same communicator; `edges` is of `to`.
void absorb(NcclCommunicator& to, NcclCommunicator from, EdgeList& edges);

// Calls of the COLL subsystem and the choices of TUNING, counted. A choice belongs to the oldest call of its process,
// function and size that has none.
class CallList {
public:
    void call(const Line& line, NcclLog& log);
    void choice(const Line& line, NcclLog& log);
    void finish(NcclLog& log); // what waits for its choice will not get it
    void add(NcclCall call, NcclLog& log);

private:
    std::map<std::string, std::deque<NcclCall>> m_waiting; // by process
    std::map<std::string, std::size_t> m_known;
};

void addWarning(NcclLog& log, std::map<std::string, std::size_t>& known, NcclWarning warning);

// Lines about the machine: network devices, topology, search, environment. False when it is about something else.
bool machineLine(const Line& line, NcclLog& log);

// After the last line: communicators without ids are put together, rings rebuilt, ranks of the job found, hints.
void finish(NcclLog& log);
void addHints(NcclLog& log);

} // namespace lanescope::readers::nccl
