// The options of every command that reads traces, and the reading itself. One thread.
#pragma once

#include "app/cli/frame/arguments.h"
#include "app/cli/frame/stopping.h"
#include "core/session/load_trace.h"
#include "core/session/trace_sources.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lanescope::cli {

struct LoadRequest {
    std::vector<std::string> inputs;
    std::vector<std::string> ranks; // FILE=N
    std::string rulesFile;
    std::optional<std::int64_t> threads;
    bool noIndex = false;
};
void addLoadOptions(ArgumentParser& parser, LoadRequest& request, Amount inputs);
void addTraceOptions(ArgumentParser& parser, LoadRequest& request); // all but the inputs

// What --rules says; the built-in rules when `path` is empty.
Result<KindRules> rulesIn(const std::string& path);

// What --rank says: index of the source -> rank. FILE is the source as given ("folder/worker3.json",
// "ranks.zip!a.json"), or its last part when only one has it.
Result<std::map<std::size_t, std::int64_t>> ranksBySource(const std::vector<std::string>& ranks,
                                                          const std::vector<TraceSource>& sources);

// Reads the inputs one after the other; folders and archives stand for the traces in them. Index files are written
// meanwhile; the last one is waited for at the end of this object's life, so that a command can give its answer first.
class InputLoader {
public:
    using User = std::function<void(const std::string& path, Result<LoadedTrace> trace)>;

    InputLoader(const LoadRequest& request, const Stopping& stopping) : m_request(request), m_stopping(stopping) {}
    ~InputLoader();
    InputLoader(const InputLoader&) = delete;
    InputLoader& operator=(const InputLoader&) = delete;

    // Says what could not be read and hands each input to `use`, failed ones too. Returns the exit code of the first
    // that failed. An error of the request itself (an unknown file in --rank, bad rules) or a stop reads no further.
    Result<ExitCode> forEach(const User& use);

private:
    struct Sources { // what can be read, and what not even can be listed
        std::vector<TraceSource> known;
        std::vector<std::pair<std::string, Error>> failed;
    };
    Result<Sources> sources() const;
    Result<LoadedTrace> load(const TraceSource& source, LoadOptions options);
    void finishIndex();
    const LoadRequest& m_request;
    const Stopping& m_stopping;
    std::shared_ptr<IndexWriting> m_writing;
};

} // namespace lanescope::cli
