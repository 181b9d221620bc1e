// Which rows a text keeps: words parted by commas, looked for without regard to case in the names of a row and of its
// group. "kind:stream" keeps a kind of row, a leading '-' hides instead. A value; any thread.
#pragma once

#include "core/query/row_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::scene {

// Words behind "kind:", in the order in which they are offered.
struct RowKindWord {
    const char* word;
    const char* meaning;
};
const std::vector<RowKindWord>& rowKindWords();
bool isOfKind(const Row& row, std::string_view word);

class RowFilter {
public:
    RowFilter() = default;
    explicit RowFilter(std::string_view text);
    bool keepsAll() const { return m_words.empty(); }
    // `row` is no group: a group is shown when one of its rows is.
    bool keeps(const Row& row, std::string_view groupName) const;

private:
    struct Word {
        std::string text; // lower case
        bool kind = false, hides = false;
    };
    std::vector<Word> m_words;
    bool m_wants = false; // some words say what to keep
};

} // namespace lanescope::scene
