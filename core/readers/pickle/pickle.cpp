#include "core/readers/pickle/pickle.h"

#include "core/readers/pickle/pickle_machine.h"

namespace lanescope::readers {
namespace {

using pickle::Machine;
using pickle::Node;
using pickle::NodeId;

// The finished graph as a tree. Shared nodes are copied, so both size and depth are bounded: a cycle ends at the depth,
// a bomb at the size.
class TreeBuilder {
public:
    TreeBuilder(const Machine& machine, const PickleLimits& limits)
        : m_machine(machine), m_left(limits.values), m_textLeft(limits.textBytes), m_limits(limits) {}
    const std::string& error() const { return m_error; }

    Json build(NodeId id, std::size_t depth) {
        if (depth > m_limits.depth) return fail("values nested too deep, or in a circle");
        if (m_left == 0) return fail("more values than a file of this kind holds");
        --m_left;
        const Node& node = m_machine.node(id);
        switch (node.kind) {
        case Node::Kind::Plain:
            return plain(node);
        case Node::Kind::List: {
            Json out = Json::array();
            for (std::size_t i = 0; i < node.items.size() && m_error.empty(); ++i)
                out.push(build(node.items[i], depth + 1));
            return out;
        }
        case Node::Kind::Dict:
            return dict(node, depth);
        case Node::Kind::Mark:
        case Node::Kind::Name:
            return fail("a value that is no data");
        }
        return {};
    }

private:
    // A long text that is used again and again is copied each time.
    Json plain(const Node& node) {
        const std::string* text = node.plain.asText();
        if (text && text->size() > m_textLeft) return fail("more text than a file of this kind holds");
        if (text) m_textLeft -= text->size();
        return node.plain;
    }
    Json dict(const Node& node, std::size_t depth) {
        Json::Object out;
        for (std::size_t i = 0; i + 1 < node.items.size() && m_error.empty(); i += 2) {
            const Json key = build(node.items[i], depth + 1);
            const std::string* text = key.asText();
            out.emplace_back(text ? *text : key.dump(Json::Style::Compact), build(node.items[i + 1], depth + 1));
        }
        return Json(std::move(out));
    }
    Json fail(std::string_view what) {
        if (m_error.empty()) m_error = what;
        return {};
    }

    const Machine& m_machine;
    std::size_t m_left, m_textLeft;
    const PickleLimits& m_limits;
    std::string m_error;
};

} // namespace

bool looksLikePickle(std::string_view bytes) {
    return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5;
}

Result<Json> readPickle(std::string_view bytes, std::string_view place, const PickleLimits& limits) {
    Machine machine(bytes, limits.values);
    const auto top = machine.run();
    if (!top) return Error{machine.errorCode(), machine.error(), std::string(place), ""};
    TreeBuilder builder(machine, limits);
    Json out = builder.build(*top, 0);
    if (!builder.error().empty()) return Error{ErrorCode::LimitExceeded, builder.error(), std::string(place), ""};
    return out;
}

} // namespace lanescope::readers
