#include "widgets/models/arg_query.h"

#include "core/session/find_argument.h"

namespace lanescope::models {

namespace {

// Whole numbers that are columns of the store.
QString fieldOf(const QString& key) {
    const std::pair<const char*, const char*> kFields[] = {{"stream", "stream"},
                                                           {"device", "device"},
                                                           {"correlation", "corr"},
                                                           {"External id", "ext"},
                                                           {"bytes", "bytes"}};
    for (const auto& [name, field] : kFields)
        if (key.compare(QLatin1String(name), Qt::CaseInsensitive) == 0) return QString::fromLatin1(field);
    return {};
}

bool isWhole(const QString& value) {
    for (const QChar c : value)
        if (c < QLatin1Char('0') || c > QLatin1Char('9')) return false;
    return !value.isEmpty() && value.size() <= 18;
}

} // namespace

std::optional<QString> argQuery(const QString& key, const QString& value) {
    if (key.isEmpty() || value.isEmpty() || key.size() + value.size() > 2000) return std::nullopt;
    if (value.contains(QLatin1Char('\n'))) return std::nullopt;
    if (const QString field = fieldOf(key); !field.isEmpty() && isWhole(value)) return field + QLatin1Char('=') + value;
    return QString::fromStdString(argumentLine({key.toStdString(), value.toStdString()}));
}

} // namespace lanescope::models
