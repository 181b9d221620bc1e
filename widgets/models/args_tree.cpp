#include "widgets/models/args_tree.h"

#include "core/base/json.h"
#include "core/readers/chrome_json/metadata.h"

namespace lanescope::models {

namespace {

constexpr std::size_t kMaxChildren = 10'000; // a list longer than this is no reading matter

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

const QString kHidden = QStringLiteral("not shown: looks like a secret");

ArgNode node(const QString& key, const Json& value) {
    ArgNode out{key, {}, {}};
    if (readers::isSecretKey(key.toStdString())) {
        out.value = kHidden;
    } else if (value.isObject()) {
        for (const auto& [name, member] : value.members()) {
            if (out.children.size() >= kMaxChildren) break;
            out.children.push_back(node(text(name), member));
        }
    } else if (value.isArray()) {
        // Lists of plain values read best on one line: shapes, types.
        QString line = text(value.dump(Json::Style::Compact));
        if (line.size() <= 120) {
            out.value = readers::mayHoldSecret(line.toStdString()) ? kHidden : line;
            return out;
        }
        std::size_t i = 0;
        for (const Json& element : value.elements()) {
            if (i >= kMaxChildren) break;
            out.children.push_back(node(QStringLiteral("[%1]").arg(i++), element));
        }
    } else if (const std::string* s = value.asText()) {
        out.value = readers::mayHoldSecret(*s) ? kHidden : text(*s);
    } else {
        out.value = text(value.dump(Json::Style::Compact));
    }
    return out;
}

void appendText(const std::vector<ArgNode>& nodes, int level, QString& out) {
    for (const ArgNode& n : nodes) {
        out += QString(2 * level, QLatin1Char(' ')) + n.key + QStringLiteral(": ") + n.value + QLatin1Char('\n');
        appendText(n.children, level + 1, out);
    }
}

} // namespace

ArgTree argTree(const std::string& eventText) {
    ArgTree out;
    const Result<Json> event = parseJson(eventText, "event");
    if (!event.ok()) {
        out.problem = QStringLiteral("the event is not clean JSON: ") + text(event.error().text());
        return out;
    }
    const Json* args = event->find("args");
    if (!args || !args->isObject()) {
        out.problem = QStringLiteral("this event has no arguments");
        return out;
    }
    for (const auto& [key, value] : args->members()) {
        if (out.nodes.size() >= kMaxChildren) {
            out.problem = QStringLiteral("only the first %1 arguments are shown").arg(kMaxChildren);
            break;
        }
        out.nodes.push_back(node(text(key), value));
    }
    if (out.nodes.empty()) out.problem = QStringLiteral("this event has no arguments");
    return out;
}

QString argText(const std::vector<ArgNode>& nodes) {
    QString out;
    appendText(nodes, 0, out);
    return out;
}

} // namespace lanescope::models
