// The arguments of an event as a tree of texts, made from its raw JSON text. Values that look like secrets are not
// shown; numbers keep every digit. Pure; any thread.
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace lanescope::models {

struct ArgNode {
    QString key;
    QString value; // empty for objects and arrays, which have children
    std::vector<ArgNode> children;
};

struct ArgTree {
    std::vector<ArgNode> nodes; // the members of "args"
    QString problem;            // why there are none, or why some are missing; empty = all is there
};

// `eventText` is one element of traceEvents.
ArgTree argTree(const std::string& eventText);

// The nodes as lines "key: value" with two blanks per level, for copying.
QString argText(const std::vector<ArgNode>& nodes);

} // namespace lanescope::models
