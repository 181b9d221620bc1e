// The filter language (docs/user/filters.md): which slices are meant, in one line of text, for the window's box, for
// rows that a filter leaves, and for `lanescope-cli events --where`. Parsed once, without a trace; evaluated over the
// columns of a store in blocks, on several threads: ten million slices in a fraction of a second. Any thread.
//
//   gemm                                    text anywhere in the name, whatever its case: the whole line is the text as
//                                           long as it holds none of the forms below
//   /^gemm_\d+/                             regular expression (RE2), minds case
//   kind:comm dur>1ms stream:20 step:5      conditions; side by side means "and"
//   (cat:kernel or cat:gpu_memcpy) not name:"my kernel"
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

namespace filter {
struct Expression; // core/query/filter_syntax.h
}

inline constexpr std::size_t kMaxFilterBytes = 4096;
inline constexpr unsigned kMaxFilterDepth = 64; // brackets and negations inside each other
inline constexpr std::size_t kMaxFilterTerms = 256;

// What a line may ask for: for completion, the help page and the test that walks all of them.
struct FilterField {
    std::string_view key;
    std::string_view what; // a few words
    std::string_view example;
};
std::span<const FilterField> filterFields();

class Filter {
public:
    // Usage error: what was expected and found; its place is "character N" (from 1).
    static Result<Filter> parse(std::string_view text);
    bool empty() const;  // a blank line: every slice
    bool isText() const; // the whole line is plain text or one expression, looked for in names
    // Things that are allowed and probably not meant ("'kidn' is no field; looked for in names").
    const std::vector<std::string>& remarks() const { return m_remarks; }
    const filter::Expression& expression() const { return *m_expression; }

private:
    std::shared_ptr<const filter::Expression> m_expression;
    std::vector<std::string> m_remarks;
};

// One bit per slice of the store it was made of.
class SliceMask {
public:
    explicit SliceMask(std::size_t slices) : m_words((slices + 63) / 64, 0), m_slices(slices) {}
    bool test(SliceId s) const { return (m_words[s.value / 64] >> (s.value % 64) & 1) != 0; }
    std::size_t size() const { return m_slices; }
    std::uint64_t count() const;
    std::span<const std::uint64_t> words() const { return m_words; }
    std::span<std::uint64_t> words() { return m_words; }

private:
    std::vector<std::uint64_t> m_words;
    std::size_t m_slices;
};

// Cancelled within some ms of a stop request. `threads` 0: all cores.
Result<SliceMask> evaluate(const TraceStore& store, const Filter& filter, RunContext& run, unsigned threads = 0);

std::vector<SliceId> slicesOf(const SliceMask& mask); // in order of the store: by track, lane, start
// In order of time, then of the file. Cancelled when the context says stop.
Result<std::vector<SliceId>> slicesByTime(const TraceStore& store, const SliceMask& mask, RunContext& run);

} // namespace lanescope
