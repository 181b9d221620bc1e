// Fields of the filter language, and the values of their conditions.
#include "core/query/filter.h"
#include "core/query/filter_syntax.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace lanescope {

namespace {

using filter::Field;
using filter::FieldRule;
using filter::Values;

constexpr std::array kFields{
    FilterField{"name", "text of the name, or /expression/", "name:gemm"},
    FilterField{"cat", "category as in the file", "cat:kernel"},
    FilterField{"kind", "kind of GPU work: gemm, attention, comm, memory ...", "kind:comm"},
    FilterField{"class", "compute, communication or memory", "class:compute"},
    FilterField{"dur", "duration", "dur>1ms"},
    FilterField{"ts", "start, from the start of the trace", "ts>=1.5s"},
    FilterField{"end", "end, from the start of the trace", "end<2s"},
    FilterField{"step", "number of the ProfilerStep", "step:5"},
    FilterField{"stream", "stream number", "stream:7,20"},
    FilterField{"device", "device number", "device:0"},
    FilterField{"rank", "rank of the file", "rank:3"},
    FilterField{"pid", "process id as in the file", "pid:1234"},
    FilterField{"tid", "thread id as in the file", "tid:77"},
    FilterField{"thread", "thread name", "thread:autograd"},
    FilterField{"process", "process name", "process:python"},
    FilterField{"corr", "correlation id", "corr:1234"},
    FilterField{"ext", "external id", "ext:77"},
    FilterField{"bytes", "bytes of a copy or collective", "bytes>1MB"},
    FilterField{"shape", "input shapes as in the file", "shape:\"128, 64\""},
    FilterField{"dtype", "element type of a collective, input types of an operator", "dtype:BFloat16"},
    FilterField{"group", "process group of a collective: its name or description", "group:tp"},
    FilterField{"op", "innermost operator around the slice or its launch call", "op:aten::mm"},
    FilterField{"parent", "name of the slice directly around it", "parent:backward"},
    FilterField{"under", "name of any slice around it or its launch call", "under:optimizer"},
};

constexpr std::array kRules{
    FieldRule{Field::Name, Values::Text, "name", ""},
    FieldRule{Field::Category, Values::Text, "cat", "category"},
    FieldRule{Field::Kind, Values::Word, "kind", ""},
    FieldRule{Field::Class, Values::Word, "class", ""},
    FieldRule{Field::Duration, Values::Time, "dur", "duration"},
    FieldRule{Field::Start, Values::Time, "ts", "start"},
    FieldRule{Field::End, Values::Time, "end", ""},
    FieldRule{Field::Step, Values::Number, "step", ""},
    FieldRule{Field::Stream, Values::Number, "stream", ""},
    FieldRule{Field::Device, Values::Number, "device", "dev"},
    FieldRule{Field::Rank, Values::Number, "rank", ""},
    FieldRule{Field::Pid, Values::Word, "pid", ""},
    FieldRule{Field::Tid, Values::Word, "tid", ""},
    FieldRule{Field::Thread, Values::Text, "thread", ""},
    FieldRule{Field::Process, Values::Text, "process", ""},
    FieldRule{Field::Correlation, Values::Number, "corr", "correlation"},
    FieldRule{Field::ExternalId, Values::Number, "ext", ""},
    FieldRule{Field::Bytes, Values::Size, "bytes", "size"},
    FieldRule{Field::Shape, Values::Text, "shape", "shapes"},
    FieldRule{Field::Dtype, Values::Text, "dtype", ""},
    FieldRule{Field::Group, Values::Text, "group", ""},
    FieldRule{Field::Operator, Values::Text, "op", "operator"},
    FieldRule{Field::Parent, Values::Text, "parent", ""},
    FieldRule{Field::Under, Values::Text, "under", ""},
};
static_assert(kFields.size() == kRules.size());

struct UnitWord {
    std::string_view word;
    std::int64_t factor;
};
constexpr std::array<UnitWord, 7> kTimes{{{"", 1},
                                          {"ns", 1},
                                          {"us", 1'000},
                                          {"\u00b5s", 1'000},
                                          {"ms", 1'000'000},
                                          {"s", 1'000'000'000},
                                          {"min", 60'000'000'000}}};
constexpr std::array<UnitWord, 9> kSizes{{{"", 1},
                                          {"b", 1},
                                          {"kb", 1'000},
                                          {"mb", 1'000'000},
                                          {"gb", 1'000'000'000},
                                          {"kib", 1'024},
                                          {"mib", 1'048'576},
                                          {"gib", 1'073'741'824},
                                          {"k", 1'000}}};

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

std::optional<std::int64_t> factorOf(Values values, const std::string& unit) {
    const std::span<const UnitWord> units = values == Values::Time   ? std::span<const UnitWord>(kTimes)
                                            : values == Values::Size ? std::span<const UnitWord>(kSizes)
                                                                     : std::span<const UnitWord>(kTimes).first(1);
    for (const UnitWord& u : units)
        if (u.word == unit) return u.factor;
    return std::nullopt;
}

// "-1.5ms": whole part and up to nine digits behind the point, exactly; what is finer than one is cut.
std::optional<std::int64_t> numberOf(std::string_view text, Values values) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const auto end = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto factor = factorOf(values, lowered(text.substr(end)));
    const std::string_view digits = text.substr(0, end);
    const auto point = std::min(digits.find('.'), digits.size());
    if (!factor || point == 0) return std::nullopt;
    std::int64_t whole = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + point, whole);
    if (error != std::errc() || stop != digits.data() + point) return std::nullopt;
    std::int64_t part = 0;
    std::int64_t unit = *factor;
    for (const char c : digits.substr(std::min(point + 1, digits.size()))) {
        if (c < '0' || c > '9') return std::nullopt;
        part += unit * (c - '0') / 10;
        unit /= 10;
    }
    if (values == Values::Number && point != digits.size()) return std::nullopt;
    std::int64_t out = 0;
    if (__builtin_mul_overflow(whole, *factor, &out) || __builtin_add_overflow(out, part, &out)) return std::nullopt;
    return negative ? -out : out;
}

Error badValue(const FieldRule& rule, std::string_view value) {
    const char* wanted = rule.values == Values::Time   ? "a time such as 1.5ms"
                         : rule.values == Values::Size ? "a size such as 1MB"
                                                       : "a whole number";
    const char* hint = rule.values == Values::Number ? "several: 7,20; a range: 5..8"
                                                     : "a range: 1ms..2ms; units: ns, us, ms, s; kB, MB, GB, KiB, MiB";
    return {ErrorCode::Usage,
            "expected " + std::string(wanted) + " after '" + std::string(rule.key) + "', found '" +
                std::string(value.substr(0, 60)) + "'",
            {},
            hint};
}

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::optional<filter::Bounds> boundsOf(std::string_view op, std::int64_t v) {
    if (op == ":" || op == "=") return filter::Bounds{v, v};
    if (op == ">=") return filter::Bounds{v, kMost};
    if (op == "<=") return filter::Bounds{kLeast, v};
    if (op == ">") return filter::Bounds{v == kMost ? v : v + 1, kMost};
    return filter::Bounds{kLeast, v == kLeast ? v : v - 1};
}

Result<filter::Test> numberTest(const FieldRule& rule, std::string_view op, std::string_view value) {
    filter::Test test;
    test.field = rule.field;
    const bool many = op == ":" || op == "=";
    for (std::size_t from = 0; from <= value.size();) {
        const std::size_t comma = many ? std::min(value.find(',', from), value.size()) : value.size();
        const std::string_view item = value.substr(from, comma - from);
        const auto dots = many ? item.find("..") : std::string_view::npos;
        if (dots != std::string_view::npos) {
            const auto low = numberOf(item.substr(0, dots), rule.values);
            const auto high = numberOf(item.substr(dots + 2), rule.values);
            if (!low || !high) return badValue(rule, item);
            test.numbers.push_back({*low, *high});
        } else {
            const auto number = numberOf(item, rule.values);
            if (!number) return badValue(rule, item);
            test.numbers.push_back(*boundsOf(op, *number));
        }
        from = comma + 1;
    }
    return test;
}

} // namespace

std::span<const FilterField> filterFields() { return kFields; }

namespace filter {

const FieldRule* fieldNamed(std::string_view key) {
    const std::string lower = lowered(key);
    for (const FieldRule& rule : kRules)
        if (rule.key == lower || (!rule.otherKey.empty() && rule.otherKey == lower)) return &rule;
    return nullptr;
}

const FieldRule& ruleOf(Field field) {
    return *std::find_if(kRules.begin(), kRules.end(), [field](const FieldRule& r) { return r.field == field; });
}

Result<Test> testOf(const FieldRule& rule, std::string_view op, std::string_view value) {
    if (value.empty())
        return Error{ErrorCode::Usage, "expected a value after '" + std::string(rule.key) + "', found nothing", {}, {}};
    if (rule.values != Values::Text && rule.values != Values::Word) return numberTest(rule, op, value);
    if (op != ":" && op != "=")
        return Error{ErrorCode::Usage,
                     "expected ':' or '=' after '" + std::string(rule.key) + "', found '" + std::string(op) + "'",
                     {},
                     "only times, sizes and numbers are more or less"};
    Test test;
    test.field = rule.field;
    if (rule.values == Values::Word) {
        for (std::size_t from = 0; from <= value.size();) {
            const std::size_t comma = std::min(value.find(',', from), value.size());
            test.words.push_back(lowered(value.substr(from, comma - from)));
            from = comma + 1;
        }
        return test;
    }
    // Shapes are kept without blanks, whatever the file has; people copy them from where there are some.
    std::string text(value);
    if (rule.field == Field::Shape) std::erase(text, ' ');
    if (op == "=")
        test.exact = text;
    else
        test.pattern = TextPattern::plain(text);
    return test;
}

} // namespace filter
} // namespace lanescope
