// A filter line as a tree of tests. Internal to the filter. Values; any thread.
#pragma once

#include "core/query/text_pattern.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::filter {

enum class Field : std::uint8_t {
    Name,
    Category,
    Kind,
    Class,
    Duration,
    Start,
    End,
    Step,
    Stream,
    Device,
    Rank,
    Pid,
    Tid,
    Thread,
    Process,
    Correlation,
    ExternalId,
    Bytes,
    Shape,
    Dtype,
    Group,
    Operator,
    Parent,
    Under,
};

enum class Values : std::uint8_t { Text, Word, Number, Time, Size };
struct FieldRule {
    Field field{};
    Values values{};
    std::string_view key;
    std::string_view otherKey; // a second spelling; may be empty
};
const FieldRule* fieldNamed(std::string_view key);
const FieldRule& ruleOf(Field field);

struct Bounds { // both ends included
    std::int64_t low = 0;
    std::int64_t high = 0;
};

struct Test {
    Field field = Field::Name;
    std::vector<Bounds> numbers;        // Number, Time, Size: any of them
    std::vector<std::string> words;     // Word: any of them, in lower case
    std::optional<TextPattern> pattern; // Text
    std::string exact;                  // Text with '=': the whole text
};

struct Node {
    enum class Kind : std::uint8_t { All, And, Or, Not, Test } kind = Kind::All;
    std::uint32_t left = 0, right = 0; // of And, Or; Not: left
    std::uint32_t test = 0;
};

struct Expression {
    std::vector<Node> nodes;
    std::vector<Test> tests;
    std::uint32_t root = 0;
    bool isText = false;
};

// The value of one condition: "1ms..2ms", "7,20", "comm". `op` is one of : = < > <= >=.
Result<Test> testOf(const FieldRule& rule, std::string_view op, std::string_view value);

} // namespace lanescope::filter
