#include "core/readers/pickle/pickle_machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace lanescope::readers::pickle {
namespace {

// What PyTorch's pickler writes around plain lists of numbers.
constexpr std::array<std::string_view, 4> kListWrappers{
    "torch.jit._pickle build_intlist", "torch.jit._pickle build_doublelist", "torch.jit._pickle build_boollist",
    "torch.jit._pickle build_tensorlist"};

} // namespace

std::optional<NodeId> Machine::run() {
    while (!m_stopped && !failed()) {
        if (m_at >= m_bytes.size()) fail("the pickle is cut off");
        if (!failed()) step(static_cast<unsigned char>(m_bytes[m_at++]));
        // A node is larger than the byte that makes it: without a bound a file would become a hundred times its size.
        if (m_nodes.size() > m_most / 4 || m_stack.size() > m_most || m_memo.size() > m_most || m_parts > 2 * m_most)
            fail("more values than a file of this kind holds", ErrorCode::LimitExceeded);
    }
    if (failed()) return std::nullopt;
    if (m_stack.size() != 1) {
        fail("values left over at the end");
        return std::nullopt;
    }
    return m_stack.back();
}

void Machine::fail(std::string what, ErrorCode code) {
    if (failed()) return;
    m_error = std::move(what) + " at byte " + std::to_string(m_at);
    m_code = code;
}

void Machine::step(unsigned char op) {
    switch (op) {
    case 0x80: // PROTO
        if (take(1) > std::string_view("\x05", 1)) fail("an unknown protocol of pickle");
        return;
    case 0x95: // FRAME: only a hint how much follows
        if (number(8) > m_bytes.size() - std::min(m_at, m_bytes.size())) fail("a frame longer than the file");
        return;
    case '.':
        m_stopped = true;
        return;
    default:
        break;
    }
    if (stepNumber(op) || stepText(op) || stepMemo(op) || stepContainer(op) || stepStack(op) || stepName(op)) return;
    fail("an opcode that is not taken (" + std::to_string(op) + ")", ErrorCode::UnsupportedFormat);
}

bool Machine::stepNumber(unsigned char op) {
    switch (op) {
    case 'N':
        push(Json());
        return true;
    case 0x88:
    case 0x89:
        push(Json(op == 0x88));
        return true;
    case 'J':
        push(Json(static_cast<std::int32_t>(number(4))));
        return true;
    case 'K':
        push(Json(number(1)));
        return true;
    case 'M':
        push(Json(number(2)));
        return true;
    case 0x8a:
        longNumber(take(number(1)));
        return true;
    case 0x8b:
        longNumber(take(number(4)));
        return true;
    case 'G': { // big-endian
        std::uint64_t bits = 0;
        for (const char c : take(8)) bits = bits << 8 | static_cast<unsigned char>(c);
        push(Json(std::bit_cast<double>(bits)));
        return true;
    }
    case 'I':
    case 'L': {
        std::string_view text = line();
        if (text.ends_with('L')) text.remove_suffix(1);
        if (op == 'I' && (text == "00" || text == "01")) return push(Json(text == "01")), true;
        std::int64_t value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) fail("expected a number");
        push(Json(value));
        return true;
    }
    default:
        return false;
    }
}

void Machine::longNumber(std::string_view bytes) {
    if (bytes.size() > 4096) return fail("a number of thousands of digits", ErrorCode::LimitExceeded);
    if (bytes.size() <= 8) {
        std::uint64_t value =
            !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80) ? ~std::uint64_t{0} : 0;
        for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
        return push(Json(static_cast<std::int64_t>(value)));
    }
    double value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value * 256 + static_cast<unsigned char>(bytes[i]);
    if (static_cast<unsigned char>(bytes.back()) & 0x80) value -= std::pow(256.0, static_cast<double>(bytes.size()));
    push(Json(value));
}

bool Machine::stepText(unsigned char op) {
    switch (op) {
    case 'X': // BINUNICODE
    case 'T': // BINSTRING
    case 'B': // BINBYTES
        push(Json(take(number(4))));
        return true;
    case 0x8c: // SHORT_BINUNICODE
    case 'U':
    case 'C':
        push(Json(take(number(1))));
        return true;
    case 0x8d: // BINUNICODE8
    case 0x8e: // BINBYTES8
        push(Json(take(number(8))));
        return true;
    case 'V':
        push(Json(line()));
        return true;
    default:
        return false;
    }
}

bool Machine::stepMemo(unsigned char op) {
    std::uint64_t key = 0;
    switch (op) {
    case 'q':
    case 'h':
        key = number(1);
        break;
    case 'r':
    case 'j':
        key = number(4);
        break;
    case 0x94: // MEMOIZE
        key = m_memo.size();
        break;
    default:
        return false;
    }
    if (failed()) return true;
    if (op == 'h' || op == 'j') {
        const auto at = m_memo.find(key);
        if (at == m_memo.end()) return fail("a reference to nothing"), true;
        m_stack.push_back(at->second);
        return true;
    }
    if (m_stack.empty()) return fail("nothing to remember"), true;
    m_memo[key] = m_stack.back();
    return true;
}

bool Machine::stepContainer(unsigned char op) {
    switch (op) {
    case ']':
        push(Node{Node::Kind::List, {}, {}});
        return true;
    case '}':
        push(Node{Node::Kind::Dict, {}, {}});
        return true;
    case ')':
        pushTuple(0);
        return true;
    case 0x85:
    case 0x86:
    case 0x87:
        pushTuple(op - 0x84u);
        return true;
    case 't':
    case 'l':
    case 'd':
        push(Node{op == 'd' ? Node::Kind::Dict : Node::Kind::List, {}, popToMark()});
        return true;
    case 'a': {
        const NodeId value = pop();
        if (Node* list = container(Node::Kind::List)) {
            list->items.push_back(value);
            ++m_parts;
        }
        return true;
    }
    case 's': {
        const NodeId value = pop(), key = pop();
        if (Node* dict = container(Node::Kind::Dict)) {
            dict->items.insert(dict->items.end(), {key, value});
            m_parts += 2;
        }
        return true;
    }
    case 'e':
    case 'u': {
        const std::vector<NodeId> values = popToMark();
        if (op == 'u' && values.size() % 2 != 0) return fail("a key without a value"), true;
        if (Node* node = container(op == 'e' ? Node::Kind::List : Node::Kind::Dict))
            node->items.insert(node->items.end(), values.begin(), values.end());
        return true;
    }
    default:
        return false;
    }
}

bool Machine::stepStack(unsigned char op) {
    switch (op) {
    case '(':
        push(Node{Node::Kind::Mark, {}, {}});
        return true;
    case '0':
        pop();
        return true;
    case '1':
        popToMark();
        return true;
    case '2':
        if (m_stack.empty()) return fail("nothing to repeat"), true;
        m_stack.push_back(m_stack.back());
        return true;
    default:
        return false;
    }
}

bool Machine::stepName(unsigned char op) {
    switch (op) {
    case 'c': { // GLOBAL
        const std::string_view module = line();
        name(module, line());
        return true;
    }
    case 0x93: { // STACK_GLOBAL
        const NodeId what = pop(), module = pop();
        if (failed()) return true;
        const std::string* m = m_nodes[module].plain.asText();
        const std::string* w = m_nodes[what].plain.asText();
        name(m ? *m : "?", w ? *w : "?");
        return true;
    }
    case 'R': { // a wrapper around one list: the list itself
        const NodeId args = pop(), wrapper = pop();
        if (failed()) return true;
        if (m_nodes[wrapper].kind != Node::Kind::Name || m_nodes[args].items.size() != 1)
            return fail("a call, which is never made", ErrorCode::UnsupportedFormat), true;
        m_stack.push_back(m_nodes[args].items.front());
        return true;
    }
    default:
        return false;
    }
}

void Machine::name(std::string_view module, std::string_view what) {
    const std::string whole = std::string(module) + " " + std::string(what);
    if (std::find(kListWrappers.begin(), kListWrappers.end(), whole) == kListWrappers.end())
        return fail("it asks for '" + whole.substr(0, 100) + "', and nothing is imported",
                    ErrorCode::UnsupportedFormat);
    push(Node{Node::Kind::Name, {}, {}});
}

std::string_view Machine::take(std::uint64_t n) {
    if (failed()) return {};
    if (n > m_bytes.size() - m_at) {
        fail("the pickle is cut off");
        return {};
    }
    const std::string_view out = m_bytes.substr(m_at, static_cast<std::size_t>(n));
    m_at += static_cast<std::size_t>(n);
    return out;
}

std::uint64_t Machine::number(std::size_t width) {
    std::uint64_t out = 0;
    const std::string_view bytes = take(width);
    for (std::size_t i = bytes.size(); i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[i]);
    return out;
}

std::string_view Machine::line() {
    const std::size_t end = m_bytes.find('\n', m_at);
    if (end == std::string_view::npos) {
        fail("the pickle is cut off");
        return {};
    }
    const std::string_view out = m_bytes.substr(m_at, end - m_at);
    m_at = end + 1;
    return out;
}

void Machine::push(Json plain) { push(Node{Node::Kind::Plain, std::move(plain), {}}); }

NodeId Machine::push(Node node) {
    const auto id = static_cast<NodeId>(m_nodes.size());
    m_nodes.push_back(std::move(node)); // at most one per byte
    m_stack.push_back(id);
    return id;
}

NodeId Machine::pop() {
    if (failed()) return 0;
    if (m_stack.empty()) {
        fail("a value is missing");
        return 0;
    }
    const NodeId id = m_stack.back();
    m_stack.pop_back();
    return id;
}

std::vector<NodeId> Machine::popToMark() {
    std::vector<NodeId> out;
    while (!m_stack.empty() && m_nodes[m_stack.back()].kind != Node::Kind::Mark) {
        out.push_back(m_stack.back());
        m_stack.pop_back();
    }
    if (m_stack.empty())
        fail("a list without a beginning");
    else
        m_stack.pop_back();
    std::reverse(out.begin(), out.end());
    m_parts += out.size();
    return out;
}

void Machine::pushTuple(std::size_t n) {
    Node tuple{Node::Kind::List, {}, std::vector<NodeId>(n)};
    for (std::size_t i = n; i-- > 0;) tuple.items[i] = pop();
    push(std::move(tuple));
}

Node* Machine::container(Node::Kind kind) {
    if (failed()) return nullptr;
    if (!m_stack.empty() && m_nodes[m_stack.back()].kind == kind) return &m_nodes[m_stack.back()];
    fail("a list or dictionary is missing");
    return nullptr;
}

} // namespace lanescope::readers::pickle
