// Leaves out of a text what tells about people and machines. By its form: paths become their last part, so that no home
// folder, user name or mount point is left; user@host, addresses and full host names are replaced. By knowledge: host
// and user names learned from a trace are replaced wherever they stand as a word, "host1", "user1" and so on, so that
// machines can still be told apart. A value; const calls from any thread.
#pragma once

#include "core/store/trace_store.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope {

class Redactor {
public:
    // Names in the trace's metadata, file name, process labels, log lines, home folders; `path` is where it lies.
    void learn(const TraceStore& store, std::string_view path = {});
    // Names that a text gives away by its form: me@node7, home folders, "node7:12:34 [0] NCCL INFO", host_name=node7.
    // In texts of events "host: x" tells less than in labels and log lines: there "Host: pinned" is none.
    enum class Text : std::uint8_t { OfLabel, OfEvent };
    void learnText(std::string_view text, Text kind = Text::OfLabel);
    void learnFileName(std::string_view name); // "<host>_<pid>.<time>.pt.trace.json", as the profiler names its files
    // Names as common as "root" or "localhost" and those of one or two letters tell nothing: not hidden.
    void hideHost(std::string_view name);
    void hideUser(std::string_view name);
    // A word somebody asked to leave out, without the blanks around it: hidden whatever it looks like.
    void hideWord(std::string_view word);

    std::string operator()(std::string_view text) const;
    // For a text that was shortened with an ellipsis: what is left of a name beside the ellipsis goes as well.
    std::string label(std::string_view text) const;
    // What is hidden, in small letters: machines in the order of their numbers, then people.
    std::vector<std::string> hidden() const;
    // Nothing in the text looks like a name: the text may stay as it is.
    bool leavesAlone(std::string_view text) const;

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    struct Hit {
        std::size_t size;
        std::string_view shown;
    };
    void hide(std::string_view name, std::string_view kind, std::size_t& count);
    void keep(std::string lower, std::string shown);
    void learnKeys(std::string_view text, Text kind);
    void learnHost(std::string_view host, Text kind);
    std::optional<Hit> hitAt(std::string_view lower, std::size_t at) const;
    std::string withoutWords(std::string_view text) const;

    std::map<std::string, std::string, std::less<>> m_words; // names in small letters: what is shown for them
    std::set<std::string, std::less<>> m_backwards;          // the same names from their ends
    std::unordered_map<std::string, std::vector<std::size_t>, Hash, std::equal_to<>>
        m_lengths; // by how names begin (their first letters and digits): how long they are, longest first
    std::size_t m_hosts = 0, m_users = 0;
};

// By their form alone: "/some/folder/train.py(12): step" -> "train.py(12): step", "me@node7" -> an ellipsis.
std::string withoutPaths(std::string_view text);

// The value of a trace's metadata that names its machine; empty when the file does not say.
std::string_view hostNameOf(const TraceInfo& info);
inline constexpr std::string_view kHostNameKey = "host_name"; // among TraceInfo::versions

} // namespace lanescope
