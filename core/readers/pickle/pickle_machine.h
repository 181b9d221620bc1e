// The stack machine behind the pickle reader: opcodes to a graph of plain nodes. One thread's; the bytes must outlive
// it.
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope::readers::pickle {

using NodeId = std::uint32_t;

struct Node {
    enum class Kind : std::uint8_t { Plain, List, Dict /* key, value, key ... */, Mark, Name /* a wrapper of lists */ };
    Kind kind = Kind::Plain;
    Json plain;
    std::vector<NodeId> items;
};

class Machine {
public:
    // At most `values` places on the stack, memorised places and parts of containers, and a quarter as many nodes:
    // those are the large ones, and real files use most of theirs again and again.
    Machine(std::string_view bytes, std::size_t values) : m_bytes(bytes), m_most(values) {}
    // The value on top at the end; none with an error.
    std::optional<NodeId> run();
    const std::string& error() const { return m_error; }
    ErrorCode errorCode() const { return m_code; }
    const Node& node(NodeId id) const { return m_nodes[id]; }

private:
    void step(unsigned char op);
    bool stepNumber(unsigned char op);
    bool stepText(unsigned char op);
    bool stepMemo(unsigned char op);
    bool stepContainer(unsigned char op);
    bool stepStack(unsigned char op);
    bool stepName(unsigned char op);

    std::string_view take(std::uint64_t n); // empty with an error when fewer are left
    std::uint64_t number(std::size_t width);
    std::string_view line();
    void push(Json plain);
    NodeId push(Node node);
    NodeId pop();
    std::vector<NodeId> popToMark();
    void pushTuple(std::size_t n);
    void longNumber(std::string_view littleEndian);
    Node* container(Node::Kind kind);
    void name(std::string_view module, std::string_view what);
    void fail(std::string what, ErrorCode code = ErrorCode::Damaged);
    bool failed() const { return !m_error.empty(); }

    std::string_view m_bytes;
    std::size_t m_most;
    std::size_t m_at = 0, m_parts = 0;
    std::vector<Node> m_nodes;
    std::vector<NodeId> m_stack;
    std::unordered_map<std::uint64_t, NodeId> m_memo;
    std::string m_error;
    ErrorCode m_code = ErrorCode::Damaged;
    bool m_stopped = false;
};

} // namespace lanescope::readers::pickle
