#include "tests/support/random_json.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanescope::test {
namespace {

std::size_t below(Random& random, std::size_t n) { return static_cast<std::size_t>(random() % n); }
bool chance(Random& random, unsigned percent) { return random() % 100 < percent; }

template <std::size_t N>
std::string pick(Random& random, const char* const (&words)[N]) {
    return words[below(random, N)];
}

class Maker {
public:
    explicit Maker(Random& random) : m_random(random) {
        m_blank = pick(random, {"", " ", "\n  ", "\t", "\r\n "});
        m_colon = pick(random, {":", ": ", " : "});
    }
    std::string document(unsigned elements) {
        std::string events = "[";
        for (unsigned i = 0; i < elements; ++i) {
            if (i > 0) events += "," + m_blank;
            events += element();
        }
        events += m_blank + "]";
        if (chance(m_random, 20)) return m_blank + events + m_blank;
        std::string out = "{";
        if (chance(m_random, 50)) out += "\"schemaVersion\":1,\"cfg\":{\"rank\": [1,{\"name\":\"x\"}]},";
        if (chance(m_random, 20))
            out += "\"result\":{\"a\":1,\"traceEvents\"" + m_colon + events + "}";
        else
            out += "\"traceEvents\"" + m_colon + events;
        if (chance(m_random, 50)) out += ",\"traceName\": \"a.json\", \"list\": [{\"id\":1},{\"id\":2}]";
        return out + m_blank + "}";
    }

private:
    std::string integer() {
        switch (below(m_random, 5)) {
        case 0:
            return std::to_string(below(m_random, 10));
        case 1:
            return "-" + std::to_string(below(m_random, 100000));
        case 2:
            return std::to_string(m_random());
        default:
            return std::to_string(below(m_random, 100000));
        }
    }
    std::string time() {
        std::string out = std::to_string(m_random() % 6'000'000'000'000ull);
        if (chance(m_random, 70)) {
            out += ".";
            for (std::size_t i = 0, n = 1 + below(m_random, chance(m_random, 20) ? 9 : 3); i < n; ++i)
                out += static_cast<char>('0' + below(m_random, 10));
        }
        if (chance(m_random, 3)) out += pick(m_random, {"e1", "E-2", "e+0"});
        if (chance(m_random, 3)) out = "-" + out;
        if (chance(m_random, 3))
            out = std::to_string(m_random() % 900'000'000'000'000'000ull + 100'000'000'000'000'000ull);
        if (chance(m_random, 5)) // halves of a ns, and what is left of a point
            out =
                pick(m_random, {"0.5", "7.0005", "8.0015", "9.00050", "1e-4", "5e-4", "-0.0005", "1712000000000000.5"});
        if (chance(m_random, 10)) out = "\"" + out + "\"";
        if (chance(m_random, 2)) out = pick(m_random, {"\".5\"", "\"5.\"", "\"-.25\"", "\"+1.5\""});
        if (chance(m_random, 3)) out = pick(m_random, {"null", "\"\"", "\"abc\"", "true", "[1]", "{\"a\":1}", "1e300"});
        return out;
    }
    std::string text() {
        std::string out = "\"";
        for (std::size_t i = 0, n = below(m_random, chance(m_random, 5) ? 300 : 12); i < n; ++i)
            out += pick(m_random, {"a",
                                   "b",
                                   "Z",
                                   " ",
                                   "::",
                                   "{",
                                   "}",
                                   "[",
                                   "]",
                                   ",",
                                   ":",
                                   "\\\"",
                                   "\\\\",
                                   "\\n",
                                   "\\/",
                                   "\\u00e9",
                                   "\\ud83d\\ude80",
                                   "\\ud800",
                                   "\xc3\xa9",
                                   "\xf0\x9f\x9a\x80",
                                   "#",
                                   "12"});
        return out + "\"";
    }
    std::string key() {
        return pick(m_random, {"\"a\"", "\"b c\"", "\"\"", "\"{\"", "\"\xc3\xa9\"", "\"args\"", "\"12\""});
    }
    std::string scalar() {
        return pick(m_random,
                    {"true", "false", "null", "0", "1.5e3", "-7", "\"\"", "\"0x1F\"", "\"12\"", "\"-3\"", "1.0"});
    }
    std::string value(unsigned depth) {
        const std::size_t kind = below(m_random, depth > 3 ? 4 : 6);
        if (kind == 0) return integer();
        if (kind == 1 || kind == 2) return text();
        if (kind == 3) return scalar();
        std::string out = kind == 4 ? "[" : "{";
        for (std::size_t i = 0, n = below(m_random, 5); i < n; ++i) {
            if (i > 0) out += "," + m_blank;
            if (kind == 5)
                out += (chance(m_random, 20) ? pick(m_random, {"\"ph\"", "\"name\"", "\"ts\""}) : key()) + m_colon;
            out += value(depth + 1);
        }
        return out + (kind == 4 ? "]" : "}");
    }
    std::string argument() {
        const std::string key = pick(m_random, {"correlation",
                                                "External id",
                                                "external id",
                                                "stream",
                                                "device",
                                                "Input Dims",
                                                "Input type",
                                                "bytes",
                                                "Comms Id",
                                                "Seq",
                                                "Python parent id",
                                                "name",
                                                "labels",
                                                "sort_index",
                                                "dtype",
                                                "Process Group Ranks",
                                                "Call stack",
                                                "grid",
                                                "queued",
                                                "Ev Idx",
                                                "x",
                                                "In msg size"});
        if (chance(m_random, 10)) // where 16, 32, 53, 63 and 64 bits end
            return "\"" + key + "\"" + m_colon +
                   pick(m_random, {"65535", "65536", "4294967295", "4294967296", "9007199254740993",
                                   "9223372036854775807", "9223372036854775808", "18446744073709551615"});
        return "\"" + key + "\"" + m_colon + (chance(m_random, 50) ? integer() : value(0));
    }
    std::string args() {
        std::string out = "{";
        for (std::size_t i = 0, n = below(m_random, 8); i < n; ++i)
            out += (i > 0 ? "," + m_blank : m_blank) + argument();
        return out + m_blank + "}";
    }
    std::string element() {
        if (chance(m_random, 3))
            return pick(m_random, {"{}", "1", "null", "\"text\"", "[1,[2]]", "[]", "{\"a\":[{}]}"});
        std::vector<std::string> members;
        const auto add = [&](const std::string& key, const std::string& v) {
            members.push_back("\"" + key + "\"" + m_colon + v);
        };
        const std::string phase = pick(m_random, {"X", "X", "X", "X", "s", "f", "t", "M", "M", "C", "i", "B", "E",
                                                  "b", "e", "n", "N", "O", "P", "?", "T", "S", "F", "R", "v", "("});
        if (chance(m_random, 97)) add("ph", "\"" + phase + "\"");
        if (chance(m_random, 90))
            add("cat", chance(m_random, 80) ? pick(m_random, {"\"kernel\"", "\"cpu_op\"", "\"ac2g\"", "\"a\\u0062\""})
                                            : text());
        if (chance(m_random, 95))
            add("name", phase == "M" ? pick(m_random, {"\"process_name\"", "\"thread_name\"", "\"thread_sort_index\"",
                                                       "\"process_labels\"", "\"process_sort_index\"", "\"other\""})
                                     : text());
        if (chance(m_random, 97))
            add("pid", chance(m_random, 80) ? std::to_string(below(m_random, 4))
                                            : pick(m_random, {"\"Spans\"", "\"2\"", "-1", "\"\"", "null", "1.0",
                                                              "18446744073709551615"}));
        if (chance(m_random, 97))
            add("tid", chance(m_random, 80)
                           ? std::to_string(below(m_random, 9))
                           : pick(m_random, {"\"stream 7\"", "\"7\"", "-1", "\"07\"", "true", "12345678901234567"}));
        if (chance(m_random, 97)) add("ts", time());
        if (phase == "X" ? chance(m_random, 95) : chance(m_random, 10)) add("dur", time());
        if (chance(m_random, 70)) add("args", chance(m_random, 95) ? args() : value(0));
        if (chance(m_random, 30))
            add("id", chance(m_random, 60)
                          ? integer()
                          : pick(m_random, {"\"0x10\"", "\"16\"", "\"abc\"", "null", "\"-2\"", "1.0"}));
        if (chance(m_random, 5)) add("id2", pick(m_random, {"{\"local\":\"0x1\"}", "{\"global\":7}", "5", "{}"}));
        if (chance(m_random, 10)) add("bp", "\"e\"");
        if (chance(m_random, 10)) add("s", pick(m_random, {"\"g\"", "\"p\"", "\"t\""}));
        if (chance(m_random, 3)) add("scope", text());
        if (chance(m_random, 3)) add("bind_id", "\"0x77\"");
        if (chance(m_random, 3)) add("flow_out", "true");
        if (chance(m_random, 3)) add("flow_in", scalar());
        if (chance(m_random, 5)) add("tts", "12");
        if (chance(m_random, 3)) add("dur", time());
        if (chance(m_random, 50)) std::shuffle(members.begin(), members.end(), m_random);
        std::string out = "{" + m_blank;
        for (std::size_t i = 0; i < members.size(); ++i) out += (i > 0 ? "," + m_blank : "") + members[i];
        return out + m_blank + "}";
    }

    Random& m_random;
    std::string m_blank;
    std::string m_colon;
};

} // namespace

std::string randomTrace(Random& random, unsigned elements) { return Maker(random).document(elements); }

std::string damaged(std::string_view text, Random& random) {
    std::string out(text);
    for (std::size_t i = 0, n = 1 + below(random, 4); i < n && !out.empty(); ++i) {
        const std::size_t at = below(random, out.size());
        const std::size_t size = std::min(out.size() - at, 1 + below(random, chance(random, 20) ? 400 : 6));
        switch (below(random, 6)) {
        case 0:
            out[at] = static_cast<char>(random());
            break;
        case 1:
            out.erase(at, size);
            break;
        case 2:
            out.insert(at, out.substr(below(random, out.size()), size));
            break;
        case 3:
            out.insert(at,
                       pick(random, {"\"", "\\", "{", "}", "[", "]", ",", ":", "NaN", "\n", "nan", "Infinity", "\x01",
                                     "\xff", "0x1F", "},{\"name\":", "{\"ph\":\"X\",", "],\"traceName\":"}));
            break;
        case 4:
            if (chance(random, 20)) out.resize(at);
            break;
        default:
            out[at] = "\"\\{}[],:\n 0"[below(random, 11)];
        }
    }
    return out;
}

} // namespace lanescope::test
